use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::kernel::lock::lock;
use crate::telemetry;

/// The status of all shards of this process.
#[derive(Debug)]
pub struct ShardStatus {
    shards: Vec<(u32, Mutex<Connection>)>,
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
struct Connection {
    connected: bool,
    since: Instant,
    heard: Instant,
}

impl ShardStatus {
    /// Creates the state of shards that are not connected yet.
    pub fn new(shards: impl IntoIterator<Item = u32>) -> Arc<Self> {
        let now = Instant::now();
        let connection = || {
            Mutex::new(Connection {
                connected: false,
                since: now,
                heard: now,
            })
        };
        Arc::new(Self {
            shards: shards
                .into_iter()
                .map(|shard| (shard, connection()))
                .collect(),
        })
    }

    /// Returns the state of all shards.
    pub fn shards(&self) -> Vec<ShardState> {
        let state = |(shard, connection): &(u32, Mutex<Connection>)| {
            let connection = lock(connection);
            ShardState {
                shard: *shard,
                connected: connection.connected,
                since: connection.since.elapsed(),
                heard: connection.heard.elapsed(),
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
        self.with(shard, |connection| connection.heard = Instant::now());
    }

    fn change(&self, shard: u32, connected: bool) {
        self.with(shard, |connection| {
            if connection.connected != connected {
                (connection.connected, connection.since) = (connected, Instant::now());
            }
        });
    }

    fn with(&self, shard: u32, change: impl FnOnce(&mut Connection)) {
        if let Some((_, connection)) = self.shards.iter().find(|(own, _)| *own == shard) {
            change(&mut lock(connection));
        }
    }
}
