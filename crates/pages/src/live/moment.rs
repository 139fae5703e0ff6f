//! The moment of a table: what it is about now, for scripts, tests and assistive software.

use maud::{Markup, html};
use rules::BeatKind;
use table::news::BeatView;
use table::view::Stage;

use super::Live;
use crate::face::{Face, Sight};

/// The moment of a table, as one observer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PageMoment {
    /// The observer has to decide.
    Asked,
    /// The table waits for others.
    Waiting,
    /// A trick stands before it is taken.
    Trick,
    /// Sealed choices have just been turned over.
    Reveal,
    /// A round is finished, and the next is not dealt yet.
    Sheet,
    /// The game is over.
    Over,
}

impl PageMoment {
    fn name(self) -> &'static str {
        match self {
            PageMoment::Asked => "asked",
            PageMoment::Waiting => "waiting",
            PageMoment::Trick => "trick",
            PageMoment::Reveal => "reveal",
            PageMoment::Sheet => "sheet",
            PageMoment::Over => "over",
        }
    }

    /// The moment while a game is on the table.
    fn of<G: Face>(sight: &Sight<'_, G>, beat: Option<&BeatView<G>>, stage: Stage) -> PageMoment {
        if let Some(beat) = beat {
            return match beat.kind {
                BeatKind::Trick => PageMoment::Trick,
                BeatKind::Reveal => PageMoment::Reveal,
            };
        }
        if stage == Stage::Over {
            PageMoment::Over
        } else if sight.is_paused() {
            PageMoment::Sheet
        } else if sight.is_choosing() {
            PageMoment::Asked
        } else {
            PageMoment::Waiting
        }
    }
}

impl<G: Face> Live<'_, G> {
    /// The element that says which moment it is, and at which step of the game. Without a sight there is no game yet.
    /// A script holds what has another step or moment than before: chat changes neither, a card that lands does.
    pub(super) fn moment(&self, sight: Option<&Sight<'_, G>>) -> Markup {
        let of = |sight| PageMoment::of(sight, self.beat, self.table.stage);
        let moment = sight.map_or(PageMoment::Waiting, of);
        let step =
            html! { (self.table.n_steps) @if let Some(beat) = self.beat { "." (beat.number) } };
        html! { i #moment data-moment=(moment.name()) data-step=(step) hidden {} }
    }
}
