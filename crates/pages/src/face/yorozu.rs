//! Yorozu: the pair that lies face up, the open seasons, the cards that were taken, and secret choices.

use maud::{Markup, Render, html};
use rules::yorozu::{
    Action, Ask, Card, Column, MAX_SEATS, Multiplier, Open, Own, Phase, RulesLevel, Season,
    Seasons, State,
};
use rules::{Fact, Open as _, Seat, Term};
use words::example::yorozu::{self as example, ExampleRound, Picture};
use words::spoken::yorozu::prize;

use super::Face;
use super::ask::{Asked, in_one_step};
use super::card::{
    Does, card, card_would, face, head_token, lettered, noted, signed, suit, thing, token,
};
use super::example::total;
use super::scene::{AlwaysNew, Scene, Sight, Subject};
use super::seat::{PLAYS, put_play};
use super::sheet::term_text;
use super::write::Text;
use crate::kit;
use crate::piece::Pieces;

/// YOR-29: the booze tokens of a seat that end a feast.
const N_BOOZE: u8 = 3;

/// The dummy's place with 3 players.
const DUMMY: Seat = Seat::new(3);

impl Face for State {
    const EMBLEM: &'static str = include_str!("../../assets/yorozu.svg");
    const WORLD: &'static str = "feast";
    const SCENERY: &'static str = include_str!("../../assets/scenery/feast.html").trim_ascii_end();
    const HAS_SEALED_CHOICES: bool = true;
    const HAS_PARADOXES: bool = false;

    fn board(sight: &Sight<'_, State>, pieces: &mut Pieces) {
        let open =
            |scene: &Scene<'_, State>| scene.open.up().is_some().then(|| scene.open.open_seasons());
        sight.put_of(pieces, "lanterns", Subject::More, open, |scene, open, out| {
            lanterns(scene, *open).render_to(out);
        });
        pieces.fixed("<section class=\"board fest\">");
        sight.put(pieces, "feast", Subject::Board, feast);
        if sight.view.open.rules().has_dummy() {
            pieces.fixed("<div class=\"dummy\"><b>");
            pieces.say("yorozu-dummy", |id| sight.say(id));
            pieces.fixed("</b>");
            front(sight, DUMMY, pieces);
            taken(sight, DUMMY, pieces);
            pieces.fixed("</div>");
        }
        pieces.fixed("</section>");
        if let Some(own) = sight.around().last() {
            pieces.fixed("<section class=\"mytaken\"><b>");
            let whose =
                if sight.me().is_some() { "yorozu-face-you-took" } else { "yorozu-face-taken" };
            pieces.say(whose, |id| sight.say(id));
            pieces.fixed("</b>");
            taken(sight, own, pieces);
            pieces.fixed("</section>");
        }
    }

    fn beside_seat(sight: &Sight<'_, State>, seat: Seat, pieces: &mut Pieces) {
        front(sight, seat, pieces);
        if sight.around().last() != Some(seat) {
            taken(sight, seat, pieces);
        }
    }

    /// The cards that everybody played in the last round, and what they took.
    fn last(sight: &Sight<'_, State>, pieces: &mut Pieces) {
        sight.put_last(
            pieces,
            |scene| {
                let round = usize::from(scene.open.n_rounds()).checked_sub(1)?;
                let plays = *scene.open.plays().get(round)?;
                let took = |place| scene.open.taken(place).nth(round);
                let dummy = scene.open.rules().has_dummy().then_some(DUMMY);
                let places = Seat::all(scene.n_seats()).chain(dummy);
                Some(places.map(|place| (place, plays[place], took(place))).collect::<Vec<_>>())
            },
            |scene, last, out| last_round(scene, last).render_to(out),
        );
    }

    fn n_held(open: &Open, _: Seat) -> usize {
        open.n_held()
    }

    fn has_chosen(open: &Open, seat: Seat) -> bool {
        matches!(open.phase(), Phase::Redeal | Phase::Play) && open.chosen().has(seat)
    }

    /// Whether the seat takes a card of the pair, as the cards lie.
    fn is_ahead(open: &Open, seat: Seat) -> bool {
        open.phase() == Phase::Swap && open.ends().contains(&seat)
    }

    /// Whether the seat takes a crow, as the cards lie.
    fn is_shocked(open: &Open, seat: Seat) -> bool {
        let Some(up) = open.up().filter(|_| open.phase() == Phase::Swap) else { return false };
        Rank::of(open.ends(), seat).takes(up, open.front(seat)).is_crow()
    }

    /// Nearly every card changes some chip.
    type ChipKey = AlwaysNew;

    fn chip_key(_: &Open, _: Seat) -> AlwaysNew {
        AlwaysNew
    }

    fn chip(scene: &Scene<'_, State>, seat: Seat, _: &AlwaysNew) -> Markup {
        let open = scene.open;
        let rules = open.rules();
        let fish: u8 = open.taken(seat).map(|card| rules.fish(card)).sum();
        let crows = open.taken(seat).filter(|card| card.is_crow()).count() as u8;
        let count = |class: &'static str, n: u8, id: &str, things: Markup| {
            html! {
                span.cnt.(class) role="img" aria-label=(scene.tell(id, &[("n", n.into())])) { (things) }
            }
        };
        let counted = |thing_id, n: u8| html! { (thing(thing_id)) b { (n) } };
        let booze = open.booze(seat);
        // YOR-29: the third token ends the feast.
        let flasks = html! {
            @for one in 0..N_BOOZE { i.f[one < booze] { (thing("th-flask")) } }
            @if booze > N_BOOZE { b { (booze) } }
        };
        html! {
            (count("fish", fish, "yorozu-face-fish", counted("th-fish", fish)))
            (count("booze", booze, "yorozu-face-booze", flasks))
            (count("crow", crows, "yorozu-face-crows", counted("th-crow", crows)))
            @if !open.markers(seat).is_empty() {
                span.markers {
                    (scene.say("yorozu-face-none-of"))
                    @for season in open.markers(seat).iter() { " " (season_of(scene, season)) }
                }
                " "
            }
            @if let Some(used) = open.in_use(seat) { (multiplier(scene, used)) }
            @if rules.level == RulesLevel::Advanced { (tokens(scene, seat)) }
        }
    }

    fn hand(sight: &Sight<'_, State>, out: &mut String) {
        let Some((_, own)) = &sight.view.own else { return };
        let asked = Asked::of(sight);
        match asked.ask() {
            Some(Ask::Play) => {
                let pick = |card| {
                    let class = ["card", class_of(card)];
                    let (label, face) =
                        noted(sight, name(sight, card), show(sight, card), does(sight, card));
                    asked.button(Action::Play(card), class, label, face)
                };
                asked.form(sight, &in_one_step(sight, "face-play", own.hand.iter().map(pick)), out);
            }
            Some(Ask::Redeal | Ask::Swap | Ask::First | Ask::Use | Ask::Token) => {
                let answers = asked.iter().map(|action| answer(sight, &asked, action));
                let answers = html! { div.answers { @for answer in answers { (answer) } } };
                asked.form(sight, &answers, out);
                cards(sight, own, false).render_to(out);
            }
            None => return Self::cards(sight, own, out),
        }
        if asked.ask() != Some(Ask::Use) {
            multipliers(sight, own).render_to(out);
        }
    }

    fn cards(scene: &Scene<'_, State>, own: &Own, out: &mut String) {
        let answered = scene.open.phase() == Phase::Redeal;
        cards(scene, own, answered).render_to(out);
        multipliers(scene, own).render_to(out);
    }

    /// What the seat has taken.
    fn beside_name(scene: &Scene<'_, State>, seat: Seat, out: &mut String) {
        html! { span.takenrow { @for card in scene.open.taken(seat) { (mini(scene, card)) } } }
            .render_to(out);
    }

    fn term(scene: &Scene<'_, State>, seat: Seat, term: &Term, out: &mut String) {
        html! {
            @match Column::named(term.column) {
                Some(Column::Spring) => (season_of(scene, Season::Spring)),
                Some(Column::Summer) => (season_of(scene, Season::Summer)),
                Some(Column::Fall) => (season_of(scene, Season::Fall)),
                Some(Column::Winter) => (season_of(scene, Season::Winter)),
                Some(Column::Booze) => @for _ in 0..scene.open.booze(seat).max(1) { (thing("th-flask")) },
                Some(Column::Crows) => (thing("th-crow")),
                Some(Column::Fish) | None => (thing("th-fish")),
            }
            " " (term_text(scene, term))
        }
        .render_to(out);
    }
}

/// The observer's multiplier cards.
fn multipliers(scene: &Scene<'_, State>, own: &Own) -> Markup {
    html! {
        @if !own.multipliers.is_empty() {
            p.note {
                (scene.say("yorozu-face-your-multipliers"))
                @for card in own.multipliers.iter() { " " (multiplier(scene, card)) }
            }
        }
    }
}

/// The pair that lies face up on its tray.
fn feast(scene: &Scene<'_, State>, out: &mut String) {
    let open = scene.open;
    html! {
        div #feast.feast-tray {
            @if let Some(up) = open.up() { (pair(scene, up, open.dummy_up(), &Heads::of(scene))) }
        }
    }
    .render_to(out);
}

/// What stands above the cards that lie face up.
enum Heads {
    /// Who takes them, once all cards are chosen.
    Chosen,
    /// The places that take them as the cards lie.
    Taken([Seat; 2]),
    /// They are what the feast has left.
    Left,
}

impl Heads {
    fn of(scene: &Scene<'_, State>) -> Heads {
        match scene.open.phase() {
            Phase::Swap => Heads::Taken(scene.open.ends()),
            _ if scene.open.sheet().is_some() => Heads::Left,
            _ => Heads::Chosen,
        }
    }

    /// The heading of the lower card, or of the higher one.
    fn head(&self, scene: &Scene<'_, State>, is_high: bool) -> Markup {
        let either = |low, high| scene.say(if is_high { high } else { low });
        match self {
            Heads::Chosen => html! { (either("yorozu-face-lowest", "yorozu-face-highest")) },
            Heads::Left => {
                html! { (either("yorozu-face-last-lowest", "yorozu-face-last-highest")) }
            }
            Heads::Taken(ends) => {
                let place = ends[usize::from(is_high)];
                let is_dummy = place == DUMMY && scene.open.rules().has_dummy();
                let who = if is_dummy { Fact::Name("yorozu-dummy") } else { place.into() };
                html! {
                    @if !is_dummy { (head_token(scene, place)) " " }
                    span { (scene.tell("yorozu-face-who-takes", &[("seat", who)])) }
                }
            }
        }
    }
}

/// The cards that lie face up, and the dummy's card.
fn pair(
    scene: &Scene<'_, State>,
    [low, high]: [Card; 2],
    dummy: Option<Card>,
    heads: &Heads,
) -> Markup {
    html! {
        dl.pair.tray.taken[matches!(heads, Heads::Taken(_))] {
            div.up { dt { (heads.head(scene, false)) } dd { (lying(scene, low)) } }
            div.mid {
                @if let Some(dummy) = dummy {
                    dt { (scene.say("yorozu-face-dummy")) } dd { (lying(scene, dummy)) }
                } @else {
                    dt.vs { (kit::suit("yo")) span.v { (scene.say("yorozu-face-middle")) } }
                    dd { @if !matches!(heads, Heads::Left) { p { (scene.say("yorozu-face-between")) } } }
                }
            }
            div.up { dt { (heads.head(scene, true)) } dd { (lying(scene, high)) } }
        }
    }
}

/// A lantern for each season, lit while the season is open.
fn lanterns(scene: &Scene<'_, State>, open: Option<Seasons>) -> Markup {
    let sides =
        [("lan l", [Season::Spring, Season::Summer]), ("lan r", [Season::Fall, Season::Winter])];
    html! {
        div #lanterns.lanterns {
            @if let Some(open) = open {
                @for (side, seasons) in sides {
                    div class=(side) {
                        @for season in seasons { (lantern(scene, season, open.has(season))) }
                    }
                }
            }
        }
    }
}

fn lantern(scene: &Scene<'_, State>, season: Season, is_open: bool) -> Markup {
    let (lit, state) =
        if is_open { ("lit", "yorozu-face-is-open") } else { ("dark", "yorozu-face-is-closed") };
    html! {
        span class={ "lantern " (season.letters()) " " (lit) } {
            (kit::LANTERN)
            span.ls {
                (kit::suit(season.letters()))
                b { (scene.say(season.name())) }
                em { (scene.say(state)) }
            }
        }
    }
}

/// A choice that is no card of the hand.
fn answer(sight: &Sight<'_, State>, asked: &Asked<State>, action: Action) -> Markup {
    let open = &sight.view.open;
    match action {
        Action::Redeal(wish) => {
            let label = sight.say(if wish { "yorozu-face-redeal" } else { "yorozu-face-keep" });
            html! { (asked.button(action, ["answer", ""], label.clone(), label)) }
        }
        Action::Swap(yorozu) => {
            let does = swap_does(sight, yorozu);
            let inside = html! { (mini(sight, yorozu)) small { (does) } };
            let label = card_would(sight, &name(sight, yorozu), &does);
            html! { (asked.button(action, ["answer", "swap"], label, inside)) }
        }
        Action::Play(card) => {
            html! { (asked.button(action, ["card", class_of(card)], name(sight, card), show(sight, card))) }
        }
        Action::First(seat) => {
            let label = sight.seat(seat);
            let inside = html! { (token(sight, seat)) (label) };
            html! { (asked.button(action, ["answer", ""], label, inside)) }
        }
        Action::Use(used) => {
            let label = multiplier_name(sight, used);
            html! { (asked.button(action, ["answer", ""], label, multiplier(sight, used))) }
        }
        Action::Token(season) => {
            let own = sight.me().map_or(0, |me| open.tokens(me)[season as usize]);
            let out: u8 =
                Seat::all(sight.n_seats()).map(|seat| open.tokens(seat)[season as usize]).sum();
            let left = open.rules().n_tokens() - out;
            let facts =
                [("season", Fact::Name(season.name())), ("left", left.into()), ("own", own.into())];
            let label = sight.tell("yorozu-face-token", &facts);
            let inside = html! { (kit::suit(season.letters())) span { (label) } };
            html! { (asked.button(action, ["answer", season.letters()], label, inside)) }
        }
    }
}

/// What is certain of a card before the others are revealed, if it may be chosen.
fn does(sight: &Sight<'_, State>, card: Card) -> Option<Does> {
    if !matches!(sight.view.check(Action::Play(card)), Some(Ok(()))) {
        return None;
    }
    let is_open = |season| sight.view.open.open_seasons().has(season);
    let id = match card.season() {
        // YOR-30: crows and Yorozu of one round swap.
        None => "yorozu-does-swap",
        Some(_) if card.is_crow() => "yorozu-does-swap",
        Some(season) if is_open(season) => "yorozu-face-is-open",
        // YOR-23: it shows that its player holds no open season.
        Some(_) => "yorozu-face-is-closed",
    };
    Some(Does { text: sight.say(id), ahead: false })
}

/// YOR-33: what the observer's crow takes after it has swapped with this Yorozu, as the cards lie.
fn swap_does(sight: &Sight<'_, State>, yorozu: Card) -> Text {
    let open = &sight.view.open;
    let (Some(me), Some(up)) = (sight.me(), open.up()) else {
        return sight.say("yorozu-face-keeps");
    };
    let places = || Seat::all(MAX_SEATS as u8);
    let strength = |place: &Seat| {
        let front = open.front(*place);
        let front = match front {
            _ if *place == me => yorozu,
            _ if front == yorozu => open.front(me),
            _ => front,
        };
        open.rules().strength(front)
    };
    let ends = places().min_by_key(strength).zip(places().max_by_key(strength));
    let rank = ends.map_or(Rank::Between, |(low, high)| Rank::of([low, high], me));
    match rank {
        Rank::Between => sight.say(rank.message()),
        Rank::Lowest | Rank::Highest => {
            sight.tell("yorozu-does-take", &prize(open.rules(), rank.takes(up, yorozu)))
        }
    }
}

/// The open and the closed seasons.
fn seasons(scene: &Scene<'_, State>, open: Seasons) -> Markup {
    html! {
        dl.seasons {
            @for (id, some) in [("yorozu-face-open", open), ("yorozu-face-closed", open.others())] {
                @if !some.is_empty() {
                    dt { (scene.say(id)) }
                    dd class=(id) {
                        @for season in some.iter() { (season_of(scene, season)) "\u{a0}" (scene.say(season.name())) " " }
                    }
                }
            }
        }
    }
}

/// What lies in front of a place in a round.
#[derive(Clone, Copy, PartialEq)]
enum Front {
    /// Nothing: no round is played.
    Nothing,
    /// The place has not chosen.
    Choosing,
    /// A chosen card, face down.
    Sealed,
    /// A card that has been turned over.
    Open(Card, Rank),
}

/// What a card is among those that were turned over, as they lie.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rank {
    /// Takes the lower card of the pair.
    Lowest,
    /// Takes the higher card of the pair.
    Highest,
    /// Stays with its player.
    Between,
}

impl Rank {
    /// YOR-26: the rank of a place, when these places have the lowest and the highest card.
    fn of([lowest, highest]: [Seat; 2], place: Seat) -> Rank {
        if place == lowest {
            Rank::Lowest
        } else if place == highest {
            Rank::Highest
        } else {
            Rank::Between
        }
    }

    /// The card that the place takes: one of the pair that lies face up, or the card in front of it.
    fn takes(self, [low, high]: [Card; 2], front: Card) -> Card {
        match self {
            Rank::Lowest => low,
            Rank::Highest => high,
            Rank::Between => front,
        }
    }

    fn message(self) -> &'static str {
        match self {
            Rank::Lowest => "yorozu-face-is-lowest",
            Rank::Highest => "yorozu-face-is-highest",
            Rank::Between => "yorozu-face-keeps",
        }
    }
}

impl Front {
    fn of(scene: &Scene<'_, State>, place: Seat) -> Front {
        let open = scene.open;
        match open.phase() {
            // While a crow chooses, all cards lie open.
            Phase::Swap => Front::Open(open.front(place), Rank::of(open.ends(), place)),
            Phase::Play if place == DUMMY && open.rules().has_dummy() => Front::Nothing,
            Phase::Play if open.chosen().has(place) => Front::Sealed,
            Phase::Play => Front::Choosing,
            _ => Front::Nothing,
        }
    }
}

/// The card in front of a place: an element of its own.
fn front(sight: &Sight<'_, State>, place: Seat, pieces: &mut Pieces) {
    put_play(sight, place, pieces, Front::of, |scene, place, front, out| {
        let is_end = matches!(front, Front::Open(_, Rank::Lowest | Rank::Highest));
        html! {
            div.played.seal[*front == Front::Sealed].best[is_end] id=(PLAYS[place.index()]) {
                @match *front {
                    Front::Nothing => {},
                    Front::Choosing => span.slot { (scene.say("yorozu-face-choosing")) },
                    Front::Sealed => {
                        span.card.back role="img" aria-label=(scene.say("yorozu-face-sealed")) {}
                        small { (kit::icon("check")) (scene.say("face-chosen")) }
                    },
                    Front::Open(card, rank) => {
                        (lying(scene, card))
                        small { (scene.say(rank.message())) }
                    }
                }
            }
        }
        .render_to(out);
    });
}

/// The cards that a place has taken, in order: an element of its own.
fn taken(sight: &Sight<'_, State>, place: Seat, pieces: &mut Pieces) {
    let id = TAKEN[place.index()];
    let taken = move |scene: &Scene<'_, State>| scene.open.taken(place).collect::<Vec<_>>();
    sight.put_of(pieces, id, Subject::Belongings(place), taken, move |scene, taken, out| {
        html! { span.takenrow id=(id) { @for &card in taken { (mini(scene, card)) } } }
            .render_to(out);
    });
}

/// The ids of each place's taken cards.
const TAKEN: [&str; MAX_SEATS] = ["taken-0", "taken-1", "taken-2", "taken-3"];

/// The last round: who played which card, and took which.
fn last_round(scene: &Scene<'_, State>, places: &[(Seat, Card, Option<Card>)]) -> Markup {
    html! {
        section.trick.last {
            h2 { (scene.say("yorozu-face-last-round")) }
            ol {
                @for &(place, card, took) in places {
                    li {
                        (lying(scene, card))
                        span.by {
                            @if place == DUMMY && scene.open.rules().has_dummy() { (scene.say("yorozu-dummy")) }
                            @else { (token(scene, place)) (scene.words.seat(place)) }
                        }
                        @if let Some(took) = took { small { (scene.say("example-takes-it")) " " (mini(scene, took)) } }
                    }
                }
            }
        }
    }
}

/// A picture of an example.
pub(super) fn picture(scene: &Scene<'_, State>, picture: &Picture) -> Markup {
    match picture {
        Picture::Up(open) => html! {
            (pair(scene, example::pair(open), None, &Heads::Chosen))
            (seasons(scene, open.open_seasons()))
        },
        Picture::Round(round) => {
            let up = example::pair(&round.before);
            html! {
                (pair(scene, up, None, &Heads::Chosen))
                div.trick {
                    ol {
                        @for place in ExampleRound::places() {
                            @let takes = round.takes(place);
                            li.best[up.contains(&takes)] {
                                (lying(scene, round.played(place)))
                                span.by { (token(scene, place)) (scene.words.seat(place)) }
                                @if let Some(card) = round.swapped(place) {
                                    small.front { (scene.say("example-swaps-for")) " " (mini(scene, card)) }
                                }
                                small { (scene.say("example-takes-it")) " " (mini(scene, takes)) }
                            }
                        }
                    }
                }
            }
        }
        Picture::Taken { multiplier: used, cards } => html! {
            p.cards { @for &card in cards { (lying(scene, card)) } }
            p {
                @if let Some(used) = *used { (multiplier(scene, used)) " " }
                (total(scene, example::count(*used, cards).points()))
            }
        },
    }
}

/// A small card in a line.
fn mini(scene: &Scene<'_, State>, card: Card) -> Markup {
    html! {
        span class={ "mini tm " (letters(card)) } role="img" aria-label=(name(scene, card)) {
            span { (kit::numeral(card.value())) (kit::suit(letters(card))) }
            span.t2 { (things(scene, card)) }
        }
    }
}

fn lying(scene: &Scene<'_, State>, lying: Card) -> impl Render + use<> {
    card([class_of(lying), ""], name(scene, lying), show(scene, lying))
}

fn show(scene: &Scene<'_, State>, card: Card) -> Markup {
    let place = card.season().map(|season| card.value().saturating_sub(season as u8 + 1));
    html! {
        (face("yo-", letters(card), Some(letters(card)), card.value()))
        @if let Some(place) = place { i class={ "moon m" (place) } {} }
        span.things { (things(scene, card)) }
    }
}

/// Fish, booze or crow.
fn things(scene: &Scene<'_, State>, card: Card) -> Markup {
    let rules = scene.open.rules();
    let drawn = |id: &'static str, class: &'static str| {
        html! { span.th.(class) { (thing(id)) } }
    };
    html! {
        @for _ in 0..rules.fish(card) { (drawn("th-fish", "fish")) }
        @if rules.booze_cards().has(card) { (drawn("th-flask", "flask")) }
        @if card.is_crow() { (drawn("th-crow", "crow")) }
        @if rules.fish(card) == 0 && !rules.booze_cards().has(card) && !card.is_crow() { i.no {} }
    }
}

/// The classes of a card.
fn class_of(card: Card) -> &'static str {
    match letters(card) {
        "sp" => "yz sp",
        "su" => "yz su",
        "fa" => "yz fa",
        "wi" => "yz wi",
        _ => "yz yo",
    }
}

/// The name of a card with the things on it: `spring 5, a crow`.
fn name(scene: &Scene<'_, State>, card: Card) -> Text {
    scene.tell("yorozu-prize", &prize(scene.open.rules(), card))
}

/// The observer's cards, with a note on the chosen one and about a new deal.
fn cards(scene: &Scene<'_, State>, own: &Own, answered: bool) -> Markup {
    html! {
        div.cards {
            @for held in own.hand.iter() {
                @if own.sealed == Some(held) {
                    span.sealed { (lying(scene, held)) small { (scene.say("yorozu-face-your-choice")) } }
                } @else {
                    (lying(scene, held))
                }
            }
        }
        @if answered {
            p.note { (scene.say(if own.wish { "yorozu-face-wished" } else { "yorozu-face-kept" })) }
        }
    }
}

/// A multiplier card.
fn multiplier(scene: &Scene<'_, State>, card: Multiplier) -> Markup {
    let rules = scene.open.rules();
    html! {
        span.multiplier role="img" aria-label=(multiplier_name(scene, card)) {
            b { (card) }
            @for season in Season::ALL {
                @let times = rules.multiplier(card, season);
                @if times != 1 { span class=(season.letters()) { (lettered(season.letters())) "×" (signed(times)) } }
            }
        }
    }
}

fn multiplier_name(scene: &Scene<'_, State>, card: Multiplier) -> Text {
    Text(words::spoken::yorozu::multiplier_name(scene.words, scene.open.rules(), card).into())
}

/// A seat's season tokens.
fn tokens(scene: &Scene<'_, State>, seat: Seat) -> Markup {
    let tokens = scene.open.tokens(seat);
    html! {
        span.multiplier {
            @for season in Season::ALL {
                @let n = tokens[season as usize];
                @if n > 0 { span { (season_of(scene, season)) "×" (n) } " " }
            }
        }
    }
}

fn season_of(scene: &Scene<'_, State>, season: Season) -> impl Render + use<> {
    suit(season.letters(), scene.say(season.name()))
}

fn letters(card: Card) -> &'static str {
    card.season().map_or("yo", Season::letters)
}

const _: () = assert!(MAX_SEATS == 4, "the dummy has the fourth place");
