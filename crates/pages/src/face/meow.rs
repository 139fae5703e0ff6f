//! Meow: a row of nine tokens, a trick for each, and the tokens that were won.

use maud::{Markup, Render, html};
use rules::meow::{
    Action, Ask, Card, Colour, Column, N_TOKENS, N_TURNS, Open, Own, Phase, State, Token, Trick,
};
use rules::{Fact, Open as _, Rules as _, Seat, Term};
use words::example::meow::{Picture, worth};
use words::example::n_seats;

use super::Face;
use super::ask::Asked;
use super::card::{Does, card, card_name, face, head_token, in_a_row, noted, thing, token};
use super::example::total;
use super::scene::{Scene, Sight, Subject};
use super::seat::{PLAYS, put_play};
use super::sheet::term_text;
use super::trick::{TrickCard, best_note, in_order, last_finished, put_last};
use super::write::{Text, written};
use crate::kit;
use crate::piece::Pieces;

impl Face for State {
    const EMBLEM: &'static str = include_str!("../../assets/meow.svg");
    const WORLD: &'static str = "kitchen";
    const SCENERY: &'static str =
        include_str!("../../assets/scenery/kitchen.html").trim_ascii_end();
    const HAS_SEALED_CHOICES: bool = false;
    const HAS_PARADOXES: bool = false;

    fn board(sight: &Sight<'_, State>, pieces: &mut Pieces) {
        pieces.fixed("<section class=\"board kit\">");
        sight.put_of(pieces, "row", Subject::Board, row_key, row);
        // The last place is the observer's.
        pieces.fixed(if sight.me().is_some() {
            "<ol class=\"trick seated\">"
        } else {
            "<ol class=\"trick\">"
        });
        let around: Vec<Seat> = sight.around().collect();
        let middle = around.len().div_ceil(2);
        for (place, &seat) in around.iter().enumerate() {
            if place == middle {
                sight.put_of(pieces, "stake", Subject::More, stake_key, |scene, &token, out| {
                    stake(scene, token, out);
                });
            }
            put_play(sight, seat, pieces, Lying::of, |scene, seat, key, out| {
                lying(scene, seat, key.as_ref(), out);
            });
        }
        pieces.fixed("</ol></section>");
    }

    fn last(sight: &Sight<'_, State>, pieces: &mut Pieces) {
        let last = |open: &Open| last_finished(open.tricks(), open.n_finished());
        put_last(sight, pieces, last, Trick::winner, |scene, card| shown(scene, card, ""));
    }

    fn n_held(open: &Open, seat: Seat) -> usize {
        open.n_held(seat)
    }

    fn is_ahead(open: &Open, seat: Seat) -> bool {
        open.phase() == Phase::Play && open.trick().winner(open.rules().n_seats()) == Some(seat)
    }

    /// Whether the token of a full trick costs its winner points: a fishbone that no fish takes away, or a vase that makes
    /// a pair.
    fn is_shocked(open: &Open, seat: Seat) -> bool {
        let n_seats = open.rules().n_seats();
        let trick = open.trick();
        let is_full = open.phase() == Phase::Play && trick.cards().len() == usize::from(n_seats);
        let prize = open.tokens().get(n_won(open)).filter(|_| is_full);
        let Some(&prize) = prize.filter(|_| trick.winner(n_seats) == Some(seat)) else {
            return false;
        };
        let won = || open.won(seat).map(|(_, token)| token);
        let n_fish = open.fish_left(seat);
        let rules = open.rules();
        rules.worth(won().chain([prize]), n_fish) < rules.worth(won(), n_fish)
    }

    /// The tokens won, each with whether a fish has eaten it.
    type ChipKey = Vec<(Token, bool)>;

    fn chip_key(open: &Open, seat: Seat) -> Self::ChipKey {
        let eaten = eaten(open, seat);
        open.won(seat).map(|(place, won)| (won, eaten.contains(&place))).collect()
    }

    fn chip(scene: &Scene<'_, State>, _: Seat, won: &Self::ChipKey) -> Markup {
        html! {
            @if won.is_empty() { span.none { (scene.say("meow-face-nothing-won")) } }
            @for &(won, eaten) in won {
                @if eaten { (eaten_by_fish(scene, won)) } @else { (award(scene, won, "")) }
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
                    (Action::Play(card), class_of(card), label, face)
                };
                asked.hand(sight, "face-play", own.hand.iter().map(play), out);
            }
            Some(Ask::Drop) => {
                let pick = |action| {
                    let Action::Drop(worth) = action else { return None };
                    let token = Token::Fishbone(worth);
                    let label = sight.tell("meow-token", &[("token", token.into())]);
                    let inside = html! {
                        span.tk.bone { (thing("tk-bone")) b { (kit::numeral(-i16::from(worth))) } }
                    };
                    Some(asked.button(action, ["answer", ""], label, inside))
                };
                let picks = asked.iter().filter_map(pick);
                asked.form(sight, &html! { div.answers { @for pick in picks { (pick) } } }, out);
            }
            None => Self::cards(sight, own, out),
        }
    }

    fn cards(scene: &Scene<'_, State>, own: &Own, out: &mut String) {
        in_a_row("cards", own.hand.iter().map(|held| shown(scene, held, ""))).render_to(out);
    }

    fn term(scene: &Scene<'_, State>, _: Seat, term: &Term, out: &mut String) {
        let kind = match Column::named(term.column) {
            Some(Column::Bowls) => "tk-bowl",
            Some(Column::Fishbones) => "tk-bone",
            Some(Column::Fish) => "tk-fish",
            Some(Column::Vases) | None => "tk-vase",
        };
        thing(kind).render_to(out);
        out.push(' ');
        term_text(scene, term).render_to(out);
    }
}

/// A token of the row.
#[derive(PartialEq)]
struct RowToken {
    token: Token,
    /// Whether it was won, even if it was discarded later.
    gone: bool,
    /// Whether the current trick is for it.
    now: bool,
    winner: Option<Seat>,
}

/// The tokens of the round.
fn row_key(scene: &Scene<'_, State>) -> Vec<RowToken> {
    let open = scene.open;
    let n_won = n_won(scene.open);
    let from = open.tokens().len().saturating_sub(N_TURNS);
    let mut winners = [None; N_TOKENS];
    for seat in Seat::all(scene.n_seats()) {
        open.won(seat).for_each(|(place, _)| winners[place] = Some(seat));
    }
    let playing = open.phase() == Phase::Play;
    let prize = |(place, &token)| RowToken {
        token,
        gone: place < n_won,
        now: playing && place == n_won,
        winner: winners[place],
    };
    open.tokens().iter().enumerate().skip(from).map(prize).collect()
}

/// The row of the round: tokens won and by whom, the token of this trick, and those to come.
fn row(scene: &Scene<'_, State>, row: &Vec<RowToken>, out: &mut String) {
    html! {
        ol #row.shelf aria-label=(scene.say("meow-face-row")) {
            @for &RowToken { token: prize, gone, now, winner } in row {
                li.taken[gone].now[now] aria-current=[now.then_some("true")] {
                    @if now {
                        span.hole {}
                        span.v { (token_name(scene, prize)) " " (scene.say("meow-face-now")) }
                    } @else {
                        (award(scene, prize, if gone { " gone" } else { "" }))
                    }
                    @if let Some(seat) = winner {
                        (head_token(scene, seat)) span.v { (scene.words.seat(seat)) }
                    }
                }
            }
        }
    }
    .render_to(out);
}

/// The token of the trick that is played.
fn stake_key(scene: &Scene<'_, State>) -> Option<Token> {
    let playing = scene.open.phase() == Phase::Play;
    scene.open.tokens().get(n_won(scene.open)).copied().filter(|_| playing)
}

/// What the trick is for, large, between its cards.
fn stake(scene: &Scene<'_, State>, stake: Option<Token>, out: &mut String) {
    html! {
        li #stake.stake {
            @if let Some(token) = stake {
                span.glow {}
                (award(scene, token, " big"))
                small { (scene.say("meow-face-to-win")) }
            }
        }
    }
    .render_to(out);
}

/// A seat's card in the trick.
#[derive(PartialEq)]
struct Lying {
    /// `None` while the seat has not played.
    card: Option<Card>,
    best: bool,
    leads: bool,
    full: bool,
    /// The colour that was led and that the seat does not have.
    lacks: Option<Colour>,
}

impl Lying {
    /// `None` while there is no trick.
    fn of(scene: &Scene<'_, State>, seat: Seat) -> Option<Lying> {
        if scene.open.phase() != Phase::Play {
            return None;
        }
        let (trick, n_seats) = (scene.open.trick(), scene.n_seats());
        let card = trick.card_of(seat, n_seats);
        let led = trick.led();
        Some(Lying {
            card,
            best: trick.winner(n_seats) == Some(seat),
            leads: trick.leader() == seat,
            full: trick.cards().len() == usize::from(n_seats),
            lacks: led.filter(|&led| card.is_some_and(|card| card.colour() != led)),
        })
    }
}

fn lying(scene: &Scene<'_, State>, seat: Seat, key: Option<&Lying>, out: &mut String) {
    let id = PLAYS[seat.index()];
    let Some(Lying { card, best, leads, full, lacks }) = key else {
        return html! { li.played id=(id) {} }.render_to(out);
    };
    let note = match lacks {
        _ if *best => Some(scene.say(best_note(*full))),
        Some(led) => Some(scene.tell("meow-face-lacks", &[("colour", Fact::Name(led.name()))])),
        None => (*leads && card.is_some()).then(|| scene.say("face-led")),
    };
    html! {
        li.played.best[*best] id=(id) {
            @if let Some(card) = *card { (shown(scene, card, "")) } @else { span.slot { em { (scene.say("meow-face-your-card")) } } }
            small {
                (token(scene, seat))
                @if let Some(note) = note { (note) } @else { (scene.words.seat(seat)) }
            }
        }
    }
    .render_to(out);
}

/// The places of the fishbones that a seat's fish take away, as things stand (MEO-30, MEO-32).
fn eaten(open: &Open, seat: Seat) -> Vec<usize> {
    let bone = |(place, won)| match won {
        Token::Fishbone(worth) => Some((worth, place)),
        Token::Bowl(_) | Token::Fish | Token::Vase => None,
    };
    let mut bones: Vec<(u8, usize)> = open.won(seat).filter_map(bone).collect();
    bones.sort_unstable_by(|one, other| other.cmp(one));
    bones.into_iter().take(open.fish_left(seat)).map(|(_, place)| place).collect()
}

/// A fishbone that a fish has eaten.
fn eaten_by_fish(scene: &Scene<'_, State>, bone: Token) -> impl Render + use<> {
    let label = scene.tell("meow-face-eaten", &[("token", bone.into())]);
    labelled(scene, label, bone, " gone")
}

/// An award token.
fn award(scene: &Scene<'_, State>, award: Token, class: &'static str) -> impl Render + use<> {
    labelled(scene, token_name(scene, award), award, class)
}

fn token_name(scene: &Scene<'_, State>, token: Token) -> Text {
    scene.tell("meow-token", &[("token", token.into())])
}

/// An award token with this label.
fn labelled(
    scene: &Scene<'_, State>,
    label: Text,
    award: Token,
    class: &'static str,
) -> impl Render + use<> {
    let (kind, picture) = match award {
        Token::Bowl(_) => ("bowl", "tk-bowl"),
        Token::Fishbone(_) => ("bone", "tk-bone"),
        Token::Fish => ("fish", "tk-fish"),
        Token::Vase => ("vase", "tk-vase"),
    };
    // What has no value says what it is.
    let (value, called) = match award {
        Token::Bowl(worth) => (Some(i16::from(worth)), None),
        Token::Fishbone(worth) => (Some(-i16::from(worth)), None),
        Token::Fish => (None, Some(scene.say("meow-face-fish"))),
        Token::Vase => (None, Some(scene.say("meow-face-vase"))),
    };
    written(move |out| {
        out.push_str("<span class=\"award tk ");
        out.push_str(kind);
        out.push_str(class);
        out.push_str("\" role=\"img\" aria-label=\"");
        label.render_to(out);
        out.push_str("\">");
        thing(picture).render_to(out);
        if let Some(value) = value {
            out.push_str("<b>");
            kit::numeral(value).render_to(out);
            out.push_str("</b>");
        }
        if let Some(called) = &called {
            out.push_str("<em>");
            called.render_to(out);
            out.push_str("</em>");
        }
        out.push_str("</span>");
    })
}

/// A picture of an example.
pub(super) fn picture(scene: &Scene<'_, State>, picture: &Picture) -> Markup {
    match picture {
        Picture::Trick(trick) => {
            let best = trick.winner(n_seats(trick));
            let play = |(seat, played)| TrickCard {
                seat,
                card: Some(shown(scene, played, "")),
                best: best == Some(seat),
                notes: (best == Some(seat)).then(|| scene.say("face-won")).into_iter().collect(),
            };
            let plays: Vec<_> = trick.plays(n_seats(trick)).map(play).collect();
            html! { div.trick { (in_order(scene, &plays)) } }
        }
        Picture::Follow { trick, hand } => {
            let may = trick.following(*hand);
            html! {
                div.trick {
                    ol {
                        @for &led in trick.cards() {
                            li.led { (shown(scene, led, "")) small { (scene.say("face-led")) } }
                        }
                        @for held in may.iter() {
                            li.best { (shown(scene, held, "")) small { (scene.say("example-may")) } }
                        }
                        @for held in (*hand - may).iter() {
                            li { (shown(scene, held, "gone")) small { (scene.say("example-may-not")) } }
                        }
                    }
                }
            }
        }
        Picture::Row(tokens) => html! {
            ol.shelf { @for &token in tokens { li { (award(scene, token, "")) } } }
        },
        Picture::Tokens(tokens) => html! {
            p.awards {
                @for &token in tokens { (award(scene, token, "")) " " }
                (total(scene, worth(tokens)))
            }
        },
    }
}

/// A card that is shown and not a button.
fn shown(scene: &Scene<'_, State>, played: Card, class: &'static str) -> impl Render + use<> {
    card([class_of(played), class], name(scene, played), show(played))
}

/// What a card of the hand would do in the trick, if it may be played.
fn does(sight: &Sight<'_, State>, card: Card) -> Option<Does> {
    let trick = sight.view.open.trick();
    // All cards lead alike.
    let leads = trick.cards().is_empty();
    if leads || !matches!(sight.view.check(Action::Play(card)), Some(Ok(()))) {
        return None;
    }
    let ahead = trick.would_win(card);
    let id = if ahead { best_note(false) } else { "meow-face-behind" };
    Some(Does { text: sight.say(id), ahead })
}

/// The face of a card.
fn show(card: Card) -> impl Render + Copy {
    face("me", card.value(), Some(letter(card.colour())), card.value())
}

fn name(scene: &Scene<'_, State>, card: Card) -> Text {
    card_name(scene, card.colour().name(), card.value())
}

/// The number of tokens won in all rounds.
fn n_won(open: &Open) -> usize {
    open.tokens().len().saturating_sub(N_TURNS) + open.n_finished()
}

/// The classes of a card.
fn class_of(card: Card) -> &'static str {
    match card.colour() {
        Colour::Green => "me g",
        Colour::Blue => "me b",
        Colour::Pink => "me p",
    }
}

fn letter(colour: Colour) -> &'static str {
    match colour {
        Colour::Green => "g",
        Colour::Blue => "b",
        Colour::Pink => "p",
    }
}
