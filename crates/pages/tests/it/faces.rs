//! Faces reveal no secrets, offer exactly the legal actions, explain the others, and are well-formed.

use std::collections::BTreeSet;
use std::path::Path;

use maud::html;
use pages::assets::{Asset, File};
use pages::face::{self, Face, Help, Sight, VisitFace};
use rules::{BeatKind, Choices, GameId, Observer, Open as _, Rules as _, View, catbox};
use table::news::BeatView;
use testing::catalogue::unused_messages;
pub(crate) use testing::dice::dice;
use words::Words;

pub(crate) fn names() -> Vec<String> {
    ["Mia", "Ken", "Ada", "Tomasz", "Lucía", "Wei"].map(String::from).to_vec()
}

pub(crate) fn page<G: Face>(view: &View<G>, words: &Words) -> String {
    let help = Help { tips: true, radar: true, ask: Some("/tables/7/hint"), told: &[] };
    face::table(&Sight::new(view, words, "/tables/7/act", "23").with_help(help)).into_string()
}

pub(crate) fn every_game(visitor: impl VisitFace<Output = ()> + Copy) {
    for id in GameId::ALL {
        face::visit(id, visitor);
    }
}

/// Whether pages of this variant look like those of a simpler one.
pub(crate) fn looks_like_another<R: rules::Rules>(rules: &R) -> bool {
    let alike = [("vases", "flat"), ("edition", "fukuroudou"), ("lead", "winner")];
    let alike = alike.iter().any(|(key, value)| rules.value(key).as_deref() == Some(value));
    alike || ["r", "b", "g", "k"].map(Some).contains(&rules.value("out").as_deref())
}

/// Plays a random game of every variant and visits every observer's view of every beat, with what they notice of its
/// step.
pub(crate) fn look_at_beats<G: Face>(seed: u64, mut see: impl FnMut(Observer, &BeatView<G>)) {
    for rules in G::Rules::every().into_iter().filter(|rules| !looks_like_another(rules)) {
        let mut dice = dice(seed);
        let mut game = G::new(rules);
        while let Some(step) = game.random_step(&mut dice) {
            let before = game.clone();
            game.apply(&step);
            for beat in G::beats(&before, &step, &game) {
                for who in Observer::all(rules.n_seats()) {
                    let seen = G::seen(&before, &step, &game, who);
                    see(
                        who,
                        &BeatView { kind: beat.kind, number: 0, view: beat.state.view(who), seen },
                    );
                }
            }
        }
    }
}

/// Plays a random game of every variant and visits every observer's view at every numbered step.
pub(crate) fn look<G: Face>(seed: u64, mut see: impl FnMut(usize, Observer, &View<G>)) {
    for rules in G::Rules::every().into_iter().filter(|rules| !looks_like_another(rules)) {
        let mut dice = dice(seed);
        let mut game = G::new(rules);
        for number in 0.. {
            for who in Observer::all(rules.n_seats()) {
                see(number, who, &game.view(who));
            }
            let Some(step) = game.random_step(&mut dice) else { break };
            game.apply(&step);
        }
    }
}

/// The values of all buttons that post an action.
pub(crate) fn offered(page: &str) -> Vec<&str> {
    let after = page.split("name=\"action\" value=\"").skip(1);
    after.map(|rest| rest.split('"').next().unwrap_or_default()).collect()
}

#[test]
fn pages_reveal_nothing_hidden() {
    #[derive(Clone, Copy)]
    struct Imagine;
    impl VisitFace for Imagine {
        type Output = ();
        fn visit<G: Face>(self) {
            let words = Words::default().with_names(names());
            let mut dice = dice(11);
            look::<G>(1, |_, who, view| {
                let other = G::imagine(&G::worlds(view), &mut dice).view(who);
                assert_eq!(page(view, &words), page(&other, &words), "{who:?}");
            });
        }
    }
    every_game(Imagine);
}

#[test]
fn legal_actions_are_buttons_and_others_have_reasons() {
    #[derive(Clone, Copy)]
    struct Offer;
    impl VisitFace for Offer {
        type Output = ();
        fn visit<G: Face>(self) {
            let words = Words::default().with_names(names());
            look::<G>(2, |_, _, view| {
                let page = page(view, &words);
                let offered = offered(&page);
                let legal: Vec<String> =
                    view.actions().iter().flat_map(Choices::iter).map(|a| a.to_string()).collect();
                let unique: BTreeSet<&str> = offered.iter().copied().collect();
                assert_eq!(unique.len(), offered.len(), "a button stands twice: {offered:?}");
                let legal: BTreeSet<&str> = legal.iter().map(String::as_str).collect();
                assert_eq!(unique, legal);
                let mut n_refused = 0;
                for action in view.candidates().iter().flat_map(Choices::iter) {
                    let Some(Err(illegal)) = view.check(action) else { continue };
                    n_refused += 1;
                    let reason = html! { (words.refusal::<G>(&illegal)) }.into_string();
                    assert!(
                        page.contains(&format!(">{reason}<")),
                        "{action} does not say {reason}"
                    );
                    let rule = rules::Refusal::rule(&illegal);
                    let link = format!("href=\"/rules/{}#{rule}\"", G::ID.name());
                    assert!(page.contains(&link), "no link to {rule}");
                }
                let grey = page.matches("type=\"button\" aria-disabled=\"true\"").count();
                assert_eq!(grey, n_refused, "every refused candidate is shown once");
                let forms = page.matches("<form method=\"post\" action=\"/tables/7/act\">").count();
                assert_eq!(
                    forms,
                    usize::from(!legal.is_empty()),
                    "one form where something is asked"
                );
                let at = page.matches("<input type=\"hidden\" name=\"at\" value=\"23\">").count();
                assert_eq!(at, forms);
            });
        }
    }
    every_game(Offer);
}

#[test]
fn beats_ask_nothing_and_say_what_happened() {
    #[derive(Clone, Copy)]
    struct Beats;
    impl VisitFace for Beats {
        type Output = ();
        fn visit<G: Face>(self) {
            let words = Words::default().with_names(names());
            let mut n_beats = 0;
            look_at_beats::<G>(7, |who, beat| {
                n_beats += 1;
                let sight = Sight::of_beat(&beat.view, &words, &beat.seen);
                let help = Help { tips: true, radar: true, ask: Some("/tables/7/hint"), told: &[] };
                let page = face::table(&sight.with_help(help)).into_string();
                balanced(&page);
                assert!(page.len() < MAX_BYTES, "{} bytes", page.len());
                assert_eq!(offered(&page), [""; 0], "{who:?} is asked");
                for absent in
                    ["<form", "aria-disabled", "class=\"sits turn\"", "class=\"tip\"", "radar"]
                {
                    assert!(!page.contains(absent), "{absent} in {page}");
                }
                assert!(page.contains("<div id=\"help\"></div>"), "{page}");
                let (_, question) = page.split_once("id=\"question\" role=\"status\">").unwrap();
                let (question, _) = question.split_once("</p>").unwrap();
                assert!(question.ends_with('.') && !question.starts_with("Waiting"), "{question}");
                // One sentence is a line: what happened is read in a second.
                assert!(question.len() < 120, "{question}");
                let n_best = page.matches("played best").count();
                match beat.kind {
                    BeatKind::Trick => assert_eq!(n_best, 1, "{page}"),
                    BeatKind::Reveal => {
                        assert!(page.contains("id=\"play-0\"><span class=\"card yz"), "{page}");
                    }
                }
                if let Some((seat, own)) = &beat.view.own {
                    // All of the observer's cards lie there as they do while nothing is asked.
                    let (_, hand) = page.split_once("<div class=\"hand\" id=\"hand\">").unwrap();
                    let has_cards =
                        hand.contains("class=\"card ") || hand.contains("class=\"card\"");
                    assert_eq!(has_cards, G::own_hand(*seat, own).is_some(), "{page}");
                }
            });
            assert!(n_beats > 100, "{n_beats}");
        }
    }
    every_game(Beats);
}

#[test]
fn pages_are_well_formed() {
    #[derive(Clone, Copy)]
    struct Look;
    impl VisitFace for Look {
        type Output = ();
        fn visit<G: Face>(self) {
            let words = Words::default().with_names(names());
            look::<G>(3, |_, _, view| {
                let page = page(view, &words);
                for word in
                    ["style=", "<script", "javascript:", " on", "«", "disabled=\"disabled\""]
                {
                    let bad = match word {
                        // Event handlers are attributes, so only text inside tags counts.
                        " on" => tags(&page).any(has_handler),
                        _ => page.contains(word),
                    };
                    assert!(!bad, "{word} in {page}");
                }
                balanced(&page);
                shapes_exist(&page);
                let ids: Vec<&str> = page
                    .split(" id=\"")
                    .skip(1)
                    .map(|rest| rest.split('"').next().unwrap_or_default())
                    .collect();
                let unique: BTreeSet<&str> = ids.iter().copied().collect();
                assert_eq!(unique.len(), ids.len(), "an id stands twice: {ids:?}");
                for reference in page.split("aria-describedby=\"").skip(1) {
                    let id = reference.split('"').next().unwrap_or_default();
                    assert!(unique.contains(id), "nothing has the id {id}");
                }
                assert!(page.len() < MAX_BYTES, "{} bytes of {}", page.len(), G::ID.name());
            });
        }
    }
    every_game(Look);
}

/// Whether a tag has an event handler.
pub(crate) fn has_handler(tag: &str) -> bool {
    tag.split(' ').any(|attribute| attribute.starts_with("on") && attribute.contains('='))
}

/// Fails if a page shows a symbol that the kit does not have.
pub(crate) fn shapes_exist(page: &str) {
    let kit =
        File::named(Asset::Kit.url().trim_start_matches("/assets/")).expect("the kit is a file");
    let kit = std::str::from_utf8(&kit.plain).expect("a drawing is text");
    let shapes = page.split("<use href=\"").skip(1);
    for shape in shapes.map(|rest| rest.split('"').next().unwrap_or_default()) {
        let id = shape.strip_prefix(Asset::Kit.url()).and_then(|rest| rest.strip_prefix('#'));
        let id = id.unwrap_or_else(|| panic!("{shape} is not in the kit"));
        assert!(kit.contains(&format!("id=\"{id}\"")), "no shape {id}");
    }
}

/// Pages are sent after every step to all observers, so they must stay small.
pub(crate) const MAX_BYTES: usize = 52_000;

#[test]
fn names_are_escaped() {
    #[derive(Clone, Copy)]
    struct Hostile;
    impl VisitFace for Hostile {
        type Output = ();
        fn visit<G: Face>(self) {
            let hostile = [
                "<script>alert(1)</script>",
                "\" onclick=\"alert(1)",
                "'><img src=x onerror=alert(1)>",
                "&lt;b&gt;",
                "<",
                "\u{202e}evil",
            ];
            let words = Words::default().with_names(hostile.map(String::from).to_vec());
            look::<G>(4, |number, _, view| {
                if number % 4 > 0 {
                    return;
                }
                let page = page(view, &words);
                balanced(&page);
                for tag in tags(&page) {
                    let quotes = tag.matches('"').count();
                    assert!(quotes % 2 == 0, "an attribute is broken open: {tag}");
                    for bad in ["<script", "<img", " onclick=", " onerror="] {
                        // Between quotation marks it is only the value of an attribute.
                        let outside: String = tag.split('"').step_by(2).collect();
                        assert!(!outside.contains(bad), "{bad} in {tag}");
                    }
                }
            });
        }
    }
    every_game(Hostile);
}

/// Every tip appears in some game, and only when the player has to decide.
#[test]
fn every_tip_appears_when_a_player_has_to_decide() {
    #[derive(Clone, Copy)]
    struct Tip;
    impl VisitFace for Tip {
        type Output = ();
        fn visit<G: Face>(self) {
            let words = Words::default().with_names(names());
            let mut seen = BTreeSet::new();
            look::<G>(6, |_, _, view| {
                let tips = G::tips(view);
                assert!(tips.is_empty() || view.actions().is_some_and(|some| !some.is_empty()));
                let page = page(view, &words);
                assert_eq!(page.matches("<details class=\"tip\"").count(), tips.len());
                seen.extend(tips);
            });
            assert_eq!(seen, (0..G::TIPS.len()).collect::<BTreeSet<_>>(), "{}", G::ID.name());
            for code in G::TIPS {
                assert!(words.has(&format!("{}-tip-{code}", G::ID.name())), "{code}");
            }
        }
    }
    every_game(Tip);
}

#[test]
fn cat_in_the_box_says_what_is_trump_and_what_a_bid_is_good_for() {
    let words = Words::default().with_names(names());
    let names_two = |view: &View<catbox::State>| view.open.rules().n_seats() == 2;
    let (mut n_bids, mut n_groups, mut n_groups_of_two) = (0, 0, 0);
    look::<catbox::State>(4, |_, who, view| {
        let page = page(view, &words);
        let rows = page.split("<tr class=\"row ").skip(1);
        let rows = rows.filter(|row| row.contains("<small>trump</small>"));
        let red: Vec<bool> = rows
            .map(|row| row.starts_with("r\"") && row.contains("aria-label=\"red, trump\""))
            .collect();
        assert_eq!(red, [true], "{who:?}");
        let asked = view.candidates().map(|choices| choices.ask);
        if asked == Some(catbox::Ask::Bid) {
            n_bids += 1;
            assert!(page.contains("<p class=\"note exact\">An exact bid earns a bonus"), "{page}");
        }
        // What a group is can be opened without scripts, also where titles cannot be seen.
        let groups = page.split("<details class=\"explained\" name=\"group\" id=\"group-").skip(1);
        for group in groups {
            let (_, meaning) = group.split_once("</summary><p>").expect("a group says what it is");
            let bonus =
                if names_two(view) { "for four tricks or fewer" } else { "for an exact bid" };
            assert!(meaning.starts_with(&format!("The bonus {bonus} is the size of")), "{meaning}");
            n_groups += 1;
            n_groups_of_two += usize::from(names_two(view));
        }
    });
    assert!(n_bids > 20 && n_groups > 100, "{n_bids} {n_groups}");
    assert!(n_groups_of_two > 20, "two players have no bid that says it: {n_groups_of_two}");
}

/// The catalogue has no unused messages for faces.
#[test]
fn every_message_of_the_faces_is_used() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = [
        "pages/src/face",
        "pages/src/face/catbox",
        "words/src/spoken",
        "words/src/example",
        "tui/src/face",
    ];
    let folders = folders.map(|folder| crates.join(folder));
    let unused = unused_messages(&crates.join("words/catalogue/en/face.ftl"), &folders);
    assert!(unused.is_empty(), "{unused:?}");
}

/// The tags of a page, from `<` to `>`. Maud escapes both in values.
pub(crate) fn tags(page: &str) -> impl Iterator<Item = &str> {
    page.split('<').skip(1).map(|rest| rest.split('>').next().unwrap_or_default())
}

/// Checks that every opened element is closed.
pub(crate) fn balanced(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in tags(page) {
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "closed and not opened");
        } else if !tag.ends_with('/') && !["input", "br"].contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "never closed: {open:?}");
}
