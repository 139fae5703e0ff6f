//! How fast a viewer wants to see what happens.

use std::time::Duration;

/// The pace of a viewer, the fastest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pace {
    /// For people who know the game.
    Quick,
    /// As most people want it.
    Normal,
    /// Time to look at everything.
    Calm,
}

/// How long a beat stands at a normal pace.
const BEAT: Duration = Duration::from_millis(900);

/// How long any other step stands at a normal pace while another one waits: its cards have landed by then.
const LANDING: Duration = Duration::from_millis(450);

impl Pace {
    /// All paces, the slowest first, as settings list them.
    pub const ALL: [Pace; 3] = [Pace::Calm, Pace::Normal, Pace::Quick];

    /// Its name in settings and addresses.
    pub fn name(self) -> &'static str {
        match self {
            Pace::Calm => "calm",
            Pace::Normal => "normal",
            Pace::Quick => "quick",
        }
    }

    /// The pace with this name.
    pub fn named(name: &str) -> Option<Pace> {
        Pace::ALL.into_iter().find(|pace| pace.name() == name)
    }

    /// How much longer everything takes, in percent.
    fn percent(self) -> u32 {
        match self {
            Pace::Calm => 180,
            Pace::Normal => 100,
            Pace::Quick => 50,
        }
    }

    /// A time that is given for the normal pace, at this pace.
    pub fn stretch(self, time: Duration) -> Duration {
        time * self.percent() / 100
    }

    /// How long a beat stands: also a quick viewer has to see who wins a trick.
    pub fn beat(self) -> Duration {
        self.stretch(BEAT).max(BEAT)
    }

    /// How long any other step stands while another one waits.
    pub fn landing(self) -> Duration {
        self.stretch(LANDING)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beat_is_never_short() {
        let beats = Pace::ALL.map(|pace| pace.beat().as_millis());
        assert_eq!(beats, [1620, 900, 900]);
        let landings = Pace::ALL.map(|pace| pace.landing().as_millis());
        assert_eq!(landings, [810, 450, 225]);
        assert_eq!(Pace::Quick.stretch(Duration::from_millis(600)).as_millis(), 300);
        assert_eq!(Pace::ALL.into_iter().max(), Some(Pace::Calm));
    }

    #[test]
    fn the_script_knows_the_same_paces() {
        let script = include_str!("../assets/queue.js");
        let pace = |pace: Pace| format!("{}: {}", pace.name(), f64::from(pace.percent()) / 100.0);
        let paces = Pace::ALL.map(pace).join(", ");
        assert!(script.contains(&format!("const PACES = {{ {paces} }};")), "{paces}");
        assert!(script.contains(&format!("const BEAT = {};", BEAT.as_millis())));
        assert!(script.contains(&format!("const LANDING = {};", LANDING.as_millis())));
    }
}
