//! The log of another table that somebody could not tell from theirs: other cards and other sealed choices.

use std::collections::VecDeque;

use rules::{Dice, Game, Observer, Open as _, Seat, Secret, Study, Turn};
use table::sealed::Chosen;

use crate::sitting::Sitting;

/// Another table that `who` cannot tell from this one, drawn from all that fit their knowledge.
/// Nothing between two rounds, when nobody holds cards.
pub(crate) fn other_world<G: Study>(
    sitting: &Sitting<G>,
    who: Observer,
    dice: &mut impl Dice,
) -> Option<Sitting<G>> {
    let view = sitting.table.play().unwrap().view(who);
    let imagined = G::imagine(&G::worlds(&view), dice);
    let rewound = imagined.rewound();
    let has_begun = rewound.is_some();
    let (before, mut acts) = rewound.unwrap_or((imagined.clone(), Vec::new()));
    acts.extend(wishes(&imagined));
    let secrets = before.secrets();
    let mut log = Log::new(sitting.log.clone());
    if !has_begun && !log.deals_as_many(&secrets) {
        return None;
    }
    log.redeal(&secrets);
    let hides = sitting.table.terms().chosen == Chosen::Hidden;
    // What others have chosen and not told can be anything, and they need not have chosen at all.
    for seat in sitting.waiting().into_iter().filter(|seat| hides && who != Observer::Seat(*seat)) {
        log.take_back(seat);
    }
    for seat in sitting.table.lobby().seats() {
        let acts = acts.iter().filter(|(by, _)| *by == seat).map(|(_, act)| act.to_string());
        log.act_otherwise(seat, acts.collect());
    }
    let mut other = Sitting::replayed(log.lines);
    if hides {
        choose_unheard(&mut other, who, dice);
    }
    other.now = sitting.now;
    Some(other)
}

/// Those who owe a choice that nobody will hear of make it, or not; one remains who has not.
fn choose_unheard<G: Game>(sitting: &mut Sitting<G>, who: Observer, dice: &mut impl Dice) {
    let told = sitting.table.play().unwrap().view(Observer::Rail).open.turn();
    let Turn::Decide(asked) = told else { return };
    if asked.len() < 2 {
        return;
    }
    let others: Vec<Seat> =
        sitting.owing().into_iter().filter(|seat| who != Observer::Seat(*seat)).collect();
    for seat in others {
        if sitting.owing().len() > 1 && dice.below(2) == 0 {
            let view = sitting.table.play().unwrap().view(Observer::Seat(seat));
            let (caller, command) = sitting.decision(seat, view.actions().unwrap().pick(dice));
            sitting.does(caller, &command);
        }
    }
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

/// The lines of a log, and where in it the cards in play were dealt.
struct Log {
    lines: Vec<String>,
    deal: usize,
}

impl Log {
    fn new(lines: Vec<String>) -> Log {
        let deal = last(&lines, "chance deal").unwrap();
        Log { lines, deal }
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
        // A deal is written as `deal 0:… 1:… up:… rest:…`. Of a stack, the upper part may lie open by now.
        self.rewrite(self.deal, |key, cards| match key {
            "up" => cards.to_owned(),
            "rest" | "aside" => hidden(key, None).unwrap_or_default().to_owned(),
            "extra" => with_tail(cards, hidden("extra", None).unwrap()),
            "dummy" => with_tail(cards, hidden("dummy deck", None).unwrap()),
            key => hidden("hand", hand(key)).unwrap().to_owned(),
        });
        if let (Some(place), Some(stacked)) =
            (last(&self.lines, "chance tokens"), hidden("stacks", None))
        {
            let (start, tokens) = self.lines[place].rsplit_once(' ').unwrap();
            self.lines[place] = format!("{start} {}", with_tail(tokens, stacked));
        }
        if let Some(place) = last(&self.lines, "chance multipliers") {
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

    /// The lines since the deal in which a seat decided.
    fn acts(&self, seat: Seat) -> Vec<usize> {
        let is_act = |line: &str| ["person", "bot", "stand-in"].contains(&word(line, 1));
        let of_seat = |line: &str| is_act(line) && word(line, 2) == seat.to_string();
        (self.deal..self.lines.len()).filter(|&place| of_seat(&self.lines[place])).collect()
    }

    /// Undoes what a seat did last.
    fn take_back(&mut self, seat: Seat) {
        let place = *self.acts(seat).last().unwrap();
        self.lines.remove(place);
    }

    /// The last decisions of a seat become these.
    fn act_otherwise(&mut self, seat: Seat, acts: VecDeque<String>) {
        let places = self.acts(seat);
        let n_before = places.len().checked_sub(acts.len()).unwrap();
        for (place, act) in places.into_iter().skip(n_before).zip(acts) {
            let start: Vec<&str> = self.lines[place].splitn(4, ' ').take(3).collect();
            self.lines[place] = format!("{} {act}", start.join(" "));
        }
    }
}

fn word(line: &str, place: usize) -> &str {
    line.split(' ').nth(place).unwrap_or_default()
}

/// The last line that tells of this.
fn last(lines: &[String], what: &str) -> Option<usize> {
    let tells =
        |line: &String| line.split_once(' ').is_some_and(|(_, line)| line.starts_with(what));
    lines.iter().rposition(tells)
}

/// The multiplier card that a seat used, if a line tells of one.
fn used(line: &str) -> Option<(Seat, String)> {
    let is_use = word(line, 3) == "use";
    is_use.then(|| (Seat::new(word(line, 2).parse().unwrap()), word(line, 4).to_owned()))
}

/// A list whose last members are others.
fn with_tail(list: &str, tail: &str) -> String {
    let tail: Vec<&str> = tail.split(',').filter(|member| !member.is_empty()).collect();
    let list: Vec<&str> = list.split(',').collect();
    let kept = &list[..list.len() - tail.len()];
    kept.iter().chain(&tail).copied().collect::<Vec<_>>().join(",")
}
