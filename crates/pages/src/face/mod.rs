//! How each game looks: the board, the seats, the observer's own cards, and every decision as a button.
//!
//! It is drawn from a [`View`](rules::View) and from words, so it cannot show more than the observer may know. It works
//! without scripts: a decision is a button of a form, and its value is the action in notation.

mod ask;
mod card;
mod catbox;
mod catsle;
mod example;
mod help;
mod meow;
mod scene;
mod sheet;
mod sprite;
mod tips;
mod trick;
mod write;
mod yorozu;

use std::ops::RangeInclusive;

use bots::Craft;
use maud::{Markup, PreEscaped, Render, html};
use rules::{Game, Open as _, Seat, Term, Turn};
use words::spoken::{Spoken, sheet::headline};

use card::token;
pub(crate) use card::{player, shape, signed, token_of};
pub(crate) use example::figure;
pub use help::Help;
pub(crate) use help::told;
pub(crate) use scene::Ages;
use scene::Subject;
pub use scene::{AlwaysNew, Drawings, OwnCards, Scene, Sight};
pub use sprite::sprite;
pub use tips::Tips;
pub use write::Text;
pub(crate) use write::{text, written};

use crate::piece::Pieces;

/// The values of a game's cards, and what draws the cat on a card as the inside of an SVG.
pub type CardCats = (RangeInclusive<u8>, fn(u8) -> String);

/// A game with a face: its parts as HTML.
///
/// A key is all that an element is drawn from: while it stays the same, the element is not drawn again.
pub trait Face: Craft + Spoken + Tips {
    /// A small picture of the game, in the colour of the text around it.
    const EMBLEM: &'static str;

    /// The cats on its cards.
    const CATS: CardCats;

    /// Draws the game in play, 480 wide and 240 high, as the inside of an SVG.
    const SCENE: fn() -> String;

    /// Whether seats choose in secret at the same time, so that a table can hide who has chosen.
    const HAS_SEALED_CHOICES: bool;

    /// Whether a round can end in a paradox, so that a table can show how near one is.
    const HAS_PARADOXES: bool;

    /// The centre of the table, one element after the other, each with an id.
    fn board(sight: &Sight<'_, Self>, pieces: &mut Pieces);

    /// The key of a seat's chip.
    type ChipKey: PartialEq + Send + 'static;

    /// The key of this seat's chip.
    fn chip_key(open: &Self::Open, seat: Seat) -> Self::ChipKey;

    /// The public things of a seat, in one line. Name and points stand beside it.
    fn chip(scene: &Scene<'_, Self>, seat: Seat, key: &Self::ChipKey) -> Markup;

    /// The observer's own cards, and the decision: every candidate as a button, refused ones with their reason.
    /// Spectators have neither.
    fn hand(sight: &Sight<'_, Self>, out: &mut String);

    /// The observer's own cards while nothing is asked. They depend on the phase and on nothing else that is public.
    fn cards(scene: &Scene<'_, Self>, own: &Self::Own, out: &mut String);

    /// What a term of the score sheet is for: a text, which can have a picture before it.
    fn term(scene: &Scene<'_, Self>, seat: Seat, term: &Term, out: &mut String);

    /// What stands beside a score sheet: why the round ended before its time.
    fn beside_sheet(_: &Scene<'_, Self>, _: &mut String) {}

    /// How near a paradox is, in a game that has them.
    fn radar(_: &Sight<'_, Self>) -> Option<String> {
        None
    }
}

rules::visitor!(pub trait VisitFace: Face, pub fn visit);

/// A whole table: progress, players, board, question and hand. The page needs the [`sprite`] once.
///
/// ```
/// use rules::{Game, Observer, Step, meow};
/// use pages::face::{Sight, table};
/// use words::Words;
///
/// let mut game = meow::State::new("meow players=2".parse().unwrap());
/// let mut bits = 0u64;
/// let mut dice = move || { bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15); bits };
/// for _ in ["start", "tokens", "deal"] {
///     game.apply(&Step::Chance(game.draw(&mut dice)));
/// }
/// let words = Words::default().with_names(vec!["Mia".into(), "Ken".into()]);
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

/// The table in pieces.
pub(crate) fn lay<G: Face>(sight: &Sight<'_, G>, pieces: &mut Pieces) {
    pieces.fixed("<div class=\"table ");
    pieces.fixed(G::ID.name());
    pieces.fixed("\">");
    sight.put(pieces, "where", Subject::Progress, progress);
    pieces.fixed("<ul class=\"seats\" aria-label=\"");
    pieces.say("face-players", |id| sight.say(id));
    pieces.fixed("\">");
    let standing = sight.standing();
    for seat in sight.around() {
        let (mine, points) = (sight.me() == Some(seat), standing.scores[seat]);
        let [begin, who_id, stands_id, chip_id] = SEATS[seat.index()];
        let chip_key = move |scene: &Scene<'_, G>| G::chip_key(scene.open, seat);
        let draw_chip = move |scene: &Scene<'_, G>, key: &G::ChipKey, out: &mut String| {
            html! { span.chip id=(chip_id) { (G::chip(scene, seat, key)) } }.render_to(out);
        };
        pieces.fixed(begin);
        let draw_who = move |scene: &Scene<'_, G>, (): &(), out: &mut String| {
            html! { span id=(who_id) { (who(scene, seat, mine)) } }.render_to(out);
        };
        sight.put_of(pieces, who_id, Subject::Player(seat, mine), |_| (), draw_who);
        let stands_key =
            move |scene: &Scene<'_, G>| (!scene.is_still && scene.open.turn().asks(seat), points);
        let draw_stands = move |scene: &Scene<'_, G>, &(asked, points): &_, out: &mut String| {
            html! { span id=(stands_id) { (stands(scene, asked, points)) } }.render_to(out);
        };
        sight.put_of(pieces, stands_id, Subject::TurnAndPoints(seat), stands_key, draw_stands);
        sight.put_of(pieces, chip_id, Subject::Chip(seat), chip_key, draw_chip);
        pieces.fixed("</li>");
    }
    pieces.fixed("</ul><div class=\"board\">");
    G::board(sight, pieces);
    pieces.fixed("</div>");
    pieces.fixed("<section class=\"mine\" aria-label=\"");
    let mine = if sight.me().is_some() { "face-yours" } else { "face-now" };
    pieces.say(mine, |id| sight.say(id));
    pieces.fixed("\"><div class=\"asked\">");
    // A round that has just ended is summed up in place of the hand.
    let ended = sight.view.open.sheet().filter(|_| sight.shows_sheet());
    let asked = match &ended {
        Some(sheet) if sight.view.open.turn() != Turn::Over => headline(sight.spoken(), sheet),
        Some(_) | None => sight.question(),
    };
    let question = written(|out| {
        out.push_str("<p class=\"question\" id=\"question\" role=\"status\">");
        text(&asked).render_to(out);
        out.push_str("</p>");
    });
    pieces.draw("question", &question);
    if sight.help.is_some() {
        pieces.draw("help", &written(|out| help::help(sight, out)));
    }
    sight.put_next(pieces);
    pieces.fixed("</div>");
    match (sight.asked_again(), &sight.view.own) {
        _ if ended.is_some() => pieces.draw("hand", &hand(|out| sheet::sheet(sight, out))),
        (Some(again), _) => pieces.draw("hand", &hand(|out| G::hand(&again, out))),
        (None, Some((_, own))) if !sight.is_choosing() => {
            let draw = |out: &mut String| {
                hand(|out| G::cards(sight, own, out)).render_to(out);
            };
            sight.put_own(pieces, "hand", own, draw);
        }
        (None, _) => pieces.draw("hand", &hand(|out| G::hand(sight, out))),
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

/// The start tag of each seat's list item, and the ids of its elements: player, turn and points, chip.
const SEATS: [[&str; 4]; rules::MAX_SEATS] = [
    ["<li class=\"seat\" id=\"seat-0\">", "who-0", "stands-0", "chip-0"],
    ["<li class=\"seat\" id=\"seat-1\">", "who-1", "stands-1", "chip-1"],
    ["<li class=\"seat\" id=\"seat-2\">", "who-2", "stands-2", "chip-2"],
    ["<li class=\"seat\" id=\"seat-3\">", "who-3", "stands-3", "chip-3"],
    ["<li class=\"seat\" id=\"seat-4\">", "who-4", "stands-4", "chip-4"],
    ["<li class=\"seat\" id=\"seat-5\">", "who-5", "stands-5", "chip-5"],
];

/// The player of a seat: token and name.
fn who<G: Game>(scene: &Scene<'_, G>, seat: Seat, mine: bool) -> Markup {
    html! {
        (token(scene, seat))
        span.name {
            b { (text(&scene.words.seat(seat))) }
            @if mine { " " small { (scene.say("face-you")) } }
        }
    }
}

/// Whether it is a seat's turn, and its points.
fn stands<G: Game>(scene: &Scene<'_, G>, asked: bool, points: i32) -> Markup {
    html! {
        @if asked { em.turn { (shape("turn")) span { (scene.say("face-to-decide")) } } }
        span.score role="img" aria-label=(scene.tell("points", &[("score", points.into())])) {
            (signed(points))
        }
    }
}
