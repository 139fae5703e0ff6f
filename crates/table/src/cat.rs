//! A player's cat: the coat that the player chose, and the player's reactions.
//!
//! Both are plain data. How they look is not known here.

/// The names of all coats.
const COATS: [&str; 12] = [
    "ginger", "calico", "black", "white", "flower", "cream", "silver", "tuxedo", "brown", "patch",
    "blue", "tortie",
];

/// The name of a coat that a player can choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoatName(u8);

impl CoatName {
    /// All coats.
    pub fn all() -> impl ExactSizeIterator<Item = CoatName> + Clone {
        (0..COATS.len() as u8).map(CoatName)
    }

    /// The coat with this name.
    pub fn named(name: &str) -> Option<CoatName> {
        CoatName::all().find(|coat| coat.name() == name)
    }

    /// The name, in the log and in forms.
    pub fn name(self) -> &'static str {
        COATS[self.index()]
    }

    /// Its place among all coats.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// This coat and all others, in the order in which they are tried where a coat is taken.
    pub(crate) fn and_others(self) -> impl Iterator<Item = CoatName> {
        CoatName::all().cycle().skip(self.index()).take(COATS.len())
    }
}

/// A reaction: the face of a player's cat for a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each says what it shows")]
pub enum Reaction {
    Happy,
    Laugh,
    Love,
    Think,
    Shock,
    Sad,
    Sleep,
    ThumbUp,
}

impl Reaction {
    /// All reactions, in the order in which players choose from them.
    pub const ALL: [Reaction; 8] = [
        Reaction::Happy,
        Reaction::Laugh,
        Reaction::Love,
        Reaction::ThumbUp,
        Reaction::Think,
        Reaction::Shock,
        Reaction::Sad,
        Reaction::Sleep,
    ];

    /// The reaction with this name.
    pub fn named(name: &str) -> Option<Reaction> {
        Reaction::ALL.into_iter().find(|reaction| reaction.name() == name)
    }

    /// The name, in the log and in forms.
    pub fn name(self) -> &'static str {
        match self {
            Reaction::Happy => "happy",
            Reaction::Laugh => "laugh",
            Reaction::Love => "love",
            Reaction::Think => "think",
            Reaction::Shock => "shock",
            Reaction::Sad => "sad",
            Reaction::Sleep => "sleep",
            Reaction::ThumbUp => "thumb-up",
        }
    }
}
