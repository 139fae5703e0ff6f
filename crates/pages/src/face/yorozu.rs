//! Yorozu: the pair that lies face up, the open seasons, the cards that were taken, and secret choices.

use maud::{Markup, Render, html};
use rules::yorozu::{
    Action, Ask, Card, MAX_SEATS, Multiplier, Open, Own, Phase, RulesLevel, Season, Seasons, State,
};
use rules::{Fact, Game as _, Open as _, Seat, Term};
use words::example::yorozu::{self as example, ExampleRound, Picture};
use words::spoken::yorozu::prize;

use super::Face;
use super::ask::{Asked, in_one_step};
use super::card::{card, face, lettered, shape, signed, suit, token};
use super::example::total;
use super::scene::{AlwaysNew, Scene, Sight, Subject};
use super::sheet::term_text;
use super::write::Text;
use crate::art::yorozu as art;
use crate::piece::Pieces;

/// The dummy's place with 3 players.
const DUMMY: Seat = Seat::new(3);

impl Face for State {
    const EMBLEM: &'static str = include_str!("../../assets/yorozu.svg");
    const CATS: super::CardCats = (0..=13, art::card_cat);
    const SCENE: fn() -> String = art::scene;
    const HAS_SEALED_CHOICES: bool = true;
    const HAS_PARADOXES: bool = false;

    fn board(sight: &Sight<'_, State>, pieces: &mut Pieces) {
        let open = &sight.view.open;
        sight.put(pieces, "feast", Subject::Board, feast);
        if !open.plays().is_empty() && open.up().is_some() {
            taken(sight, pieces);
        }
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
        let count = |thing: &'static str, n: u8, id: &str| {
            html! {
                span.count role="img" aria-label=(scene.tell(id, &[("n", n.into())])) {
                    (shape(thing)) (n)
                }
                " "
            }
        };
        let ended = open.feasts() > 0 && open.n_rounds() > 0;
        let between = !matches!(open.phase(), Phase::Play | Phase::Swap);
        html! {
            (count("fish", fish, "yorozu-face-fish"))
            (count("booze", open.booze(seat), "yorozu-face-booze"))
            (count("crow", crows, "yorozu-face-crows"))
            @if matches!(open.phase(), Phase::Redeal | Phase::Play) && open.chosen().has(seat) {
                span.done { (scene.say("face-done")) } " "
            }
            @if ended && between {
                span { (scene.points("yorozu-face-this-feast", open.points(seat))) } " "
            }
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
                    let class = ["card", letters(card)];
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

    fn term(scene: &Scene<'_, State>, seat: Seat, term: &Term, out: &mut String) {
        let season = Season::ALL.into_iter().zip(["spring", "summer", "fall", "winter"]);
        let season = season.into_iter().find(|(_, column)| *column == term.column);
        html! {
            @match (season, term.column) {
                (Some((season, _)), _) => (season_of(scene, season)),
                (None, "booze") => @for _ in 0..scene.open.booze(seat).max(1) { (shape("booze")) },
                (None, "crows") => (shape("crow")),
                (None, _) => (shape("fish")),
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

/// The pair that lies face up, and the seasons.
fn feast(scene: &Scene<'_, State>, out: &mut String) {
    let open = scene.open;
    html! {
        section #feast.feast {
            @if let Some(up) = open.up() {
                (pair(scene, up, open.dummy_up()))
                (seasons(scene, open.open_seasons()))
            }
        }
    }
    .render_to(out);
}

/// The cards that lie face up, and the dummy's card.
fn pair(scene: &Scene<'_, State>, [low, high]: [Card; 2], dummy: Option<Card>) -> Markup {
    let face_up = [("yorozu-face-lowest", Some(low)), ("yorozu-face-highest", Some(high))];
    html! {
        dl.pair {
            @for (id, card) in face_up.into_iter().chain([("yorozu-face-dummy", dummy)]) {
                @if let Some(card) = card {
                    div { dt { (scene.say(id)) } dd { (lying(scene, card)) } }
                }
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
        Action::Swap(yorozu) | Action::Play(yorozu) => {
            html! { (asked.button(action, ["card", "yo"], name(sight, yorozu), show(sight, yorozu))) }
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
            let inside = html! { (shape(season.letters())) span { (label) } };
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

/// The last card that each place played, and the cards it has taken, in order.
fn taken(sight: &Sight<'_, State>, pieces: &mut Pieces) {
    let dummy = sight.view.open.rules().has_dummy().then_some(DUMMY);
    pieces.fixed("<table class=\"taken\" id=\"taken\">");
    pieces.frame(&html! {
        caption { (sight.say("yorozu-face-taken")) }
        thead {
            tr {
                th scope="col" { (sight.say("yorozu-face-who")) }
                th scope="col" { (sight.say("yorozu-face-played")) }
                th scope="col" { (sight.say("yorozu-face-has-taken")) }
            }
        }
    });
    for place in sight.around().chain(dummy) {
        let [played_id, taken_id] = CARDS[place.index()];
        pieces.fixed("<tr>");
        pieces.frame(&html! {
            th scope="row" {
                @if Some(place) == dummy { (sight.say("yorozu-dummy")) }
                @else { (token(sight, place)) (sight.words.seat(place)) }
            }
        });
        let played =
            move |scene: &Scene<'_, State>| scene.open.plays().last().map(|plays| plays[place]);
        let taken = move |scene: &Scene<'_, State>| scene.open.taken(place).collect::<Vec<_>>();
        pieces.fixed("<td>");
        sight.put_of(
            pieces,
            played_id,
            Subject::LastPlay(place),
            played,
            move |scene, played, out| {
                minis(scene, played_id, played.as_slice()).render_to(out);
            },
        );
        pieces.fixed("</td><td>");
        sight.put_of(
            pieces,
            taken_id,
            Subject::Belongings(place),
            taken,
            move |scene, taken, out| {
                minis(scene, taken_id, taken).render_to(out);
            },
        );
        pieces.fixed("</td></tr>");
    }
    pieces.fixed("</table>");
}

/// The ids of each place's played and taken cards.
const CARDS: [[&str; 2]; MAX_SEATS] = [
    ["played-0", "taken-0"],
    ["played-1", "taken-1"],
    ["played-2", "taken-2"],
    ["played-3", "taken-3"],
];

fn minis(scene: &Scene<'_, State>, id: &str, cards: &[Card]) -> Markup {
    html! { span id=(id) { @for &card in cards { (mini(scene, card)) " " } } }
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
        span class={ "mini " (letters(card)) } role="img" aria-label=(name(scene, card)) {
            (lettered(letters(card))) b { (card.value()) } (things(scene, card))
        }
    }
}

fn lying(scene: &Scene<'_, State>, lying: Card) -> impl Render + use<> {
    card([letters(lying), ""], name(scene, lying), show(scene, lying))
}

fn show(scene: &Scene<'_, State>, card: Card) -> Markup {
    html! { (face(State::ID, letters(card), card.value())) span.things { (things(scene, card)) } }
}

/// Fish, booze or crow.
fn things(scene: &Scene<'_, State>, card: Card) -> Markup {
    let rules = scene.open.rules();
    html! {
        @for _ in 0..rules.fish(card) { (shape("fish")) }
        @if rules.booze_cards().has(card) { (shape("booze")) }
        @if card.is_crow() { (shape("crow")) }
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
