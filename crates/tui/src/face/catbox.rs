//! Cat in the Box: the research sheet, and a hand whose cards have no colour until one is named.

use rules::catbox::{
    Action, Cell, Cells, Colour, Illegal, MAX_VALUE, Own, Phase, Seen, State, Trick, Value,
};
use rules::{Fact, Open as _, Seat};
use words::spoken::SpokenView;
use words::spoken::catbox::stuck;

use super::{
    BLUE, Centre, DrawnCard, Face, GREEN, Ink, Part, PlayedCards, RED, Row, SuitMark, YELLOW,
    contest, shown, token,
};

impl Face for State {
    fn parts(sight: SpokenView<'_, State>, action: Action) -> Vec<Part> {
        let digit = |number: u8| char::from(b'0' + number);
        match action {
            Action::Discard(value) => vec![pick(sight, value)],
            Action::Bid(bid) => {
                let label = sight.tell("catbox-face-to-bid", &[("bid", bid.into())]);
                vec![Part::words(bid, label).with_key(digit(bid))]
            }
            Action::Play(cell) => {
                let colour = suit(cell.colour());
                let card =
                    DrawnCard { suit: Some(colour), value: String::new(), more: String::new() };
                vec![pick(sight, cell.value()), Part::card(cell.colour().letter(), card)]
            }
        }
    }

    fn hand(sight: SpokenView<'_, State>) -> Vec<DrawnCard> {
        let own = sight.view.own.as_ref().map(|(_, own)| *own).unwrap_or_default();
        held(own).map(|value| bare(own, value)).collect()
    }

    fn private_facts(sight: SpokenView<'_, State>) -> Vec<String> {
        let aside = sight.view.own.as_ref().and_then(|(_, own)| own.aside);
        let told =
            |value: Value| sight.tell("catbox-face-set-aside", &[("value", value.number().into())]);
        aside.map(told).into_iter().collect()
    }

    fn played_cards(sight: SpokenView<'_, State>) -> PlayedCards {
        let open = &sight.view.open;
        let Some(trick) = shown(open.tricks()) else { return PlayedCards::default() };
        let suits = [("face-led", trick.led().map(suit))];
        contest(sight, trick, trick.winner(sight.n_seats()), &suits, |cell: Cell| {
            (card(cell), sight.card(cell.colour().name(), cell.value().number()))
        })
    }

    fn chip(sight: SpokenView<'_, State>, seat: Seat) -> Vec<String> {
        let mut chip = seat_actions(sight, seat);
        let given_up = sight.view.open.given_up(seat);
        if !given_up.is_empty() {
            let names: Vec<String> =
                given_up.iter().map(|colour| sight.say(colour.name())).collect();
            let colours = sight.words.list(&names).into();
            chip.push(sight.tell("catbox-face-gave-up", &[("colours", colours)]));
        }
        chip
    }

    fn chip_row(sight: SpokenView<'_, State>, seat: Seat) -> Row {
        let mut row = Row::default();
        let given_up = sight.view.open.given_up(seat);
        for colour in Colour::ALL {
            let suit = suit(colour);
            if given_up.has(colour) {
                row.add(" · ", Ink::Dim);
            } else {
                row.add(format!("{} ", suit.text()), Ink::Hue(suit.hue));
            }
        }
        row.add(format!(" {}", seat_actions(sight, seat).join(" · ")), Ink::Plain);
        row
    }

    fn space_needed(_: SpokenView<'_, State>) -> (u16, u16) {
        (5, 64)
    }

    fn centre(sight: SpokenView<'_, State>, max_rows: usize) -> Centre {
        let open = &sight.view.open;
        let rules = open.rules();
        let free = free(sight);
        let mut cells: Vec<Cell> = rules.cells().iter().collect();
        cells.sort_by_key(|&cell| rules.place(cell));
        let airy = max_rows > 2 * Colour::ALL.len();
        let mut rows = Vec::new();
        for line in cells.chunks(rules.max_value().into()) {
            let mut row = Row::default();
            if let Some(cell) = line.first() {
                row.add(" ", Ink::Plain);
                row.suit(suit(cell.colour()));
                row.add("  ", Ink::Plain);
            }
            for &cell in line {
                sheet_cell(sight, cell, free, &mut row);
            }
            if airy && !rows.is_empty() {
                rows.push(Row::default());
            }
            rows.push(row);
        }
        if !free.is_empty() {
            let mut legend = Row::of(" [1] ", Ink::Accent);
            legend.add(sight.say("catbox-face-can"), Ink::Dim);
            rows.push(legend);
        }
        Centre { title: sight.say("catbox-face-sheet"), rows }
    }

    fn centre_in_words(sight: SpokenView<'_, State>) -> Vec<String> {
        let open = &sight.view.open;
        let mut told = Vec::new();
        for colour in Colour::ALL {
            let mut taken = Vec::new();
            for value in Value::up_to(open.rules().max_value()) {
                let cell = Cell::new(colour, value);
                if open.covered().has(cell) {
                    let by = owner(sight, cell).map_or_else(
                        || sight.say("catbox-face-neutral"),
                        |seat| sight.words.seat(seat).into_owned(),
                    );
                    let facts = [("value", value.number().into()), ("by", by.into())];
                    taken.push(sight.tell("catbox-told-cell", &facts));
                }
            }
            let (n, cells) = ((taken.len() as i64).into(), taken.join(", ").into());
            let colour = ("colour", Fact::Name(colour.name()));
            told.push(sight.tell("catbox-told-row", &[colour, ("n", n), ("cells", cells)]));
        }
        let paradox = open.paradox();
        told.extend(
            paradox.map(|paradox| {
                sight.seen(&Seen::Paradox { seat: paradox.seat, hand: paradox.hand })
            }),
        );
        told
    }

    fn last_trick(sight: SpokenView<'_, State>) -> Vec<String> {
        let open = &sight.view.open;
        let Some(number) = open.n_finished().checked_sub(1) else { return Vec::new() };
        tell(sight, number, open.tricks()[number])
    }

    /// The hand of a paradox, a few cards in a row: for each colour who covers it, or a cross if it was given up.
    fn below_sheet(sight: SpokenView<'_, State>) -> Vec<Row> {
        const IN_A_ROW: usize = 3;
        let open = &sight.view.open;
        let Some(paradox) = open.paradox() else { return Vec::new() };
        let title = sight.tell("catbox-sheet-stuck", &[("seat", paradox.seat.into())]);
        let mut first = Row::of(format!("{title}: "), Ink::Strong);
        first.add(format!("{} ×", sight.say("catbox-sheet-stuck-legend")), Ink::Dim);
        let mut rows = vec![first];
        for cards in open.stuck_cards().chunks(IN_A_ROW) {
            let mut row = Row::default();
            for stuck in cards {
                let n = stuck.n_cards;
                let more = if n > 1 { format!("×{n}") } else { String::new() };
                let card = DrawnCard { suit: None, value: stuck.value.to_string(), more };
                row.card(&card, 4);
                for (colour, why) in Colour::ALL.into_iter().zip(&stuck.why) {
                    row.suit(suit(colour));
                    row.add(format!("{} ", closed_by(why)), Ink::Plain);
                }
                row.add("  ", Ink::Plain);
            }
            rows.push(row);
        }
        rows
    }

    fn below_sheet_in_words(sight: SpokenView<'_, State>) -> Vec<String> {
        stuck(sight)
    }
}

/// Why a colour was closed, as a mark: the token on its cell, or a cross.
fn closed_by(why: &Illegal) -> char {
    let Illegal::Covered(_, by) = *why else { return '×' };
    by.map_or('–', |(seat, _)| token(seat))
}

fn tell(sight: SpokenView<'_, State>, number: usize, trick: Trick) -> Vec<String> {
    let n_seats = sight.n_seats();
    let mut told = Vec::new();
    for (order, (seat, cell)) in trick.plays(n_seats).enumerate() {
        told.push(sight.seen(&match order {
            0 => Seen::Led { trick: number as u8 + 1, seat, cell },
            _ => Seen::Followed { seat, cell },
        }));
    }
    let won = trick.winner(n_seats).and_then(|seat| Some((seat, trick.card_of(seat, n_seats)?)));
    told.extend(won.map(|(seat, cell)| sight.seen(&Seen::TrickWon { seat, cell })));
    told
}

/// The actions of a seat in this round.
fn seat_actions(sight: SpokenView<'_, State>, seat: Seat) -> Vec<String> {
    let open = &sight.view.open;
    let won = open.won(seat);
    let group = open.rules().largest_group(open.tokens(seat));
    let ended = open.has_ended_round();
    let mut chip = Vec::new();
    if let Some(bid) = open.bid(seat) {
        let id =
            if open.phase() == Phase::Bid { "catbox-face-bids-so-many" } else { "catbox-face-bid" };
        chip.push(sight.tell(id, &[("bid", bid.into()), ("won", won.into())]));
    } else if !open.tricks().is_empty() {
        chip.push(sight.tell("catbox-face-won", &[("won", won.into())]));
    } else if open.phase() == Phase::SetAside && open.set_aside().has(seat) {
        chip.push(sight.say("face-done"));
    }
    if group > 0 && !ended {
        chip.push(sight.tell("catbox-face-group", &[("n", group.into())]));
    }
    if ended {
        chip.push(sight.points("face-this-round", open.points(seat)));
    }
    chip
}

/// The cells that the player's hand can cover. Before the first trick, all cells.
fn free(sight: SpokenView<'_, State>) -> Cells {
    let open = &sight.view.open;
    let own = sight.view.own.as_ref().filter(|_| open.phase() == Phase::Play);
    own.map_or(Cells::NONE, |(seat, own)| own.hand.free_cells(open.covered(), open.given_up(*seat)))
}

fn owner(sight: SpokenView<'_, State>, cell: Cell) -> Option<Seat> {
    Seat::all(sight.n_seats()).find(|&seat| sight.view.open.tokens(seat).has(cell))
}

fn sheet_cell(sight: SpokenView<'_, State>, cell: Cell, free: Cells, row: &mut Row) {
    let open = &sight.view.open;
    let value = cell.value();
    if let Some(seat) = owner(sight, cell) {
        let ink = if sight.me() == Some(seat) { Ink::Accent } else { Ink::Strong };
        row.add(format!(" {value}"), Ink::Dim);
        row.add(format!("{} ", token(seat)), ink);
    } else if open.covered().has(cell) {
        row.add(format!(" {value}"), Ink::Dim);
        row.add("× ", Ink::Strong);
    } else if free.has(cell) {
        row.add(format!("[{value}] "), Ink::Accent);
    } else {
        row.add(format!(" {value}  "), Ink::Plain);
    }
}

/// A card of the hand as part of an action.
fn pick(sight: SpokenView<'_, State>, value: Value) -> Part {
    let own = sight.view.own.as_ref().map(|(_, own)| *own).unwrap_or_default();
    Part::card(value, bare(own, value)).with_key(char::from(b'0' + value.number()))
}

fn held(own: Own) -> impl Iterator<Item = Value> {
    Value::up_to(MAX_VALUE).filter(move |&value| own.hand.count(value) > 0)
}

/// A card without colour, with its number of copies.
fn bare(own: Own, value: Value) -> DrawnCard {
    let n = own.hand.count(value);
    let more = if n > 1 { format!("×{n}") } else { String::new() };
    DrawnCard { suit: None, value: value.to_string(), more }
}

fn card(cell: Cell) -> DrawnCard {
    DrawnCard::of(suit(cell.colour()), cell.value().number())
}

fn suit(colour: Colour) -> SuitMark {
    match colour {
        Colour::Red => RED,
        Colour::Blue => BLUE,
        Colour::Yellow => YELLOW,
        Colour::Green => GREEN,
    }
}
