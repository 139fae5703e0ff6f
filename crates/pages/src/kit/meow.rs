//! The cards of Meow: the cat grows with the value, from asleep to crowned. Small cats curl up, then they sit, wear a
//! bell, wave, wear a bow and at last a cape. The 1 is small and sly, because it beats the 18.

use std::fmt::Write as _;

use super::head::{Eyes, Hat, Head, Mouth};
use super::{CARD, pen, placed, symbol};

/// How a cat of some value sits, and what it wears.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pose {
    Curled,
    Sitting,
    Bell,
    Waving,
    Bow,
    Cape,
}

/// The cats by value, from 1.
const CATS: [(Pose, &str, Eyes, Mouth); 18] = [
    (Pose::Sitting, "tabby", Eyes::Sly, Mouth::Smile),
    (Pose::Curled, "plain", Eyes::Sleep, Mouth::Cat),
    (Pose::Curled, "tabby", Eyes::Sleep, Mouth::Cat),
    (Pose::Curled, "patch", Eyes::Wink, Mouth::Cat),
    (Pose::Sitting, "mask", Eyes::Sleep, Mouth::Round),
    (Pose::Sitting, "plain", Eyes::Open, Mouth::Cat),
    (Pose::Bell, "tabby", Eyes::Side, Mouth::Cat),
    (Pose::Bell, "plain", Eyes::Happy, Mouth::Smile),
    (Pose::Bell, "tux", Eyes::Open, Mouth::Cat),
    (Pose::Waving, "patch", Eyes::Happy, Mouth::Smile),
    (Pose::Waving, "plain", Eyes::Open, Mouth::Smile),
    (Pose::Waving, "mask", Eyes::Wink, Mouth::Cat),
    (Pose::Bow, "tabby", Eyes::Side, Mouth::Flat),
    (Pose::Bow, "patch", Eyes::Open, Mouth::Cat),
    (Pose::Bow, "tux", Eyes::Happy, Mouth::Cat),
    (Pose::Cape, "plain", Eyes::Sly, Mouth::Cat),
    (Pose::Cape, "mask", Eyes::Sly, Mouth::Flat),
    (Pose::Cape, "tabby", Eyes::Sly, Mouth::Smile),
];

/// The kitchen floor, and the parts of a cat whose feet stand on 0 0.
const PIECES: &str = "<g id=\"me-floor\"><path fill=\"var(--mid)\" fill-opacity=\".28\" d=\"M0 112H110V154H0Z\"/>\
    <path stroke=\"#fff\" stroke-opacity=\".75\" stroke-width=\"2\" fill=\"none\" d=\"M0 112H110M0 133H110M22 112L12 154M55 112V154M88 112L98 154\"/></g>\
    <path id=\"me-tail\" fill=\"var(--fur)\" d=\"M30-13C52-12 57-40 43-50Q39-54 42-58 47-61 51-57C72-44 68-1 30 2Z\"/>\
    <g id=\"me-sits\"><path fill=\"var(--fur)\" d=\"M-32-2C-46-34-28-78 0-80S46-34 32-2Q0 6-32-2Z\"/>\
    <path stroke=\"none\" fill=\"var(--muz,var(--fur))\" d=\"M0-76C14-70 18-40 14-22H-14C-18-40-14-70 0-76Z\"/>\
    <path fill=\"none\" d=\"M-9-34V-3M9-34V-3M-34-4Q-22-8-16 0M34-4Q22-8 16 0\"/></g>\
    <path id=\"me-lies\" fill=\"var(--fur)\" d=\"M-44-4C-56-36-22-58 14-54C48-50 66-24 54-6Q46 3 0 3T-44-4Z\"/>\
    <path id=\"me-wrap\" fill=\"var(--fur)\" d=\"M56-14C48 10 12 12-4 6Q-10 3-8-2-5-7 2-5C18 0 36-2 42-18Z\"/>\
    <path id=\"me-zzz\" fill=\"none\" stroke-width=\"5\" d=\"M34-74H48L34-58H48M58-100H68L58-88H68\"/>\
    <g id=\"me-bell\"><path fill=\"#c7352e\" d=\"M-31-56Q0-38 31-56L33-46Q0-28-33-46Z\"/><circle cy=\"-34\" r=\"8\" fill=\"#f6c445\"/><path fill=\"none\" stroke-width=\"2.4\" d=\"M0-34V-28\"/></g>\
    <path id=\"me-left-tail\" fill=\"var(--fur)\" d=\"M-30-13C-52-12-57-40-43-50Q-39-54-42-58-47-61-51-57C-72-44-68-1-30 2Z\"/>\
    <g id=\"me-arm\"><path fill=\"var(--fur)\" d=\"M22-54C40-54 49-72 49-94C47-110 53-118 61-118S76-110 74-94C72-60 52-34 27-32Z\"/><path fill=\"none\" stroke-width=\"2.6\" d=\"M58-112V-103M66-112V-103\"/></g>\
    <path id=\"me-bow\" fill=\"var(--mark)\" d=\"M-5-42L-26-54Q-31-41-26-28L-5-38ZM5-42L26-54Q31-41 26-28L5-38ZM-6-46H6V-34H-6Z\"/>\
    <path id=\"me-cape\" fill=\"#c7352e\" d=\"M-24-72C-54-56-62-20-58 4H58C62-20 54-56 24-72Z\"/>\
    <g id=\"me-collar\"><path fill=\"#fff\" d=\"M-36-58Q0-34 36-58L38-44Q0-20-38-44Z\"/><path stroke=\"none\" d=\"M-20-43L-16-38-20-33ZM16-42L20-37 15-33Z\"/><circle cy=\"-33\" r=\"6\" fill=\"#f6c445\"/></g>";

pub(super) fn symbols(out: &mut String) {
    out.push_str(PIECES);
    for (value, (pose, base, eyes, mouth)) in (1..).zip(CATS) {
        let mut head = Head::new(base, eyes, mouth);
        if value == CATS.len() {
            head = head.with_hat(Hat::Crown);
        }
        symbol(out, &format!("me{value}"), CARD, &card(value as f32, pose, head));
    }
}

fn card(value: f32, pose: Pose, head: Head) -> String {
    // From half a card's width to nearly all of it. The feet of large cats are cut off, so that their ears stay below
    // the index. The 1 is as small as the 2.
    let size = ((value - 2.0) / 16.0).max(0.0);
    let scale = 0.46 + 0.36 * size;
    let raised_paw = if pose == Pose::Waving { 5.0 } else { 0.0 };
    let (x, y) = (57.0 + 3.0 * size - raised_paw, 149.0 + 36.0 * (size - 0.3).max(0.0));
    // Small cats have a heavier line for their size.
    let line = 3.1 / scale.max(0.62);
    format!("<use href=\"#me-floor\"/>{}", pen(line, &placed(x, y, scale, &cat(pose, head))))
}

fn cat(pose: Pose, head: Head) -> String {
    let (behind, before): (&[&str], &[&str]) = match pose {
        Pose::Curled if head.sleeps() => (&["me-lies"], &["me-wrap", "me-zzz"]),
        Pose::Curled => (&["me-lies"], &["me-wrap"]),
        Pose::Sitting => (&["me-tail", "me-sits"], &[]),
        Pose::Bell => (&["me-tail", "me-sits", "me-bell"], &[]),
        Pose::Waving => (&["me-left-tail", "me-sits"], &["me-arm"]),
        Pose::Bow => (&["me-tail", "me-sits", "me-bow"], &[]),
        Pose::Cape => (&["me-tail", "me-cape", "me-sits", "me-collar"], &[]),
    };
    let (x, y) = if pose == Pose::Curled { (-18.0, -38.0) } else { (0.0, -96.0) };
    uses(behind) + &placed(x, y, 0.98, &head.draw()) + &uses(before)
}

fn uses(pieces: &[&str]) -> String {
    pieces.iter().fold(String::new(), |mut drawn, piece| {
        draw!(drawn, "<use href=\"#{piece}\"/>");
        drawn
    })
}
