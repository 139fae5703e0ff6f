//! Sentences that were made before: pages say the same few hundred things over and over.

use std::collections::HashMap;
use std::fmt;
use std::hash::BuildHasher as _;
use std::sync::{Arc, PoisonError, RwLock};

use foldhash::fast::RandomState;
use rules::Fact;

/// Sentences that depend on nobody's name, by what they say.
#[derive(Default)]
pub(crate) struct Memory {
    hashes: RandomState,
    said: RwLock<HashMap<u64, Said, RandomState>>,
}

struct Said {
    id: Box<str>,
    facts: Box<[(&'static str, Fact)]>,
    text: Arc<str>,
}

/// When there are more, all are forgotten: those that matter are soon back.
const MAX_SAID: usize = 10_000;

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}

impl Memory {
    /// The sentence as it was made before, or as it is made now.
    pub(crate) fn recall(
        &self,
        id: &str,
        facts: &[(&'static str, Fact)],
        make: impl FnOnce() -> Option<String>,
    ) -> Option<Arc<str>> {
        if facts.iter().any(|(_, fact)| names_somebody(fact)) {
            return make().map(Arc::from);
        }
        let key = self.hashes.hash_one((id, facts));
        let said = self.said.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(said) = said.get(&key)
            && *said.id == *id
            && *said.facts == *facts
        {
            return Some(Arc::clone(&said.text));
        }
        drop(said);
        let text: Arc<str> = make()?.into();
        let mut said = self.said.write().unwrap_or_else(PoisonError::into_inner);
        if said.len() >= MAX_SAID {
            said.clear();
        }
        let text_of = Arc::clone(&text);
        said.insert(key, Said { id: id.into(), facts: facts.into(), text: text_of });
        Some(text)
    }
}

/// Whether a fact is told by the name of somebody at one table.
fn names_somebody(fact: &Fact) -> bool {
    match fact {
        Fact::Seat(_) | Fact::Seats(_) | Fact::Order(_) => true,
        Fact::Number(_) | Fact::Name(_) | Fact::Text(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_before_is_said_again_and_nothing_else() {
        let memory = Memory::default();
        let say = |id: &str, facts: &[(&'static str, Fact)], text: &str| {
            memory.recall(id, facts, || Some(text.to_owned())).unwrap()
        };
        let number = |n: i64| [("n", Fact::Number(n))];
        assert_eq!(*say("points", &number(1), "one point"), *"one point");
        assert_eq!(*say("points", &number(1), "made anew"), *"one point");
        assert_eq!(*say("points", &number(2), "two points"), *"two points");
        assert_eq!(*say("tricks", &number(1), "one trick"), *"one trick");
        assert_eq!(*say("points", &[], "points"), *"points");
        let seat = [("seat", Fact::Seat(rules::Seat::new(0)))];
        assert_eq!(*say("who", &seat, "Mia"), *"Mia");
        assert_eq!(*say("who", &seat, "Ken"), *"Ken", "names change");
        assert_eq!(memory.recall("hole", &[], || None), None);
    }

    #[test]
    fn too_much_is_forgotten() {
        let memory = Memory::default();
        for n in 0..=MAX_SAID as i64 {
            memory.recall("n", &[("n", Fact::Number(n))], || Some(n.to_string()));
        }
        assert_eq!(memory.said.read().unwrap().len(), 1);
    }
}
