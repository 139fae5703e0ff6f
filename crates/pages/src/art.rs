//! Our cats, drawn from a small kit: a head with ears, eyes, a muzzle, a marking and something to wear. A file holds many
//! of them; pages show one by its id and set its colours: `--fur`, `--mark` and `--line`.
//!
//! A cat depends on the value of its card, so that a 3 and a 7 differ before one reads the numeral.

use std::fmt::Write;
use std::ops::RangeInclusive;

use rules::GameId;

/// Adds to a drawing.
macro_rules! draw {
    ($drawing:ident, $($what:tt)*) => {
        write!($drawing, $($what)*).expect("a string takes any text")
    };
}

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

/// Cat in the Box: the higher the value, the further it has come out of its box.
fn in_the_box(value: u8) -> String {
    let top = 33.0 - 3.1 * f32::from(value);
    let wears = if value == 9 { Wears::Glasses } else { Wears::Nothing };
    let mut drawn = placed(4.8, top, 0.8, &cat(value, wears).draw());
    if value >= 5 {
        let chin = top + 32.0;
        draw!(drawn, "<path fill=\"var(--fur)\" d=\"M15 {chin}h18l1 9H14Z\"/>");
    }
    drawn.push_str(
        "<path fill=\"#d9a066\" d=\"M4 39h40l-2.4 24H6.400Z\"/><path fill=\"#c58b52\" d=\"M4 39-1.4 45 7 46.4 10 39ZM44 39l5.4 6-8.4 1.400L38 39Z\"/>\
         <path stroke=\"none\" fill=\"#b57b43\" d=\"M21 40h6v7l-3-1.600L21 47Z\"/>",
    );
    if value >= 2 {
        drawn += &(paw(14) + &paw(34));
    }
    drawn
}

/// CATSle: a mason on as many stones as the rank says.
fn on_stones(rank: u8) -> String {
    const A_ROW: u8 = 4;
    let n_rows = rank.div_ceil(A_ROW);
    let wears = if rank == 12 { Wears::Crown } else { Wears::Helmet };
    let top = 59.0 - 6.8 * f32::from(n_rows);
    let mut drawn = placed(6.5, top - 34.0, 0.73, &cat(rank, wears).draw());
    for stone in 0..rank {
        let (row, place) = (stone / A_ROW, stone % A_ROW);
        let n_beside = (rank - row * A_ROW).min(A_ROW);
        let x = 24.0 - 5.8 * f32::from(n_beside) + 11.6 * f32::from(place);
        let y = 52.4 - 6.8 * f32::from(row);
        draw!(
            drawn,
            "<rect fill=\"var(--mark)\" x=\"{x}\" y=\"{y}\" width=\"11\" height=\"6.2\" rx=\"1.4\"/>"
        );
    }
    drawn
}

/// Yorozu: a guest at the feast before a bowl of dumplings, as many as the card says.
fn at_the_feast(value: u8) -> String {
    const A_ROW: u8 = 6;
    let wears = match value {
        0 | 13 => Wears::Crown,
        1..=3 => Wears::Headband,
        4..=6 => Wears::Nothing,
        7..=9 => Wears::Bell,
        _ => Wears::Flower,
    };
    let mut drawn = placed(4.8, 8.0, 0.8, &cat(value + 3, wears).draw());
    for dumpling in 0..value {
        let (row, place) = (dumpling / A_ROW, dumpling % A_ROW);
        let x = 11.5 + 5.0 * f32::from(place) + 2.5 * f32::from(row);
        let y = 47.0 - 4.0 * f32::from(row);
        draw!(drawn, "<circle fill=\"#fff\" cx=\"{x}\" cy=\"{y}\" r=\"2.7\"/>");
    }
    drawn + "<path fill=\"var(--mark)\" d=\"M5 48h38q-1.6 10-11 11H16Q6.6 58 5 48Z\"/>"
}

/// Meow: the cats of the kitchen, from a sleeping kitten to the king of the night.
fn in_the_kitchen(value: u8) -> String {
    let size = 0.64 + 0.36 * f32::from(value) / 18.0;
    let (eyes, wears) = match value {
        1..=3 => (Eyes::Sleepy, Wears::Bow),
        4..=6 => (Eyes::Happy, Wears::Nothing),
        7..=9 => (Eyes::Round, Wears::Bell),
        10..=12 => (Eyes::Wink, Wears::Nothing),
        13..=15 => (Eyes::Slit, Wears::Bell),
        18 => (Eyes::Sly, Wears::Crown),
        _ => (Eyes::Sly, Wears::Nothing),
    };
    let cat = Cat { eyes, ..cat(value, wears) }.draw();
    placed(24.0 - 24.0 * size, 57.0 - 46.0 * size, size, &cat)
}

/// The cats on the cards of a game, each under its value.
pub(crate) fn cards(game: GameId) -> String {
    match game {
        GameId::Catbox => file(1..=9, in_the_box),
        GameId::Catsle => file(1..=12, on_stones),
        GameId::Yorozu => file(0..=13, at_the_feast),
        GameId::Meow => file(1..=18, in_the_kitchen),
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
    let drawn = match game {
        GameId::Catbox => laboratory(),
        GameId::Catsle => building_site(),
        GameId::Yorozu => feast(),
        GameId::Meow => kitchen(),
    };
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 480 240\">{drawn}</svg>")
}

fn laboratory() -> String {
    let mut drawn =
        String::from("<path fill=\"#22303f\" d=\"M0 0H480V240H0Z\"/><path stroke=\"#33475c\" d=\"");
    for step in 1..20 {
        draw!(drawn, "M{0} 0V240M0 {0}H480", step * 24);
    }
    drawn += "\"/>";
    let rows = [("#ef6a6a", 0u8), ("#7aa5ff", 1), ("#f0c14b", 2), ("#63c584", 3)];
    for (hue, row) in rows {
        for column in 0..6u8 {
            let (x, y) = (36 + u16::from(column) * 34, 30 + u16::from(row) * 34);
            draw!(
                drawn,
                "<rect x=\"{x}\" y=\"{y}\" width=\"30\" height=\"30\" rx=\"6\" fill=\"#2d3f52\" stroke=\"#4a627b\"/>"
            );
            if (column * 3 + row * 5) % 4 == 0 {
                draw!(
                    drawn,
                    "<circle cx=\"{}\" cy=\"{}\" r=\"10\" fill=\"{hue}\"/>",
                    x + 15,
                    y + 15
                );
            }
        }
        draw!(
            drawn,
            "<circle cx=\"20\" cy=\"{}\" r=\"6\" fill=\"{hue}\"/>",
            45 + u16::from(row) * 34
        );
    }
    drawn += &lying_card((306.0, 150.0), -9, 4, BARE, &in_the_box(4));
    drawn += &lying_card((366.0, 142.0), 0, 7, BLUE, &in_the_box(7));
    drawn + &lying_card((426.0, 150.0), 9, 9, RED, &in_the_box(9))
}

fn building_site() -> String {
    let mut drawn =
        String::from("<path fill=\"#e9e8f6\" d=\"M0 0H480V240H0Z\"/><path stroke=\"#d3d1ec\" d=\"");
    for step in 1..20 {
        draw!(drawn, "M{0} 0V240M0 {0}H480", step * 24);
    }
    drawn += "\"/><path stroke=\"#6a62b0\" stroke-width=\"3\" d=\"M20 206H262\"/>";
    let columns = [(GREEN[2], 1u16, 1u16), (RED[2], 2, 2), (BLUE[2], 2, 3), (YELLOW[2], 4, 4)];
    for (place, (hue, n_stones, limit)) in (0u16..).zip(columns) {
        let x = 32 + place * 56;
        for stone in 0..limit {
            let y = 178 - stone * 27;
            let look = if stone < n_stones {
                format!("fill=\"{hue}\" stroke=\"{INK}\"")
            } else {
                "fill=\"none\" stroke=\"#6a62b0\" stroke-dasharray=\"5 4\"".to_owned()
            };
            draw!(
                drawn,
                "<rect x=\"{x}\" y=\"{y}\" width=\"48\" height=\"24\" rx=\"5\" {look} stroke-width=\"2\"/>"
            );
        }
        if n_stones == limit {
            let y = 178 - limit * 27 + 22;
            draw!(drawn, "<path fill=\"#3f3a86\" d=\"M{} {y}l32-20 32 20Z\"/>", x - 8);
        }
    }
    drawn += &lying_card((312.0, 146.0), -8, 3, GREEN, &on_stones(3));
    drawn += &lying_card((372.0, 138.0), 1, 8, RED, &on_stones(8));
    drawn + &lying_card((430.0, 148.0), 10, 12, BLUE, &on_stones(12))
}

fn feast() -> String {
    let mut drawn = String::from(
        "<path fill=\"#3a221c\" d=\"M0 0H480V240H0Z\"/><path fill=\"#4b2c22\" d=\"M0 176H480V240H0Z\"/><path fill=\"none\" stroke=\"#7a4a38\" stroke-width=\"2\" d=\"M0 26Q120 62 240 30T480 26\"/>",
    );
    for (x, y) in [(52, 40), (124, 50), (196, 42), (268, 30), (340, 26), (412, 28)] {
        draw!(
            drawn,
            "<circle cx=\"{x}\" cy=\"{}\" r=\"34\" fill=\"#f6a94a\" opacity=\".13\"/><rect x=\"{}\" y=\"{y}\" width=\"26\" height=\"32\" rx=\"11\" fill=\"#f2b35b\"/><path stroke=\"#c97a2d\" d=\"M{} {}h26M{} {}h26\"/>",
            y + 16,
            x - 13,
            x - 13,
            y + 10,
            x - 13,
            y + 21
        );
    }
    for (x, value, fur, mark) in [
        (16.0, 3, "#fff7ec", "#c2317c"),
        (92.0, 8, "#ffe9cc", "#b35c12"),
        (168.0, 11, "#eef4ff", "#2a7f86"),
    ] {
        let cat = coloured(&at_the_feast(value), fur, mark);
        draw!(
            drawn,
            "<g transform=\"translate({x} 112) scale(1.7)\" {PEN} stroke=\"{INK}\">{cat}</g>"
        );
    }
    drawn += &lying_card((318.0, 148.0), -8, 2, PINK, &at_the_feast(2));
    drawn += &lying_card((376.0, 140.0), 1, 7, ["#e4f3f2", "#d9efee", "#17757a"], &at_the_feast(7));
    drawn + &lying_card((432.0, 150.0), 9, 11, ["#eeebfb", "#e6e1fa", "#5546ad"], &at_the_feast(11))
}

fn kitchen() -> String {
    let mut drawn = String::from(
        "<path fill=\"#12303a\" d=\"M0 0H480V240H0Z\"/><path stroke=\"#1c4350\" stroke-width=\"2\" d=\"",
    );
    for step in 1..10 {
        draw!(drawn, "M{0} 0V240M0 {0}H480", step * 48);
    }
    drawn += "\"/><rect x=\"28\" y=\"24\" width=\"96\" height=\"84\" rx=\"8\" fill=\"#0a1c2b\" stroke=\"#2c6170\" stroke-width=\"5\"/><path fill=\"#f5e6a8\" d=\"M92 40a24 24 0 1 0 14 38 19 19 0 1 1-14-38Z\"/>\
              <path stroke=\"#2c6170\" stroke-width=\"4\" d=\"M76 24V108M28 66H124\"/><path fill=\"#2a5b67\" d=\"M0 186H480V200H0Z\"/>";
    for (x, size, value, fur, mark) in
        [(132.0, 1.5, 17, "#f4f6f8", "#47525e"), (28.0, 1.15, 5, "#ffe4c4", "#c76b2b")]
    {
        let cat = coloured(&in_the_kitchen(value), fur, mark);
        draw!(
            drawn,
            "<g transform=\"translate({x} {}) scale({size})\" {PEN} stroke=\"{INK}\">{cat}</g>",
            186.0 - 57.0 * size
        );
    }
    drawn += "<path fill=\"#e6efe9\" d=\"M96 170h44q-2 18-14 22h-16q-12-4-14-22Z\"/><path fill=\"#9fd0f5\" d=\"M222 178c10-14 28-14 40-2l12-9v22l-12-9c-12 12-30 12-40-2Z\"/>";
    drawn += &lying_card((318.0, 140.0), -9, 1, GREEN, &in_the_kitchen(1));
    drawn += &lying_card((376.0, 132.0), 0, 13, BLUE, &in_the_kitchen(13));
    drawn + &lying_card((432.0, 142.0), 9, 18, PINK, &in_the_kitchen(18))
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
