//! Edits of messages that are older than an hour: Discord allows few in each channel, and does not document how many.
//!
//! The most urgent edit goes first, then the one that has waited longest. A refusal (30046) says how long to wait.
//! The edits that were accepted before it tell the pace at which the following ones are sent.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use super::bucket::{Now, Until, patience};
use crate::kernel::EditRank;

/// The part of the measured pace that is added, because requests do not arrive as evenly as they are sent.
const MARGIN: u32 = 20;

/// The maximum time between two edits, however few were accepted.
const SLOWEST: Duration = Duration::from_secs(60);

/// How long a pace is believed. Then a refusal tells it again.
const BELIEVED: Duration = Duration::from_secs(600);

/// The wait for an edit under way while no pace is known.
const SHORT: Duration = Duration::from_millis(100);

/// How late a waiting edit may come back before the next one takes its turn.
const GRACE: Duration = Duration::from_secs(3);

/// The time after which an edit under way counts as lost.
const LOST: Duration = Duration::from_secs(30);

/// The maximum number of accepted edits in memory for a channel.
const REMEMBERED: usize = 16;

/// The number of channels below which idle ones are not evicted.
const FEW: usize = 64;

/// The edits of old messages in all channels.
#[derive(Debug, Default)]
pub(super) struct OldEdits {
    channels: HashMap<u64, Channel>,
    /// The number of edits that have asked so far.
    asked: u64,
}

#[derive(Debug, Default)]
struct Channel {
    /// The time of the next edit.
    free: Option<Until>,
    /// The time between two edits, and how long it is believed.
    pace: Option<(Duration, Until)>,
    /// The times of the latest accepted edits since the latest refusal, at most [`REMEMBERED`].
    accepted: VecDeque<Now>,
    /// The number of refusals in a row.
    refusals: u32,
    waiting: Vec<Waiting>,
}

/// The place of an edit in the order: its rank, then the number of its first question.
pub(super) type Order = (EditRank, u64);

/// An edit that waits.
#[derive(Debug)]
struct Waiting {
    message: u64,
    order: Order,
    expires: Until,
}

/// The result of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edited {
    Accepted,
    /// Discord asks to wait.
    Refused(Duration),
    /// The edit was not sent, or its outcome says nothing about the limit.
    Unknown,
}

impl OldEdits {
    /// Whether an edit waits for its turn. Discord has called its message old.
    pub(super) fn waits(&self, channel: u64, message: u64) -> bool {
        let found = self.channels.get(&channel);
        found.is_some_and(|found| found.waiting.iter().any(|one| one.message == message))
    }

    /// Gives an edit its turn, with its place in the order; the error is the wait until it should ask again.
    pub(super) fn ask(
        &mut self,
        (channel, message): (u64, u64),
        rank: EditRank,
        now: Now,
    ) -> Result<Order, Duration> {
        if self.channels.len() >= FEW {
            self.channels.retain(|_, channel| !channel.is_idle(now));
        }
        self.asked += 1;
        let asked = self.asked;
        let channel = self.channels.entry(channel).or_default();
        channel.waiting.retain(|one| !one.expires.is_over(now));
        let waiting = channel.waiting.iter();
        let earlier = waiting.clone().find(|one| one.message == message);
        let asked = earlier.map_or(asked, |one| one.order.1);
        let order = (rank, asked);
        let wait = channel.wait(message, order, now);
        if !wait.is_zero() {
            channel.keep(message, order, wait, now);
            return Err(wait);
        }
        channel.waiting.retain(|one| one.message != message);
        let until = channel.pace(now).unwrap_or(LOST);
        channel.free = Some(Until::in_(until, now));
        Ok(order)
    }

    /// Records the result of an edit that had its turn. Returns the wait until it should ask again after a refusal.
    pub(super) fn edited(
        &mut self,
        (channel, message): (u64, u64),
        order: Order,
        edited: Edited,
        now: Now,
    ) -> Option<Duration> {
        if let Edited::Refused(after) = edited {
            let channel = self.channels.entry(channel).or_default();
            channel.refused(after, now);
            let wait = channel.wait(message, order, now);
            channel.keep(message, order, wait, now);
            return Some(wait);
        }
        let channel = self.channels.get_mut(&channel)?;
        if edited == Edited::Accepted {
            if channel.accepted.len() == REMEMBERED {
                channel.accepted.pop_front();
            }
            channel.accepted.push_back(now);
            channel.refusals = 0;
        }
        if channel.pace(now).is_none() {
            channel.free = None;
        }
        None
    }
}

impl Channel {
    fn pace(&self, now: Now) -> Option<Duration> {
        let (pace, believed) = self.pace?;
        (!believed.is_over(now)).then_some(pace)
    }

    /// Returns the wait until the turn of an edit; zero if it has come.
    fn wait(&self, message: u64, order: Order, now: Now) -> Duration {
        let waiting = self.waiting.iter();
        let ahead = waiting.filter(|one| one.message != message && one.order < order);
        let ahead = u32::try_from(ahead.count()).unwrap_or(u32::MAX);
        let left = self.free.map_or(Duration::ZERO, |free| free.left(now));
        match self.pace(now) {
            Some(pace) => left.saturating_add(pace.saturating_mul(ahead)),
            // The edit under way teaches the pace.
            None => left.min(SHORT),
        }
    }

    /// Keeps the place of an edit that waits.
    fn keep(&mut self, message: u64, order: Order, wait: Duration, now: Now) {
        self.waiting.retain(|one| one.message != message);
        self.waiting.push(Waiting {
            message,
            order,
            expires: Until::in_(wait.saturating_add(GRACE), now),
        });
    }

    fn refused(&mut self, after: Duration, now: Now) {
        let wait = patience(after, self.refusals);
        self.refusals = self.refusals.saturating_add(1);
        let known = self.pace(now).unwrap_or_default();
        // Discord's window began with one of the latest edits. Slow edits before it tell nothing.
        let latest = self.accepted.iter().rev();
        let paces = (1_u32..).zip(latest);
        let paces = paces.map(|(count, first)| (now.since(*first) + after) / count);
        let pace = paces.min().unwrap_or(known.max(after));
        let pace = (pace + pace / MARGIN).clamp(SHORT, SLOWEST);
        self.accepted.clear();
        self.pace = Some((pace, Until::in_(BELIEVED, now)));
        self.free = Some(Until::in_(wait, now));
    }

    /// Whether the channel can be evicted without loss.
    fn is_idle(&self, now: Now) -> bool {
        self.pace(now).is_none()
            && self.free.is_none_or(|free| free.is_over(now))
            && self.waiting.iter().all(|one| one.expires.is_over(now))
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::*;
    use crate::people::Moment;

    /// Discord's side: a number of edits in a window that begins with an edit.
    struct Discord {
        count: u32,
        window: u64,
        ends: u64,
        used: u32,
        refusals: u32,
    }

    impl Discord {
        fn edit(&mut self, now: u64) -> Edited {
            if self.ends <= now {
                (self.ends, self.used) = (now + self.window, 0);
            }
            if self.used < self.count {
                self.used += 1;
                return Edited::Accepted;
            }
            self.refusals += 1;
            Edited::Refused(Duration::from_millis(self.ends - now))
        }
    }

    fn at(begun: Instant, millis: u64) -> Now {
        let moment = i64::try_from(millis).expect("a moment");
        Now {
            instant: begun + Duration::from_millis(millis),
            moment: Moment(moment),
        }
    }

    #[test]
    fn pace_is_learnt_and_the_limit_is_used() {
        for (count, window) in [(3, 6_000), (3, 20_000), (5, 5_000), (1, 2_000), (3, 60_000)] {
            let mut discord = Discord {
                count,
                window,
                ends: 0,
                used: 0,
                refusals: 0,
            };
            let (mut edits, begun) = (OldEdits::default(), Instant::now());
            // When each of twenty messages asks again; an accepted edit is followed by another one at once.
            let mut due = [0_u64; 20];
            let mut made = 0_u32;
            for now in (0..600_000).step_by(50) {
                for (message, due) in (1_u64..).zip(&mut due) {
                    if *due > now {
                        continue;
                    }
                    let (key, time) = ((7, message), at(begun, now));
                    let wait = match edits.ask(key, EditRank::Card, time) {
                        Err(wait) => wait,
                        Ok(order) => {
                            let edited = discord.edit(now);
                            made += u32::from(edited == Edited::Accepted);
                            let wait = edits.edited(key, order, edited, time);
                            wait.unwrap_or_default()
                        }
                    };
                    *due = now + u64::try_from(wait.as_millis()).expect("a wait") + 1;
                }
            }
            let most = count * u32::try_from(600_000 / window).expect("few");
            let refusals = discord.refusals;
            assert!(made * 10 >= most * 8, "{made} of {most} in {window} ms");
            assert!(refusals <= 12, "{refusals} refusals in {window} ms");
        }
    }

    #[test]
    fn slow_edits_before_a_refusal_do_not_slow_down_the_pace() {
        let (mut edits, begun) = (OldEdits::default(), Instant::now());
        for second in [0, 30, 60, 120, 121, 122] {
            let now = at(begun, second * 1_000);
            let order = edits.ask((7, 1), EditRank::Card, now).expect("a turn");
            edits.edited((7, 1), order, Edited::Accepted, now);
        }
        let now = at(begun, 123_000);
        let order = edits.ask((7, 1), EditRank::Card, now).expect("a turn");
        edits.edited((7, 1), order, Edited::Refused(Duration::from_secs(3)), now);
        let pace = edits.channels[&7].pace(now).expect("a pace");
        assert_eq!(pace, Duration::from_millis(2_100));
    }

    #[test]
    fn urgent_edit_goes_first_and_equal_ones_in_order() {
        let (mut edits, begun) = (OldEdits::default(), Instant::now());
        let mut now = at(begun, 0);
        let order = edits.ask((7, 1), EditRank::Card, now).expect("a turn");
        let refused = Edited::Refused(Duration::from_secs(2));
        let wait = edits.edited((7, 1), order, refused, now);
        assert_eq!(wait, Some(Duration::from_secs(2)));
        let asks = [
            (2, EditRank::Card),
            (3, EditRank::Table),
            (4, EditRank::End),
            (5, EditRank::Question),
        ];
        for (message, rank) in asks {
            assert!(edits.ask((7, message), rank, now).is_err());
        }
        // Other channels go on.
        assert!(edits.ask((8, 1), EditRank::Card, now).is_ok());
        let mut made = Vec::new();
        let all = [(1, EditRank::Card)].into_iter().chain(asks);
        for millis in (2_000..20_000).step_by(100) {
            now = at(begun, millis);
            for (message, rank) in all.clone() {
                if made.contains(&message) {
                    continue;
                }
                if let Ok(order) = edits.ask((7, message), rank, now) {
                    made.push(message);
                    edits.edited((7, message), order, Edited::Accepted, now);
                }
            }
        }
        assert_eq!(made, [4, 3, 5, 1, 2]);
    }

    #[test]
    fn edit_that_does_not_come_back_holds_up_nobody_for_long() {
        let (mut edits, begun) = (OldEdits::default(), Instant::now());
        let now = at(begun, 0);
        let refused = Edited::Refused(Duration::from_secs(2));
        edits.edited((7, 1), (EditRank::End, 0), refused, now);
        assert!(edits.ask((7, 2), EditRank::Card, now).is_err());
        let mut when = (0..60_000).step_by(100).map(|millis| at(begun, millis));
        let turn = when.find(|now| edits.ask((7, 2), EditRank::Card, *now).is_ok());
        let turn = turn.expect("a turn").since(now);
        assert!(turn <= Duration::from_secs(6), "{turn:?}");
    }
}
