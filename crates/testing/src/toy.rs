//! Parts of toy games: games that exist only to test the contract of a game. Their types have the names that all games use:
//! `Rules`, `Deal`, `Action`, `Ask`, `Illegal`, `Open`, `Own`, `Seen`, and `Toy` for the state.

/// The only phase of a toy game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnlyPhase;

impl rules::Phase for OnlyPhase {
    fn asked(self) -> &'static str {
        "toy-asked"
    }

    fn rule(self) -> &'static str {
        "TOY-0"
    }
}

/// The part of `impl Rules` of games without deck tables.
#[macro_export]
macro_rules! no_tables {
    () => {
        const TABLES: &'static [::rules::DeckTable] = &[];

        fn standard_table(_: &str) -> Vec<Vec<i32>> {
            Vec::new()
        }

        fn with_table(self, _: &str, _: &[Vec<i32>]) -> Result<Rules, ::rules::BadDeckTable> {
            Ok(self)
        }

        fn changed_tables(&self) -> Vec<(&'static str, Vec<Vec<i32>>)> {
            Vec::new()
        }
    };
}

/// The part of `impl Game for Toy` that is the same in every toy.
#[macro_export]
macro_rules! in_every_toy {
    () => {
        type Rules = Rules;
        type Chance = Deal;
        type Action = Action;
        type Ask = Ask;
        type Phase = $crate::toy::OnlyPhase;
        type Illegal = Illegal;
        type Open = Open;
        type Own = Own;
        type Seen = Seen;
        type Worlds = ::rules::View<Toy>;

        fn own_hand(_: ::rules::Seat, _: &Own) -> Option<Seen> {
            None
        }

        fn is_score(_: &Seen) -> bool {
            false
        }

        fn open(&self) -> &Open {
            &self.open
        }
    };
}

/// The part of `impl Open<Toy> for Open` that is the same in every toy: chance is never wrong.
#[macro_export]
macro_rules! in_every_toy_open {
    () => {
        fn rules(&self) -> &Rules {
            &self.rules
        }

        fn phase(&self) -> $crate::toy::OnlyPhase {
            $crate::toy::OnlyPhase
        }

        fn judge_chance(&self, _: &Deal) -> Option<Result<(), Illegal>> {
            Some(Ok(()))
        }
    };
}

/// The part of `impl Study for Toy` that is the same in every toy.
#[macro_export]
macro_rules! in_every_toy_study {
    () => {
        fn secrets(&self) -> Vec<::rules::Secret> {
            Vec::new()
        }

        fn round_facts(&self, _: &mut Vec<::rules::RoundFact>) {}

        fn start_drawn(_: &Deal) -> Option<::rules::Seat> {
            None
        }
    };
}
