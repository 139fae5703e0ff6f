//! An audience: the browsers that look at a table as one observer, in one language.

use super::{Live, SideParts};
use crate::face::{Face, OwnCards};
use crate::piece::{Pieces, Shown, Update};
use crate::story::Story;

/// The page that an audience sees. Later updates send only the changes.
#[derive(Debug)]
pub struct Audience<G: Face> {
    shown: Shown,
    own_cards: OwnCards<G>,
    /// The parts beside the game, and the edition of the company from which they were drawn.
    beside: Option<(u64, SideParts)>,
}

impl<G: Face> Default for Audience<G> {
    fn default() -> Self {
        Audience { shown: Shown::default(), own_cards: OwnCards::default(), beside: None }
    }
}

impl<G: Face> Audience<G> {
    /// Renders the current state. Returns the changes, if any. A beat brings no new sentences: they come with the state
    /// after it.
    pub fn update(&mut self, live: &Live<'_, G>, story: &Story<G>) -> Option<Update> {
        self.lay(live, |shown, lay| match live.beat {
            Some(_) => shown.update_silently(lay, story, live.voice),
            None => shown.update(lay, story, live.voice),
        })
    }

    /// Renders the current state as a whole page.
    pub fn whole(&mut self, live: &Live<'_, G>, story: &Story<G>) -> String {
        self.lay(live, |shown, lay| shown.whole(lay, story, live.voice))
    }

    fn lay<T>(
        &mut self,
        live: &Live<'_, G>,
        show: impl FnOnce(&mut Shown, &dyn Fn(&mut Pieces)) -> T,
    ) -> T {
        let (edition, beside) = match self.beside.take() {
            // The points of a round are not beside the game before its last trick was seen.
            Some((edition, known)) if live.beat.is_some() => (edition, live.beside_beat(known)),
            Some((edition, known)) if edition == live.edition && !live.beside_ages() => {
                (edition, known)
            }
            Some(_) | None => (live.edition, live.beside()),
        };
        let shown = show(&mut self.shown, &|pieces| live.lay(&beside, &self.own_cards, pieces));
        self.beside = Some((edition, beside));
        shown
    }
}
