//! Meow: nine tokens in a row, a trick for each, and what everybody has won.

use maud::{Markup, html};
use rules::meow::{Action, Ask, Card, Colour, N_ROUNDS, N_TURNS, Phase, Seen, State, Token, Trick};
use rules::{Fact, GameId, Open as _, Seat};

use super::{
    Asked, Face, Sight, Which, about, card, card_name, face, n_finished, plays, shape, token, trick,
};

impl Face for State {
    fn progress(sight: &Sight<'_, State>) -> String {
        let open = &sight.view.open;
        let round = sight.round(N_ROUNDS as u32);
        if open.phase() != Phase::Play {
            return round;
        }
        let turn = (n_done(sight) as i64 + 1).into();
        let turns = (N_TURNS as i64).into();
        let turn = sight.tell("meow-face-turn", &[("turn", turn), ("turns", turns)]);
        let start = sight.tell("face-starts", &[("seat", open.start().into())]);
        format!("{round} · {turn} · {start}")
    }

    fn question(sight: &Sight<'_, State>) -> String {
        let open = &sight.view.open;
        let prize = open.tokens().get(n_won(sight)).map(Token::to_string).unwrap_or_default();
        match (Asked::of(sight).ask(), open.trick().led()) {
            (Some(Ask::Play), None) => sight.tell("meow-face-ask-lead", &[("token", prize.into())]),
            (Some(Ask::Play), Some(led)) => {
                let held = sight.view.own.as_ref().map(|(_, own)| own.hand & led.cards());
                let follows = held.is_some_and(|held| !held.is_empty());
                let id = if follows { "meow-face-ask-follow" } else { "meow-face-ask-any" };
                sight.tell(id, &[("colour", Fact::Name(led.name())), ("token", prize.into())])
            }
            (Some(Ask::Drop), _) => sight.say("meow-face-ask-drop"),
            (None, _) => sight.waiting(Seen::Won),
        }
    }

    fn board(sight: &Sight<'_, State>) -> Markup {
        let open = &sight.view.open;
        let n_done = n_done(sight);
        html! {
            (row(sight))
            div.tricks {
                @if open.phase() == Phase::Play { (lying(sight, *open.trick(), Which::This)) }
                @if n_done > 0 && let Some(last) = open.tricks().get(n_done - 1) {
                    (lying(sight, *last, Which::Last))
                }
            }
        }
    }

    fn chip(sight: &Sight<'_, State>, seat: Seat) -> Markup {
        let open = &sight.view.open;
        html! {
            @for (_, won) in open.won(seat) { (award(sight, won, "")) }
        }
    }

    fn hand(sight: &Sight<'_, State>) -> Markup {
        let Some((_, own)) = &sight.view.own else { return html! {} };
        let asked = Asked::of(sight);
        let show = |card: Card| face(GameId::Meow, letter(card.colour()), card.value());
        match asked.ask() {
            Some(Ask::Play) => {
                let pick = |card: Card| {
                    let class = format!("card {}", letter(card.colour()));
                    asked.button(Action::Play(card), &class, &name(sight, card), &show(card))
                };
                let picks = own.hand.iter().map(pick);
                asked.form(sight, &html! { div.cards { @for pick in picks { (pick) } } })
            }
            Some(Ask::Drop) => {
                let pick = |action| {
                    let Action::Drop(worth) = action else { return html! {} };
                    let token = Token::Fishbone(worth);
                    let label = sight.tell("meow-token", &[("token", token.to_string().into())]);
                    asked.button(action, "answer", &label, &html! { (shape("bone")) "−" (worth) })
                };
                let picks = asked.iter().map(pick);
                asked.form(sight, &html! { div.answers { @for pick in picks { (pick) } } })
            }
            None => html! {
                div.cards {
                    @for held in own.hand.iter() {
                        (card(letter(held.colour()), &name(sight, held), &show(held)))
                    }
                }
            },
        }
    }
}

/// The row of the round: what was won by whom, what is played for now, and what is to come.
fn row(sight: &Sight<'_, State>) -> Markup {
    let open = &sight.view.open;
    let n_won = n_won(sight);
    let from = open.tokens().len().saturating_sub(N_TURNS);
    let winner = |place: usize| {
        Seat::all(sight.n_seats()).find(|&seat| open.won(seat).any(|(won, _)| won == place))
    };
    let playing = open.phase() == Phase::Play;
    html! {
        ol.row aria-label=(sight.say("meow-face-row")) {
            @for (place, &prize) in open.tokens().iter().enumerate().skip(from) {
                @let now = playing && place == n_won;
                li aria-current=[now.then_some("true")] {
                    (award(sight, prize, if place < n_won { " gone" } else { "" }))
                    @if now { small { (sight.say("meow-face-now")) } }
                    @if let Some(seat) = winner(place) {
                        (token(sight, seat)) span.v { (sight.words.seat(seat)) }
                    }
                }
            }
        }
    }
}

/// An award token.
fn award(sight: &Sight<'_, State>, award: Token, class: &str) -> Markup {
    let text = award.to_string();
    let kind = match award {
        Token::Bowl(_) => "bowl",
        Token::Fishbone(_) => "bone",
        Token::Fish => "fish",
        Token::Vase => "vase",
    };
    let number = match award {
        Token::Bowl(_) => text.clone(),
        Token::Fishbone(worth) => format!("−{worth}"),
        Token::Fish | Token::Vase => String::new(),
    };
    let label = sight.tell("meow-token", &[("token", text.into())]);
    html! {
        span class={ "award " (kind) (class) } role="img" aria-label=(label) {
            (shape(kind)) (number)
        }
    }
}

fn lying(sight: &Sight<'_, State>, of: Trick, which: Which) -> Markup {
    let best = of.winner(sight.n_seats());
    let note = |seat| (best == Some(seat)).then(|| sight.say(which.best()));
    let lying = |played: Card| {
        let inside = face(GameId::Meow, letter(played.colour()), played.value());
        card(letter(played.colour()), &name(sight, played), &inside)
    };
    let beside = html! {
        @if which == Which::This {
            @if let Some(led) = of.led() { (about(sight, "face-led", letter(led), led.name())) }
            (about(sight, "face-trump", "g", Colour::Green.name()))
        }
    };
    plays(sight, which, &trick(sight, &of, lying, note, best), &beside)
}

fn name(sight: &Sight<'_, State>, card: Card) -> String {
    card_name(sight, card.colour().name(), card.value())
}

/// Turns of this round that are finished.
fn n_done(sight: &Sight<'_, State>) -> usize {
    n_finished(sight.view.open.tricks(), sight.n_seats())
}

/// Tokens of all rounds that have been won.
fn n_won(sight: &Sight<'_, State>) -> usize {
    let open = &sight.view.open;
    open.tokens().len().saturating_sub(N_TURNS) + n_done(sight)
}

fn letter(colour: Colour) -> &'static str {
    match colour {
        Colour::Green => "g",
        Colour::Blue => "b",
        Colour::Pink => "p",
    }
}
