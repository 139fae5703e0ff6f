//! Tree search over what seats know: each imagined game walks down the tree as long as it meets known moments, and is then
//! played out to the end of the round.
//!
//! A moment is told by what lies open and, for the seat that searches, by its own cards too. So the tree never tells
//! apart what that seat cannot tell apart, and where several seats decide at once, none of them knows what another has
//! chosen.

use rules::{Choices, Game, Open as _, Seat, Step, Turn, View};

use crate::Craft;
use crate::bot::{Budget, Thought, Value};
use crate::dice::BotDice;
use crate::tree::{Edge, Tree, key_of};
use crate::worth::worth;

/// How a search picks actions.
pub(crate) trait Style<G: Game> {
    /// In the tree: the `k`-th of the edges, or a bit that was not tried there.
    fn select(
        &self,
        game: &G,
        seat: Seat,
        choices: Choices<G::Ask>,
        edges: &mut [Edge],
        dice: &mut BotDice,
    ) -> Pick;

    /// Whether it plays at random beyond the tree.
    fn plays_at_random(&self) -> bool;

    /// Beyond the tree.
    fn play(&self, game: &G, seat: Seat, dice: &mut BotDice) -> G::Action;
}

/// What was picked in the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pick {
    /// The edge at this place among those of the node.
    Known(usize),
    /// A bit without an edge.
    New(u32),
}

/// A search, and the memory it uses again and again.
#[derive(Debug, Default)]
pub(crate) struct Mcts {
    tree: Tree,
    path: Vec<(u32, Seat)>,
}

impl Mcts {
    /// Imagines games until the budget is spent: what was tried at the root, and how many games it were.
    pub(crate) fn run<G: Craft>(
        &mut self,
        view: &View<G>,
        mut imagine: impl FnMut(&mut BotDice) -> G,
        style: &impl Style<G>,
        budget: Budget,
        dice: &mut BotDice,
    ) -> (Vec<Edge>, u64) {
        let Some((seat, _)) = view.own else { return (Vec::new(), 0) };
        self.tree.clear();
        let mut n_done = 0;
        loop {
            let world = imagine(dice);
            self.iterate(world, seat, style, dice);
            n_done += 1;
            if !budget.allows(n_done) {
                break;
            }
        }
        let root = self.tree.node(0);
        let edges = root.map(|(node, _)| self.tree.edges(node).to_vec()).unwrap_or_default();
        (edges, n_done)
    }

    /// One imagined game.
    fn iterate<G: Craft>(
        &mut self,
        mut game: G,
        searcher: Seat,
        style: &impl Style<G>,
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
                        seats.first().expect("somebody owes a decision")
                    };
                    if !in_tree && style.plays_at_random() {
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
                        Some((node, _)) => self.descend(&game, seat, node, style, dice),
                        None => style.play(&game, seat, dice),
                    };
                    game.act(seat, action);
                }
            }
        }
        let worth = worth::<G>(game.open());
        for &(place, seat) in &self.path {
            self.tree.edge(place as usize).add(worth[seat.index()]);
        }
    }

    /// One step down the tree.
    #[inline]
    fn descend<G: Game>(
        &mut self,
        game: &G,
        seat: Seat,
        node: usize,
        style: &impl Style<G>,
        dice: &mut BotDice,
    ) -> G::Action {
        let choices = game.actions(seat);
        let (place, bit) = match style.select(game, seat, choices, self.tree.edges(node), dice) {
            Pick::Known(k) => {
                let place = self.tree.place(node, k);
                (place, self.tree.edge(place).bit.into())
            }
            Pick::New(bit) => (self.tree.add_edge(node, bit), bit),
        };
        self.path.push((place as u32, seat));
        rules::Ask::action(choices.ask, bit)
    }
}

/// What tells moments apart to the one who searches.
#[inline]
fn key<G: Game>(game: &G, seat: Seat, searcher: Seat) -> u64 {
    if seat == searcher {
        key_of(&(game.open(), game.own(seat)))
    } else {
        key_of(&(game.open(), seat))
    }
}

/// What came of a search: the most tried action first.
pub(crate) fn thought<G: Game>(
    view: &View<G>,
    edges: &[Edge],
    nodes: u64,
) -> Option<Thought<G::Action>> {
    let (seat, own) = view.own.as_ref()?;
    let choices = view.open.actions(*seat, own);
    let edge_of = |bit: u32| edges.iter().find(|edge| u32::from(edge.bit) == bit);
    let value = |bit: u32| {
        let action = rules::Ask::action(choices.ask, bit);
        edge_of(bit).map_or(Value { action, mean: 0.0, error: 1.0, visits: 0 }, |edge| Value {
            action,
            mean: edge.mean,
            error: edge.error(),
            visits: edge.visits.into(),
        })
    };
    let mut values: Vec<Value<G::Action>> =
        rules::bits::each_bit(choices.bits).map(value).collect();
    values.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.mean.total_cmp(&a.mean)));
    Some(Thought { action: values.first()?.action, values, nodes })
}
