//! Things: what Yorozu's cards bring to the feast, and the tokens that Meow plays for.

use maud::PreEscaped;

use super::{pen, symbol};

/// A paper lantern, whose colours pages set by `cap`, `skin` and `rib`.
pub const LANTERN: PreEscaped<&str> = PreEscaped(
    "<svg viewBox=\"0 0 100 120\" aria-hidden=\"true\"><path d=\"M50 0V12\" stroke=\"#1c0d10\" stroke-width=\"4\"/>\
     <path class=\"cap\" d=\"M34 12H66V22H34Z\"/><path class=\"skin\" d=\"M30 22H70C96 34 96 88 70 100H30C4 88 4 34 30 22Z\"/>\
     <path class=\"rib\" d=\"M16 42Q50 48 84 42M11 61Q50 67 89 61M16 80Q50 86 84 80\"/><path class=\"cap\" d=\"M34 100H66V108H34Z\"/>\
     <path d=\"M50 108V120\" stroke=\"#c7352e\" stroke-width=\"4\"/></svg>",
);

const FISH: &str = "<path d=\"M4 16C9 5 24 4 33 14L43 7Q41 16 43 25L33 18C24 28 9 27 4 16Z\"/><circle cx=\"12\" cy=\"14\" r=\"2.2\" fill=\"#fff\"/>\
    <path fill=\"none\" stroke=\"#fff\" stroke-opacity=\".7\" stroke-width=\"1.8\" d=\"M19 10Q22 16 19 22\"/>";

const FLASK: &str = "<path d=\"M17 3H29V8L27 13C36 17 38 25 36 33Q35 39 29 39H17Q11 39 10 33C8 25 10 17 19 13L17 8Z\"/><path fill=\"#fff\" d=\"M15 22H31Q32 28 31 32H15Q14 28 15 22Z\"/>\
    <path fill=\"none\" stroke=\"#a3372f\" stroke-width=\"2.6\" d=\"M19 25H27M23 25V30M19 30H27\"/>";

const CROW: &str = "<path stroke=\"currentColor\" stroke-width=\"2.4\" stroke-linejoin=\"round\" stroke-linecap=\"round\" d=\"M3 15L12 12C14 5 24 4 27 11C35 15 42 23 45 34\
    C36 34 33 31 30 31L31 38M24 31L22 38M12 13C10 23 16 31 30 31M3 15L12 18\"/><circle cx=\"17\" cy=\"12\" r=\"2\" fill=\"#ffd257\"/>";

const BOWL: &str = "<path fill=\"var(--mid,#3f9d8a)\" d=\"M4 20H60C60 38 50 48 32 48S4 38 4 20Z\"/><path fill=\"var(--tint,#e7f6f2)\" d=\"M2 15Q2 12 5 12H59Q62 12 62 15V19Q62 22 59 22H5Q2 22 2 19Z\"/>\
    <path fill=\"#c98a4b\" stroke-width=\"2.4\" d=\"M12 12C14 5 22 4 25 8C28 2 37 2 40 8C44 4 51 6 52 12Z\"/>";

const BONE: &str = "<path fill=\"none\" stroke-width=\"4.5\" d=\"M14 26H50M24 18V34M32 16V36M40 18V34\"/><path fill=\"#fff\" d=\"M48 26C50 18 56 16 60 16Q58 26 60 36C56 36 50 34 48 26Z\"/>\
    <path fill=\"#fff\" d=\"M2 26C2 16 10 14 18 17L16 26 18 35C10 38 2 36 2 26Z\"/><path fill=\"none\" stroke-width=\"2.4\" d=\"M7 22L11 26M11 22L7 26\"/>";

const VASE: &str = "<path fill=\"#8d6bc9\" d=\"M24 4H42V10L39 15C52 20 55 32 50 42Q47 50 39 50H27Q19 50 16 42C11 32 14 20 27 15L24 10Z\"/>\
    <path fill=\"none\" stroke=\"#fff\" stroke-width=\"2.6\" d=\"M33 16L28 25 36 31 30 40\"/><path stroke=\"none\" fill=\"#c9b3ee\" d=\"M22 22Q18 30 20 38L17 34Q15 27 22 22Z\"/>";

const CAUGHT_FISH: &str = "<path fill=\"#5aa9d6\" d=\"M4 28C12 10 34 8 46 24L60 12Q57 27 60 42L46 31C34 46 12 44 4 28Z\"/><circle cx=\"16\" cy=\"24\" r=\"3.4\" fill=\"#fff\" stroke=\"none\"/>\
    <path fill=\"none\" stroke=\"#fff\" stroke-width=\"2.6\" d=\"M26 18Q31 27 26 36\"/>";

/// The things on Yorozu's cards, in the colour of the text around them.
const ON_CARDS: [(&str, &str, &str); 3] = [
    ("th-fish", "0 0 46 32", FISH),
    ("th-flask", "0 0 46 42", FLASK),
    ("th-crow", "0 0 48 40", CROW),
];

/// The tokens of Meow.
const TOKENS: [(&str, &str); 4] =
    [("tk-bowl", BOWL), ("tk-bone", BONE), ("tk-vase", VASE), ("tk-fish", CAUGHT_FISH)];

pub(super) fn symbols(out: &mut String) {
    for (id, view_box, drawn) in ON_CARDS {
        symbol(out, id, view_box, &format!("<g fill=\"currentColor\">{drawn}</g>"));
    }
    for (id, drawn) in TOKENS {
        symbol(out, id, "0 0 64 54", &pen(3.0, drawn));
    }
}
