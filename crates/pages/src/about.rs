//! The page about Nekoza and its games, and the manifest with which a browser installs it.

use maud::html;
use rules::GameId;
use words::Words;

use crate::assets::Asset;
use crate::home::emblem;
use crate::layout::Page;

/// The page at `/about`.
pub fn page(words: &Words) -> String {
    let t = |id: &str| words.message(id, &[]);
    let title = t("about-title");
    let main = html! {
        article.about-us {
            h1 { (title) }
            @for paragraph in ["about-what", "about-fair", "about-host"] { p { (t(paragraph)) } }
            h2 { (t("about-games")) }
            p { (t("about-unofficial")) }
            ul.credits role="list" {
                @for id in GameId::ALL {
                    li {
                        span.emblem.(id.name()) aria-hidden="true" { (emblem(id)) }
                        div {
                            h3 { (words.title(id)) }
                            p { (t(&format!("about-{}", id.name()))) }
                            a href=(format!("/rules/{}", id.name())) { (t("home-rules")) }
                        }
                    }
                }
            }
        }
    };
    Page::new(words, &title).render(&main)
}

/// The web app manifest.
pub fn manifest(words: &Words) -> String {
    let name = words.message("page-name", &[]);
    let icon = Asset::Icon.url();
    let icon = |purpose: &str| {
        format!(r#"{{"src":"{icon}","sizes":"any","type":"image/svg+xml","purpose":"{purpose}"}}"#)
    };
    format!(
        r##"{{"name":"{name}","short_name":"{name}","start_url":"/","display":"standalone","background_color":"#fbf7f0","theme_color":"#b33a1f","icons":[{},{}]}}"##,
        icon("any"),
        icon("maskable")
    )
}
