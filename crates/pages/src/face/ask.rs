//! Decisions as buttons: every candidate, and for a refused one the reason.

use std::fmt::Write as _;

use bots::Craft;
use maud::{Escaper, Markup, Render, html};
use rules::{Choices, Fact, Game, Refusal};

use super::help::BEST_ADVICE;
use super::scene::{Scene, Sight};
use super::write::{self, Text, written};

/// The question to the observer, and the refused answers.
pub(super) struct Asked<G: Game> {
    choices: Option<Choices<G::Ask>>,
    /// Candidates that are refused, each with the number of its reason.
    refused: Vec<(G::Action, usize)>,
    reasons: Vec<Refusal<G>>,
    /// The action that a bot advises.
    pub(super) hinted: Option<G::Action>,
    /// The choice that can be changed.
    chosen: Option<G::Action>,
    /// The answer that silence means, which needs no button.
    silence: Option<G::Action>,
}

impl<G: Craft> Asked<G> {
    /// The question in this view.
    pub(super) fn of(sight: &Sight<'_, G>) -> Asked<G> {
        let choices = sight.view.candidates().filter(|choices| !choices.is_empty());
        let silence = sight.silence;
        let hinted = sight.help.told.first().map(|advice| advice.action);
        let (refused, reasons, chosen) = (Vec::new(), Vec::new(), sight.chosen);
        let mut asked = Asked { choices, refused, reasons, hinted, chosen, silence };
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

    /// The kind of the question, if there is one.
    pub(super) fn ask(&self) -> Option<G::Ask> {
        self.choices.map(|choices| choices.ask)
    }

    /// All candidates, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = G::Action> {
        let silence = self.silence;
        let all = self.choices.into_iter().flat_map(|choices| choices.iter());
        all.filter(move |&action| silence != Some(action))
    }

    /// A candidate as a button: it posts the action, or is disabled and refers to the reason.
    pub(super) fn button<R: Render>(
        &self,
        action: G::Action,
        class: [&'static str; 2],
        label: Text,
        inside: R,
    ) -> impl Render + use<G, R> {
        let refused = self.refused.iter().find(|(refused, _)| *refused == action);
        let why = refused.map(|&(_, number)| number);
        let hinted = self.hinted == Some(action);
        let chosen = self.chosen == Some(action);
        written(move |out| {
            out.push_str("<button class=\"");
            write::class(out, class);
            if hinted {
                out.push_str(" hinted");
            }
            if chosen {
                out.push_str(" chosen\" aria-pressed=\"true");
            }
            // A script finds the button for a place on the board by its action, also where it is refused.
            out.push_str(if why.is_some() {
                "\" type=\"button\" aria-disabled=\"true\" data-action=\""
            } else {
                "\" name=\"action\" value=\""
            });
            let _always_fits = write!(Escaper::new(out), "{action}");
            out.push_str("\" aria-label=\"");
            label.render_to(out);
            if let Some(number) = why {
                out.push_str("\" aria-describedby=\"why-");
                number.render_to(out);
            } else if hinted {
                out.push_str("\" aria-describedby=\"");
                out.push_str(BEST_ADVICE);
            }
            out.push_str("\">");
            inside.render_to(out);
            out.push_str("</button>");
        })
    }

    /// A hand whose cards are the answers: a button with the action, the letter of the colour, the label and the inside of
    /// each card. The message `does` says what a card will do.
    pub(super) fn hand<R: Render>(
        &self,
        sight: &Sight<'_, G>,
        does: &str,
        cards: impl Iterator<Item = (G::Action, &'static str, Text, R)> + Clone,
        out: &mut String,
    ) {
        let buttons = cards.map(|(action, letter, label, inside)| {
            self.button(action, ["card", letter], label, inside)
        });
        self.form(sight, &in_one_step(sight, does, buttons), out);
    }

    /// The form with these buttons, and the reasons of the disabled ones below it.
    pub(super) fn form(&self, sight: &Sight<'_, G>, buttons: &impl Render, out: &mut String) {
        sight.form(buttons, out);
        if !self.reasons.is_empty() {
            self.why(sight).render_to(out);
        }
    }

    /// Each reason once, by rule.
    fn why(&self, sight: &Sight<'_, G>) -> Markup {
        // A few reasons are shown at once; many would push the cards off the screen.
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

/// Cards of which each is an answer. On touch screens a script says first what a card will do: the message `id` about
/// the card, whose place is held by a sign.
pub(super) fn in_one_step<G: Game, R: Render>(
    scene: &Scene<'_, G>,
    id: &str,
    buttons: impl Iterator<Item = R> + Clone,
) -> impl Render {
    let does = scene.tell(id, &[("card", Fact::Text("%".to_owned()))]);
    written(move |out| {
        out.push_str("<div class=\"cards\" data-does=\"");
        does.render_to(out);
        out.push_str("\">");
        buttons.clone().for_each(|button| button.render_to(out));
        out.push_str("</div>");
    })
}

/// A card to pick, and the buttons for what to do with it.
pub(super) struct Pick {
    /// The id of its radio button.
    pub(super) id: String,
    pub(super) class: &'static str,
    pub(super) label: Text,
    pub(super) inside: Markup,
    /// The buttons that appear once it is picked.
    pub(super) then: Markup,
    /// Whether it is picked from the start.
    pub(super) picked: bool,
}

/// A decision in two steps: the player picks a card, and may pick another, before a button decides.
pub(super) fn in_two_steps(picks: &[Pick], first: &Text) -> Markup {
    html! {
        // Outside the fan, whose layout counts its children.
        p.v { (first) }
        div.picks {
            @for Pick { id, class, label, inside, then, picked } in picks {
                div.pick {
                    input id=(id) type="radio" name="card" value=(id) checked[*picked || picks.len() == 1] aria-label=(label);
                    label class={ "card " (class) } for=(id) { (inside) }
                    div.then { (then) }
                }
            }
        }
    }
}
