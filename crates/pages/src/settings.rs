//! The settings of a viewer, which scripts keep in the browser. Without scripts they stay hidden.

use maud::{Markup, html};
use words::Words;

use crate::pace::Pace;

/// A setting, in the order of the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Setting {
    /// Sounds, and how loud they are.
    Sound,
    /// A vibration on the player's turn.
    Touch,
    /// A notification on the player's turn.
    Notify,
    /// Cards that move.
    Motion,
    /// Tips for newcomers.
    Tips,
    /// A question before a move is sent.
    Confirm,
    /// Day or night.
    Light,
    /// How fast the table shows what happens.
    Pace,
}

impl Setting {
    /// The settings of players.
    pub(crate) const OF_PLAYERS: &[Setting] = &[
        Setting::Sound,
        Setting::Touch,
        Setting::Notify,
        Setting::Motion,
        Setting::Tips,
        Setting::Confirm,
        Setting::Light,
        Setting::Pace,
    ];

    /// The settings of spectators, who are never asked.
    pub(crate) const OF_SPECTATORS: &[Setting] =
        &[Setting::Sound, Setting::Motion, Setting::Light, Setting::Pace];

    /// The settings of replays, which have a speed of their own.
    pub(crate) const OF_REPLAYS: &[Setting] = &[Setting::Sound, Setting::Motion, Setting::Light];
}

/// The settings of a menu.
pub(crate) fn section(words: &Words, settings: &[Setting]) -> Markup {
    html! {
        section.settings hidden aria-labelledby="settings" {
            h2 #settings { (words.message("live-settings", &[])) }
            @for &setting in settings { (field(words, setting)) }
        }
    }
}

/// The light alone, for pages without a menu.
pub(crate) fn light(words: &Words) -> Markup {
    html! { div.settings hidden { (field(words, Setting::Light)) } }
}

fn field(words: &Words, setting: Setting) -> Markup {
    let t = |id: &str| words.message(id, &[]);
    match setting {
        Setting::Sound => html! {
            (switch(words, "sound"))
            label.option.volume {
                span { (t("live-setting-volume")) }
                input type="range" name="volume" min="10" max="100" step="10";
            }
        },
        Setting::Touch => switch(words, "touch"),
        Setting::Notify => switch(words, "notify"),
        Setting::Motion => switch(words, "motion"),
        Setting::Tips => switch(words, "tips"),
        Setting::Confirm => switch(words, "confirm"),
        Setting::Light => html! {
            label.option {
                span { (t("live-setting-light")) }
                select name="light" {
                    @for light in ["system", "day", "night"] {
                        option value=(light) { (t(&format!("live-light-{light}"))) }
                    }
                }
            }
        },
        Setting::Pace => html! {
            label.option {
                span { (t("live-setting-pace")) }
                select name="pace" {
                    @for pace in Pace::ALL {
                        option value=(pace.name()) selected[pace == Pace::Normal] {
                            (t(&format!("live-pace-{}", pace.name())))
                        }
                    }
                }
            }
        },
    }
}

fn switch(words: &Words, name: &str) -> Markup {
    html! {
        label.option {
            input type="checkbox" name=(name);
            span { (words.message(&format!("live-setting-{name}"), &[])) }
        }
    }
}
