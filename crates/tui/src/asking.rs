//! What a seat is asked, in parts: a card, then its colour; and why some answers are not allowed.

use rules::{Choices, Refusal};
use words::spoken::Sight;

use crate::face::{Face, Part};

/// A question and all answers that are worth showing.
#[derive(Clone, Debug)]
pub(crate) struct Asking<G: Face> {
    pub(crate) choices: Vec<Choice<G>>,
}

/// An answer.
#[derive(Clone, Debug)]
pub(crate) struct Choice<G: Face> {
    pub(crate) action: G::Action,
    pub(crate) parts: Vec<Part>,
    /// Why it may not be chosen.
    pub(crate) refusal: Option<Refusal<G>>,
}

/// What can come next in an answer that is begun.
#[derive(Clone, Debug)]
pub(crate) struct Pick {
    pub(crate) part: Part,
    /// Whether some answer that goes on like this is allowed.
    pub(crate) allowed: bool,
}

impl<G: Face> Asking<G> {
    /// What the observer is asked; nothing if it owes no decision.
    pub(crate) fn of(sight: Sight<'_, G>) -> Option<Asking<G>> {
        let choices = sight.view.candidates().filter(|choices: &Choices<_>| !choices.is_empty())?;
        let choice = |action| Choice {
            action,
            parts: G::parts(sight, action),
            refusal: sight.view.check(action).and_then(Result::err),
        };
        Some(Asking { choices: choices.iter().map(choice).collect() })
    }

    /// The answers that begin like this.
    pub(crate) fn begun<'a>(&'a self, picked: &'a [Part]) -> impl Iterator<Item = &'a Choice<G>> {
        self.choices.iter().filter(move |choice| {
            choice
                .parts
                .iter()
                .map(|part| &part.id)
                .take(picked.len())
                .eq(picked.iter().map(|part| &part.id))
        })
    }

    /// What can come next.
    pub(crate) fn picks(&self, picked: &[Part]) -> Vec<Pick> {
        let mut picks: Vec<Pick> = Vec::new();
        for choice in self.begun(picked) {
            let Some(part) = choice.parts.get(picked.len()) else { continue };
            let allowed = choice.refusal.is_none();
            match picks.iter_mut().find(|pick| pick.part.id == part.id) {
                Some(pick) => pick.allowed |= allowed,
                None => picks.push(Pick { part: part.clone(), allowed }),
            }
        }
        picks
    }

    /// The answer that these parts are all of.
    pub(crate) fn whole<'a>(&'a self, picked: &'a [Part]) -> Option<&'a Choice<G>> {
        self.begun(picked).find(|choice| choice.parts.len() == picked.len())
    }

    /// Why nothing that begins like this is allowed: each reason once. Nothing if something is.
    pub(crate) fn refusals(&self, picked: &[Part]) -> Vec<Refusal<G>> {
        let mut refusals = Vec::new();
        for choice in self.begun(picked) {
            match choice.refusal {
                None => return Vec::new(),
                Some(refusal) if !refusals.contains(&refusal) => refusals.push(refusal),
                Some(_) => {}
            }
        }
        refusals
    }
}
