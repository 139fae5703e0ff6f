//! Help for a decision: what a bot would do, how near a paradox is, and tips for beginners.

use bots::{Craft, Figure, Hint};
use maud::{Markup, Render, html};

use super::Face;
use super::scene::{Scene, Sight, Subject};

/// The help on a page, by default none.
#[derive(Debug)]
pub struct Help<'a, G: Craft> {
    /// Whether tips are shown when they matter.
    pub tips: bool,
    /// Whether the page says how near a paradox is, in a game that has them.
    pub radar: bool,
    /// The path that answers with a hint, if the table gives hints.
    pub ask: Option<&'a str>,
    /// A bot's advice for this question, the best action first.
    pub told: &'a [Hint<G>],
}

impl<G: Craft> Default for Help<'_, G> {
    fn default() -> Self {
        Help { tips: false, radar: false, ask: None, told: &[] }
    }
}

impl<G: Craft> Help<'_, G> {
    /// Whether there is any help, at this question or at another.
    pub(super) fn is_some(&self) -> bool {
        self.tips || self.radar || self.ask.is_some()
    }
}

/// The id of the best advice, which describes the marked button to screen readers.
pub(super) const BEST_ADVICE: &str = "hint-best";

/// The help for this question.
pub(super) fn help<G: Face>(sight: &Sight<'_, G>, out: &mut String) {
    let help = &sight.help;
    if sight.is_still {
        out.push_str("<div id=\"help\"></div>");
        return;
    }
    // A single action needs no hint.
    let is_choice = sight.view.actions().is_some_and(|choices| choices.len() > 1);
    let ask = help.ask.filter(|_| is_choice || !help.told.is_empty());
    let radar = if help.radar { G::radar(sight) } else { None };
    let tips = if help.tips { G::tips(sight.view) } else { Vec::new() };
    out.push_str("<div id=\"help\">");
    if let Some(ask) = ask {
        html! { a.hint href=(ask) { (sight.say("help-hint")) } }.render_to(out);
    }
    if let Some(radar) = radar {
        html! { p.radar { (radar) } }.render_to(out);
    }
    for number in tips {
        let draw = |scene: &Scene<'_, G>, &number: &usize, out: &mut String| {
            tip(scene, G::TIPS[number]).render_to(out);
        };
        sight.with_drawn(Subject::Tip(number), move |_| number, draw, |tip| out.push_str(tip));
    }
    if ask.is_some() {
        // The number of the question: every question has an empty place for advice of its own.
        html! { div.told data-at=(sight.at) aria-live="polite" { (told(sight)) } }.render_to(out);
    }
    out.push_str("</div>");
}

/// A tip, closed: a script opens the first that the player has not read yet.
fn tip<G: Face>(scene: &Scene<'_, G>, code: &str) -> Markup {
    let game = G::ID.name();
    html! {
        details.tip id={ "tip-" (code) } data-tip={ (game) "-" (code) } {
            summary { (scene.say("help-tip")) }
            p { (scene.say(&format!("{game}-tip-{code}"))) }
            p.read {
                button type="button" data-tips="read" { (scene.say("help-got-it")) }
                button type="button" data-tips="none" { (scene.say("help-no-more")) }
            }
        }
    }
}

/// A bot's advice for this question.
pub(crate) fn told<G: Face>(sight: &Sight<'_, G>) -> Markup {
    let about = match sight.help.told.first().and_then(Hint::figure) {
        Some(Figure::Chance(_)) => sight.say("help-about-chance"),
        Some(Figure::Points(_)) => {
            sight.tell("help-about-points", &[("game", G::ID.name().to_owned().into())])
        }
        None => sight.say("help-about"),
    };
    let figure = |figure: Figure| {
        let id = match figure {
            Figure::Chance(_) => "help-chance",
            Figure::Points(_) => "help-points",
        };
        sight.tell(id, &figure.facts())
    };
    html! {
        @if !sight.help.told.is_empty() {
            section.advice data-at=(sight.at) {
                p { (about) }
                ol {
                    @for (place, hint) in sight.help.told.iter().enumerate() {
                        li id=[(place == 0).then_some(BEST_ADVICE)] data-action=(hint.action) {
                            b { (sight.words.capitalise(G::label(sight.spoken(), hint.action))) }
                            " " span.figure { @if let Some(some) = hint.figure() { (figure(some)) } }
                            " " span.because { (sight.words.hint::<G>(&hint.why)) }
                        }
                    }
                }
            }
        }
    }
}
