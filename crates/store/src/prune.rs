//! Which tables may be deleted.

use std::time::Duration;

use crate::Head;

/// Which tables may be deleted because nobody has touched them for long.
///
/// By default no table is deleted at which a person has decided something in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrunePolicy {
    /// Delete tables at which no person has decided anything in a game, if nothing has changed for this long.
    pub unplayed: Option<Duration>,
    /// Delete all other tables too, finished games included, if nothing has changed for this long.
    pub older_than: Option<Duration>,
}

impl Default for PrunePolicy {
    fn default() -> PrunePolicy {
        PrunePolicy { unplayed: Some(Duration::from_secs(7 * 24 * 3600)), older_than: None }
    }
}

/// The moments of a policy, in milliseconds since 1970. Tables that last changed before them may be deleted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PruneLimits {
    pub(crate) unplayed: i64,
    pub(crate) any: i64,
}

impl PrunePolicy {
    /// Whether it deletes a table with this head. `now` is in milliseconds since 1970.
    pub fn allows(&self, head: &Head, now: i64) -> bool {
        let PruneLimits { unplayed, any } = self.limits(now);
        (!head.played && head.updated < unplayed) || head.updated < any
    }

    pub(crate) fn limits(&self, now: i64) -> PruneLimits {
        let before = |age: Option<Duration>| {
            let age = age.and_then(|age| i64::try_from(age.as_millis()).ok());
            age.map_or(i64::MIN, |age| now.saturating_sub(age))
        };
        PruneLimits { unplayed: before(self.unplayed), any: before(self.older_than) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_moments_and_nothing_is_older_than_none() {
        let second = Some(Duration::from_secs(1));
        let limits = |unplayed, older_than| PrunePolicy { unplayed, older_than }.limits(5000);
        assert_eq!(limits(second, None), PruneLimits { unplayed: 4000, any: i64::MIN });
        assert_eq!(limits(None, second), PruneLimits { unplayed: i64::MIN, any: 4000 });
        let forever = Some(Duration::MAX);
        assert_eq!(limits(forever, None), PruneLimits { unplayed: i64::MIN, any: i64::MIN });
        assert_eq!(PrunePolicy::default().older_than, None);
    }
}
