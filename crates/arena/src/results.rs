//! Results of a tournament: how often each bot came first, its scores, its places and its thinking times.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::time::Duration;

use bots::Craft;
use rules::{Game, GameId, Seat, Study};
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use crate::{
    Bout, DealPlayed, Estimate, Moments, PlayerName, Progress, Sequential, Times, Tournament,
    Verdict, line_ups, tournament,
};

/// One quantity of one bot, over deals and over games.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Measured {
    /// One number per deal: the mean of its games.
    pub deals: Moments,
    /// One number per game.
    pub games: Moments,
}

impl Measured {
    /// How many games with fresh deals one game of a duplicate deal is worth: the variance of a deal's mean if its games
    /// were independent, divided by the variance that it has.
    pub fn gain(&self) -> Option<f64> {
        let per_deal = self.games.n() as f64 / self.deals.n() as f64;
        let fresh = self.games.variance() / per_deal;
        (self.deals.variance() > 1e-12).then(|| fresh / self.deals.variance())
    }
}

/// Results of one bot, over all seats that it has.
#[derive(Clone, PartialEq, Debug)]
pub struct BotResult {
    /// Its name.
    pub name: PlayerName,
    /// How many seats it has in every game.
    pub n_seats: u64,
    /// Its score; the mean of its seats where it has several.
    pub score: Measured,
    /// The share of victories of each of its seats, shared ones counted in parts.
    pub first: Measured,
    /// How often each score was reached.
    pub scores: BTreeMap<i32, u64>,
    /// Its rating by Weng and Lin, and the uncertainty. Every bot starts with 25 ± 8.3.
    pub rating: (f64, f64),
    /// How long its decisions took.
    pub times: Times,
    /// Its time for a decision; `None` if its budget is not a time.
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

    /// By how much its slowest decision exceeded its time.
    pub fn worst_overrun(&self) -> Option<Duration> {
        self.budget.map(|budget| self.times.max().saturating_sub(budget))
    }

    /// The quantile of its scores: this share of them is not higher.
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

/// One bot compared with another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pair {
    /// The first bot, as an index into [`Results::bots`].
    pub bot: usize,
    /// The second bot.
    pub other: usize,
    /// How often the first placed above the second, by deal; a tie counts half.
    pub above: Moments,
}

/// Results of a tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct Results {
    /// Deals that every line-up has finished.
    pub n_deals: u64,
    /// Games per deal.
    pub n_line_ups: u64,
    /// Decisions made.
    pub n_decisions: u64,
    /// The bots, in the order of the players.
    pub bots: Vec<BotResult>,
    /// Every pair of bots.
    pub pairs: Vec<Pair>,
    /// The sequential test, if one was asked for.
    pub sequential: Option<Sequential>,
    /// For each player, the index of its bot.
    bot_of: Vec<usize>,
}

impl Results {
    /// Empty results for a tournament of these players.
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

    /// Whether all deals were played, or the test has decided.
    pub fn is_complete<G: Game>(&self, plan: &Tournament<G>) -> bool {
        self.is_decided() || self.n_deals == plan.n_deals
    }

    /// The share of victories of every seat among equal bots.
    pub fn even(&self) -> f64 {
        1.0 / self.bot_of.len() as f64
    }

    /// How often one bot placed above another, a tie counted half. `None` for a bot and itself.
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

    /// Adds a deal.
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
                    first.add(bout.first_share(seat));
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
            // The other seats share the victories that the first bot leaves.
            let n_first = self.bots[0].n_seats as f64;
            let n_others = self.bot_of.len() as f64 - n_first;
            let others = if n_others > 0.0 { (1.0 - n_first * first) / n_others } else { first };
            test.add(first - others);
        }
    }

    /// The seats, each with the index of its bot.
    fn seated(&self, bout: &Bout) -> Vec<(Seat, usize)> {
        let seats = Seat::all(bout.standing.n_seats);
        seats.zip(&bout.line_up).map(|(seat, &player)| (seat, self.bot_of[player])).collect()
    }

    /// Updates the ratings. A bot with several seats moves by the mean of its seats.
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

/// How often the first bot of a pair placed above the second in a game, over all their seats.
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

/// Plays a tournament and returns its results. With a confidence such as 0.95 it ends as soon as a sequential test has
/// decided whether the first bot comes first more or less often than the others.
pub fn compete<G: Craft + Study>(
    plan: &Tournament<G>,
    until: Option<f64>,
    progress: &Progress,
) -> Results {
    let mut results = Results::new(G::ID, &plan.bots);
    results.sequential = until.map(Sequential::new);
    tournament(plan, progress, |played| {
        // Deals in progress when the test decided do not count: their number depends on the threads.
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
