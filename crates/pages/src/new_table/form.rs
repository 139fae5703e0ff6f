//! The form as a page, with the values so far and the problems with them.

use bots::Level;
use maud::{Markup, html};
use rules::notation::Values;
use rules::{Fact, GameId, Rules};
use table::cat::CoatName;
use table::command::MAX_NAME;
use table::deck::DeckFile;
use words::Words;

use crate::cats;
use crate::face::{self, Face, VisitFace};
use crate::fields::Fields;
use crate::home::emblem;
use crate::layout::{NavItem, Page};

use super::read::{
    BANK, CHOSEN, CLOCKS, FieldProblem, GRACE, HINTS, INCREMENT, INTERLUDE, INTERLUDES, MOVE,
    NO_YES, PACE, STAND_IN, YES_NO,
};

/// A choice that the rules of a game offer at a table of this size.
pub(super) struct Offer {
    key: &'static str,
    values: Offered,
    default: String,
}

pub(super) enum Offered {
    OneOf(Vec<&'static str>),
    Number { min: i32, max: i32 },
}

/// The possible numbers of players, the chosen one, and the other choices for it.
pub(super) struct Offers {
    players: Vec<i32>,
    pub(super) n_players: i32,
    open: Vec<Offer>,
    has_sealed_choices: bool,
    has_paradoxes: bool,
}

/// Asks a game for its choices, for as many players as the form says.
pub(super) struct Offering<'a>(pub(super) &'a Fields);

impl VisitFace for Offering<'_> {
    type Output = Offers;

    fn visit<G: Face>(self) -> Offers {
        let name = G::ID.name();
        let rules_of = |line: &str| line.parse::<G::Rules>().ok();
        let players: Vec<i32> = G::Rules::PLAYERS.map(i32::from).collect();
        let asked = self.0.filled("players").and_then(|number| number.parse().ok());
        let asked = asked.filter(|number| players.contains(number));
        let default = rules_of(name).map_or(4, |rules| rules.n_seats().into());
        let n_players = asked.unwrap_or(default);
        let line = format!("{name} players={n_players}");
        let rules = rules_of(&line);
        let offers = G::Rules::OPTIONS.iter().filter(|option| option.key != "players");
        let offers = offers.filter_map(|option| {
            let fits = |value: &&str| rules_of(&format!("{line} {}={value}", option.key)).is_some();
            let values = match option.values {
                Values::Words(words) => {
                    let fitting: Vec<&str> = words.iter().copied().filter(fits).collect();
                    // A single value is no choice.
                    (fitting.len() > 1).then_some(Offered::OneOf(fitting))?
                }
                Values::Numbers { min, max } => Offered::Number { min, max },
                Values::Table => return None,
            };
            Some(Offer { key: option.key, values, default: rules?.value(option.key)? })
        });
        Offers {
            players,
            n_players,
            open: offers.collect(),
            has_sealed_choices: G::HAS_SEALED_CHOICES,
            has_paradoxes: G::HAS_PARADOXES,
        }
    }
}

/// The page of the form, with the values so far and the problems with them.
pub fn page(words: &Words, game: GameId, fields: &Fields, problems: &[FieldProblem]) -> String {
    let draw = Draw { words, fields, problems };
    let t = |id: &str| words.message(id, &[]);
    let Offers { players, n_players, open: offers, has_sealed_choices, has_paradoxes } =
        face::visit(game, Offering(fields));
    let title = t("new-title");
    let main = html! {
        h1 { (title) }
        (draw.summary(game))
        nav.chips.of-games aria-label=(t("new-game")) {
            @for id in GameId::ALL {
                a href=(format!("/new?game={}", id.name())) aria-current=[(id == game).then_some("true")] {
                    span.emblem.(id.name()) aria-hidden="true" { (emblem(id)) }
                    span { (words.title(id)) }
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
                (cats::choice(words, fields.filled("coat").and_then(CoatName::named)))
                (draw.notes("coat"))
                div.seats {
                    @for seat in 1..n_players { (draw.chair(seat)) }
                }
                // All later fields have good defaults.
                div.actions { button.primary { (t("new-create")) } }
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
                div.pause {
                    (draw.radios("interlude", &INTERLUDES))
                    (draw.select("interlude-time", INTERLUDE, "new-duration"))
                }
            }
            section.panel aria-labelledby="privacy" {
                h2 #privacy { (t("new-privacy")) }
                (draw.radios("listed", &["link", "home"]))
                (draw.radios("watching", &YES_NO))
                (draw.radios("newcomers", &NO_YES))
                (draw.radios("chat", &YES_NO))
                @if has_sealed_choices {
                    (draw.radios("chosen", &CHOSEN))
                    (draw.radios("changes", &YES_NO))
                }
            }
            section.panel aria-labelledby="help" {
                h2 #help { (t("new-help")) }
                (draw.radios("hints", &HINTS))
                @if has_paradoxes { (draw.radios("radar", &NO_YES)) }
            }
            (draw.deck(game))
            div.actions { button.primary { (t("new-create")) } }
        }
    };
    Page::new(words, &title).at(NavItem::New).render(&main)
}

/// Draws fields with their labels and problems.
struct Draw<'a> {
    words: &'a Words,
    fields: &'a Fields,
    problems: &'a [FieldProblem],
}

impl Draw<'_> {
    fn t(&self, id: &str) -> String {
        self.words.message(id, &[])
    }

    /// All problems, each with a link to its field.
    fn summary(&self, game: GameId) -> Markup {
        html! {
            @if !self.problems.is_empty() {
                div.problems role="alert" {
                    h2 { (self.words.message("new-problems", &[("n", (self.problems.len() as i64).into())])) }
                    ul {
                        @for problem in self.problems {
                            li {
                                a href=(format!("#{}", problem.field)) { (self.label(game, &problem.field)) }
                                p { (problem.sentence(self.words)) }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The label of a field.
    fn label(&self, game: GameId, field: &str) -> String {
        if let Some(key) = field.strip_prefix("rule-") {
            return self.words.option(game, key);
        }
        match field.strip_prefix("seat-").and_then(|seat| seat.parse::<i64>().ok()) {
            Some(seat) => self.words.message("new-seat", &[("number", (seat + 1).into())]),
            None => self.t(&format!("new-{field}")),
        }
    }

    /// The problems of a field.
    fn notes(&self, field: &str) -> Markup {
        let problems: Vec<&FieldProblem> =
            self.problems.iter().filter(|problem| problem.field == field).collect();
        html! {
            @if !problems.is_empty() {
                div.wrong id=(format!("{field}-wrong")) {
                    @for problem in problems { p { (problem.sentence(self.words)) } }
                }
            }
        }
    }

    /// For screen readers: whether a field has a problem, and the id of its description.
    fn invalid(&self, field: &str) -> (Option<&'static str>, Option<String>) {
        let is_invalid = self.problems.iter().any(|problem| problem.field == field);
        (is_invalid.then_some("true"), is_invalid.then(|| format!("{field}-wrong")))
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

    /// The levels of bots, and one other value.
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

    /// The value in the form if it is one of these, else the default.
    fn chosen<'v>(
        &self,
        field: &str,
        mut values: impl Iterator<Item = &'v str>,
        default: &'v str,
    ) -> &'v str {
        let found = self.fields.filled(field);
        values.find(|value| Some(*value) == found).unwrap_or(default)
    }

    /// Numbers to choose from, in words.
    fn select(&self, field: &str, offered: &[u32], told: &str) -> Markup {
        let mut sorted = offered.to_vec();
        let found = self.fields.filled(field).and_then(|found| found.parse().ok());
        let is_invalid = self.problems.iter().any(|problem| problem.field == field);
        let chosen = found.filter(|_| !is_invalid).unwrap_or(offered[0]);
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

    /// A number in words, a duration in its largest whole unit.
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
            fieldset.field.short-options[values == YES_NO || values == NO_YES] id=(field) aria-describedby=[described] {
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
                pre.scroll tabindex="0" { (DeckFile::standard(game).to_toml()) }
            }
        }
    }
}
