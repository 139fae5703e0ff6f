//! Hints: good actions for a seat, how good each is, and why.

use rules::{Fact, Facts, View};

use crate::Craft;
use crate::bot::{ActionValue, Bot, Budget, Figures, MeanError};

/// An action, how good it is, and why.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hint<G: Craft> {
    /// The action.
    pub action: G::Action,
    /// Its estimates. `None` if hardly a playout tried it: it is the only action, it is bad, or the bot does not search.
    pub figures: Option<Figures>,
    /// The figure that orders the list, and that players are shown.
    pub measure: Measure,
    /// The reason for it.
    pub why: G::Why,
}

/// The figure that tells actions apart. A list of hints has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// The chance to win the game.
    Chance,
    /// The expected points: the chances of the best actions are alike.
    Points,
}

/// The figure of a hint.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Figure {
    /// The chance to win the game.
    Chance(MeanError),
    /// The points that the seat gains from now to the end of the round.
    Points(MeanError),
}

impl<G: Craft> Hint<G> {
    /// The figure that players are shown.
    pub fn figure(&self) -> Option<Figure> {
        self.figures.map(|figures| self.measure.figure(figures))
    }
}

impl Measure {
    fn figure(self, figures: Figures) -> Figure {
        match self {
            Measure::Chance => Figure::Chance(figures.chance),
            Measure::Points => Figure::Points(figures.points),
        }
    }
}

impl Figure {
    /// The estimate.
    pub fn estimate(self) -> MeanError {
        match self {
            Figure::Chance(estimate) | Figure::Points(estimate) => estimate,
        }
    }

    /// The figure as a sentence names it: `percent` or `points`, and `error`. An error of zero would claim too much, so it
    /// is at least one unit of the last digit.
    pub fn facts(self) -> Facts {
        match self {
            Figure::Chance(MeanError { value, error }) => {
                let percent = |share: f32| (100.0 * share).round() as i64;
                let error = percent(error).max(1);
                vec![("percent", percent(value).into()), ("error", error.into())]
            }
            Figure::Points(MeanError { value, error }) => {
                let tenths = |points: f32| (10.0 * points).round() as i64;
                let error = tenths(error).max(1);
                vec![("points", Fact::Tenths(tenths(value))), ("error", Fact::Tenths(error))]
            }
        }
    }
}

/// The actions that are worth considering, at most `max`, best first. Empty if the observer owes no decision.
///
/// They are ordered by the figure that players are shown. Only a view goes in, so a hint reveals nothing that the observer
/// could not know.
pub fn hints<G: Craft>(
    view: &View<G>,
    bot: &mut dyn Bot<G>,
    budget: Budget,
    max: usize,
) -> Vec<Hint<G>> {
    let (mut hints, n_considered) = rate(view, bot, budget);
    hints.truncate(n_considered.min(max));
    hints
}

/// All actions, beginning with those of [`hints`]. After them come actions that are not worth considering.
pub fn all_hints<G: Craft>(view: &View<G>, bot: &mut dyn Bot<G>, budget: Budget) -> Vec<Hint<G>> {
    rate(view, bot, budget).0
}

/// All actions in order, and how many of them are worth considering.
fn rate<G: Craft>(view: &View<G>, bot: &mut dyn Bot<G>, budget: Budget) -> (Vec<Hint<G>>, usize) {
    let Some((seat, own)) = &view.own else { return (Vec::new(), 0) };
    let Some(thought) = bot.think(view, budget) else { return (Vec::new(), 0) };
    let Ranking { values, n_considered, measure } = rank(thought.values);
    let hint = |value: &ActionValue<G::Action>| {
        let why = G::why(&view.open, *seat, own, value.action);
        Hint { action: value.action, figures: value.figures, measure, why }
    };
    (values.iter().map(hint).collect(), n_considered)
}

/// Chances this near to 0 or 1 do not tell actions apart: the players of playouts are not the people at the table, and
/// that alone is worth a few percent.
const NEAR_CERTAIN: f32 = 0.03;

/// An action that was tried less than this part of the most tried action was given up by the search. Its figures come from
/// few playouts, so it never goes before others.
const TRIED_ENOUGH: f32 = 0.1;

/// Actions in the order of hints.
struct Ranking<A> {
    values: Vec<ActionValue<A>>,
    /// How many of them are worth considering, in the order of their figures.
    n_considered: usize,
    measure: Measure,
}

/// Orders actions. The chance to win decides, unless it does not tell the best actions apart: it differs by less than its
/// error, or it is near 0 or near 1 for all. Then the expected points decide between these actions.
fn rank<A: Copy>(values: Vec<ActionValue<A>>) -> Ranking<A> {
    let most = values.iter().map(|value| value.visits).max().unwrap_or_default();
    let enough = (TRIED_ENOUGH * most as f32).ceil() as u64;
    let is_tried = |value: &&ActionValue<A>| value.figures.is_some() && value.visits >= enough;
    let chances: Vec<MeanError> =
        values.iter().filter(is_tried).filter_map(|value| Some(value.figures?.chance)).collect();
    let Some(best) = chances.iter().copied().max_by(|a, b| a.value.total_cmp(&b.value)) else {
        // Nothing was tried: the bot's own order.
        let n_considered = values.len();
        return Ranking { values, n_considered, measure: Measure::Chance };
    };
    let are_certain = chances.iter().all(|chance| chance.value <= NEAR_CERTAIN)
        || chances.iter().all(|chance| chance.value >= 1.0 - NEAR_CERTAIN);
    let is_rival = |chance: MeanError| are_certain || !differ(best, chance);
    let n_rivals = chances.iter().filter(|&&chance| is_rival(chance)).count();
    let measure = if n_rivals > 1 { Measure::Points } else { Measure::Chance };
    let figure = |value: &ActionValue<A>| {
        value.figures.map(|figures| measure.figure(figures).estimate().value)
    };
    let is_first = |value: &ActionValue<A>| {
        let rivals =
            measure == Measure::Chance || value.figures.is_some_and(|it| is_rival(it.chance));
        rivals && is_tried(&value)
    };
    // Sorting is stable: actions with the same figure stay in the bot's order.
    let by_figure = |a: &ActionValue<A>, b: &ActionValue<A>| match (figure(a), figure(b)) {
        (Some(a), Some(b)) => b.total_cmp(&a),
        (a, b) => b.is_some().cmp(&a.is_some()),
    };
    let (mut considered, mut rest): (Vec<_>, Vec<_>) = values.into_iter().partition(is_first);
    considered.sort_by(by_figure);
    // Where points decide, actions with a clearly lower chance are not worth considering. Where chances decide, actions
    // that were hardly tried follow, unless these few playouts happened to go well.
    let last = considered.last().and_then(figure).unwrap_or(f32::NEG_INFINITY);
    let follows = |value: &ActionValue<A>| {
        measure == Measure::Chance && figure(value).is_some_and(|figure| figure <= last)
    };
    let mut left_out: Vec<_>;
    (rest, left_out) = rest.into_iter().partition(follows);
    rest.sort_by(by_figure);
    left_out.sort_by(by_figure);
    considered.append(&mut rest);
    let n_considered = considered.len();
    considered.append(&mut left_out);
    Ranking { values: considered, n_considered, measure }
}

/// Whether two chances differ by more than the error of their difference.
fn differ(a: MeanError, b: MeanError) -> bool {
    (a.value - b.value).abs() > a.error.hypot(b.error)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An action with its number of playouts, its chance and its points, each with an error.
    type Row = (&'static str, u64, [f32; 2], [f32; 2]);

    /// The actions that are worth considering, those that are not, and the figure.
    fn ranked(rows: &[Row]) -> (Vec<&'static str>, Vec<&'static str>, Measure) {
        let estimate = |[value, error]: [f32; 2]| MeanError { value, error };
        let value = |&(action, visits, chance, points): &Row| {
            let figures = Figures { chance: estimate(chance), points: estimate(points) };
            let figures = (visits > 1).then_some(figures);
            ActionValue { action, mean: 0.0, error: 0.0, visits, figures }
        };
        let Ranking { values, n_considered, measure } = rank(rows.iter().map(value).collect());
        let mut names: Vec<&str> = values.iter().map(|value| value.action).collect();
        let left_out = names.split_off(n_considered);
        (names, left_out, measure)
    }

    #[test]
    fn a_clear_chance_decides() {
        let rows = [
            ("often", 400, [0.30, 0.02], [4.0, 0.1]),
            ("best", 300, [0.40, 0.02], [1.0, 0.1]),
            ("worst", 200, [0.10, 0.02], [9.0, 0.1]),
        ];
        assert_eq!(ranked(&rows), (vec!["best", "often", "worst"], vec![], Measure::Chance));
    }

    #[test]
    fn points_decide_where_chances_differ_by_less_than_their_error() {
        // The error of a difference is √2 times as large as each error.
        let rows = |gap: f32| {
            [
                ("leads", 400, [0.30 + gap, 0.02], [1.0, 0.1]),
                ("gains", 300, [0.30, 0.02], [4.0, 0.1]),
                ("bad", 200, [0.10, 0.02], [9.0, 0.1]),
            ]
        };
        let alike = (vec!["gains", "leads"], vec!["bad"], Measure::Points);
        assert_eq!(ranked(&rows(0.027)), alike);
        let clear = (vec!["leads", "gains", "bad"], vec![], Measure::Chance);
        assert_eq!(ranked(&rows(0.030)), clear);
    }

    #[test]
    fn points_decide_where_all_chances_are_near_0_or_near_1() {
        let rows = |chances: [f32; 3]| {
            let [a, b, c] = chances.map(|chance| [chance, 0.001]);
            [("a", 400, a, [1.0, 0.1]), ("b", 300, b, [-2.0, 0.1]), ("c", 200, c, [3.0, 0.1])]
        };
        let by_points = (vec!["c", "a", "b"], vec![], Measure::Points);
        assert_eq!(ranked(&rows([0.03, 0.01, 0.0])), by_points);
        assert_eq!(ranked(&rows([0.97, 0.98, 1.0])), by_points);
        // Between lost and won the chance is everything.
        let by_chance = (vec!["b", "c", "a"], vec![], Measure::Chance);
        assert_eq!(ranked(&rows([0.0, 1.0, 0.01])), by_chance);
    }

    #[test]
    fn what_was_hardly_tried_never_goes_first() {
        let rows = [
            ("good", 500, [0.30, 0.02], [1.0, 0.1]),
            ("lucky", 3, [0.90, 0.30], [9.0, 5.0]),
            ("unlucky", 3, [0.20, 0.30], [9.0, 5.0]),
            ("once", 1, [0.30, 0.00], [1.0, 0.0]),
        ];
        let ranking = (vec!["good", "unlucky"], vec!["lucky", "once"], Measure::Chance);
        assert_eq!(ranked(&rows), ranking);
    }

    #[test]
    fn without_playouts_the_order_is_the_bots() {
        let rows = [("b", 0, [0.0; 2], [0.0; 2]), ("a", 0, [1.0; 2], [1.0; 2])];
        assert_eq!(ranked(&rows), (vec!["b", "a"], vec![], Measure::Chance));
    }

    #[test]
    fn figures_have_a_sensible_number_of_digits() {
        let chance = MeanError { value: 0.346, error: 0.001 };
        let wanted = vec![("percent", 35.into()), ("error", 1.into())];
        assert_eq!(Figure::Chance(chance).facts(), wanted);
        let points = |value, error| Figure::Points(MeanError { value, error }).facts();
        assert_eq!(
            points(-2.26, 0.44),
            [("points", Fact::Tenths(-23)), ("error", Fact::Tenths(4))]
        );
        assert_eq!(points(-0.04, 0.0), [("points", Fact::Tenths(0)), ("error", Fact::Tenths(1))]);
    }
}
