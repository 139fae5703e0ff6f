//! The page of a table around its live part: sitting down, inviting, settings, leaving.

use maud::{Markup, PreEscaped, html};
use rules::{Game, GameId, Observer, Open as _, Seat};
use table::cat::CoatName;
use table::command::{MAX_NAME, MAX_TEXT};
use table::event::Holder;
use table::table::Table;
use words::Words;

use crate::assets::Asset;
use crate::face::{self, Face, VisitFace};
use crate::layout::{Kind, Page};
use crate::settings::{self, Setting};
use crate::{cats, kit};

/// The facts that the page around the live part depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The visitor's seat.
    pub seat: Option<Seat>,
    /// The visitor's name at this table.
    pub name: Option<String>,
    /// The coat that the visitor chose at this table.
    pub coat: Option<CoatName>,
    /// The seats that the visitor may take.
    pub free: Vec<Seat>,
    /// The seat that is kept for the visitor, who left it or was removed during the game.
    pub kept: Option<Seat>,
    /// Whether the table waits for the visitor. It does not during an interlude or a silence, which end by themselves.
    pub is_asked: bool,
    /// Whether newcomers may take over hands.
    pub newcomers: bool,
    /// Whether the operator has closed the table. The page then has no forms.
    pub is_closed: bool,
}

impl Frame {
    /// The frame for this visitor, who looks as observer `who`.
    pub fn of<G: Game>(table: &Table<G>, who: Observer, visitor: Option<Holder>) -> Frame {
        let seat = who.seat();
        let view = table.view(who);
        let goes_on = view.interlude.is_some() || view.silence_ends.is_some();
        let turn = view.view.filter(|_| !goes_on).map(|view| view.open.turn());
        let free = table.seats_for(visitor);
        let kept = visitor.and_then(|visitor| table.lobby().seat_kept_for(visitor));
        Frame {
            seat,
            name: seat.and_then(|seat| table.lobby().chair(seat).name().map(str::to_owned)),
            coat: seat.and_then(|seat| table.lobby().chair(seat).coat),
            kept: kept.filter(|seat| free.contains(seat)),
            free,
            is_asked: turn.zip(seat).is_some_and(|(turn, seat)| turn.asks(seat)),
            newcomers: table.terms().newcomers,
            is_closed: table.lobby().is_closed(),
        }
    }
}

/// The page around the live part.
#[derive(Clone, Copy, Debug)]
pub struct TablePage<'a> {
    /// The path of the table.
    pub path: &'a str,
    /// The language.
    pub words: &'a Words,
    /// The address of the table, for invitations.
    pub link: &'a str,
    /// The seat to which an invitation leads.
    pub wanted: Option<Seat>,
    /// The name in the form to sit down: the one that was refused, or that of last time. At a seat, the refused new name.
    pub name: Option<&'a str>,
    /// The coat in the form to sit down.
    pub coat: Option<CoatName>,
    /// Why the visitor could not sit down, or could not change their name.
    pub refused: Option<&'a str>,
}

impl TablePage<'_> {
    /// The whole page. `live` is the live part, unless this visitor may not watch.
    pub fn render(&self, game: GameId, frame: &Frame, live: Option<&str>) -> String {
        let t = |id: &str| self.words.message(id, &[]);
        let path = self.path;
        // The word that a script writes over the table at the moment of a paradox.
        let paradox = face::visit(game, HasParadoxes).then(|| t("live-paradox"));
        let main = html! {
            h1.v { (self.words.title(game)) }
            @if let Some(seconds) = refresh(frame).filter(|_| self.refused.is_none()) {
                noscript {
                    // Without scripts the page reloads itself.
                    meta http-equiv="refresh" content=(seconds);
                }
            }
            p #alert.alert role="alert" hidden data-offline=(t("live-offline")) data-lost=(t("live-lost")) {}
            @if let Some(seat) = frame.kept {
                (self.take_back(frame, seat))
            } @else if offers_seat(frame, live) {
                (self.join(frame))
            }
            @match live {
                Some(live) => div #live data-stream=(format!("{path}/live")) data-paradox=[paradox] {
                    (PreEscaped(live))
                },
                None => p.notice { (t("live-no-watching")) },
            }
            @if live.is_some() {
                // A script shows it while messages out of sight are unread.
                a #unread.unread href="#talk" hidden {
                    (kit::icon("chat")) span.v { (t("live-unread")) } b {}
                }
            }
            @if frame.seat.is_some() && !frame.is_closed {
                (self.invite())
                (self.say())
                (self.sure())
            }
            (self.menu(frame))
            (self.rules(game))
        };
        let title = self.words.title(game);
        Page::new(self.words, &title)
            .kind(Kind::Table(game))
            .styles(&[Asset::Table(game)])
            .scripts(&[
                Asset::Live,
                Asset::Copy,
                Asset::Signals,
                Asset::Help,
                Asset::Paradox,
                Asset::Motion,
                Asset::Sounds,
                Asset::Drawer,
                Asset::Join,
                Asset::Unread,
                Asset::Pick,
                Asset::Tools,
            ])
            .render(&main)
    }

    /// The form to return to a seat that is kept for this visitor.
    fn take_back(&self, frame: &Frame, seat: Seat) -> Markup {
        let t = |id: &str| self.words.message(id, &[]);
        html! {
            form.notice.take-back method="post" action=(format!("{}/sit", self.path)) {
                p { (t("live-kept-for-you")) }
                (self.consent(frame))
                input type="hidden" name="seat" value=(seat);
                button.primary { (t("live-take-back")) }
            }
        }
    }

    /// The form to sit down. Styles show it while a seat is free.
    fn join(&self, frame: &Frame) -> Markup {
        let t = |id: &str| self.words.message(id, &[]);
        let wanted = self.wanted.filter(|seat| frame.free.contains(seat));
        html! {
            form.join method="post" action=(format!("{}/sit", self.path)) {
                (self.consent(frame))
                (cats::section(self.words, self.coat, &cats::choice(self.words, self.coat)))
                label {
                    span { (t("live-name")) }
                    input name="name" value=[self.name] required maxlength=(MAX_NAME) autocomplete="nickname"
                        aria-describedby="join-wrong" aria-invalid=[self.refused.map(|_| "true")]
                        autofocus[self.refused.is_some()];
                }
                @if let Some(seat) = wanted { input type="hidden" name="seat" value=(seat); }
                button.primary { (t("live-sit")) }
                p #join-wrong.wrong role="alert" { @if let Some(refused) = self.refused { (refused) } }
            }
        }
    }

    /// A note for people who sit down: a stranger may take over their hand.
    fn consent(&self, frame: &Frame) -> Markup {
        html! {
            @if frame.newcomers { p.quiet { (self.words.message("live-newcomers", &[])) } }
        }
    }

    /// The invitation. Styles show it while a seat is free.
    fn invite(&self) -> Markup {
        let t = |id: &str| self.words.message(id, &[]);
        html! {
            section.invite aria-label=(t("live-invite")) {
                img.qr loading="lazy" src=(format!("{}/qr.svg", self.path)) alt=(t("live-invite-picture")) width="200" height="200";
                div.link {
                    label for="link" { (t("live-invite-link")) }
                    input #link readonly value=(self.link);
                    button.copy type="button" data-copy=(self.link) data-done=(t("live-copied")) { (t("live-copy")) }
                }
            }
        }
    }

    /// The drawer with the settings. Players also find their name, their cat and the ways to leave there.
    fn menu(&self, frame: &Frame) -> Markup {
        let plays = frame.seat.is_some() && !frame.is_closed;
        let settings = if plays { Setting::OF_PLAYERS } else { Setting::OF_SPECTATORS };
        let is_refused = frame.seat.is_some() && self.refused.is_some();
        html! {
            details #menu.tool-box name="tools" open[is_refused] {
                summary.tool { (kit::icon("menu")) span { (self.words.message("live-menu", &[])) } }
                div.drawer {
                    @if plays {
                        (self.rename(frame))
                        (self.cat(frame))
                    }
                    (settings::section(self.words, settings))
                    @if plays { (self.leave()) }
                }
            }
        }
    }

    /// The field for another name.
    fn rename(&self, frame: &Frame) -> Markup {
        let t = |id: &str| self.words.message(id, &[]);
        let name = if self.refused.is_some() { self.name } else { frame.name.as_deref() };
        html! {
            form.rename method="post" action=(format!("{}/rename", self.path)) {
                label {
                    span { (t("live-name")) }
                    input name="name" value=[name] required maxlength=(MAX_NAME) autocomplete="nickname"
                        aria-describedby="rename-wrong" aria-invalid=[self.refused.map(|_| "true")]
                        autofocus[self.refused.is_some()];
                }
                button.small { (t("live-rename")) }
                p #rename-wrong.wrong role="alert" { @if let Some(refused) = self.refused { (refused) } }
            }
        }
    }

    /// The choice of another cat.
    fn cat(&self, frame: &Frame) -> Markup {
        let form = html! {
            form #cat method="post" action=(format!("{}/wear", self.path)) {
                (cats::choice(self.words, frame.coat))
                button.small { (self.words.message("cats-change", &[])) }
            }
        };
        cats::section(self.words, frame.coat, &form)
    }

    /// Continuing elsewhere, and leaving, which is asked twice: a seat is given up for good.
    fn leave(&self) -> Markup {
        let t = |id: &str| self.words.message(id, &[]);
        html! {
            div.leave {
                form method="post" action=(format!("{}/move", self.path)) {
                    button.small { (t("live-move")) }
                }
                details {
                    summary { (t("live-leave")) }
                    form method="post" action=(format!("{}/rise", self.path)) {
                        p { (t("live-leave-means")) }
                        button.small { (t("live-leave-now")) }
                    }
                }
            }
        }
    }

    /// The dialog in which a script asks to confirm a move.
    fn sure(&self) -> Markup {
        let t = |id: &str| self.words.message(id, &[]);
        html! {
            dialog #sure aria-labelledby="sure-title" {
                form method="dialog" {
                    // The question and the answer.
                    h2 #sure-title {}
                    p {}
                    button value="no" { (t("live-sure-no")) }
                    button.primary value="yes" autofocus { (t("live-sure-yes")) }
                }
            }
        }
    }

    /// The dialog into which a script loads the rules.
    fn rules(&self, game: GameId) -> Markup {
        let title = self.words.message("rules-of", &[("game", self.words.title(game).into())]);
        html! {
            dialog #rules aria-labelledby="rules-title" {
                header {
                    h2 #rules-title { (title) }
                    form method="dialog" { button { (self.words.message("live-close", &[])) } }
                }
                div.rulebook tabindex="0" {}
            }
        }
    }

    fn say(&self) -> Markup {
        let t = |id: &str| self.words.message(id, &[]);
        html! {
            form #say method="post" action=(format!("{}/say", self.path)) {
                label {
                    span.v { (t("live-say")) }
                    input placeholder=(t("live-say")) name="text" required maxlength=(MAX_TEXT) autocomplete="off";
                }
                button { (t("live-send")) }
            }
        }
    }
}

/// Whether a game has paradoxes.
struct HasParadoxes;

impl VisitFace for HasParadoxes {
    type Output = bool;

    fn visit<G: Face>(self) -> bool {
        G::HAS_PARADOXES
    }
}

/// Whether a page has the form to sit down. A spectator's page always has it: a seat may become free meanwhile.
pub fn offers_seat(frame: &Frame, live: Option<&str>) -> bool {
    frame.seat.is_none() && !frame.is_closed && (live.is_some() || !frame.free.is_empty())
}

/// After how many seconds a page without scripts reloads itself. While the table waits for this visitor nothing changes,
/// and typing a name takes time.
fn refresh(frame: &Frame) -> Option<u32> {
    if frame.is_closed {
        return None;
    }
    match (frame.seat, frame.is_asked) {
        (Some(_), true) => None,
        (None, _) if !frame.free.is_empty() => Some(60),
        (Some(_), false) | (None, _) => Some(5),
    }
}
