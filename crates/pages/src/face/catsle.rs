//! CATSle: castles that grow column by column, and the trick whose cards are shared out.

use maud::{Markup, Render, html};
use rules::catsle::{
    Action, Ask, Board, Card, Column, MAX_SEATS, Open, Own, Phase, Place, Rules, Score, State,
    Suit, Taken, Trick,
};
use rules::{Fact, Open as _, Rules as _, Seat, Term};
use words::example::catsle::Picture;
use words::example::n_seats;
use words::spoken::catsle::{place_of, places, rank_of};

use super::Face;
use super::ask::{Asked, Pick, in_two_steps};
use super::card::{
    Does, card, card_name, card_would, face, in_a_row, lettered, noted, signed, suit, token,
};
use super::example::total;
use super::scene::{Scene, Sight, Subject};
use super::seat::{PLAYS, put_play};
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
            put_play(sight, seat, pieces, Ranked::of, |scene, seat, key, out| {
                ranked(scene, seat, key.as_ref(), out);
            });
        }
        pieces.fixed("</ol>");
        sight.put_of(pieces, "extra", Subject::More, extra_key, |scene, &key, out| {
            extra(scene, key, out);
        });
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

    /// Whether the seat has just filled a column to its limit.
    fn is_pleased(open: &Open, seat: Seat) -> bool {
        last_placed(open, seat).is_some_and(|(n_cards, limit)| n_cards == limit)
    }

    /// Whether the seat has just put a card over the limit of a column.
    fn is_shocked(open: &Open, seat: Seat) -> bool {
        last_placed(open, seat).is_some_and(|(n_cards, limit)| n_cards > limit)
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
                    let (label, face) =
                        noted(sight, name(sight, card), show(card), does(sight, card));
                    (Action::Play(card), class_of(card.suit()), label, face)
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
        let place = Column::named(term.column).and_then(Column::place);
        let suit = place.and_then(|place| scene.open.board(seat).suit_at(place));
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

/// The column on which a seat has put the last card that was taken of this trick: its cards and its limit.
fn last_placed(open: &Open, seat: Seat) -> Option<(u8, u8)> {
    if open.phase() != Phase::Take {
        return None;
    }
    let last = taken_of(open, open.n_finished()).last().filter(|taken| taken.seat == seat)?;
    let limit = limit(open, last.place)?;
    Some((open.board(seat).counts()[last.place.index()], limit))
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
        span class=(class) role="img" aria-label=(scene.tell(id, &facts)) {
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
    leads: bool,
    fate: Fate,
}

/// What has become of a card of a trick.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It lies there until the trick is full.
    Lies,
    /// It can be taken.
    Offered,
    TakenBy(Seat),
    LeftOver,
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
        Some(Ranked {
            card,
            rank: rank_of(open.rules(), trick, seat),
            best: !trick.cards().is_empty() && trick.ranking(n_seats)[0] == seat,
            leads: card.is_some() && trick.leader() == seat,
            fate: card.map_or(Fate::Lies, |card| Fate::of(open, number, card)),
        })
    }
}

impl Fate {
    fn of(open: &Open, number: usize, card: Card) -> Fate {
        let mut gone = taken_of(open, number);
        if let Some(taken) = gone.find(|taken| taken.card == card) {
            Fate::TakenBy(taken.seat)
        } else if taken_of(open, number).count() == open.rules().takes().len() {
            Fate::LeftOver
        } else if open.phase() == Phase::Take && number == open.n_finished() {
            Fate::Offered
        } else {
            Fate::Lies
        }
    }
}

fn ranked(scene: &Scene<'_, State>, seat: Seat, key: Option<&Ranked>, out: &mut String) {
    let id = PLAYS[seat.index()];
    let Some(Ranked { card, rank, best, leads, fate }) = key else {
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
            @if let Some(card) = *card { (trick_card(scene, card, *fate)) } @else { span.slot {} }
            small {
                (token(scene, seat)) b { (scene.words.seat(seat)) }
                @if *leads { " " em { (scene.say("face-led")) } }
            }
        }
    }
    .render_to(out);
}

/// A card of a trick, and below it who has taken it. The player who takes next can press it to pick it.
fn trick_card(scene: &Scene<'_, State>, card: Card, fate: Fate) -> Markup {
    html! {
        @match fate {
            Fate::Lies => (shown(scene, card, "")),
            Fate::Offered => label.offer for={ "card-" (card) } { (shown(scene, card, "")) },
            Fate::TakenBy(seat) => {
                (shown(scene, card, "gone"))
                span.to { (scene.tell("catsle-face-taken", &[("seat", seat.into())])) }
            }
            Fate::LeftOver => {
                (shown(scene, card, ""))
                span.to { (scene.say("catsle-face-left-over")) }
            }
        }
    }
}

/// The extra card of the trick.
fn extra_key(scene: &Scene<'_, State>) -> Option<(Card, Fate)> {
    let open = scene.open;
    let number = open.n_finished();
    let extra = *open.extras().get(number)?;
    Some((extra, Fate::of(open, number, extra)))
}

fn extra(scene: &Scene<'_, State>, extra: Option<(Card, Fate)>, out: &mut String) {
    html! {
        div #extra.extra {
            @if let Some((card, fate)) = extra {
                (trick_card(scene, card, fate))
                small { (scene.say("catsle-face-extra")) }
            }
        }
    }
    .render_to(out);
}

/// A finished trick with its ranking: who took how many, and which.
fn finished(scene: &Scene<'_, State>, number: usize, out: &mut String) {
    let open = scene.open;
    let Some(of) = open.tricks().get(number) else { return };
    let lying = |played: Card| trick_card(scene, played, Fate::of(open, number, played));
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

/// What a card of the hand would do in the trick, if it may be played: its rank so far, or the number of cards that it
/// takes where later cards cannot change that. All cards lead alike, and say nothing.
fn does(sight: &Sight<'_, State>, card: Card) -> Option<Does> {
    let (open, me) = (&sight.view.open, sight.me()?);
    if !matches!(sight.view.check(Action::Play(card)), Some(Ok(()))) {
        return None;
    }
    let mut trick = *open.trick();
    if trick.cards().is_empty() {
        return None;
    }
    trick.play(card);
    let facts = rank_of(open.rules(), &trick, me)?;
    let rank = trick.ranking(sight.n_seats()).into_iter().position(|ranked| ranked == me)?;
    // CAS-22: later cards can only lower a rank.
    let last_taking = open.rules().takes().iter().max().map_or(0, |&rank| usize::from(rank));
    let is_full = trick.cards().len() == usize::from(sight.n_seats());
    let id = if is_full || rank > last_taking { "catsle-does-take" } else { "catsle-does-rank" };
    Some(Does { text: sight.tell(id, &facts), ahead: rank == 0 })
}

/// What comes of a card on a place of a board.
struct Outcome {
    n_cards: u8,
    limit: Option<u8>,
    /// The change of the points that the board is worth.
    points: i32,
}

impl Outcome {
    /// `None` if the card may not go there.
    fn of(rules: Rules, board: &Board, suit: Suit, place: Place) -> Option<Outcome> {
        let after = board.with(suit, place)?;
        Some(Outcome {
            n_cards: after.counts()[place.index()],
            limit: rules.limits().get(place.index()).copied(),
            points: rules.score(after.counts()).sum - rules.score(board.counts()).sum,
        })
    }

    /// `2 of 3`; `perfect, 3 of 3`; `over the limit: −4 points`.
    fn text(&self, scene: &Scene<'_, State>) -> Text {
        let Outcome { n_cards, limit, points } = *self;
        let id = match limit {
            None => "catsle-does-scrap",
            Some(limit) if n_cards > limit => "catsle-does-over",
            Some(limit) if n_cards == limit => "catsle-does-perfect",
            Some(_) => "catsle-does-column",
        };
        let limit = limit.unwrap_or_default().into();
        scene.tell(id, &[("n", n_cards.into()), ("limit", limit), ("points", points.into())])
    }

    /// The same on a stone.
    fn short(&self) -> Markup {
        let Outcome { n_cards, limit, points } = *self;
        html! {
            @match limit {
                Some(limit) if n_cards <= limit => {
                    @if n_cards == limit { "✓" }
                    (n_cards) "/" (limit)
                }
                Some(_) | None => (signed(points)),
            }
        }
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
        let board = open.board(me);
        let outcome = Outcome::of(*open.rules(), board, card.suit(), place);
        let label = sight.tell("catsle-face-put", &to);
        let label = match &outcome {
            Some(outcome) => card_would(sight, &label, &outcome.text(sight)),
            None => label,
        };
        let n_cards = usize::from(board.counts()[place.index()]);
        let class = [ONTO[n_cards.min(ONTO.len() - 1)], letter(card.suit())];
        asked.button(
            Action::Take(card, place),
            class,
            label,
            head(sight, me, place, outcome.as_ref()),
        )
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

/// A place of a board in short: what comes of the card there, its number, its suit, and how full it is.
fn head(scene: &Scene<'_, State>, seat: Seat, place: Place, outcome: Option<&Outcome>) -> Markup {
    let open = scene.open;
    let n_cards = open.board(seat).counts()[place.index()];
    html! {
        i.aim { @if let Some(outcome) = outcome { (outcome.short()) } }
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
