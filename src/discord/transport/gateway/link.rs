//! The history of a shard's connections, and the back-off of the next attempt.

use std::time::Duration;

use url::Url;

use super::GatewaySettings;

/// The duration of a session on one connection after which the next attempt is immediate.
const STEADY: Duration = Duration::from_secs(10);

/// A session that can be resumed.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) name: String,
    pub(crate) resume_at: Option<Url>,
    /// The number of the last event received in the session.
    pub(crate) last_event: u64,
}

/// The history of a shard's connections to Discord.
#[derive(Debug, Default)]
pub(crate) struct Link {
    pub(crate) session: Option<Session>,
    /// The number of attempts without a session since the last working one.
    failures: u32,
    /// The number of brief sessions in a row.
    brief: u32,
    /// Whether Discord refused a new session since the last working one.
    refused: bool,
}

impl Link {
    /// Records an attempt without a connection.
    pub(crate) fn failed(&mut self) {
        self.failures = self.failures.saturating_add(1);
    }

    /// Records that Discord made the session invalid for good.
    pub(crate) fn invalidated(&mut self) {
        // Without a session to resume, Discord refused a new one.
        self.refused |= self.session.take().is_none();
    }

    /// Records the end of a connection whose session worked for this time; `None` if it never worked.
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

    /// Returns the number of failed or brief attempts since the last good connection.
    pub(crate) const fn attempts(&self) -> u32 {
        self.failures.saturating_add(self.brief)
    }

    /// Returns the back-off before the next attempt. Discord limits new sessions per day, so before a new
    /// session brief ones count as failures, and after a refusal the minimum time between two sessions is added.
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

    /// Returns the address to connect to. The address for resuming may be out of order, so after some
    /// failures every other attempt uses the gateway's common address.
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

    /// The outcome of a connection.
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
        // The back-off in seconds before jitter: with the session kept, and with the session lost.
        let table: [(&[Was], u64, u64); 11] = [
            (&[], 0, 0),
            (&[WorkedFor(10)], 0, 0),
            (&[WorkedFor(9)], 1, 1),
            (&[WorkedFor(0); 3], 4, 4),
            (&[WorkedFor(5); 4], 5, 8),
            (&[WorkedFor(5); 100], 5, 60),
            (&[Cut; 7], 5, 60),
            // After an outage of hours, a session is resumed within seconds.
            (&[Unreached; 100], 5, 60),
            // A brief session resets the earlier failures.
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
            // Failures after a brief session count.
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
