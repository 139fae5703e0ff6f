//! Measures how well searches keep their deadlines: `deadline 10000` makes this many decisions in all and prints a table.
//!
//! An overrun is how much longer a decision took than its budget. On a busy machine a search also waits for a core. Linux
//! tells how long a thread has waited, and the right half of the table leaves out decisions that had to wait. Linux does not
//! tell what the host of a virtual machine takes away. The rows called `clock` show that: a loop that only reads the clock.
//!
//! The second table shows decisions whose time is up before they begin, each the best of five: the least time that a search
//! needs, and so the most by which it can be late on an idle machine.

use std::time::{Duration, Instant};

use bots::{Bot as _, BotName, Budget, Craft, Search, VisitCraft, dice};
use rules::{GameId, Observer, Rules, Seat, Step};
use testing::dice::decided_game;

const BOTS: [&str; 2] = ["search:1ms", "search:10ms"];

#[derive(Clone, Copy)]
struct Measure {
    name: BotName,
    budget: Duration,
    n_decisions: usize,
}

impl VisitCraft for Measure {
    type Output = Overruns;

    fn visit<G: Craft>(self) -> Overruns {
        let Measure { name, budget, n_decisions } = self;
        let line = format!("{}@1 players=4", G::ID.name());
        let rules: G::Rules = line.parse().expect("the line is right");
        let mut dice = dice(1);
        let mut overruns = Overruns { budget, all: Vec::new(), undisturbed: Vec::new() };
        let mut bots: Vec<_> =
            Seat::all(rules.n_seats()).zip(1..).map(|(_, seed)| name.bot::<G>(seed)).collect();
        while overruns.all.len() < n_decisions {
            decided_game::<G>(rules, &mut dice, |game, seat| {
                let choices = game.actions(seat);
                // A forced decision takes no time.
                if choices.len() == 1 || overruns.all.len() == n_decisions {
                    return choices.nth(0);
                }
                let view = game.view(Observer::Seat(seat));
                let bot = &mut bots[seat.index()];
                let thought = overruns.measure(|now| bot.think(&view, name.budget(G::ID, now)));
                thought.expect("a seat that is asked can decide").action
            });
        }
        overruns
    }
}

/// Measures how long a decision takes whose time is up already.
#[derive(Clone, Copy)]
struct AtOnce {
    n_decisions: usize,
}

impl VisitCraft for AtOnce {
    type Output = Vec<Duration>;

    #[expect(clippy::disallowed_methods, reason = "this measures time")]
    fn visit<G: Craft>(self) -> Vec<Duration> {
        let line = format!("{}@1 players=4", G::ID.name());
        let rules: G::Rules = line.parse().expect("the line is right");
        let mut dice = dice(1);
        let mut times = Vec::new();
        let mut game = G::new(rules);
        let mut bot = Search::new(1);
        while times.len() < self.n_decisions {
            let Some(step) = game.random_step(&mut dice) else {
                game = G::new(rules);
                continue;
            };
            if let Step::Act(seat, _) = step
                && game.actions(seat).len() > 1
            {
                let view = game.view(Observer::Seat(seat));
                let thinks = (0..5).map(|_| {
                    let now = Instant::now();
                    bot.think(&view, Budget::Until(now));
                    now.elapsed()
                });
                times.extend(thinks.min());
            }
            game.apply(&step);
        }
        times
    }
}

/// Overruns of all decisions, and of those that did not wait for a core.
struct Overruns {
    budget: Duration,
    all: Vec<Duration>,
    undisturbed: Vec<Duration>,
}

impl Overruns {
    #[expect(clippy::disallowed_methods, reason = "this measures time")]
    fn measure<T>(&mut self, think: impl FnOnce(Instant) -> T) -> T {
        let waited = waited_for_a_core();
        let now = Instant::now();
        let thought = think(now);
        let over = now.elapsed().saturating_sub(self.budget);
        self.all.push(over);
        if waited_for_a_core() == waited {
            self.undisturbed.push(over);
        }
        thought
    }

    fn line(self, who: &str, bot: BotName) -> String {
        let halves = [self.all, self.undisturbed].map(|overruns| {
            let late = overruns.iter().filter(|&&over| over > self.budget / 10).count();
            let late = 100.0 * late as f64 / overruns.len().max(1) as f64;
            format!("{} {late:>7.2}%", summary(overruns))
        });
        format!("{who:<7} {:<11} {}", bot.to_string(), halves.join("  "))
    }
}

/// How many, the median, the 99th percentile and the longest, in microseconds.
fn summary(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let n = times.len();
    let [p50, p99, max] = [n / 2, n * 99 / 100, n.saturating_sub(1)]
        .map(|rank| times.get(rank).map_or(0.0, |time| time.as_secs_f64() * 1e6));
    format!("{n:>6} {p50:>7.1} {p99:>7.1} {max:>8.1}")
}

/// How long this thread has waited for a core so far; zero where the system does not tell.
fn waited_for_a_core() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = text.split_whitespace().nth(1).and_then(|word| word.parse().ok());
    Duration::from_nanos(nanos.unwrap_or(0))
}

/// The overruns of a loop that only reads the clock: those of the machine itself.
fn watch_the_clock(budget: Duration, n_decisions: usize) -> Overruns {
    let mut overruns = Overruns { budget, all: Vec::new(), undisturbed: Vec::new() };
    for _ in 0..n_decisions {
        overruns.measure(|now| while now.elapsed() < budget {});
    }
    overruns
}

#[expect(clippy::print_stdout, reason = "this is a program")]
fn main() {
    let n_all = std::env::args().nth(1).and_then(|number| number.parse().ok()).unwrap_or(800);
    let n_decisions = (n_all / (BOTS.len() * GameId::ALL.len())).max(1);
    let columns = format!("{:>6} {:>7} {:>7} {:>8}", "n", "p50 µs", "p99 µs", "max µs");
    let halves = format!("{columns} {:>8}  {columns} {:>8}", ">110%", ">110%");
    println!("{:<19} {:<41} that did not wait for a core", "overruns", "all decisions");
    println!("{:<19} {halves}", "");
    for name in BOTS {
        let name: BotName = name.parse().expect("a bot");
        let time = name.think(GameId::Meow).and_then(bots::Think::time);
        let budget = time.expect("these are given time");
        println!("{}", watch_the_clock(budget, n_decisions).line("clock", name));
        for game in GameId::ALL {
            let measured = bots::visit(game, Measure { name, budget, n_decisions });
            println!("{}", measured.line(game.name(), name));
        }
    }
    println!("\n{:<19} {columns}", "without time");
    for game in GameId::ALL {
        println!("{:<19} {}", game.name(), summary(bots::visit(game, AtOnce { n_decisions })));
    }
}
