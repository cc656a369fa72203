use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

use tokio::sync::OnceCell;

use crate::kernel::lock::lock;

/// What was made lately. Each thing is made once, however many ask for it at the same time.
pub(super) struct Kept<K, V> {
    /// The greatest total size.
    most: usize,
    entries: Mutex<Entries<K, V>>,
}

struct Entries<K, V> {
    uses: u64,
    size: usize,
    all: HashMap<K, Entry<V>>,
}

struct Entry<V> {
    made: Arc<OnceCell<V>>,
    size: usize,
    used: u64,
}

impl<K: Clone + Eq + Hash, V: Clone> Kept<K, V> {
    /// Keeps things of a total size of at most `most`.
    pub(super) fn new(most: usize) -> Self {
        let entries = Entries {
            uses: 0,
            size: 0,
            all: HashMap::new(),
        };
        Self {
            most,
            entries: Mutex::new(entries),
        }
    }

    /// Returns the thing with this key, which `make` makes if it is not there. `size` measures it.
    pub(super) async fn get<E>(
        &self,
        key: K,
        size: impl FnOnce(&V) -> usize,
        make: impl Future<Output = Result<V, E>>,
    ) -> Result<V, E> {
        let cell = {
            let mut entries = lock(&self.entries);
            entries.uses += 1;
            let used = entries.uses;
            let entry = entries.all.entry(key.clone()).or_insert_with(|| Entry {
                made: Arc::default(),
                size: 0,
                used,
            });
            entry.used = used;
            Arc::clone(&entry.made)
        };
        match cell.get_or_try_init(|| make).await {
            Ok(made) => {
                let made = made.clone();
                self.measure(&key, &cell, size(&made));
                Ok(made)
            }
            Err(error) => {
                self.forget(&key);
                Err(error)
            }
        }
    }

    /// Drops the empty place of what could not be made, unless others still try.
    fn forget(&self, key: &K) {
        let mut entries = lock(&self.entries);
        let failed = entries.all.get(key);
        // One handle is the entry's, and one this attempt's.
        if failed.is_some_and(|entry| entry.size == 0 && Arc::strong_count(&entry.made) <= 2) {
            entries.all.remove(key);
        }
    }

    /// Notes the size of a thing, and drops those that were used longest ago until the others fit.
    fn measure(&self, key: &K, cell: &Arc<OnceCell<V>>, size: usize) {
        let mut entries = lock(&self.entries);
        let entries = &mut *entries;
        if let Some(entry) = entries.all.get_mut(key)
            && Arc::ptr_eq(&entry.made, cell)
            && entry.size == 0
        {
            entry.size = size.max(1);
            entries.size += entry.size;
        }
        while entries.size > self.most {
            let made = entries.all.iter().filter(|(_, entry)| entry.size > 0);
            let oldest = made.min_by_key(|(_, entry)| entry.used);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else {
                break;
            };
            if let Some(entry) = entries.all.remove(&oldest) {
                entries.size -= entry.size;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    async fn get(kept: &Kept<u8, String>, key: u8, made: &str) -> String {
        let make = async { Ok::<_, Infallible>(made.to_owned()) };
        kept.get(key, String::len, make).await.expect("a text")
    }

    #[tokio::test]
    async fn what_was_used_longest_ago_is_made_again() {
        let kept = Kept::new(6);
        assert_eq!(get(&kept, 1, "abc").await, "abc");
        assert_eq!(get(&kept, 2, "def").await, "def");
        assert_eq!(get(&kept, 1, "new").await, "abc");
        assert_eq!(get(&kept, 3, "ghi").await, "ghi");
        assert_eq!(get(&kept, 1, "new").await, "abc");
        assert_eq!(get(&kept, 2, "new").await, "new");
    }

    #[tokio::test]
    async fn what_fails_is_tried_again_and_what_is_asked_for_twice_is_made_once() {
        let kept: Kept<u8, String> = Kept::new(100);
        let failed = kept.get(1, String::len, async { Err::<String, _>("no") });
        assert_eq!(failed.await, Err("no"));
        assert!(lock(&kept.entries).all.is_empty());
        assert_eq!(get(&kept, 1, "abc").await, "abc");
        let both = tokio::join!(get(&kept, 2, "one"), get(&kept, 2, "other"));
        assert_eq!(both.0, both.1);
    }
}
