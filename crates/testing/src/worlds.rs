//! Another world that an observer cannot tell from theirs: the same log with other cards and other sealed choices.
//!
//! A log here is lines of text: a table's log or a record. Comparing what an observer is shown of both worlds finds leaks.

use rules::{Dice, Observer, Open as _, Rules as _, Seat, Secret, SecretKind, Study, View};

/// How lines are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// A table's log: `TIME chance deal …` and `TIME person SEAT ACTION`.
    Log,
    /// A record: `deal …` and `SEAT ACTION`.
    Record,
}

impl Notation {
    /// The chance outcome of a line, if it has one.
    fn chance(self, line: &str) -> Option<&str> {
        match self {
            Notation::Log => line.split_once(' ')?.1.strip_prefix("chance "),
            Notation::Record => Some(line),
        }
    }

    /// The seat and the action of a line, if it has them.
    fn act(self, line: &str) -> Option<(Seat, &str)> {
        let act = match self {
            Notation::Log => {
                let (by, act) = line.split_once(' ')?.1.split_once(' ')?;
                ["person", "bot", "stand-in"].contains(&by).then_some(act)?
            }
            Notation::Record => line,
        };
        let (seat, action) = act.split_once(' ')?;
        Some((Seat::new(seat.parse().ok()?), action))
    }
}

/// The log of another world that fits a view of this one, drawn from all that fit.
///
/// The last decision of each of the `unheard` seats is left out: no observer knows that they have decided.
/// Other seats change no sealed choice there: nobody can tell that they did.
/// `None` between two rounds, when no seat holds cards.
pub fn other_world<G: Study>(
    log: Vec<String>,
    notation: Notation,
    view: &View<G>,
    unheard: &[Seat],
    dice: &mut impl Dice,
) -> Option<Vec<String>> {
    let imagined = G::imagine(&G::worlds(view), dice);
    let rewound = imagined.rewound();
    let is_rewound = rewound.is_some();
    let (before, acts) = rewound.unwrap_or((imagined.clone(), Vec::new()));
    let secrets = before.secrets();
    let mut log = LogText::new(log, notation)?;
    if !is_rewound && !log.deals_as_many(&secrets) {
        return None;
    }
    log.redeal(&secrets);
    log.forget_changes(view.who().seat());
    for seat in unheard {
        log.undo_last_action(*seat);
    }
    // The observer knows their own decisions, which are the same in every world.
    let others = |seat: &Seat| view.who() != Observer::Seat(*seat);
    for seat in Seat::all(imagined.rules().n_seats()).filter(others) {
        let acts = acts.iter().filter(|(by, _)| *by == seat).map(|(_, act)| act.to_string());
        log.replace_last_actions(seat, &acts.collect::<Vec<_>>());
    }
    let imagined = imagined.view(Observer::Rail).open;
    assert_eq!(imagined.phase(), view.open.phase());
    Some(log.lines)
}

/// The lines of a log, and the place of the current deal.
struct LogText {
    lines: Vec<String>,
    notation: Notation,
    deal: usize,
}

impl LogText {
    fn new(lines: Vec<String>, notation: Notation) -> Option<LogText> {
        let mut log = LogText { lines, notation, deal: 0 };
        log.deal = log.last_chance("deal ")?;
        Some(log)
    }

    /// The last line whose chance outcome begins like this.
    fn last_chance(&self, what: &str) -> Option<usize> {
        let brings = |line: &String| {
            self.notation.chance(line).is_some_and(|chance| chance.starts_with(what))
        };
        self.lines.iter().rposition(brings)
    }

    /// Whether each seat holds as many cards as were dealt to it.
    fn deals_as_many(&self, secrets: &[Secret]) -> bool {
        let dealt = |seat: Seat| {
            let mut words = self.lines[self.deal].split(' ');
            let hand = words.find_map(|word| word.strip_prefix(&format!("{seat}:")));
            hand.map_or(0, |hand| hand.split(',').count())
        };
        let mut hands = secrets.iter().filter(|secret| secret.kind == SecretKind::Hand);
        hands.all(|hand| hand.count == hand.whose.map_or(0, dealt))
    }

    /// Deals other cards: replaces everything that was dealt face down.
    fn redeal(&mut self, secrets: &[Secret]) {
        let hidden = |kind: SecretKind, whose: Option<Seat>| {
            let found = secrets.iter().find(|secret| secret.kind == kind && secret.whose == whose);
            found.map(|secret| secret.value.as_str())
        };
        let hand = |key: &str| Some(Seat::new(key.parse().ok()?));
        // A deal is written as `deal 0:… 1:… up:… rest:…`. Of a stack, the upper part may lie open by now.
        self.rewrite(self.deal, |key, cards| match key {
            "up" => cards.to_owned(),
            "rest" => hidden(SecretKind::Rest, None).unwrap_or_default().to_owned(),
            "aside" => hidden(SecretKind::Aside, None).unwrap_or_default().to_owned(),
            "extra" => with_tail(cards, hidden(SecretKind::Extra, None).unwrap()),
            "dummy" => with_tail(cards, hidden(SecretKind::DummyDeck, None).unwrap()),
            key => hidden(SecretKind::Hand, hand(key)).unwrap().to_owned(),
        });
        let stacks = hidden(SecretKind::Stacks, None);
        if let (Some(place), Some(stacked)) = (self.last_chance("tokens "), stacks) {
            let (start, tokens) = self.lines[place].rsplit_once(' ').unwrap();
            self.lines[place] = format!("{start} {}", with_tail(tokens, stacked));
        }
        if let Some(place) = self.last_chance("multipliers ") {
            let used = |line: &String| {
                let (seat, action) = self.notation.act(line)?;
                Some((seat, action.strip_prefix("use ")?.to_owned()))
            };
            let used: Vec<(Seat, String)> = self.lines[place..].iter().filter_map(used).collect();
            self.rewrite(place, |key, _| {
                let seat = hand(key);
                let used = used.iter().filter(|(by, _)| Some(*by) == seat).map(|(_, card)| card);
                let kept = hidden(SecretKind::Multipliers, seat).unwrap().split(',');
                let kept = kept.filter(|card| !card.is_empty()).map(str::to_owned);
                kept.chain(used.cloned()).collect::<Vec<_>>().join(",")
            });
        }
    }

    /// Rewrites every `key:value` of a line, and leaves out those without a value.
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

    /// The lines since the deal in which a seat acted.
    fn acts(&self, seat: Seat) -> Vec<usize> {
        let by_seat = |line: &str| self.notation.act(line).is_some_and(|(by, _)| by == seat);
        (self.deal..self.lines.len()).filter(|&place| by_seat(&self.lines[place])).collect()
    }

    /// Leaves out how seats other than the observer's changed sealed choices since the deal: they choose at once what they
    /// changed to.
    fn forget_changes(&mut self, own: Option<Seat>) {
        let Notation::Log = self.notation else { return };
        let change = |line: &str| {
            let (seat, act) = line.split_once(' ')?.1.strip_prefix("changed ")?.split_once(' ')?;
            let seat = Seat::new(seat.parse().ok()?);
            (Some(seat) != own).then(|| (seat, act.to_owned()))
        };
        for line in self.lines.split_off(self.deal) {
            match change(&line) {
                None => self.lines.push(line),
                Some((seat, act)) => self.replace_last_actions(seat, &[act]),
            }
        }
    }

    /// Removes the last action of a seat.
    fn undo_last_action(&mut self, seat: Seat) {
        let place = *self.acts(seat).last().unwrap();
        self.lines.remove(place);
    }

    /// Replaces the last actions of a seat.
    fn replace_last_actions(&mut self, seat: Seat, acts: &[String]) {
        let places = self.acts(seat);
        let n_before = places.len().checked_sub(acts.len()).unwrap();
        for (place, act) in places.into_iter().skip(n_before).zip(acts) {
            let line = &self.lines[place];
            let (_, old) = self.notation.act(line).unwrap();
            self.lines[place] = format!("{}{act}", &line[..line.len() - old.len()]);
        }
    }
}

/// A list with its last members replaced.
fn with_tail(list: &str, tail: &str) -> String {
    let tail: Vec<&str> = tail.split(',').filter(|member| !member.is_empty()).collect();
    let list: Vec<&str> = list.split(',').collect();
    let kept = &list[..list.len() - tail.len()];
    kept.iter().chain(&tail).copied().collect::<Vec<_>>().join(",")
}
