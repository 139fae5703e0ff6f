//! Score sheets: every finished round shows the whole arithmetic, to everybody the same.

use maud::html;
use pages::face::{self, Face, Help, Sight, VisitFace};
use rules::{GameId, Observer, Open as _, Sheet, Turn, View, catbox};
use words::Words;
use words::spoken::sheet::{change, note, term};
use words::spoken::{Spoken as _, catbox as catbox_words};

use crate::faces::{
    MAX_BYTES, balanced, every_game, has_handler, look, names, offered, shapes_exist, tags,
};

/// The page of a table that waits after a round.
fn resting<G: Face>(view: &View<G>, words: &Words) -> String {
    let help = Help { tips: true, radar: true, ask: Some("/tables/7/hint"), told: &[] };
    let sight = Sight::new(view, words, "/tables/7/act", "23").with_help(help);
    face::table(&sight.resting()).into_string()
}

/// The score sheet of a page.
fn ledger(page: &str) -> Option<&str> {
    let (_, from) = page.split_once("<div class=\"hand\" id=\"hand\"><section class=\"ledger")?;
    Some(from)
}

fn escaped(text: &str) -> String {
    html! { (text) }.into_string()
}

/// The rows of a score sheet, without the head.
fn rows(ledger: &str) -> Vec<&str> {
    let body = ledger.split("<tbody>").nth(1).and_then(|body| body.split("</tbody>").next());
    body.unwrap_or_default().split("</tr>").filter(|row| row.contains("<tr")).collect()
}

/// BOX-50 to BOX-52, CAS-30 to CAS-33, YOR-40, YOR-41, MEO-30 to MEO-32: all terms, points and totals.
#[test]
fn every_finished_round_shows_all_its_points() {
    #[derive(Clone, Copy)]
    struct Show;
    impl VisitFace for Show {
        type Output = ();
        fn visit<G: Face>(self) {
            let words = Words::default().with_names(names());
            let mut n_shown = 0;
            look::<G>(7, |_, who, view| {
                let page = resting(view, &words);
                let Some(sheet) = view.open.sheet() else {
                    return assert!(ledger(&page).is_none(), "a sheet while cards are in play");
                };
                n_shown += 1;
                let shown = ledger(&page).expect("there is a sheet");
                for said in sheet.notes.iter().map(|some| note::<G>(&words, some)) {
                    assert!(shown.contains(&escaped(&said)), "{said}");
                }
                check_rows::<G>(&sheet, &rows(shown), view, who, &words);
            });
            assert!(n_shown > 20, "{}: {n_shown}", G::ID.name());
        }
    }
    every_game(Show);
}

fn check_rows<G: Face>(sheet: &Sheet, rows: &[&str], view: &View<G>, who: Observer, words: &Words) {
    let ahead = view.open.standing().winners.unwrap_or(sheet.leaders());
    let ranked = sheet.ranked(ahead);
    assert_eq!(rows.len(), ranked.len());
    for (html, row) in rows.iter().zip(ranked) {
        let name = escaped(&words.seat(row.seat));
        assert!(html.contains(&format!("<b>{name}</b>")), "{name} is not in {html}");
        for some in &row.terms {
            let text = escaped(&term::<G>(words, some));
            assert!(html.contains(&text), "{text} is not in {html}");
            if let Some(points) = some.points {
                let points = format!(">{}</b>", change(points));
                assert!(html.contains(&points), "{points} is not in {html}");
            }
        }
        let change_of = format!("<b>{}</b></td>", change(row.points));
        assert!(html.contains(&change_of), "{change_of} is not in {html}");
        let minus = |number: i32| number.to_string().replace('-', "−");
        let label = format!("from {} to {}", minus(row.before), minus(row.total));
        assert!(html.contains(&label), "{label} is not in {html}");
        let mine = who == Observer::Seat(row.seat);
        assert_eq!(html.contains(" me\">"), mine, "{html}");
        let over = view.open.turn() == Turn::Over;
        let tag = format!("<em class=\"tag\">{}</em>", if over { "won" } else { "leads" });
        assert_eq!(html.contains(&tag), ahead.has(row.seat), "{html}");
    }
}

/// The sheet says the same to every seat and to the rail; only the observer's own row is marked.
#[test]
fn a_sheet_is_the_same_for_everybody() {
    #[derive(Clone, Copy)]
    struct Compare;
    impl VisitFace for Compare {
        type Output = ();
        fn visit<G: Face>(self) {
            let words = Words::default().with_names(names());
            let mut last: Option<(usize, String)> = None;
            look::<G>(8, |number, _, view| {
                let page = resting(view, &words);
                let Some(shown) = ledger(&page) else { return };
                let shown = shown.split("</section></div>").next().unwrap_or_default();
                let plain = shown.replace(" me\">", "\">").replace(" <small>you</small>", "");
                if let Some((_, before)) = last.as_ref().filter(|(before, _)| *before == number) {
                    assert_eq!(&plain, before);
                }
                last = Some((number, plain));
            });
            assert!(last.is_some());
        }
    }
    every_game(Compare);
}

/// While a table waits after a round, its page offers nothing to choose. Otherwise a seat that is asked sees its question.
#[test]
fn a_table_that_rests_asks_nothing() {
    #[derive(Clone, Copy)]
    struct Rest;
    impl VisitFace for Rest {
        type Output = ();
        fn visit<G: Face>(self) {
            let words = Words::default().with_names(names());
            let mut n_waiting = 0;
            look::<G>(9, |_, _, view| {
                let page = resting(view, &words);
                let asked = view.actions().is_some_and(|actions| !actions.is_empty());
                let sight = Sight::new(view, &words, "/tables/7/act", "23");
                let usual = face::table(&sight).into_string();
                if view.open.sheet().is_some() {
                    assert!(offered(&page).is_empty() && !page.contains("class=\"hint\""));
                    assert!(!page.contains("<details class=\"tip\""));
                    assert!(!page.contains("class=\"sits turn\""), "nobody has to act");
                    assert_eq!(
                        ledger(&usual).is_none(),
                        matches!(view.open.turn(), Turn::Decide(_))
                    );
                    n_waiting += u32::from(asked);
                } else {
                    assert!(offered(&page).is_empty(), "nothing is asked");
                }
            });
            // Season tokens in Yorozu and fishbones in Meow are decided before the next deal.
            assert_eq!(n_waiting > 0, matches!(G::ID, GameId::Yorozu | GameId::Meow));
        }
    }
    every_game(Rest);
}

#[test]
fn sheets_are_well_formed() {
    #[derive(Clone, Copy)]
    struct Look;
    impl VisitFace for Look {
        type Output = ();
        fn visit<G: Face>(self) {
            let words = Words::default().with_names(names());
            look::<G>(10, |_, _, view| {
                let page = resting(view, &words);
                if ledger(&page).is_none() {
                    return;
                }
                balanced(&page);
                assert!(!page.contains('«') && !page.contains("style="), "{page}");
                assert!(!tags(&page).any(has_handler), "{page}");
                shapes_exist(&page);
                assert!(page.len() < MAX_BYTES, "{} bytes", page.len());
            });
        }
    }
    every_game(Look);
}

/// BOX-40, BOX-41: the hand that could not play, with a reason for each of the four colours. BOX-51: the groups that
/// have scored are outlined on the research sheet.
#[test]
fn a_paradox_shows_the_hand_and_why_it_could_not_play() {
    let words = Words::default().with_names(names());
    let (mut n_paradoxes, mut n_groups) = (0, 0);
    for seed in 0..12 {
        look::<catbox::State>(seed, |_, who, view| {
            let page = resting(view, &words);
            let paradox = view.open.paradox().filter(|_| view.open.sheet().is_some());
            assert_eq!(page.contains("class=\"stuck\""), paradox.is_some());
            if who != Observer::Rail || view.open.sheet().is_none() {
                return;
            }
            let seats = rules::Seat::all(rules::Rules::n_seats(rules::Open::rules(&view.open)));
            let paid: usize =
                seats.filter_map(|seat| Some(view.open.paid_group(seat)?.len())).sum();
            assert_eq!(page.matches(" paid s").count(), paid);
            n_groups += usize::from(paid > 0);
            if paradox.is_none() {
                return;
            }
            n_paradoxes += 1;
            let shown = page.split("class=\"stuck\"").nth(1).unwrap();
            let cards = view.open.stuck_cards();
            assert_eq!(shown.matches("<span class=\"card cb un\"").count(), cards.len());
            for why in cards.iter().flat_map(|card| &card.why) {
                let why = escaped(&catbox_words::stuck_reason(&words, why));
                assert!(shown.contains(&why), "{why} is not in {shown}");
            }
        });
    }
    assert!(n_paradoxes > 50 && n_groups > 50, "{n_paradoxes}, {n_groups}");
}

/// Between rounds the question is the headline.
#[test]
fn the_question_sums_up_the_round() {
    let words = Words::default().with_names(names());
    let mut n_asked = 0;
    look::<catbox::State>(11, |_, _, view| {
        if view.open.sheet().is_none() || view.open.turn() == Turn::Over {
            return;
        }
        let sight = Sight::new(view, &words, "", "");
        let page = face::table(&sight).into_string();
        let headline = catbox::State::question(words::spoken::SpokenView { view, words: &words });
        assert!(page.contains(&format!("role=\"status\">{headline}</p>")), "{headline}");
        assert!(headline.contains("lead"), "{headline}");
        n_asked += 1;
    });
    assert!(n_asked > 10);
}
