//! CATSle: castles that grow column by column, and the trick whose cards are shared out.

use maud::{Markup, Render, html};
use rules::catsle::{
    Action, Ask, Board, Card, MAX_SEATS, Open, Own, Phase, Place, Rules, Score, State, Suit, Taken,
    Trick,
};
use rules::{Fact, Game as _, Open as _, Seat, Term};
use words::example::catsle::Picture;
use words::example::n_seats;
use words::spoken::catsle::{place_of, places, rank_of};

use super::Face;
use super::ask::{Asked, Pick, in_two_steps};
use super::card::{card, card_name, face, in_a_row, lettered, suit, token};
use super::example::total;
use super::scene::{AlwaysNew, Scene, Sight, Subject};
use super::sheet::term_text;
use super::trick::{TrickCard, Which, about, in_order, plays, trick, tricks};
use super::write::Text;
use crate::art::catsle as art;
use crate::piece::Pieces;

impl Face for State {
    const EMBLEM: &'static str = include_str!("../../assets/catsle.svg");
    const CATS: super::CardCats = (1..=12, art::card_cat);
    const SCENE: fn() -> String = art::scene;
    const HAS_SEALED_CHOICES: bool = false;
    const HAS_PARADOXES: bool = false;

    fn board(sight: &Sight<'_, State>, pieces: &mut Pieces) {
        tricks(pieces, |pieces| {
            sight.put_trick(
                pieces,
                Which::This,
                |_| AlwaysNew,
                |scene, _, out| {
                    if matches!(scene.open.phase(), Phase::Play | Phase::Take) {
                        ranked(scene, scene.open.n_finished(), Which::This, out);
                    }
                },
            );
            sight.put_trick(pieces, Which::Last, last_key, |scene, last, out| {
                if let Some((number, ..)) = *last {
                    ranked(scene, number, Which::Last, out);
                }
            });
        });
        castles(sight, pieces);
    }

    /// The points of a castle, and its perfect columns.
    type ChipKey = Score;

    fn chip_key(open: &Open, seat: Seat) -> Score {
        open.score(seat)
    }

    fn chip(scene: &Scene<'_, State>, _: Seat, score: &Score) -> Markup {
        let (points, perfect) = (score.sum.into(), score.perfect.into());
        html! {
            span { (scene.tell("catsle-face-points", &[("points", points)])) }
            " " span.perfect { (scene.tell("catsle-face-perfect", &[("perfect", perfect)])) }
        }
    }

    fn hand(sight: &Sight<'_, State>, out: &mut String) {
        let Some((_, own)) = &sight.view.own else { return };
        let asked = Asked::of(sight);
        match asked.ask() {
            Some(Ask::Play) => {
                let play = |card: Card| {
                    (Action::Play(card), letter(card.suit()), name(sight, card), show(card))
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

/// All castles, the observer's last: columns with the room up to their limits, and the scrap area.
fn castles(sight: &Sight<'_, State>, pieces: &mut Pieces) {
    pieces.fixed("<ul class=\"castles\" aria-label=\"");
    pieces.say("catsle-face-castles", |id| sight.say(id));
    pieces.fixed("\">");
    for seat in sight.around() {
        let mine = sight.me() == Some(seat);
        let begin = if mine { "<li class=\"castle me\">" } else { "<li class=\"castle\">" };
        pieces.fixed(begin);
        pieces.frame(&html! { span.by { (token(sight, seat)) (sight.words.seat(seat)) } });
        let id = WALLS[seat.index()];
        let board = move |scene: &Scene<'_, State>| *scene.open.board(seat);
        let draw = move |scene: &Scene<'_, State>, board: &Board, out: &mut String| {
            walls(scene, board, 0, Some(id)).render_to(out);
        };
        sight.put_of(pieces, id, Subject::Belongings(seat), board, draw);
        pieces.fixed("</li>");
    }
    pieces.fixed("</ul>");
}

/// The id of each seat's castle.
const WALLS: [&str; MAX_SEATS] = ["walls-0", "walls-1", "walls-2", "walls-3", "walls-4"];

/// A castle, place by place. `marked` are places as bits.
fn walls(scene: &Scene<'_, State>, board: &Board, marked: u32, id: Option<&str>) -> Markup {
    html! {
        div.walls id=[id] {
            @for place in places(scene.open.rules()) {
                (column(scene, board, place, marked))
            }
        }
    }
}

fn column(scene: &Scene<'_, State>, board: &Board, place: Place, marked: u32) -> Markup {
    let open = scene.open;
    let limit = limit(open, place);
    let (n_cards, suit) = (board.counts()[place.index()], board.suit_at(place));
    let class = match limit {
        None => "scrap",
        Some(limit) if n_cards > limit => "over",
        Some(limit) if n_cards == limit => "perfect",
        Some(_) => "",
    };
    let marked = if marked & 1 << place.index() != 0 { "marked" } else { "" };
    let (id, facts) = place_of(open.rules(), board, place);
    let room = limit.map_or(0, |limit| limit.saturating_sub(n_cards));
    let surplus = limit.map_or(0, |limit| n_cards.saturating_sub(limit));
    let class = ["wall", suit.map_or("", letter), class, marked];
    let class = class.into_iter().filter(|class| !class.is_empty()).collect::<Vec<_>>().join(" ");
    html! {
        span class=(class) role="img" aria-label=(scene.tell(id, &facts)) data-place=(place) {
            @for _ in 0..room { u {} }
            @for _ in 0..surplus { s.side {} }
            @for _ in surplus..n_cards { s {} }
            b { (n_cards) @if let Some(limit) = limit { "/" (limit) } }
            @if let Some(suit) = suit {
                span class={ "suit " (letter(suit)) } { (lettered(letter(suit))) }
            } @else {
                i { (place) }
            }
        }
    }
}

/// A trick with its ranking: who takes how many, which cards are taken, the extra card, and the cards left over.
fn ranked(scene: &Scene<'_, State>, number: usize, which: Which, out: &mut String) {
    let open = scene.open;
    let (n_seats, rules) = (scene.n_seats(), open.rules());
    let of = open.tricks().get(number).unwrap_or(open.trick());
    let ranking = of.ranking(n_seats);
    let n_played = of.cards().len();
    let gone: Vec<Taken> = taken_of(open, number).collect();
    let over = gone.len() == rules.takes().len();
    let lying = |played: Card| {
        let taken = gone.iter().find(|taken| taken.card == played);
        let class = if taken.is_some() { "gone" } else { "" };
        html! {
            (shown(scene, played, class))
            @if let Some(taken) = taken {
                span.to { (scene.tell("catsle-face-taken", &[("seat", taken.seat.into())])) }
            } @else if over {
                span.to { (scene.say("catsle-face-left-over")) }
            }
        }
    };
    let notes = |seat| notes(scene, *rules, *of, seat);
    let best = (n_played > 0).then(|| ranking[0]);
    let beside = html! {
        @if which == Which::This {
            @if let Some(led) = of.led() { (about(scene, "face-led", letter(led), led.name())) }
            @if let Some(out) = open.out() { (about(scene, "catsle-face-out", letter(out), out.name())) }
        }
    };
    plays(scene, which, &trick(scene, of, lying, notes, best), &beside, out);
    let extra = open.extras().get(number);
    html! {
        @if let Some(&extra) = extra {
            p.extra.last[which == Which::Last] { (lying(extra)) small { (scene.say("catsle-face-extra")) } }
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
        asked.button(Action::Take(card, place), ["place", ""], label, head(sight, me, place))
    };
    let pick = |offered: Card| Pick {
        id: format!("card-{offered}"),
        class: letter(offered.suit()),
        label: name(sight, offered),
        inside: html! { (show(offered)) },
        then: html! { @for place in places(open.rules()) { (put(offered, place)) } },
        picked: matches!(asked.hinted, Some(Action::Take(card, _)) if card == offered),
    };
    let picks: Vec<Pick> = offer.into_iter().map(pick).collect();
    asked.form(sight, &in_two_steps(&picks, &sight.say("catsle-face-pick")), out);
}

/// A place of a board in short: its number, its suit, and how full it is.
fn head(scene: &Scene<'_, State>, seat: Seat, place: Place) -> Markup {
    let open = scene.open;
    let n_cards = open.board(seat).counts()[place.index()];
    html! {
        b { (place) }
        @match open.board(seat).suit_at(place) {
            Some(here) => (suit(letter(here), scene.say(here.name()))),
            None => "–",
        }
        small { (n_cards) @if let Some(limit) = limit(open, place) { "/" (limit) } }
    }
}

/// A suit: shape and letter.
fn suit_of(scene: &Scene<'_, State>, of: Suit) -> impl Render + use<> {
    suit(letter(of), scene.say(of.name()))
}

/// A card that is shown and not a button.
fn shown(scene: &Scene<'_, State>, lying: Card, class: &'static str) -> impl Render + use<> {
    card([letter(lying.suit()), class], name(scene, lying), show(lying))
}

fn show(card: Card) -> impl Render + Copy {
    face(State::ID, letter(card.suit()), card.rank())
}

fn name(scene: &Scene<'_, State>, card: Card) -> Text {
    card_name(scene, card.suit().name(), card.rank())
}

/// How many cards a column takes; the scrap area takes any number.
fn limit(open: &Open, place: Place) -> Option<u8> {
    open.rules().limits().get(place.index()).copied()
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
