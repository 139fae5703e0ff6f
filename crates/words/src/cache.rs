//! A cache of sentences: pages repeat the same few hundred sentences.

use std::collections::HashMap;
use std::fmt;
use std::hash::BuildHasher as _;
use std::sync::{Arc, PoisonError, RwLock};

use foldhash::fast::RandomState;
use rules::Fact;

/// Sentences by their message and facts.
pub(crate) struct SentenceCache {
    /// At this size the cache is cleared. Frequent sentences are soon back.
    max: usize,
    hashes: RandomState,
    sentences: RwLock<HashMap<u64, CachedSentence, RandomState>>,
}

struct CachedSentence {
    id: Box<str>,
    facts: Box<[(&'static str, Fact)]>,
    text: Arc<str>,
}

impl fmt::Debug for SentenceCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SentenceCache").finish_non_exhaustive()
    }
}

impl SentenceCache {
    /// A cache for at most this number of sentences.
    pub(crate) fn new(max: usize) -> SentenceCache {
        SentenceCache { max, hashes: RandomState::default(), sentences: RwLock::default() }
    }

    /// The cached sentence, or the result of `make`, which is then cached.
    pub(crate) fn get_or_make(
        &self,
        id: &str,
        facts: &[(&'static str, Fact)],
        make: impl FnOnce() -> Option<String>,
    ) -> Option<Arc<str>> {
        let key = self.hashes.hash_one((id, facts));
        let sentences = self.sentences.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(cached) = sentences.get(&key)
            && *cached.id == *id
            && *cached.facts == *facts
        {
            return Some(Arc::clone(&cached.text));
        }
        drop(sentences);
        let text: Arc<str> = make()?.into();
        let mut sentences = self.sentences.write().unwrap_or_else(PoisonError::into_inner);
        if sentences.len() >= self.max {
            sentences.clear();
        }
        let shared = Arc::clone(&text);
        sentences.insert(key, CachedSentence { id: id.into(), facts: facts.into(), text: shared });
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_messages_and_facts_give_the_cached_sentence() {
        let cache = SentenceCache::new(10);
        let say = |id: &str, facts: &[(&'static str, Fact)], text: &str| {
            cache.get_or_make(id, facts, || Some(text.to_owned())).unwrap()
        };
        let number = |n: i64| [("n", Fact::Number(n))];
        assert_eq!(*say("points", &number(1), "one point"), *"one point");
        assert_eq!(*say("points", &number(1), "made again"), *"one point");
        assert_eq!(*say("points", &number(2), "two points"), *"two points");
        assert_eq!(*say("tricks", &number(1), "one trick"), *"one trick");
        assert_eq!(*say("points", &[], "points"), *"points");
        assert_eq!(cache.get_or_make("hole", &[], || None), None);
    }

    #[test]
    fn a_full_cache_is_cleared() {
        let cache = SentenceCache::new(10);
        for n in 0..=10 {
            cache.get_or_make("n", &[("n", Fact::Number(n))], || Some(n.to_string()));
        }
        assert_eq!(cache.sentences.read().unwrap().len(), 1);
    }
}
