use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::telemetry;

/// The state of the connections of all shards, for health checks and metrics.
#[derive(Debug)]
pub struct Vitals {
    shards: Vec<(u32, Mutex<Link>)>,
}

/// How the connection of a shard stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardState {
    pub shard: u32,
    /// Whether it has a session that is going on.
    pub connected: bool,
    /// For how long it has been so.
    pub since: Duration,
    /// How long ago Discord said something, be it that it has heard a heartbeat.
    pub heard: Duration,
}

#[derive(Debug)]
struct Link {
    connected: bool,
    since: Instant,
    heard: Instant,
}

impl Vitals {
    /// Of shards that are not connected yet.
    #[must_use]
    pub fn new(shards: impl IntoIterator<Item = u32>) -> Arc<Self> {
        let now = Instant::now();
        let link = || {
            Mutex::new(Link {
                connected: false,
                since: now,
                heard: now,
            })
        };
        Arc::new(Self {
            shards: shards.into_iter().map(|shard| (shard, link())).collect(),
        })
    }

    /// How all shards stand.
    #[must_use]
    pub fn shards(&self) -> Vec<ShardState> {
        let state = |(shard, link): &(u32, Mutex<Link>)| {
            let link = link.lock().unwrap_or_else(PoisonError::into_inner);
            ShardState {
                shard: *shard,
                connected: link.connected,
                since: link.since.elapsed(),
                heard: link.heard.elapsed(),
            }
        };
        self.shards.iter().map(state).collect()
    }

    /// A session was begun or taken up again.
    pub(crate) fn connected(&self, shard: u32, resumed: bool) {
        telemetry::session(shard, resumed);
        self.change(shard, true);
    }

    /// The connection has ended.
    pub(crate) fn disconnected(&self, shard: u32) {
        self.change(shard, false);
    }

    /// Discord said something.
    pub(crate) fn heard(&self, shard: u32) {
        self.with(shard, |link| link.heard = Instant::now());
    }

    fn change(&self, shard: u32, connected: bool) {
        self.with(shard, |link| {
            if link.connected != connected {
                (link.connected, link.since) = (connected, Instant::now());
            }
        });
    }

    fn with(&self, shard: u32, change: impl FnOnce(&mut Link)) {
        if let Some((_, link)) = self.shards.iter().find(|(own, _)| *own == shard) {
            change(&mut link.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }
}
