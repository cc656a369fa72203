//! The back-off of places that refuse posts, and the posts that wait for them.

use std::collections::{HashMap, HashSet};
use std::mem;
use std::sync::Mutex;
use std::time::Duration;

use tokio::sync::Notify;

use super::deliveries::Key;
use crate::kernel::lock::lock;
use crate::kernel::{BackOff, RefusingPlace};
use crate::matches::GuildId;
use crate::people::Moment;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);

/// Back-off of a server after each refusal in a row. After the last one, the back-off lasts until the bot is used
/// there.
const WAITS: [Duration; 5] = [
    HOUR.saturating_mul(2),
    HOUR.saturating_mul(8),
    DAY,
    DAY.saturating_mul(3),
    DAY.saturating_mul(7),
];

/// Shorter waits of channels and threads before [`WAITS`]. A permission that was removed by mistake is soon restored,
/// and the bot is not notified.
const SHORT_WAITS: [Duration; 2] = [MINUTE.saturating_mul(10), MINUTE.saturating_mul(30)];

/// Minimum time between retries that use of the bot causes at a place. Each retry may be refused, and Discord limits
/// the number of refused requests.
const BETWEEN_SIGNS: Duration = Duration::from_secs(10);

/// How long a server may refuse posts before its matches are abandoned.
const ABANDONED_AFTER: Duration = DAY.saturating_mul(30);

/// The places in back-off, and the posts that wait for each.
///
/// When a back-off ends, one post tries the place and the other posts wait for its result.
#[derive(Default)]
pub(crate) struct InBackOff {
    places: Mutex<HashMap<RefusingPlace, Entry>>,
    changed: Notify,
}

struct Entry {
    back_off: BackOff,
    /// The last retry that use of the bot caused; it may be in the future.
    used: Option<Moment>,
    /// Whether a post tries the place now.
    tried: bool,
    waiting: HashSet<Key>,
}

impl Entry {
    fn new(back_off: BackOff) -> Self {
        Self {
            back_off,
            used: None,
            tried: false,
            waiting: HashSet::new(),
        }
    }

    fn is_over(&self, now: Moment) -> bool {
        // If the clock shows less than at the first refusal, it was wrong then, and so is the end of the back-off.
        let until = |until| until <= now || now < self.back_off.since;
        self.back_off.until.is_some_and(until)
    }
}

/// Work that became due: posts to retry, and servers to abandon.
#[derive(Default)]
pub(crate) struct Woken {
    pub(crate) pending: HashSet<Key>,
    /// Servers that have refused for too long.
    pub(crate) left: Vec<GuildId>,
}

/// Returns the next back-off after this many refusals in a row. `None` means until the bot is used there.
fn length(place: RefusingPlace, refusals: usize) -> Option<Duration> {
    let short = match place {
        RefusingPlace::Server(_) => &[][..],
        RefusingPlace::Channel(_) => &SHORT_WAITS,
    };
    short.iter().chain(&WAITS).nth(refusals).copied()
}

impl InBackOff {
    pub(crate) fn new(places: Vec<(RefusingPlace, BackOff)>) -> Self {
        let entries = places
            .into_iter()
            .map(|(place, back_off)| (place, Entry::new(back_off)));
        Self {
            places: Mutex::new(entries.collect()),
            changed: Notify::new(),
        }
    }

    /// Whether a post may go to all these places. If not, the post is woken later. If so and `tries` is set, other
    /// posts to the places wait for the result.
    pub(crate) fn admits(
        &self,
        places: &[RefusingPlace],
        key: Key,
        tries: bool,
        now: Moment,
    ) -> bool {
        let mut entries = lock(&self.places);
        for place in places {
            if let Some(entry) = entries.get_mut(place)
                && (entry.tried || !entry.is_over(now))
            {
                entry.waiting.insert(key);
                // The watching task ignores places without waiting posts.
                self.changed.notify_one();
                return false;
            }
        }
        for place in places.iter().filter(|_| tries) {
            if let Some(entry) = entries.get_mut(place) {
                entry.tried = true;
            }
        }
        true
    }

    /// Ends an attempt that has not shown whether these places accept posts.
    pub(crate) fn undecided(&self, places: &[RefusingPlace]) {
        let mut entries = lock(&self.places);
        for place in places {
            if let Some(entry) = entries.get_mut(place) {
                entry.tried = false;
            }
        }
        drop(entries);
        self.changed.notify_one();
    }

    /// Ends the back-off of places that accepted a post. Returns those that were in back-off, and the posts that
    /// waited.
    pub(super) fn take_out(&self, places: &[RefusingPlace]) -> (Vec<RefusingPlace>, Woken) {
        let mut entries = lock(&self.places);
        let mut woken = Woken::default();
        let mut opened = Vec::new();
        for place in places {
            if let Some(entry) = entries.remove(place) {
                opened.push(*place);
                woken.pending.extend(entry.waiting);
            }
        }
        (opened, woken)
    }

    /// Records a refusal of a place. Returns its new back-off, or `None` if the place is in back-off already.
    pub(crate) fn refuse(&self, place: RefusingPlace, now: Moment) -> Option<BackOff> {
        let mut entries = lock(&self.places);
        let fresh = BackOff {
            refusals: 0,
            until: Some(now),
            since: now,
            abandoned: false,
        };
        let entry = entries.entry(place).or_insert_with(|| Entry::new(fresh));
        entry.tried = false;
        // Several posts were under way when the first was refused: together they are one refusal.
        if !entry.is_over(now) {
            return None;
        }
        let step = usize::try_from(entry.back_off.refusals).unwrap_or(usize::MAX);
        entry.back_off = BackOff {
            refusals: entry.back_off.refusals.saturating_add(1),
            until: length(place, step).map(|wait| now.after(wait)),
            since: entry.back_off.since.min(now),
            ..entry.back_off
        };
        let back_off = entry.back_off;
        drop(entries);
        self.changed.notify_one();
        Some(back_off)
    }

    /// Lets places where the bot is used be retried at once, or 10 seconds after the last such retry. Returns the
    /// places whose back-off changed.
    pub(super) fn retried(&self, places: &[RefusingPlace], now: Moment) -> Vec<RefusingPlace> {
        let mut entries = lock(&self.places);
        let mut retried = Vec::new();
        for place in places {
            if let Some(entry) = entries.get_mut(place)
                && !entry.is_over(now)
            {
                let until = match entry.used {
                    // A retry is already due then.
                    Some(next) if now < next && now.until(next) <= BETWEEN_SIGNS => continue,
                    Some(last) if last <= now && now < last.after(BETWEEN_SIGNS) => {
                        last.after(BETWEEN_SIGNS)
                    }
                    _ => now,
                };
                entry.back_off = BackOff {
                    refusals: 0,
                    until: Some(until),
                    since: now,
                    abandoned: false,
                };
                entry.used = Some(until);
                retried.push(*place);
            }
        }
        drop(entries);
        if !retried.is_empty() {
            self.changed.notify_one();
        }
        retried
    }

    /// Returns the back-off of a place, if any.
    pub(crate) fn back_off_of(&self, place: RefusingPlace) -> Option<BackOff> {
        lock(&self.places).get(&place).map(|entry| entry.back_off)
    }

    /// Whether one of these places is in back-off.
    pub(crate) fn has_any(&self, places: &[RefusingPlace]) -> bool {
        let entries = lock(&self.places);
        places.iter().any(|place| entries.contains_key(place))
    }

    /// Waits until a place changes.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Takes the posts of places whose back-off is over and the servers to abandon. Also returns the next due moment.
    pub(crate) fn take_due(&self, now: Moment) -> (Woken, Option<Moment>) {
        let mut woken = Woken::default();
        let mut nearest = None::<Moment>;
        let sooner = |moment: Moment, nearest: Option<Moment>| {
            Some(nearest.map_or(moment, |nearest| nearest.min(moment)))
        };
        for (place, entry) in lock(&self.places).iter_mut() {
            if let RefusingPlace::Server(guild) = place
                && !entry.back_off.abandoned
            {
                let end = entry.back_off.since.after(ABANDONED_AFTER);
                if end <= now {
                    // The bot sends nothing there until a person uses it there.
                    entry.back_off.abandoned = true;
                    entry.back_off.until = None;
                    woken.left.push(*guild);
                } else {
                    nearest = sooner(end, nearest);
                }
            }
            if entry.tried || entry.waiting.is_empty() {
                continue;
            }
            if entry.is_over(now) {
                woken.pending.extend(mem::take(&mut entry.waiting));
            } else if let Some(until) = entry.back_off.until {
                nearest = sooner(until, nearest);
            }
        }
        (woken, nearest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::alarms::About;
    use crate::matches::MatchId;

    const MATCH: Key = Key::new("news", About::a_match(MatchId(1)));
    const OTHER: Key = Key::new("news", About::a_match(MatchId(2)));

    const PLACE: RefusingPlace = RefusingPlace::Server(crate::matches::GuildId(1));

    #[test]
    fn it_is_tried_after_hours_then_days_then_never() {
        let in_back_off = InBackOff::default();
        let mut now = Moment(1_000);
        let mut waits = Vec::new();
        while let Some(until) = in_back_off
            .refuse(PLACE, now)
            .and_then(|back_off| back_off.until)
        {
            // Refusals of other posts under way do not count.
            assert_eq!(in_back_off.refuse(PLACE, now), None);
            assert!(!in_back_off.admits(&[PLACE], MATCH, true, now));
            waits.push(now.until(until).as_secs() / 3600);
            now = until;
            // One post tries the place for all.
            assert!(in_back_off.admits(&[PLACE], MATCH, true, now));
            assert!(!in_back_off.admits(&[PLACE], OTHER, true, now));
        }
        assert_eq!(waits, [2, 8, 24, 72, 168]);
        let later = now.after(Duration::from_secs(3600 * 24 * 365));
        assert!(!in_back_off.admits(&[PLACE], MATCH, true, later));
        assert_eq!(in_back_off.retried(&[PLACE], later), [PLACE]);
        assert!(in_back_off.admits(&[PLACE], MATCH, true, later));
        let (opened, woken) = in_back_off.take_out(&[PLACE]);
        assert_eq!(opened, [PLACE]);
        assert!(woken.pending.contains(&OTHER));
    }

    #[test]
    fn signs_of_life_let_it_be_tried_at_once_and_then_now_and_then() {
        let in_back_off = InBackOff::default();
        let begin = Moment(1_000_000);
        let at = |seconds| begin.after(Duration::from_secs(seconds));
        let mut tries = Vec::new();
        // A user uses the bot twice a second.
        for half in 0..100 {
            let now = begin.after(Duration::from_millis(500 * half));
            if in_back_off.admits(&[PLACE], MATCH, true, now) {
                tries.push(now);
                assert!(in_back_off.refuse(PLACE, now).is_some());
            }
            let _ = in_back_off.retried(&[PLACE], now);
        }
        let expected: Vec<_> = [begin, begin.after(Duration::from_millis(500))]
            .into_iter()
            .chain((1..=4).map(|ten| at(10 * ten)))
            .collect();
        assert_eq!(tries, expected);
        // After the clock is set back by days, the next use of the bot counts at once.
        let back = Moment(5);
        assert!(in_back_off.admits(&[PLACE], MATCH, true, back));
        assert!(in_back_off.refuse(PLACE, back).is_some());
        assert_eq!(in_back_off.retried(&[PLACE], back), [PLACE]);
        assert!(in_back_off.admits(&[PLACE], MATCH, true, back));
    }

    #[test]
    fn a_rest_that_ends_in_the_future_of_a_wrong_clock_is_over() {
        let wrong = Moment(1_000_000_000_000);
        let back_off = BackOff {
            refusals: 1,
            until: Some(wrong.after(HOUR)),
            since: wrong,
            abandoned: false,
        };
        let in_back_off = InBackOff::new(vec![(PLACE, back_off)]);
        let right = Moment(1_000_000_000);
        assert!(in_back_off.admits(&[PLACE], MATCH, true, right));
        // From here on the right clock counts.
        let back_off = in_back_off.refuse(PLACE, right).expect("a back-off");
        assert_eq!(back_off.until, Some(right.after(HOUR.saturating_mul(8))));
        assert!(!in_back_off.admits(&[PLACE], MATCH, true, right));
    }
}
