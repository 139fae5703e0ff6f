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
mod seat;
mod sheet;
mod tips;
mod trick;
mod write;
mod yorozu;

use bots::Craft;
use maud::{Markup, PreEscaped, Render, html};
use rules::{GameId, Open as _, Seat, Term, Turn};
use words::spoken::{Spoken, sheet::headline};

pub(crate) use card::{face as card_face, head_token_of, signed, token_of};
pub(crate) use example::figure;
pub use help::Help;
pub(crate) use help::told;
pub(crate) use scene::Ages;
use scene::Subject;
pub use scene::{AlwaysNew, Drawings, OwnCards, Scene, Sight};
pub(crate) use seat::{places, seat_coats};
pub use tips::Tips;
pub use write::Text;
pub(crate) use write::{text, written};

use crate::piece::Pieces;

/// A game with a face: its parts as HTML.
///
/// A key is all that an element is drawn from: while it stays the same, the element is not drawn again.
pub trait Face: Craft + Spoken + Tips {
    /// A small picture of the game, in the colour of the text around it.
    const EMBLEM: &'static str;

    /// The class of its world: the room in which its table stands.
    const WORLD: &'static str;

    /// What stands behind and beside its table, as HTML.
    const SCENERY: &'static str;

    /// Whether seats choose in secret at the same time, so that a table can hide who has chosen.
    const HAS_SEALED_CHOICES: bool;

    /// Whether a round can end in a paradox, so that a table can show how near one is.
    const HAS_PARADOXES: bool;

    /// The centre of the table, one element after the other, each with an id.
    fn board(sight: &Sight<'_, Self>, pieces: &mut Pieces);

    /// What stands at a seat beside its player: a played card, a castle, cards that were taken.
    fn beside_seat(_: &Sight<'_, Self>, _: Seat, _: &mut Pieces) {}

    /// The last finished trick, which players can look at again. Games without tricks show nothing.
    fn last(sight: &Sight<'_, Self>, pieces: &mut Pieces);

    /// How many cards a seat holds.
    fn n_held(open: &Self::Open, seat: Seat) -> usize;

    /// Whether a seat's card wins the trick so far.
    fn is_ahead(_: &Self::Open, _: Seat) -> bool {
        false
    }

    /// Whether a seat has made its secret choice, if the table shows that.
    fn has_chosen(_: &Self::Open, _: Seat) -> bool {
        false
    }

    /// Whether something good has just happened to a seat, for all to see.
    fn is_pleased(_: &Self::Open, _: Seat) -> bool {
        false
    }

    /// Whether something bad has just happened to a seat, for all to see.
    fn is_shocked(_: &Self::Open, _: Seat) -> bool {
        false
    }

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

    /// What a row of the score sheet shows of its seat after the name.
    fn beside_name(_: &Scene<'_, Self>, _: Seat, _: &mut String) {}

    /// What stands beside a score sheet: why the round ended before its time.
    fn beside_sheet(_: &Scene<'_, Self>, _: &mut String) {}

    /// How near a paradox is, in a game that has them.
    fn radar(_: &Sight<'_, Self>) -> Option<String> {
        None
    }
}

rules::visitor!(pub trait VisitFace: Face, pub fn visit);

/// A whole table: progress, players, board, question and hand.
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
    progress(sight, &mut pieces);
    lay(sight, &mut pieces);
    PreEscaped(pieces.html())
}

/// The table in pieces.
pub(crate) fn lay<G: Face>(sight: &Sight<'_, G>, pieces: &mut Pieces) {
    pieces.fixed("<div class=\"table ");
    pieces.fixed(G::ID.name());
    pieces.fixed(N_SEATS[usize::from(sight.n_seats())]);
    pieces.fixed("\">");
    pieces.fixed(G::SCENERY);
    let mut around: Vec<Seat> = sight.around().collect();
    let own = around.pop();
    pieces.fixed("<ul class=\"opps\" aria-label=\"");
    pieces.say("face-players", |id| sight.say(id));
    pieces.fixed("\">");
    for (&seat, place) in around.iter().zip(seat::places(around.len())) {
        seat::lay(sight, seat, place, pieces);
    }
    pieces.fixed("</ul>");
    G::board(sight, pieces);
    pieces.fixed("<ul class=\"own\">");
    if let Some(seat) = own {
        seat::lay(sight, seat, "at-me", pieces);
    }
    pieces.fixed("</ul><section class=\"mine\" aria-label=\"");
    let mine = if sight.me().is_some() { "face-yours" } else { "face-now" };
    pieces.say(mine, |id| sight.say(id));
    pieces.fixed("\"><div class=\"asked\">");
    // A round that has just ended is summed up in place of the hand.
    let ended = sight.view.open.sheet().filter(|_| sight.shows_sheet());
    let asked = match &ended {
        Some(sheet) if sight.view.open.turn() != Turn::Over => headline(sight.spoken(), sheet),
        Some(_) | None => sight.question(),
    };
    let detail = if ended.is_none() { sight.detail() } else { None };
    let lit = if sight.is_choosing() { " on" } else { "" };
    let question = written(|out| {
        out.push_str("<p class=\"question");
        out.push_str(lit);
        out.push_str("\" id=\"question\" role=\"status\">");
        text(&asked).render_to(out);
        if let Some(detail) = &detail {
            out.push_str(" <small>");
            text(detail).render_to(out);
            out.push_str("</small>");
        }
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

/// The class of a game's world.
pub fn world(game: GameId) -> &'static str {
    visit(game, World)
}

struct World;

impl VisitFace for World {
    type Output = &'static str;

    fn visit<G: Face>(self) -> &'static str {
        G::WORLD
    }
}

/// The class of a table for a number of seats.
const N_SEATS: [&str; rules::MAX_SEATS + 1] = ["", "", " n2", " n3", " n4", " n5", " n6"];

/// The progress of the game, as an element of its own.
pub(crate) fn progress<G: Face>(sight: &Sight<'_, G>, pieces: &mut Pieces) {
    sight.put(pieces, "where", Subject::Progress, |scene, out| {
        // A chip for each part: small screens show the first two.
        let parts = scene.by_rail(G::progress_parts);
        html! { p #where.where { @for part in &parts { span { (text(part)) } " " } } }
            .render_to(out);
    });
}

fn hand(inside: impl Fn(&mut String)) -> impl Render {
    written(move |out| {
        out.push_str("<div class=\"hand\" id=\"hand\">");
        inside(out);
        out.push_str("</div>");
    })
}
