//! The session of a shard with the history of its connections, and the back-off of the next attempt.

use std::time::Duration;

use tokio::time::Instant;
use url::Url;

use super::GatewaySettings;

/// The duration of a session on one connection after which the next attempt is immediate.
const STEADY: Duration = Duration::from_secs(10);

/// The number of failed RESUMEs in a row after which the session is given up.
const MOST_RESUMES: u32 = 5;

/// A session that can be resumed.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) name: String,
    pub(crate) resume_at: Option<Url>,
    /// The number of the last event received in the session.
    pub(crate) last_event: u64,
}

/// The session of a shard, if it can be resumed, and the history of its connections.
#[derive(Debug, Default)]
pub(crate) struct SessionState {
    pub(crate) session: Option<Session>,
    /// The number of failed attempts in a row.
    failures: u32,
    /// The number of brief sessions in a row.
    brief: u32,
    /// The number of failed RESUMEs in a row.
    resumes: u32,
    /// The time of the latest IDENTIFY, and the number of IDENTIFYs in close succession up to it.
    starts: Option<(Instant, u32)>,
    /// Whether Discord refused the latest IDENTIFY.
    refused: bool,
    /// Whether the session was lost on the connection that ends now.
    lost: bool,
}

impl SessionState {
    /// Records an attempt without a connection.
    pub(crate) fn failed(&mut self) {
        self.failures = self.failures.saturating_add(1);
        self.forget_failures_if_lost();
    }

    /// Records an IDENTIFY.
    pub(crate) fn identified(&mut self, settings: &GatewaySettings, now: Instant) {
        // IDENTIFYs of one storm are never this far apart.
        let apart = settings.longest_wait * 2;
        let in_row = match self.starts {
            Some((last, in_row)) if now.saturating_duration_since(last) < apart => in_row,
            _ => 0,
        };
        self.starts = Some((now, in_row.saturating_add(1)));
        self.refused = false;
    }

    /// Records that Discord made the session invalid for good.
    pub(crate) fn invalidated(&mut self) {
        self.lost = self.session.take().is_some();
        // Without a session to resume, Discord refused a new one.
        self.refused |= !self.lost;
        self.resumes = 0;
    }

    /// Records the end of a connection whose session worked for this time; `None` if it never worked.
    pub(crate) fn ended(&mut self, worked: Option<Duration>) {
        match worked {
            None => {
                if self.session.is_some() {
                    self.resumes += 1;
                }
                if self.resumes >= MOST_RESUMES {
                    tracing::warn!(
                        attempts = self.resumes,
                        "the session cannot be resumed: a new one begins"
                    );
                    self.invalidated();
                }
                self.failed();
            }
            Some(time) => {
                (self.failures, self.resumes) = (0, 0);
                self.brief = if time >= STEADY {
                    0
                } else {
                    self.brief.saturating_add(1)
                };
                self.forget_failures_if_lost();
            }
        }
    }

    /// Clears the failures if the session was lost: Discord is there, so the next attempt need not wait for it.
    fn forget_failures_if_lost(&mut self) {
        if std::mem::take(&mut self.lost) {
            (self.failures, self.brief) = (0, 0);
        }
    }

    /// Returns the number of failed or brief attempts since the last good connection.
    pub(crate) const fn attempts(&self) -> u32 {
        self.failures.saturating_add(self.brief)
    }

    /// Returns the back-off before the next attempt; `None` if it is immediate.
    ///
    /// Connections are not limited, so they are retried within seconds. New sessions are limited per day: the first
    /// one is immediate, and the waits between those that follow each other double.
    pub(crate) fn wait(&self, settings: &GatewaySettings, now: Instant) -> Option<Duration> {
        let failures = self.brief.max(self.failures);
        let connection = settings.wait(failures, settings.longest_resume_wait);
        let start = self.wait_for_start(settings, now);
        connection.max(start).filter(|wait| !wait.is_zero())
    }

    /// Returns the back-off before the next IDENTIFY, which counts from the previous one.
    fn wait_for_start(&self, settings: &GatewaySettings, now: Instant) -> Option<Duration> {
        let (last, in_row) = self.starts.filter(|_| self.session.is_none())?;
        let mut wait = settings.wait(in_row.saturating_add(1), settings.longest_wait)?;
        if self.refused {
            wait += settings.between_starts;
        }
        Some(wait.saturating_sub(now.saturating_duration_since(last)))
    }

    /// Returns the address to connect to. The session's own address may be out of order, so the common one is
    /// used after a failed attempt.
    pub(crate) fn address<'a>(&'a self, gateway: &'a Url) -> &'a Url {
        let resume_at = self.session.as_ref().and_then(|one| one.resume_at.as_ref());
        resume_at.filter(|_| self.failures == 0).unwrap_or(gateway)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shard's connections on a clock of their own.
    struct Story {
        state: SessionState,
        settings: GatewaySettings,
        begun: Instant,
        now: Instant,
        identifies: u32,
        resumes: u32,
    }

    /// The end of a connection.
    #[derive(Clone, Copy)]
    enum End {
        NotConnected,
        /// The first payload of the bot is not answered.
        Cut,
        /// Discord says that the session is invalid.
        Invalid,
        WorkedFor(u64),
    }
    use End::{Cut, Invalid, NotConnected, WorkedFor};

    impl Story {
        fn new() -> Self {
            let now = Instant::now();
            Self {
                state: SessionState::default(),
                settings: GatewaySettings::default(),
                begun: now,
                now,
                identifies: 0,
                resumes: 0,
            }
        }

        /// Returns a shard whose session has worked for an hour.
        fn at_work() -> Self {
            let mut story = Self::new();
            story.attempt(WorkedFor(3_600));
            (story.begun, story.identifies) = (story.now, 0);
            story
        }

        /// Waits for the next attempt, and makes it. Returns the wait.
        fn attempt(&mut self, end: End) -> Duration {
            let wait = self
                .state
                .wait(&self.settings, self.now)
                .unwrap_or_default();
            self.now += wait;
            if let NotConnected = end {
                self.state.failed();
                return wait;
            }
            match self.state.session {
                Some(_) => self.resumes += 1,
                None => {
                    // The permit of a bucket.
                    if let Some((last, _)) = self.state.starts {
                        self.now = self.now.max(last + self.settings.between_starts);
                    }
                    self.identifies += 1;
                    self.state.identified(&self.settings, self.now);
                }
            }
            match end {
                NotConnected | Cut => self.state.ended(None),
                Invalid => {
                    self.state.invalidated();
                    self.state.ended(None);
                }
                WorkedFor(seconds) => {
                    self.state.session = Some(Session {
                        name: String::from("a"),
                        resume_at: Url::parse("wss://resume.example").ok(),
                        last_event: 1,
                    });
                    self.now += Duration::from_secs(seconds);
                    self.state.ended(Some(Duration::from_secs(seconds)));
                }
            }
            wait
        }

        fn passed(&self) -> Duration {
            self.now.duration_since(self.begun)
        }
    }

    #[test]
    fn shard_is_back_within_four_seconds_of_any_outage_with_forgotten_session() {
        for outage in [0, 1, 10, 30, 60, 150, 3_600, 86_400].map(Duration::from_secs) {
            // Discord forgets the session while it is away, or before, or names it invalid as it goes.
            for lost_first in [false, true] {
                let mut story = Story::at_work();
                if lost_first {
                    story.state.invalidated();
                    story.state.ended(Some(STEADY));
                }
                while story.passed() < outage {
                    let wait = story.state.wait(&story.settings, story.now);
                    if story.now + wait.unwrap_or_default() >= story.begun + outage {
                        break;
                    }
                    // A refused connection takes no time.
                    story.attempt(NotConnected);
                    story.now += Duration::from_millis(1);
                }
                if !lost_first {
                    story.attempt(Invalid);
                }
                story.attempt(WorkedFor(0));
                let late = story.passed().saturating_sub(outage);
                assert!(late < Duration::from_secs(4), "{outage:?}: {late:?}");
                assert_eq!(story.identifies, 1);
            }
        }
    }

    #[test]
    fn five_failed_resumes_end_the_session() {
        let mut story = Story::at_work();
        for _ in 0..5 {
            story.attempt(NotConnected);
            assert!(story.attempt(Cut) <= story.settings.longest_resume_wait);
        }
        assert_eq!((story.resumes, story.identifies), (5, 0));
        assert_eq!(story.attempt(WorkedFor(60)), Duration::ZERO);
        assert_eq!((story.resumes, story.identifies), (5, 1));
        // Failed RESUMEs count in a row only.
        for _ in 0..10 {
            for _ in 0..4 {
                story.attempt(Cut);
            }
            story.attempt(WorkedFor(0));
        }
        assert_eq!(story.identifies, 1);
    }

    #[test]
    fn storm_begins_few_sessions() {
        let storms: [&[End]; 7] = [
            &[Cut],
            &[Invalid],
            &[WorkedFor(0), Invalid],
            &[WorkedFor(11), Invalid],
            &[WorkedFor(0), Cut],
            &[NotConnected, WorkedFor(5), Invalid],
            &[WorkedFor(0), Cut, Invalid, NotConnected, NotConnected],
        ];
        for (number, storm) in storms.iter().enumerate() {
            // The jitter that makes the longest waits, and the shortest.
            for chance in [(|| 0) as fn() -> u32, || 199] {
                for mut story in [Story::new(), Story::at_work()] {
                    story.settings.chance = chance;
                    let mut made = 0;
                    for end in storm.iter().cycle() {
                        story.attempt(*end);
                        if story.passed() > Duration::from_secs(300) {
                            break;
                        }
                        made = story.identifies;
                    }
                    assert!(
                        made <= 11,
                        "storm {number}: {made} IDENTIFYs in five minutes"
                    );
                }
            }
        }
    }

    #[test]
    fn session_that_is_cut_again_and_again_is_resumed_within_seconds() {
        let mut story = Story::at_work();
        assert_eq!(story.attempt(WorkedFor(5)), Duration::ZERO);
        for _ in 0..100 {
            let wait = story.attempt(WorkedFor(5));
            assert!(wait <= story.settings.longest_resume_wait, "{wait:?}");
            assert!(wait >= story.settings.first_wait * 3 / 4, "{wait:?}");
        }
        story.attempt(WorkedFor(10));
        assert_eq!(story.attempt(Cut), Duration::ZERO);
    }

    #[test]
    fn common_address_is_used_after_one_failure() {
        let gateway = Url::parse("wss://gateway.example").expect("an address");
        let mut story = Story::at_work();
        let host = |story: &Story| story.state.address(&gateway).host_str().map(str::to_owned);
        assert_eq!(host(&story).as_deref(), Some("resume.example"));
        for _ in 0..3 {
            story.attempt(NotConnected);
            assert_eq!(host(&story).as_deref(), Some("gateway.example"));
        }
        story.attempt(WorkedFor(1));
        assert_eq!(host(&story).as_deref(), Some("resume.example"));
    }

    #[test]
    fn refused_session_is_begun_later_than_its_bucket_allows() {
        let mut story = Story::new();
        story.attempt(Invalid);
        assert!(story.attempt(Invalid) > story.settings.between_starts);
    }
}
