//! Our cats, drawn from a small kit: a head with ears, eyes, a muzzle, a marking and something to wear. A file holds many
//! of them; pages show one by its id and set its colours: `--fur`, `--mark` and `--line`.
//!
//! A cat depends on the value of its card, so that a 3 and a 7 differ before one reads the numeral.

use std::fmt::Write;
use std::ops::RangeInclusive;

use rules::GameId;

use crate::face::{self, Face, VisitFace};

/// Adds to a drawing.
macro_rules! draw {
    ($drawing:ident, $($what:tt)*) => {
        write!($drawing, $($what)*).expect("a string takes any text")
    };
}

pub(crate) mod catbox;
pub(crate) mod catsle;
pub(crate) mod meow;
pub(crate) mod yorozu;

/// The eyes of a cat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Eyes {
    Round,
    Happy,
    Sleepy,
    Slit,
    Wink,
    Wide,
    Sly,
}

/// The marking on its fur.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Marking {
    Plain,
    Tabby,
    Patch,
    Mask,
    Blaze,
    Calico,
}

/// The thing it wears.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wears {
    Nothing,
    Bell,
    Bow,
    Helmet,
    Headband,
    Crown,
    Flower,
    Glasses,
}

/// A head, on a board of 48 × 48.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cat {
    eyes: Eyes,
    marking: Marking,
    wears: Wears,
}

const EYES: [Eyes; 7] =
    [Eyes::Round, Eyes::Sleepy, Eyes::Wide, Eyes::Happy, Eyes::Slit, Eyes::Wink, Eyes::Sly];

const MARKINGS: [Marking; 6] = [
    Marking::Plain,
    Marking::Tabby,
    Marking::Patch,
    Marking::Blaze,
    Marking::Mask,
    Marking::Calico,
];

/// The outline: ears and head in one line.
const HEAD: &str = "M9.6 20 8.4 7.6Q8.2 4.6 10.9 6.1L19 11.2Q24 9.8 29 11.2L37.1 6.1Q39.8 4.6 39.6 7.6L38.4 20\
    Q41.4 24.6 40.6 29.6C39.2 37.4 32.6 40.6 24 40.6S8.8 37.4 7.4 29.6Q6.6 24.6 9.6 20Z";

impl Eyes {
    fn draw(self) -> &'static str {
        match self {
            Eyes::Round => {
                "<g stroke=\"none\" fill=\"var(--line)\"><ellipse cx=\"16.6\" cy=\"25\" rx=\"2.5\" ry=\"3\"/><ellipse cx=\"31.4\" cy=\"25\" rx=\"2.5\" ry=\"3\"/>\
                 <path fill=\"#fff\" d=\"M16.6 23.800a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0ZM31.4 23.800a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0Z\"/></g>"
            }
            Eyes::Happy => "<path d=\"M13.4 26.4q3.2-4.6 6.4 0M28.2 26.4q3.2-4.6 6.4 0\"/>",
            Eyes::Sleepy => "<path d=\"M13.4 24.4q3.2 3.4 6.4 0M28.2 24.4q3.2 3.4 6.4 0\"/>",
            Eyes::Slit => {
                "<path fill=\"#fff\" d=\"M13 25q3.6-4.4 7.2 0-3.6 4.4-7.2 0ZM27.8 25q3.6-4.4 7.2 0-3.6 4.4-7.2 0Z\"/><path d=\"M16.6 23v4M31.4 23v4\"/>"
            }
            Eyes::Wink => {
                "<g stroke=\"none\"><ellipse cx=\"16.6\" cy=\"25\" rx=\"2.5\" ry=\"3\" fill=\"var(--line)\"/><circle cx=\"17.5\" cy=\"23.8\" r=\".9\" fill=\"#fff\"/></g>\
                 <path d=\"M28.2 26q3.2-4.2 6.4 0\"/>"
            }
            Eyes::Wide => {
                "<g fill=\"#fff\"><circle cx=\"16.4\" cy=\"24.8\" r=\"4\"/><circle cx=\"31.6\" cy=\"24.8\" r=\"4\"/></g>\
                 <g stroke=\"none\" fill=\"var(--line)\"><circle cx=\"16.9\" cy=\"25\" r=\"1.8\"/><circle cx=\"31.1\" cy=\"25\" r=\"1.8\"/></g>"
            }
            Eyes::Sly => {
                "<path fill=\"var(--line)\" d=\"M12.8 22.6 20 25q-.8 2.4-2.8 2.400T14.2 23.200M35.2 22.6 28 25q.8 2.4 2.8 2.400T33.8 23.2\"/>"
            }
        }
    }
}

impl Marking {
    fn draw(self) -> &'static str {
        match self {
            Marking::Plain => "",
            Marking::Tabby => {
                "<path stroke=\"none\" fill=\"var(--mark)\" d=\"M23 10.6h2l-.4 7h-1.2ZM17.6 11.6l1.8-.6 1.4 5.6-1.2.3ZM30.4 11.6l-1.8-.6-1.4 5.6 1.2.3Z\
                 M7.2 27.4l5 .6v1.3l-4.8.5ZM8.6 32.8l4.6-1.2.4 1.2-4 2.2ZM40.8 27.4l-5 .6v1.3l4.8.5ZM39.4 32.8l-4.6-1.2-.4 1.2 4 2.2Z\"/>"
            }
            Marking::Patch => {
                "<path stroke=\"none\" fill=\"var(--mark)\" d=\"M38.4 20 39.6 7.6Q39.8 4.6 37.1 6.1L29 11.2Q26.4 10.5 25.4 10.4 23.6 22 27.6 28.4 33 32 40.9 27Q40.6 23 38.4 20Z\"/>"
            }
            Marking::Mask => {
                "<path stroke=\"none\" fill=\"var(--mark)\" d=\"M9.6 20 8.4 7.6Q8.2 4.6 10.9 6.1L17 10Q12 14 9.6 20ZM38.4 20 39.6 7.6Q39.8 4.6 37.1 6.1L31 10Q36 14 38.4 20Z\
                 M24 22.6Q32 25 32.6 31.6 31.4 39.6 24 39.9 16.6 39.6 15.4 31.6 16 25 24 22.6Z\"/>"
            }
            Marking::Blaze => {
                "<path stroke=\"none\" fill=\"var(--mark)\" d=\"M9.6 20 8.4 7.6Q8.2 4.6 10.9 6.1L19 11.2Q21 10.6 22.6 10.5L22 19Q19 27 8 31.6 6.6 24.6 9.6 20Z\
                 M38.4 20 39.6 7.6Q39.8 4.6 37.1 6.1L29 11.2Q27 10.6 25.4 10.5L26 19Q29 27 40 31.6 41.4 24.6 38.4 20Z\"/>"
            }
            Marking::Calico => {
                "<path stroke=\"none\" fill=\"var(--mark)\" d=\"M9.6 20 8.4 7.6Q8.2 4.6 10.9 6.1L18.6 10.9Q18 18 9.2 20.6Z\"/>\
                 <path stroke=\"none\" fill=\"var(--line)\" opacity=\".55\" d=\"M33 8.7 37.1 6.1Q39.8 4.6 39.6 7.6L38.4 20Q32 17 33 8.7ZM40.4 30.4C39.6 34.6 37 37.4 33.6 39Q32 33 40.4 30.4Z\"/>"
            }
        }
    }
}

impl Wears {
    fn draw(self) -> &'static str {
        match self {
            Wears::Nothing => "",
            Wears::Bell => {
                "<path fill=\"var(--line)\" d=\"M12.6 38.2q11.4 6 22.8 0l.8 3q-12.2 6.4-24.4 0Z\"/><circle cx=\"24\" cy=\"43.4\" r=\"3\" fill=\"#f2c14e\"/>"
            }
            Wears::Bow => {
                "<path fill=\"var(--mark)\" d=\"M24 42.6 15.4 38.4v8.4ZM24 42.6l8.6-4.2v8.4Z\"/>"
            }
            Wears::Helmet => {
                "<path fill=\"#f2c14e\" d=\"M11 17.4C11.6 8.8 17 4.6 24 4.6s12.4 4.2 13 12.8Z\"/><path d=\"M8.6 17.6h30.8M21.4 5v6M26.6 5v6\"/>"
            }
            Wears::Headband => {
                "<path fill=\"#fff\" d=\"M9.4 15.6Q24 11 38.6 15.6l-.2 4.2Q24 15.2 9.6 19.8Z\"/><circle cx=\"24\" cy=\"15.6\" r=\"2\" fill=\"#d1495b\"/>\
                 <path d=\"M38.6 17l5.4-3M38.6 18l5 2.4\"/>"
            }
            Wears::Crown => {
                "<path fill=\"#f2c14e\" d=\"M15.4 12.4 13.8 2.8l5.6 4L24 1.4l4.6 5.4 5.6-4-1.6 9.6Q24 10 15.4 12.4Z\"/>"
            }
            Wears::Flower => {
                "<g stroke=\"none\" fill=\"#f7a8b8\"><circle cx=\"33.4\" cy=\"9.4\" r=\"2.6\"/><circle cx=\"37\" cy=\"11.8\" r=\"2.6\"/><circle cx=\"35.8\" cy=\"16\" r=\"2.6\"/>\
                 <circle cx=\"31.2\" cy=\"16\" r=\"2.6\"/><circle cx=\"29.8\" cy=\"11.8\" r=\"2.6\"/><circle cx=\"33.4\" cy=\"13\" r=\"2.2\" fill=\"#f2c14e\"/></g>"
            }
            Wears::Glasses => {
                "<circle cx=\"16.4\" cy=\"25\" r=\"5.4\"/><circle cx=\"31.6\" cy=\"25\" r=\"5.4\"/><path d=\"M21.8 24.4q2.2-1.4 4.4 0M11 24l-2.6-1M37 24l2.6-1\"/>"
            }
        }
    }
}

impl Cat {
    fn draw(self) -> String {
        let Cat { eyes, marking, wears } = self;
        let (eyes, marking, wears) = (eyes.draw(), marking.draw(), wears.draw());
        format!(
            "<path fill=\"var(--fur)\" d=\"{HEAD}\"/>{marking}<path d=\"{HEAD}\"/>\
             <path stroke=\"none\" fill=\"#f4a9a8\" opacity=\".7\" d=\"M11.6 10.2 16 13 12.4 17.2ZM36.4 10.2 32 13 35.6 17.2Z\"/>{eyes}\
             <path stroke=\"none\" fill=\"#e07a7a\" d=\"M22.2 29.4h3.6q.6.1.2.7L24.5 32q-.5.5-1 0l-1.5-1.9q-.4-.6.2-.7Z\"/>\
             <path d=\"M24 32.4q0 2.8-3.2 2.9M24 32.4q0 2.8 3.2 2.9M6.4 28.4 1.6 27M6.6 31.6 2 32.6M41.6 28.4l4.8-1.4M41.4 31.6l4.6 1\"/>{wears}"
        )
    }
}

/// The cat of a number.
fn cat(number: u8, wears: Wears) -> Cat {
    let number = usize::from(number);
    let marking = (number * 5 + number / MARKINGS.len()) % MARKINGS.len();
    Cat { eyes: EYES[number % EYES.len()], marking: MARKINGS[marking], wears }
}

/// A drawing, moved and scaled.
fn placed(x: f32, y: f32, scale: f32, drawn: &str) -> String {
    format!("<g transform=\"translate({x} {y}) scale({scale})\">{drawn}</g>")
}

/// A paw over an edge.
fn paw(x: u8) -> String {
    format!(
        "<path fill=\"var(--fur)\" d=\"M{} 42v-4.600a4 4 0 0 1 8 0v4.6\"/><path d=\"M{x} 39v2.6\"/>",
        x - 4
    )
}

/// The cats on the cards of a game, each under its value.
pub(crate) fn cards(game: GameId) -> String {
    face::visit(game, Cards)
}

struct Cards;

impl VisitFace for Cards {
    type Output = String;

    fn visit<G: Face>(self) -> String {
        let (values, draw) = G::CATS;
        file(values, draw)
    }
}

/// The number of cats for players.
const N_PLAYERS: u8 = 42;

/// The cats of players, each under its number: no two have the same eyes and the same fur.
pub(crate) fn players() -> String {
    const WEARS: [Wears; 5] =
        [Wears::Nothing, Wears::Bell, Wears::Bow, Wears::Flower, Wears::Glasses];
    let player = |number: u8| cat(number, WEARS[usize::from(number) % WEARS.len()]).draw();
    file(0..=N_PLAYERS - 1, player)
}

/// The number of a player's cat: the same name always has the same cat.
pub(crate) fn player(name: &str) -> u8 {
    let sum = name.bytes().fold(7_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    (sum % u32::from(N_PLAYERS)) as u8
}

/// A drawing with fixed colours, for pictures outside of pages.
fn coloured(drawn: &str, fur: &str, mark: &str) -> String {
    let drawn = drawn.replace("var(--fur)", fur).replace("var(--mark)", mark);
    drawn.replace("var(--line)", INK)
}

const INK: &str = "#2b2a33";

/// The stroke of our cats.
const PEN: &str =
    "fill=\"none\" stroke-width=\"1.6\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";

/// A card in a picture: where it lies, how it is turned, its value, its colours and its cat.
fn lying_card(at: (f32, f32), turn: i8, value: u8, colours: [&str; 3], cat: &str) -> String {
    let [paper, fur, mark] = colours;
    let cat = coloured(cat, fur, mark);
    format!(
        "<g transform=\"translate({} {}) rotate({turn})\"><rect x=\"-36\" y=\"-50\" width=\"72\" height=\"100\" rx=\"10\" fill=\"{paper}\" stroke=\"{mark}\" stroke-width=\"2\"/>\
         <text x=\"-28\" y=\"-20\" font-family=\"ui-rounded,system-ui,sans-serif\" font-weight=\"700\" font-size=\"28\" fill=\"{mark}\">{value}</text>\
         <g transform=\"translate(-18 -12) scale(1.04)\" {PEN} stroke=\"{INK}\">{cat}</g></g>",
        at.0, at.1
    )
}

const RED: [&str; 3] = ["#fdeeec", "#ffe1dd", "#c23a3f"];
const BLUE: [&str; 3] = ["#ebf1ff", "#dfe9ff", "#2f62c9"];
const YELLOW: [&str; 3] = ["#fff6da", "#fff1c8", "#b07d06"];
const GREEN: [&str; 3] = ["#e8f5ea", "#def1e1", "#2d8048"];
const PINK: [&str; 3] = ["#fdecf3", "#ffe0ee", "#c2317c"];
const BARE: [&str; 3] = ["#ffffff", "#ffffff", "#6b7280"];

/// A game in play, as a picture of 480 × 240.
pub(crate) fn scene(game: GameId) -> String {
    let drawn = face::visit(game, Scene);
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 480 240\">{drawn}</svg>")
}

struct Scene;

impl VisitFace for Scene {
    type Output = String;

    fn visit<G: Face>(self) -> String {
        (G::SCENE)()
    }
}

/// Pictures on boards of 52 × 60, `c` and a number each.
fn file(numbers: RangeInclusive<u8>, draw: impl Fn(u8) -> String) -> String {
    let mut file = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\">");
    for number in numbers {
        draw!(file, "<symbol id=\"c{number}\" viewBox=\"-2 0 52 60\">");
        draw!(file, "<g {PEN} stroke=\"var(--line)\">{}</g></symbol>", draw(number));
    }
    file + "</svg>"
}
