//! Tournaments: the same deals for every line-up, the same results for any number of threads.

use arena::{
    ArenaPlayer, Bout, Cheater, DealPlayed, PlayerName, Progress, Results, Tournament, compete,
    ladder, tournament,
};
use bots::{Budget, Craft, Thought, VisitCraft};
use rules::{Game, GameId, Rules, Seat, Study, Turn, catbox, catsle, meow, yorozu};

fn plan<G: Game>(line: &str, bots: &str, n_deals: u64, jobs: usize) -> Tournament<G> {
    let bots = bots.split(',').map(|name| name.parse().unwrap()).collect();
    Tournament { rules: line.parse().unwrap(), bots, n_deals, seed: 3, jobs }
}

fn play<G: Craft + Study>(plan: &Tournament<G>) -> Vec<DealPlayed> {
    let mut deals = Vec::new();
    tournament(plan, &Progress::default(), |played| deals.push(played));
    deals
}

/// Everything but the times.
fn told(deals: &[DealPlayed]) -> Vec<String> {
    let bout = |bout: &Bout| {
        format!("{:?} {:?} {:?} {:?}", bout.line_up, bout.start, bout.rounds, bout.facts.facts)
    };
    deals.iter().flat_map(|deal| deal.bouts.iter().map(bout)).collect()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let one =
        told(&play(&plan::<catsle::State>("catsle players=3", "greedy,random,random", 20, 1)));
    assert_eq!(one.len(), 60);
    for jobs in [2, 5] {
        let plan = plan::<catsle::State>("catsle players=3", "greedy,random,random", 20, jobs);
        assert_eq!(told(&play(&plan)), one);
    }
}

#[test]
fn a_test_that_decides_ends_at_the_same_deal_for_any_number_of_threads() {
    let ended = [1, 4].map(|jobs| {
        let plan = plan::<meow::State>("meow players=2", "greedy,random", 100_000, jobs);
        let progress = Progress::default();
        let results = compete(&plan, Some(0.6), &progress);
        assert!(results.is_decided() && results.is_complete(&plan));
        assert!(results.n_deals < 100_000, "no decision in {} deals", results.n_deals);
        (results.n_deals, results.bots[0].first, results.bots[0].rating, results.pairs)
    });
    assert_eq!(ended[0], ended[1]);
}

#[test]
fn line_ups_play_the_same_deals() {
    for deal in
        play(&plan::<catbox::State>("catbox players=4", "greedy,random,random,random", 5, 1))
    {
        assert_eq!(deal.bouts.len(), 4);
        let starts: Vec<Option<Seat>> = deal.bouts.iter().map(|bout| bout.start).collect();
        assert!(
            starts[0].is_some() && starts.iter().all(|start| *start == starts[0]),
            "{starts:?}"
        );
    }
    // Games without a drawn start player have none.
    let yorozu = play(&plan::<yorozu::State>("yorozu players=3", "random,random,random", 2, 1));
    assert_eq!(yorozu[0].bouts[0].start, None);
}

#[test]
fn mirror_matches_are_even() {
    let plan = plan::<meow::State>("meow players=4", "random,random,random,random", 50, 2);
    let results = compete(&plan, None, &Progress::default());
    assert_eq!((results.n_games(), results.bots.len()), (50, 1));
    assert!((results.bots[0].first.deals.mean() - 0.25).abs() < 1e-9);
    assert!((results.bots[0].rating.0 - 25.0).abs() < 1e-6);
}

#[test]
fn a_stopped_tournament_reports_its_results_so_far() {
    let plan = plan::<meow::State>("meow players=3", "greedy,random,random", 1_000_000, 2);
    let progress = Progress::default();
    let mut results = Results::new(GameId::Meow, &plan.bots);
    tournament(&plan, &progress, |played| {
        assert_eq!(played.bouts.len(), 3, "only whole deals count");
        results.add(&played);
        if results.n_deals == 10 {
            progress.stop();
        }
    });
    assert!((10..1000).contains(&results.n_deals), "{} deals", results.n_deals);
    assert!(!results.is_complete(&plan));
}

/// Looks at a hand that it may not see.
struct Peeks;

impl<G: Study> Cheater<G> for Peeks {
    fn think(&mut self, game: &G, seat: Seat, _: Budget) -> Option<Thought<G::Action>> {
        assert!(
            game.secrets().iter().any(|secret| secret.whose.is_some_and(|whose| whose != seat))
        );
        let action = game.actions(seat).nth(0);
        Some(Thought { action, values: Vec::new(), nodes: 0 })
    }
}

#[test]
fn cheaters_get_the_game_and_bots_get_a_view() {
    let mut dice = arena::dice_of_game(1, 1);
    let mut game = meow::State::new("meow players=3".parse().unwrap());
    let random: PlayerName = "random".parse().unwrap();
    let mut players = [ArenaPlayer::Cheater(Box::new(Peeks)), random.player(1), random.player(2)];
    loop {
        let step = match game.turn() {
            Turn::Over => break,
            Turn::Chance => game.random_step(&mut dice).unwrap(),
            Turn::Decide(seats) => {
                let seat = seats.first().unwrap();
                let thought = players[seat.index()].think(&game, seat, Budget::Playouts(0));
                rules::Step::Act(seat, thought.unwrap().action)
            }
        };
        game.apply(&step);
    }
    assert_eq!(game.rounds(), 3);
}

#[test]
fn every_rung_of_the_ladder_can_be_played() {
    struct Reads<'a>(&'a str);
    impl VisitCraft for Reads<'_> {
        type Output = bool;
        fn visit<G: Craft>(self) -> bool {
            self.0.parse::<G::Rules>().is_ok_and(|rules| rules.n_seats() > 1)
        }
    }
    let rungs = ladder();
    for rung in &rungs {
        assert!(bots::visit(rung.game, Reads(&rung.rules)), "{} is not a rules line", rung.rules);
    }
    for game in GameId::ALL {
        assert!(rungs.iter().any(|rung| rung.game == game), "{} has no rung", game.name());
    }
    for (line, said) in [
        ("meow@1 players=4", "look like"),
        ("meow: greedy against random", "look like"),
        ("catnap: greedy among random", "catnap"),
        ("meow: gready among random", "gready"),
    ] {
        let error = arena::Rung::read(line).unwrap_err();
        assert!(error.contains(said), "{error}");
    }
}
