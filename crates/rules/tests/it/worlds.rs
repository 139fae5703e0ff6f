//! Imagined tables are uniform: all deals that fit the view of an observer are equally likely, and no other deal occurs.
//!
//! The fitting deals are found by brute force, without `imagine.rs`: the hidden cards are dealt in every possible way. A
//! deal fits if the public history can be replayed with it, legal at every step, and leads to an equal view.

use std::collections::BTreeMap;
use std::mem::discriminant;

use rules::{Game, Observer, Open as _, Rules, Seat, Step, Study, catbox, meow};

/// The maximum number of ways to deal the hidden cards. More would take too long.
const MAX_WAYS: u64 = 3000;
/// The expected number of draws of each deal.
const N_EACH: u64 = 40;

/// The number of checked moments of Cat in the Box, of each kind.
const N_OF_A_KIND: u32 = 6;

/// A moment in a real game, and the steps before it.
pub(crate) struct Moment<G: Game> {
    pub(crate) game: G,
    pub(crate) steps: Vec<Step<G>>,
}

impl<G: Game> Moment<G> {
    /// The steps with this deal instead of the last one.
    pub(crate) fn with_deal(&self, deal: G::Chance) -> Vec<Step<G>> {
        let mut steps = self.steps.clone();
        let dealt = |chance: &G::Chance| discriminant(chance) == discriminant(&deal);
        let last = |step: &Step<G>| matches!(step, Step::Chance(chance) if dealt(chance));
        let last = steps.iter().rposition(last).unwrap();
        steps[last] = Step::Chance(deal);
        steps
    }
}

/// A hidden place and its real cards.
#[derive(Clone)]
pub(crate) struct Place<P, C> {
    pub(crate) place: P,
    pub(crate) cards: Vec<C>,
}

/// A game whose deals can be enumerated.
pub(crate) trait Deals: Study {
    type Place: Copy;
    type Card: Copy;

    /// The hidden places of an observer.
    fn hidden(moment: &Moment<Self>, who: Observer) -> Vec<Place<Self::Place, Self::Card>>;

    /// The steps with other cards in the hidden places.
    fn retold(moment: &Moment<Self>, hidden: &[Place<Self::Place, Self::Card>]) -> Vec<Step<Self>>;
}

/// Deals the cards in every possible way. Each place is a set.
fn every_way<P: Copy, C: Copy>(
    cards: &[C],
    sizes: &[(P, usize)],
    dealt: &mut Vec<Place<P, C>>,
    visit: &mut impl FnMut(&[Place<P, C>]),
) {
    let Some((&(place, size), sizes)) = sizes.split_first() else {
        visit(dealt);
        return;
    };
    let wanted = |choice: &u64| choice.count_ones() as usize == size;
    // The last place gets the remaining cards, so a large place costs nothing.
    let choices: Vec<u64> = if sizes.is_empty() {
        vec![u64::MAX]
    } else {
        each_choice(cards.len(), size).filter(wanted).collect()
    };
    for choice in choices {
        let split = |chosen: bool| {
            let numbered = cards.iter().enumerate();
            let fits = move |number: usize| (choice >> number & 1 == 1) == chosen;
            numbered.filter(move |&(number, _)| fits(number)).map(|(_, &card)| card)
        };
        dealt.push(Place { place, cards: split(true).collect() });
        every_way(&split(false).collect::<Vec<_>>(), sizes, dealt, visit);
        dealt.pop();
    }
}

/// Every choice of `size` among `n` cards, as bits, by Gosper's hack.
fn each_choice(n: usize, size: usize) -> impl Iterator<Item = u64> {
    let first = (1u64 << size) - 1;
    let next = |&choice: &u64| {
        let low = choice & choice.wrapping_neg();
        let ripple = choice + low;
        (choice != 0).then(|| ripple | (((choice ^ ripple) >> 2) / low))
    };
    std::iter::successors(Some(first), next).take_while(move |choice| choice >> n == 0)
}

fn n_ways(sizes: &[usize]) -> u64 {
    let mut n_cards = sizes.iter().sum::<usize>();
    let mut ways = 1u64;
    for &size in sizes {
        for place in 0..size.min(n_cards - size) {
            ways = ways.saturating_mul((n_cards - place) as u64) / (place as u64 + 1);
        }
        n_cards -= size;
    }
    ways
}

/// All hidden facts as text: equal worlds have equal keys.
fn key<G: Study>(game: &G) -> String {
    game.secrets().into_iter().map(|secret| secret.value).collect::<Vec<_>>().join("|")
}

/// The number of possible deals, and of those that fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tried {
    pub(crate) n_ways: u64,
    pub(crate) n_fit: u64,
}

/// The fitting deals, each with the number of ways to deal it.
pub(crate) fn fitting<G: Deals>(
    moment: &Moment<G>,
    who: Observer,
) -> Option<(BTreeMap<String, u64>, Tried)> {
    let hidden = G::hidden(moment, who);
    let sizes: Vec<usize> = hidden.iter().map(|place| place.cards.len()).collect();
    if n_ways(&sizes) > MAX_WAYS {
        return None;
    }
    let cards: Vec<G::Card> = hidden.iter().flat_map(|place| place.cards.iter().copied()).collect();
    let places: Vec<(G::Place, usize)> =
        hidden.iter().map(|place| (place.place, place.cards.len())).collect();
    let view = moment.game.view(who);
    let mut fitting = BTreeMap::new();
    let mut tried = Tried { n_ways: 0, n_fit: 0 };
    every_way(&cards, &places, &mut Vec::new(), &mut |dealt| {
        tried.n_ways += 1;
        if let Some(world) = replay::<G>(*moment.game.rules(), &G::retold(moment, dealt))
            && world.view(who) == view
        {
            tried.n_fit += 1;
            *fitting.entry(key(&world)).or_insert(0) += 1;
        }
    });
    Some((fitting, tried))
}

fn replay<G: Game>(rules: G::Rules, steps: &[Step<G>]) -> Option<G> {
    let mut game = G::new(rules);
    for step in steps {
        game.play(step).ok()?;
    }
    Some(game)
}

/// Draws worlds and compares them with the fitting deals by Pearson's test.
#[expect(clippy::cast_precision_loss, reason = "statistics on small counts")]
pub(crate) fn check_uniform<G: Deals>(moment: &Moment<G>, who: Observer) -> Option<Tried> {
    let (fitting, tried) = fitting(moment, who)?;
    let story = || {
        let steps: Vec<String> = moment.steps.iter().map(ToString::to_string).collect();
        format!("{who:?} after\n{}\n{}", moment.game.rules(), steps.join("\n"))
    };
    let worlds = G::worlds(&moment.game.view(who));
    let mut dice = crate::dice(11);
    let mut drawn: BTreeMap<String, u64> = BTreeMap::new();
    for _ in 0..N_EACH * tried.n_fit {
        *drawn.entry(key(&G::imagine(&worlds, &mut dice))).or_insert(0) += 1;
    }
    for world in drawn.keys() {
        assert!(fitting.contains_key(world), "{world} does not fit what is known to {}", story());
    }
    let distances = fitting.iter().map(|(world, n_ways)| {
        let expected = (N_EACH * n_ways) as f64;
        let found = drawn.get(world).copied().unwrap_or(0) as f64;
        (found - expected).powi(2) / expected
    });
    let (distance, freedom) = (distances.sum::<f64>(), (fitting.len() - 1) as f64);
    // Six standard deviations: the dice are fixed, and a bias of a tenth would be far outside.
    let limit = freedom + 6.0 * (2.0 * freedom).sqrt() + 4.0;
    assert!(distance <= limit, "{distance} is more than {limit} for {}", story());
    Some(tried)
}

/// Whether the knowledge at a moment rules out some deals and leaves several.
pub(crate) fn rules_deals_out<G: Deals>(moment: &Moment<G>, who: Observer) -> bool {
    fitting(moment, who).is_some_and(|(worlds, tried)| {
        worlds.len() > 1 && tried.n_fit < tried.n_ways && tried.n_ways > 10
    })
}

/// Picks any legal action.
pub(crate) fn any<G: Game>(game: &G, seat: Seat, below: &mut dyn FnMut(u32) -> u32) -> G::Action {
    let actions = game.actions(seat);
    actions.nth(below(actions.len() as u32) as usize)
}

/// Plays games with these dice and this choice of actions, and returns the moments that `here` accepts.
pub(crate) fn moments<G: Game>(
    rules: G::Rules,
    seeds: std::ops::Range<u64>,
    pick: impl Fn(&G, Seat, &mut dyn FnMut(u32) -> u32) -> G::Action,
    mut here: impl FnMut(Moment<G>),
) {
    use rules::Dice;
    for seed in seeds {
        let mut dice = crate::dice(seed);
        let mut game = G::new(rules);
        let mut steps = Vec::new();
        while let Some(mut step) = game.random_step(&mut dice) {
            if let Step::Act(seat, action) = &mut step {
                *action = pick(&game, *seat, &mut |n| dice.below(n));
            }
            game.apply(&step);
            steps.push(step);
            here(Moment { game: game.clone(), steps: steps.clone() });
        }
    }
}

/// Checks this number of moments that `worth` accepts and at which the knowledge of an observer rules out deals.
pub(crate) fn check_moments<G: Deals>(
    line: &str,
    seeds: std::ops::Range<u64>,
    n_moments: usize,
    worth: impl Fn(&G, Observer) -> bool,
) {
    let rules: G::Rules = line.parse().unwrap();
    let mut n_checked = 0;
    moments::<G>(rules, seeds, any, |moment| {
        for who in Observer::all(rules.n_seats()) {
            let looked_at = n_checked < n_moments && worth(&moment.game, who);
            if looked_at && rules_deals_out(&moment, who) {
                check_uniform(&moment, who);
                n_checked += 1;
            }
        }
    });
    assert_eq!(n_checked, n_moments, "moments checked of {line}");
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum BoxPlace {
    Hand(Seat),
    Aside(Seat),
    Rest,
}

impl Deals for catbox::State {
    type Place = BoxPlace;
    type Card = catbox::Value;

    fn hidden(moment: &Moment<Self>, who: Observer) -> Vec<Place<BoxPlace, catbox::Value>> {
        let open = moment.game.open();
        let shown = open.paradox().map(|paradox| paradox.seat);
        let mut hidden = Vec::new();
        for seat in Seat::all(open.rules().n_seats()).filter(|&seat| who != Observer::Seat(seat)) {
            let own = moment.game.own(seat);
            if shown != Some(seat) {
                hidden
                    .push(Place { place: BoxPlace::Hand(seat), cards: own.hand.iter().collect() });
            }
            hidden.push(Place {
                place: BoxPlace::Aside(seat),
                cards: own.aside.into_iter().collect(),
            });
        }
        let rest = dealt_last(moment).rest;
        hidden.push(Place { place: BoxPlace::Rest, cards: rest.iter().collect() });
        hidden
    }

    fn retold(moment: &Moment<Self>, hidden: &[Place<BoxPlace, catbox::Value>]) -> Vec<Step<Self>> {
        let lies = |place: BoxPlace| {
            hidden.iter().find(|other| other.place == place).map(|place| place.cards.as_slice())
        };
        let mut deal = dealt_last(moment);
        for seat in Seat::all(moment.game.rules().n_seats()) {
            let own = moment.game.own(seat);
            let mut hand = deal.hands[seat];
            if let Some(cards) = lies(BoxPlace::Hand(seat)) {
                hand = cards.iter().copied().fold(less(hand, own.hand.iter()), catbox::Hand::with);
            }
            if let Some(cards) = lies(BoxPlace::Aside(seat)) {
                hand = cards.iter().copied().fold(less(hand, own.aside), catbox::Hand::with);
            }
            deal.hands[seat] = hand;
        }
        deal.rest = lies(BoxPlace::Rest).unwrap_or_default().iter().copied().collect();
        let mut steps = moment.with_deal(catbox::Chance::Deal(deal));
        let since_deal = steps.iter_mut().rev().take_while(|step| matches!(step, Step::Act(..)));
        for step in since_deal {
            if let Step::Act(seat, catbox::Action::Discard(value)) = step
                && let Some([other]) = lies(BoxPlace::Aside(*seat))
            {
                *value = *other;
            }
        }
        steps
    }
}

/// A hand without these cards. Cards that are not in the hand are ignored.
fn less(hand: catbox::Hand, cards: impl IntoIterator<Item = catbox::Value>) -> catbox::Hand {
    cards.into_iter().fold(hand, catbox::Hand::without)
}

fn dealt_last(moment: &Moment<catbox::State>) -> catbox::Deal {
    last_of(moment, |chance| match chance {
        catbox::Chance::Deal(deal) => Some(*deal),
        catbox::Chance::Start(_) => None,
    })
}

/// The last chance outcome of a kind.
pub(crate) fn last_of<G: Game, D>(moment: &Moment<G>, kind: impl Fn(&G::Chance) -> Option<D>) -> D {
    let found = moment.steps.iter().rev().find_map(|step| match step {
        Step::Chance(chance) => kind(chance),
        Step::Act(..) => None,
    });
    found.unwrap()
}

/// The seat that led red while the sheet had no red token.
fn red_led_early(open: &catbox::Open) -> Option<Seat> {
    let red = |cell: &catbox::Cell| cell.colour() == catbox::Colour::Red;
    let trick = open.tricks().iter().find(|trick| trick.cards().iter().any(red))?;
    trick.cards().first().filter(|cell| red(cell)).map(|_| trick.leader())
}

/// Avoids red, so that red is led only when nothing else is legal.
fn shy(game: &catbox::State, seat: Seat, below: &mut dyn FnMut(u32) -> u32) -> catbox::Action {
    let actions: Vec<catbox::Action> = game.actions(seat).iter().collect();
    let red = |action: &&catbox::Action| matches!(action, catbox::Action::Play(cell) if cell.colour() == catbox::Colour::Red);
    let others: Vec<catbox::Action> =
        actions.iter().filter(|action| !red(action)).copied().collect();
    let from = if others.is_empty() { actions } else { others };
    from[below(from.len() as u32) as usize]
}

/// The kind of constraint on hidden hands at a moment of Cat in the Box.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    /// No constraint.
    Free,
    /// A hidden player is to move, so some card of theirs is playable.
    MustPlay,
    /// A hidden player led red early.
    RedLed,
    /// The same, and that player or another hidden one is to move.
    RedLedAndOnTurn,
    RedLedAnotherOnTurn,
    /// A paradox revealed a hand.
    Shown,
}

fn check_catbox(line: &str, kinds: &[Kind]) {
    let rules: catbox::Rules = line.parse().unwrap();
    let mut n_checked: BTreeMap<Kind, u32> = kinds.iter().map(|&kind| (kind, 0)).collect();
    moments::<catbox::State>(rules, 0..400, shy, |moment| {
        let open = moment.game.open();
        let over = open.phase() == catbox::Phase::Over;
        if !over && open.phase() != catbox::Phase::Play {
            return;
        }
        for who in Observer::all(rules.n_seats()) {
            let hides = |seat: Seat| who != Observer::Seat(seat);
            let on_turn = match rules::Game::turn(&moment.game) {
                rules::Turn::Decide(seats) => seats.first().filter(|&seat| hides(seat)),
                rules::Turn::Chance | rules::Turn::Over => None,
            };
            let kind = match (red_led_early(open).filter(|&seat| hides(seat)), on_turn) {
                _ if over && open.paradox().is_none_or(|paradox| !hides(paradox.seat)) => continue,
                _ if over => Kind::Shown,
                (Some(seat), Some(turn)) if seat == turn => Kind::RedLedAndOnTurn,
                (Some(_), Some(_)) => Kind::RedLedAnotherOnTurn,
                (Some(_), None) => Kind::RedLed,
                (None, Some(_)) => Kind::MustPlay,
                (None, None) => Kind::Free,
            };
            if n_checked.get(&kind).is_none_or(|&n| n >= N_OF_A_KIND) {
                continue;
            }
            let bites = kind != Kind::Free && kind != Kind::Shown;
            let fits = fitting(&moment, who);
            let worth = fits.is_some_and(|(worlds, tried)| {
                worlds.len() > 1 && (tried.n_fit < tried.n_ways || !bites)
            });
            if worth {
                check_uniform(&moment, who);
                *n_checked.entry(kind).or_default() += 1;
            }
        }
    });
    let missing: Vec<_> = n_checked.iter().filter(|(_, n)| **n < N_OF_A_KIND).collect();
    assert!(missing.is_empty(), "moments that were not found: {missing:?}");
}

#[test]
fn catbox_worlds_are_uniform_with_three_players() {
    use Kind::{Free, MustPlay, RedLed, RedLedAndOnTurn, RedLedAnotherOnTurn, Shown};
    let all = [Free, MustPlay, RedLed, RedLedAndOnTurn, RedLedAnotherOnTurn, Shown];
    check_catbox("catbox@1 players=3", &all);
}

#[test]
fn catbox_worlds_are_uniform_with_two_players_and_a_rest() {
    use Kind::{Free, MustPlay, RedLed, RedLedAndOnTurn, Shown};
    check_catbox("catbox@1 players=2", &[Free, MustPlay, RedLed, RedLedAndOnTurn, Shown]);
}

impl Deals for meow::State {
    /// A seat's hand, or the rest.
    type Place = Option<Seat>;
    type Card = meow::Card;

    fn hidden(moment: &Moment<Self>, who: Observer) -> Vec<Place<Option<Seat>, meow::Card>> {
        let seats = Seat::all(moment.game.rules().n_seats());
        let hidden = seats.filter(|&seat| who != Observer::Seat(seat)).map(|seat| {
            let own = moment.game.own(seat);
            Place { place: Some(seat), cards: own.hand.iter().collect() }
        });
        let rest = Place { place: None, cards: meow_deal(moment).rest.iter().collect() };
        hidden.chain([rest]).collect()
    }

    fn retold(
        moment: &Moment<Self>,
        hidden: &[Place<Option<Seat>, meow::Card>],
    ) -> Vec<Step<Self>> {
        let mut deal = meow_deal(moment);
        for Place { place, cards } in hidden {
            let cards: meow::Cards = cards.iter().copied().collect();
            match *place {
                Some(seat) => {
                    let own = moment.game.own(seat);
                    deal.hands[seat] = (deal.hands[seat] - own.hand) | cards;
                }
                None => deal.rest = cards,
            }
        }
        moment.with_deal(meow::Chance::Deal(deal))
    }
}

fn meow_deal(moment: &Moment<meow::State>) -> meow::Deal {
    last_of(moment, |chance| match chance {
        meow::Chance::Deal(deal) => Some(*deal),
        meow::Chance::Start(_) | meow::Chance::Tokens(_) => None,
    })
}

/// Checks moments of the last round, with all tokens on the table, at which a missing colour rules out deals.
fn check_meow(line: &str, n_moments: usize) {
    check_moments::<meow::State>(line, 0..40, n_moments, |game, _| {
        game.open().rounds() == 2 && game.open().phase() == meow::Phase::Play
    });
}

#[test]
fn meow_worlds_are_uniform() {
    check_meow("meow@1 players=3 deck=expert", 8);
    check_meow("meow@1 players=4 deck=expert", 8);
    check_meow("meow@1 players=2", 4);
    check_meow("meow@1 players=3", 2);
}

/// In the second round nine tokens are still in a hidden stack: each token is equally likely in each place.
#[test]
#[expect(clippy::cast_precision_loss, reason = "statistics on small counts")]
fn meow_stacks_are_uniform() {
    const N_DRAWS: u64 = 6000;
    let mut dice = crate::dice(3);
    let mut game = meow::State::new("meow@1 players=4".parse().unwrap());
    crate::play_while(&mut game, &mut dice, |game| {
        game.open().rounds() < 1 || game.open().phase() != meow::Phase::Play
    });
    let stacked = |game: &meow::State| {
        let stacks = game
            .secrets()
            .into_iter()
            .find(|secret| secret.kind == rules::SecretKind::Stacks)
            .unwrap();
        stacks.value.split(',').map(str::to_owned).collect()
    };
    let truth: Vec<String> = stacked(&game);
    let worlds = meow::State::worlds(&game.view(Observer::Rail));
    let mut drawn: BTreeMap<(usize, String), u64> = BTreeMap::new();
    for _ in 0..N_DRAWS {
        let tokens: Vec<String> = stacked(&meow::State::imagine(&worlds, &mut dice));
        for (place, token) in tokens.into_iter().enumerate() {
            *drawn.entry((place, token)).or_insert(0) += 1;
        }
    }
    let copies = |token: &String| truth.iter().filter(|other| *other == token).count() as u64;
    let mut distance = 0.0;
    for ((place, token), found) in &drawn {
        assert!(copies(token) > 0, "{token} in place {place} is not among {truth:?}");
        let expected = (N_DRAWS * copies(token)) as f64 / truth.len() as f64;
        distance += (*found as f64 - expected).powi(2) / expected;
    }
    let limit = 2.0 * drawn.len() as f64;
    assert!(distance < limit, "{distance} is more than {limit}: {drawn:?}");
}
