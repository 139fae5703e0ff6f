//! Meow: a row of nine tokens, a trick for each, and the tokens that were won.

use maud::{Markup, Render, html};
use rules::meow::{
    Action, Ask, Card, Colour, N_TOKENS, N_TURNS, Open, Own, Phase, State, Token, Trick,
};
use rules::{Game as _, Open as _, Seat, Term};
use words::example::meow::{Picture, worth};
use words::example::n_seats;

use super::Face;
use super::ask::Asked;
use super::card::{card, card_name, face, in_a_row, shape, token};
use super::example::total;
use super::scene::{Scene, Sight, Subject};
use super::sheet::term_text;
use super::trick::{TrickCard, Which, about, in_order, last_finished, plays, trick, tricks};
use super::write::{Text, written};
use crate::art::meow as art;
use crate::piece::Pieces;

impl Face for State {
    const EMBLEM: &'static str = include_str!("../../assets/meow.svg");
    const CATS: super::CardCats = (1..=18, art::card_cat);
    const SCENE: fn() -> String = art::scene;
    const HAS_SEALED_CHOICES: bool = false;
    const HAS_PARADOXES: bool = false;

    fn board(sight: &Sight<'_, State>, pieces: &mut Pieces) {
        sight.put_of(pieces, "row", Subject::Board, row_key, row);
        tricks(pieces, |pieces| {
            sight.put_trick(
                pieces,
                Which::This,
                |scene| Some(*scene.open.trick()).filter(|_| scene.open.phase() == Phase::Play),
                |scene, this, out| lying(scene, this.as_ref(), Which::This, out),
            );
            sight.put_trick(
                pieces,
                Which::Last,
                |scene| last_finished(scene.open.tricks(), scene.open.n_finished()),
                |scene, last, out| lying(scene, last.as_ref(), Which::Last, out),
            );
        });
    }

    /// The tokens won, each with whether a fish has eaten it.
    type ChipKey = Vec<(Token, bool)>;

    fn chip_key(open: &Open, seat: Seat) -> Self::ChipKey {
        let eaten = eaten(open, seat);
        open.won(seat).map(|(place, won)| (won, eaten.contains(&place))).collect()
    }

    fn chip(scene: &Scene<'_, State>, _: Seat, won: &Self::ChipKey) -> Markup {
        html! {
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
                    (Action::Play(card), letter(card.colour()), name(sight, card), show(card))
                };
                asked.hand(sight, "face-play", own.hand.iter().map(play), out);
            }
            Some(Ask::Drop) => {
                let pick = |action| {
                    let Action::Drop(worth) = action else { return None };
                    let token = Token::Fishbone(worth);
                    let label = sight.tell("meow-token", &[("token", token.into())]);
                    let inside = html! { (shape("bone")) "−" (worth) };
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
        let kind = match term.column {
            "bowls" => "bowl",
            "fishbones" => "bone",
            "fish" => "fish",
            _ => "vase",
        };
        shape(kind).render_to(out);
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
    let n_won = n_won(scene);
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
        ol #row.row aria-label=(scene.say("meow-face-row")) {
            @for &RowToken { token: prize, gone, now, winner } in row {
                li aria-current=[now.then_some("true")] {
                    (award(scene, prize, if gone { " gone" } else { "" }))
                    @if now { small { (scene.say("meow-face-now")) } }
                    @if let Some(seat) = winner {
                        (token(scene, seat)) span.v { (scene.words.seat(seat)) }
                    }
                }
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
    labelled(label, bone, " gone")
}

/// An award token.
fn award(scene: &Scene<'_, State>, award: Token, class: &'static str) -> impl Render + use<> {
    let label = scene.tell("meow-token", &[("token", award.into())]);
    labelled(label, award, class)
}

/// An award token with this label.
fn labelled(label: Text, award: Token, class: &'static str) -> impl Render {
    let kind = match award {
        Token::Bowl(_) => "bowl",
        Token::Fishbone(_) => "bone",
        Token::Fish => "fish",
        Token::Vase => "vase",
    };
    written(move |out| {
        out.push_str("<span class=\"award ");
        out.push_str(kind);
        out.push_str(class);
        out.push_str("\" role=\"img\" aria-label=\"");
        label.render_to(out);
        out.push_str("\">");
        shape(kind).render_to(out);
        match award {
            Token::Bowl(worth) => worth.render_to(out),
            Token::Fishbone(worth) => {
                out.push('−');
                worth.render_to(out);
            }
            Token::Fish | Token::Vase => {}
        }
        out.push_str("</span>");
    })
}

/// The cards of a trick.
fn lying(scene: &Scene<'_, State>, of: Option<&Trick>, which: Which, out: &mut String) {
    let Some(of) = of else { return };
    let best = of.winner(scene.n_seats());
    let is_full = of.cards().len() == usize::from(scene.n_seats());
    let notes =
        |seat| (best == Some(seat)).then(|| scene.say(which.best(is_full))).into_iter().collect();
    let lying = |played| shown(scene, played, "");
    let beside = written(|out| {
        if which == Which::This {
            if let Some(led) = of.led() {
                about(scene, "face-led", letter(led), led.name()).render_to(out);
            }
            about(scene, "face-trump", "g", Colour::Green.name()).render_to(out);
        }
    });
    plays(scene, which, &trick(scene, of, lying, notes, best), &beside, out);
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
            ol.row { @for &token in tokens { li { (award(scene, token, "")) } } }
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
    card([letter(played.colour()), class], name(scene, played), show(played))
}

/// The face of a card.
fn show(card: Card) -> impl Render + Copy {
    face(State::ID, letter(card.colour()), card.value())
}

fn name(scene: &Scene<'_, State>, card: Card) -> Text {
    card_name(scene, card.colour().name(), card.value())
}

/// The number of tokens won in all rounds.
fn n_won(scene: &Scene<'_, State>) -> usize {
    scene.open.tokens().len().saturating_sub(N_TURNS) + scene.open.n_finished()
}

fn letter(colour: Colour) -> &'static str {
    match colour {
        Colour::Green => "g",
        Colour::Blue => "b",
        Colour::Pink => "p",
    }
}
