//! CATSle: castles that grow column by column, and the trick whose cards are shared out.

use rules::catsle::{Action, Card, Open, Place, Seen, State, Suit, Taken};
use rules::{Open as _, Seat};
use words::spoken::SpokenView;
use words::spoken::catsle::{place_of, places};

use super::{
    BLUE, Centre, DrawnCard, Face, GREEN, GREY, Ink, Part, PlayedCard, PlayedCards, RED, Row,
    SuitMark, YELLOW, token, trick_title,
};

impl Face for State {
    fn parts(sight: SpokenView<'_, State>, action: Action) -> Vec<Part> {
        match action {
            Action::Play(played) => vec![Part::card(played, card(played))],
            Action::Take(taken, place) => {
                let label = head(sight, place);
                let place = Part::words(place, label).with_key(place.letter());
                vec![Part::card(taken, card(taken)), place]
            }
        }
    }

    fn hand(sight: SpokenView<'_, State>) -> Vec<DrawnCard> {
        sight.view.own.iter().flat_map(|(_, own)| own.hand.iter()).map(card).collect()
    }

    fn played_cards(sight: SpokenView<'_, State>) -> PlayedCards {
        let open = &sight.view.open;
        let Some(number) = shown(open) else { return PlayedCards::default() };
        let (n_seats, rules) = (sight.n_seats(), open.rules());
        let trick = &open.tricks()[number];
        let ranking = trick.ranking(n_seats);
        let n_played = trick.cards().len();
        let play = |(seat, played): (Seat, Card)| {
            let rank = ranking[..n_played].iter().position(|&ranked| ranked == seat);
            let note = rank.map(|rank| {
                let n_takes = rules.takes().iter().filter(|&&takes| usize::from(takes) == rank);
                let (rank, takes) = ((rank as i64 + 1).into(), (n_takes.count() as i64).into());
                sight.tell("catsle-face-rank", &[("rank", rank), ("takes", takes)])
            });
            let name = sight.card(played.suit().name(), played.rank());
            PlayedCard { seat, card: card(played), name, note, best: rank == Some(0) }
        };
        let is_over = number < open.n_finished();
        let (led, out) = (trick.led().map(suit), open.out().map(suit));
        let suits = [("face-led", led), ("catsle-face-out", out)];
        PlayedCards {
            title: trick_title(sight, is_over, &suits),
            is_over,
            // The centre shows the ranks.
            has_notes: false,
            plays: trick.plays(n_seats).map(play).collect(),
        }
    }

    fn chip(sight: SpokenView<'_, State>, seat: Seat) -> Vec<String> {
        let open = &sight.view.open;
        let score = open.score(seat);
        let (points, perfect) = (score.sum.into(), score.perfect.into());
        let worth = sight.tell("catsle-face-worth", &[("points", points), ("perfect", perfect)]);
        let columns = places(open.rules()).map(|place| column(sight, seat, place));
        [worth].into_iter().chain(columns).collect()
    }

    fn chip_row(sight: SpokenView<'_, State>, seat: Seat) -> Row {
        let open = &sight.view.open;
        let board = open.board(seat);
        let mut row = Row::default();
        for place in places(open.rules()) {
            let n_cards = board.counts()[place.index()];
            let limit = limit(open, place);
            let suit = board.suit_at(place).map(suit);
            row.add(format!("{place}"), Ink::Dim);
            match suit {
                Some(suit) => row.suit(suit),
                None => row.add(" –", Ink::Dim),
            }
            let (count, ink) = match limit {
                None => (n_cards.to_string(), Ink::Plain),
                Some(limit) if n_cards > limit => (format!("{n_cards}/{limit}!"), Ink::Bad),
                Some(limit) if n_cards == limit => (format!("{n_cards}/{limit}✓"), Ink::Good),
                Some(limit) => (format!("{n_cards}/{limit}"), Ink::Plain),
            };
            row.add(format!("{count:<5}"), ink);
        }
        let score = open.score(seat);
        let ink = if score.sum < 0 { Ink::Bad } else { Ink::Strong };
        row.add(format!("{:>4}", format!("{:+}", score.sum).replace('-', "−")), ink);
        row
    }

    fn space_needed(sight: SpokenView<'_, State>) -> (u16, u16) {
        let rules = sight.view.open.rules();
        (rules.n_offered().into(), u16::from(rules.n_dealt()) * 7)
    }

    fn centre(sight: SpokenView<'_, State>, max_rows: usize) -> Centre {
        let open = &sight.view.open;
        let rows = shown(open).map_or_else(Vec::new, |number| ranked(sight, number));
        let title: String =
            Self::played_cards(sight).title.0.into_iter().map(|(text, _)| text).collect();
        let title = if title.is_empty() { sight.say("face-trick") } else { title };
        let tallest = open.rules().limits().into_iter().max().unwrap_or_default();
        let walls = walls(sight, usize::from(tallest));
        let mut board = Centre { title, rows };
        if max_rows > board.rows.len() + walls.len() + 1 {
            board.rows.push(Row::default());
            board.rows.extend(walls);
        }
        board
    }

    fn centre_in_words(sight: SpokenView<'_, State>) -> Vec<String> {
        let open = &sight.view.open;
        let Some(number) = shown(open) else { return Vec::new() };
        taken_in(open, number).map(|taken| took(sight, taken)).collect()
    }

    fn last_trick(sight: SpokenView<'_, State>) -> Vec<String> {
        let open = &sight.view.open;
        let Some(number) = open.n_finished().checked_sub(1) else { return Vec::new() };
        let trick = &open.tricks()[number];
        let mut told = Vec::new();
        let extra = open.extras().get(number).copied();
        told.extend(
            extra.map(|card| sight.seen(&Seen::ExtraCard { trick: number as u8 + 1, card })),
        );
        for (order, (seat, card)) in trick.plays(sight.n_seats()).enumerate() {
            told.push(sight.seen(&match order {
                0 => Seen::Led { trick: number as u8 + 1, seat, card },
                _ => Seen::Followed { seat, card },
            }));
        }
        told.extend(taken_in(open, number).map(|taken| took(sight, taken)));
        told
    }
}

fn took(sight: SpokenView<'_, State>, taken: Taken) -> String {
    let Taken { seat, card, place, trick: _ } = taken;
    sight.seen(&Seen::Taken { seat, card, place })
}

/// The trick by rank: takes, taken cards with their takers, and the extra card.
fn ranked(sight: SpokenView<'_, State>, number: usize) -> Vec<Row> {
    let open = &sight.view.open;
    let taken: Vec<Taken> = taken_in(open, number).collect();
    let over = taken.len() == open.rules().takes().len();
    let mut rows = Vec::new();
    let gone = |stone: Card, row: &mut Row| {
        if let Some(taken) = taken.iter().find(|taken| taken.card == stone) {
            row.add(format!(" → {}", sight.words.seat(taken.seat)), Ink::Plain);
        } else if over {
            row.add(format!(" {}", sight.say("catsle-face-left-over")), Ink::Dim);
        }
    };
    let trick = &open.tricks()[number];
    let n_played = trick.cards().len();
    for (rank, &seat) in trick.ranking(sight.n_seats())[..n_played].iter().enumerate() {
        let Some(stone) = trick.card_of(seat, sight.n_seats()) else { continue };
        let n_takes = open.rules().takes().iter().filter(|&&takes| usize::from(takes) == rank);
        let facts =
            [("rank", (rank as i64 + 1).into()), ("takes", (n_takes.count() as i64).into())];
        let mut row = Row::of(" ", Ink::Plain);
        row.card(&card(stone), 6);
        row.add(format!("{} {:<8}", token(seat), sight.words.seat(seat)), Ink::Plain);
        row.add(format!("{:<12}", sight.tell("catsle-face-rank", &facts)), Ink::Dim);
        gone(stone, &mut row);
        rows.push(row);
    }
    if let Some(&extra) = open.extras().get(number) {
        let mut row = Row::of(" ", Ink::Plain);
        row.card(&card(extra), 6);
        row.add(sight.say("catsle-face-extra"), Ink::Dim);
        gone(extra, &mut row);
        rows.push(row);
    }
    rows
}

/// All castles as walls, with a dotted line at each column's limit.
fn walls(sight: SpokenView<'_, State>, height: usize) -> Vec<Row> {
    let open = &sight.view.open;
    let mut rows = Vec::new();
    let tallest = sight.around().flat_map(|seat| open.board(seat).counts()).max();
    let height = height.max(tallest.unwrap_or_default().into());
    for level in (1..=height).rev() {
        let mut row = Row::default();
        for seat in sight.around() {
            row.add(" ", Ink::Plain);
            for place in places(open.rules()) {
                let n_cards = usize::from(open.board(seat).counts()[place.index()]);
                let limit = limit(open, place).map(usize::from);
                let stones = open.board(seat).suit_at(place).map(suit);
                match stones {
                    Some(suit) if n_cards >= level => {
                        row.add(suit.shape.to_string().repeat(2), Ink::Hue(suit.hue));
                    }
                    Some(_) | None if limit.is_some_and(|limit| level <= limit) => {
                        row.add("··", Ink::Dim);
                    }
                    Some(_) | None => row.add("  ", Ink::Plain),
                }
                row.add(" ", Ink::Plain);
            }
        }
        rows.push(row);
    }
    let width = places(open.rules()).count() * 3;
    let mut names = Row::default();
    for seat in sight.around() {
        let name: String = sight.words.seat(seat).chars().take(width - 3).collect();
        let ink = if sight.me() == Some(seat) { Ink::Accent } else { Ink::Plain };
        names.add(format!(" {:<width$}", format!("{} {name}", token(seat))), ink);
    }
    rows.push(names);
    rows
}

/// A place of a board in a sentence.
fn column(sight: SpokenView<'_, State>, seat: Seat, place: Place) -> String {
    let open = &sight.view.open;
    let (id, facts) = place_of(open.rules(), open.board(seat), place);
    sight.tell(id, &facts)
}

/// A place of the player's board in short: letter, suit and fill.
fn head(sight: SpokenView<'_, State>, place: Place) -> String {
    let open = &sight.view.open;
    let Some(me) = sight.me() else { return place.to_string() };
    let n_cards = open.board(me).counts()[place.index()];
    let here = open.board(me).suit_at(place).map(|here| suit(here).text());
    let limit = limit(open, place).map(|limit| format!("/{limit}")).unwrap_or_default();
    format!("{place}: {} {n_cards}{limit}", here.unwrap_or_else(|| "–".to_owned()))
}

/// The number of the shown trick: the current one, or the last one until the next lead.
fn shown(open: &Open) -> Option<usize> {
    open.tricks().iter().rposition(|trick| !trick.cards().is_empty())
}

fn taken_in(open: &Open, number: usize) -> impl Iterator<Item = Taken> + '_ {
    open.taken().filter(move |taken| usize::from(taken.trick) == number)
}

/// The limit of a column. The scrap area has none.
fn limit(open: &Open, place: Place) -> Option<u8> {
    open.rules().limits().get(place.index()).copied()
}

fn card(stone: Card) -> DrawnCard {
    DrawnCard::of(suit(stone.suit()), stone.rank())
}

fn suit(suit: Suit) -> SuitMark {
    match suit {
        Suit::Red => RED,
        Suit::Blue => BLUE,
        Suit::Green => GREEN,
        Suit::Grey => GREY,
        Suit::Yellow => YELLOW,
    }
}
