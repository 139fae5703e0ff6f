//! Setting up a table: the form, and what it says as terms.
//!
//! Everything works without scripts: another game or number of players is a link that shows the form anew. A form that
//! does not fit is shown again with each problem beside its field, and nothing has happened.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use bots::Level;
use maud::{Markup, html};
use rules::notation::{Unreadable, Values};
use rules::{Fact, Game, GameId, Rules, Say, Visit};
use table::command::MAX_NAME;
use table::deck::{Deck, DeckError};
use table::sealed::Chosen;
use table::terms::{
    BANK_SECONDS, BadTerms, Clock, GRACE_SECONDS, INCREMENT_SECONDS, MOVE_SECONDS, PACE_MILLIS,
    Place as Chair, StandIn, Terms,
};
use words::Words;

use crate::app::App;
use crate::error::{PageError, Problem};
use crate::fields::{Asked, Fields, Sent};
use crate::language::Reader;
use crate::layout::{Page, Place};
use crate::limits::{Address, Limited};
use crate::visitor::Visitor;

/// A table that somebody wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NewTable {
    /// What whoever sets it up is called there.
    pub(crate) name: String,
    /// What is agreed.
    pub(crate) terms: Terms,
}

/// `GET /new`: the form, filled in as far as the address says.
pub(crate) async fn show(
    Reader(words): Reader,
    Asked(fields): Asked,
) -> Result<Html<String>, PageError> {
    let game = match fields.get("game") {
        Some(name) => GameId::named(name).ok_or(Problem::NotFound)?,
        None => GameId::ALL[0],
    };
    Ok(Html(page(&words, game, &fields, &[])))
}

/// `POST /new`.
pub(crate) async fn create(
    State(app): State<App>,
    Reader(words): Reader,
    visitor: Visitor,
    address: Address,
    Sent(fields): Sent,
) -> Result<Response, PageError> {
    let game = fields.get("game").and_then(GameId::named).ok_or(Problem::BadRequest)?;
    match game.visit(Read(&fields)) {
        Ok(table) => set_up(&app, table, visitor, address).await,
        Err(wrongs) => {
            let page = page(&words, game, &fields, &wrongs);
            Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
        }
    }
}

/// `POST /play`: a table against bots, at once.
pub(crate) async fn play(
    State(app): State<App>,
    Reader(words): Reader,
    visitor: Visitor,
    address: Address,
    Sent(fields): Sent,
) -> Result<Response, PageError> {
    let game = fields.get("game").and_then(GameId::named).ok_or(Problem::BadRequest)?;
    let level = fields.get("level").and_then(Level::named).ok_or(Problem::BadRequest)?;
    let name = words.message("home-you", &[]);
    set_up(&app, NewTable { name, terms: game.visit(Alone(level)) }, visitor, address).await
}

async fn set_up(
    app: &App,
    table: NewTable,
    visitor: Visitor,
    address: Address,
) -> Result<Response, PageError> {
    app.buckets().take(Limited::Table, address)?;
    let (holder, cookie) = visitor.stay(app);
    let path = app.set_up(table, holder).await?;
    Ok((cookie, Redirect::to(&path)).into_response())
}

/// The terms of somebody who plays against bots by the usual rules. Nobody has to see that.
struct Alone(Level);

impl Visit for Alone {
    type Output = Terms;

    fn visit<G: Game>(self) -> Terms {
        let rules: G::Rules = G::ID.name().parse().expect("a game's name is a rules line");
        let mut terms = Terms { chat: false, watching: false, ..Terms::new::<G>(&rules) };
        for chair in &mut terms.places[1..] {
            *chair = Chair::Bot(level(self.0));
        }
        terms
    }
}

fn level(level: Level) -> table::terms::Level {
    table::terms::Level::named(level.name()).expect("our levels have short names")
}

/// What is wrong with a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wrong {
    field: String,
    why: Why,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Why {
    /// Not one of the values that were offered.
    NotOffered(String),
    /// A number out of its range, or none at all.
    Range { found: String, min: u32, max: u32 },
    /// A name with so many letters.
    Name(usize),
    /// The rules have no such value.
    Rules(Unreadable),
    /// The deck file cannot be used.
    Deck(DeckError),
    /// All of it fits by itself, but not together.
    Terms(BadTerms),
}

impl Wrong {
    fn new(field: &str, why: Why) -> Wrong {
        Wrong { field: field.to_owned(), why }
    }

    fn sentence(&self, words: &Words) -> String {
        match &self.why {
            Why::NotOffered(found) => {
                words.message("new-wrong-choice", &[("found", found.clone().into())])
            }
            Why::Range { found, min, max } => words.message(
                "new-wrong-number",
                &[("found", found.clone().into()), ("min", (*min).into()), ("max", (*max).into())],
            ),
            Why::Name(n_letters) => words.message(
                "table-no-bad-name",
                &[("found", (*n_letters as i64).into()), ("max", Fact::Number(MAX_NAME as i64))],
            ),
            Why::Rules(unreadable) => words.unreadable(unreadable),
            Why::Deck(error) => {
                let reason = words.message(&format!("deck-{}", error.code()), &error.facts());
                match error.at {
                    Some(at) => words.message(
                        "new-wrong-line",
                        &[("line", at.line.into()), ("reason", reason.into())],
                    ),
                    None => reason,
                }
            }
            Why::Terms(bad) => words.message(&format!("terms-{}", bad.code()), &bad.facts()),
        }
    }
}

/// Reads the form of a game.
struct Read<'a>(&'a Fields);

impl Visit for Read<'_> {
    type Output = Result<NewTable, Vec<Wrong>>;

    fn visit<G: Game>(self) -> Self::Output {
        let mut form = Form { fields: self.0, wrongs: Vec::new() };
        let name = form.name();
        let rules = form.rules::<G>();
        // Without rules nobody knows how many seats there are; the other fields are looked at nevertheless.
        let n_seats = rules.map_or_else(|| form.n_chairs(), |rules| rules.n_seats());
        let places = (0..n_seats).map(|seat| form.chair(seat)).collect();
        let clock = form.clock();
        let stand_in = form.stand_in();
        let listed = form.choice("listed", &["link", "home"]) == "home";
        let watching = form.choice("watching", &YES_NO) == "yes";
        let chat = form.choice("chat", &YES_NO) == "yes";
        let hidden = form.choice("chosen", &CHOSEN) == "hidden";
        let chosen = if hidden { Chosen::Hidden } else { Chosen::Shown };
        let pace = form.number("pace", PACE, PACE_MILLIS);
        let Some(rules) = rules else { return Err(form.wrongs) };
        let terms = Terms {
            places,
            clock,
            stand_in,
            listed,
            watching,
            chosen,
            chat,
            pace,
            ..Terms::new::<G>(&rules)
        };
        if form.wrongs.is_empty()
            && let Err(bad) = terms.check()
        {
            form.wrong(field_of(bad.key), Why::Terms(bad));
        }
        if form.wrongs.is_empty() { Ok(NewTable { name, terms }) } else { Err(form.wrongs) }
    }
}

/// The field that stands for one of the terms.
fn field_of(key: &'static str) -> &'static str {
    match key {
        "rules" => "players",
        "seats" => "seat-1",
        key => key,
    }
}

const YES_NO: [&str; 2] = ["yes", "no"];
const CHOSEN: [&str; 2] = ["shown", "hidden"];
const CLOCKS: [&str; 3] = ["none", "move", "bank"];

/// What is offered where a number is wanted; the form takes any within the range. The first of each is the default.
const MOVE: &[u32] = &[60, 20, 30, 120, 300, 86_400, 259_200, 604_800];
const BANK: &[u32] = &[1_200, 300, 600, 1_800, 2_700, 3_600];
const INCREMENT: &[u32] = &[10, 0, 5, 20, 30, 60];
const GRACE: &[u32] = &[120, 30, 60, 300, 600, 3_600];
const PACE: &[u32] = &[900, 0, 400, 2_000];

/// A form that is being read, and what was wrong so far.
struct Form<'a> {
    fields: &'a Fields,
    wrongs: Vec<Wrong>,
}

impl Form<'_> {
    fn wrong(&mut self, field: &str, why: Why) {
        self.wrongs.push(Wrong::new(field, why));
    }

    fn name(&mut self) -> String {
        let name = self.fields.filled("name").unwrap_or_default();
        let n_letters = name.chars().count();
        if n_letters == 0 || n_letters > MAX_NAME {
            self.wrong("name", Why::Name(n_letters));
        }
        name.to_owned()
    }

    /// The rules set, from all fields that belong to it.
    fn rules<G: Game>(&mut self) -> Option<G::Rules> {
        let players = self.fields.filled("players").unwrap_or("4");
        let line = format!("{} players={players}", G::ID.name());
        if let Err(unreadable) = line.parse::<G::Rules>() {
            self.wrong("players", Why::Rules(unreadable));
            return None;
        }
        let n_wrongs = self.wrongs.len();
        let mut whole = line.clone();
        for option in G::Rules::OPTIONS.iter().filter(|option| option.key != "players") {
            let field = format!("rule-{}", option.key);
            let Some(value) = self.fields.filled(&field) else { continue };
            let pick = format!(" {}={value}", option.key);
            // A blank in a value would be the next pick.
            let bad = value.contains(char::is_whitespace);
            if bad || matches!(option.values, Values::Table) {
                self.wrong(&field, Why::NotOffered(value.to_owned()));
            } else if let Err(unreadable) = (line.clone() + &pick).parse::<G::Rules>() {
                self.wrong(&field, Why::Rules(unreadable));
            }
            whole += &pick;
        }
        let deck = self.deck::<G>(&line);
        if self.wrongs.len() > n_wrongs {
            return None;
        }
        let rules = whole.parse::<G::Rules>();
        let rules =
            rules.map_err(|unreadable| self.wrong("players", Why::Rules(unreadable))).ok()?;
        match deck {
            Some(deck) => deck.apply::<G>(rules).ok(),
            None => Some(rules),
        }
    }

    /// The deck file, if there is one for this game.
    fn deck<G: Game>(&mut self, line: &str) -> Option<Deck> {
        let text = self.fields.filled("deck")?;
        let read = Deck::read(text).and_then(|deck| {
            let rules: G::Rules = line.parse().expect("the line has been read before");
            deck.apply::<G>(rules).map(|_| deck)
        });
        read.map_err(|error| self.wrong("deck", Why::Deck(error))).ok()
    }

    /// How many chairs the form has, where the rules do not say.
    fn n_chairs(&self) -> u8 {
        let chairs = 1..rules::MAX_SEATS as u8;
        1 + chairs.filter(|seat| self.fields.get(&format!("seat-{seat}")).is_some()).count() as u8
    }

    /// Who sits there. The first chair is for whoever sets the table up.
    fn chair(&mut self, seat: u8) -> Chair {
        let field = format!("seat-{seat}");
        let found = self.fields.filled(&field).filter(|found| seat > 0 && *found != "person");
        let Some(found) = found else { return Chair::Person };
        if let Some(named) = Level::named(found) {
            return Chair::Bot(level(named));
        }
        self.wrong(&field, Why::NotOffered(found.to_owned()));
        Chair::Person
    }

    fn clock(&mut self) -> Clock {
        match self.choice("clock", &CLOCKS) {
            "move" => Clock::Move { seconds: self.number("move-time", MOVE, MOVE_SECONDS) },
            "bank" => Clock::Bank {
                seconds: self.number("bank-time", BANK, BANK_SECONDS),
                increment: self.number("increment", INCREMENT, INCREMENT_SECONDS),
            },
            _ => Clock::None,
        }
    }

    fn stand_in(&mut self) -> Option<StandIn> {
        let name = self.fields.filled("stand-in").unwrap_or(STAND_IN);
        let grace = self.number("grace", GRACE, GRACE_SECONDS);
        if name == "none" {
            return None;
        }
        let Some(named) = Level::named(name) else {
            self.wrong("stand-in", Why::NotOffered(name.to_owned()));
            return None;
        };
        Some(StandIn { level: level(named), grace })
    }

    /// One of these values; the first where the form says nothing.
    fn choice(&mut self, field: &str, values: &[&'static str]) -> &'static str {
        let Some(found) = self.fields.filled(field) else { return values[0] };
        let offered = values.iter().find(|value| **value == found);
        if offered.is_none() {
            self.wrong(field, Why::NotOffered(found.to_owned()));
        }
        offered.unwrap_or(&values[0])
    }

    /// A number in this range; the first that is offered where the form says nothing.
    fn number(&mut self, field: &str, offered: &[u32], (min, max): (u32, u32)) -> u32 {
        let Some(found) = self.fields.filled(field) else { return offered[0] };
        match found.parse() {
            Ok(number) if (min..=max).contains(&number) => number,
            Ok(_) | Err(_) => {
                self.wrong(field, Why::Range { found: found.to_owned(), min, max });
                offered[0]
            }
        }
    }
}

/// Who stands in where the form says nothing.
const STAND_IN: &str = "cat";

/// Games in which several seats choose at once and in secret, so that a table can hide who has chosen.
fn has_sealed_choices(game: GameId) -> bool {
    match game {
        GameId::Catbox | GameId::Yorozu => true,
        GameId::Catsle | GameId::Meow => false,
    }
}

/// A choice that the rules of a game leave open at a table of this size.
struct Offer {
    key: &'static str,
    values: Offered,
    default: String,
}

enum Offered {
    OneOf(Vec<&'static str>),
    Number { min: i32, max: i32 },
}

/// How many can play, how many do, and what else can be chosen then.
struct Offers {
    players: Vec<i32>,
    n_players: i32,
    open: Vec<Offer>,
}

/// Asks a game what can be chosen, for as many players as the form says.
struct Offering<'a>(&'a Fields);

impl Visit for Offering<'_> {
    type Output = Offers;

    fn visit<G: Game>(self) -> Offers {
        let name = G::ID.name();
        let rules_of = |line: &str| line.parse::<G::Rules>().ok();
        let players = G::Rules::OPTIONS.iter().find(|option| option.key == "players");
        let players: Vec<i32> = match players.map(|option| option.values) {
            Some(Values::Numbers { min, max }) => (min..=max).collect(),
            Some(Values::Words(_) | Values::Table) | None => Vec::new(),
        };
        let asked = self.0.filled("players").and_then(|number| number.parse().ok());
        let asked = asked.filter(|number| players.contains(number));
        let default = rules_of(name).map_or(4, |rules| rules.n_seats().into());
        let n_players = asked.unwrap_or(default);
        let line = format!("{name} players={n_players}");
        let Some(rules) = rules_of(&line) else {
            return Offers { players, n_players, open: Vec::new() };
        };
        let offers = G::Rules::OPTIONS.iter().filter(|option| option.key != "players");
        let offers = offers.filter_map(|option| {
            let fits = |value: &&str| rules_of(&format!("{line} {}={value}", option.key)).is_some();
            let values = match option.values {
                Values::Words(words) => {
                    let fitting: Vec<&str> = words.iter().copied().filter(fits).collect();
                    // Where there is nothing to choose there is nothing to ask.
                    (fitting.len() > 1).then_some(Offered::OneOf(fitting))?
                }
                Values::Numbers { min, max } => Offered::Number { min, max },
                Values::Table => return None,
            };
            Some(Offer { key: option.key, values, default: rules.value(option.key)? })
        });
        Offers { players, n_players, open: offers.collect() }
    }
}

/// The form, with what it says so far and what is wrong with that.
pub(crate) fn page(words: &Words, game: GameId, fields: &Fields, wrongs: &[Wrong]) -> String {
    let draw = Draw { words, fields, wrongs };
    let t = |id: &str| words.message(id, &[]);
    let Offers { players, n_players, open: offers } = game.visit(Offering(fields));
    let title = t("new-title");
    let main = html! {
        h1 { (title) }
        (draw.summary(game))
        nav.chips aria-label=(t("new-game")) {
            @for id in GameId::ALL {
                a href=(format!("/new?game={}", id.name())) aria-current=[(id == game).then_some("true")] {
                    (words.title(id))
                }
            }
        }
        nav.chips aria-label=(t("new-players")) {
            @for n in players {
                a href=(format!("/new?game={}&players={n}", game.name()))
                    aria-current=[(n == n_players).then_some("true")] {
                    (words.message("new-n-players", &[("n", n.into())]))
                }
            }
        }
        form.new-table method="post" action="/new" {
            input type="hidden" name="game" value=(game.name());
            input type="hidden" name="players" value=(n_players);
            (draw.notes("players"))
            section.panel.wide aria-labelledby="who" {
                h2 #who { (t("new-who")) }
                (draw.text_field("name"))
                div.seats {
                    @for seat in 1..n_players { (draw.chair(seat)) }
                }
            }
            @if !offers.is_empty() {
                section.panel aria-labelledby="rules" {
                    h2 #rules { (t("new-rules")) }
                    p.quiet { a href=(format!("/rules/{}", game.name())) { (t("new-rules-link")) } }
                    @for offer in &offers { (draw.offer(game, offer)) }
                }
            }
            section.panel aria-labelledby="time" {
                h2 #time { (t("new-time")) }
                div.clock {
                    (draw.radios("clock", &CLOCKS))
                    div.row {
                        (draw.select("move-time", MOVE, "new-duration"))
                        (draw.select("bank-time", BANK, "new-duration"))
                        (draw.select("increment", INCREMENT, "new-duration"))
                    }
                }
                div.row {
                    (draw.levels("stand-in", "none", STAND_IN))
                    (draw.select("grace", GRACE, "new-duration"))
                    (draw.select("pace", PACE, "new-pace-of"))
                }
            }
            section.panel aria-labelledby="house" {
                h2 #house { (t("new-house")) }
                (draw.radios("listed", &["link", "home"]))
                (draw.radios("watching", &YES_NO))
                (draw.radios("chat", &YES_NO))
                @if has_sealed_choices(game) { (draw.radios("chosen", &CHOSEN)) }
            }
            (draw.deck(game))
            div.actions { button.primary { (t("new-create")) } }
        }
    };
    Page::new(words, &title).at(Place::New).render(&main)
}

/// Draws fields with their explanations and what is wrong with them.
struct Draw<'a> {
    words: &'a Words,
    fields: &'a Fields,
    wrongs: &'a [Wrong],
}

impl Draw<'_> {
    fn t(&self, id: &str) -> String {
        self.words.message(id, &[])
    }

    /// What is wrong, all together, each with a link to its field.
    fn summary(&self, game: GameId) -> Markup {
        html! {
            @if !self.wrongs.is_empty() {
                div.problems role="alert" {
                    h2 { (self.words.message("new-problems", &[("n", (self.wrongs.len() as i64).into())])) }
                    ul {
                        @for wrong in self.wrongs {
                            li {
                                a href=(format!("#{}", wrong.field)) { (self.label(game, &wrong.field)) }
                                p { (wrong.sentence(self.words)) }
                            }
                        }
                    }
                }
            }
        }
    }

    /// What a field is called on the page.
    fn label(&self, game: GameId, field: &str) -> String {
        if let Some(key) = field.strip_prefix("rule-") {
            return self.words.option(game, key);
        }
        match field.strip_prefix("seat-").and_then(|seat| seat.parse::<i64>().ok()) {
            Some(seat) => self.words.message("new-seat", &[("number", (seat + 1).into())]),
            None => self.t(&format!("new-{field}")),
        }
    }

    /// What is wrong with a field.
    fn notes(&self, field: &str) -> Markup {
        let wrongs: Vec<&Wrong> = self.wrongs.iter().filter(|wrong| wrong.field == field).collect();
        html! {
            @if !wrongs.is_empty() {
                div.wrong id=(format!("{field}-wrong")) {
                    @for wrong in wrongs { p { (wrong.sentence(self.words)) } }
                }
            }
        }
    }

    /// For screen readers: that something is wrong, and where it is said.
    fn invalid(&self, field: &str) -> (Option<&'static str>, Option<String>) {
        let wrong = self.wrongs.iter().any(|wrong| wrong.field == field);
        (wrong.then_some("true"), wrong.then(|| format!("{field}-wrong")))
    }

    fn text_field(&self, field: &str) -> Markup {
        let (invalid, described) = self.invalid(field);
        html! {
            div.field {
                label for=(field) { (self.t(&format!("new-{field}"))) }
                input #(field) name=(field) required maxlength=(MAX_NAME) autocomplete="nickname"
                    value=[self.fields.get(field)] aria-invalid=[invalid] aria-describedby=[described];
                (self.notes(field))
            }
        }
    }

    fn chair(&self, seat: i32) -> Markup {
        let field = format!("seat-{seat}");
        let label = self.words.message("new-seat", &[("number", (seat + 1).into())]);
        self.level_select(&field, &label, "person", "person")
    }

    fn levels(&self, field: &str, other: &str, default: &str) -> Markup {
        self.level_select(field, &self.t(&format!("new-{field}")), other, default)
    }

    /// A bot's level, or something else instead.
    fn level_select(&self, field: &str, label: &str, other: &str, default: &str) -> Markup {
        let values = [other].into_iter().chain(Level::ALL.map(Level::name));
        let chosen = self.chosen(field, values.clone(), default);
        let (invalid, described) = self.invalid(field);
        html! {
            div.field {
                label for=(field) { (label) }
                select #(field) name=(field) aria-invalid=[invalid] aria-describedby=[described] {
                    @for value in values {
                        option value=(value) selected[value == chosen] {
                            (self.t(&format!("new-level-{value}")))
                        }
                    }
                }
                (self.notes(field))
            }
        }
    }

    /// The value that the form has, if it is one of these; else the default.
    fn chosen<'v>(
        &self,
        field: &str,
        mut values: impl Iterator<Item = &'v str>,
        default: &'v str,
    ) -> &'v str {
        let found = self.fields.filled(field);
        values.find(|value| Some(*value) == found).unwrap_or(default)
    }

    /// Numbers to choose from, told in words.
    fn select(&self, field: &str, offered: &[u32], told: &str) -> Markup {
        let mut sorted = offered.to_vec();
        let found = self.fields.filled(field).and_then(|found| found.parse().ok());
        let wrong = self.wrongs.iter().any(|wrong| wrong.field == field);
        let chosen = found.filter(|_| !wrong).unwrap_or(offered[0]);
        sorted.push(chosen);
        sorted.sort_unstable();
        sorted.dedup();
        let (invalid, described) = self.invalid(field);
        html! {
            div.field.(format!("for-{field}")) {
                label for=(field) { (self.t(&format!("new-{field}"))) }
                select #(field) name=(field) aria-invalid=[invalid] aria-describedby=[described] {
                    @for number in sorted {
                        option value=(number) selected[number == chosen] { (self.told(told, number)) }
                    }
                }
                (self.notes(field))
            }
        }
    }

    /// A number in words: a duration in the unit that suits it.
    fn told(&self, id: &str, number: u32) -> String {
        if id != "new-duration" {
            return self.words.message(id, &[("n", number.into())]);
        }
        let units = [(86_400, "days"), (3_600, "hours"), (60, "minutes")];
        let unit = units
            .into_iter()
            .find(|(seconds, _)| number >= *seconds && number.is_multiple_of(*seconds));
        let (seconds, unit) = unit.unwrap_or((1, "seconds"));
        self.words.message(&format!("{id}-{unit}"), &[("n", (number / seconds).into())])
    }

    fn radios(&self, field: &str, values: &[&str]) -> Markup {
        let legend = self.t(&format!("new-{field}"));
        let label = |value: &str| html! { (self.t(&format!("new-{field}-{value}"))) };
        self.radio_group(field, &legend, values, values[0], label)
    }

    fn radio_group(
        &self,
        field: &str,
        legend: &str,
        values: &[&str],
        default: &str,
        label: impl Fn(&str) -> Markup,
    ) -> Markup {
        let chosen = self.chosen(field, values.iter().copied(), default);
        let (_, described) = self.invalid(field);
        html! {
            fieldset.field.short-options[values == YES_NO] id=(field) aria-describedby=[described] {
                legend { (legend) }
                @for value in values {
                    label.option {
                        input type="radio" name=(field) value=(value) checked[*value == chosen];
                        span { (label(value)) }
                    }
                }
                (self.notes(field))
            }
        }
    }

    fn offer(&self, game: GameId, offer: &Offer) -> Markup {
        let field = format!("rule-{}", offer.key);
        let legend = self.words.option(game, offer.key);
        match &offer.values {
            Offered::OneOf(values) => {
                self.radio_group(&field, &legend, values, &offer.default, |value| {
                    let told = self.words.option_value(game, offer.key, value);
                    let facts = [("value", Fact::Text((*value).to_owned())), ("told", told.into())];
                    html! { (self.words.message("new-value", &facts)) }
                })
            }
            Offered::Number { min, max } => {
                let (invalid, described) = self.invalid(&field);
                html! {
                    div.field {
                        label.legend for=(field) { (legend) }
                        input.short #(field) name=(field) type="number" min=(min) max=(max) required
                            value=(self.fields.filled(&field).unwrap_or(&offer.default))
                            aria-invalid=[invalid] aria-describedby=[described];
                        (self.notes(&field))
                    }
                }
            }
        }
    }

    fn deck(&self, game: GameId) -> Markup {
        let (text, (invalid, described)) = (self.fields.get("deck"), self.invalid("deck"));
        let open = invalid.is_some() || self.fields.filled("deck").is_some();
        html! {
            details.panel open[open] {
                summary { h2 { (self.t("new-deck")) } }
                p { (self.t("new-deck-why")) }
                div.field {
                    label for="deck" { (self.t("new-deck-text")) }
                    textarea #deck name="deck" rows="8" spellcheck="false" autocomplete="off"
                        aria-invalid=[invalid] aria-describedby=[described] {
                        (text.unwrap_or_default())
                    }
                    (self.notes("deck"))
                }
                p { (self.t("new-deck-standard")) }
                pre.scroll tabindex="0" { (Deck::standard(game).to_toml()) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Fields {
        let pair = |part: &str| {
            let (name, value) = part.split_once('=').unwrap();
            (name.to_owned(), value.replace('_', " "))
        };
        text.split('&').filter(|part| !part.is_empty()).map(pair).collect()
    }

    fn read(game: GameId, text: &str) -> Result<NewTable, Vec<Wrong>> {
        game.visit(Read(&fields(text)))
    }

    /// The terms that a form stands for.
    #[track_caller]
    fn check(game: GameId, text: &str, terms: &str) {
        let table = read(game, &format!("name=Mia&{text}")).unwrap();
        assert_eq!((table.name.as_str(), table.terms.to_string().as_str()), ("Mia", terms));
        assert_eq!(table.terms.to_string().parse(), Ok(table.terms));
    }

    #[test]
    fn forms_become_terms() {
        check(
            GameId::Meow,
            "players=3&seat-1=person&seat-2=tiger",
            "seats=person,person,tiger clock=none stand-in=cat/120 listed=no watching=yes \
             hide-chosen=no chat=yes pace=900 rules=meow@1 players=3 deck=basic vases=pairs fish=auto",
        );
        check(
            GameId::Catbox,
            "players=3&rule-side=purple&clock=bank&bank-time=600&increment=5&move-time=20\
             &stand-in=kitten&grace=30&listed=home&watching=no&chosen=hidden&chat=no&pace=0",
            "seats=person,person,person clock=600+5 stand-in=kitten/30 listed=yes watching=no \
             hide-chosen=yes chat=no pace=0 rules=catbox@1 players=3 edition=original side=purple",
        );
        check(
            GameId::Yorozu,
            "players=4&rule-level=advanced&rule-target=50&clock=move&move-time=86400",
            "seats=person,person,person,person clock=86400 stand-in=cat/120 listed=no watching=yes \
             hide-chosen=no chat=yes pace=900 rules=yorozu@1 players=4 level=advanced \
             edition=wood target=50",
        );
    }

    #[test]
    fn a_deck_is_part_of_the_rules() {
        let deck = Deck::standard(GameId::Meow).to_toml().replace("-8, -10", "-7, -8");
        let form = [("name", "Mia"), ("players", "3"), ("deck", &deck)];
        let form: Fields =
            form.map(|(name, value)| (name.to_owned(), value.to_owned())).into_iter().collect();
        let table = GameId::Meow.visit(Read(&form)).unwrap();
        assert!(table.terms.rules.ends_with(" fishbones=-1,-2,-3,-4,-5,-6,-7,-8"), "{table:?}");
        let wrongs = GameId::Catbox.visit(Read(&form)).unwrap_err();
        assert_eq!(wrongs.iter().map(|wrong| wrong.field.as_str()).collect::<Vec<_>>(), ["deck"]);
    }

    /// Every field that is wrong is named, at once.
    #[track_caller]
    fn refused(game: GameId, text: &str, expected: &[(&str, &str)]) {
        let wrongs = read(game, text).unwrap_err();
        let words = Words::english();
        let found: Vec<(&str, String)> =
            wrongs.iter().map(|wrong| (wrong.field.as_str(), wrong.sentence(&words))).collect();
        let found: Vec<(&str, &str)> =
            found.iter().map(|(field, sentence)| (*field, sentence.as_str())).collect();
        assert_eq!(found, expected);
        let page = page(&words, game, &fields(text), &wrongs);
        for (field, _) in expected {
            assert!(page.contains(&format!("id=\"{field}-wrong\"")), "{field} has no note");
            assert!(page.contains(&format!("href=\"#{field}\"")), "{field} is not linked");
        }
    }

    #[test]
    fn everything_wrong_is_named_beside_its_field() {
        refused(
            GameId::Catbox,
            "name=&players=3&rule-side=pink&seat-1=dog&clock=move&move-time=1&stand-in=cow\
             &grace=x&listed=maybe&watching=2&chat=3&chosen=4&pace=99999&deck=game",
            &[
                ("name", "a name has 1 to 20 letters, not 0"),
                ("rule-side", "found `pink`, wanted one of black, purple"),
                ("deck", "line 1: this is not TOML: key with no value, expected `=`"),
                ("seat-1", "`dog` is not offered here"),
                ("move-time", "found `1`, wanted a number from 5 to 1209600"),
                ("grace", "found `x`, wanted a number from 5 to 3600"),
                ("stand-in", "`cow` is not offered here"),
                ("listed", "`maybe` is not offered here"),
                ("watching", "`2` is not offered here"),
                ("chat", "`3` is not offered here"),
                ("chosen", "`4` is not offered here"),
                ("pace", "found `99999`, wanted a number from 0 to 10000"),
            ],
        );
        refused(
            GameId::Meow,
            "name=Mia&players=9",
            &[("players", "found `9`, wanted a number from 2 to 6")],
        );
        refused(
            GameId::Catbox,
            "name=Mia&clock=move&stand-in=none",
            &[("stand-in", "a table with a clock needs a stand-in, who moves when time is up")],
        );
        refused(
            GameId::Meow,
            "name=Mia&deck=game",
            &[("deck", "line 1: this is not TOML: key with no value, expected `=`")],
        );
        refused(
            GameId::Catsle,
            "name=Mia&rule-lead=winner_players=3",
            &[("rule-lead", "`winner players=3` is not offered here")],
        );
    }

    /// What a browser sends of a page when nothing is touched, and each other value that it offers.
    fn offered(page: &str) -> Vec<(String, Vec<String>)> {
        let attribute = |tag: &str, name: &str| {
            let at = tag.split(&format!(" {name}=\"")).nth(1)?;
            Some(at.split('"').next().unwrap_or_default().to_owned())
        };
        let mut found: Vec<(String, Vec<String>)> = Vec::new();
        let mut select = String::new();
        let form = page.split("<form").nth(1).unwrap();
        for tag in form.split('<') {
            let name = attribute(tag, "name").unwrap_or_else(|| select.clone());
            let value = attribute(tag, "value").unwrap_or_default();
            let default = tag.contains(" selected") || tag.contains(" checked");
            if tag.starts_with("select") {
                select = name;
            } else if tag.starts_with("option") || tag.starts_with("input") {
                match found.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, values)) if default => values.insert(0, value),
                    Some((_, values)) => values.push(value),
                    None => found.push((name, vec![value])),
                }
            }
        }
        found
    }

    #[test]
    fn whatever_the_form_offers_it_takes() {
        let words = Words::english();
        let mut n_forms = 0;
        for game in GameId::ALL {
            for players in 2..=6 {
                let asked = fields(&format!("players={players}"));
                let Offers { n_players, .. } = game.visit(Offering(&asked));
                if n_players != players {
                    continue;
                }
                let offered = offered(&page(&words, game, &asked, &[]));
                let form = |change: Option<(usize, usize)>| -> Fields {
                    let value = |(place, (name, values)): (usize, &(String, Vec<String>))| {
                        let pick =
                            change.filter(|(at, _)| *at == place).map_or(0, |(_, pick)| pick);
                        let value = if name == "name" { "Mia" } else { &values[pick] };
                        (name.clone(), value.to_owned())
                    };
                    offered.iter().enumerate().map(value).collect()
                };
                let plain = game.visit(Read(&form(None))).unwrap();
                let unasked = fields(&format!("name=Mia&players={players}"));
                assert_eq!(plain, game.visit(Read(&unasked)).unwrap(), "untouched is default");
                for (place, (_, values)) in offered.iter().enumerate() {
                    for pick in 0..values.len() {
                        let taken = game.visit(Read(&form(Some((place, pick)))));
                        assert!(taken.is_ok(), "{:?} is refused: {taken:?}", &offered[place]);
                        n_forms += 1;
                    }
                }
            }
        }
        assert!(n_forms > 500, "only {n_forms} forms were tried");
    }

    #[test]
    fn against_bots_at_once() {
        for game in GameId::ALL {
            for bots in Level::ALL {
                let terms = game.visit(Alone(bots));
                assert_eq!(terms.check(), Ok(()));
                let people = terms.places.iter().filter(|chair| **chair == Chair::Person).count();
                assert_eq!((people, terms.game()), (1, Ok(game)));
            }
        }
    }
}
