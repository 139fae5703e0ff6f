//! The choice of a cat: every coat, and the one that follows from the player's name.

use maud::{Markup, html};
use table::cat::CoatName;
use words::Words;

use crate::kit::Coat;

/// The choice, as fields of a form. Its field is named `coat`, and is empty for the coat that follows from the name.
pub(crate) fn choice(words: &Words, chosen: Option<CoatName>) -> Markup {
    let t = |id: &str| words.message(id, &[]);
    html! {
        fieldset.cats {
            legend { (t("cats-choose")) }
            label.by-name {
                input.v type="radio" name="coat" value="" checked[chosen.is_none()];
                span { (t("cats-by-name")) }
            }
            @for coat in CoatName::all() {
                @let label = t(&format!("cats-{}", coat.name()));
                label title=(label) {
                    input.v type="radio" name="coat" value=(coat.name()) checked[chosen == Some(coat)];
                    (Coat::from(coat).head())
                    span.v { (label) }
                }
            }
        }
    }
}

/// A section that opens, with the chosen cat in its heading.
pub(crate) fn section(words: &Words, chosen: Option<CoatName>, inside: &Markup) -> Markup {
    html! {
        details.pick-cat {
            summary {
                @if let Some(coat) = chosen { (Coat::from(coat).head()) }
                span { (words.message("cats-choose", &[])) }
            }
            (inside)
        }
    }
}
