//! The character of a variant, for designers: fairness, closeness, length, and events of its rounds.

use rules::Seat;

use crate::{Bout, DealPlayed, Estimate, Moments, Ratio};

/// Results of one place at the table.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PlaceTally {
    /// Its share of victories, by deal.
    pub first: Moments,
    /// Its score, by deal.
    pub score: Moments,
}

/// How often something happened in a round, by deal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FactRatio {
    /// The name of the event.
    pub what: &'static str,
    /// How often it happened.
    pub ratio: Ratio,
}

/// Results of games of one variant. Every mean is over deals.
#[derive(Clone, PartialEq, Debug)]
pub struct LabTally {
    /// Deals played.
    pub n_deals: u64,
    /// Games played.
    pub n_games: u64,
    /// Whether places count from the seat drawn to begin. Otherwise they are seats.
    pub from_start: bool,
    /// The places at the table, clockwise.
    pub places: Vec<PlaceTally>,
    /// Points of all seats.
    pub score: Moments,
    /// Points between the best and the worst score.
    pub spread: Moments,
    /// Points between the best and the second score.
    pub margin: Moments,
    /// The share of games with a shared victory.
    pub shared: Moments,
    /// How often the leader after round 1 wins, shared victories counted in parts. Games of one round do not count.
    pub leader_wins: Moments,
    /// Rounds in a game.
    pub rounds: Moments,
    /// Decisions in a game.
    pub decisions: Moments,
    /// Facts about the rounds.
    pub facts: Vec<FactRatio>,
}

impl LabTally {
    /// Empty results for a variant with this many seats.
    pub fn new(n_seats: u8) -> LabTally {
        LabTally {
            n_deals: 0,
            n_games: 0,
            from_start: false,
            places: vec![PlaceTally::default(); n_seats.into()],
            score: Moments::default(),
            spread: Moments::default(),
            margin: Moments::default(),
            shared: Moments::default(),
            leader_wins: Moments::default(),
            rounds: Moments::default(),
            decisions: Moments::default(),
            facts: Vec::new(),
        }
    }

    /// Adds a deal.
    pub fn add(&mut self, played: &DealPlayed) {
        self.n_deals += 1;
        self.n_games += played.bouts.len() as u64;
        self.from_start = played.bouts.iter().all(|bout| bout.start.is_some());
        let mean = |of: &dyn Fn(&Bout) -> f64| {
            played.bouts.iter().map(of).sum::<f64>() / played.bouts.len() as f64
        };
        let n_seats = self.places.len() as u8;
        for (place, tally) in self.places.iter_mut().enumerate() {
            let seat =
                |bout: &Bout| bout.start.unwrap_or(Seat::new(0)).clockwise(place as u8, n_seats);
            tally.first.add(mean(&|bout| bout.first_share(seat(bout))));
            tally.score.add(mean(&|bout| bout.standing.scores[seat(bout)].into()));
        }
        let all = |bout: &Bout| bout.standing.scores().iter().sum::<i32>();
        self.score.add(mean(&|bout| f64::from(all(bout)) / f64::from(n_seats)));
        let behind = |bout: &Bout, place: usize| {
            let ranked = ranked(bout);
            f64::from(ranked[0] - ranked[place])
        };
        self.spread.add(mean(&|bout| behind(bout, usize::from(n_seats) - 1)));
        self.margin.add(mean(&|bout| behind(bout, 1)));
        self.shared.add(mean(&|bout| {
            f64::from(bout.standing.winners.is_some_and(|winners| winners.len() > 1))
        }));
        if played.bouts.iter().all(|bout| bout.rounds.len() > 1) {
            self.leader_wins.add(mean(&leader_wins));
        }
        self.rounds.add(mean(&|bout| f64::from(bout.standing.rounds)));
        self.decisions.add(mean(&|bout| bout.n_decisions() as f64));
        self.add_facts(played);
    }

    fn add_facts(&mut self, played: &DealPlayed) {
        let mut deal = crate::GameTally::default();
        played.bouts.iter().for_each(|bout| deal.merge(&bout.facts));
        for fact in deal.facts {
            let known = self.facts.iter().position(|known| known.what == fact.what);
            let place = known.unwrap_or_else(|| {
                self.facts.push(FactRatio { what: fact.what, ratio: Ratio::default() });
                self.facts.len() - 1
            });
            self.facts[place].ratio.add(fact.hits as f64, fact.of as f64);
        }
    }

    /// The share of victories of every place in a fair game.
    pub fn even(&self) -> f64 {
        1.0 / self.places.len() as f64
    }

    /// The name of a place: by its turn or by its seat.
    pub fn place_name(&self, place: usize) -> String {
        match (self.from_start, place) {
            (true, 0) => "begins".to_owned(),
            (true, _) => format!("place {}", place + 1),
            (false, _) => format!("seat {place}"),
        }
    }

    /// How often something happened; `None` if this variant never reports it.
    pub fn fact(&self, what: &str) -> Option<Estimate> {
        self.facts.iter().find(|fact| fact.what == what).map(|fact| fact.ratio.estimate())
    }
}

/// The unit of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A share of something.
    Share,
    /// Points, rounds, decisions.
    Number,
}

/// One quantity, measured for several variants: a row of the table.
#[derive(Clone, PartialEq, Debug)]
pub struct LabRow {
    /// Its name.
    pub label: String,
    /// The unit of the cells.
    pub unit: Unit,
    /// Whether it belongs to one place at the table.
    pub is_place: bool,
    /// The estimate for each variant; `None` where a variant has none.
    pub cells: Vec<Option<Estimate>>,
}

/// All quantities of these variants. `fact` gives the label of a fact about rounds.
pub fn measures(tallies: &[&LabTally], fact: impl Fn(&str) -> String) -> Vec<LabRow> {
    let measure = |label: String, unit, of: &dyn Fn(&LabTally) -> Option<Estimate>| {
        let cells = tallies.iter().map(|tally| of(tally)).collect();
        LabRow { label, unit, is_place: false, cells }
    };
    let mut measures = Vec::new();
    let n_places = tallies.iter().map(|tally| tally.places.len()).max().unwrap_or(0);
    let alike = tallies.windows(2).all(|two| two[0].from_start == two[1].from_start);
    for place in 0..n_places {
        let named = tallies.first().filter(|_| alike).map(|tally| tally.place_name(place));
        let name = named.unwrap_or_else(|| format!("place {}", place + 1));
        let of = |tally: &LabTally| Some(tally.places.get(place)?.first.share());
        measures.push(LabRow {
            is_place: true,
            ..measure(format!("{name}: first share"), Unit::Share, &of)
        });
    }
    let some = |moments: Moments| (moments.n() > 0).then(|| moments.estimate());
    measures.push(measure("score of a seat".into(), Unit::Number, &|tally| some(tally.score)));
    measures
        .push(measure("best minus worst score".into(), Unit::Number, &|tally| some(tally.spread)));
    measures
        .push(measure("best minus second score".into(), Unit::Number, &|tally| some(tally.margin)));
    measures
        .push(measure("shared victories".into(), Unit::Share, &|tally| Some(tally.shared.share())));
    measures.push(measure("victories of who led after round 1".into(), Unit::Share, &|tally| {
        (tally.leader_wins.n() > 0).then(|| tally.leader_wins.share())
    }));
    measures.push(measure("rounds".into(), Unit::Number, &|tally| some(tally.rounds)));
    measures.push(measure("decisions".into(), Unit::Number, &|tally| some(tally.decisions)));
    let mut facts: Vec<&'static str> = Vec::new();
    for known in tallies.iter().flat_map(|tally| &tally.facts) {
        if !facts.contains(&known.what) {
            facts.push(known.what);
        }
    }
    measures.extend(
        facts.iter().map(|what| measure(fact(what), Unit::Share, &|tally| tally.fact(what))),
    );
    measures
}

/// Scores, best first.
fn ranked(bout: &Bout) -> Vec<i32> {
    let mut scores = bout.standing.scores().to_vec();
    scores.sort_unstable_by(|a, b| b.cmp(a));
    scores
}

/// The mean first share of the seats that led after the first round.
fn leader_wins(bout: &Bout) -> f64 {
    let Some(first) = bout.rounds.first() else { return 0.0 };
    let best = first.scores().iter().max();
    let leaders = Seat::all(first.n_seats).filter(|&seat| Some(&first.scores[seat]) == best);
    let mut victory = Moments::default();
    leaders.for_each(|seat| victory.add(bout.first_share(seat)));
    victory.mean()
}
