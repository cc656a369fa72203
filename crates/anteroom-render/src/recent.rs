use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// A bounded cache for several threads, with two generations. When the young generation takes half of the room, it
/// replaces the old one, and the unused entries of the old one are evicted.
pub(super) struct Recent<K, V: ?Sized> {
    generations: Mutex<Generations<K, V>>,
    /// The maximum number of bytes of both generations.
    room: usize,
}

struct Generations<K, V: ?Sized> {
    young: HashMap<K, Entry<V>>,
    old: HashMap<K, Entry<V>>,
    /// The number of bytes of the young generation.
    bytes: usize,
}

struct Entry<V: ?Sized> {
    value: Arc<V>,
    bytes: usize,
}

impl<K: Eq + Hash, V: ?Sized> Recent<K, V> {
    /// Creates a cache of about `room` bytes at most.
    pub(super) fn new(room: usize) -> Self {
        Self {
            generations: Mutex::new(Generations {
                young: HashMap::new(),
                old: HashMap::new(),
                bytes: 0,
            }),
            room,
        }
    }

    /// Returns the value of a key, made and cached if it is missing. `bytes` returns the size of a value. `make` runs
    /// without a lock. If two threads make the same value, the first to finish wins.
    pub(super) fn get_or_make(
        &self,
        key: K,
        make: impl FnOnce(&K) -> Arc<V>,
        bytes: impl FnOnce(&V) -> usize,
    ) -> Arc<V> {
        let lock = || {
            let locked = self.generations.lock();
            locked.unwrap_or_else(PoisonError::into_inner)
        };
        if let Some(value) = lock().get(&key, self.room) {
            return value;
        }
        let value = make(&key);
        let mut generations = lock();
        if let Some(value) = generations.get(&key, self.room) {
            return value;
        }
        let entry = Entry {
            bytes: bytes(&value),
            value: value.clone(),
        };
        generations.keep(key, entry, self.room);
        value
    }
}

impl<K: Eq + Hash, V: ?Sized> Generations<K, V> {
    fn get(&mut self, key: &K, room: usize) -> Option<Arc<V>> {
        if let Some(entry) = self.young.get(key) {
            return Some(entry.value.clone());
        }
        let (key, entry) = self.old.remove_entry(key)?;
        let value = entry.value.clone();
        self.keep(key, entry, room);
        Some(value)
    }

    fn keep(&mut self, key: K, entry: Entry<V>, room: usize) {
        // An estimate for the key and the tables.
        self.bytes += entry.bytes + 200;
        self.young.insert(key, entry);
        if self.bytes > room / 2 {
            self.old = std::mem::take(&mut self.young);
            self.bytes = 0;
        }
    }
}
