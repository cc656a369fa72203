//! The bot's own posts: one after another in each channel, with short retries.
//!
//! The caller holds one of few permits of the arbiter, so no wait here exceeds some seconds. A longer wait is a
//! failure, and the arbiter retries later.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use tokio::time::Instant;

use super::rest::{Failure, Outgoing, Rest};
use crate::kernel::lock::lock;
use crate::matches::ChannelId;

/// The maximum time of all attempts.
const PATIENCE: Duration = Duration::from_secs(5);

/// The maximum wait of a request for a limit, and of a post for the previous one.
const LIMIT_PATIENCE: Duration = Duration::from_secs(1);

/// The wait before the first retry; it doubles with each further one.
const FIRST_WAIT: Duration = Duration::from_millis(500);

pub struct Outbox {
    rest: Rest,
    queues: Mutex<HashMap<ChannelId, Arc<tokio::sync::Mutex<()>>>>,
}

/// A place in a channel's queue. While it is held, no other task posts there.
pub struct Slot<'a> {
    outbox: &'a Outbox,
    until: Instant,
    _place: tokio::sync::OwnedMutexGuard<()>,
}

impl Outbox {
    /// Creates an outbox that sends through `rest`.
    pub fn new(rest: Rest) -> Self {
        Self {
            rest,
            queues: Mutex::default(),
        }
    }

    /// Returns the sender for requests without a queue.
    pub fn rest(&self) -> &Rest {
        &self.rest
    }

    /// Checks that no limit would delay such a request. The caller checks before painting.
    pub fn look_ahead(&self, method: &str, path: &str) -> Result<(), Failure> {
        match self.rest.wait_for(method, path) {
            // A short wait would still hold a permit that others could use.
            Some(wait) if wait > FIRST_WAIT => Err(Failure::RateLimited(wait, false)),
            _ => Ok(()),
        }
    }

    /// Waits in a channel's queue.
    pub async fn slot_in(&self, channel: ChannelId) -> Result<Slot<'_>, Failure> {
        let queue = {
            let mut queues = lock(&self.queues);
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
    /// Sends an idempotent request, with retries.
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
                Failure::Refused { .. } | Failure::OldEdits(_) => return Err(failure),
                // The retried request waits for the limit itself.
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
                // A previous attempt in doubt matters more than a limit.
                return Err(in_doubt.unwrap_or(failure));
            }
            tokio::time::sleep(pause).await;
            request.tries += 1;
        }
    }
}
