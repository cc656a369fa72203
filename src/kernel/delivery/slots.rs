//! The state of all owed posts in this process, and when each is due. No I/O.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Duration;

use tokio::time::Instant;

use super::store::back_off::RefusingPlace;
use crate::db::alarms::About;
use crate::db::owed::Owed;
use crate::people::Moment;

/// The longest wait between retries. Each wait is twice the one before.
const LATE: Duration = Duration::from_mins(5);

/// How long a right is offered to a caller before the queue takes it back.
const OFFER: Duration = Duration::from_secs(1);

/// Minimum wait after a failure before use of the bot causes a retry.
const EARLIEST: Duration = Duration::from_secs(20);

/// The identity of an owed post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    /// The first word of the kind.
    pub(super) kind: &'static str,
    pub(super) about: About,
}

impl Key {
    pub(crate) const fn new(kind: &'static str, about: About) -> Self {
        Self { kind, about }
    }
}

/// All owed posts.
#[derive(Default)]
pub(super) struct Slots {
    slots: HashMap<Key, Slot>,
}

/// An owed post.
pub(super) struct Slot {
    turn_of: u64,
    since: Moment,
    doubt: bool,
    state: State,
    /// The event after which a caller wants to post the next news.
    wanted: Option<u32>,
    failed: Option<Failed>,
}

pub(super) enum State {
    /// The post is due at this moment.
    Due(Moment),
    /// The post is due when a limit ends. Limits of Discord end by real time, and tests move the arbiter's clock: the
    /// earlier one counts.
    Limited(Moment, Instant),
    /// A task holds the right to post; the post is due again at this moment, if any.
    Taken(Option<Moment>),
    /// The caller that wants the right may take it. If it does not, the post is due as after a limit.
    Offered(Moment, Instant),
    /// The post waits for a place that refuses it.
    Waits,
}

/// The last attempt, which failed.
struct Failed {
    /// How long to wait after the next failure.
    wait: Duration,
    /// When use of the bot may cause a retry at the earliest.
    earliest: Moment,
    /// The places of the post; empty if unknown.
    places: Vec<RefusingPlace>,
}

impl Slot {
    const fn new(owed: Owed, state: State) -> Self {
        Self {
            turn_of: owed.turn_of,
            since: owed.since,
            doubt: false,
            state,
            wanted: None,
            failed: None,
        }
    }
}

impl Slots {
    /// Adds an owed post that is due at `due`. With `doubt`, it may already exist.
    pub(super) fn add(&mut self, key: Key, owed: Owed, due: Moment, doubt: bool) {
        let slot = self
            .slots
            .entry(key)
            .or_insert_with(|| Slot::new(owed, State::Due(due)));
        slot.doubt |= doubt;
        match &mut slot.state {
            State::Due(moment) => *moment = due.min(*moment),
            State::Taken(again) => *again = Some(again.map_or(due, |again| again.min(due))),
            State::Limited(..) | State::Offered(..) | State::Waits => {}
        }
    }

    /// Replaces the moment since which a post is owed.
    pub(super) fn renew(&mut self, key: Key, since: Moment) {
        if let Some(slot) = self.slots.get_mut(&key) {
            slot.since = since;
        }
    }

    /// Takes the right to a post. Returns false if another task has it, which then posts once more.
    pub(super) fn take(&mut self, key: Key, owed: Owed) -> bool {
        let slot = self
            .slots
            .entry(key)
            .or_insert_with(|| Slot::new(owed, State::Waits));
        if let State::Taken(again) = &mut slot.state {
            *again = Some(Moment(i64::MIN));
            return false;
        }
        slot.state = State::Taken(None);
        true
    }

    /// Like [`take`](Self::take), but only if no post with this key is owed, or if the right is on offer.
    pub(super) fn take_new(&mut self, key: Key, owed: Owed) -> bool {
        let slot = match self.slots.entry(key) {
            Entry::Vacant(slot) => {
                slot.insert(Slot::new(owed, State::Taken(None)));
                return true;
            }
            Entry::Occupied(slot) => slot.into_mut(),
        };
        slot.wanted = None;
        match &mut slot.state {
            State::Offered(..) => {
                slot.state = State::Taken(None);
                return true;
            }
            State::Taken(again) => *again = Some(Moment(i64::MIN)),
            State::Due(_) | State::Limited(..) | State::Waits => {}
        }
        false
    }

    /// Whether [`take_new`](Self::take_new) would succeed.
    pub(super) fn is_free(&self, key: Key) -> bool {
        let slot = self.slots.get(&key);
        slot.is_none_or(|slot| matches!(slot.state, State::Offered(..)))
    }

    /// Notes that a caller is about to write news after the event `last`, and wants to post it.
    pub(super) fn want(&mut self, key: Key, last: u32) {
        if let Some(slot) = self.slots.get_mut(&key) {
            slot.wanted = Some(slot.wanted.map_or(last, |wanted| wanted.min(last)));
        }
    }

    /// Whether a caller wants to post the news of this event.
    pub(super) fn is_wanted(&self, key: Key, event: u32) -> bool {
        let wanted = self.slots.get(&key).and_then(|slot| slot.wanted);
        wanted.is_some_and(|last| last < event)
    }

    /// Offers the right to the caller that wants it.
    pub(super) fn offer(&mut self, key: Key, now: Moment) {
        if let Some(slot) = self.slots.get_mut(&key) {
            slot.state = match slot.wanted.take() {
                Some(_) => State::Offered(now.after(OFFER), Instant::now() + OFFER),
                None => State::Due(now),
            };
        }
    }

    pub(super) fn is_taken(&self, key: Key) -> bool {
        let slot = self.slots.get(&key);
        slot.is_some_and(|slot| matches!(slot.state, State::Taken(_)))
    }

    /// Releases the right after the post. Returns false and keeps the right if the post is due again at once.
    pub(super) fn release(&mut self, key: Key, now: Moment) -> bool {
        let Entry::Occupied(mut slot) = self.slots.entry(key) else {
            return true;
        };
        match slot.get().state {
            State::Taken(Some(again)) => {
                let at_once = again <= now;
                let slot = slot.get_mut();
                slot.state = match at_once {
                    true => State::Taken(None),
                    false => State::Due(again),
                };
                (slot.doubt, slot.failed) = (false, None);
                !at_once
            }
            _ => {
                slot.remove();
                true
            }
        }
    }

    /// Clears doubt and failures after one of several posts.
    pub(super) fn did_one(&mut self, key: Key) {
        if let Some(slot) = self.slots.get_mut(&key) {
            (slot.doubt, slot.failed) = (false, None);
        }
    }

    /// Releases the right without the post, which is due at `due`. With `doubt`, it may already exist.
    pub(super) fn hand_over(&mut self, key: Key, due: Moment, doubt: bool) {
        if let Some(slot) = self.slots.get_mut(&key) {
            slot.state = State::Due(due);
            slot.doubt |= doubt;
        }
    }

    /// Marks a post as possibly done.
    pub(super) fn doubt(&mut self, key: Key) {
        if let Some(slot) = self.slots.get_mut(&key) {
            slot.doubt = true;
        }
    }

    /// Schedules a retry after a failure. The waits grow and begin with `wait`.
    pub(super) fn failed(
        &mut self,
        key: Key,
        wait: Duration,
        places: Vec<RefusingPlace>,
        now: Moment,
    ) {
        if let Some(slot) = self.slots.get_mut(&key) {
            let wait = slot.failed.as_ref().map_or(wait, |failed| failed.wait);
            slot.doubt = true;
            slot.state = State::Due(now.after(wait));
            slot.failed = Some(Failed {
                wait: (wait * 2).min(LATE),
                earliest: now.after(EARLIEST),
                places,
            });
        }
    }

    /// Delays a post until a limit ends.
    pub(super) fn limited(&mut self, key: Key, after: Duration, now: Moment) {
        if let Some(slot) = self.slots.get_mut(&key) {
            slot.state = State::Limited(now.after(after), Instant::now() + after);
        }
    }

    /// Lets a post wait for a place that refuses it, unless the post is due again.
    pub(super) fn waits(&mut self, key: Key) {
        if let Some(slot) = self.slots.get_mut(&key) {
            slot.state = match slot.state {
                State::Taken(Some(again)) => State::Due(again),
                _ => State::Waits,
            };
        }
    }

    /// Makes a waiting post due, because its places may be retried.
    pub(super) fn wake(&mut self, key: Key, now: Moment) {
        if let Some(slot) = self.slots.get_mut(&key) {
            match &mut slot.state {
                state @ State::Waits => *state = State::Due(now),
                State::Taken(again) => *again = Some(now),
                State::Due(_) | State::Limited(..) | State::Offered(..) => {}
            }
        }
    }

    /// Removes a post that cannot be delivered, unless it is due again.
    pub(super) fn give_up(&mut self, key: Key) {
        if let Some(slot) = self.slots.get_mut(&key)
            && let State::Taken(Some(again)) = slot.state
        {
            slot.state = State::Due(again);
        } else {
            self.slots.remove(&key);
        }
    }

    /// Retries failed posts soon at places where the bot is used. Use is the first sign that Discord works again.
    pub(super) fn retry_soon(&mut self, places: &[RefusingPlace], now: Moment) {
        for slot in self.slots.values_mut() {
            let (State::Due(due), Some(failed)) = (&mut slot.state, &slot.failed) else {
                continue;
            };
            let own = &failed.places;
            if own.is_empty() || own.iter().any(|one| places.contains(one)) {
                *due = now.max(failed.earliest).min(*due);
            }
        }
    }

    /// Takes all due posts, oldest first. Also returns when the next post is due and when the next limit ends.
    pub(super) fn take_due(&mut self, now: Moment) -> (Vec<Key>, Option<Moment>, Option<Instant>) {
        let (mut due, mut nearest, mut limit) = (Vec::new(), None, None);
        let time = Instant::now();
        for (key, slot) in &mut self.slots {
            let (moment, end) = match slot.state {
                State::Due(moment) => (moment, None),
                State::Limited(moment, end) | State::Offered(moment, end) => (moment, Some(end)),
                State::Taken(_) | State::Waits => continue,
            };
            if moment <= now || end.is_some_and(|end| end <= time) {
                slot.state = State::Taken(None);
                due.push((slot.since, *key));
                continue;
            }
            nearest = Some(nearest.map_or(moment, |nearest: Moment| nearest.min(moment)));
            limit = [limit, end].into_iter().flatten().min();
        }
        due.sort_by_key(|(since, _)| *since);
        let due = due.into_iter().map(|(_, key)| key);
        (due.collect(), nearest, limit)
    }

    /// Returns an owed post's turn in the queue, the moment since which it is owed, and its doubt.
    pub(super) fn get(&self, key: Key) -> Option<(u64, Moment, bool)> {
        let slot = self.slots.get(&key)?;
        Some((slot.turn_of, slot.since, slot.doubt))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::MatchId;

    const OWED: Owed = Owed {
        about: About::a_match(MatchId(1)),
        turn_of: 7,
        since: Moment(1_000),
    };
    const KEY: Key = Key::new("news", OWED.about);

    #[test]
    fn what_waits_in_doubt_stays_in_doubt() {
        let (mut slots, second) = (Slots::default(), Duration::from_secs(1));
        assert!(slots.take_new(KEY, OWED));
        slots.failed(KEY, second, Vec::new(), OWED.since);
        // The next news of the match is not in doubt.
        assert!(!slots.take_new(KEY, OWED));
        let soon = OWED.since.after(second);
        assert_eq!(slots.take_due(OWED.since).1, Some(soon));
        assert_eq!(slots.take_due(soon).0, [KEY]);
        assert_eq!(slots.get(KEY), Some((7, OWED.since, true)));
        // The next wait is longer.
        slots.failed(KEY, second, Vec::new(), soon);
        let later = soon.after(second * 2);
        assert_eq!(slots.take_due(soon).1, Some(later));
        assert_eq!(slots.take_due(later).0, [KEY]);
        assert!(slots.release(KEY, later));
        assert!(slots.is_free(KEY));
    }

    #[test]
    fn news_that_a_caller_wants_to_post_are_offered_to_it() {
        let (mut slots, last) = (Slots::default(), 4);
        assert!(slots.take_new(KEY, OWED));
        slots.want(KEY, last);
        assert!(!slots.is_wanted(KEY, last), "the queue posts earlier news");
        assert!(slots.is_wanted(KEY, last + 1));
        slots.offer(KEY, OWED.since);
        assert!(slots.is_free(KEY));
        assert!(slots.take_new(KEY, OWED));
        // If nobody takes it, it goes back to the queue.
        slots.want(KEY, last);
        slots.offer(KEY, OWED.since);
        let end = OWED.since.after(OFFER);
        let (due, nearest, limit) = slots.take_due(OWED.since);
        assert_eq!(
            (due, nearest, limit.is_some()),
            (Vec::new(), Some(end), true)
        );
        assert_eq!(slots.take_due(end).0, [KEY]);
        // A caller that no longer waits gets no offer.
        slots.want(KEY, last);
        assert!(!slots.take_new(KEY, OWED));
        assert!(!slots.is_wanted(KEY, last + 1));
        slots.offer(KEY, end);
        assert_eq!(slots.take_due(end).0, [KEY]);
    }

    #[test]
    fn what_changes_during_an_update_is_updated_again_in_time() {
        let mut slots = Slots::default();
        assert!(slots.take(KEY, OWED));
        slots.add(KEY, OWED, Moment(5_000), false);
        assert!(slots.release(KEY, Moment(2_000)));
        assert_eq!(slots.take_due(Moment(4_999)).0, []);
        assert_eq!(slots.take_due(Moment(5_000)).0, [KEY]);
        assert!(!slots.take(KEY, OWED));
        assert!(!slots.release(KEY, Moment(6_000)), "it is due at once");
        assert!(slots.release(KEY, Moment(6_000)));
    }

    #[test]
    fn what_has_failed_is_tried_soon_when_somebody_uses_the_bot_there() {
        let mut slots = Slots::default();
        let place = RefusingPlace::Channel(crate::matches::ChannelId(5));
        assert!(slots.take(KEY, OWED));
        slots.failed(KEY, LATE, vec![place], OWED.since);
        slots.retry_soon(&[], OWED.since);
        assert_eq!(slots.take_due(OWED.since).1, Some(OWED.since.after(LATE)));
        slots.retry_soon(&[place], OWED.since);
        let soon = OWED.since.after(EARLIEST);
        assert_eq!(slots.take_due(OWED.since).1, Some(soon));
        assert_eq!(slots.take_due(soon).0, [KEY]);
    }
}
