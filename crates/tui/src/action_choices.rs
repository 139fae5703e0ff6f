//! The decision of a seat in parts (a card, then its colour), and why some actions are illegal.

use rules::{Choices, Refusal};
use words::spoken::SpokenView;

use crate::face::{Face, Part};

/// A decision with all its candidate actions.
#[derive(Clone, Debug)]
pub(crate) struct ActionChoices<G: Face> {
    pub(crate) choices: Vec<Candidate<G>>,
}

/// A candidate action.
#[derive(Clone, Debug)]
pub(crate) struct Candidate<G: Face> {
    pub(crate) action: G::Action,
    pub(crate) parts: Vec<Part>,
    /// Why it is illegal.
    pub(crate) refusal: Option<Refusal<G>>,
}

/// A possible next part of an action.
#[derive(Clone, Debug)]
pub(crate) struct PartOption {
    pub(crate) part: Part,
    /// Whether some legal action continues with this part.
    pub(crate) allowed: bool,
}

impl<G: Face> ActionChoices<G> {
    /// The decision of the observer, if there is one.
    pub(crate) fn of(sight: SpokenView<'_, G>) -> Option<ActionChoices<G>> {
        let choices = sight.view.candidates().filter(|choices: &Choices<_>| !choices.is_empty())?;
        let choice = |action| Candidate {
            action,
            parts: G::parts(sight, action),
            refusal: sight.view.check(action).and_then(Result::err),
        };
        Some(ActionChoices { choices: choices.iter().map(choice).collect() })
    }

    /// The actions that start with these parts.
    pub(crate) fn starting_with<'a>(
        &'a self,
        picked: &'a [Part],
    ) -> impl Iterator<Item = &'a Candidate<G>> {
        self.choices.iter().filter(move |choice| {
            choice
                .parts
                .iter()
                .map(|part| &part.id)
                .take(picked.len())
                .eq(picked.iter().map(|part| &part.id))
        })
    }

    /// The possible next parts.
    pub(crate) fn options(&self, picked: &[Part]) -> Vec<PartOption> {
        let mut options: Vec<PartOption> = Vec::new();
        for choice in self.starting_with(picked) {
            let Some(part) = choice.parts.get(picked.len()) else { continue };
            let allowed = choice.refusal.is_none();
            match options.iter_mut().find(|pick| pick.part.id == part.id) {
                Some(pick) => pick.allowed |= allowed,
                None => options.push(PartOption { part: part.clone(), allowed }),
            }
        }
        options
    }

    /// The action that consists of exactly these parts.
    pub(crate) fn complete<'a>(&'a self, picked: &'a [Part]) -> Option<&'a Candidate<G>> {
        self.starting_with(picked).find(|choice| choice.parts.len() == picked.len())
    }

    /// Why all actions that start with these parts are illegal, each reason once. Empty if one is legal.
    pub(crate) fn refusals(&self, picked: &[Part]) -> Vec<Refusal<G>> {
        let mut refusals = Vec::new();
        for choice in self.starting_with(picked) {
            match choice.refusal {
                None => return Vec::new(),
                Some(refusal) if !refusals.contains(&refusal) => refusals.push(refusal),
                Some(_) => {}
            }
        }
        refusals
    }
}
