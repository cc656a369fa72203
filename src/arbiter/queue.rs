//! Who thinks next: nobody's second search before everybody's first.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;

use crate::matches::UserId;

/// How many searches wait here at most. The turns of matches that do not fit wait in the store.
const MOST: usize = 10_000;

/// The searches that are wanted, each known by a `K`, in the order in which they come. Each counts for one person, who
/// has one search at a time; those who have nothing under way take turns.
#[derive(Debug)]
pub(super) struct Queue<K> {
    /// How many searches there may be at once.
    at_once: usize,
    /// Whoever waits and has no search under way, the next one first.
    turns: VecDeque<UserId>,
    /// What waits for each, the oldest first; never empty.
    waiting: HashMap<UserId, VecDeque<K>>,
    /// What waits.
    queued: HashSet<K>,
    /// What is under way, and for whom.
    running: HashMap<K, UserId>,
    /// There was no place for some.
    full: bool,
}

impl<K: Copy + Eq + Hash> Queue<K> {
    /// An empty one, with so many searches at once, at least one.
    pub(super) fn new(at_once: usize) -> Self {
        Self {
            at_once: at_once.max(1),
            turns: VecDeque::new(),
            waiting: HashMap::new(),
            queued: HashSet::new(),
            running: HashMap::new(),
            full: false,
        }
    }

    /// Puts a search at the end of what waits for a person, unless it is in the queue already. Whether it is there now.
    pub(super) fn push(&mut self, user: UserId, id: K) -> bool {
        if self.running.contains_key(&id) || self.queued.contains(&id) {
            return true;
        }
        if self.queued.len() >= MOST {
            self.full = true;
            return false;
        }
        self.queued.insert(id);
        let waiting = self.waiting.entry(user).or_default();
        waiting.push_back(id);
        if waiting.len() == 1 && !self.has_search(user) {
            self.turns.push_back(user);
        }
        true
    }

    /// Takes the next search, if there may be one more search; it is under way until it is [done](Self::done).
    pub(super) fn next(&mut self) -> Option<K> {
        if self.running.len() >= self.at_once {
            return None;
        }
        let user = self.turns.pop_front()?;
        let waiting = self.waiting.get_mut(&user)?;
        let id = waiting.pop_front()?;
        if waiting.is_empty() {
            self.waiting.remove(&user);
        }
        self.queued.remove(&id);
        self.running.insert(id, user);
        Some(id)
    }

    /// A search is over: its person comes after all who wait.
    pub(super) fn done(&mut self, id: K) {
        if let Some(user) = self.running.remove(&id)
            && self.waiting.contains_key(&user)
        {
            self.turns.push_back(user);
        }
    }

    /// A search is not wanted any more.
    pub(super) fn forget(&mut self, user: UserId, id: K) {
        if !self.queued.remove(&id) {
            return;
        }
        if let Some(waiting) = self.waiting.get_mut(&user) {
            waiting.retain(|other| *other != id);
            if waiting.is_empty() {
                self.waiting.remove(&user);
                self.turns.retain(|other| *other != user);
            }
        }
    }

    /// How many searches are made before this one, those under way included; 0 when it is under way or does
    /// not wait here.
    pub(super) fn before(&self, user: UserId, id: K) -> usize {
        let Some(own) = self
            .waiting
            .get(&user)
            .and_then(|waiting| waiting.iter().position(|other| *other == id))
        else {
            return 0;
        };
        let turn = self.turns.iter().position(|other| *other == user);
        let turn = turn.unwrap_or(self.turns.len());
        let others = self
            .turns
            .iter()
            .enumerate()
            .filter(|(_, other)| **other != user);
        let others: usize = others
            .map(|(place, other)| {
                let waiting = self.waiting.get(other).map_or(0, VecDeque::len);
                waiting.min(own + usize::from(place < turn))
            })
            .sum();
        self.running.len() + own + others
    }

    /// How many searches are under way, and how many wait here.
    pub(super) fn sizes(&self) -> (usize, usize) {
        (self.running.len(), self.queued.len())
    }

    /// Whether searches had to stay outside for which there is room again. Says so once.
    pub(super) fn has_room_again(&mut self) -> bool {
        let room = self.full && self.queued.len() <= MOST / 2;
        self.full &= !room;
        room
    }

    fn has_search(&self, user: UserId) -> bool {
        self.running.values().any(|other| *other == user)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::MatchId;

    fn all(queue: &mut Queue<MatchId>) -> Vec<u64> {
        std::iter::from_fn(|| {
            let id = queue.next()?;
            queue.done(id);
            Some(id.0)
        })
        .collect()
    }

    #[test]
    fn nobodys_second_search_comes_before_everybodys_first() {
        let mut queue = Queue::new(1);
        for id in 1..=3 {
            queue.push(UserId(1), MatchId(id));
        }
        queue.push(UserId(2), MatchId(4));
        queue.push(UserId(2), MatchId(5));
        queue.push(UserId(3), MatchId(6));
        // Once is enough.
        queue.push(UserId(3), MatchId(6));
        let before = |user, id| queue.before(UserId(user), MatchId(id));
        assert_eq!(
            [
                before(1, 1),
                before(2, 4),
                before(3, 6),
                before(1, 2),
                before(2, 5),
                before(1, 3)
            ],
            [0, 1, 2, 3, 4, 5]
        );
        assert_eq!(all(&mut queue), [1, 4, 6, 2, 5, 3]);
        assert_eq!(queue.before(UserId(1), MatchId(1)), 0);
    }

    #[test]
    fn a_person_has_one_search_at_a_time() {
        let mut queue = Queue::new(3);
        queue.push(UserId(1), MatchId(1));
        assert_eq!(queue.next(), Some(MatchId(1)));
        queue.push(UserId(1), MatchId(2));
        assert_eq!(queue.next(), None);
        queue.push(UserId(2), MatchId(3));
        assert_eq!(queue.before(UserId(1), MatchId(2)), 2);
        assert_eq!(queue.next(), Some(MatchId(3)));
        queue.done(MatchId(1));
        assert_eq!(queue.next(), Some(MatchId(2)));
        assert_eq!(queue.next(), None);
    }

    #[test]
    fn what_is_forgotten_does_not_come() {
        let mut queue = Queue::new(1);
        for (user, id) in [(1, 1), (1, 2), (2, 3)] {
            queue.push(UserId(user), MatchId(id));
        }
        queue.forget(UserId(1), MatchId(1));
        queue.forget(UserId(2), MatchId(3));
        queue.forget(UserId(2), MatchId(3));
        assert_eq!(all(&mut queue), [2]);
        assert!(queue.turns.is_empty() && queue.waiting.is_empty() && queue.queued.is_empty());
    }

    #[test]
    fn it_is_bounded_and_says_when_there_is_room_again() {
        let mut queue = Queue::new(1);
        for id in 0..20_000 {
            queue.push(UserId(id), MatchId(id));
        }
        assert_eq!(queue.queued.len(), MOST);
        assert!(!queue.has_room_again());
        for _ in 0..MOST / 2 {
            let id = queue.next().expect("a match");
            queue.done(id);
        }
        assert!(queue.has_room_again());
        assert!(!queue.has_room_again());
    }
}
