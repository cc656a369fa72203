use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::kernel::lock::lock;
use crate::telemetry;

#[derive(Debug)]
pub struct Vitals {
    shards: Vec<(u32, Mutex<Link>)>,
}

/// The state of a shard's connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardState {
    pub shard: u32,
    /// Whether the shard has a running session.
    pub connected: bool,
    /// The time since that last changed.
    pub since: Duration,
    /// The time since Discord's last payload, acknowledgements of heartbeats included.
    pub heard: Duration,
}

#[derive(Debug)]
struct Link {
    connected: bool,
    since: Instant,
    heard: Instant,
}

impl Vitals {
    /// Creates the state of shards that are not connected yet.
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

    /// Returns the state of all shards.
    pub fn shards(&self) -> Vec<ShardState> {
        let state = |(shard, link): &(u32, Mutex<Link>)| {
            let link = lock(link);
            ShardState {
                shard: *shard,
                connected: link.connected,
                since: link.since.elapsed(),
                heard: link.heard.elapsed(),
            }
        };
        self.shards.iter().map(state).collect()
    }

    /// Records that a session began or was resumed.
    pub(crate) fn connected(&self, shard: u32, resumed: bool) {
        telemetry::session(shard, resumed);
        self.change(shard, true);
    }

    /// Records that the connection ended.
    pub(crate) fn disconnected(&self, shard: u32) {
        self.change(shard, false);
    }

    /// Records a payload from Discord.
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
            change(&mut lock(link));
        }
    }
}
