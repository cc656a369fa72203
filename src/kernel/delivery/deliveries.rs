//! The state of all pending posts in this process, and when each is due. No I/O.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Duration;

use tokio::time::Instant;

use super::store::back_off::RefusingPlace;
use crate::db::alarms::About;
use crate::db::pending_posts::PendingPost;
use crate::people::Moment;

/// The longest wait between retries. Each wait is twice the one before.
const LATE: Duration = Duration::from_mins(5);

/// How long a right is offered to a caller before the queue takes it back.
const OFFER: Duration = Duration::from_secs(1);

/// Minimum wait after a failure before use of the bot causes a retry.
const EARLIEST: Duration = Duration::from_secs(20);

/// The identity of a pending post.
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

/// The deliveries of all pending posts.
#[derive(Default)]
pub(super) struct Deliveries {
    deliveries: HashMap<Key, Delivery>,
}

/// The delivery of a pending post.
pub(super) struct Delivery {
    fairness_key: u64,
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
    /// The post waits until it is woken, see [`Outcome::Waits`](super::queue::Outcome::Waits).
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

impl Delivery {
    const fn new(pending: PendingPost, state: State) -> Self {
        Self {
            fairness_key: pending.fairness_key,
            since: pending.since,
            doubt: false,
            state,
            wanted: None,
            failed: None,
        }
    }
}

impl Deliveries {
    /// Adds a pending post that is due at `due`. With `doubt`, it may already exist.
    pub(super) fn add(&mut self, key: Key, pending: PendingPost, due: Moment, doubt: bool) {
        let delivery = self
            .deliveries
            .entry(key)
            .or_insert_with(|| Delivery::new(pending, State::Due(due)));
        delivery.doubt |= doubt;
        match &mut delivery.state {
            State::Due(moment) => *moment = due.min(*moment),
            State::Taken(again) => *again = Some(again.map_or(due, |again| again.min(due))),
            State::Limited(..) | State::Offered(..) | State::Waits => {}
        }
    }

    /// Replaces the moment since which a post is pending.
    pub(super) fn renew(&mut self, key: Key, since: Moment) {
        if let Some(delivery) = self.deliveries.get_mut(&key) {
            delivery.since = since;
        }
    }

    /// Takes the right to a post. Returns false if another task has it, which then posts once more.
    pub(super) fn take(&mut self, key: Key, pending: PendingPost) -> bool {
        let delivery = self
            .deliveries
            .entry(key)
            .or_insert_with(|| Delivery::new(pending, State::Waits));
        if let State::Taken(again) = &mut delivery.state {
            *again = Some(Moment(i64::MIN));
            return false;
        }
        delivery.state = State::Taken(None);
        true
    }

    /// Like [`take`](Self::take), but only if no post with this key is pending, or if the right is on offer.
    pub(super) fn take_new(&mut self, key: Key, pending: PendingPost) -> bool {
        let delivery = match self.deliveries.entry(key) {
            Entry::Vacant(delivery) => {
                delivery.insert(Delivery::new(pending, State::Taken(None)));
                return true;
            }
            Entry::Occupied(delivery) => delivery.into_mut(),
        };
        delivery.wanted = None;
        match &mut delivery.state {
            State::Offered(..) => {
                delivery.state = State::Taken(None);
                return true;
            }
            State::Taken(again) => *again = Some(Moment(i64::MIN)),
            State::Due(_) | State::Limited(..) | State::Waits => {}
        }
        false
    }

    /// Whether [`take_new`](Self::take_new) would succeed.
    pub(super) fn is_free(&self, key: Key) -> bool {
        let delivery = self.deliveries.get(&key);
        delivery.is_none_or(|delivery| matches!(delivery.state, State::Offered(..)))
    }

    /// Notes that a caller is about to write news after the event `last`, and wants to post it.
    pub(super) fn want(&mut self, key: Key, last: u32) {
        if let Some(delivery) = self.deliveries.get_mut(&key) {
            delivery.wanted = Some(delivery.wanted.map_or(last, |wanted| wanted.min(last)));
        }
    }

    /// Whether a caller wants to post the news of this event.
    pub(super) fn is_wanted(&self, key: Key, event: u32) -> bool {
        let wanted = self
            .deliveries
            .get(&key)
            .and_then(|delivery| delivery.wanted);
        wanted.is_some_and(|last| last < event)
    }

    /// Offers the right to the caller that wants it.
    pub(super) fn offer(&mut self, key: Key, now: Moment) {
        if let Some(delivery) = self.deliveries.get_mut(&key) {
            delivery.state = match delivery.wanted.take() {
                Some(_) => State::Offered(now.after(OFFER), Instant::now() + OFFER),
                None => State::Due(now),
            };
        }
    }

    pub(super) fn is_taken(&self, key: Key) -> bool {
        let delivery = self.deliveries.get(&key);
        delivery.is_some_and(|delivery| matches!(delivery.state, State::Taken(_)))
    }

    /// Releases the right after the post. Returns false and keeps the right if the post is due again at once.
    pub(super) fn release(&mut self, key: Key, now: Moment) -> bool {
        let Entry::Occupied(mut delivery) = self.deliveries.entry(key) else {
            return true;
        };
        match delivery.get().state {
            State::Taken(Some(again)) => {
                let at_once = again <= now;
                let delivery = delivery.get_mut();
                delivery.state = match at_once {
                    true => State::Taken(None),
                    false => State::Due(again),
                };
                (delivery.doubt, delivery.failed) = (false, None);
                !at_once
            }
            _ => {
                delivery.remove();
                true
            }
        }
    }

    /// Clears doubt and failures after one of several posts.
    pub(super) fn did_one(&mut self, key: Key) {
        if let Some(delivery) = self.deliveries.get_mut(&key) {
            (delivery.doubt, delivery.failed) = (false, None);
        }
    }

    /// Releases the right without the post, which is due at `due`. With `doubt`, it may already exist.
    pub(super) fn hand_over(&mut self, key: Key, due: Moment, doubt: bool) {
        if let Some(delivery) = self.deliveries.get_mut(&key) {
            delivery.state = State::Due(due);
            delivery.doubt |= doubt;
        }
    }

    /// Marks a post as possibly done.
    pub(super) fn doubt(&mut self, key: Key) {
        if let Some(delivery) = self.deliveries.get_mut(&key) {
            delivery.doubt = true;
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
        if let Some(delivery) = self.deliveries.get_mut(&key) {
            let wait = delivery.failed.as_ref().map_or(wait, |failed| failed.wait);
            delivery.doubt = true;
            delivery.state = State::Due(now.after(wait));
            delivery.failed = Some(Failed {
                wait: (wait * 2).min(LATE),
                earliest: now.after(EARLIEST),
                places,
            });
        }
    }

    /// Delays a post until a limit ends.
    pub(super) fn limited(&mut self, key: Key, after: Duration, now: Moment) {
        if let Some(delivery) = self.deliveries.get_mut(&key) {
            delivery.state = State::Limited(now.after(after), Instant::now() + after);
        }
    }

    /// Lets a post wait until it is woken, unless the post is due again.
    pub(super) fn waits(&mut self, key: Key) {
        if let Some(delivery) = self.deliveries.get_mut(&key) {
            delivery.state = match delivery.state {
                State::Taken(Some(again)) => State::Due(again),
                _ => State::Waits,
            };
        }
    }

    /// Makes a waiting post due: what it waits for may be over.
    pub(super) fn wake(&mut self, key: Key, now: Moment) {
        if let Some(delivery) = self.deliveries.get_mut(&key) {
            match &mut delivery.state {
                state @ State::Waits => *state = State::Due(now),
                State::Taken(again) => *again = Some(now),
                State::Due(_) | State::Limited(..) | State::Offered(..) => {}
            }
        }
    }

    /// Removes a post that cannot be delivered, unless it is due again.
    pub(super) fn give_up(&mut self, key: Key) {
        if let Some(delivery) = self.deliveries.get_mut(&key)
            && let State::Taken(Some(again)) = delivery.state
        {
            delivery.state = State::Due(again);
        } else {
            self.deliveries.remove(&key);
        }
    }

    /// Retries failed posts soon at places where the bot is used. Use is the first sign that Discord works again.
    pub(super) fn retry_soon(&mut self, places: &[RefusingPlace], now: Moment) {
        for delivery in self.deliveries.values_mut() {
            let (State::Due(due), Some(failed)) = (&mut delivery.state, &delivery.failed) else {
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
        for (key, delivery) in &mut self.deliveries {
            let (moment, end) = match delivery.state {
                State::Due(moment) => (moment, None),
                State::Limited(moment, end) | State::Offered(moment, end) => (moment, Some(end)),
                State::Taken(_) | State::Waits => continue,
            };
            if moment <= now || end.is_some_and(|end| end <= time) {
                delivery.state = State::Taken(None);
                due.push((delivery.since, *key));
                continue;
            }
            nearest = Some(nearest.map_or(moment, |nearest: Moment| nearest.min(moment)));
            limit = [limit, end].into_iter().flatten().min();
        }
        due.sort_by_key(|(since, _)| *since);
        let due = due.into_iter().map(|(_, key)| key);
        (due.collect(), nearest, limit)
    }

    /// Returns a pending post's fairness key, the moment since which it is pending, and its doubt.
    pub(super) fn get(&self, key: Key) -> Option<(u64, Moment, bool)> {
        let delivery = self.deliveries.get(&key)?;
        Some((delivery.fairness_key, delivery.since, delivery.doubt))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::MatchId;

    const POST: PendingPost = PendingPost {
        about: About::a_match(MatchId(1)),
        fairness_key: 7,
        since: Moment(1_000),
    };
    const KEY: Key = Key::new("news", POST.about);

    #[test]
    fn what_waits_in_doubt_stays_in_doubt() {
        let (mut deliveries, second) = (Deliveries::default(), Duration::from_secs(1));
        assert!(deliveries.take_new(KEY, POST));
        deliveries.failed(KEY, second, Vec::new(), POST.since);
        // The next news of the match is not in doubt.
        assert!(!deliveries.take_new(KEY, POST));
        let soon = POST.since.after(second);
        assert_eq!(deliveries.take_due(POST.since).1, Some(soon));
        assert_eq!(deliveries.take_due(soon).0, [KEY]);
        assert_eq!(deliveries.get(KEY), Some((7, POST.since, true)));
        // The next wait is longer.
        deliveries.failed(KEY, second, Vec::new(), soon);
        let later = soon.after(second * 2);
        assert_eq!(deliveries.take_due(soon).1, Some(later));
        assert_eq!(deliveries.take_due(later).0, [KEY]);
        assert!(deliveries.release(KEY, later));
        assert!(deliveries.is_free(KEY));
    }

    #[test]
    fn news_that_a_caller_wants_to_post_are_offered_to_it() {
        let (mut deliveries, last) = (Deliveries::default(), 4);
        assert!(deliveries.take_new(KEY, POST));
        deliveries.want(KEY, last);
        assert!(
            !deliveries.is_wanted(KEY, last),
            "the queue posts earlier news"
        );
        assert!(deliveries.is_wanted(KEY, last + 1));
        deliveries.offer(KEY, POST.since);
        assert!(deliveries.is_free(KEY));
        assert!(deliveries.take_new(KEY, POST));
        // If nobody takes it, it goes back to the queue.
        deliveries.want(KEY, last);
        deliveries.offer(KEY, POST.since);
        let end = POST.since.after(OFFER);
        let (due, nearest, limit) = deliveries.take_due(POST.since);
        assert_eq!(
            (due, nearest, limit.is_some()),
            (Vec::new(), Some(end), true)
        );
        assert_eq!(deliveries.take_due(end).0, [KEY]);
        // A caller that no longer waits gets no offer.
        deliveries.want(KEY, last);
        assert!(!deliveries.take_new(KEY, POST));
        assert!(!deliveries.is_wanted(KEY, last + 1));
        deliveries.offer(KEY, end);
        assert_eq!(deliveries.take_due(end).0, [KEY]);
    }

    #[test]
    fn what_changes_during_an_update_is_updated_again_in_time() {
        let mut deliveries = Deliveries::default();
        assert!(deliveries.take(KEY, POST));
        deliveries.add(KEY, POST, Moment(5_000), false);
        assert!(deliveries.release(KEY, Moment(2_000)));
        assert_eq!(deliveries.take_due(Moment(4_999)).0, []);
        assert_eq!(deliveries.take_due(Moment(5_000)).0, [KEY]);
        assert!(!deliveries.take(KEY, POST));
        assert!(!deliveries.release(KEY, Moment(6_000)), "it is due at once");
        assert!(deliveries.release(KEY, Moment(6_000)));
    }

    #[test]
    fn what_has_failed_is_tried_soon_when_somebody_uses_the_bot_there() {
        let mut deliveries = Deliveries::default();
        let place = RefusingPlace::Channel(crate::matches::ChannelId(5));
        assert!(deliveries.take(KEY, POST));
        deliveries.failed(KEY, LATE, vec![place], POST.since);
        deliveries.retry_soon(&[], POST.since);
        assert_eq!(
            deliveries.take_due(POST.since).1,
            Some(POST.since.after(LATE))
        );
        deliveries.retry_soon(&[place], POST.since);
        let soon = POST.since.after(EARLIEST);
        assert_eq!(deliveries.take_due(POST.since).1, Some(soon));
        assert_eq!(deliveries.take_due(soon).0, [KEY]);
    }
}
