//! Our own posts: one after another in each channel, patient with limits and outages, but not for long.
//!
//! The caller holds one of few permits of the arbiter, so nothing here waits for more than some seconds: a longer wait is
//! returned as a failure, and the arbiter retries later.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::time::Instant;

use super::rest::{Failure, Outgoing, Rest};
use crate::matches::ChannelId;

/// How long one thing is tried before it is given back.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long a request waits for a limit, and a post for the one before it.
const LIMIT_PATIENCE: Duration = Duration::from_secs(1);

/// The first wait after no answer; each further one is twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(500);

/// Sends what costs requests.
pub struct Outbox {
    rest: Rest,
    queues: Mutex<HashMap<ChannelId, Arc<tokio::sync::Mutex<()>>>>,
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
        }
    }

    /// Sends what needs no queue.
    #[must_use]
    pub fn rest(&self) -> &Rest {
        &self.rest
    }

    /// Looks whether a limit keeps such a request waiting, before anything is painted for it.
    ///
    /// # Errors
    ///
    /// When it does, for longer than a request waits here.
    pub fn look_ahead(&self, method: &str, path: &str) -> Result<(), Failure> {
        match self.rest.wait_for(method, path) {
            // A short wait would still hold a permit that others could use.
            Some(wait) if wait > FIRST_WAIT => Err(Failure::RateLimited(wait, false)),
            _ => Ok(()),
        }
    }

    /// Waits in a channel's queue.
    ///
    /// # Errors
    ///
    /// When those before take too long.
    pub async fn slot_in(&self, channel: ChannelId) -> Result<Slot<'_>, Failure> {
        let queue = {
            let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
            if queues.len() > 1000 {
                queues.retain(|_, queue| Arc::strong_count(queue) > 1);
            }
            Arc::clone(queues.entry(channel).or_default())
        };
        let place = tokio::time::timeout(LIMIT_PATIENCE, queue.lock_owned())
            .await
            .map_err(|_| Failure::RateLimited(LIMIT_PATIENCE, false))?;
        Ok(Slot {
            outbox: self,
            until: Instant::now() + PATIENCE,
            _place: place,
        })
    }
}

impl Slot<'_> {
    /// Sends a request that may be repeated: it has the same effect twice as once.
    ///
    /// # Errors
    ///
    /// When Discord refuses, or does not take it for longer than it is worth waiting.
    pub async fn send(&self, request: impl Into<Outgoing<'_>>) -> Result<Value, Failure> {
        let mut request = request.into();
        let mut wait = FIRST_WAIT;
        let mut in_doubt = None;
        let rest = &self.outbox.rest;
        loop {
            let failure = match rest.send_within(request.clone(), LIMIT_PATIENCE).await {
                Ok(answer) => return Ok(answer),
                Err(failure) => failure,
            };
            let pause = match &failure {
                Failure::Refused { .. } => return Err(failure),
                // Its end is waited for when the request is sent again.
                Failure::RateLimited(pause, _) if *pause <= LIMIT_PATIENCE => Duration::ZERO,
                Failure::RateLimited(..) => return Err(in_doubt.unwrap_or(failure)),
                Failure::Unanswered(why) => {
                    tracing::debug!(why, "Discord did not answer");
                    in_doubt = Some(failure.clone());
                    let pause = wait;
                    wait *= 2;
                    pause
                }
            };
            if Instant::now() + pause >= self.until {
                // After an attempt that may have got through, more matters than a limit.
                return Err(in_doubt.unwrap_or(failure));
            }
            tokio::time::sleep(pause).await;
            request.tries += 1;
        }
    }
}
