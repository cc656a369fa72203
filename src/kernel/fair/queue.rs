use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::Hash;

/// A bounded priority queue that goes round robin between people.
///
/// Lanes are priorities: a lane waits until the lanes before it are empty. Within a lane, people take turns, and each
/// person's items are ordered by rank, then by arrival. The key `K` identifies an item until it is [done](Self::done).
#[derive(Debug)]
pub struct FairQueue<L, P, K> {
    lanes: BTreeMap<L, Lane<P, K>>,
    /// The lane and the person of each waiting item.
    queued: HashMap<K, (L, P)>,
    /// The lane and the person of each item under way.
    running: HashMap<K, (L, P)>,
}

/// The bounds of a lane.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum number of items of the lane under way. All lanes together have at most the greatest of these limits.
    pub at_once: usize,
    /// Maximum number of items of one person in the lane under way.
    pub at_once_of_one: usize,
    /// Maximum number of items waiting in the lane.
    pub waiting: usize,
    /// Maximum number of items of one person waiting in the lane.
    pub waiting_of_one: usize,
}

/// The reason why an item was refused; the sentence is for its person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Full {
    /// Too many items of the same person wait already.
    #[error("You already have two requests waiting. Wait until one is done.")]
    OfOne,
    /// Too many items wait already, for all people together.
    #[error("Too many requests are waiting. Try again in a minute.")]
    OfAll,
}

#[derive(Debug)]
struct Lane<P, K> {
    limits: Limits,
    /// The people with a waiting item and room for one more under way, next first.
    turns: VecDeque<P>,
    /// The waiting items of each person with their ranks, next first; never empty.
    waiting: HashMap<P, VecDeque<(i64, K)>>,
    /// How many items of each person are under way; never 0.
    running: HashMap<P, usize>,
    under_way: usize,
    queued: usize,
    /// Whether an item was refused since the lane last had room.
    full: bool,
}

impl<P: Copy + Eq + Hash, K> Lane<P, K> {
    fn may_begin(&self, person: P) -> bool {
        self.running.get(&person).copied().unwrap_or(0) < self.limits.at_once_of_one
    }
}

impl<L: Copy + Ord, P: Copy + Eq + Hash, K: Copy + Eq + Hash> FairQueue<L, P, K> {
    /// Returns an empty queue with these lanes. The least `L` comes first.
    pub fn new(lanes: impl IntoIterator<Item = (L, Limits)>) -> Self {
        let lanes = lanes.into_iter().map(|(lane, limits)| {
            let empty = Lane {
                limits,
                turns: VecDeque::new(),
                waiting: HashMap::new(),
                running: HashMap::new(),
                under_way: 0,
                queued: 0,
                full: false,
            };
            (lane, empty)
        });
        Self {
            lanes: lanes.collect(),
            queued: HashMap::new(),
            running: HashMap::new(),
        }
    }

    /// Adds an item after its person's items. An item that already waits or is under way keeps its place.
    pub fn push(&mut self, lane: L, person: P, item: K) -> Result<(), Full> {
        self.push_ranked(lane, person, 0, item)
    }

    /// Adds an item before its person's items with higher ranks.
    pub fn push_ranked(&mut self, lane: L, person: P, rank: i64, item: K) -> Result<(), Full> {
        if self.running.contains_key(&item) || self.queued.contains_key(&item) {
            return Ok(());
        }
        let kept = self.lanes.get_mut(&lane).ok_or(Full::OfAll)?;
        let own = kept.waiting.get(&person).map_or(0, VecDeque::len);
        if own >= kept.limits.waiting_of_one {
            return Err(Full::OfOne);
        }
        if kept.queued >= kept.limits.waiting {
            kept.full = true;
            return Err(Full::OfAll);
        }
        let waiting = kept.waiting.entry(person).or_default();
        let place = waiting.partition_point(|(other, _)| *other <= rank);
        waiting.insert(place, (rank, item));
        kept.queued += 1;
        if own == 0 && kept.may_begin(person) {
            kept.turns.push_back(person);
        }
        self.queued.insert(item, (lane, person));
        Ok(())
    }

    /// Takes the next item that may begin. The item is under way until it is [done](Self::done).
    #[expect(
        clippy::should_implement_trait,
        reason = "a queue is no iterator: more may be added"
    )]
    pub fn next(&mut self) -> Option<K> {
        let most = self.lanes.values().map(|kept| kept.limits.at_once).max()?;
        if self.running.len() >= most {
            return None;
        }
        let (lane, kept) = self
            .lanes
            .iter_mut()
            .find(|(_, kept)| kept.under_way < kept.limits.at_once && !kept.turns.is_empty())?;
        let person = kept.turns.pop_front()?;
        let waiting = kept.waiting.get_mut(&person)?;
        let (_, item) = waiting.pop_front()?;
        let more = !waiting.is_empty();
        if !more {
            kept.waiting.remove(&person);
        }
        kept.queued -= 1;
        kept.under_way += 1;
        *kept.running.entry(person).or_default() += 1;
        if more && kept.may_begin(person) {
            kept.turns.push_back(person);
        }
        self.queued.remove(&item);
        self.running.insert(item, (*lane, person));
        Some(item)
    }

    /// Ends an item. If the item's person was at the limit, the person joins the end of the round.
    pub fn done(&mut self, item: K) {
        let Some((lane, person)) = self.running.remove(&item) else {
            return;
        };
        let Some(kept) = self.lanes.get_mut(&lane) else {
            return;
        };
        kept.under_way -= 1;
        let had_turn = kept.may_begin(person);
        match kept.running.get_mut(&person) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(kept.running.remove(&person)),
        }
        if !had_turn && kept.waiting.contains_key(&person) {
            kept.turns.push_back(person);
        }
    }

    /// Removes a waiting item. An item under way stays.
    pub fn remove_waiting(&mut self, item: K) {
        let Some((lane, person)) = self.queued.remove(&item) else {
            return;
        };
        let Some(kept) = self.lanes.get_mut(&lane) else {
            return;
        };
        kept.queued -= 1;
        if let Some(waiting) = kept.waiting.get_mut(&person) {
            waiting.retain(|(_, other)| *other != item);
            if waiting.is_empty() {
                kept.waiting.remove(&person);
                kept.turns.retain(|other| *other != person);
            }
        }
    }

    /// Returns how many items come before this one, including those under way; 0 if it does not wait.
    pub fn before(&self, item: K) -> usize {
        let Some((lane, person)) = self.queued.get(&item) else {
            return 0;
        };
        let more_urgent: usize = self.lanes.range(..*lane).map(|(_, kept)| kept.queued).sum();
        let Some(kept) = self.lanes.get(lane) else {
            return 0;
        };
        let own = kept
            .waiting
            .get(person)
            .and_then(|waiting| waiting.iter().position(|(_, other)| *other == item));
        let own = own.unwrap_or(0);
        let turn = kept.turns.iter().position(|other| other == person);
        let turn = turn.unwrap_or(kept.turns.len());
        let others = kept
            .turns
            .iter()
            .enumerate()
            .filter(|(_, other)| *other != person);
        let others: usize = others
            .map(|(place, other)| {
                let waiting = kept.waiting.get(other).map_or(0, VecDeque::len);
                waiting.min(own + usize::from(place < turn))
            })
            .sum();
        self.running.len() + more_urgent + own + others
    }

    /// Returns the numbers of items under way and of waiting items.
    pub fn sizes(&self) -> (usize, usize) {
        (self.running.len(), self.queued.len())
    }

    /// Whether a lane that had refused items is now at most half full. Returns true only once.
    pub fn has_room_again(&mut self, lane: L) -> bool {
        let Some(kept) = self.lanes.get_mut(&lane) else {
            return false;
        };
        let room = kept.full && kept.queued <= kept.limits.waiting / 2;
        kept.full &= !room;
        room
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANY: usize = 10_000;

    const LIMITS: Limits = Limits {
        at_once: 1,
        at_once_of_one: 1,
        waiting: MANY,
        waiting_of_one: MANY,
    };

    fn one_lane(limits: Limits) -> FairQueue<u8, u64, u64> {
        FairQueue::new([(0, limits)])
    }

    fn all(queue: &mut FairQueue<u8, u64, u64>) -> Vec<u64> {
        std::iter::from_fn(|| {
            let item = queue.next()?;
            queue.done(item);
            Some(item)
        })
        .collect()
    }

    fn push_all(queue: &mut FairQueue<u8, u64, u64>, items: &[(u64, u64)]) {
        for (person, item) in items {
            queue.push(0, *person, *item).expect("room");
        }
    }

    #[test]
    fn everybodys_first_item_comes_before_anybodys_second() {
        let mut queue = one_lane(LIMITS);
        // The last item is a duplicate.
        let items = [(1, 1), (1, 2), (1, 3), (2, 4), (2, 5), (3, 6), (3, 6)];
        push_all(&mut queue, &items);
        assert_eq!(
            [1, 4, 6, 2, 5, 3].map(|item| queue.before(item)),
            [0, 1, 2, 3, 4, 5]
        );
        assert_eq!(all(&mut queue), [1, 4, 6, 2, 5, 3]);
        assert_eq!(queue.before(1), 0);
    }

    #[test]
    fn one_person_has_no_more_items_under_way_than_the_limit_of_one() {
        let mut queue = one_lane(Limits {
            at_once: 4,
            at_once_of_one: 2,
            ..LIMITS
        });
        push_all(&mut queue, &[(1, 1), (1, 2), (1, 3), (2, 4)]);
        let begun: Vec<_> = std::iter::from_fn(|| queue.next()).collect();
        assert_eq!(begun, [1, 4, 2]);
        assert_eq!((queue.before(3), queue.sizes()), (3, (3, 1)));
        // A place that another person frees does not help.
        queue.done(4);
        assert_eq!(queue.next(), None);
        queue.done(1);
        assert_eq!((queue.next(), queue.next()), (Some(3), None));
    }

    #[test]
    fn urgent_lane_comes_first_and_other_lanes_do_not_take_all_places() {
        let told = Limits {
            at_once: 2,
            at_once_of_one: MANY,
            ..LIMITS
        };
        let mut queue = FairQueue::new([(0_u8, told), (1, LIMITS)]);
        for item in 1..=2 {
            queue.push(1, item, item).expect("room");
        }
        assert_eq!((queue.next(), queue.next()), (Some(1), None));
        queue.push(0, 9_u64, 9_u64).expect("room");
        queue.push(0, 9, 10).expect("room");
        assert_eq!(queue.before(2), 3);
        assert_eq!((queue.next(), queue.next()), (Some(9), None));
        queue.done(1);
        assert_eq!((queue.next(), queue.next()), (Some(10), None));
        queue.done(9);
        // The place that is reserved for the urgent lane is in use.
        assert_eq!((queue.next(), queue.next()), (Some(2), None));
        queue.push(0, 9, 11).expect("room");
        assert_eq!(queue.next(), None, "both places are taken");
        queue.done(2);
        assert_eq!(queue.next(), Some(11));
    }

    #[test]
    fn the_lowest_rank_of_a_person_comes_first() {
        let mut queue = one_lane(LIMITS);
        for (person, rank, item) in [(1, 30, 3), (1, 10, 1), (1, 30, 4), (2, 99, 9), (1, 20, 2)] {
            queue.push_ranked(0, person, rank, item).expect("room");
        }
        assert_eq!(all(&mut queue), [1, 9, 2, 3, 4]);
    }

    #[test]
    fn a_forgotten_item_does_not_come() {
        let mut queue = one_lane(LIMITS);
        push_all(&mut queue, &[(1, 1), (1, 2), (2, 3)]);
        for item in [1, 3, 3] {
            queue.remove_waiting(item);
        }
        assert_eq!(all(&mut queue), [2]);
        assert_eq!(queue.sizes(), (0, 0));
        let lane = &queue.lanes[&0];
        assert!(lane.turns.is_empty() && lane.waiting.is_empty() && lane.running.is_empty());
    }

    #[test]
    fn a_third_waiting_item_of_one_person_is_refused_and_others_are_not() {
        let mut queue = one_lane(Limits {
            waiting: 4,
            waiting_of_one: 2,
            ..LIMITS
        });
        push_all(&mut queue, &[(1, 0)]);
        assert_eq!(queue.next(), Some(0));
        push_all(&mut queue, &[(1, 1), (1, 2)]);
        assert_eq!(queue.push(0, 1, 3), Err(Full::OfOne));
        push_all(&mut queue, &[(2, 4), (3, 5)]);
        assert_eq!(queue.push(0, 4, 6), Err(Full::OfAll));
        assert!(!queue.has_room_again(0));
        queue.done(0);
        assert_eq!(all(&mut queue), [4, 5, 1, 2]);
        assert!(queue.has_room_again(0));
        assert!(!queue.has_room_again(0));
        assert_eq!(queue.push(0, 1, 3), Ok(()));
    }
}
