//! How each game looks on a page: what lies open, who sits there, one's own cards, and every decision as a button.
//!
//! A page is made from a [`View`](rules::View) and from words, of nothing else, so it cannot tell more than the observer may know. It
//! works without scripts: a decision is a button of a form, and its value is the action in notation.

mod catbox;
mod catsle;
mod example;
mod help;
mod meow;
mod scene;
mod sprite;
mod tips;
mod write;
mod yorozu;

use std::fmt::Write as _;

use bots::Craft;
use maud::{Escaper, Markup, PreEscaped, Render, html};
use rules::{Choices, Fact, Game, GameId, Numbered, Open as _, Refusal, Seat, Trick};

use words::spoken::{Spoken, n_finished};
pub(crate) use write::{text, written};

pub use crate::piece::{Drawn, Pieces};
pub(crate) use example::figure;
pub(crate) use help::told;
pub use help::{Advice, Help};
use scene::Subject;
pub use scene::{Drawings, Everything, Held, Scene, Sight};
pub use sprite::sprite;
pub use tips::Tips;
pub use write::Text;

use crate::art;
use crate::assets::Asset;

/// A game with a face: its parts as HTML.
pub trait Face: Craft + Spoken + Tips {
    /// What lies open: the centre of the table, one element after the other, each with an id.
    fn board(sight: &Sight<'_, Self>, pieces: &mut Pieces);

    /// What the chip of a seat is drawn from.
    type Chip: PartialEq + Send + 'static;

    /// What the chip of this seat is drawn from.
    fn chip_of(open: &Self::Open, seat: Seat) -> Self::Chip;

    /// What is public about a seat, in one line. Name and points stand beside it.
    fn chip(scene: &Scene<'_, Self>, seat: Seat, of: &Self::Chip) -> Markup;

    /// The observer's own cards, and the decision: every candidate as a button, refused ones with their reason.
    /// The rail has neither.
    fn hand(sight: &Sight<'_, Self>, out: &mut String);

    /// What the observer's own cards are drawn from while nothing is asked.
    type Held: PartialEq + Send + 'static;

    /// What these cards of the observer's are drawn from.
    fn held(sight: &Sight<'_, Self>, own: &Self::Own) -> Self::Held;

    /// The observer's own cards while nothing is asked.
    fn cards(scene: &Scene<'_, Self>, held: &Self::Held, out: &mut String);

    /// How near a paradox is, in a game that has them.
    fn radar(_: &Sight<'_, Self>) -> Option<String> {
        None
    }
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
/// let page = table(&Sight::new(&view, &words, "/tables/7", "3"));
/// assert!(page.into_string().contains(r#"name="action" value="play "#));
/// let view = game.view(Observer::Seat(leads.left(2)));
/// let page = table(&Sight::new(&view, &words, "/tables/7", "3"));
/// assert!(page.into_string().contains("Waiting for "));
/// ```
pub fn table<G: Face>(sight: &Sight<'_, G>) -> Markup {
    let mut pieces = Pieces::default();
    lay(sight, &mut pieces);
    PreEscaped(pieces.html())
}

/// The same table in pieces.
pub(crate) fn lay<G: Face>(sight: &Sight<'_, G>, pieces: &mut Pieces) {
    pieces.fixed("<div class=\"table ");
    pieces.fixed(G::ID.name());
    pieces.fixed("\">");
    sight.put(pieces, "where", Subject::Where, progress);
    pieces.fixed("<ul class=\"seats\" aria-label=\"");
    pieces.say("face-players", |id| sight.say(id));
    pieces.fixed("\">");
    let standing = sight.standing();
    for seat in sight.around() {
        let (mine, points) = (sight.me() == Some(seat), standing.scores[seat]);
        let [begin, who_id, stands_id, chip_id] = SEATS[seat.index()];
        let chip_of = move |scene: &Scene<'_, G>| G::chip_of(scene.open, seat);
        let draw_chip = move |scene: &Scene<'_, G>, of: &G::Chip, out: &mut String| {
            html! { span.chip id=(chip_id) { (G::chip(scene, seat, of)) } }.render_to(out);
        };
        pieces.fixed(begin);
        let draw_who = move |scene: &Scene<'_, G>, (): &(), out: &mut String| {
            html! { span id=(who_id) { (who(scene, seat, mine)) } }.render_to(out);
        };
        sight.put_of(pieces, who_id, Subject::Who(seat, mine), |_| (), draw_who);
        let stands_of = move |scene: &Scene<'_, G>| (scene.open.turn().asks(seat), points);
        let draw_stands = move |scene: &Scene<'_, G>, &(asked, points): &_, out: &mut String| {
            html! { span id=(stands_id) { (stands(scene, asked, points)) } }.render_to(out);
        };
        sight.put_of(pieces, stands_id, Subject::Stands(seat), stands_of, draw_stands);
        sight.put_of(pieces, chip_id, Subject::Chip(seat), chip_of, draw_chip);
        pieces.fixed("</li>");
    }
    pieces.fixed("</ul><div class=\"board\">");
    G::board(sight, pieces);
    pieces.fixed("</div>");
    pieces.fixed("<section class=\"mine\" aria-label=\"");
    let mine = if sight.me().is_some() { "face-yours" } else { "face-now" };
    pieces.say(mine, |id| sight.say(id));
    pieces.fixed("\"><div class=\"asked\">");
    let asked = G::question(sight.spoken());
    let question = written(|out| {
        out.push_str("<p class=\"question\" id=\"question\" role=\"status\">");
        text(&asked).render_to(out);
        out.push_str("</p>");
    });
    pieces.draw("question", &question);
    if sight.help.is_some() {
        pieces.draw("help", &written(|out| help::help(sight, out)));
    }
    pieces.fixed("</div>");
    match &sight.view.own {
        Some((_, own)) if !sight.is_choosing() => {
            let draw = |scene: &Scene<'_, G>, held: &G::Held, out: &mut String| {
                hand(|out| G::cards(scene, held, out)).render_to(out);
            };
            sight.put_held(pieces, "hand", G::held(sight, own), draw);
        }
        Some(_) | None => pieces.draw("hand", &hand(|out| G::hand(sight, out))),
    }
    pieces.fixed("</section></div>");
}

fn progress<G: Face>(scene: &Scene<'_, G>, out: &mut String) {
    html! { p #where.where { (text(&scene.by_rail(G::progress))) } }.render_to(out);
}

fn hand(inside: impl Fn(&mut String)) -> impl Render {
    written(move |out| {
        out.push_str("<div class=\"hand\" id=\"hand\">");
        inside(out);
        out.push_str("</div>");
    })
}

/// A seat's item of the list, up to what is in it, and the ids of that: who sits there, how they stand, and what the game
/// tells of them.
const SEATS: [[&str; 4]; rules::MAX_SEATS] = [
    ["<li class=\"seat\" id=\"seat-0\">", "who-0", "stands-0", "chip-0"],
    ["<li class=\"seat\" id=\"seat-1\">", "who-1", "stands-1", "chip-1"],
    ["<li class=\"seat\" id=\"seat-2\">", "who-2", "stands-2", "chip-2"],
    ["<li class=\"seat\" id=\"seat-3\">", "who-3", "stands-3", "chip-3"],
    ["<li class=\"seat\" id=\"seat-4\">", "who-4", "stands-4", "chip-4"],
    ["<li class=\"seat\" id=\"seat-5\">", "who-5", "stands-5", "chip-5"],
];

/// Who sits there: token and name.
fn who<G: Game>(scene: &Scene<'_, G>, seat: Seat, mine: bool) -> Markup {
    html! {
        (token(scene, seat))
        span.name {
            b { (text(&scene.words.seat(seat))) }
            @if mine { " " small { (scene.say("face-you")) } }
        }
    }
}

/// How somebody stands: whether they are to decide, and their points.
fn stands<G: Game>(scene: &Scene<'_, G>, asked: bool, points: i32) -> Markup {
    html! {
        @if asked { em.turn { (shape("turn")) span { (scene.say("face-to-decide")) } } }
        span.score role="img" aria-label=(scene.tell("points", &[("score", points.into())])) {
            (signed(points))
        }
    }
}

/// What is asked of the observer, ready to become buttons.
struct Asked<G: Game> {
    choices: Option<Choices<G::Ask>>,
    refused: Vec<(G::Action, usize)>,
    reasons: Vec<Refusal<G>>,
    /// What a bot would do, if it was asked.
    hinted: Option<G::Action>,
}

impl<G: Game> Asked<G> {
    /// What is asked now.
    fn of(sight: &Sight<'_, G>) -> Asked<G> {
        let choices = sight.view.candidates().filter(|choices| !choices.is_empty());
        let hinted = sight.help.told.first().map(|advice| advice.action);
        let mut asked = Asked { choices, refused: Vec::new(), reasons: Vec::new(), hinted };
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
    fn button<R: Render>(
        &self,
        action: G::Action,
        class: [&'static str; 2],
        label: Text,
        inside: R,
    ) -> impl Render + use<G, R> {
        let refused = self.refused.iter().find(|(refused, _)| *refused == action);
        let why = refused.map(|&(_, number)| number);
        let hinted = self.hinted == Some(action);
        written(move |out| {
            out.push_str("<button class=\"");
            write::class(out, class);
            if hinted {
                out.push_str(" hinted");
            }
            if why.is_some() {
                out.push_str("\" type=\"button\" aria-disabled=\"true");
            } else {
                out.push_str("\" name=\"action\" value=\"");
                let _always_fits = write!(Escaper::new(out), "{action}");
            }
            out.push_str("\" aria-label=\"");
            label.render_to(out);
            if let Some(number) = why {
                out.push_str("\" aria-describedby=\"why-");
                number.render_to(out);
            } else if hinted {
                out.push_str("\" aria-describedby=\"");
                out.push_str(help::BEST);
            }
            out.push_str("\">");
            inside.render_to(out);
            out.push_str("</button>");
        })
    }

    /// The buttons of a question, and below them why some are grey.
    fn form(&self, sight: &Sight<'_, G>, buttons: &impl Render, out: &mut String) {
        sight.form(buttons, out);
        if !self.reasons.is_empty() {
            self.why(sight).render_to(out);
        }
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

/// A number with a real minus.
pub(crate) fn signed(number: i32) -> impl Render {
    written(move |out| {
        if number < 0 {
            out.push('−');
        }
        number.unsigned_abs().render_to(out);
    })
}

/// A shape of the [`sprite`].
fn shape(id: &'static str) -> impl Render + Copy {
    // Names of shapes are ours, and pages have many: without the closing tag they are shorter.
    written(move |out| {
        out.push_str("<svg><use href=\"#i-");
        out.push_str(id);
        out.push_str("\"/></svg>");
    })
}

/// A shape and its letter. The hue comes from the class.
fn lettered(suit: &'static str) -> impl Render + Copy {
    written(move |out| {
        shape(suit).render_to(out);
        // The style writes the letter by the class: whoever speaks to the page says the name, which is in the label.
        out.push_str("<i></i>");
    })
}

/// What stands on a card: its value, its suit as shape and letter, and its cat.
fn face(game: GameId, suit: &'static str, value: u8) -> impl Render + Copy {
    written(move |out| {
        out.push_str("<b>");
        value.render_to(out);
        out.push_str("</b>");
        lettered(suit).render_to(out);
        cat(game, value).render_to(out);
    })
}

/// The cat on a card of this value.
fn cat(game: GameId, value: u8) -> impl Render + Copy {
    drawn("cat", Asset::Cards(game), value)
}

/// The cat that a player of this name is, in the tint of the seat.
pub(crate) fn player(seat: Seat, name: &str) -> impl Render + Copy + use<> {
    const TINTS: [&str; rules::MAX_SEATS] =
        ["cat p0", "cat p1", "cat p2", "cat p3", "cat p4", "cat p5"];
    drawn(TINTS[seat.index()], Asset::Players, art::player(name))
}

/// A cat of a file of cats.
fn drawn(class: &'static str, cats: Asset, number: u8) -> impl Render + Copy {
    written(move |out| {
        out.push_str("<svg class=\"");
        out.push_str(class);
        out.push_str("\"><use href=\"");
        out.push_str(cats.url());
        out.push_str("#c");
        number.render_to(out);
        out.push_str("\"/></svg>");
    })
}

/// A card that lies there.
fn card(class: [&'static str; 2], label: Text, inside: impl Render) -> impl Render {
    written(move |out| {
        out.push_str("<span class=\"card");
        for class in class.into_iter().filter(|class| !class.is_empty()) {
            out.push(' ');
            out.push_str(class);
        }
        out.push_str("\" role=\"img\" aria-label=\"");
        label.render_to(out);
        out.push_str("\">");
        inside.render_to(out);
        out.push_str("</span>");
    })
}

/// A card, and what can be done with it.
struct Pick {
    /// What the card is called on the page.
    id: String,
    class: &'static str,
    label: Text,
    inside: Markup,
    /// The buttons that are there once it is picked.
    then: Markup,
    /// Whether it is picked from the beginning.
    picked: bool,
}

/// A decision in two steps, of which the first can be taken back: a card is picked, and then what becomes of it.
fn in_two_steps(picks: &[Pick], first: &Text) -> Markup {
    html! {
        div.picks {
            @for Pick { id, class, label, inside, then, picked } in picks {
                div.pick {
                    input id=(id) type="radio" name="card" value=(id) checked[*picked || picks.len() == 1] aria-label=(label);
                    label class={ "card " (class) } for=(id) { (inside) }
                    div.then { (then) }
                }
            }
            p.first { (first) }
        }
    }
}

/// A suit in passing: shape and letter.
fn suit(class: &'static str, label: Text) -> impl Render {
    written(move |out| {
        out.push_str("<span class=\"suit ");
        out.push_str(class);
        out.push_str("\" role=\"img\" aria-label=\"");
        label.render_to(out);
        out.push_str("\">");
        lettered(class).render_to(out);
        out.push_str("</span>");
    })
}

/// A seat's token: shape, tint and the initial of the name. The name itself stands beside it, for those who listen.
fn token<G: Game>(scene: &Scene<'_, G>, seat: Seat) -> impl Render + use<G> {
    token_of(seat, scene.words.seat(seat).chars().next())
}

/// The same token beside the table.
pub(crate) fn token_of(seat: Seat, initial: Option<char>) -> impl Render {
    const SHAPES: [&str; rules::MAX_SEATS] = ["t-0", "t-1", "t-2", "t-3", "t-4", "t-5"];
    written(move |out| {
        out.push_str("<span class=\"token p");
        seat.index().render_to(out);
        out.push_str("\" aria-hidden=\"true\">");
        shape(SHAPES[seat.index()]).render_to(out);
        if let Some(initial) = initial {
            initial.encode_utf8(&mut [0; 4]).render_to(out);
        }
        out.push_str("</span>");
    })
}

/// Things beside each other.
fn beside_each_other<R: Render>(
    class: &'static str,
    things: impl Iterator<Item = R> + Clone,
) -> impl Render {
    written(move |out| {
        out.push_str("<div class=\"");
        out.push_str(class);
        out.push_str("\">");
        things.clone().for_each(|thing| thing.render_to(out));
        out.push_str("</div>");
    })
}

/// A card of a trick, who played it, and what is to be said of it.
struct Play<C> {
    seat: Seat,
    card: Option<C>,
    best: bool,
    note: Option<Text>,
}

/// Which trick is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

/// The trick that is being played and the one before, each an element of its own.
fn tricks(pieces: &mut Pieces, put: impl FnOnce(&mut Pieces)) {
    pieces.fixed("<div class=\"tricks\">");
    put(pieces);
    pieces.fixed("</div>");
}

/// The last of these tricks that is finished.
fn last_finished<C, const N: usize>(tricks: &[Trick<C, N>], n_seats: u8) -> Option<Trick<C, N>>
where
    C: Numbered + PartialEq,
{
    n_finished(tricks, n_seats).checked_sub(1).and_then(|last| tricks.get(last)).copied()
}

/// The cards of a trick in the order of play, with a heading and what is to be said beside it.
fn plays<G: Game>(
    scene: &Scene<'_, G>,
    which: Which,
    plays: &[Play<impl Render>],
    beside: &impl Render,
    out: &mut String,
) {
    out.push_str(match which {
        Which::This => "<section class=\"trick\"><h2>",
        Which::Last => "<section class=\"trick last\"><h2>",
    });
    scene.say(which.name()).render_to(out);
    beside.render_to(out);
    out.push_str("</h2>");
    in_order(scene, plays).render_to(out);
    out.push_str("</section>");
}

/// The cards of a trick in the order of play.
fn in_order<G: Game>(scene: &Scene<'_, G>, plays: &[Play<impl Render>]) -> impl Render {
    written(move |out| {
        out.push_str("<ol>");
        for Play { seat, card, best, note } in plays {
            out.push_str(if *best { "<li class=\"best\">" } else { "<li>" });
            match card {
                Some(card) => card.render_to(out),
                None => out.push_str("<span class=\"card none\">–</span>"),
            }
            out.push_str("<span class=\"by\">");
            token(scene, *seat).render_to(out);
            text(&scene.words.seat(*seat)).render_to(out);
            out.push_str("</span>");
            if let Some(note) = note {
                out.push_str("<small>");
                note.render_to(out);
                out.push_str("</small>");
            }
            out.push_str("</li>");
        }
        out.push_str("</ol>");
    })
}

/// A trick: everybody in order from the leader, with those who have not played yet.
fn trick<G: Game, C: Numbered + PartialEq, R: Render, const N: usize>(
    scene: &Scene<'_, G>,
    trick: &rules::Trick<C, N>,
    lying: impl Fn(C) -> R,
    note: impl Fn(Seat) -> Option<Text>,
    best: Option<Seat>,
) -> Vec<Play<R>> {
    let n_seats = scene.n_seats();
    let seats = (0..n_seats).map(|steps| trick.leader().clockwise(steps, n_seats));
    let play = |seat| Play {
        seat,
        card: trick.card_of(seat, n_seats).map(&lying),
        best: best == Some(seat),
        note: note(seat),
    };
    seats.map(play).collect()
}

/// A suit that matters to a trick, and why.
fn about<G: Game>(
    scene: &Scene<'_, G>,
    why: &str,
    class: &'static str,
    name: &str,
) -> impl Render + use<G> {
    let (why, name) = (scene.say(why), scene.say(name));
    written(move |out| {
        out.push_str("<small>");
        why.render_to(out);
        out.push(' ');
        suit(class, name.clone()).render_to(out);
        out.push_str("</small>");
    })
}

/// Facts of a card whose suit has a name.
fn card_name<G: Game>(scene: &Scene<'_, G>, suit: &'static str, value: u8) -> Text {
    scene.tell("face-card", &[("suit", Fact::Name(suit)), ("value", value.into())])
}
