use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// A bounded cache of what is shared by threads. It has two generations: once the young one takes half of the room, it becomes
/// the old one, and what was not used since the last time is forgotten.
pub(super) struct Recent<K, V: ?Sized> {
    generations: Mutex<Generations<K, V>>,
    /// How many bytes both generations may take.
    room: usize,
}

struct Generations<K, V: ?Sized> {
    young: HashMap<K, Entry<V>>,
    old: HashMap<K, Entry<V>>,
    /// How many bytes the young one takes.
    bytes: usize,
}

struct Entry<V: ?Sized> {
    value: Arc<V>,
    bytes: usize,
}

impl<K: Eq + Hash, V: ?Sized> Recent<K, V> {
    /// A cache that takes at most this many bytes, or a little more.
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

    /// Returns what is kept, or makes it and keeps it; `bytes` says how many it takes. Others are not kept waiting meanwhile:
    /// if two threads make the same, the one that is done first is kept.
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
        // The key and the tables take some, too.
        self.bytes += entry.bytes + 200;
        self.young.insert(key, entry);
        if self.bytes > room / 2 {
            self.old = std::mem::take(&mut self.young);
            self.bytes = 0;
        }
    }
}
