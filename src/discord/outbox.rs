//! Our own posts: one after another in each channel, patient with limits and outages.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::time::Instant;

use super::rest::{Failure, Outgoing, Rest};
use crate::matches::ChannelId;

/// How long one thing is tried before it is given back.
const PATIENCE: Duration = Duration::from_secs(45);

/// The first wait after no answer; each further one is twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(500);

/// The longest wait after no answer.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// Sends what costs requests.
pub struct Outbox {
    rest: Rest,
    queues: Mutex<HashMap<ChannelId, Arc<tokio::sync::Mutex<()>>>>,
    paused: Mutex<Option<Instant>>,
}

/// A place in a channel's queue: while it is held nobody else posts there.
pub struct Slot<'a> {
    outbox: &'a Outbox,
    until: Instant,
    _place: tokio::sync::OwnedMutexGuard<()>,
}

impl Outbox {
    /// Requests are sent by `rest`.
    #[must_use]
    pub fn new(rest: Rest) -> Self {
        Self {
            rest,
            queues: Mutex::default(),
            paused: Mutex::default(),
        }
    }

    /// Waits in a channel's queue.
    pub async fn slot_in(&self, channel: ChannelId) -> Slot<'_> {
        let queue = {
            let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
            if queues.len() > 1000 {
                queues.retain(|_, queue| Arc::strong_count(queue) > 1);
            }
            Arc::clone(queues.entry(channel).or_default())
        };
        let place = queue.lock_owned().await;
        Slot {
            outbox: self,
            until: Instant::now() + PATIENCE,
            _place: place,
        }
    }

    async fn pause_over(&self) {
        let until = *self.paused.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(until) = until {
            tokio::time::sleep_until(until).await;
        }
    }

    fn pause(&self, wait: Duration) {
        *self.paused.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now() + wait);
    }
}

impl Slot<'_> {
    /// Sends a request that may be repeated: it has the same effect twice as once.
    ///
    /// # Errors
    ///
    /// When Discord refuses, or does not take it for longer than it is worth waiting.
    pub async fn send(&self, request: impl Into<Outgoing<'_>>) -> Result<Value, Failure> {
        let request = request.into();
        let mut wait = FIRST_WAIT;
        loop {
            self.outbox.pause_over().await;
            let failure = match self.outbox.rest.send(request.clone()).await {
                Ok(answer) => return Ok(answer),
                Err(failure) => failure,
            };
            let pause = match &failure {
                Failure::Refused { .. } => return Err(failure),
                Failure::RateLimited(pause, global) => {
                    if *global {
                        self.outbox.pause(*pause);
                    }
                    *pause
                }
                Failure::Unanswered(why) => {
                    tracing::debug!(why, "Discord did not answer");
                    let pause = wait;
                    wait = (wait * 2).min(LONGEST_WAIT);
                    pause
                }
            };
            if Instant::now() + pause >= self.until {
                return Err(failure);
            }
            tokio::time::sleep(pause).await;
        }
    }
}
