//! CATSle: castles that grow column by column, and the trick whose cards are shared out.

use maud::{Markup, Render, html};
use rules::catsle::{
    Action, Ask, Board, Card, MAX_SEATS, Open, Own, Phase, Place, Rules, Score, State, Suit, Taken,
    Trick,
};
use rules::{Fact, Open as _, Rules as _, Seat, Term};
use words::example::catsle::Picture;
use words::example::n_seats;
use words::spoken::catsle::{place_of, places, rank_of};

use super::Face;
use super::ask::{Asked, Pick, in_two_steps};
use super::card::{card, card_name, face, in_a_row, lettered, suit, token};
use super::example::total;
use super::scene::{Scene, Sight, Subject};
use super::seat::PLAYS;
use super::sheet::term_text;
use super::trick::{TrickCard, in_order, last, trick};
use super::write::Text;
use crate::piece::Pieces;

impl Face for State {
    const EMBLEM: &'static str = include_str!("../../assets/catsle.svg");
    const WORLD: &'static str = "site";
    const SCENERY: &'static str = include_str!("../../assets/scenery/site.html").trim_ascii_end();
    const HAS_SEALED_CHOICES: bool = false;
    const HAS_PARADOXES: bool = false;

    fn board(sight: &Sight<'_, State>, pieces: &mut Pieces) {
        pieces.fixed("<section class=\"board site-b\"><div class=\"plan\"><ol class=\"trick\">");
        for seat in sight.around() {
            let key = move |scene: &Scene<'_, State>| Ranked::of(scene, seat);
            sight.put_of(
                pieces,
                PLAYS[seat.index()],
                Subject::Play(seat),
                key,
                move |scene, key, out| {
                    ranked(scene, seat, key.as_ref(), out);
                },
            );
        }
        pieces.fixed("</ol>");
        sight.put_of(pieces, "extra", Subject::More, extra_key, extra);
        pieces.fixed("</div></section>");
        if let Some(own) = sight.around().last() {
            pieces.fixed("<section class=\"mycastle\">");
            if sight.me() == Some(own) {
                pieces.fixed("<h2>");
                pieces.say("catsle-face-your-castle", |id| sight.say(id));
                pieces.fixed("</h2>");
            }
            castle(sight, own, pieces);
            pieces.fixed("</section>");
        }
    }

    fn beside_seat(sight: &Sight<'_, State>, seat: Seat, pieces: &mut Pieces) {
        if sight.around().last() != Some(seat) {
            castle(sight, seat, pieces);
        }
    }

    fn last(sight: &Sight<'_, State>, pieces: &mut Pieces) {
        sight.put_last(pieces, last_key, |scene, &(number, ..), out| finished(scene, number, out));
    }

    fn n_held(open: &Open, seat: Seat) -> usize {
        open.n_held(seat)
    }

    fn is_ahead(open: &Open, seat: Seat) -> bool {
        let trick = open.trick();
        open.phase() == Phase::Play
            && !trick.cards().is_empty()
            && trick.ranking(open.rules().n_seats())[0] == seat
    }

    /// The points of a castle, and its perfect columns.
    type ChipKey = Score;

    fn chip_key(open: &Open, seat: Seat) -> Score {
        open.score(seat)
    }

    fn chip(scene: &Scene<'_, State>, _: Seat, score: &Score) -> Markup {
        let (points, perfect) = (score.sum.into(), score.perfect.into());
        let perfect = scene.tell("catsle-face-perfect", &[("perfect", perfect)]);
        html! {
            span { (scene.tell("catsle-face-points", &[("points", points)])) }
            span.perfects role="img" aria-label=(perfect) title=(perfect) {
                @for _ in 0..score.perfect { i.flag {} }
            }
        }
    }

    fn hand(sight: &Sight<'_, State>, out: &mut String) {
        let Some((_, own)) = &sight.view.own else { return };
        let asked = Asked::of(sight);
        match asked.ask() {
            Some(Ask::Play) => {
                let play = |card: Card| {
                    (Action::Play(card), class_of(card.suit()), name(sight, card), show(card))
                };
                asked.hand(sight, "face-play", own.hand.iter().map(play), out);
            }
            Some(Ask::Take(_)) => {
                take(sight, &asked, out);
                Self::cards(sight, own, out);
            }
            None => Self::cards(sight, own, out),
        }
    }

    fn cards(scene: &Scene<'_, State>, own: &Own, out: &mut String) {
        in_a_row("cards", own.hand.iter().map(|held| shown(scene, held, ""))).render_to(out);
    }

    fn term(scene: &Scene<'_, State>, seat: Seat, term: &Term, out: &mut String) {
        let suit = match term.column {
            "column-1" => Some(Place::ALL[0]),
            "column-2" => Some(Place::ALL[1]),
            "column-3" => Some(Place::ALL[2]),
            "column-4" => Some(Place::ALL[3]),
            "scrap" => Some(Place::SCRAP),
            _ => None,
        };
        let suit = suit.and_then(|place| scene.open.board(seat).suit_at(place));
        html! {
            @if let Some(here) = suit { (suit_of(scene, here)) " " }
            (term_text(scene, term))
        }
        .render_to(out);
    }
}

/// The last trick whose cards have all been taken: its number and what is shown of it.
fn last_key(scene: &Scene<'_, State>) -> Option<(usize, Trick, Vec<Taken>, Option<Card>)> {
    let open = scene.open;
    let number = open.n_finished().checked_sub(1)?;
    let trick = *open.tricks().get(number)?;
    Some((number, trick, taken_of(open, number).collect(), open.extras().get(number).copied()))
}

/// The cards of a trick that have been taken.
fn taken_of(open: &Open, number: usize) -> impl Iterator<Item = Taken> {
    open.taken().filter(move |taken| usize::from(taken.trick) == number)
}

/// A seat's castle.
fn castle(sight: &Sight<'_, State>, seat: Seat, pieces: &mut Pieces) {
    pieces.fixed(if sight.me() == Some(seat) {
        "<div class=\"castle me\">"
    } else {
        "<div class=\"castle\">"
    });
    let id = WALLS[seat.index()];
    let board = move |scene: &Scene<'_, State>| *scene.open.board(seat);
    let draw = move |scene: &Scene<'_, State>, board: &Board, out: &mut String| {
        walls(scene, board, 0, Some(id)).render_to(out);
    };
    sight.put_of(pieces, id, Subject::Belongings(seat), board, draw);
    pieces.fixed("</div>");
}

/// The id of each seat's castle.
const WALLS: [&str; MAX_SEATS] = ["walls-0", "walls-1", "walls-2", "walls-3", "walls-4"];

/// A castle, place by place. `marked` are places as bits.
fn walls(scene: &Scene<'_, State>, board: &Board, marked: u32, id: Option<&str>) -> Markup {
    let score = scene.open.rules().score(board.counts());
    let worth = [("points", score.sum.into()), ("perfect", score.perfect.into())];
    html! {
        div.walls id=[id] role="group" aria-label=(scene.say("catsle-face-castle")) {
            // Styles show this beside the observer's own castle only: others have it below their names.
            @if id.is_some() { p.worth { (scene.tell("catsle-face-worth", &worth)) } }
            @for place in places(scene.open.rules()) {
                (tower(scene, board, place, marked))
            }
        }
    }
}

/// A column up to its limit, or the scrap area.
fn tower(scene: &Scene<'_, State>, board: &Board, place: Place, marked: u32) -> Markup {
    let open = scene.open;
    let limit = limit(open, place);
    let (n_cards, suit) = (board.counts()[place.index()], board.suit_at(place));
    let state = match limit {
        None => "scrap",
        Some(limit) if n_cards > limit => "over",
        Some(limit) if n_cards == limit => "perfect",
        Some(_) => "",
    };
    let marked = if marked & 1 << place.index() != 0 { "marked" } else { "" };
    let (id, facts) = place_of(open.rules(), board, place);
    let height = limit.unwrap_or(1);
    let classes =
        ["tower", suit.map_or("none", letter), state, marked, HEIGHTS[usize::from(height)]];
    let class = classes.into_iter().filter(|class| !class.is_empty()).collect::<Vec<_>>().join(" ");
    html! {
        span class=(class) role="img" aria-label=(scene.tell(id, &facts)) data-place=(place) {
            @if limit.is_some() { span.roof {} }
            span.stack {
                @for stone in 0..n_cards { @if limit.is_some_and(|limit| stone >= limit) { i.st.ov {} } @else { i.st {} } }
                @if let Some(limit) = limit { @for _ in n_cards..limit { i.pl {} } }
            }
            span.foot {
                @if let Some(suit) = suit { span class={ "suit " (letter(suit)) } { (lettered(letter(suit))) } }
                b { (n_cards) @if let Some(limit) = limit { "/" (limit) } }
                @if limit.is_none() { em { (scene.say("catsle-face-scrap")) } }
            }
        }
    }
}

/// The classes of columns by their limits.
const HEIGHTS: [&str; 5] = ["", "l1", "l2", "l3", "l4"];

/// A seat's card in the trick.
#[derive(PartialEq)]
struct Ranked {
    /// `None` while the seat has not played.
    card: Option<Card>,
    /// Its rank from 1, and how many cards the seat takes.
    rank: Option<[(&'static str, Fact); 2]>,
    best: bool,
    taken_by: Option<Seat>,
    left_over: bool,
    offered: bool,
}

impl Ranked {
    /// `None` while there is no trick.
    fn of(scene: &Scene<'_, State>, seat: Seat) -> Option<Ranked> {
        let open = scene.open;
        if !matches!(open.phase(), Phase::Play | Phase::Take) {
            return None;
        }
        let (trick, n_seats, number) = (open.trick(), scene.n_seats(), open.n_finished());
        let card = trick.card_of(seat, n_seats);
        let (taken_by, left_over) = card.map_or((None, false), |card| fate(open, number, card));
        Some(Ranked {
            card,
            rank: rank_of(open.rules(), trick, seat),
            best: !trick.cards().is_empty() && trick.ranking(n_seats)[0] == seat,
            taken_by,
            left_over,
            offered: open.phase() == Phase::Take && taken_by.is_none() && !left_over,
        })
    }
}

/// Who has taken a card of a trick, and whether it is left over.
fn fate(open: &Open, number: usize, card: Card) -> (Option<Seat>, bool) {
    let gone: Vec<Taken> = taken_of(open, number).collect();
    let taken_by = gone.iter().find(|taken| taken.card == card).map(|taken| taken.seat);
    (taken_by, taken_by.is_none() && gone.len() == open.rules().takes().len())
}

fn ranked(scene: &Scene<'_, State>, seat: Seat, key: Option<&Ranked>, out: &mut String) {
    let id = PLAYS[seat.index()];
    let Some(Ranked { card, rank, best, taken_by, left_over, offered }) = key else {
        return html! { li.played id=(id) {} }.render_to(out);
    };
    html! {
        li.played.best[*best] id=(id) {
            span.rank {
                @if let Some(facts) = rank {
                    (scene.tell("catsle-face-ordinal", facts))
                    @if facts[1].1 != Fact::Number(0) { b { (scene.tell("catsle-face-takes", facts)) } }
                }
            }
            @if let Some(card) = *card {
                @if *offered { (on_offer(scene, card)) } @else { (fallen(scene, card, *taken_by, *left_over)) }
            } @else { span.slot {} }
            small { (token(scene, seat)) (scene.words.seat(seat)) }
        }
    }
    .render_to(out);
}

/// A card of a trick that can be taken: pressing it picks it, for whoever is to take.
fn on_offer(scene: &Scene<'_, State>, card: Card) -> Markup {
    html! { label.offer for={ "card-" (card) } { (shown(scene, card, "")) } }
}

/// A card of a trick, and below it who has taken it.
fn fallen(scene: &Scene<'_, State>, card: Card, taken_by: Option<Seat>, left_over: bool) -> Markup {
    html! {
        (shown(scene, card, if taken_by.is_some() { "gone" } else { "" }))
        @if let Some(seat) = taken_by {
            span.to { (scene.tell("catsle-face-taken", &[("seat", seat.into())])) }
        } @else if left_over {
            span.to { (scene.say("catsle-face-left-over")) }
        }
    }
}

/// The extra card of the trick, its fate, and whether it is on offer.
type Extra = (Card, Option<Seat>, bool, bool);

fn extra_key(scene: &Scene<'_, State>) -> Option<Extra> {
    let open = scene.open;
    let number = open.n_finished();
    let extra = *open.extras().get(number)?;
    let (taken_by, left_over) = fate(open, number, extra);
    let offered = open.phase() == Phase::Take && taken_by.is_none() && !left_over;
    Some((extra, taken_by, left_over, offered))
}

fn extra(scene: &Scene<'_, State>, extra: &Option<Extra>, out: &mut String) {
    html! {
        div #extra.extra {
            @if let Some((card, taken_by, left_over, offered)) = *extra {
                @if offered { (on_offer(scene, card)) } @else { (fallen(scene, card, taken_by, left_over)) } small { (scene.say("catsle-face-extra")) }
            }
        }
    }
    .render_to(out);
}

/// A finished trick with its ranking: who took how many, and which.
fn finished(scene: &Scene<'_, State>, number: usize, out: &mut String) {
    let open = scene.open;
    let Some(of) = open.tricks().get(number) else { return };
    let lying = |played: Card| {
        let (taken_by, left_over) = fate(open, number, played);
        fallen(scene, played, taken_by, left_over)
    };
    let notes = |seat| notes(scene, *open.rules(), *of, seat);
    let best = Some(of.ranking(scene.n_seats())[0]);
    last(scene, &trick(scene, of, lying, notes, best), out);
    html! {
        @if let Some(&extra) = open.extras().get(number) {
            p.extra { (lying(extra)) small { (scene.say("catsle-face-extra")) } }
        }
    }
    .render_to(out);
}

/// The rank of a seat in a trick, and below it how many cards the seat takes.
fn notes(scene: &Scene<'_, State>, rules: Rules, trick: Trick, seat: Seat) -> Vec<Text> {
    let Some(facts) = rank_of(&rules, &trick, seat) else { return Vec::new() };
    let [_, (_, takes)] = &facts;
    let takes = (*takes != Fact::Number(0)).then_some("catsle-face-takes");
    let ids = ["catsle-face-ordinal"].into_iter().chain(takes);
    ids.map(|id| scene.tell(id, &facts)).collect()
}

/// A picture of an example.
pub(super) fn picture(scene: &Scene<'_, State>, picture: &Picture) -> Markup {
    let shown = |card: Card| shown(scene, card, "");
    match picture {
        Picture::Trick { rules, trick, extra } => {
            let best = trick.ranking(n_seats(trick))[0];
            let play = |(seat, played)| TrickCard {
                seat,
                card: Some(shown(played)),
                best: seat == best,
                notes: notes(scene, *rules, *trick, seat),
            };
            let plays: Vec<_> = trick.plays(n_seats(trick)).map(play).collect();
            html! {
                div.trick { (in_order(scene, &plays)) }
                @if let Some(extra) = *extra {
                    p.extra { (shown(extra)) small { (scene.say("catsle-face-extra")) } }
                }
            }
        }
        Picture::Castle { rules, board } => html! {
            div.castle { (walls(scene, board, 0, None)) }
            (total(scene, rules.score(board.counts()).points))
        },
        Picture::Place { card: placed, board, .. } => html! {
            p.cards { (shown(*placed)) span.becomes aria-hidden="true" { "→" } }
            div.castle { (walls(scene, board, board.places(placed.suit()), None)) }
        },
    }
}

/// The decision to take: the player picks a card, then a place of their board.
fn take(sight: &Sight<'_, State>, asked: &Asked<State>, out: &mut String) {
    let open = &sight.view.open;
    let Some(me) = sight.me() else { return };
    let mut offer: Vec<Card> = Vec::new();
    for action in asked.iter() {
        if let Action::Take(card, _) = action
            && !offer.contains(&card)
        {
            offer.push(card);
        }
    }
    let put = |card: Card, place: Place| {
        let to = [
            ("suit", Fact::Name(card.suit().name())),
            ("value", card.rank().into()),
            ("place", Fact::Name(place.name())),
        ];
        let label = sight.tell("catsle-face-put", &to);
        let n_cards = usize::from(open.board(me).counts()[place.index()]);
        let class = [ONTO[n_cards.min(ONTO.len() - 1)], letter(card.suit())];
        asked.button(Action::Take(card, place), class, label, head(sight, me, place))
    };
    let pick = |offered: Card| Pick {
        id: format!("card-{offered}"),
        class: class_of(offered.suit()),
        label: name(sight, offered),
        inside: html! { (show(offered)) },
        then: html! { @for place in places(open.rules()) { (put(offered, place)) } },
        picked: matches!(asked.hinted, Some(Action::Take(card, _)) if card == offered),
    };
    let picks: Vec<Pick> = offer.into_iter().map(pick).collect();
    asked.form(sight, &in_two_steps(&picks, &sight.say("catsle-face-pick")), out);
}

/// The classes of a place to put a card, by the number of cards that lie there: the card is shown on top of them.
const ONTO: [&str; 7] = [
    "stamp place on0",
    "stamp place on1",
    "stamp place on2",
    "stamp place on3",
    "stamp place on4",
    "stamp place on5",
    "stamp place on6",
];

/// A place of a board in short: its number, its suit, and how full it is.
fn head(scene: &Scene<'_, State>, seat: Seat, place: Place) -> Markup {
    let open = scene.open;
    let n_cards = open.board(seat).counts()[place.index()];
    html! {
        i.aim {}
        span {
            b { @if limit(open, place).is_none() { (scene.say("catsle-face-scrap")) } @else { (place) } }
            small {
                @match open.board(seat).suit_at(place) {
                    Some(here) => { (suit_of(scene, here)) " " },
                    None => {},
                }
                (n_cards) @if let Some(limit) = limit(open, place) { "/" (limit) }
            }
        }
    }
}

/// A suit: shape and letter.
fn suit_of(scene: &Scene<'_, State>, of: Suit) -> impl Render + use<> {
    suit(letter(of), scene.say(of.name()))
}

/// A card that is shown and not a button.
fn shown(scene: &Scene<'_, State>, lying: Card, class: &'static str) -> impl Render + use<> {
    card([class_of(lying.suit()), class], name(scene, lying), show(lying))
}

fn show(card: Card) -> impl Render + Copy {
    face("ca", card.rank(), Some(letter(card.suit())), card.rank())
}

fn name(scene: &Scene<'_, State>, card: Card) -> Text {
    card_name(scene, card.suit().name(), card.rank())
}

/// How many cards a column takes; the scrap area takes any number.
fn limit(open: &Open, place: Place) -> Option<u8> {
    open.rules().limits().get(place.index()).copied()
}

/// The classes of a card.
fn class_of(suit: Suit) -> &'static str {
    match suit {
        Suit::Red => "ca r",
        Suit::Blue => "ca b",
        Suit::Green => "ca g",
        Suit::Grey => "ca k",
        Suit::Yellow => "ca y",
    }
}

fn letter(suit: Suit) -> &'static str {
    match suit {
        Suit::Red => "r",
        Suit::Blue => "b",
        Suit::Green => "g",
        Suit::Grey => "k",
        Suit::Yellow => "y",
    }
}
