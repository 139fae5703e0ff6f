//! The examples of the rulebooks, drawn like tables.

use maud::{Markup, html};
use rules::Game;
use words::Words;
use words::example::{self, Example, Picture};

use super::card::signed;
use super::scene::Scene;
use super::{Face, catbox, catsle, meow, yorozu};

/// An example with its caption.
pub(crate) fn figure(words: &Words, example: &Example, caption: &Markup) -> Markup {
    let words = words.with_example_names();
    html! {
        figure.example {
            @for picture in &example.pictures { (drawn(&words, picture)) }
            figcaption { (caption) }
        }
    }
}

fn drawn(words: &Words, picture: &Picture) -> Markup {
    match picture {
        Picture::Catbox(picture) => {
            lay(words, example::catbox::rules(), |scene| catbox::picture(scene, picture))
        }
        Picture::Catsle(picture) => {
            lay(words, picture.rules(), |scene| catsle::picture(scene, picture))
        }
        Picture::Meow(picture) => {
            lay(words, example::meow::rules(), |scene| meow::picture(scene, picture))
        }
        Picture::Yorozu(picture) => {
            lay(words, example::yorozu::rules(), |scene| yorozu::picture(scene, picture))
        }
    }
}

/// A picture on a table with these rules.
fn lay<G: Face>(words: &Words, rules: G::Rules, draw: impl Fn(&Scene<'_, G>) -> Markup) -> Markup {
    let game = G::new(rules);
    let scene = Scene::new(game.open(), words);
    html! { div class={ "pictured " (G::WORLD) " " (G::ID.name()) } { (draw(&scene)) } }
}

/// A total of points.
pub(super) fn total<G: Game>(scene: &Scene<'_, G>, points: i32) -> Markup {
    html! {
        span.comes-to role="img" aria-label=(scene.tell("points", &[("score", points.into())])) {
            "= " (signed(points))
        }
    }
}
