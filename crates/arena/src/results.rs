//! What came of a tournament: how often each bot came first, its scores, who placed above whom, how long they thought.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::time::Duration;

use bots::Craft;
use rules::{Game, GameId, Seat};
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use crate::{
    Bout, DealPlayed, Estimate, Moments, PlayerName, Progress, Sequential, Times, Tournament,
    Verdict, line_ups, tournament,
};

/// One quantity of one bot, by deal and by game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Measured {
    /// Means over all games of a deal.
    pub deals: Moments,
    /// Single games.
    pub games: Moments,
}

impl Measured {
    /// How many games with fresh deals tell as much as one game of a duplicate deal: the variance that the games of a deal
    /// would leave in its mean if they had nothing in common, and the variance that they do leave.
    pub fn gain(&self) -> Option<f64> {
        let per_deal = self.games.n() as f64 / self.deals.n() as f64;
        let fresh = self.games.variance() / per_deal;
        (self.deals.variance() > 1e-12).then(|| fresh / self.deals.variance())
    }
}

/// What is known of one bot. A bot that has several seats is one bot.
#[derive(Clone, PartialEq, Debug)]
pub struct BotResult {
    /// Its name.
    pub name: PlayerName,
    /// How many seats it has in every game.
    pub n_seats: u64,
    /// Its scores; where it has several seats, their mean.
    pub score: Measured,
    /// The share of victories that each of its seats has, shared ones counted in parts.
    pub first: Measured,
    /// How often each score was reached.
    pub scores: BTreeMap<i32, u64>,
    /// How strong it is by Weng and Lin's rating, with its uncertainty. Everybody begins with 25 ± 8.3.
    pub rating: (f64, f64),
    /// How long its decisions took.
    pub times: Times,
    /// The time that it is given for a decision, if it is given time.
    pub budget: Option<Duration>,
}

impl BotResult {
    fn new(game: GameId, name: PlayerName) -> BotResult {
        let new = WengLinRating::new();
        BotResult {
            name,
            n_seats: 0,
            score: Measured::default(),
            first: Measured::default(),
            scores: BTreeMap::new(),
            rating: (new.rating, new.uncertainty),
            times: Times::default(),
            budget: name.time(game),
        }
    }

    /// By how much its slowest decision took longer than it was given.
    pub fn worst_overrun(&self) -> Option<Duration> {
        self.budget.map(|budget| self.times.max().saturating_sub(budget))
    }

    /// The score that this share of its games did not exceed.
    pub fn score_quantile(&self, share: f64) -> i32 {
        let n: u64 = self.scores.values().sum();
        let wanted = ((share * n as f64).ceil() as u64).max(1);
        let mut seen = 0;
        let reached = self.scores.iter().find(|&(_, count)| {
            seen += count;
            seen >= wanted
        });
        reached.map_or(0, |(&score, _)| score)
    }
}

/// How one bot did against another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pair {
    /// One, as a place in [`Results::bots`].
    pub bot: usize,
    /// The other.
    pub other: usize,
    /// How often the one placed above the other, by deal; level counts half.
    pub above: Moments,
}

/// What came of a tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct Results {
    /// Deals played to the end by every line-up.
    pub n_deals: u64,
    /// How many games a deal is.
    pub n_line_ups: u64,
    /// Decisions made.
    pub n_decisions: u64,
    /// The bots, in the order of their names' first mention.
    pub bots: Vec<BotResult>,
    /// Each two of them.
    pub pairs: Vec<Pair>,
    /// The sequential test, where there is one.
    pub sequential: Option<Sequential>,
    /// For each place in the list of players, the bot.
    bot_of: Vec<usize>,
}

impl Results {
    /// Of a tournament of these players in which nothing has been played.
    pub fn new(game: GameId, players: &[PlayerName]) -> Results {
        let mut bots: Vec<BotResult> = Vec::new();
        let mut bot_of = Vec::new();
        for &name in players {
            let known = bots.iter().position(|bot| bot.name == name);
            let place = known.unwrap_or_else(|| {
                bots.push(BotResult::new(game, name));
                bots.len() - 1
            });
            bots[place].n_seats += 1;
            bot_of.push(place);
        }
        let pair = |bot, other| Pair { bot, other, above: Moments::default() };
        let pairs = (0..bots.len()).flat_map(|bot| (0..bot).map(move |other| pair(other, bot)));
        Results {
            n_deals: 0,
            n_line_ups: line_ups(players).len() as u64,
            n_decisions: 0,
            pairs: pairs.collect(),
            bots,
            sequential: None,
            bot_of,
        }
    }

    /// Games played.
    pub fn n_games(&self) -> u64 {
        self.n_deals * self.n_line_ups
    }

    /// Whether a sequential test has ended the tournament.
    pub fn is_decided(&self) -> bool {
        self.sequential.is_some_and(|test| test.verdict() != Verdict::Undecided)
    }

    /// Whether all was played that was asked for, or that was needed.
    pub fn is_complete<G: Game>(&self, plan: &Tournament<G>) -> bool {
        self.is_decided() || self.n_deals == plan.n_deals
    }

    /// The share of victories that every seat would have among equals.
    pub fn even(&self) -> f64 {
        1.0 / self.bot_of.len() as f64
    }

    /// How often one bot placed above another, level counted half. Nothing for a bot and itself.
    pub fn above(&self, bot: usize, other: usize) -> Option<Estimate> {
        let found = self.pairs.iter().find(|pair| {
            (pair.bot, pair.other) == (bot, other) || (pair.bot, pair.other) == (other, bot)
        })?;
        let share = found.above.share();
        let mirrored = Estimate {
            mean: 1.0 - share.mean,
            interval: share.interval.map(|[low, high]| [1.0 - high, 1.0 - low]),
        };
        Some(if found.bot == bot { share } else { mirrored })
    }

    /// Counts a deal.
    pub fn add(&mut self, played: &DealPlayed) {
        self.n_deals += 1;
        let mut scores = vec![Moments::default(); self.bots.len()];
        let mut firsts = scores.clone();
        let mut above = vec![Moments::default(); self.pairs.len()];
        for bout in &played.bouts {
            self.n_decisions += bout.n_decisions();
            let seated = self.seated(bout);
            for (place, bot) in self.bots.iter_mut().enumerate() {
                let (mut score, mut first) = (Moments::default(), Moments::default());
                for &(seat, _) in seated.iter().filter(|&&(_, seated)| seated == place) {
                    let points = bout.standing.scores[seat];
                    *bot.scores.entry(points).or_default() += 1;
                    score.add(points.into());
                    first.add(bout.first(seat));
                    bout.times[seat.index()].iter().for_each(|&time| bot.times.add(time));
                }
                bot.score.games.add(score.mean());
                bot.first.games.add(first.mean());
                scores[place].add(score.mean());
                firsts[place].add(first.mean());
            }
            for (pair, above) in self.pairs.iter().zip(&mut above) {
                above.add(share_above(bout, &seated, pair));
            }
            self.rate(bout, &seated);
        }
        for ((bot, score), first) in self.bots.iter_mut().zip(&scores).zip(&firsts) {
            bot.score.deals.add(score.mean());
            bot.first.deals.add(first.mean());
        }
        for (pair, above) in self.pairs.iter_mut().zip(&above) {
            pair.above.add(above.mean());
        }
        if let Some(test) = &mut self.sequential {
            let first = firsts[0].mean();
            // The others share what the first-named leaves.
            let n_first = self.bots[0].n_seats as f64;
            let n_others = self.bot_of.len() as f64 - n_first;
            let others = if n_others > 0.0 { (1.0 - n_first * first) / n_others } else { first };
            test.add(first - others);
        }
    }

    /// Who sits where: the seats, and the place of each one's bot.
    fn seated(&self, bout: &Bout) -> Vec<(Seat, usize)> {
        let seats = Seat::all(bout.standing.n_seats);
        seats.zip(&bout.line_up).map(|(seat, &player)| (seat, self.bot_of[player])).collect()
    }

    /// A bot with several seats moves by the mean of what its seats earn.
    fn rate(&mut self, bout: &Bout, seated: &[(Seat, usize)]) {
        let teams: Vec<[WengLinRating; 1]> = seated
            .iter()
            .map(|&(_, bot)| {
                let (rating, uncertainty) = self.bots[bot].rating;
                [WengLinRating { rating, uncertainty }]
            })
            .collect();
        let rank = |seat: Seat| {
            1 + seated.iter().filter(|&&(other, _)| bout.place(other) > bout.place(seat)).count()
        };
        let outcomes: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
            .iter()
            .zip(seated)
            .map(|(team, &(seat, _))| (&team[..], MultiTeamOutcome::new(rank(seat))))
            .collect();
        let earned = weng_lin_multi_team(&outcomes, &WengLinConfig::new());
        for (place, bot) in self.bots.iter_mut().enumerate() {
            let (mut rating, mut uncertainty) = (Moments::default(), Moments::default());
            for (team, _) in earned.iter().zip(seated).filter(|(_, seated)| seated.1 == place) {
                rating.add(team[0].rating);
                uncertainty.add(team[0].uncertainty);
            }
            bot.rating = (rating.mean(), uncertainty.mean());
        }
    }
}

/// Over all seats of the one and of the other.
fn share_above(bout: &Bout, seated: &[(Seat, usize)], pair: &Pair) -> f64 {
    let mut share = Moments::default();
    for &(seat, _) in seated.iter().filter(|&&(_, bot)| bot == pair.bot) {
        for &(other, _) in seated.iter().filter(|&&(_, bot)| bot == pair.other) {
            share.add(match bout.place(seat).cmp(&bout.place(other)) {
                Ordering::Greater => 1.0,
                Ordering::Equal => 0.5,
                Ordering::Less => 0.0,
            });
        }
    }
    share.mean()
}

/// Plays a tournament and counts. With a confidence such as 0.95 it ends as soon as a sequential test has decided whether
/// the first-named bot comes first more or less often than the others.
pub fn compete<G: Craft>(plan: &Tournament<G>, until: Option<f64>, progress: &Progress) -> Results {
    let mut results = Results::new(G::ID, &plan.bots);
    results.sequential = until.map(Sequential::new);
    tournament(plan, progress, |played| {
        // Deals that were under way when the test decided do not count: how many they are depends on the threads.
        if results.is_decided() {
            return;
        }
        results.add(&played);
        if results.is_decided() {
            progress.stop();
        }
    });
    results
}
