//! Cat in the Box: the research sheet, the trick, and a hand whose cards have no colour until one is named.

use maud::{Markup, Render, html};
use rules::catbox::{
    Action, Ask, Cell, Cells, Colour, Colours, Danger, Illegal, MAX_SEATS, Open, Own, Paradox,
    Phase, Radar, Rules, Seen, State, StuckCard, Trick, Value,
};
use rules::{Game as _, Open as _, Seat, Term};
use words::example::catbox::{Picture, Tokens, covered, notes};
use words::example::n_seats;
use words::spoken::catbox::stuck_reason;

use super::Face;
use super::ask::{Asked, Pick, in_one_step, in_two_steps};
use super::card::{card, card_name, cat, face, lettered, shape, suit, token};
use super::scene::{AlwaysNew, Scene, Sight};
use super::sheet::term_text;
use super::trick::{TrickCard, Which, about, in_order, last_finished, plays, trick, tricks};
use super::write::{Text, written};
use crate::art::catbox as art;
use crate::piece::Pieces;

impl Face for State {
    const EMBLEM: &'static str = include_str!("../../assets/catbox.svg");
    const CATS: super::CardCats = (1..=9, art::card_cat);
    const SCENE: fn() -> String = art::scene;
    const HAS_SEALED_CHOICES: bool = true;
    const HAS_PARADOXES: bool = true;

    fn board(sight: &Sight<'_, State>, pieces: &mut Pieces) {
        pieces.draw("sheet", &sheet(sight));
        tricks(pieces, |pieces| {
            sight.put_trick(pieces, Which::This, this_key, this);
            sight.put_trick(
                pieces,
                Which::Last,
                |scene| last_finished(scene.open.tricks(), scene.open.n_finished()),
                |scene, last, out| lying(scene, last.as_ref(), Which::Last, out),
            );
        });
    }

    /// Nearly every card changes some chip.
    type ChipKey = AlwaysNew;

    fn chip_key(_: &Open, _: Seat) -> AlwaysNew {
        AlwaysNew
    }

    fn chip(scene: &Scene<'_, State>, seat: Seat, _: &AlwaysNew) -> Markup {
        let open = scene.open;
        let (won, tokens) = (open.won(seat), open.tokens(seat));
        let group = open.rules().largest_group(tokens);
        let ended = open.has_ended_round();
        html! {
            @if let Some(bid) = open.bid(seat).filter(|_| open.phase() == Phase::Bid) {
                span { (scene.tell("catbox-face-bids-so-many", &[("bid", bid.into())])) }
            } @else if let Some(bid) = open.bid(seat) {
                span title=(scene.say("catbox-face-exact")) {
                    (scene.tell("catbox-face-bid", &[("bid", bid.into()), ("won", won.into())]))
                }
            } @else if !open.tricks().is_empty() {
                span { (scene.tell("catbox-face-won", &[("won", won.into())])) }
            } @else if open.phase() == Phase::SetAside && open.set_aside().has(seat) {
                span.done { (scene.say("face-done")) }
            }
            @if group > 0 {
                " " span title=(group_means(scene)) { (scene.tell("catbox-face-group", &[("n", group.into())])) }
            }
            @if ended {
                " " span { (scene.points("face-this-round", open.points(seat))) }
            }
            " " (colours(scene, open.given_up(seat)))
        }
    }

    fn hand(sight: &Sight<'_, State>, out: &mut String) {
        let Some((_, own)) = &sight.view.own else { return };
        let asked = Asked::of(sight);
        match asked.ask() {
            Some(Ask::Play) => declare(sight, &asked, own, out),
            Some(Ask::SetAside) => {
                let pick = |value: Value| {
                    let inside = bare(value, own.hand.count(value));
                    let label = sight.tell("catbox-face-card", &[("value", value.number().into())]);
                    asked.button(Action::Discard(value), ["card", ""], label, inside)
                };
                let picks = in_one_step(sight, "catbox-face-to-set-aside", held(own).map(pick));
                asked.form(sight, &picks, out);
            }
            Some(Ask::Bid) => {
                let bid = |action| {
                    let Action::Bid(n) = action else { return None };
                    let label = sight.tell("catbox-face-to-bid", &[("bid", n.into())]);
                    Some(asked.button(action, ["answer", ""], label.clone(), label))
                };
                let bids = asked.iter().filter_map(bid);
                let bids = html! { div.answers { @for bid in bids { (bid) } } };
                asked.form(sight, &bids, out);
                html! { p.note.exact { (sight.say("catbox-face-exact")) } }.render_to(out);
                Self::cards(sight, own, out);
            }
            None => Self::cards(sight, own, out),
        }
    }

    /// Also the card that was set aside.
    fn cards(scene: &Scene<'_, State>, own: &Own, out: &mut String) {
        html! {
            div.cards {
                @for value in held(own) {
                    (card(["", ""], one_or_more(scene, own, value), bare(value, own.hand.count(value))))
                }
            }
            @if let Some(value) = own.aside {
                p.note { (scene.tell("catbox-face-set-aside", &[("value", value.number().into())])) }
            }
        }
        .render_to(out);
    }

    fn term(scene: &Scene<'_, State>, seat: Seat, term: &Term, out: &mut String) {
        let open = scene.open;
        let (bid, won) = (open.bid(seat), ("won", open.won(seat).into()));
        let paid = open.paid_group(seat).filter(|_| term.column == "bonus");
        html! {
            @if term.column == "bid" {
                em class={ "tag " (term.code) } { (term_text(scene, term)) } " "
                @if let Some(bid) = bid { (scene.tell("catbox-face-bid", &[("bid", bid.into()), won])) }
                @else { (scene.tell("catbox-face-won", &[won])) }
            } @else {
                (term_text(scene, term))
                @if let Some(paid) = paid { " " (outline(open.rules(), paid)) }
            }
        }
        .render_to(out);
    }

    fn beside_sheet(scene: &Scene<'_, State>, out: &mut String) {
        if let Some(paradox) = scene.open.paradox() {
            stuck(scene, paradox).render_to(out);
        }
    }

    fn radar(sight: &Sight<'_, State>) -> Option<String> {
        let Radar { own, others } = Radar::of(sight.view)?;
        let mine = match own {
            Danger::None => sight.say("catbox-radar-none"),
            Danger::Certain => sight.say("catbox-radar-certain"),
            Danger::Possible { n_cells, n_before } => {
                let facts = [("cells", n_cells.into()), ("before", n_before.into())];
                sight.tell("catbox-radar-possible", &facts)
            }
            Danger::Choices { n_bad, n_choices } => {
                let facts = [("bad", n_bad.into()), ("choices", n_choices.into())];
                sight.tell("catbox-radar-choices", &facts)
            }
        };
        if others.is_empty() {
            return Some(mine.to_string());
        }
        let theirs = sight.tell("catbox-radar-others", &[("seats", others.into())]);
        Some(format!("{mine} {theirs}"))
    }
}

/// BOX-51: what the largest group of a seat is good for. With two players there are no bids.
fn group_means(scene: &Scene<'_, State>) -> Text {
    let has_bids = scene.n_seats() > 2;
    scene.say(if has_bids { "catbox-face-group-means" } else { "catbox-face-group-counts" })
}

/// The four colours, and which of them were given up.
fn colours(scene: &Scene<'_, State>, given_up: Colours) -> Markup {
    let label = if given_up.is_empty() {
        scene.say("catbox-face-all-colours")
    } else {
        let names = given_up.iter().map(|colour| scene.say(colour.name()).to_string());
        let colours = scene.words.list(&names.collect::<Vec<_>>());
        scene.tell("catbox-face-gave-up", &[("colours", colours.into())])
    };
    html! {
        span.colours role="img" aria-label=(label) {
            @for colour in Colour::ALL {
                span class={ (letter(colour)) @if given_up.has(colour) { " gone" } } {
                    (lettered(letter(colour)))
                }
            }
        }
    }
}

/// The research sheet: a row for each colour, with the token on each covered cell. Cells that the observer's hand can
/// still cover are marked.
fn sheet(sight: &Sight<'_, State>) -> Markup {
    let open = &sight.view.open;
    let rules = open.rules();
    // Before the first trick nothing is covered or given up.
    let own = sight.view.own.as_ref().filter(|_| open.phase() == Phase::Play);
    let free = own.map_or(Cells::NONE, |(seat, own)| {
        own.hand.free_cells(open.covered(), open.given_up(*seat))
    });
    let paid = paid_groups(sight);
    let mine = sight.me().filter(|_| !open.has_ended_round());
    let largest = largest_group(rules, mine.map_or(Cells::NONE, |me| open.tokens(me)));
    let unfinished = unfinished(sight);
    let mark = |cell| match paid.iter().find(|(_, group)| group.has(cell)) {
        Some((seat, _)) => PAID[seat.index()],
        None if unfinished.has(cell) => "unfinished",
        None if is_on(rules, largest, cell) => "group",
        None => "",
    };
    html! {
        table #sheet.sheet {
            caption {
                (sight.say("catbox-face-sheet"))
                @if !free.is_empty() { small { mark { "1" } " " (sight.say("catbox-face-can")) } }
                @if largest.is_some() {
                    small title=(group_means(sight)) {
                        span.group {} " " (sight.say("catbox-face-my-group"))
                        span.v { " (" (group_means(sight)) ")" }
                    }
                }
                @if !paid.is_empty() { small { span.group {} " " (sight.say("catbox-face-paid")) } }
                @if !unfinished.is_empty() { small { span.unfinished {} " " (sight.say("catbox-face-unfinished")) } }
            }
            (sheet_rows(sight, &|seat| open.tokens(seat), open.covered(), free, &mark))
        }
    }
}

/// The classes of a cell in a group that has scored, by seat.
const PAID: [&str; MAX_SEATS] = ["paid p0", "paid p1", "paid p2", "paid p3", "paid p4"];

/// BOX-51: the groups that have earned a bonus, once the round is over.
fn paid_groups(scene: &Scene<'_, State>) -> Vec<(Seat, Cells)> {
    let seats = Seat::all(scene.n_seats());
    seats.filter_map(|seat| Some((seat, scene.open.paid_group(seat)?))).collect()
}

/// BOX-41: the cells of the trick that a paradox has left unfinished.
fn unfinished(scene: &Scene<'_, State>) -> Cells {
    let open = scene.open;
    let n_done = open.n_finished();
    let trick = open.tricks().get(n_done).filter(|_| open.paradox().is_some());
    trick.into_iter().flat_map(|trick| trick.cards().iter().copied()).collect()
}

/// Whether a cell is on this map of the sheet.
fn is_on(rules: &Rules, map: Option<u64>, cell: Cell) -> bool {
    map.is_some_and(|map| map & rules.on_map(cell) != 0)
}

/// BOX-51: the group that a bonus would count, on the map of the sheet. A lone token is no group.
fn largest_group(rules: &Rules, tokens: Cells) -> Option<u64> {
    let largest = rules.groups(tokens).max_by_key(|group| group.count_ones());
    largest.filter(|map| map.count_ones() > 1)
}

/// A group of tokens as it lies on the sheet, small.
fn outline(rules: &Rules, group: Cells) -> Markup {
    const SIDE: u8 = 10;
    let places: Vec<(u8, u8)> = group.iter().map(|cell| rules.place(cell)).collect();
    let rows = || places.iter().map(|(row, _)| *row);
    let columns = || places.iter().map(|(_, column)| *column);
    let (top, left) = (rows().min().unwrap_or(0), columns().min().unwrap_or(0));
    let (height, width) =
        (rows().max().unwrap_or(0) - top + 1, columns().max().unwrap_or(0) - left + 1);
    let (width, height) = (width * SIDE, height * SIDE);
    html! {
        svg.outline aria-hidden="true" width=(width) height=(height) viewBox=(format!("0 0 {width} {height}")) {
            @for (row, column) in &places {
                rect x=((column - left) * SIDE + 1) y=((row - top) * SIDE + 1) width=(SIDE - 2) height=(SIDE - 2) rx="2" {}
            }
        }
    }
}

/// The hand that could not be played: under each card its four colours, with who covers them, or a cross for those
/// that were given up.
fn stuck(scene: &Scene<'_, State>, paradox: Paradox) -> Markup {
    html! {
        section.stuck {
            h2 { (scene.tell("catbox-sheet-stuck", &[("seat", paradox.seat.into())])) }
            p { (scene.say("catbox-sheet-stuck-legend")) " " span.token.cross aria-hidden="true" { (shape("t-n")) } }
            ul {
                @for stuck in scene.open.stuck_cards() {
                    li {
                        (card(["", ""], stuck_name(scene, &stuck), bare(stuck.value, stuck.n_cards)))
                        ul {
                            @for (colour, why) in Colour::ALL.into_iter().zip(&stuck.why) {
                                li class=(letter(colour)) {
                                    (shape(letter(colour))) (closed(scene, why))
                                    span.v { (stuck_reason(scene.words, why)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn stuck_name(scene: &Scene<'_, State>, stuck: &StuckCard) -> Text {
    let facts = [("value", stuck.value.number().into()), ("n", stuck.n_cards.into())];
    scene.tell("catbox-sheet-stuck-card", &facts)
}

/// Why a colour was closed, as a mark: the token on the cell, or a cross.
fn closed(scene: &Scene<'_, State>, why: &Illegal) -> Markup {
    match why {
        Illegal::Covered(_, Some((seat, _))) => html! { (token(scene, *seat)) },
        Illegal::Covered(_, None) => html! { span.token { (shape("t-n")) } },
        Illegal::GivenUp(..)
        | Illegal::RedTooEarly(..)
        | Illegal::NotInHand(..)
        | Illegal::NotOffered(..)
        | Illegal::NoSuchSeat(_)
        | Illegal::HandSize(_)
        | Illegal::UpSize { .. }
        | Illegal::Copies { .. } => html! { span.token.cross { (shape("t-n")) } },
    }
}

/// The rows of the sheet, by colour.
fn sheet_rows(
    scene: &Scene<'_, State>,
    tokens: &dyn Fn(Seat) -> Cells,
    covered: Cells,
    free: Cells,
    mark: &dyn Fn(Cell) -> &'static str,
) -> Markup {
    let rules = scene.open.rules();
    let class = |cell| Some(mark(cell)).filter(|class| !class.is_empty());
    let owner = |cell| Seat::all(scene.n_seats()).find(|&seat| tokens(seat).has(cell));
    let mut cells: Vec<Cell> = rules.cells().iter().collect();
    cells.sort_by_key(|&cell| rules.place(cell));
    html! {
        @for row in cells.chunks(rules.max_value().into()) {
            tr {
                th scope="row" {
                    @if let Some(cell) = row.first() {
                        (colour(scene, cell.colour()))
                        // BOX-2
                        @if cell.colour() == Colour::Red { small { (scene.say("face-trump")) } }
                    }
                }
                @for &cell in row {
                    @let value = cell.value();
                    @if let Some(seat) = owner(cell) {
                        td class=[class(cell)] data-cell=(cell) {
                            small { (value) } (token(scene, seat)) span.v { (scene.words.seat(seat)) }
                        }
                    } @else if covered.has(cell) {
                        td data-cell=(cell) { small { (value) } span.token { (shape("t-n")) } span.v { (scene.say("catbox-face-neutral")) } }
                    } @else if free.has(cell) {
                        td data-cell=(cell) { mark { (value) } }
                    } @else {
                        td data-cell=(cell) { (value) }
                    }
                }
            }
        }
    }
}

/// The current trick. A paradox leaves it unfinished.
fn this_key(scene: &Scene<'_, State>) -> (Option<Trick>, Option<Paradox>) {
    let open = scene.open;
    let playing = (open.phase() == Phase::Play).then(|| open.trick());
    (playing.or(open.tricks().get(open.n_finished())).copied(), open.paradox())
}

fn this(
    scene: &Scene<'_, State>,
    (trick, paradox): &(Option<Trick>, Option<Paradox>),
    out: &mut String,
) {
    lying(scene, trick.as_ref(), Which::This, out);
    if let Some(Paradox { seat, hand }) = *paradox {
        html! { p.news { (scene.seen(&Seen::Paradox { seat, hand })) } }.render_to(out);
    }
}

/// The cards of a trick.
fn lying(scene: &Scene<'_, State>, of: Option<&Trick>, which: Which, out: &mut String) {
    let Some(of) = of else { return };
    let best = of.winner(scene.n_seats());
    let is_full = of.cards().len() == usize::from(scene.n_seats());
    let notes =
        |seat| (best == Some(seat)).then(|| scene.say(which.best(is_full))).into_iter().collect();
    let lying = |cell| shown(scene, cell);
    let led = of.led().filter(|_| which == Which::This);
    let led = led.map(|led| about(scene, "face-led", letter(led), led.name()));
    let led = written(|out| led.iter().for_each(|led| led.render_to(out)));
    plays(scene, which, &trick(scene, of, lying, notes, best), &led, out);
}

/// A picture of an example.
pub(super) fn picture(scene: &Scene<'_, State>, picture: &Picture) -> Markup {
    match picture {
        Picture::Name(cell) => {
            let mut tokens = Tokens::default();
            tokens[Seat::new(0)] = Cells::one(*cell);
            html! {
                p.cards {
                    (unnamed(scene, cell.value()))
                    span.becomes aria-hidden="true" { "→" }
                    (shown(scene, *cell))
                }
                (pictured(scene, &tokens, Cells::NONE, None))
            }
        }
        Picture::Trick(trick) => {
            let best = trick.winner(n_seats(trick));
            let play = |(seat, cell)| {
                let notes = notes(scene.words, trick, seat);
                TrickCard {
                    seat,
                    card: Some(shown(scene, cell)),
                    best: best == Some(seat),
                    notes: notes.into_iter().map(|note| Text(note.into())).collect(),
                }
            };
            let plays: Vec<_> = trick.plays(n_seats(trick)).map(play).collect();
            html! { div.trick { (in_order(scene, &plays)) } }
        }
        Picture::Sheet(tokens) => {
            let largest = largest_group(scene.open.rules(), tokens[Seat::new(0)]);
            pictured(scene, tokens, Cells::NONE, largest)
        }
        Picture::Hand { hand, given_up, tokens } => html! {
            div.holds {
                p.cards { @for value in hand.iter() { (unnamed(scene, value)) } }
                (colours(scene, *given_up))
            }
            (pictured(scene, tokens, hand.free_cells(covered(tokens), *given_up), None))
        },
    }
}

/// The sheet of an example.
fn pictured(scene: &Scene<'_, State>, tokens: &Tokens, free: Cells, group: Option<u64>) -> Markup {
    let rules = scene.open.rules();
    let mark = |cell| if is_on(rules, group, cell) { "group" } else { "" };
    html! {
        table.sheet aria-label=(scene.say("catbox-face-sheet")) {
            (sheet_rows(scene, &|seat| tokens[seat], covered(tokens), free, &mark))
        }
    }
}

/// A card that has no colour yet.
fn unnamed(scene: &Scene<'_, State>, value: Value) -> impl Render + use<> {
    let name = scene.tell("catbox-face-card", &[("value", value.number().into())]);
    card(["", ""], name, bare(value, 1))
}

/// A card with its colour, not a button.
fn shown(scene: &Scene<'_, State>, cell: Cell) -> impl Render + use<> {
    let name = card_name(scene, cell.colour().name(), cell.value().number());
    card([letter(cell.colour()), ""], name, declared(cell))
}

/// The decision to play: a card, and then its colour.
fn declare(sight: &Sight<'_, State>, asked: &Asked<State>, own: &Own, out: &mut String) {
    let name = |cell: Cell, colour: Colour| {
        let button = html! { (shape(letter(colour))) span { (sight.say(colour.name())) } };
        let label = card_name(sight, colour.name(), cell.value().number());
        asked.button(Action::Play(cell), [letter(colour), ""], label, button)
    };
    let pick = |value: Value| Pick {
        id: format!("card-{value}"),
        class: "",
        label: one_or_more(sight, own, value),
        inside: bare(value, own.hand.count(value)),
        then: html! {
            @for colour in Colour::ALL { (name(Cell::new(colour, value), colour)) }
        },
        picked: matches!(asked.hinted, Some(Action::Play(cell)) if cell.value() == value),
    };
    let picks: Vec<Pick> = held(own).map(pick).collect();
    asked.form(sight, &in_two_steps(&picks, &sight.say("catbox-face-pick")), out);
}

fn held(own: &Own) -> impl Iterator<Item = Value> + Clone + use<> {
    let hand = own.hand;
    Value::up_to(rules::catbox::MAX_VALUE).filter(move |&value| hand.count(value) > 0)
}

/// The face of a card without colour, and how many alike the hand has.
fn bare(value: Value, count: u8) -> Markup {
    html! { b { (value) } @if count > 1 { i.count data-n=(count) {} } (cat(State::ID, value.number())) }
}

fn declared(cell: Cell) -> impl Render {
    face(State::ID, letter(cell.colour()), cell.value().number())
}

fn one_or_more(scene: &Scene<'_, State>, own: &Own, value: Value) -> Text {
    let (number, n) = (value.number(), own.hand.count(value));
    scene.tell("catbox-face-copies", &[("value", number.into()), ("n", n.into())])
}

fn colour(scene: &Scene<'_, State>, colour: Colour) -> impl Render + use<> {
    suit(letter(colour), scene.say(colour.name()))
}

fn letter(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "r",
        Colour::Blue => "b",
        Colour::Yellow => "y",
        Colour::Green => "g",
    }
}
