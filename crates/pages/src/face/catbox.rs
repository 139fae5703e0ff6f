//! Cat in the Box: the research sheet, the trick, and a hand whose cards have no colour until one is named.

use maud::{Markup, Render, html};
use rules::catbox::{
    Action, Ask, Cell, Cells, Colour, Colours, Danger, Illegal, MAX_SEATS, Open, Own, Paradox,
    Phase, Radar, Rules, State, StuckCard, Trick, Value,
};
use rules::{Fact, Open as _, Refusal, Rules as _, Seat, Term};
use words::example::catbox::{Picture, Tokens, covered, notes};
use words::example::n_seats;
use words::spoken::catbox::stuck_reason;

use super::Face;
use super::ask::{Asked, Pick, in_one_step, in_two_steps};
use super::card::{card, card_name, face, head_token, lettered};
use super::scene::{AlwaysNew, Scene, Sight, Subject};
use super::seat::{PLAYS, played};
use super::sheet::term_text;
use super::trick::{TrickCard, best_note, in_order, last, last_finished, trick};
use super::write::{Text, text};
use crate::kit;
use crate::piece::Pieces;

impl Face for State {
    const EMBLEM: &'static str = include_str!("../../assets/catbox.svg");
    const WORLD: &'static str = "lab";
    const SCENERY: &'static str = include_str!("../../assets/scenery/lab.html").trim_ascii_end();
    const HAS_SEALED_CHOICES: bool = true;
    const HAS_PARADOXES: bool = true;

    fn board(sight: &Sight<'_, State>, pieces: &mut Pieces) {
        pieces.fixed("<section class=\"board sheet-area\">");
        pieces.draw("sheet", &sheet(sight));
        pieces.fixed("</section>");
    }

    fn beside_seat(sight: &Sight<'_, State>, seat: Seat, pieces: &mut Pieces) {
        let id = PLAYS[seat.index()];
        let key = move |scene: &Scene<'_, State>| Lying::of(scene, seat);
        sight.put_of(pieces, id, Subject::Play(seat), key, move |scene, key, out| {
            lying(scene, seat, key.as_ref(), out);
        });
    }

    fn last(sight: &Sight<'_, State>, pieces: &mut Pieces) {
        let last =
            |scene: &Scene<'_, State>| last_finished(scene.open.tricks(), scene.open.n_finished());
        sight.put_last(pieces, last, finished);
    }

    fn n_held(open: &Open, seat: Seat) -> usize {
        open.n_held(seat)
    }

    fn is_ahead(open: &Open, seat: Seat) -> bool {
        trick_in_play(open).is_some_and(|trick| trick.winner(open.rules().n_seats()) == Some(seat))
    }

    fn has_chosen(open: &Open, seat: Seat) -> bool {
        open.phase() == Phase::SetAside && open.set_aside().has(seat)
    }

    fn is_shocked(open: &Open, seat: Seat) -> bool {
        open.paradox().is_some_and(|paradox| paradox.seat == seat)
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
        html! {
            @if let Some(bid) = open.bid(seat).filter(|_| open.phase() == Phase::Bid) {
                span.slip { (scene.tell("catbox-face-bids-so-many", &[("bid", bid.into())])) }
            } @else if let Some(bid) = open.bid(seat) {
                (tricks_of_bid(won, bid))
                span.v { (scene.tell("catbox-face-bid", &[("bid", bid.into()), ("won", won.into())])) }
            } @else if !open.tricks().is_empty() {
                span.slip { (scene.tell("catbox-face-won", &[("won", won.into())])) }
            }
            @if group > 1 {
                @let says = scene.tell("catbox-face-group", &[("n", group.into())]);
                span.group role="img" aria-label=(says) title={ (says) ": " (group_means(scene)) } { i {} (group) }
            }
            (colours(scene, open.given_up(seat)))
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
                    asked.button(Action::Discard(value), ["card", "cb un"], label, inside)
                };
                let picks = in_one_step(sight, "catbox-face-to-set-aside", held(own).map(pick));
                asked.form(sight, &picks, out);
            }
            Some(Ask::Bid) => {
                let bid = |action| {
                    let Action::Bid(n) = action else { return None };
                    let label = sight.tell("catbox-face-to-bid", &[("bid", n.into())]);
                    let inside = html! { (kit::numeral(n)) span { (label) } };
                    Some(asked.button(action, ["answer", "bidb"], label, inside))
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
                    (card(["cb un", ""], one_or_more(scene, own, value), bare(value, own.hand.count(value))))
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
    let lies = trick_in_play(open).filter(|_| !open.has_ended_round());
    let fresh: Cells = lies.into_iter().flat_map(|trick| trick.cards().iter().copied()).collect();
    let mark = |cell| match paid.iter().find(|(_, group)| group.has(cell)) {
        Some((seat, _)) => PAID[seat.index()],
        None if unfinished.has(cell) => "unfinished",
        None if is_on(rules, largest, cell) => "group",
        None => "",
    };
    html! {
        div #sheet.paper {
            table.sheet.(columns(rules)) {
                caption {
                    span { (sight.say("catbox-face-sheet")) }
                    @if !free.is_empty() { small { i.cell.free {} (sight.say("catbox-face-can")) } }
                    @if largest.is_some() {
                        small title=(group_means(sight)) {
                            i.cell.group {} (sight.say("catbox-face-my-group"))
                            span.v { " (" (group_means(sight)) ")" }
                        }
                    }
                    @if !paid.is_empty() { small { i.cell.paid {} (sight.say("catbox-face-paid")) } }
                    @if !unfinished.is_empty() { small { i.cell.unfinished {} (sight.say("catbox-face-unfinished")) } }
                }
                (sheet_rows(sight, &|seat| open.tokens(seat), [open.covered(), free, fresh], &mark))
            }
        }
    }
}

/// The class of a sheet with this many columns.
fn columns(rules: &Rules) -> &'static str {
    match rules.max_value() {
        5 => "v5",
        6 => "v6",
        8 => "v8",
        _ => "v9",
    }
}

/// The tricks of a bid: those that are won, those that lack, and those too many.
fn tricks_of_bid(won: u8, bid: u8) -> Markup {
    html! {
        span.bid aria-hidden="true" {
            @for trick in 0..won.max(bid) {
                @if trick >= bid { i.over {} } @else if trick < won { i.w {} } @else { i {} }
            }
            span { (won) "/" (bid) }
        }
    }
}

/// The classes of a cell in a group that has scored, by seat.
const PAID: [&str; MAX_SEATS] = ["paid s0", "paid s1", "paid s2", "paid s3", "paid s4"];

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
            p { (scene.say("catbox-sheet-stuck-legend")) " " i.cross aria-hidden="true" {} }
            ul {
                @for stuck in scene.open.stuck_cards() {
                    li {
                        (card(["cb un", ""], stuck_name(scene, &stuck), bare(stuck.value, stuck.n_cards)))
                        ul {
                            @for (colour, why) in Colour::ALL.into_iter().zip(&stuck.why) {
                                li class=(letter(colour)) {
                                    (lettered(letter(colour))) (closed(scene, why))
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
        Illegal::Covered(_, Some((seat, _))) => html! { (head_token(scene, *seat)) },
        Illegal::Covered(_, None) => html! { i.neutral {} },
        Illegal::GivenUp(..)
        | Illegal::RedTooEarly(..)
        | Illegal::NotInHand(..)
        | Illegal::NotOffered(..)
        | Illegal::NoSuchSeat(_)
        | Illegal::HandSize(_)
        | Illegal::UpSize { .. }
        | Illegal::Copies { .. } => html! { i.cross {} },
    }
}

/// The rows of the sheet, by colour. `fresh` are the cells of the trick that lies on the table.
fn sheet_rows(
    scene: &Scene<'_, State>,
    tokens: &dyn Fn(Seat) -> Cells,
    [covered, free, fresh]: [Cells; 3],
    mark: &dyn Fn(Cell) -> &'static str,
) -> Markup {
    let rules = scene.open.rules();
    let owner = |cell| Seat::all(scene.n_seats()).find(|&seat| tokens(seat).has(cell));
    let mut cells: Vec<Cell> = rules.cells().iter().collect();
    cells.sort_by_key(|&cell| rules.place(cell));
    let rows: Vec<&[Cell]> = cells.chunks(rules.max_value().into()).collect();
    // Cells of one group that share a side are joined.
    let joined = |cell: Cell, (row, column): (u8, u8)| {
        let of = mark(cell);
        let is_group = of == "group" || of.starts_with("paid");
        is_group && cells.iter().any(|&next| rules.place(next) == (row, column) && mark(next) == of)
    };
    let values = |row: &[Cell]| row.iter().map(|cell| cell.value()).collect::<Vec<_>>();
    // On one side of the sheet the rows run in different orders: there each cell says its value.
    let alike = rows.windows(2).all(|pair| values(pair[0]) == values(pair[1]));
    html! {
        @if let Some(first) = rows.first().filter(|_| alike) {
            thead {
                tr.row.hd {
                    td {}
                    @for cell in *first { th.h scope="col" aria-label=(cell.value()) { (kit::numeral(cell.value().number())) } }
                }
            }
        }
        tbody {
            @for row in rows {
                @if let Some(colour) = row.first().map(|cell| cell.colour()) {
                    tr.row.(letter(colour)) {
                        th.rl scope="row" aria-label=(scene.say(colour.name())) {
                            (lettered(letter(colour)))
                            // BOX-2: red is trump.
                            @if colour == Colour::Red { small { (scene.say("face-trump")) } }
                        }
                        @for &cell in row {
                            @let owner = owner(cell);
                            @let (at, column) = rules.place(cell);
                            @let class = cell_class(&[
                                (owner.is_some() || covered.has(cell), "full"),
                                (free.has(cell), "free"),
                                (fresh.has(cell), "fresh"),
                                (!mark(cell).is_empty(), mark(cell)),
                                (joined(cell, (at, column + 1)), "joins-right"),
                                (joined(cell, (at + 1, column)), "joins-below"),
                            ]);
                            td class=(class) data-cell=(cell) {
                                @if !alike { small.value { (cell.value()) } }
                                @if let Some(seat) = owner {
                                    (head_token(scene, seat)) span.v { (cell.value()) " " (scene.words.seat(seat)) }
                                } @else if covered.has(cell) {
                                    i.neutral {} span.v { (cell.value()) " " (scene.say("catbox-face-neutral")) }
                                } @else {
                                    (kit::suit(letter(colour))) span.v { (cell.value()) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The classes of a cell: those that are true of it.
fn cell_class(names: &[(bool, &str)]) -> String {
    let mut class = "cell".to_owned();
    for (_, name) in names.iter().filter(|(is, _)| *is) {
        class.push(' ');
        class.push_str(name);
    }
    class
}

/// The trick that lies on the table. A paradox leaves it unfinished.
fn trick_in_play(open: &Open) -> Option<&Trick> {
    let playing = (open.phase() == Phase::Play).then(|| open.trick());
    playing.or_else(|| open.tricks().get(open.n_finished()))
}

/// A seat's card in the trick.
#[derive(PartialEq)]
struct Lying {
    /// `None` while the seat has not played.
    cell: Option<Cell>,
    best: bool,
    leads: bool,
    full: bool,
    gave_up: Option<Colour>,
}

impl Lying {
    /// `None` while there is no trick.
    fn of(scene: &Scene<'_, State>, seat: Seat) -> Option<Lying> {
        let trick = trick_in_play(scene.open)?;
        let n_seats = scene.n_seats();
        let cell = trick.card_of(seat, n_seats);
        Some(Lying {
            cell,
            best: trick.winner(n_seats) == Some(seat),
            leads: trick.leader() == seat,
            full: trick.cards().len() == usize::from(n_seats),
            gave_up: cell.and_then(|cell| trick.given_up_with(cell)),
        })
    }
}

fn lying(scene: &Scene<'_, State>, seat: Seat, key: Option<&Lying>, out: &mut String) {
    let id = PLAYS[seat.index()];
    let Some(Lying { cell, best, leads, full, gave_up }) = key else {
        return html! { div.played id=(id) {} }.render_to(out);
    };
    let note = match gave_up {
        _ if *best => scene.say(best_note(*full)),
        Some(led) => scene.tell("example-gives-up", &[("colour", Fact::Name(led.name()))]),
        None if *leads && cell.is_some() => scene.say("face-led"),
        None => Text::from(std::sync::Arc::from("")),
    };
    let card = cell.map(|cell| shown(scene, cell));
    let class = if *best { "best" } else { "" };
    played(id, class, card.as_ref().map(|card| card as &dyn Render), &note).render_to(out);
}

/// The cards of a finished trick.
fn finished(scene: &Scene<'_, State>, of: &Trick, out: &mut String) {
    let best = of.winner(scene.n_seats());
    let notes =
        |seat| (best == Some(seat)).then(|| scene.say(best_note(true))).into_iter().collect();
    let lying = |cell| shown(scene, cell);
    last(scene, &trick(scene, of, lying, notes, best), out);
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
        div.paper {
            table.sheet.(columns(rules)) aria-label=(scene.say("catbox-face-sheet")) {
                (sheet_rows(scene, &|seat| tokens[seat], [covered(tokens), free, Cells::NONE], &mark))
            }
        }
    }
}

/// A card that has no colour yet.
fn unnamed(scene: &Scene<'_, State>, value: Value) -> impl Render + use<> {
    let name = scene.tell("catbox-face-card", &[("value", value.number().into())]);
    card(["cb un", ""], name, bare(value, 1))
}

/// A card with its colour, not a button.
fn shown(scene: &Scene<'_, State>, cell: Cell) -> impl Render + use<> {
    let name = card_name(scene, cell.colour().name(), cell.value().number());
    card(["cb", letter(cell.colour())], name, declared(cell))
}

/// The decision to play: a card, and then its colour.
fn declare(sight: &Sight<'_, State>, asked: &Asked<State>, own: &Own, out: &mut String) {
    let name = |cell: Cell, colour: Colour| {
        let does = does(sight, cell);
        let button = html! {
            (lettered(letter(colour)))
            span { b { (sight.say(colour.name())) " " (cell.value()) } small { (text(&does)) } }
        };
        let label = card_name(sight, colour.name(), cell.value().number());
        asked.button(Action::Play(cell), ["stamp", letter(colour)], label, button)
    };
    let pick = |value: Value| Pick {
        id: format!("card-{value}"),
        class: "cb un",
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

/// What a named card would do, or why it cannot be named, in a few words.
fn does(sight: &Sight<'_, State>, cell: Cell) -> String {
    let (open, Some(me)) = (&sight.view.open, sight.me()) else { return String::new() };
    if let Some(Err(refusal)) = sight.view.check(Action::Play(cell)) {
        return match refusal {
            Refusal::Illegal(Illegal::Covered(_, Some((seat, _)))) => {
                sight.tell("catbox-does-covered", &[("seat", seat.into())])
            }
            Refusal::Illegal(Illegal::Covered(_, None)) => sight.say("catbox-does-neutral"),
            Refusal::Illegal(Illegal::GivenUp(..)) => sight.say("catbox-does-given-up"),
            Refusal::Illegal(_) | Refusal::Untimely(..) => sight.say("catbox-does-not-yet"),
        }
        .to_string();
    }
    let mut trick = *open.trick();
    if trick.cards().is_empty() {
        return sight.say("catbox-does-lead").to_string();
    }
    trick.play(cell);
    let wins = trick.winner(sight.n_seats()) == Some(me);
    match (trick.given_up_with(cell), wins) {
        (Some(led), true) => {
            sight.tell("catbox-does-win-giving", &[("colour", Fact::Name(led.name()))])
        }
        (Some(led), false) => sight.tell("catbox-does-give", &[("colour", Fact::Name(led.name()))]),
        (None, true) => sight.say("catbox-does-win"),
        (None, false) => sight.say("catbox-does-follow"),
    }
    .to_string()
}

fn held(own: &Own) -> impl Iterator<Item = Value> + Clone + use<> {
    let hand = own.hand;
    Value::up_to(rules::catbox::MAX_VALUE).filter(move |&value| hand.count(value) > 0)
}

/// The face of a card without colour, and how many alike the hand has.
fn bare(value: Value, count: u8) -> Markup {
    let number = value.number();
    html! { (face("cb", number, None, number)) @if count > 1 { i.count data-n=(count) {} } }
}

fn declared(cell: Cell) -> impl Render {
    let number = cell.value().number();
    face("cb", number, Some(letter(cell.colour())), number)
}

fn one_or_more(scene: &Scene<'_, State>, own: &Own, value: Value) -> Text {
    let (number, n) = (value.number(), own.hand.count(value));
    scene.tell("catbox-face-copies", &[("value", number.into()), ("n", n.into())])
}

fn letter(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "r",
        Colour::Blue => "b",
        Colour::Yellow => "y",
        Colour::Green => "g",
    }
}
