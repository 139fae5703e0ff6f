//! How each game looks on a page: what lies open, who sits there, one's own cards, and every decision as a button.
//!
//! A page is made from a [`View`] and from words, of nothing else, so it cannot tell more than the observer may know. It
//! works without scripts: a decision is a button of a form, and its value is the action in notation.

mod catbox;
mod catsle;
mod meow;
mod sprite;
mod yorozu;

use bots::Craft;
use maud::{Markup, PreEscaped, html};
use rules::{
    Choices, Fact, Game, GameId, Numbered, Open as _, Refusal, Rules as _, Seat, Turn, View,
};
use words::Words;

pub use sprite::sprite;

use crate::assets::Asset;

/// What a page of a game is made from: what the observer knows, and how to talk about it.
#[derive(Debug)]
pub struct Sight<'a, G: Game> {
    /// What the observer knows.
    pub view: &'a View<G>,
    /// The language, which knows the players' names.
    pub words: &'a Words,
    /// The address that decisions are posted to.
    pub post: &'a str,
    /// A hidden field of every form: which question is answered.
    pub at: &'a str,
}

/// A game with a face: its parts as HTML.
pub trait Face: Craft {
    /// How far the game has come, in a few words: `Round 2 of 4 · trick 5 of 8`.
    fn progress(sight: &Sight<'_, Self>) -> String;

    /// What is asked of the observer, or whom all wait for, in one sentence.
    fn question(sight: &Sight<'_, Self>) -> String;

    /// What lies open: the centre of the table.
    fn board(sight: &Sight<'_, Self>) -> Markup;

    /// What is public about a seat, in one line. Name and points stand beside it.
    fn chip(sight: &Sight<'_, Self>, seat: Seat) -> Markup;

    /// The observer's own cards, and the decision: every candidate as a button, refused ones with their reason.
    /// The rail has neither.
    fn hand(sight: &Sight<'_, Self>) -> Markup;
}

/// Something to do with the type of a game that is known only at run time, and has a face.
pub trait VisitFace {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Face>(self) -> Self::Output;
}

/// Does something with the type of this game.
pub fn visit<V: VisitFace>(id: GameId, visitor: V) -> V::Output {
    match id {
        GameId::Catbox => visitor.visit::<rules::catbox::State>(),
        GameId::Catsle => visitor.visit::<rules::catsle::State>(),
        GameId::Yorozu => visitor.visit::<rules::yorozu::State>(),
        GameId::Meow => visitor.visit::<rules::meow::State>(),
    }
}

/// A whole table: how far we are, the players, the board, the question and the hand. The page has to have [`sprite`] once.
///
/// ```
/// use rules::{Game, Observer, Step, meow};
/// use server::face::{Sight, table};
/// use words::Words;
///
/// let mut game = meow::State::new("meow players=2".parse().unwrap());
/// let mut bits = 0u64;
/// let mut dice = move || { bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15); bits };
/// for _ in ["start", "tokens", "deal"] {
///     game.apply(&Step::Chance(game.draw(&mut dice)));
/// }
/// let words = Words::english().with_names(vec!["Mia".into(), "Ken".into()]);
/// let leads = game.open().start();
/// let view = game.view(Observer::Seat(leads));
/// let page = table(&Sight { view: &view, words: &words, post: "/tables/7", at: "3" });
/// assert!(page.into_string().contains(r#"name="action" value="play "#));
/// let view = game.view(Observer::Seat(leads.left(2)));
/// let page = table(&Sight { view: &view, words: &words, post: "/tables/7", at: "3" });
/// assert!(page.into_string().contains("Waiting for "));
/// ```
pub fn table<G: Face>(sight: &Sight<'_, G>) -> Markup {
    html! {
        div class={ "table " (G::ID.name()) } {
            p.where { (G::progress(sight)) }
            ul.seats aria-label=(sight.say("face-players")) {
                @for seat in sight.around() { (seat_at_table(sight, seat)) }
            }
            div.board { (G::board(sight)) }
            section.mine aria-label=(sight.say(if sight.me().is_some() { "face-yours" } else { "face-now" })) {
                p.question role="status" { (G::question(sight)) }
                (G::hand(sight))
            }
        }
    }
}

/// A seat's chip: token, name, points, whether it is to decide, and what the game tells of it.
fn seat_at_table<G: Face>(sight: &Sight<'_, G>, seat: Seat) -> Markup {
    let standing = sight.view.open.standing();
    let asked = sight.view.open.turn().asks(seat);
    let score = [("score", standing.scores[seat].into())];
    html! {
        li.seat.turn[asked] {
            (token(sight, seat))
            span.name {
                b { (sight.words.seat(seat)) }
                @if sight.me() == Some(seat) { " " small { (sight.say("face-you")) } }
            }
            @if asked { em { (shape("turn")) span { (sight.say("face-to-decide")) } } }
            span.score role="img" aria-label=(sight.tell("points", &score)) {
                (signed(standing.scores[seat]))
            }
            span.chip {
                (G::chip(sight, seat))
            }
        }
    }
}

impl<G: Game> Sight<'_, G> {
    /// A message without facts.
    fn say(&self, id: &str) -> String {
        self.words.message(id, &[])
    }

    /// A message with facts.
    fn tell(&self, id: &str, facts: &[(&'static str, Fact)]) -> String {
        self.words.message(id, facts)
    }

    /// What the rules tell, said as a whole sentence.
    fn seen(&self, seen: &G::Seen) -> String {
        let sentence = self.words.seen::<G>(seen);
        self.tell("face-sentence", &[("words", sentence.into())])
    }

    fn n_seats(&self) -> u8 {
        self.view.open.rules().n_seats()
    }

    /// The observer's seat.
    fn me(&self) -> Option<Seat> {
        self.view.who().seat()
    }

    /// All seats clockwise, the observer's last.
    fn around(&self) -> impl Iterator<Item = Seat> + Clone + use<G> {
        let n_seats = self.n_seats();
        let first = self.me().map_or(Seat::new(0), |me| me.left(n_seats));
        (0..n_seats).map(move |steps| first.clockwise(steps, n_seats))
    }

    /// The question where the observer is not asked: whom all wait for, or that something is drawn or dealt.
    fn waiting(&self, won: impl FnOnce(rules::Won) -> G::Seen) -> String {
        match self.view.open.turn() {
            Turn::Chance => self.say("face-chance"),
            Turn::Decide(seats) => self.tell("face-waiting", &[("seats", seats.into())]),
            Turn::Over => match self.view.open.standing().won() {
                Some(standing) => self.seen(&won(standing)),
                None => self.say("face-over"),
            },
        }
    }

    /// Whether the observer owes a decision.
    fn is_asked(&self) -> bool {
        self.me().is_some_and(|me| self.view.open.turn().asks(me))
    }

    /// `Round 2 of 4`, or the last one when it is over.
    fn round(&self, n_rounds: u32) -> String {
        let round = (self.view.open.rounds() + 1).min(n_rounds);
        self.tell("face-round", &[("round", round.into()), ("rounds", n_rounds.into())])
    }

    /// A message about points, with their sign.
    fn points(&self, id: &str, points: i32) -> String {
        self.tell(id, &[("points", points.to_string().into())])
    }

    /// A form around buttons.
    fn form(&self, buttons: &Markup) -> Markup {
        html! {
            form method="post" action=(self.post) {
                input type="hidden" name="at" value=(self.at);
                (buttons)
            }
        }
    }
}

/// What is asked of the observer, ready to become buttons.
struct Asked<G: Game> {
    choices: Option<Choices<G::Ask>>,
    refused: Vec<(G::Action, usize)>,
    reasons: Vec<Refusal<G>>,
}

impl<G: Game> Asked<G> {
    /// What is asked now.
    fn of(sight: &Sight<'_, G>) -> Asked<G> {
        let choices = sight.view.candidates().filter(|choices| !choices.is_empty());
        let mut asked = Asked { choices, refused: Vec::new(), reasons: Vec::new() };
        for action in choices.iter().flat_map(Choices::iter) {
            let Some(Err(reason)) = sight.view.check(action) else { continue };
            let known = asked.reasons.iter().position(|known| *known == reason);
            let number = known.unwrap_or(asked.reasons.len());
            if known.is_none() {
                asked.reasons.push(reason);
            }
            asked.refused.push((action, number));
        }
        asked
    }

    /// What kind of question it is, if there is one.
    fn ask(&self) -> Option<G::Ask> {
        self.choices.map(|choices| choices.ask)
    }

    /// All candidates, in order.
    fn iter(&self) -> impl Iterator<Item = G::Action> {
        self.choices.into_iter().flat_map(|choices| choices.iter())
    }

    /// A candidate as a button: it posts the action, or is grey and says why.
    fn button(&self, action: G::Action, class: &str, label: &str, inside: &Markup) -> Markup {
        match self.refused.iter().find(|(refused, _)| *refused == action) {
            None => html! {
                button class=(class) name="action" value=(action) aria-label=(label) { (inside) }
            },
            Some((_, number)) => html! {
                button class=(class) type="button" aria-disabled="true" aria-label=(label)
                    aria-describedby={ "why-" (number) } { (inside) }
            },
        }
    }

    /// The buttons of a question, and below them why some are grey.
    fn form(&self, sight: &Sight<'_, G>, buttons: &Markup) -> Markup {
        html! { (sight.form(buttons)) (self.why(sight)) }
    }

    /// Each reason once, by rule.
    fn why(&self, sight: &Sight<'_, G>) -> Markup {
        // A few reasons lie open; many would push the cards away.
        const N_OPEN: usize = 2;
        let mut rules: Vec<&str> = Vec::new();
        for reason in &self.reasons {
            if !rules.contains(&reason.rule()) {
                rules.push(reason.rule());
            }
        }
        let name = G::ID.name();
        let of = |rule| (0..).zip(&self.reasons).filter(move |(_, reason)| reason.rule() == rule);
        html! {
            @if !rules.is_empty() {
                details #why.why open[self.reasons.len() <= N_OPEN] {
                    summary { (sight.say("face-why-not")) }
                    dl {
                        @for rule in rules {
                            dt { a href={ "/rules/" (name) "#" (rule) } { (rule) } }
                            @for (number, reason) in of(rule) {
                                dd id={ "why-" (number) } { (sight.words.refusal::<G>(reason)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A number with a real minus.
pub(crate) fn signed(number: i32) -> String {
    number.to_string().replace('-', "−")
}

/// A shape of the [`sprite`].
fn shape(id: &str) -> Markup {
    // Names of shapes are ours, and pages have many: without the closing tag they are shorter.
    PreEscaped(format!("<svg><use href=\"#i-{id}\"/></svg>"))
}

/// What stands on a card: its value, its suit as shape and letter, and its cat. The hue comes from the class.
fn face(game: GameId, suit: &str, value: u8) -> Markup {
    html! { b { (value) } (shape(suit)) i { (suit) } (cat(game, value)) }
}

/// The cat on a card of this value.
fn cat(game: GameId, value: u8) -> Markup {
    let url = Asset::Cards(game).url();
    PreEscaped(format!("<svg class=\"cat\"><use href=\"{url}#c{value}\"/></svg>"))
}

/// A card that lies there.
fn card(class: &str, label: &str, inside: &Markup) -> Markup {
    let class = format!("card {class}");
    html! { span class=(class.trim_end()) role="img" aria-label=(label) { (inside) } }
}

/// A card, and what can be done with it.
struct Pick {
    /// What the card is called on the page.
    id: String,
    class: &'static str,
    label: String,
    inside: Markup,
    /// The buttons that are there once it is picked.
    then: Markup,
}

/// A decision in two steps, of which the first can be taken back: a card is picked, and then what becomes of it.
fn in_two_steps(picks: &[Pick], first: &str) -> Markup {
    html! {
        div.picks {
            @for Pick { id, class, label, inside, then } in picks {
                div.pick {
                    input id=(id) type="radio" name="card" value=(id) checked[picks.len() == 1] aria-label=(label);
                    label class={ "card " (class) } for=(id) { (inside) }
                    div.then { (then) }
                }
            }
            p.first { (first) }
        }
    }
}

/// A suit in passing: shape and letter.
fn suit(class: &str, label: &str) -> Markup {
    html! { span class={ "suit " (class) } role="img" aria-label=(label) { (shape(class)) i { (class) } } }
}

/// A seat's token: shape, tint and the initial of the name. The name itself stands beside it, for those who listen.
fn token<G: Game>(sight: &Sight<'_, G>, seat: Seat) -> Markup {
    token_of(seat, sight.words.seat(seat).chars().next())
}

/// The same token beside the table.
pub(crate) fn token_of(seat: Seat, initial: Option<char>) -> Markup {
    html! {
        span class={ "token p" (seat) } aria-hidden="true" {
            (shape(&format!("t-{seat}"))) @if let Some(initial) = initial { (initial) }
        }
    }
}

/// A card of a trick, who played it, and what is to be said of it.
struct Play {
    seat: Seat,
    card: Option<Markup>,
    best: bool,
    note: Option<String>,
}

/// Which trick is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    /// The one that is being played.
    This,
    /// The one before, which is over.
    Last,
}

impl Which {
    /// Its name in the message catalogue.
    fn name(self) -> &'static str {
        match self {
            Which::This => "face-trick",
            Which::Last => "face-last-trick",
        }
    }

    /// What the best card does, in the message catalogue.
    fn best(self) -> &'static str {
        match self {
            Which::This => "face-ahead",
            Which::Last => "face-won",
        }
    }
}

/// The cards of a trick in the order of play, with a heading and what is to be said beside it.
fn plays<G: Game>(sight: &Sight<'_, G>, which: Which, plays: &[Play], beside: &Markup) -> Markup {
    html! {
        section.trick.last[which == Which::Last] {
            h2 { (sight.say(which.name())) (beside) }
            ol {
            @for Play { seat, card, best, note } in plays {
                li.best[*best] {
                    @match card {
                        Some(card) => (card),
                        None => span.card.none { "–" },
                    }
                    span.by { (token(sight, *seat)) (sight.words.seat(*seat)) }
                    @if let Some(note) = note { small { (note) } }
                }
            }
            }
        }
    }
}

/// A trick: everybody in order from the leader, with those who have not played yet.
fn trick<G: Game, C: Numbered + PartialEq, const N: usize>(
    sight: &Sight<'_, G>,
    trick: &rules::Trick<C, N>,
    lying: impl Fn(C) -> Markup,
    note: impl Fn(Seat) -> Option<String>,
    best: Option<Seat>,
) -> Vec<Play> {
    let n_seats = sight.n_seats();
    let seats = (0..n_seats).map(|steps| trick.leader().clockwise(steps, n_seats));
    let play = |seat| Play {
        seat,
        card: trick.card_of(seat, n_seats).map(&lying),
        best: best == Some(seat),
        note: note(seat),
    };
    seats.map(play).collect()
}

/// How many of these tricks are finished.
fn n_finished<C: Numbered + PartialEq, const N: usize>(
    tricks: &[rules::Trick<C, N>],
    n_seats: u8,
) -> usize {
    tricks.iter().filter(|trick| trick.cards().len() == usize::from(n_seats)).count()
}

/// A suit that matters to a trick, and why.
fn about<G: Game>(sight: &Sight<'_, G>, why: &str, class: &str, name: &str) -> Markup {
    html! { small { (sight.say(why)) " " (suit(class, &sight.say(name))) } }
}

/// Facts of a card whose suit has a name.
fn card_name<G: Game>(sight: &Sight<'_, G>, suit: &'static str, value: u8) -> String {
    sight.tell("face-card", &[("suit", Fact::Name(suit)), ("value", value.into())])
}
