//! Yorozu: the pair that lies face up, the open seasons, the cards that were taken, and secret choices.

use maud::{Markup, PreEscaped, Render, html};
use rules::yorozu::{
    Action, Ask, Card, MAX_SEATS, Multiplier, Open, Own, Phase, RulesLevel, Season, Seasons, State,
};
use rules::{Fact, Open as _, Seat, Term};
use words::example::yorozu::{self as example, ExampleRound, Picture};
use words::spoken::yorozu::prize;

use super::Face;
use super::ask::{Asked, in_one_step};
use super::card::{card, face, lettered, signed, suit, thing, token};
use super::example::total;
use super::scene::{AlwaysNew, Scene, Sight, Subject};
use super::seat::PLAYS;
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
        let count = |what: &'static str, n: u8, id: &str| {
            html! {
                span.cnt.(what) role="img" aria-label=(scene.tell(id, &[("n", n.into())])) {
                    @if what == "booze" {
                        // YOR-29: the third token ends the feast.
                        @for one in 0..N_BOOZE { i.f[one < n] { (thing("th-flask")) } }
                        @if n > N_BOOZE { b { (n) } }
                    } @else if what == "fish" {
                        (thing("th-fish")) b { (n) }
                    } @else {
                        (thing("th-crow")) b { (n) }
                    }
                }
            }
        };
        html! {
            (count("fish", fish, "yorozu-face-fish"))
            (count("booze", open.booze(seat), "yorozu-face-booze"))
            (count("crow", crows, "yorozu-face-crows"))
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
                    asked.button(Action::Play(card), class, name(sight, card), show(sight, card))
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
        let season = Season::ALL.into_iter().zip(["spring", "summer", "fall", "winter"]);
        let season = season.into_iter().find(|(_, column)| *column == term.column);
        html! {
            @match (season, term.column) {
                (Some((season, _)), _) => (season_of(scene, season)),
                (None, "booze") => @for _ in 0..scene.open.booze(seat).max(1) { (thing("th-flask")) },
                (None, "crows") => (thing("th-crow")),
                (None, _) => (thing("th-fish")),
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
            @if let Some(up) = open.up() { (pair(scene, up, open.dummy_up())) }
        }
    }
    .render_to(out);
}

/// The cards that lie face up, and the dummy's card.
fn pair(scene: &Scene<'_, State>, [low, high]: [Card; 2], dummy: Option<Card>) -> Markup {
    html! {
        dl.pair.tray {
            div.up { dt { (scene.say("yorozu-face-lowest")) } dd { (lying(scene, low)) } }
            div.mid {
                @if let Some(dummy) = dummy {
                    dt { (scene.say("yorozu-face-dummy")) } dd { (lying(scene, dummy)) }
                } @else {
                    span.vs aria-hidden="true" { (kit::suit("yo")) }
                    p { (scene.say("yorozu-face-between")) }
                }
            }
            div.up { dt { (scene.say("yorozu-face-highest")) } dd { (lying(scene, high)) } }
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
            (LANTERN)
            span.ls {
                (kit::suit(season.letters()))
                b { (scene.say(season.name())) }
                em { (scene.say(state)) }
            }
        }
    }
}

/// A paper lantern.
const LANTERN: PreEscaped<&str> = PreEscaped(
    "<svg viewBox=\"0 0 100 120\" aria-hidden=\"true\"><path d=\"M50 0V12\" stroke=\"#1c0d10\" stroke-width=\"4\"/>\
     <path class=\"cap\" d=\"M34 12H66V22H34Z\"/><path class=\"skin\" d=\"M30 22H70C96 34 96 88 70 100H30C4 88 4 34 30 22Z\"/>\
     <path class=\"rib\" d=\"M16 42Q50 48 84 42M11 61Q50 67 89 61M16 80Q50 86 84 80\"/><path class=\"cap\" d=\"M34 100H66V108H34Z\"/>\
     <path d=\"M50 108V120\" stroke=\"#c7352e\" stroke-width=\"4\"/></svg>",
);

/// A choice that is no card of the hand.
fn answer(sight: &Sight<'_, State>, asked: &Asked<State>, action: Action) -> Markup {
    let open = &sight.view.open;
    match action {
        Action::Redeal(wish) => {
            let label = sight.say(if wish { "yorozu-face-redeal" } else { "yorozu-face-keep" });
            html! { (asked.button(action, ["answer", ""], label.clone(), label)) }
        }
        Action::Swap(yorozu) | Action::Play(yorozu) => {
            html! { (asked.button(action, ["card", "yz yo"], name(sight, yorozu), show(sight, yorozu))) }
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
    Open(Card),
}

impl Front {
    fn of(scene: &Scene<'_, State>, place: Seat) -> Front {
        let open = scene.open;
        match open.phase() {
            // While a crow chooses, all cards lie open.
            Phase::Swap => Front::Open(open.front(place)),
            Phase::Play if place == DUMMY && open.rules().has_dummy() => Front::Nothing,
            Phase::Play if open.chosen().has(place) => Front::Sealed,
            Phase::Play => Front::Choosing,
            _ => Front::Nothing,
        }
    }
}

/// The card in front of a place: an element of its own.
fn front(sight: &Sight<'_, State>, place: Seat, pieces: &mut Pieces) {
    let id = PLAYS[place.index()];
    let key = move |scene: &Scene<'_, State>| Front::of(scene, place);
    sight.put_of(pieces, id, Subject::Play(place), key, move |scene, front, out| {
        html! {
            div.played.seal[*front == Front::Sealed] id=(id) {
                @match *front {
                    Front::Nothing => {},
                    Front::Choosing => span.slot { (scene.say("yorozu-face-choosing")) },
                    Front::Sealed => {
                        span.card.back role="img" aria-label=(scene.say("yorozu-face-sealed")) {}
                        small { (kit::icon("check")) (scene.say("face-chosen")) }
                    },
                    Front::Open(card) => (lying(scene, card)),
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
            (pair(scene, example::pair(open), None))
            (seasons(scene, open.open_seasons()))
        },
        Picture::Round(round) => {
            let up = example::pair(&round.before);
            html! {
                (pair(scene, up, None))
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
