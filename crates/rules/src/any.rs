//! The one list of games, and what follows from it: ids, names, and visitors that turn an id into a type.

use crate::Rules;
use crate::notation::{Reader, Unreadable, Wanted};

/// The one list of games. Calls a macro with a row for each game: its variant of [`GameId`], its module in this crate,
/// its name in rules lines and file names, and its title. Tokens after the macro's name come before the rows.
///
/// Code that is made from this list cannot miss a game:
///
/// ```
/// macro_rules! titles {
///     ($($id:ident $module:ident $name:literal $title:literal;)*) => { [$($title),*] };
/// }
/// assert_eq!(rules::games!(titles)[0], "Cat in the Box");
/// ```
#[macro_export]
macro_rules! games {
    ($($with:ident)::+ $(, $($args:tt)*)?) => {
        $($with)::+! {
            $($($args)*)?
            Catbox catbox "catbox" "Cat in the Box";
            Catsle catsle "catsle" "CATSle";
            Yorozu yorozu "yorozu" "Yorozu";
            Meow meow "meow" "Meow";
        }
    };
}

macro_rules! game_ids {
    ($($id:ident $module:ident $name:literal $title:literal;)*) => {
        /// The id of a game.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum GameId {
            $(#[doc = $title] $id,)*
        }

        impl GameId {
            /// All games.
            pub const ALL: [GameId; [$($name),*].len()] = [$(GameId::$id),*];

            /// All names, in the same order.
            pub const NAMES: [&'static str; GameId::ALL.len()] = [$($name),*];
        }

        $(const _: () = assert!(
            matches!(crate::$module::Rules::GAME, GameId::$id),
            concat!("the rules of ", $name, " belong to another game"),
        );)*
    };
}
games!(game_ids);

impl GameId {
    /// Its name in rules lines, commands and messages.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The game with this name.
    pub fn named(name: &str) -> Option<GameId> {
        GameId::ALL.into_iter().find(|id| id.name() == name)
    }

    /// The game of a rules line.
    pub fn of_rules_line(line: &str) -> Result<GameId, Unreadable> {
        let name = line.split([' ', '@']).next().unwrap_or_default();
        let unknown = || Reader::new(line).refuse(Wanted::Word(GameId::NAMES.to_vec()));
        GameId::named(name).ok_or_else(unknown)
    }

    /// Runs a visitor with the type of this game.
    pub fn visit<V: Visit>(self, visitor: V) -> V::Output {
        visit(self, visitor)
    }
}

crate::visitor!(pub trait Visit: crate::Game, fn visit);

/// Makes a visitor for games that implement a trait: the trait of the visitor, and the function that runs it with the
/// type of a game. A game of the list that lacks the trait does not compile. All games have [`Study`](crate::Study) too;
/// an implementation of the visitor asks for as few traits as it needs.
///
/// ```
/// use rules::{Game, GameId};
///
/// trait Cats: Game {
///     const N_CATS: u32;
/// }
/// # impl Cats for rules::catbox::State { const N_CATS: u32 = 1; }
/// # impl Cats for rules::catsle::State { const N_CATS: u32 = 4; }
/// # impl Cats for rules::yorozu::State { const N_CATS: u32 = 1000; }
/// # impl Cats for rules::meow::State { const N_CATS: u32 = 1; }
/// rules::visitor!(trait VisitCats: Cats, fn visit_cats);
///
/// struct Count;
/// impl VisitCats for Count {
///     type Output = u32;
///     fn visit<G: Cats>(self) -> u32 {
///         G::N_CATS
///     }
/// }
/// assert_eq!(visit_cats(GameId::Yorozu, Count), 1000);
/// ```
#[macro_export]
macro_rules! visitor {
    ($trait_vis:vis trait $Visit:ident: $Bound:path, $vis:vis fn $visit:ident) => {
        $crate::games! { $crate::visitor, @ ($trait_vis) $Visit ($Bound) ($vis) $visit }
    };
    (
        @ ($trait_vis:vis) $Visit:ident ($Bound:path) ($vis:vis) $visit:ident
        $($id:ident $module:ident $name:literal $title:literal;)*
    ) => {
        /// A task that needs the type of a game whose id is known only at run time.
        $trait_vis trait $Visit {
            /// The result of the task.
            type Output;

            /// Runs the task.
            fn visit<G: $Bound + $crate::Study>(self) -> Self::Output;
        }

        /// Runs a visitor with the type of a game.
        $vis fn $visit<V: $Visit>(id: $crate::GameId, visitor: V) -> V::Output {
            match id {
                $($crate::GameId::$id => visitor.visit::<$crate::$module::State>(),)*
            }
        }
    };
}
