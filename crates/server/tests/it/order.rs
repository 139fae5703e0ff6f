//! Sealed choices arrive in any order. The result is the same, and hidden choices send nothing to other observers.

use pages::face::{self, Face, VisitFace};
use rules::{Dice as _, GameId, Observer, Open as _, Rules as _, Seat, Turn};
use store::TableId;
use table::sealed::Chosen;
use table::terms::Terms;

use testing::dice::{dice, one_of};
use testing::http::{Stream, n_messages};
use testing::page::encode;

use crate::client::{Site, config};
use crate::guest::Guest;
use crate::sitting::{Sitting, cookie, keep};

/// Simultaneous choices: the seat and the form of each.
type Choices = Vec<(Seat, String)>;

/// The seat that changes its choice, and the form.
type Change = (Seat, String);

/// A table where three or more seats owe a choice, with their choices.
fn about_to_choose<G: Face>(chosen: Chosen, seed: u64) -> (Sitting<G>, Choices) {
    let (sitting, choices, _) = about_to_change::<G>(chosen, seed);
    (sitting, choices)
}

/// The same with the change of each choice that can be changed.
fn about_to_change<G: Face>(chosen: Chosen, seed: u64) -> (Sitting<G>, Choices, Vec<Change>) {
    let mut dice = dice(seed);
    let every: Vec<G::Rules> =
        G::Rules::every().into_iter().filter(|rules| rules.n_seats() > 2).collect();
    loop {
        let rules = one_of(&every, &mut dice);
        let mut sitting =
            Sitting::<G>::begun(Terms { chosen, changes: true, ..Terms::new::<G>(&rules) });
        for _ in 0..dice.below(60) {
            if sitting.table.is_playing() {
                sitting.random_decision(&mut dice);
            }
        }
        let told = sitting.table.play().unwrap().view(Observer::Rail).open.turn();
        let all_owe = matches!(told, Turn::Decide(asked) if asked.len() == sitting.owing().len());
        let owing = sitting.owing();
        if owing.len() < 3 || !all_owe {
            continue;
        }
        let (mut choices, mut changes) = (Vec::new(), Vec::new());
        for seat in owing {
            let actions =
                sitting.table.play().unwrap().view(Observer::Seat(seat)).actions().unwrap();
            let action = actions.pick(&mut dice);
            let at = sitting.table.question(seat).unwrap();
            let form = |at: &str, action: G::Action| {
                (seat, format!("at={at}&action={}", encode(&action.to_string())))
            };
            choices.push(form(&at.to_string(), action));
            let other = actions.iter().find(|&other| other != action);
            changes.extend(other.map(|other| form(&format!("{at}.1"), other)));
        }
        return (sitting, choices, changes);
    }
}

/// All orders of the first three choices. Further choices come last.
fn orders(choices: &Choices) -> Vec<Choices> {
    let threes = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let order = |three: [usize; 3]| {
        let first = three.map(|place| choices[place].clone());
        first.into_iter().chain(choices[3..].iter().cloned()).collect()
    };
    threes.into_iter().map(order).collect()
}

fn post(site: &Site, id: TableId, seat: Seat, command: &str, body: &str) {
    let mut guest = guest(site, id, Observer::Seat(seat));
    let path = format!("{}/{command}", guest.path);
    let answer = guest.post_as("*/*", &path, body);
    assert_eq!(answer.status, 204, "{}", answer.body);
}

/// A player sends a chat line.
fn says(site: &Site, id: TableId, seat: Seat, said: &mut [u32], text: &str) {
    let n_said = &mut said[seat.index()];
    post(site, id, seat, "say", &format!("at={n_said}&text={text}"));
    *n_said += 1;
}

fn guest(site: &Site, id: TableId, who: Observer) -> Guest<'_> {
    let cookie = who.seat().map(cookie).unwrap_or_default();
    Guest { site, cookie, path: format!("/t/{id}") }
}

/// The pages of all observers, with the story apart: it shows the order of choices that are not hidden.
fn pages(site: &Site, id: TableId, n_seats: u8) -> Vec<(String, Vec<String>)> {
    let page = |who| {
        let page = guest(site, id, who).page().replace(&id.to_string(), "here");
        let (before, rest) = page.split_once("id=\"story\"").unwrap();
        let (list, rest) = rest.split_once('>').unwrap();
        let (story, behind) = rest.split_once("</ol>").unwrap();
        let story = story.split("</li>").map(str::to_owned).collect();
        (format!("{before}{list}{behind}"), story)
    };
    Observer::all(n_seats).map(page).collect()
}

#[derive(Clone, Copy)]
struct AnyOrder;

impl VisitFace for AnyOrder {
    type Output = ();

    fn visit<G: Face>(self) {
        let chosen = [Chosen::Hidden, Chosen::Shown];
        let moments: Vec<_> = (0..6)
            .map(|seed| about_to_choose::<G>(chosen[seed as usize % 2], seed))
            .map(|(sitting, choices)| (sitting, orders(&choices).map_ids()))
            .collect();
        let config = config(&format!("order-{}", G::ID.name()));
        let tables = moments
            .iter()
            .flat_map(|(sitting, orders)| orders.iter().map(|(id, _)| sitting.kept(*id)));
        keep(&config.data, tables);
        let site = Site::with(config);
        for (sitting, orders) in &moments {
            let n_seats = sitting.table.rules().n_seats();
            let mut first = None;
            for (id, order) in orders {
                for (seat, body) in order {
                    post(&site, *id, *seat, "act", body);
                }
                let mut pages = pages(&site, *id, n_seats);
                if sitting.table.terms().chosen == Chosen::Shown {
                    for (_, story) in &mut pages {
                        story.sort();
                    }
                }
                let first = first.get_or_insert_with(|| pages.clone());
                for ((one_page, one_story), (page, story)) in first.iter().zip(&pages) {
                    assert_eq!(one_story, story, "{order:?}");
                    assert_eq!(one_page, page, "{order:?}");
                }
            }
        }
    }
}

trait MapIds {
    fn map_ids(self) -> Vec<(TableId, Choices)>;
}

impl MapIds for Vec<Choices> {
    fn map_ids(self) -> Vec<(TableId, Choices)> {
        self.into_iter().map(|order| (TableId::random(), order)).collect()
    }
}

#[test]
fn the_order_of_choices_does_not_matter() {
    for game in [GameId::Catbox, GameId::Yorozu] {
        face::visit(game, AnyOrder);
    }
}

#[derive(Clone, Copy)]
struct Unheard;

impl VisitFace for Unheard {
    type Output = ();

    fn visit<G: Face>(self) {
        for (chosen, heard) in [(Chosen::Hidden, 0), (Chosen::Shown, 1)] {
            let (sitting, choices, changes) = about_to_change::<G>(chosen, 9);
            let mut n_changed = 0;
            let id = TableId::random();
            let config = config(&format!("unheard-{}-{heard}", G::ID.name()));
            keep(&config.data, [sitting.kept(id)]);
            let site = Site::with(config);
            let observers: Vec<Observer> = Observer::all(sitting.table.rules().n_seats()).collect();
            let open = |who: &Observer| {
                let guest = guest(&site, id, *who);
                let mut stream = site.watch(&guest.path, &guest.cookie);
                assert_eq!(n_messages(&stream.until("data: ")), 1);
                stream
            };
            let mut streams: Vec<Stream> = observers.iter().map(open).collect();
            let mut said = [0; rules::MAX_SEATS];
            for (number, (seat, body)) in choices.iter().enumerate() {
                post(&site, id, *seat, "act", body);
                let text = format!("choice {number}");
                says(&site, id, *seat, &mut said, &text);
                let is_last = number + 1 == choices.len();
                for (who, stream) in observers.iter().zip(&mut streams) {
                    // The chat line is its own message, and messages keep their order.
                    let bytes = stream.until(&format!("<span>{text}</span>"));
                    // With the last choice comes the reveal, and what follows from it.
                    let n_beats = bytes.matches("data-moment=\"reveal\"").count();
                    assert!(n_beats == 0 || is_last, "{who:?} sees a reveal after choice {number}");
                    let found = n_messages(&bytes) - n_beats - 1;
                    let wanted = if is_last || *who == Observer::Seat(*seat) { 1 } else { heard };
                    assert_eq!(found, wanted, "{who:?} hears of choice {number} by {seat}");
                }
                // Nobody hears that a choice was changed, wherever others see that it was made.
                let change = changes.iter().find(|(by, _)| by == seat && !is_last);
                let Some((_, body)) = change else { continue };
                n_changed += 1;
                post(&site, id, *seat, "act", body);
                let text = format!("change {number}");
                says(&site, id, *seat, &mut said, &text);
                for (who, stream) in observers.iter().zip(&mut streams) {
                    let bytes = stream.until(&format!("<span>{text}</span>"));
                    let found = n_messages(&bytes) - 1;
                    let wanted = usize::from(*who == Observer::Seat(*seat));
                    assert_eq!(found, wanted, "{who:?} hears that choice {number} was changed");
                }
            }
            assert!(n_changed > 0, "no choice could be changed");
        }
    }
}

#[test]
fn a_hidden_choice_sends_nothing_to_others() {
    for game in [GameId::Catbox, GameId::Yorozu] {
        face::visit(game, Unheard);
    }
}
