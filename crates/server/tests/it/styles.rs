//! Two games share the styles of their boards. The rules of the other two must not hold for them: their tables do not load
//! these.

use std::collections::BTreeSet;
use std::path::Path;

use rules::GameId;
use testing::browser::{Browser, ScreenSize, Scripts};

use crate::client::Site;
use crate::tables::{form, friends, play_on};
use crate::windows::AtTable as _;

/// The rules of a style sheet that hold for some element of the page, whatever the size of the window and the state of the
/// element are.
const HELD: &str = "((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    const states = /::[\\w-]+|:(hover|focus-visible|focus-within|focus|active)(?![\\w-])/g;
    const walk = (rules, parent) => [...rules].flatMap((rule) => {
        const nested = rule.selectorText?.replaceAll('&', `:is(${parent})`);
        const holds = nested && document.querySelector(nested.replace(states, '')) !== null;
        return [...(holds ? [nested] : []), ...(rule.cssRules ? walk(rule.cssRules, nested ?? parent) : [])];
    });
    return walk(sheet.cssRules).join('\\n');
})";

/// Whether its tables load the styles of Cat in the Box and CATSle, and not those of Yorozu and Meow.
fn loads(game: GameId) -> bool {
    match game {
        GameId::Catbox | GameId::Catsle => true,
        GameId::Yorozu | GameId::Meow => false,
    }
}

fn styles(game: GameId) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../pages/assets/styles");
    std::fs::read_to_string(folder.join(format!("{}.css", game.name()))).unwrap()
}

fn held(browser: &Browser, game: GameId) -> BTreeSet<String> {
    let held = browser.text(&format!("{HELD}({:?})", styles(game)));
    held.lines().map(str::to_owned).collect()
}

#[test]
fn styles_of_a_game_hold_for_no_other() {
    let site = Site::open("styles");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    let mut foreign = BTreeSet::new();
    for game in GameId::ALL {
        let mut look = || {
            for other in GameId::ALL {
                let held = held(&browser, other);
                if other == game {
                    assert!(held.len() > 10, "{game:?}: {held:?}");
                } else if loads(game) != loads(other) {
                    foreign.extend(held.into_iter().map(|rule| (game.name(), other.name(), rule)));
                }
            }
        };
        browser.go(&format!("http://{}/rules/{}", site.address, game.name()));
        look();
        let name = format!("game={}", game.name());
        let mut guests = friends(&site, &form(&name, 3), &["Ken", "Ada"]);
        browser.opens_as(&guests[0]);
        look();
        play_on(&mut guests, usize::MAX);
        for path in ["", "/replay", "/replay?step=40"] {
            browser.go(&format!("http://{}{}{path}", site.address, guests[0].path));
            look();
        }
        browser.set_up(&site, game.name(), &[Some("kitten"); 3]);
        for number in 0..6 {
            look();
            browser.decides(number);
        }
        while !browser.has_finished_round() {
            browser.decides(0);
        }
        look();
    }
    assert!(foreign.is_empty(), "rules of one game hold for another: {foreign:#?}");
}
