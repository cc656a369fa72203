//! The nonces of posts.

use std::fmt::{self, Display, Formatter};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The nonce of a post: 16 letters and digits that no other post of any database has.
///
/// Discord refuses a nonce of more than 25 characters. It accepts a nonce once within minutes, so all attempts at a post
/// must have the same one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nonce(String);

impl Nonce {
    /// Returns the nonce of the post of this kind that these numbers identify in a database.
    pub(crate) fn new(database: &str, kind: &str, numbers: &[u64]) -> Self {
        // The length must not depend on the numbers, which have no bound.
        let mut hasher = DefaultHasher::new();
        (database, kind, numbers).hash(&mut hasher);
        Self(format!("{:016x}", hasher.finish()))
    }
}

impl Display for Nonce {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn nonces_are_short_and_differ_at_any_counter() {
        let counters = [0, 1, 1_000, 1_000_000, 1_000_000_000_000, u64::MAX];
        let mut all = BTreeSet::new();
        let mut count = 0;
        for database in ["abcdef", "abcdeg"] {
            for kind in [
                "news",
                "league-table",
                "a kind with an exceptionally long name",
            ] {
                for one in counters {
                    for other in counters {
                        let nonce = Nonce::new(database, kind, &[one, other]);
                        assert_eq!(nonce, Nonce::new(database, kind, &[one, other]));
                        let text = nonce.to_string();
                        assert!(text.len() <= 25, "{text}");
                        all.insert(text);
                        count += 1;
                    }
                }
            }
        }
        assert_eq!(all.len(), count);
    }
}
