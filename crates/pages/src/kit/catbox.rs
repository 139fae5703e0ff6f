//! The cards of Cat in the Box: the higher the value, the further the cat has come out.
//!
//! A card whose colour is not named yet shows a white cat with four coloured ghosts, because it is all colours at once.
//! The ghosts are the cat's outline, so that they stay quiet behind its face. The page shows them by `--gh`.

use std::fmt::Write as _;

use super::head::{Eyes, Hat, Head, Mouth};
use super::{paw, pen, placed, symbol};

/// Where the picture stands: free above for the index, and at the left.
const BOARD: &str = "-19 -27 129 180.6";

/// A cat and its box.
struct Pose {
    /// Tail, body and arms behind the head, as outlines.
    body: &'static str,
    /// The head over the middle of the box, with its height and scale.
    head: Option<(f32, f32, Head)>,
    /// Paws on the edge, and what else lies over the box.
    paws: String,
    around: Around,
}

/// The box around a cat.
struct Around {
    behind: &'static str,
    front: &'static str,
}

const OPEN: Around = Around { behind: "<use href=\"#bx-in\"/>", front: "<use href=\"#bx\"/>" };

/// The open box: its inside, and its front. The cat of a paradox sits in it too.
const BOX: &str = "<path id=\"bx-in\" fill=\"#a9713a\" d=\"M14 104H98V118H14Z\"/>\
    <g id=\"bx\"><path fill=\"#d59a58\" d=\"M12 106H100L96 149Q96 151 93 151H19Q16 151 16 149Z\"/>\
    <path fill=\"#e9b676\" d=\"M12 106L1 121Q0 124 3 124L18 126 24 106ZM100 106L110 121Q111 124 108 124L94 126 88 106Z\"/>\
    <path stroke=\"none\" fill=\"#bf8446\" d=\"M48 107H64V122L56 118 48 122Z\"/><path fill=\"none\" stroke=\"#8a5a2b\" stroke-width=\"1.8\" d=\"M27 141H43M27 135H37\"/></g>";

/// Closed, with a slit through which two eyes look.
const CLOSED: Around = Around {
    behind: "",
    front: "<path fill=\"#d59a58\" d=\"M12 82H100L97 149Q97 151 94 151H18Q15 151 15 149Z\"/><path fill=\"#e9b676\" d=\"M12 82L20 68H92L100 82Z\"/>\
        <path fill=\"none\" stroke=\"#8a5a2b\" stroke-width=\"2\" d=\"M56 68V82\"/><path fill=\"#35251a\" d=\"M30 100H82Q88 100 88 106V117Q88 123 82 123H30Q24 123 24 117V106Q24 100 30 100Z\"/>\
        <g stroke=\"none\"><path fill=\"var(--tint,#fff)\" d=\"M44.5 104.2a8 7.3 0 1 1 0 14.6 8 7.3 0 1 1 0-14.6ZM67.5 104.2a8 7.3 0 1 1 0 14.6 8 7.3 0 1 1 0-14.6Z\"/>\
        <path fill=\"#201c26\" d=\"M46.6 105.4a3.6 6.1 0 1 1 0 12.2 3.6 6.1 0 1 1 0-12.2ZM69.6 105.4a3.6 6.1 0 1 1 0 12.2 3.6 6.1 0 1 1 0-12.2Z\"/></g>\
        <path fill=\"none\" stroke=\"#8a5a2b\" stroke-width=\"1.8\" d=\"M27 142H43M27 136H37\"/>",
};

/// With its lid on, so that a cat can sit on it.
const LID: Around = Around {
    behind: "",
    front: "<path fill=\"#d59a58\" d=\"M12 122H100L98 149Q98 151 95 151H17Q14 151 14 149Z\"/>\
        <path fill=\"#e9b676\" d=\"M8 116Q8 113 11 113H101Q104 113 104 116V124Q104 127 101 127H11Q8 127 8 124Z\"/>\
        <path stroke=\"none\" fill=\"#bf8446\" d=\"M48 115H64V136L56 131 48 136Z\"/><path fill=\"none\" stroke=\"#8a5a2b\" stroke-width=\"1.8\" d=\"M27 143H43M27 137H37\"/>",
};

/// Left behind on the ground.
const LOW: Around = Around {
    behind: "<path fill=\"#a9713a\" d=\"M22 132H90V142H22Z\"/>",
    front: "<path fill=\"#d59a58\" d=\"M18 134H94L92 149Q92 151 89 151H23Q20 151 20 149Z\"/>\
        <path fill=\"#e9b676\" d=\"M18 134L5 124Q1 123 3 127L19 141ZM94 134L107 124Q111 123 109 127L93 141Z\"/>\
        <path stroke=\"none\" fill=\"#bf8446\" d=\"M49 135H63V146L56 142 49 146Z\"/>",
};

impl Pose {
    fn of(value: u8) -> Pose {
        let head =
            |y: f32, scale: f32, base, eyes, mouth| Some((y, scale, Head::new(base, eyes, mouth)));
        match value {
            1 => Pose {
                body: "<path d=\"M80 76C86 67 76 58 82 46Q84 42 88 44 90 46 89 49C85 58 95 67 88 78Z\"/>",
                head: None,
                paws: String::new(),
                around: CLOSED,
            },
            2 => Pose {
                body: "",
                head: head(110.0, 0.66, "tabby", Eyes::Open, Mouth::Cat)
                    .map(|(y, scale, head)| (y, scale, head.without_whiskers())),
                paws: String::new(),
                around: OPEN,
            },
            3 => Pose {
                body: "",
                head: head(96.0, 0.72, "patch", Eyes::Side, Mouth::Cat),
                paws: paw(24.0, 108.0, 1.0) + &paw(88.0, 108.0, 1.0),
                around: OPEN,
            },
            4 => Pose {
                body: "",
                head: head(80.0, 0.72, "plain", Eyes::Sly, Mouth::Cat),
                paws: paw(34.0, 108.0, 1.0) + &paw(78.0, 108.0, 1.0),
                around: OPEN,
            },
            5 => Pose {
                body: "<path d=\"M38 140C34 116 40 96 56 94S78 116 74 140Z\"/><path d=\"M73 110C84 104 88 92 90 82Q96 76 101 83C100 100 92 116 76 124Z\"/>",
                head: head(70.0, 0.68, "mask", Eyes::Open, Mouth::Cat),
                paws: paw(34.0, 108.0, 1.0),
                around: OPEN,
            },
            6 => Pose {
                body: "<path d=\"M40 96C30 96 22 88 18 78Q11 74 9 82C12 98 24 110 40 112Z\"/><path d=\"M72 96C82 96 90 88 94 78Q101 74 103 82C100 98 88 110 72 112Z\"/>\
                    <path d=\"M36 140C32 112 38 84 56 82S80 112 76 140Z\"/>",
                head: head(60.0, 0.66, "tabby", Eyes::Happy, Mouth::Smile),
                paws: String::new(),
                around: OPEN,
            },
            7 => Pose {
                body: "<path d=\"M38 112C19 112 18 94 24 78Q25 73 21 72 17 71 15 75C8 92 8 120 38 120Z\"/><path d=\"M34 136C28 108 36 80 58 78S86 106 82 136Z\"/>",
                head: head(56.0, 0.64, "patch", Eyes::Wink, Mouth::Cat),
                paws: paw(38.0, 108.0, 1.0)
                    + "<path fill=\"var(--fur)\" d=\"M60 100C60 116 62 124 65 129Q68 137 79 135Q88 133 86 125L82 100\"/><path fill=\"none\" stroke-width=\"2\" d=\"M71 129V134M78 129V134\"/>",
                around: OPEN,
            },
            8 => Pose {
                body: "<path d=\"M75 105C96 104 95 77 85 66Q82 62 85 59.5 89 57 92 61C104 77 105 111 77 113Z\"/><path d=\"M34 117C28 95 38 73 56 71S84 95 78 117Q56 123 34 117Z\"/>",
                head: head(54.0, 0.62, "plain", Eyes::Happy, Mouth::Smile),
                paws: "<path fill=\"var(--fur)\" d=\"M40 119C38 111 42 108 47 108S56 111 54 119Q47 122 40 119ZM58 119C56 111 60 108 65 108S74 111 72 119Q65 122 58 119Z\"/>\
                    <path fill=\"none\" d=\"M48 95V107M64 95V107\"/>"
                    .to_owned(),
                around: LID,
            },
            _ => Pose {
                body: "<path d=\"M72 102C86 102 92 112 102 106Q107 104 109 108 110 112 106 114C92 122 84 110 72 110Z\"/>\
                    <path d=\"M44 91C32 91 24 83 20 73Q13 69 11 77C14 93 26 105 44 107ZM68 91C80 91 88 83 92 73Q99 69 101 77C98 93 86 105 68 107Z\"/>\
                    <path d=\"M44 107C40 116 38 125 44 128Q52 129 54 118ZM68 107C72 116 74 125 68 128Q60 129 58 118Z\"/>\
                    <path d=\"M39 112C35 93 40 78 56 76S77 93 73 112Q56 122 39 112Z\"/>",
                head: head(54.0, 0.61, "tux", Eyes::Open, Mouth::Smile)
                    .map(|(y, scale, head)| (y, scale, head.with_hat(Hat::Specs))),
                paws: String::new(),
                around: LOW,
            },
        }
    }
}

/// The four colours, each with its place around the cat.
const GHOSTS: [(&str, i8, i8); 4] =
    [("#e0474c", -5, -3), ("#3f7be0", 5, -2), ("#e3a40c", -3, 4), ("#2f9e5b", 4, 4)];

pub(super) fn symbols(out: &mut String) {
    out.push_str(BOX);
    for value in 1..=9 {
        let Pose { body, head, paws, around: Around { behind, front } } = Pose::of(value);
        let (outline, face) = head.map_or_else(Default::default, |(y, scale, head)| {
            (placed(56.0, y, scale, "<use href=\"#hh\"/>"), placed(56.0, y, scale, &head.draw()))
        });
        draw!(out, "<g id=\"cbs{value}\">{body}{outline}</g>");
        let cat = format!("<use href=\"#cbs{value}\" fill=\"var(--fur)\"/>{face}");
        symbol(out, &format!("cbc{value}"), BOARD, &pen(3.0, &cat));
        let mut ghosts = String::from("<g fill=\"none\" opacity=\"var(--gh,0)\">");
        for (colour, x, y) in GHOSTS {
            draw!(ghosts, "<use href=\"#cbs{value}\" x=\"{x}\" y=\"{y}\" stroke=\"{colour}\"/>");
        }
        ghosts.push_str("</g>");
        let drawn = pen(3.0, &format!("{behind}{ghosts}{cat}{front}{paws}"));
        symbol(out, &format!("cb{value}"), BOARD, &drawn);
    }
}
