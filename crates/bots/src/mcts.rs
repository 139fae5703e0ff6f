//! Monte Carlo tree search over information sets. Each playout walks down the tree while it meets known nodes, and is then
//! played out to the end of the round.
//!
//! The key of a node is the public state, and for the searching seat also its own cards. So the tree distinguishes no more
//! than that seat can. If several seats decide at once, none of them knows the choice of another.

use rules::{Choices, Game, Open as _, Seat, Step, Turn, View};

use crate::Craft;
use crate::bot::{ActionValue, Budget, Thought};
use crate::dice::BotDice;
use crate::outcome::Outcome;
use crate::tally::{Tallies, Tally};
use crate::tree::{Edge, Tree, key_of};

/// How a search picks actions.
pub(crate) trait Policy<G: Game> {
    /// Selects an action at a node of the tree.
    fn select(
        &self,
        game: &G,
        seat: Seat,
        choices: Choices<G::Ask>,
        edges: &mut [Edge],
        dice: &mut BotDice,
    ) -> Selected;

    /// Whether playouts are uniformly random: then the game finishes the round itself, which is faster.
    fn has_random_playouts(&self) -> bool;

    /// Picks an action in a playout.
    fn playout_action(&self, game: &G, seat: Seat, dice: &mut BotDice) -> G::Action;
}

/// An action selected at a node.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Selected {
    /// The edge with this index among the node's edges.
    Known(usize),
    /// An action without an edge yet, as a bit of the choices.
    New(u32),
}

/// A search and its memory, which is allocated once and used for every decision.
#[derive(Debug, Default)]
pub(crate) struct Mcts {
    tree: Tree,
    path: Vec<(u32, Seat)>,
}

impl Mcts {
    /// Runs playouts until the budget is spent. Returns the tallies of the actions at the root and the number of
    /// playouts.
    pub(crate) fn run<G: Craft>(
        &mut self,
        view: &View<G>,
        mut imagine: impl FnMut(&mut BotDice) -> G,
        policy: &impl Policy<G>,
        budget: Budget,
        dice: &mut BotDice,
    ) -> (Tallies, u64) {
        let mut tallies = Tally::none();
        let Some((seat, _)) = view.own else { return (tallies, 0) };
        self.tree.clear();
        let mut n_done = 0;
        loop {
            let world = imagine(dice);
            self.iterate(world, seat, policy, &mut tallies, dice);
            n_done += 1;
            if !budget.allows(n_done) {
                break;
            }
        }
        (tallies, n_done)
    }

    /// One playout.
    fn iterate<G: Craft>(
        &mut self,
        mut game: G,
        searcher: Seat,
        policy: &impl Policy<G>,
        tallies: &mut Tallies,
        dice: &mut BotDice,
    ) {
        let rounds = game.rounds();
        self.path.clear();
        let mut in_tree = true;
        let mut at_root = true;
        loop {
            match game.turn() {
                Turn::Over => break,
                Turn::Chance if game.rounds() > rounds => break,
                Turn::Chance => {
                    let chance = game.draw(dice);
                    game.apply(&Step::Chance(chance));
                }
                Turn::Decide(seats) => {
                    let seat = if at_root {
                        searcher
                    } else {
                        seats.first().expect("a seat owes a decision")
                    };
                    if !in_tree && policy.has_random_playouts() {
                        game.finish_round(dice);
                        break;
                    }
                    let node = if in_tree {
                        let key = if at_root { 0 } else { key(&game, seat, searcher) };
                        self.tree.node(key)
                    } else {
                        None
                    };
                    in_tree = node.is_some_and(|(_, is_new)| !is_new);
                    at_root = false;
                    let action = match node {
                        Some((node, _)) => self.descend(&game, seat, node, policy, dice),
                        None => policy.playout_action(&game, seat, dice),
                    };
                    game.act(seat, action);
                }
            }
        }
        let outcome = Outcome::of::<G>(game.open());
        for &(place, seat) in &self.path {
            self.tree.edge(place as usize).add(outcome.values[seat.index()]);
        }
        // The first step of the path is the action at the root.
        if let Some(&(place, seat)) = self.path.first() {
            let bit = self.tree.edge(place as usize).bit;
            tallies[usize::from(bit)].add(&outcome, seat);
        }
    }

    /// Takes one step down the tree.
    #[inline]
    fn descend<G: Game>(
        &mut self,
        game: &G,
        seat: Seat,
        node: usize,
        policy: &impl Policy<G>,
        dice: &mut BotDice,
    ) -> G::Action {
        let choices = game.actions(seat);
        let (place, bit) = match policy.select(game, seat, choices, self.tree.edges(node), dice) {
            Selected::Known(k) => {
                let place = self.tree.place(node, k);
                (place, self.tree.edge(place).bit.into())
            }
            Selected::New(bit) => (self.tree.add_edge(node, bit), bit),
        };
        self.path.push((place as u32, seat));
        rules::Ask::action(choices.ask, bit)
    }
}

/// The key of the node where a seat decides, as the searcher knows it.
#[inline]
fn key<G: Game>(game: &G, seat: Seat, searcher: Seat) -> u64 {
    if seat == searcher {
        key_of(&(game.open(), game.own(seat)))
    } else {
        key_of(&(game.open(), seat))
    }
}

/// The result of a search, the most tried action first.
pub(crate) fn thought<G: Game>(
    view: &View<G>,
    tallies: &Tallies,
    nodes: u64,
) -> Option<Thought<G::Action>> {
    let (seat, own) = view.own.as_ref()?;
    let choices = view.open.actions(*seat, own);
    let score = view.open.standing().scores[*seat];
    let value = |bit: u32| {
        let tally = &tallies[bit as usize];
        ActionValue {
            action: rules::Ask::action(choices.ask, bit),
            mean: tally.mean(),
            error: tally.error(),
            visits: tally.visits(),
            figures: tally.figures(score),
        }
    };
    let mut values: Vec<ActionValue<G::Action>> =
        rules::bits::each_bit(choices.bits).map(value).collect();
    values.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.mean.total_cmp(&a.mean)));
    Some(Thought { action: values.first()?.action, values, nodes })
}
