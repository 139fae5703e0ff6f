//! No screen tells what its observer may not know: another table that fits the observer's view looks the same, cell by
//! cell, story and pages included.

use rules::{Dice as _, Observer, Open as _, Rules as _, Seat, Secret, Study, Turn};
use table::record::RecordText;
use words::Words;

use super::{Desk, sitting};
use crate::app::App;
use crate::face::{Face, VisitFace};
use crate::palette::Palette;
use crate::seats;
use crate::sitting::Sitting;

struct Compare;

impl VisitFace for Compare {
    type Output = ();

    fn visit<G: Face + Study>(self) {
        let mut n_compared = 0;
        let every = G::Rules::every();
        // A dozen variants tell as much as all of them.
        let stride = every.len().div_ceil(12);
        for (number, rules) in every.into_iter().step_by(stride).enumerate() {
            let mut dice = bots::dice(number as u64);
            let mut sitting = sitting::<G>(rules, rules.n_seats().into(), number as u64);
            let mut n_steps = 0;
            while sitting.turn() != Turn::Over && n_steps < 120 {
                n_steps += 1;
                match sitting.turn() {
                    Turn::Chance => sitting.deal(),
                    Turn::Decide(asked) => {
                        let seat =
                            asked.iter().nth(dice.below(asked.len() as u32) as usize).unwrap();
                        let view = sitting.view(Observer::Seat(seat));
                        sitting.act(seat, view.actions().unwrap().pick(&mut dice)).unwrap();
                    }
                    Turn::Over => {}
                }
                if dice.below(7) > 0 || matches!(sitting.turn(), Turn::Chance | Turn::Over) {
                    continue;
                }
                let who = Seat::draw(rules.n_seats(), &mut dice);
                let (real, other) =
                    (as_seen_by(&sitting, who), other_world(&sitting, who, &mut dice));
                if let Some(other) = other {
                    n_compared += compare::<G>(&real, &other, &sitting.text());
                }
            }
        }
        assert!(n_compared > 20, "only {n_compared} worlds were compared");
    }
}

/// The same table where only this seat is a person, so that the screen is theirs.
fn as_seen_by<G: Face>(sitting: &Sitting<G>, who: Seat) -> String {
    let mut text = String::new();
    for line in sitting.text().lines() {
        if line.starts_with(&format!("[{} ", seats::TAG)) {
            let sits = Seat::all(sitting.seats().len() as u8)
                .map(|seat| if seat == who { "person" } else { "kitten" });
            let sits = sits.collect::<Vec<_>>().join(", ");
            text.extend(["[", seats::TAG, " \"", &sits, "\"]"]);
        } else {
            text += line;
        }
        text.push('\n');
    }
    text
}

/// Whether two tables look the same; how many worlds that were.
fn compare<G: Face>(real: &str, other: &str, told: &str) -> usize {
    let words = Words::english();
    let open = |text: &str| {
        let records = RecordText::read_all(text).unwrap();
        let sitting = Sitting::<G>::resume(&records[0], &words);
        sitting.unwrap_or_else(|why| panic!("{why:?}\n{text}\nof\n{told}"))
    };
    let (real, other) = (open(real), open(other));
    let differs = usize::from(real.text() != other.text());
    let mut desks = [real, other].map(|sitting| {
        let app = App::new(sitting);
        let terminal = ratatui::Terminal::new(ratatui::backend::TestBackend::new(120, 40)).unwrap();
        // Bots do not move here: what they would do may differ.
        Desk { stage: Box::new(app), terminal, left: false, n_saved: 0 }
    });
    // Hints take long, and are asked of a view by type.
    let keys = if told.len().is_multiple_of(20) { "⎋h" } else { "⎋" };
    for keys in ["", "→w", "l", "⎋s", "⎋t", "⎋r", keys] {
        let [real, other] = desks.each_mut().map(|desk| desk.press(keys).buffer(Palette::True));
        assert_eq!(real, other, "after {keys:?} of\n{told}");
    }
    differs
}

/// Another table that the seat cannot tell from this one, as a record. Nothing between two rounds, when nobody holds cards.
fn other_world<G: Face + Study>(
    sitting: &Sitting<G>,
    who: Seat,
    dice: &mut impl rules::Dice,
) -> Option<String> {
    let view = sitting.view(Observer::Seat(who));
    let imagined = G::imagine(&G::worlds(&view), dice);
    let rewound = imagined.rewound();
    let has_begun = rewound.is_some();
    let (before, mut acts) = rewound.unwrap_or((imagined.clone(), Vec::new()));
    acts.extend(wishes(&imagined));
    let secrets = before.secrets();
    let mut log = Log::new(&as_seen_by(sitting, who))?;
    if !has_begun && !log.deals_as_many(&secrets) {
        return None;
    }
    log.redeal(&secrets);
    for seat in Seat::all(sitting.seats().len() as u8) {
        let acts: Vec<String> =
            acts.iter().filter(|(by, _)| *by == seat).map(|(_, act)| act.to_string()).collect();
        log.act_otherwise(seat, &acts);
    }
    // Whether that is a table at all is for the referee to say.
    let text = log.lines.join("\n") + "\n";
    let open = imagined.view(Observer::Seat(who)).open;
    assert_eq!(open.phase(), view.open.phase());
    Some(text)
}

/// Answers to whether cards are dealt anew (YOR-12), which no round tells again because it has not begun.
fn wishes<G: Study>(game: &G) -> Vec<(Seat, G::Action)> {
    let answered = |secret: Secret| {
        let answer = if secret.value == "true" { "redeal yes" } else { "redeal no" };
        let is_one = secret.what == "wish" && secret.count > 0;
        is_one.then(|| (secret.whose.unwrap(), answer.parse().unwrap()))
    };
    game.secrets().into_iter().filter_map(answered).collect()
}

/// The lines of a record, and where in it the cards in play were dealt.
struct Log {
    lines: Vec<String>,
    deal: usize,
}

impl Log {
    fn new(text: &str) -> Option<Log> {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let deal = last(&lines, "deal ")?;
        Some(Log { lines, deal })
    }

    /// Whether everybody holds as many cards as were dealt to them.
    fn deals_as_many(&self, secrets: &[Secret]) -> bool {
        let dealt = |seat: Seat| {
            let mut words = self.lines[self.deal].split(' ');
            let hand = words.find_map(|word| word.strip_prefix(&format!("{seat}:")));
            hand.map_or(0, |hand| hand.split(',').count())
        };
        let mut hands = secrets.iter().filter(|secret| secret.what == "hand");
        hands.all(|hand| hand.count == hand.whose.map_or(0, dealt))
    }

    /// Deals other cards: everything that chance brought face down is put in its place.
    fn redeal(&mut self, secrets: &[Secret]) {
        let hidden = |what: &str, whose: Option<Seat>| {
            let found = secrets.iter().find(|secret| secret.what == what && secret.whose == whose);
            found.map(|secret| secret.value.as_str())
        };
        let hand = |key: &str| Some(Seat::new(key.parse().ok()?));
        self.rewrite(self.deal, |key, cards| match key {
            "up" => cards.to_owned(),
            "rest" | "aside" => hidden(key, None).unwrap_or_default().to_owned(),
            "extra" => with_tail(cards, hidden("extra", None).unwrap()),
            "dummy" => with_tail(cards, hidden("dummy deck", None).unwrap()),
            key => hidden("hand", hand(key)).unwrap().to_owned(),
        });
        if let (Some(place), Some(stacked)) = (last(&self.lines, "tokens "), hidden("stacks", None))
        {
            let (start, tokens) = self.lines[place].rsplit_once(' ').unwrap();
            self.lines[place] = format!("{start} {}", with_tail(tokens, stacked));
        }
        if let Some(place) = last(&self.lines, "multipliers ") {
            let used: Vec<(Seat, String)> =
                self.lines[place..].iter().filter_map(|line| used(line)).collect();
            self.rewrite(place, |key, _| {
                let seat = hand(key);
                let used = used.iter().filter(|(by, _)| Some(*by) == seat).map(|(_, card)| card);
                let kept = hidden("multipliers", seat).unwrap().split(',');
                let kept = kept.filter(|card| !card.is_empty()).map(str::to_owned);
                kept.chain(used.cloned()).collect::<Vec<_>>().join(",")
            });
        }
    }

    /// Writes every `key:value` of a line anew. What has no value is not written.
    fn rewrite(&mut self, place: usize, value: impl Fn(&str, &str) -> String) {
        let words = self.lines[place].split(' ').filter_map(|word| match word.split_once(':') {
            None => Some(word.to_owned()),
            Some((key, old)) => {
                let new = value(key, old);
                (!new.is_empty()).then(|| format!("{key}:{new}"))
            }
        });
        self.lines[place] = words.collect::<Vec<_>>().join(" ");
    }

    /// The last decisions of a seat become these.
    fn act_otherwise(&mut self, seat: Seat, acts: &[String]) {
        let begins = format!("{seat} ");
        let places: Vec<usize> = (self.deal..self.lines.len())
            .filter(|&place| self.lines[place].starts_with(&begins))
            .collect();
        let n_before = places.len().checked_sub(acts.len()).unwrap();
        for (place, act) in places.into_iter().skip(n_before).zip(acts) {
            self.lines[place] = format!("{seat} {act}");
        }
    }
}

fn last(lines: &[String], what: &str) -> Option<usize> {
    lines.iter().rposition(|line| line.starts_with(what))
}

/// The multiplier card that a seat used, if a line tells of one.
fn used(line: &str) -> Option<(Seat, String)> {
    let (seat, card) = line.split_once(" use ")?;
    Some((Seat::new(seat.parse().unwrap()), card.to_owned()))
}

/// A list whose last members are others.
fn with_tail(list: &str, tail: &str) -> String {
    let tail: Vec<&str> = tail.split(',').filter(|member| !member.is_empty()).collect();
    let list: Vec<&str> = list.split(',').collect();
    let kept = &list[..list.len() - tail.len()];
    kept.iter().chain(&tail).copied().collect::<Vec<_>>().join(",")
}

macro_rules! screens_tell_nothing_that_is_hidden {
    ($($id:ident $module:ident $name:literal $title:literal;)*) => {
        mod screens_tell_nothing_that_is_hidden {
            $(
                #[test]
                fn $module() {
                    crate::face::visit(rules::GameId::$id, super::Compare);
                }
            )*
        }
    };
}
rules::games!(screens_tell_nothing_that_is_hidden);
