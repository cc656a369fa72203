//! A circuit breaker, far below Discord's ban: 10,000 answers of 401, 403 or 429 in ten minutes.

use std::collections::VecDeque;
use std::time::Duration;

use crate::people::Moment;

/// The number of refusals within [`WINDOW`] that opens the breaker.
const MOST: u32 = 2_000;

/// The number of refusals within [`WINDOW`] at which the breaker closes again.
const FEW: u32 = 1_000;

/// The time for which a refusal counts, in milliseconds.
const WINDOW: i64 = 600_000;

/// The length of a counting interval in milliseconds.
const HEAP: i64 = 10_000;

/// A counter of refusals that opens when there are too many.
#[derive(Debug, Default)]
pub struct Breaker {
    heaps: VecDeque<(i64, u32)>,
    total: u32,
    open: bool,
}

impl Breaker {
    /// Counts a refused request.
    pub fn count(&mut self, now: Moment) {
        self.expire(now);
        let heap = now.0.div_euclid(HEAP);
        match self.heaps.back_mut() {
            // A clock that was set back must not add an interval.
            Some((last, count)) if *last >= heap => *count += 1,
            _ => self.heaps.push_back((heap, 1)),
        }
        self.total += 1;
        if self.total >= MOST && !self.open {
            self.open = true;
            tracing::error!(
                refusals = self.total,
                "Discord has refused too many requests within ten minutes: nothing is sent until it is {FEW}, but for answers to interactions"
            );
        }
    }

    /// Returns the minimum time until requests may be sent again, if the breaker is open.
    pub fn open_for(&mut self, now: Moment) -> Option<Duration> {
        if !self.open {
            return None;
        }
        self.expire(now);
        if self.total <= FEW {
            self.open = false;
            tracing::info!("requests are sent again");
            return None;
        }
        // The breaker may close when the oldest interval expires.
        let (oldest, _) = self.heaps.front()?;
        let left = (oldest + 1) * HEAP + WINDOW - now.0;
        Some(Duration::from_millis(
            u64::try_from(left).unwrap_or(1).max(1),
        ))
    }

    fn expire(&mut self, now: Moment) {
        while let Some((heap, count)) = self.heaps.front()
            && (heap + 1) * HEAP + WINDOW <= now.0
        {
            self.total -= count;
            self.heaps.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[test]
    fn it_opens_at_two_thousand_and_closes_as_they_are_forgotten() {
        let mut breaker = Breaker::default();
        let start = 1_000_000;
        for number in 0..i64::from(MOST) {
            assert_eq!(breaker.open_for(Moment(start + number * 100)), None);
            breaker.count(Moment(start + number * 100));
        }
        let mut now = start + i64::from(MOST) * 100;
        let wait = breaker.open_for(Moment(now)).expect("open");
        assert!(wait <= Duration::from_secs(420), "{wait:?}");
        while let Some(wait) = breaker.open_for(Moment(now)) {
            now += i64::try_from(wait.as_millis()).expect("a wait");
        }
        // A thousand refusals are younger than 600 seconds.
        assert!(
            (690_000..=720_000).contains(&(now - start)),
            "{}",
            now - start
        );
        breaker.count(Moment(now));
        assert_eq!(breaker.open_for(Moment(now)), None);
    }

    /// The logged text.
    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl std::io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("no panic").extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn one_error_is_logged_each_time_it_opens() {
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_writer(move || writer.clone())
            .with_ansi(false)
            .finish();
        let errors = || {
            let bytes = log.0.lock().expect("no panic");
            let text = String::from_utf8_lossy(&bytes).into_owned();
            text.lines().filter(|line| line.contains("ERROR")).count()
        };
        tracing::subscriber::with_default(subscriber, || {
            let mut breaker = Breaker::default();
            for number in 0..MOST - 1 {
                breaker.count(Moment(i64::from(number)));
            }
            assert_eq!(errors(), 0);
            // Requests in flight when the breaker opens are refused as well.
            for _ in 0..100 {
                breaker.count(Moment(5_000));
                assert!(breaker.open_for(Moment(5_000)).is_some());
            }
            assert_eq!(errors(), 1);
            let later = 5_000 + WINDOW + HEAP;
            assert_eq!(breaker.open_for(Moment(later)), None);
            for _ in 0..MOST {
                breaker.count(Moment(later));
            }
            assert_eq!(errors(), 2);
        });
    }

    #[test]
    fn it_takes_little_room() {
        let mut breaker = Breaker::default();
        for number in 0..1_000_000 {
            breaker.count(Moment(number * 10));
        }
        assert!(breaker.heaps.len() <= 62);
    }
}
