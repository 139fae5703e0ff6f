//! A cache of sentences: pages repeat the same few hundred sentences.

use std::collections::HashMap;
use std::fmt;
use std::hash::BuildHasher as _;
use std::sync::{Arc, PoisonError, RwLock};

use foldhash::fast::RandomState;
use rules::Fact;

/// Sentences by their message and facts.
pub(crate) struct Memory {
    /// At this size the cache is cleared. Frequent sentences are soon back.
    max: usize,
    hashes: RandomState,
    said: RwLock<HashMap<u64, Said, RandomState>>,
}

struct Said {
    id: Box<str>,
    facts: Box<[(&'static str, Fact)]>,
    text: Arc<str>,
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}

impl Memory {
    /// A cache for at most this number of sentences.
    pub(crate) fn new(max: usize) -> Memory {
        Memory { max, hashes: RandomState::default(), said: RwLock::default() }
    }

    /// The cached sentence, or the result of `make`, which is then cached.
    pub(crate) fn recall(
        &self,
        id: &str,
        facts: &[(&'static str, Fact)],
        make: impl FnOnce() -> Option<String>,
    ) -> Option<Arc<str>> {
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
        if said.len() >= self.max {
            said.clear();
        }
        let text_of = Arc::clone(&text);
        said.insert(key, Said { id: id.into(), facts: facts.into(), text: text_of });
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_before_is_said_again_and_nothing_else() {
        let memory = Memory::new(10);
        let say = |id: &str, facts: &[(&'static str, Fact)], text: &str| {
            memory.recall(id, facts, || Some(text.to_owned())).unwrap()
        };
        let number = |n: i64| [("n", Fact::Number(n))];
        assert_eq!(*say("points", &number(1), "one point"), *"one point");
        assert_eq!(*say("points", &number(1), "made anew"), *"one point");
        assert_eq!(*say("points", &number(2), "two points"), *"two points");
        assert_eq!(*say("tricks", &number(1), "one trick"), *"one trick");
        assert_eq!(*say("points", &[], "points"), *"points");
        assert_eq!(memory.recall("hole", &[], || None), None);
    }

    #[test]
    fn too_much_is_forgotten() {
        let memory = Memory::new(10);
        for n in 0..=10 {
            memory.recall("n", &[("n", Fact::Number(n))], || Some(n.to_string()));
        }
        assert_eq!(memory.said.read().unwrap().len(), 1);
    }
}
