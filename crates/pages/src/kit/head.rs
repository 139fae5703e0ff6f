//! Cats by their heads: outline and marking, eyes, mouth and hat are shared pieces, so a new face costs a few bytes.
//! A head is centred on 0 0 and 110 wide. A bust stands behind a name plate, with its paws on it.

use std::fmt::Write as _;

use super::{pen, placed, symbol};

/// What a player's cat shows. It follows public events only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mood {
    /// Waits.
    Open,
    /// Waits and looks away.
    Side,
    /// Has to act.
    Think,
    /// Has chosen, or has won a trick.
    Happy,
    /// Is ahead in the trick.
    Sly,
    /// Has lost much.
    Shock,
    /// Is away.
    Sleep,
}

impl Mood {
    /// All moods.
    pub const ALL: [Mood; 7] =
        [Mood::Open, Mood::Side, Mood::Think, Mood::Happy, Mood::Sly, Mood::Shock, Mood::Sleep];

    /// Its name in the ids of busts.
    pub fn name(self) -> &'static str {
        match self {
            Mood::Open => "open",
            Mood::Side => "side",
            Mood::Think => "think",
            Mood::Happy => "happy",
            Mood::Sly => "sly",
            Mood::Shock => "shock",
            Mood::Sleep => "sleep",
        }
    }

    fn face(self) -> (Eyes, Mouth) {
        match self {
            Mood::Open => (Eyes::Open, Mouth::Cat),
            Mood::Side => (Eyes::Side, Mouth::Cat),
            Mood::Think => (Eyes::Think, Mouth::Flat),
            Mood::Happy => (Eyes::Happy, Mouth::Smile),
            Mood::Sly => (Eyes::Sly, Mouth::Cat),
            Mood::Shock => (Eyes::Shock, Mouth::Round),
            Mood::Sleep => (Eyes::Sleep, Mouth::Cat),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Eyes {
    Open,
    Side,
    Think,
    Happy,
    Sly,
    Shock,
    Sleep,
    Wink,
    /// Pressed together by laughter.
    Laugh,
    Love,
    Sad,
}

impl Eyes {
    const ALL: [Eyes; 11] = [
        Eyes::Open,
        Eyes::Side,
        Eyes::Think,
        Eyes::Happy,
        Eyes::Sly,
        Eyes::Shock,
        Eyes::Sleep,
        Eyes::Wink,
        Eyes::Laugh,
        Eyes::Love,
        Eyes::Sad,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Eyes::Open => "open",
            Eyes::Side => "side",
            Eyes::Think => "think",
            Eyes::Happy => "happy",
            Eyes::Sly => "sly",
            Eyes::Shock => "shock",
            Eyes::Sleep => "sleep",
            Eyes::Wink => "wink",
            Eyes::Laugh => "laugh",
            Eyes::Love => "love",
            Eyes::Sad => "sad",
        }
    }

    fn draw(self) -> String {
        match self {
            Eyes::Open => open_eye(-20.0, (0.0, 0.0)) + &open_eye(20.0, (0.0, 0.0)),
            Eyes::Side => open_eye(-20.0, (-3.5, 0.5)) + &open_eye(20.0, (-3.5, 0.5)),
            Eyes::Think => {
                open_eye(-20.0, (2.5, -2.5))
                    + &open_eye(20.0, (2.5, -2.5))
                    + &lid(3.6, "M-29-13Q-22-17-13-14M13-17Q22-20 29-15")
            }
            Eyes::Wink => open_eye(-20.0, (0.0, 0.0)) + &lid(4.4, "M10 6Q20-8 30 6"),
            Eyes::Happy => lid(4.4, "M-30 6Q-20-8-10 6M10 6Q20-8 30 6"),
            Eyes::Laugh => lid(4.4, "M-29-6L-11 3-29 11M29-6L11 3 29 11"),
            Eyes::Love => "<path fill=\"#e0475b\" stroke-width=\"2.6\" d=\"M-20 15C-39 4-33-11-25-10Q-20-9-20-4Q-20-9-15-10C-7-11-1 4-20 15Z\
                 M20 15C1 4 7-11 15-10Q20-9 20-4Q20-9 25-10C33-11 39 4 20 15Z\"/>"
                .to_owned(),
            Eyes::Sad => {
                open_eye(-20.0, (0.0, 2.0))
                    + &open_eye(20.0, (0.0, 2.0))
                    + &lid(4.0, "M-33-6Q-26-14-13-16M33-6Q26-14 13-16")
            }
            Eyes::Sleep => lid(4.4, "M-30 2Q-20 11-10 2M10 2Q20 11 30 2"),
            Eyes::Sly => "<path fill=\"var(--iris,#f2c14e)\" d=\"M-31 0H-9Q-9 12-20 12T-31 0ZM9 0H31Q31 12 20 12T9 0Z\"/>\
                 <path stroke=\"none\" fill=\"#201c26\" d=\"M-24 1H-13Q-13 10-18.5 10T-24 1ZM13 1H24Q24 10 18.5 10T13 1Z\"/>\
                 <path fill=\"none\" stroke-width=\"4.4\" d=\"M-33-4L-8 0M33-4L8 0\"/>"
                .to_owned(),
            Eyes::Shock => "<g fill=\"#fff\"><circle cx=\"-20\" cy=\"2\" r=\"12\"/><circle cx=\"20\" cy=\"2\" r=\"12\"/></g>\
                 <g fill=\"#201c26\" stroke=\"none\"><circle cx=\"-20\" cy=\"2\" r=\"4\"/><circle cx=\"20\" cy=\"2\" r=\"4\"/></g>"
                .to_owned(),
        }
    }
}

/// Lines on the fur around the eyes. Coats that are dark there set `--lid`, or they would not show.
fn lid(width: f32, path: &str) -> String {
    format!(
        "<path fill=\"none\" stroke=\"var(--lid,var(--line,#2a2430))\" stroke-width=\"{width}\" d=\"{path}\"/>"
    )
}

/// An open eye whose pupil is moved.
fn open_eye(x: f32, (dx, dy): (f32, f32)) -> String {
    format!(
        "<ellipse cx=\"{x}\" cy=\"3\" rx=\"10\" ry=\"10.5\" fill=\"var(--iris,#f2c14e)\"/>\
         <g stroke=\"none\"><ellipse cx=\"{}\" cy=\"{}\" rx=\"6\" ry=\"8\" fill=\"#201c26\"/><circle cx=\"{}\" cy=\"{}\" r=\"2.9\" fill=\"#fff\"/></g>",
        x + dx,
        3.0 + dy,
        x + dx + 2.5,
        dy - 0.5
    )
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mouth {
    /// The small w of a cat.
    Cat,
    Smile,
    Round,
    Flat,
    /// Wide open.
    Laugh,
    Sad,
}

impl Mouth {
    const ALL: [Mouth; 6] =
        [Mouth::Cat, Mouth::Smile, Mouth::Round, Mouth::Flat, Mouth::Laugh, Mouth::Sad];

    pub(super) fn name(self) -> &'static str {
        match self {
            Mouth::Cat => "w",
            Mouth::Smile => "smile",
            Mouth::Round => "o",
            Mouth::Flat => "flat",
            Mouth::Laugh => "laugh",
            Mouth::Sad => "sad",
        }
    }

    fn draw(self) -> &'static str {
        match self {
            Mouth::Cat => {
                "<path fill=\"none\" stroke-width=\"2.8\" d=\"M0 20V23M0 23Q-4 29.5-11 26M0 23Q4 29.5 11 26\"/>"
            }
            Mouth::Smile => {
                "<path fill=\"#b3424e\" stroke-width=\"2.8\" d=\"M-10 24Q0 27 10 24Q9 36 0 36.5T-10 24Z\"/>\
                 <path stroke=\"none\" fill=\"#f4a3a6\" d=\"M-5 33Q0 28 5 33Q3 36 0 36T-5 33Z\"/>"
            }
            Mouth::Round => {
                "<ellipse cx=\"0\" cy=\"28\" rx=\"4.5\" ry=\"5.5\" fill=\"#7c2a35\" stroke-width=\"2.8\"/>"
            }
            Mouth::Flat => {
                "<path fill=\"none\" stroke-width=\"2.8\" d=\"M0 20V25M-8 27Q0 23 8 27\"/>"
            }
            Mouth::Laugh => {
                "<path fill=\"#b3424e\" stroke-width=\"2.8\" d=\"M-16 22Q0 27 16 22Q16 41 0 41.5T-16 22Z\"/>\
                 <path stroke=\"none\" fill=\"#f4a3a6\" d=\"M-9 37Q0 28 9 37Q5 41 0 41T-9 37Z\"/>"
            }
            Mouth::Sad => {
                "<path fill=\"none\" stroke-width=\"2.8\" d=\"M0 20V24M-9 32Q0 23 9 32\"/>"
            }
        }
    }
}

/// The marking of the fur. A flower is worn with the marking of a tuxedo.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Marking {
    Plain,
    Tabby,
    Patch,
    Mask,
    Tux,
    Calico,
    Flower,
}

impl Marking {
    pub(super) const ALL: [Marking; 7] = [
        Marking::Plain,
        Marking::Tabby,
        Marking::Patch,
        Marking::Mask,
        Marking::Tux,
        Marking::Calico,
        Marking::Flower,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Marking::Plain => "plain",
            Marking::Tabby => "tabby",
            Marking::Patch => "patch",
            Marking::Mask => "mask",
            Marking::Tux => "tux",
            Marking::Calico => "calico",
            Marking::Flower => "flower",
        }
    }

    /// The piece that shows it, and the hat.
    pub(super) fn worn(self) -> (&'static str, Option<Hat>) {
        match self {
            Marking::Flower => (Marking::Tux.name(), Some(Hat::Flower)),
            other => (other.name(), None),
        }
    }

    fn draw(self, paint: &Paint) -> String {
        let patch = |fill: &str, path: &str| {
            format!("<path stroke=\"none\" fill=\"{fill}\" d=\"{path}\"/>")
        };
        match self {
            Marking::Plain => String::new(),
            Marking::Tabby => patch(
                paint.mark,
                "M-3-34H3L2-17Q0-14-2-17ZM-14-33L-8-34-6-19Q-8-17-10-20ZM14-33L8-34 6-19Q8-17 10-20ZM-45 6L-31 9Q-30 12-32 12.5L-46 13Z\
                M-46 22L-33 18Q-31 20-33 22L-45 27ZM45 6L31 9Q30 12 32 12.5L46 13ZM46 22L33 18Q31 20 33 22L45 27Z",
            ),
            Marking::Patch => patch(
                paint.mark,
                "M41-50C46-40 45-22 40-6C43-1 45 4 46 9C37 20 17 22 8 12C0 2 0-20 4-34.5C7-34.5 10-34 13-33C18-39 26-46 33-51C36-54 40-53 41-50Z",
            ),
            Marking::Mask => patch(
                paint.mark,
                "M0-8C18-10 30 2 30 18C30 36 14 43.5 0 43.5S-30 36-30 18C-30 2-18-10 0-8ZM-41-50C-46-40-45-22-40-6C-36-18-28-27-20-39\
                C-24-43-29-48-33-51C-36-54-40-53-41-50ZM41-50C46-40 45-22 40-6C36-18 28-27 20-39C24-43 29-48 33-51C36-54 40-53 41-50Z",
            ),
            Marking::Tux | Marking::Flower => patch(
                paint.mark,
                "M-41-50C-46-40-45-22-40-6C-44 0-46 6-46 12C-50 15-53 18-55 21C-51 23-47 24-44 24.5C-46 28-47 31-47 33L-36 33\
                C-22 26-10 12-2-14Q0-18 2-14C10 12 22 26 36 33L47 33C47 31 46 28 44 24.5C47 24 51 23 55 21C53 18 50 15 46 12C46 6 44 0 40-6C45-22 46-40 41-50\
                C40-53 36-54 33-51C26-46 18-39 13-33C5-35-5-35-13-33C-18-39-26-46-33-51C-36-54-40-53-41-50Z",
            ),
            Marking::Calico => {
                patch(
                    paint.mark,
                    "M-41-50C-46-40-45-22-40-6C-42-3-44 1-45 5C-34 12-18 8-10-4C-4-14-6-26-8-34L-13-33C-18-39-26-46-33-51C-36-54-40-53-41-50Z",
                ) + &patch(
                    paint.mark2,
                    "M41-50C45-40 45-26 41-10C30-10 20-18 16-30L13-33C18-39 26-46 33-51C36-54 40-53 41-50Z\
                    M47 33C42 34 38 34 35 33C28 38 22 41 15 42.5C14 32 26 20 45 22Z",
                )
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hat {
    Helmet,
    Crown,
    Band,
    Specs,
    Flower,
}

impl Hat {
    const ALL: [Hat; 5] = [Hat::Helmet, Hat::Crown, Hat::Band, Hat::Specs, Hat::Flower];

    pub(super) fn name(self) -> &'static str {
        match self {
            Hat::Helmet => "helmet",
            Hat::Crown => "crown",
            Hat::Band => "band",
            Hat::Specs => "specs",
            Hat::Flower => "flower",
        }
    }

    fn draw(self) -> &'static str {
        match self {
            Hat::Helmet => {
                "<path fill=\"#f6c445\" d=\"M-33-24C-32-50-18-58 0-58S32-50 33-24Q0-34-33-24Z\"/>\
                 <path fill=\"#e0a52a\" d=\"M-40-20Q0-36 40-20Q42-25 36-28Q0-40-36-28Q-42-25-40-20Z\"/>\
                 <path fill=\"none\" stroke-width=\"2.6\" d=\"M-8-57Q-9-46-7-38M8-57Q9-46 7-38\"/>"
            }
            Hat::Crown => {
                "<path fill=\"#f6c445\" d=\"M-26-30L-32-64-14-50 0-70 14-50 32-64 26-30Q0-40-26-30Z\"/>\
                 <g fill=\"#fff3c4\" stroke=\"none\"><circle cx=\"0\" cy=\"-48\" r=\"4\"/><circle cx=\"-17\" cy=\"-43\" r=\"3\"/><circle cx=\"17\" cy=\"-43\" r=\"3\"/></g>"
            }
            Hat::Band => {
                "<path fill=\"#fff\" d=\"M-42-14Q0-32 42-14L41-4Q0-22-41-4Z\"/><circle cx=\"0\" cy=\"-20\" r=\"6\" fill=\"#d6404a\" stroke=\"none\"/>\
                 <path fill=\"#fff\" d=\"M41-10L58-20 56-12 60-4Z\"/>"
            }
            Hat::Specs => {
                "<g fill=\"#fff\" fill-opacity=\".25\"><circle cx=\"-20\" cy=\"3\" r=\"15.5\"/><circle cx=\"20\" cy=\"3\" r=\"15.5\"/></g>\
                 <path fill=\"none\" d=\"M-5 1Q0-2 5 1M-35-1L-42-4M35-1L42-4\"/>"
            }
            Hat::Flower => {
                "<g stroke-width=\"2\" fill=\"#ff9db8\"><circle cx=\"25\" cy=\"-38\" r=\"6\"/><circle cx=\"34\" cy=\"-33\" r=\"6\"/><circle cx=\"32\" cy=\"-23\" r=\"6\"/>\
                 <circle cx=\"20\" cy=\"-23\" r=\"6\"/><circle cx=\"17\" cy=\"-33\" r=\"6\"/></g><circle cx=\"25.5\" cy=\"-30\" r=\"5\" fill=\"#f6c445\" stroke=\"none\"/>"
            }
        }
    }
}

/// The colours of a head.
pub(super) struct Paint {
    pub(super) fur: &'static str,
    pub(super) mark: &'static str,
    pub(super) mark2: &'static str,
    pub(super) muzzle: &'static str,
    pub(super) ear: &'static str,
}

impl Paint {
    /// The colours that the page sets.
    const OF_THE_PAGE: Paint = Paint {
        fur: "var(--fur)",
        mark: "var(--mark)",
        mark2: "var(--mark2,#4a4450)",
        muzzle: "var(--muz,var(--fur))",
        ear: "var(--ear,#f3a5a0)",
    };
}

/// A head, put together from shared pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    /// The name of the piece below: a marking, or [`base`] in colours of its own.
    pub(super) base: &'static str,
    pub(super) eyes: Eyes,
    pub(super) mouth: Mouth,
    pub(super) hat: Option<Hat>,
    pub(super) whiskers: bool,
}

impl Head {
    pub(super) fn new(base: &'static str, eyes: Eyes, mouth: Mouth) -> Head {
        Head { base, eyes, mouth, hat: None, whiskers: true }
    }

    pub(super) fn of(marking: Marking, mood: Mood) -> Head {
        let (eyes, mouth) = mood.face();
        let (base, hat) = marking.worn();
        Head { hat, ..Head::new(base, eyes, mouth) }
    }

    pub(super) fn with_hat(self, hat: Hat) -> Head {
        Head { hat: Some(hat), ..self }
    }

    pub(super) fn without_whiskers(self) -> Head {
        Head { whiskers: false, ..self }
    }

    pub(super) fn sleeps(self) -> bool {
        self.eyes == Eyes::Sleep
    }

    pub(super) fn draw(self) -> String {
        let Head { base, eyes, mouth, hat, whiskers } = self;
        let mut drawn = format!(
            "<use href=\"#hb-{base}\"/><use href=\"#ey-{}\"/><use href=\"#no\"/><use href=\"#mo-{}\"/>",
            eyes.name(),
            mouth.name()
        );
        if whiskers {
            drawn.push_str("<use href=\"#wh\"/>");
        }
        if let Some(hat) = hat {
            draw!(drawn, "<use href=\"#ht-{}\"/>", hat.name());
        }
        drawn
    }
}

/// The outline: ears and head in one line, without paint.
const OUTLINE: &str = "M-40-6C-45-22-46-40-41-50C-40-53-36-54-33-51C-26-46-18-39-13-33C-5-35 5-35 13-33C18-39 26-46 33-51C36-54 40-53 41-50C46-40 45-22 40-6C44 0 46 6 46 12\
    C50 15 53 18 55 21C51 23 47 24 44 24.5C46 28 47 31 47 33C42 34 38 34 35 33C25 41 13 44 0 44C-13 44-25 41-35 33C-38 34-42 34-47 33C-47 31-46 28-44 24.5\
    C-47 24-51 23-55 21C-53 18-50 15-46 12C-46 6-44 0-40-6Z";

/// Outline, marking, ears and muzzle, as a piece of this name.
pub(super) fn base(out: &mut String, name: &str, marking: Marking, paint: &Paint) {
    let marking = marking.draw(paint);
    let Paint { fur, muzzle, ear, .. } = paint;
    draw!(
        out,
        "<g id=\"hb-{name}\"><use href=\"#hh\" fill=\"{fur}\"/>{marking}\
         <path fill=\"{ear}\" stroke=\"none\" d=\"M-36-43C-37-34-36-24-33-16C-30-23-25-28-19-32C-25-37-31-41-36-43ZM36-43C37-34 36-24 33-16C30-23 25-28 19-32C25-37 31-41 36-43Z\"/>\
         <use href=\"#hh\" fill=\"none\"/>\
         <path fill=\"{muzzle}\" stroke=\"none\" d=\"M0 15C7 13 20 16 20 24C20 32 9 34 0 31C-9 34-20 32-20 24C-20 16-7 13 0 15Z\"/></g>"
    );
}

/// The shared pieces, then the busts and heads of players.
pub(super) fn symbols(out: &mut String) {
    draw!(out, "<path id=\"hh\" d=\"{OUTLINE}\"/>");
    for marking in Marking::ALL.into_iter().filter(|&marking| marking != Marking::Flower) {
        base(out, marking.name(), marking, &Paint::OF_THE_PAGE);
    }
    for eyes in Eyes::ALL {
        draw!(out, "<g id=\"ey-{}\">{}</g>", eyes.name(), eyes.draw());
    }
    for mouth in Mouth::ALL {
        draw!(out, "<g id=\"mo-{}\">{}</g>", mouth.name(), mouth.draw());
    }
    for hat in Hat::ALL {
        draw!(out, "<g id=\"ht-{}\">{}</g>", hat.name(), hat.draw());
    }
    out.push_str(
        "<path id=\"no\" fill=\"var(--nose,#e2777b)\" stroke=\"none\" d=\"M-5.5 13.5Q0 11.5 5.5 13.5Q6 16 1.5 19.5Q0 20.5-1.5 19.5Q-6 16-5.5 13.5Z\"/>\
         <path id=\"wh\" fill=\"none\" stroke-width=\"2.2\" d=\"M-38 14L-60 9M-38 20L-61 23M38 14L60 9M38 20L61 23\"/>\
         <path id=\"bb\" fill=\"var(--fur)\" d=\"M28 138C26 112 34 96 60 94S94 112 92 138Z\"/>\
         <g id=\"bp\"><path fill=\"var(--seat)\" d=\"M38 101Q60 114 82 101L84 108Q60 122 36 108Z\"/>\
         <path fill=\"var(--paw,var(--muz,var(--fur)))\" d=\"M21 131C19 121 25 116 33 116S47 121 45 131Q33 136 21 131ZM99 131C101 121 95 116 87 116S73 121 75 131Q87 136 99 131Z\"/>\
         <path fill=\"none\" stroke-width=\"2.6\" d=\"M29 124V130M37 124V130M83 124V130M91 124V130\"/></g>\
         <g id=\"pw\"><path fill=\"var(--fur)\" d=\"M-9 9C-10-1-7-8 0-8S10-1 9 9Q0 12-9 9Z\"/><path fill=\"none\" stroke-width=\"2\" d=\"M-3 2V8M3 2V8\"/></g>",
    );
    for marking in Marking::ALL {
        for mood in Mood::ALL {
            let id = format!("av-{}-{}", marking.name(), mood.name());
            symbol(out, &id, "0 0 120 138", &bust(marking, mood));
        }
        let head = Head::of(marking, Mood::Open).without_whiskers();
        symbol(out, &format!("hd-{}", marking.name()), "-50 -58 100 108", &pen(5.0, &head.draw()));
    }
}

fn bust(marking: Marking, mood: Mood) -> String {
    let chest = match marking {
        Marking::Tux | Marking::Flower => {
            "<path stroke=\"none\" fill=\"#fffaf0\" d=\"M60 98C72 104 76 124 74 138H46C44 124 48 104 60 98Z\"/>"
        }
        _ => "",
    };
    let head = placed(60.0, 62.0, 1.0, &Head::of(marking, mood).draw());
    pen(3.6, &format!("<use href=\"#bb\"/>{chest}{head}<use href=\"#bp\"/>"))
}
