//! Meow: nine tokens in a row, a trick for each, and the won tokens.

use rules::meow::{Action, Card, Colour, N_TURNS, Phase, Seen, State, Token};
use rules::{Open as _, Seat};
use words::spoken::SpokenView;

use super::{
    BLUE, Centre, DrawnCard, Face, GREEN, Ink, PINK, Part, PlayedCards, Row, SuitMark, contest,
    shown, token,
};

impl Face for State {
    fn parts(sight: SpokenView<'_, State>, action: Action) -> Vec<Part> {
        match action {
            Action::Play(played) => vec![Part::card(played, card(played))],
            Action::Drop(worth) => {
                let token = Token::Fishbone(worth);
                let label = sight.tell("meow-token", &[("token", token.into())]);
                vec![Part::words(token, label)]
            }
        }
    }

    fn hand(sight: SpokenView<'_, State>) -> Vec<DrawnCard> {
        sight.view.own.iter().flat_map(|(_, own)| own.hand.iter()).map(card).collect()
    }

    fn played_cards(sight: SpokenView<'_, State>) -> PlayedCards {
        let open = &sight.view.open;
        let Some(trick) = shown(open.tricks()) else { return PlayedCards::default() };
        let suits = [("face-led", trick.led().map(suit)), ("face-trump", Some(GREEN))];
        contest(sight, trick, trick.winner(sight.n_seats()), &suits, |played: Card| {
            (card(played), sight.card(played.colour().name(), played.value()))
        })
    }

    fn chip(sight: SpokenView<'_, State>, seat: Seat) -> Vec<String> {
        let told =
            |(_, token): (usize, Token)| sight.tell("meow-token", &[("token", token.into())]);
        sight.view.open.won(seat).map(told).collect()
    }

    fn chip_row(sight: SpokenView<'_, State>, seat: Seat) -> Row {
        let mut row = Row::default();
        for (_, token) in sight.view.open.won(seat) {
            row.add(format!("{} ", short(token)), ink(token));
        }
        row
    }

    fn space_needed(_: SpokenView<'_, State>) -> (u16, u16) {
        (3, 64)
    }

    fn centre(sight: SpokenView<'_, State>, max_rows: usize) -> Centre {
        let open = &sight.view.open;
        let n_won = n_won(sight);
        let from = open.tokens().len().saturating_sub(N_TURNS);
        let (mut turns, mut tokens, mut below) = (Row::default(), Row::default(), Row::default());
        for (place, &award) in open.tokens().iter().enumerate().skip(from) {
            let now = open.phase() == Phase::Play && place == n_won;
            let (number, text) = (place - from + 1, short(award));
            let shown = if now { format!("[{text}]") } else { format!(" {text} ") };
            let faded = if place < n_won { Ink::Dim } else { ink(award) };
            turns.add(format!(" {number:^4}"), Ink::Dim);
            tokens.add(format!(" {shown:^4}"), if now { Ink::Accent } else { faded });
            let winner = winner(sight, place);
            let mark = winner.map_or(String::new(), |seat| token(seat).to_string());
            let mark = if now { "▲".to_owned() } else { mark };
            let mine = winner.is_some() && winner == sight.me();
            below.add(format!(" {mark:^4}"), if now || mine { Ink::Accent } else { Ink::Strong });
        }
        let mut rows = vec![turns, tokens, below];
        if max_rows > 2 * rows.len() {
            rows.insert(1, Row::default());
            rows.insert(3, Row::default());
        }
        let is_empty = open.tokens().is_empty();
        let rows = if is_empty { Vec::new() } else { rows };
        Centre { title: sight.say("meow-face-row"), rows }
    }

    fn centre_in_words(sight: SpokenView<'_, State>) -> Vec<String> {
        let open = &sight.view.open;
        let from = open.tokens().len().saturating_sub(N_TURNS);
        let told = |(place, award): (usize, &Token)| {
            let label = sight.tell("meow-token", &[("token", (*award).into())]);
            match winner(sight, place) {
                Some(seat) => {
                    let facts = [("token", label.into()), ("seat", seat.into())];
                    sight.tell("meow-told-won", &facts)
                }
                None if open.phase() == Phase::Play && place == n_won(sight) => {
                    sight.tell("meow-told-now", &[("token", label.into())])
                }
                None => label,
            }
        };
        let row: Vec<String> = open.tokens().iter().enumerate().skip(from).map(told).collect();
        let row = (!row.is_empty())
            .then(|| sight.tell("meow-told-row", &[("tokens", row.join(", ").into())]));
        row.into_iter().collect()
    }

    fn last_trick(sight: SpokenView<'_, State>) -> Vec<String> {
        let open = &sight.view.open;
        let n_seats = sight.n_seats();
        let Some(number) = open.n_finished().checked_sub(1) else { return Vec::new() };
        let trick = &open.tricks()[number];
        let from = open.tokens().len().saturating_sub(N_TURNS);
        let Some(&token) = open.tokens().get(from + number) else { return Vec::new() };
        let mut told = Vec::new();
        for (order, (seat, card)) in trick.plays(n_seats).enumerate() {
            told.push(sight.seen(&match order {
                0 => Seen::Led { turn: number as u8 + 1, seat, card, token },
                _ => Seen::Followed { seat, card },
            }));
        }
        let winner = trick.winner(n_seats);
        let won = winner.and_then(|seat| Some((seat, trick.card_of(seat, n_seats)?)));
        told.extend(won.map(|(seat, card)| sight.seen(&Seen::TurnWon { seat, card, token })));
        told
    }
}

/// All won tokens.
fn n_won(sight: SpokenView<'_, State>) -> usize {
    let open = &sight.view.open;
    let before = open.tokens().len().saturating_sub(N_TURNS);
    before + open.n_finished()
}

fn winner(sight: SpokenView<'_, State>, place: usize) -> Option<Seat> {
    let open = &sight.view.open;
    Seat::all(sight.n_seats()).find(|&seat| open.won(seat).any(|(won, _)| won == place))
}

/// A token in at most three letters.
fn short(token: Token) -> String {
    match token {
        Token::Bowl(points) => format!("+{points}"),
        Token::Fishbone(points) => format!("−{points}"),
        Token::Fish | Token::Vase => token.to_string(),
    }
}

fn ink(token: Token) -> Ink {
    match token {
        Token::Bowl(_) => Ink::Good,
        Token::Fishbone(_) => Ink::Bad,
        Token::Fish | Token::Vase => Ink::Strong,
    }
}

fn card(card: Card) -> DrawnCard {
    DrawnCard::of(suit(card.colour()), card.value())
}

fn suit(colour: Colour) -> SuitMark {
    match colour {
        Colour::Green => GREEN,
        Colour::Blue => BLUE,
        Colour::Pink => PINK,
    }
}
