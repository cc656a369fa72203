//! How a shard's connections have fared, and what follows for the next one.

use std::time::Duration;

use url::Url;

use super::GatewaySettings;

/// A session that held so long on one connection was a good one: the next attempt is made at once.
const STEADY: Duration = Duration::from_secs(10);

/// A session that can be taken up again.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) name: String,
    pub(crate) resume_at: Option<Url>,
    /// The number of the last event that was heard in it.
    pub(crate) last_event: u64,
}

/// What is known of a shard's connections to Discord.
#[derive(Debug, Default)]
pub(crate) struct Link {
    pub(crate) session: Option<Session>,
    /// Attempts since a session last worked that led to none.
    failures: u32,
    /// How often in a row one has worked, and did not hold.
    brief: u32,
    /// Whether Discord refused to begin a session since one last worked.
    refused: bool,
}

impl Link {
    /// There was no connection.
    pub(crate) fn failed(&mut self) {
        self.failures = self.failures.saturating_add(1);
    }

    /// Discord has called the session invalid, for good.
    pub(crate) fn invalidated(&mut self) {
        // There was one that could be taken up; else a new one was refused.
        self.refused |= self.session.take().is_none();
    }

    /// A connection has ended on which a session worked for this time; `None`: not at all.
    pub(crate) fn ended(&mut self, worked: Option<Duration>) {
        match worked {
            None => self.failed(),
            Some(time) => {
                self.failures = 0;
                self.refused = false;
                self.brief = if time >= STEADY {
                    0
                } else {
                    self.brief.saturating_add(1)
                };
            }
        }
    }

    /// How many attempts have come to little since the last good connection.
    pub(crate) const fn attempts(&self) -> u32 {
        self.failures.saturating_add(self.brief)
    }

    /// Returns the pause before the next attempt. Discord limits how many new sessions a bot begins in a day, so for a new
    /// session brief ones count as failures, and after a refusal the pause is longer by the least time between two of them.
    pub(crate) fn wait(&self, settings: &GatewaySettings) -> Option<Duration> {
        if self.session.is_some() {
            settings.wait(self.brief.max(self.failures), settings.longest_resume_wait)
        } else {
            let wait = settings.wait(self.attempts(), settings.longest_wait)?;
            let refused = if self.refused {
                settings.between_starts
            } else {
                Duration::ZERO
            };
            Some(wait + refused)
        }
    }

    /// Where to connect to. The address to resume a session at may be the one that is out of order, so every
    /// other attempt is made at the gateway's common address after some failures.
    pub(crate) fn address<'a>(&'a self, gateway: &'a Url) -> &'a Url {
        let resume_at = self.session.as_ref().and_then(|one| one.resume_at.as_ref());
        resume_at
            .filter(|_| self.attempts() < 3 || self.attempts().is_multiple_of(2))
            .unwrap_or(gateway)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What happened to a connection.
    #[derive(Clone, Copy)]
    enum Was {
        Unreached,
        Cut,
        WorkedFor(u64),
    }
    use Was::{Cut, Unreached, WorkedFor};

    #[test]
    fn session_is_resumed_within_seconds_after_any_outage() {
        let settings = GatewaySettings::default();
        // Pauses in seconds, of which up to a quarter is taken off: where the session is left, and where it is lost.
        let table: [(&[Was], u64, u64); 11] = [
            (&[], 0, 0),
            (&[WorkedFor(10)], 0, 0),
            (&[WorkedFor(9)], 1, 1),
            (&[WorkedFor(0); 3], 4, 4),
            (&[WorkedFor(5); 4], 5, 8),
            (&[WorkedFor(5); 100], 5, 60),
            (&[Cut; 7], 5, 60),
            // An outage of hours is over for a session within seconds.
            (&[Unreached; 100], 5, 60),
            // That it has worked for a moment forgives what was before.
            (
                &[
                    Unreached,
                    Unreached,
                    Unreached,
                    Unreached,
                    Unreached,
                    Unreached,
                    WorkedFor(1),
                ],
                1,
                1,
            ),
            // And whatever comes after it counts.
            (&[WorkedFor(1), Cut, Unreached, Unreached], 4, 8),
            (&[WorkedFor(1), WorkedFor(1), Cut, WorkedFor(3600)], 0, 0),
        ];
        for (number, (history, left, lost)) in table.into_iter().enumerate() {
            let mut link = Link::default();
            for was in history {
                match was {
                    Unreached => link.failed(),
                    Cut => link.ended(None),
                    WorkedFor(time) => link.ended(Some(Duration::from_secs(*time))),
                }
            }
            for (session, most) in [(true, left), (false, lost)] {
                link.session = session.then(|| Session {
                    name: String::from("a"),
                    resume_at: None,
                    last_event: 1,
                });
                let wait = link.wait(&settings).unwrap_or_default();
                let most = Duration::from_secs(most);
                assert!(
                    wait <= most && wait >= most * 3 / 4,
                    "row {number}, {session}: {wait:?} and not {most:?}"
                );
            }
        }
    }

    #[test]
    fn refused_session_is_begun_later_than_its_bucket_allows() {
        let settings = GatewaySettings::default();
        let mut link = Link::default();
        link.invalidated();
        link.ended(None);
        let wait = link.wait(&settings).unwrap_or_default();
        assert!(wait > settings.between_starts, "{wait:?}");
        link.ended(Some(STEADY));
        assert_eq!(link.wait(&settings), None);
    }
}
