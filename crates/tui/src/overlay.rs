//! Overlays to read: help, last trick, scores, rules.

use bots::BotName;
use crossterm::event::{KeyCode, MouseEventKind};
use ratatui::Frame;
use rules::{Fact, Open as _, Phase as _, Rules as _, Seat, Sheet, Turn};
use words::spoken::{SpokenView, sheet};
use words::{Style, Words, is_rule_id, terminal};

use crate::face::{Face, Ink, Row, signed, token};
use crate::layout::{self, wrap};
use crate::palette::Palette;
use crate::seats::Player;
use crate::sheet::sheet_rows;

/// The maximum width of an overlay.
const WIDTH: usize = 71;

/// An overlay to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Overlay {
    title: String,
    rows: Vec<Row>,
    scroll: usize,
    hint: String,
    /// The rows at the top of the screen that stay in sight. `None` puts the overlay into the middle.
    below: Option<u16>,
}

impl Overlay {
    fn new(title: String, rows: Vec<Row>, words: &Words) -> Overlay {
        Overlay { title, rows, scroll: 0, hint: words.message("tui-close", &[]), below: None }
    }

    /// The help on keys.
    pub(crate) fn help(id: &str, words: &Words) -> Overlay {
        let text = words.message(id, &[]);
        let rows = text.lines().map(|line| match line.split_once("  ") {
            Some((keys, what)) => {
                let mut row = Row::of(format!("{keys:<14}"), Ink::Strong);
                row.add(what.trim_start(), Ink::Plain);
                row
            }
            None => Row::of(line, Ink::Dim),
        });
        Overlay::new(words.message("tui-help-title", &[]), rows.collect(), words)
    }

    /// The last trick or round.
    pub(crate) fn last<G: Face>(sight: SpokenView<'_, G>) -> Overlay {
        let mut rows = paragraphs(G::last_trick(sight).into_iter());
        if rows.is_empty() {
            rows.push(Row::of(sight.say("tui-no-last"), Ink::Plain));
        }
        let game = [("game", Fact::Text(G::ID.name().to_owned()))];
        Overlay::new(sight.tell("tui-last", &game), rows, sight.words)
    }

    /// The points of all players, most first, and of each round.
    pub(crate) fn scores<G: Face>(
        sight: SpokenView<'_, G>,
        points: &[Vec<G::Seen>],
        players: &[Player],
    ) -> Overlay {
        let standing = sight.view.open.standing();
        let has_won = |seat| standing.winners.is_some_and(|winners| winners.has(seat));
        let mut seats: Vec<Seat> = Seat::all(sight.n_seats()).collect();
        seats.sort_by_key(|&seat| std::cmp::Reverse((standing.scores[seat], has_won(seat))));
        let mut rows = Vec::new();
        for seat in seats {
            let ink = if sight.me() == Some(seat) { Ink::Accent } else { Ink::Strong };
            let name = sight.words.seat(seat);
            let mut row = Row::of(format!("{} {name:<12}", token(seat)), ink);
            row.add(format!("{:>5}", signed(standing.scores[seat])), Ink::Strong);
            if has_won(seat) {
                row.add(format!("  {}", sight.say("live-winner")), Ink::Good);
            }
            if let Some(Player::Bot(name)) = players.get(seat.index()) {
                row.add(format!("  {}", bot_kind(*name, sight.words)), Ink::Dim);
            }
            rows.push(row);
        }
        for (number, round) in points.iter().enumerate().rev() {
            let number = Fact::Number(number as i64 + 1);
            let facts = [("game", Fact::Text(G::ID.name().to_owned())), ("n", number)];
            rows.push(Row::default());
            rows.push(Row::of(sight.tell("live-round", &facts), Ink::Dim));
            rows.extend(paragraphs(round.iter().map(|points| sight.words.seen::<G>(points))));
        }
        let title = match standing.winners {
            Some(_) => G::question(sight),
            None => sight.say("live-points"),
        };
        Overlay::new(title, rows, sight.words)
    }

    /// The score sheet of the last round, below the seats with their last cards.
    pub(crate) fn sheet<G: Face>(sight: SpokenView<'_, G>, sheet: &Sheet, hint: &str) -> Overlay {
        let is_over = sight.view.open.turn() == Turn::Over;
        let title = if is_over { G::question(sight) } else { sheet::headline(sight, sheet) };
        let notes = sheet.notes.iter().map(|note| sheet::note::<G>(sight.words, note));
        let mut rows = paragraphs(notes);
        rows.extend(sheet_rows(sight, sheet));
        rows.extend(G::below_sheet(sight));
        let legend = wrap(&G::legend(sight), WIDTH, "");
        rows.extend(legend.into_iter().map(|line| Row::of(line, Ink::Dim)));
        let mut overlay = Overlay::new(title, rows, sight.words);
        overlay.hint = sight.say(hint);
        overlay.below = Some(layout::seats_height(sight.n_seats()));
        overlay
    }

    /// The rulebook, open at a rule.
    pub(crate) fn rules<G: Face>(sight: SpokenView<'_, G>, rule: Option<&str>) -> Overlay {
        let open = &sight.view.open;
        let rule = rule.unwrap_or(open.phase().rule());
        let book = sight.words.rulebook_of::<G>(&open.rules().changed_tables());
        let text = terminal(&book, WIDTH, Style::Plain);
        let mut rows = Vec::new();
        let mut scroll = 0;
        for line in text.lines() {
            let first = line.split(' ').next().unwrap_or_default();
            if !is_rule_id(first) {
                rows.push(Row::of(line, Ink::Plain));
                continue;
            }
            let here = first == rule;
            if here {
                scroll = rows.len();
            }
            let mut row = Row::of(first, if here { Ink::Accent } else { Ink::Strong });
            row.add(&line[first.len()..], if here { Ink::Strong } else { Ink::Plain });
            rows.push(row);
        }
        let mut overlay = Overlay::new(sight.words.title(G::ID), rows, sight.words);
        overlay.scroll = scroll;
        overlay
    }

    /// The whole log of the observer, scrolled to its end.
    pub(crate) fn story<G: Face>(story: &[G::Seen], words: &Words) -> Overlay {
        let rows = paragraphs(story.iter().map(|seen| words.seen::<G>(seen)));
        let scroll = rows.len();
        let mut overlay = Overlay::new(words.message("live-story", &[]), rows, words);
        overlay.scroll = scroll;
        overlay
    }

    /// Scrolls, or returns that the overlay closes.
    pub(crate) fn key(&mut self, code: KeyCode) -> bool {
        const PAGE: usize = 10;
        match code {
            KeyCode::Up | KeyCode::Char('k') => self.scroll = self.scroll.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.scroll += 1,
            KeyCode::PageUp => self.scroll = self.scroll.saturating_sub(PAGE),
            KeyCode::PageDown => self.scroll += PAGE,
            KeyCode::Home => self.scroll = 0,
            KeyCode::End => self.scroll = usize::MAX,
            KeyCode::Left | KeyCode::Right | KeyCode::Tab => {}
            _ => return true,
        }
        false
    }

    /// The same by mouse.
    pub(crate) fn mouse(&mut self, kind: MouseEventKind) -> bool {
        match kind {
            MouseEventKind::ScrollUp => self.scroll = self.scroll.saturating_sub(2),
            MouseEventKind::ScrollDown => self.scroll = self.scroll.saturating_add(2),
            MouseEventKind::Down(_) => return true,
            _ => {}
        }
        false
    }

    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, palette: Palette) {
        let Overlay { title, rows, scroll, hint, below } = self;
        *scroll = layout::popup(frame, palette, (title, hint), rows, *scroll, *below);
    }
}

/// The kind of a bot.
fn bot_kind(name: BotName, words: &Words) -> String {
    let id = format!("live-bot-{name}");
    if words.has(&id) { words.message(&id, &[]) } else { name.to_string() }
}

fn paragraphs(lines: impl Iterator<Item = String>) -> Vec<Row> {
    let wrapped = lines.flat_map(|line| wrap(&line, WIDTH, "  "));
    wrapped.map(|line| Row::of(line, Ink::Plain)).collect()
}
