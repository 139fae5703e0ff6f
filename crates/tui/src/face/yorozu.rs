//! Yorozu: the face-up pair, the open seasons, the taken cards and secret choices.

use rules::yorozu::{
    Action, Card, Multiplier, Phase, Place, RulesLevel, Season, Seasons, Seen, State,
};
use rules::{Fact, Open as _, Seat};
use words::spoken::yorozu::{card_name, multiplier_name};
use words::spoken::{Spoken as _, SpokenView};

use super::{
    Centre, DrawnCard, Face, Hue, Ink, Part, PlayedCard, PlayedCards, Row, SuitMark, token,
};

const SPRING: SuitMark = SuitMark::new(Hue::Spring, '✿', "sp");
const SUMMER: SuitMark = SuitMark::new(Hue::Summer, '☼', "su");
const FALL: SuitMark = SuitMark::new(Hue::Fall, '♠', "fa");
const WINTER: SuitMark = SuitMark::new(Hue::Winter, '✻', "wi");
const YOROZU: SuitMark = SuitMark::new(Hue::Yorozu, '◉', "yo");

/// The dummy's place with 3 players.
const DUMMY: Seat = Seat::new(3);

impl Face for State {
    fn parts(sight: SpokenView<'_, State>, action: Action) -> Vec<Part> {
        vec![match action {
            Action::Play(played) | Action::Swap(played) => {
                Part::card(played, drawn_card(sight, played))
            }
            Action::Redeal(wish) => {
                let id = if wish { "yes" } else { "no" };
                Part::words(id, State::label(sight, action))
            }
            Action::First(seat) => Part::words(seat, sight.words.seat(seat).into_owned()),
            Action::Use(card) => Part::words(card, multiplier(sight, card)),
            Action::Token(season) => {
                let facts = sight.say(season.name());
                Part::words(season.letters(), format!("{} {facts}", suit(season).text()))
            }
        }]
    }

    fn hand(sight: SpokenView<'_, State>) -> Vec<DrawnCard> {
        let own = sight.view.own.as_ref().map(|(_, own)| own);
        let held = own.into_iter().flat_map(|own| own.hand.iter());
        let sealed = own.and_then(|own| own.sealed);
        held.map(|card| {
            let mut shown = drawn_card(sight, card);
            if sealed == Some(card) {
                shown.more.push('✓');
            }
            shown
        })
        .collect()
    }

    fn private_facts(sight: SpokenView<'_, State>) -> Vec<String> {
        let Some((_, own)) = &sight.view.own else { return Vec::new() };
        let mut asides = Vec::new();
        if sight.view.open.phase() == Phase::Redeal && !sight.is_asked() {
            let id = if own.wish { "yorozu-face-wished" } else { "yorozu-face-kept" };
            asides.push(sight.say(id));
        }
        if !own.multipliers.is_empty() {
            let names: Vec<String> =
                own.multipliers.iter().map(|card| multiplier(sight, card)).collect();
            let yours = sight.say("yorozu-face-your-multipliers");
            asides.push(format!("{yours} {}", names.join("  ")));
        }
        asides
    }

    fn played_cards(sight: SpokenView<'_, State>) -> PlayedCards {
        let open = &sight.view.open;
        let Some(plays) = open.plays().last().filter(|_| open.up().is_some()) else {
            return PlayedCards::default();
        };
        let play = |seat: Seat| PlayedCard {
            seat,
            card: drawn_card(sight, plays[seat]),
            name: short_name(sight, plays[seat]),
            note: None,
            best: false,
        };
        let title = Row::of(sight.say("yorozu-face-played"), Ink::Plain);
        let plays = Seat::all(sight.n_seats()).map(play).collect();
        PlayedCards { title, is_over: true, has_notes: false, plays }
    }

    fn chip(sight: SpokenView<'_, State>, seat: Seat) -> Vec<String> {
        let open = &sight.view.open;
        let (fish, crows) = counts(sight, seat);
        let mut chip = vec![
            sight.tell("yorozu-face-fish", &[("n", fish.into())]),
            sight.tell("yorozu-face-booze", &[("n", open.booze(seat).into())]),
            sight.tell("yorozu-face-crows", &[("n", crows.into())]),
        ];
        chip.extend(seat_notes(sight, seat));
        if !open.markers(seat).is_empty() {
            let names: Vec<String> =
                open.markers(seat).iter().map(|season| sight.say(season.name())).collect();
            let none_of = sight.say("yorozu-face-none-of");
            chip.push(format!("{none_of} {}", sight.words.list(&names)));
        }
        chip.extend(open.in_use(seat).map(|card| multiplier_name(sight.words, open.rules(), card)));
        for season in Season::ALL {
            let n = open.tokens(seat)[season as usize];
            if open.rules().level == RulesLevel::Advanced && n > 0 {
                let facts = [("season", Fact::Name(season.name())), ("n", n.into())];
                chip.push(sight.tell("yorozu-told-tokens", &facts));
            }
        }
        let taken: Vec<String> = open.taken(seat).map(|card| short_name(sight, card)).collect();
        if !taken.is_empty() {
            chip.push(sight.tell("yorozu-told-taken", &[("cards", taken.join(", ").into())]));
        }
        chip
    }

    fn chip_row(sight: SpokenView<'_, State>, seat: Seat) -> Row {
        let open = &sight.view.open;
        let (fish, crows) = counts(sight, seat);
        let mut row = Row::default();
        let things = [
            ("yorozu-face-fish", fish),
            ("yorozu-face-booze", open.booze(seat)),
            ("yorozu-face-crows", crows),
        ];
        for (id, n) in things {
            let ink = if n == 0 { Ink::Dim } else { Ink::Plain };
            row.add(format!("{:<8}", sight.tell(id, &[("n", n.into())])), ink);
        }
        for doing in seat_notes(sight, seat) {
            row.add(format!("{doing} "), Ink::Good);
        }
        if !open.markers(seat).is_empty() {
            row.add(sight.say("yorozu-face-none-of"), Ink::Dim);
            for season in open.markers(seat).iter() {
                row.add(" ", Ink::Plain);
                row.suit(suit(season));
            }
            row.add(" ", Ink::Plain);
        }
        if let Some(card) = open.in_use(seat) {
            row.add(multiplier(sight, card), Ink::Plain);
        }
        if open.rules().level == RulesLevel::Advanced {
            for season in Season::ALL {
                let n = open.tokens(seat)[season as usize];
                if n > 0 {
                    row.suit(suit(season));
                    row.add(format!("×{n} "), Ink::Plain);
                }
            }
        }
        row
    }

    fn space_needed(_: SpokenView<'_, State>) -> (u16, u16) {
        (6, 78)
    }

    fn centre(sight: SpokenView<'_, State>, max_rows: usize) -> Centre {
        let open = &sight.view.open;
        let mut rows = Vec::new();
        if let Some([low, high]) = open.up() {
            let mut row = Row::default();
            let dummy = open.dummy_up().map(|card| ("yorozu-face-dummy", card));
            let pair = [("yorozu-face-lowest", low), ("yorozu-face-highest", high)];
            for (id, card) in pair.into_iter().chain(dummy) {
                row.add(format!(" {} ", sight.say(id)), Ink::Dim);
                row.card(&drawn_card(sight, card), 6);
            }
            rows.push(row);
            rows.push(seasons(sight, open.open_seasons()));
        }
        if !open.plays().is_empty() && open.up().is_some() {
            if max_rows > 2 * rows.len() + 5 {
                rows.push(Row::default());
            }
            let dummy = open.rules().has_dummy().then_some(DUMMY);
            for place in sight.around().chain(dummy) {
                let is_dummy = Some(place) == dummy;
                let name = if is_dummy {
                    sight.say("yorozu-dummy")
                } else {
                    format!("{} {}", token(place), sight.words.seat(place))
                };
                let name: String = name.chars().take(10).collect();
                let mut row = Row::of(format!(" {name:<11}"), Ink::Plain);
                for card in open.taken(place) {
                    let suit = card.season().map_or(YOROZU, suit);
                    let text = format!("{}{}", suit.letters, card.value());
                    row.add(format!("{text:<5}"), Ink::Hue(suit.hue));
                }
                rows.push(row);
            }
        }
        if max_rows > rows.len() {
            rows.push(Row::of(format!(" {}", sight.say("yorozu-told-legend")), Ink::Dim));
        }
        Centre { title: sight.say("yorozu-face-taken"), rows }
    }

    fn centre_in_words(sight: SpokenView<'_, State>) -> Vec<String> {
        let open = &sight.view.open;
        let Some([low, high]) = open.up() else { return Vec::new() };
        let mut told = Vec::new();
        let dummy = open.dummy_up().map(|card| ("yorozu-face-dummy", card));
        let pair = [("yorozu-face-lowest", low), ("yorozu-face-highest", high)];
        for (id, card) in pair.into_iter().chain(dummy) {
            let facts = [("what", sight.say(id).into()), ("cards", card_name(sight, card).into())];
            told.push(sight.tell("tui-told-cards", &facts));
        }
        let open_seasons = open.open_seasons();
        let kinds =
            [("yorozu-face-open", open_seasons), ("yorozu-face-closed", open_seasons.others())];
        for (id, some) in kinds {
            let names: Vec<String> = some.iter().map(|season| sight.say(season.name())).collect();
            if !names.is_empty() {
                let cards = sight.words.list(&names).into();
                let facts = [("what", sight.say(id).into()), ("cards", cards)];
                told.push(sight.tell("tui-told-cards", &facts));
            }
        }
        told
    }

    fn last_trick(sight: SpokenView<'_, State>) -> Vec<String> {
        let open = &sight.view.open;
        let number = usize::from(open.n_rounds());
        let Some(plays) = number.checked_sub(1).and_then(|last| open.plays().get(last)) else {
            return Vec::new();
        };
        let dummy = open.rules().has_dummy().then_some((Place::Dummy, DUMMY));
        let seats = Seat::all(sight.n_seats()).map(|seat| (Place::Seat(seat), seat));
        let places: Vec<(Place, Seat)> = seats.chain(dummy).collect();
        let revealed = places.iter().map(|&(place, seat)| {
            sight.seen(&Seen::Revealed { round: number as u8, place, card: plays[seat] })
        });
        let took = places.iter().filter_map(|&(place, seat)| {
            let card = open.taken(seat).nth(number - 1)?;
            Some(sight.seen(&Seen::Took { place, card }))
        });
        revealed.chain(took).collect()
    }
}

/// Which seasons are open, and which are closed.
fn seasons(sight: SpokenView<'_, State>, open: Seasons) -> Row {
    let mut row = Row::default();
    for (id, some) in [("yorozu-face-open", open), ("yorozu-face-closed", open.others())] {
        if some.is_empty() {
            continue;
        }
        row.add(format!(" {} ", sight.say(id)), Ink::Dim);
        for season in some.iter() {
            if some == open {
                row.suit(suit(season));
            } else {
                row.add(suit(season).text(), Ink::Gone(suit(season).hue));
            }
            row.add(" ", Ink::Plain);
        }
    }
    row
}

/// Whether a seat has chosen, and its points in the last feast.
fn seat_notes(sight: SpokenView<'_, State>, seat: Seat) -> Vec<String> {
    let open = &sight.view.open;
    let ended = open.feasts() > 0 && open.n_rounds() > 0;
    let between = !matches!(open.phase(), Phase::Play | Phase::Swap);
    let mut seat_notes = Vec::new();
    if matches!(open.phase(), Phase::Redeal | Phase::Play) && open.chosen().has(seat) {
        seat_notes.push(sight.say("face-done"));
    }
    if ended && between {
        seat_notes.push(sight.points("yorozu-face-this-feast", open.points(seat)));
    }
    seat_notes
}

/// The fish and crows of a seat.
fn counts(sight: SpokenView<'_, State>, seat: Seat) -> (u8, u8) {
    let open = &sight.view.open;
    let fish = open.taken(seat).map(|card| open.rules().fish(card)).sum();
    (fish, open.taken(seat).filter(|card| card.is_crow()).count() as u8)
}

/// A card with its icons as letters: fish, booze or a crow.
fn drawn_card(sight: SpokenView<'_, State>, card: Card) -> DrawnCard {
    let rules = sight.view.open.rules();
    let suit = card.season().map_or(YOROZU, suit);
    let more = match rules.fish(card) {
        _ if card.is_crow() => "c".to_owned(),
        _ if rules.booze_cards().has(card) => "b".to_owned(),
        n => "•".repeat(n.into()),
    };
    DrawnCard {
        suit: Some(SuitMark { letters: "", ..suit }),
        value: format!("{}{}", suit.letters, card.value()),
        more,
    }
}

fn short_name(sight: SpokenView<'_, State>, card: Card) -> String {
    sight.card(card.season().map_or("season-yorozu", Season::name), card.value())
}

/// A multiplier card in short.
fn multiplier(sight: SpokenView<'_, State>, card: Multiplier) -> String {
    let rules = sight.view.open.rules();
    let mut text = card.to_string();
    for season in Season::ALL {
        let times = rules.multiplier(card, season);
        if times != 1 {
            text.extend([" ", &suit(season).text(), "×", &super::signed(times)]);
        }
    }
    text
}

fn suit(season: Season) -> SuitMark {
    match season {
        Season::Spring => SPRING,
        Season::Summer => SUMMER,
        Season::Fall => FALL,
        Season::Winter => WINTER,
    }
}
