//! Cat in the Box: the research sheet, the trick, and a hand whose cards have no colour until one is named.

mod sheet;
mod stuck;

use maud::{Markup, Render, html};
use rules::catbox::{
    Action, Ask, Cell, Cells, Colour, Colours, Column, Danger, Illegal, MAX_SEATS, Open, Own,
    Phase, Radar, State, Trick, Value,
};
use rules::{Fact, Open as _, Refusal, Rules as _, Seat, Term};
use words::example::catbox::{Picture, Tokens, covered, notes};
use words::example::n_seats;

use self::sheet::{largest_group, outline, pictured, sheet};
use self::stuck::stuck;
use super::Face;
use super::ask::{Asked, Pick, in_one_step, in_two_steps};
use super::card::{card, card_name, card_would, face, lettered};
use super::scene::{AlwaysNew, Scene, Sight};
use super::seat::{PLAYS, played, put_play};
use super::sheet::term_text;
use super::trick::{TrickCard, best_note, in_order, last_finished, put_last};
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
        put_play(sight, seat, pieces, FrontOfSeat::of, front_of_seat);
    }

    fn last(sight: &Sight<'_, State>, pieces: &mut Pieces) {
        let last = |open: &Open| last_finished(open.tricks(), open.n_finished());
        put_last(sight, pieces, last, Trick::winner, shown);
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
            // Before the first trick nothing is won or given up, and a bid lies before its player.
            @if !matches!(open.phase(), Phase::SetAside | Phase::Bid) {
                @if let Some(bid) = open.bid(seat) {
                    (tricks_of_bid(won, bid))
                    span.v { (scene.tell("catbox-face-bid", &[("bid", bid.into()), ("won", won.into())])) }
                } @else if !open.tricks().is_empty() {
                    span.slip { (scene.tell("catbox-face-won", &[("won", won.into())])) }
                }
                @if group > 1 {
                    @let says = scene.tell("catbox-face-group", &[("n", group.into())]);
                    (explained(scene, GROUPS[seat.index()], &html! { summary aria-label=(says) { i {} (group) } }))
                }
                (colours(scene, open.given_up(seat)))
            }
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
                    let does = sight.say("catbox-does-bid");
                    let inside = html! { (kit::numeral(n)) span { (label) " " small { (does) } } };
                    let label = card_would(sight, &label, &does);
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
        html! {
            @match Column::named(term.column) {
                Some(Column::Bid) => {
                    em class={ "tag " (term.code) } { (term_text(scene, term)) } " "
                    @if let Some(bid) = bid { (scene.tell("catbox-face-bid", &[("bid", bid.into()), won])) }
                    @else { (scene.tell("catbox-face-won", &[won])) }
                }
                Some(Column::Bonus) => {
                    (term_text(scene, term))
                    @if let Some(paid) = open.paid_group(seat) { " " (outline(open.rules(), paid)) }
                }
                Some(Column::Tricks) | None => (term_text(scene, term)),
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

/// A mark of a group, which says what a group is when it is pressed. It works without scripts.
fn explained(scene: &Scene<'_, State>, id: &str, mark: &Markup) -> Markup {
    // BOX-51. With two players there are no bids.
    let has_bids = scene.n_seats() > 2;
    let meaning = if has_bids { "catbox-face-group-means" } else { "catbox-face-group-counts" };
    html! { details.explained name="group" id=(id) { (mark) p { (scene.say(meaning)) } } }
}

/// The ids of the groups in the chips.
const GROUPS: [&str; MAX_SEATS] = ["group-0", "group-1", "group-2", "group-3", "group-4"];

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

/// The trick that lies on the table. A paradox leaves it unfinished.
fn trick_in_play(open: &Open) -> Option<&Trick> {
    let playing = (open.phase() == Phase::Play).then(|| open.trick());
    playing.or_else(|| open.tricks().get(open.n_finished()))
}

/// What lies before a seat.
#[derive(PartialEq)]
enum FrontOfSeat {
    Nothing,
    /// Whether the seat has set a card aside.
    Aside(bool),
    /// The bid, once it is made.
    Bid(Option<u8>),
    Play(Lying),
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

impl FrontOfSeat {
    fn of(scene: &Scene<'_, State>, seat: Seat) -> FrontOfSeat {
        match scene.open.phase() {
            Phase::SetAside => FrontOfSeat::Aside(scene.open.set_aside().has(seat)),
            Phase::Bid => FrontOfSeat::Bid(scene.open.bid(seat)),
            Phase::Start | Phase::Deal | Phase::Play | Phase::Over => {
                Lying::of(scene, seat).map_or(FrontOfSeat::Nothing, FrontOfSeat::Play)
            }
        }
    }
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

    /// Who is ahead, what was given up, and who led: small screens show the first.
    fn notes(&self, scene: &Scene<'_, State>) -> Vec<Text> {
        let led = self.leads && self.cell.is_some();
        let gave_up = self.gave_up.map(|led| ("colour", Fact::Name(led.name())));
        let notes = [
            self.best.then(|| scene.say(best_note(self.full))),
            gave_up.map(|fact| scene.tell("example-gives-up", &[fact])),
            led.then(|| scene.say("face-led")),
        ];
        notes.into_iter().flatten().collect()
    }
}

fn front_of_seat(scene: &Scene<'_, State>, seat: Seat, key: &FrontOfSeat, out: &mut String) {
    let id = PLAYS[seat.index()];
    match key {
        FrontOfSeat::Nothing => html! { div.played id=(id) {} }.render_to(out),
        FrontOfSeat::Aside(true) => {
            let back = html! { span.card.back {} };
            played(id, "", Some(&back), &scene.say("face-chosen")).render_to(out);
        }
        FrontOfSeat::Aside(false) | FrontOfSeat::Bid(None) => {
            played(id, "", None, &"").render_to(out);
        }
        FrontOfSeat::Bid(Some(bid)) => {
            let paper = html! { span.bids { (kit::numeral(*bid)) } };
            let says = scene.tell("catbox-face-bids-so-many", &[("bid", (*bid).into())]);
            played(id, "", Some(&paper), &says).render_to(out);
        }
        FrontOfSeat::Play(lying) => {
            let card = lying.cell.map(|cell| shown(scene, cell));
            let class = if lying.best { "best" } else { "" };
            let notes = lying.notes(scene);
            let notes = html! { @for note in &notes { span { (note) } " " } };
            played(id, class, card.as_ref().map(|card| card as &dyn Render), &notes).render_to(out);
        }
    }
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
            span { b { (sight.say(colour.name())) " " (cell.value()) } " " small { (text(&does)) } }
        };
        let label =
            card_would(sight, &card_name(sight, colour.name(), cell.value().number()), &does);
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
