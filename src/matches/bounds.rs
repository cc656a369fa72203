//! How much one person may have going on.

use std::time::Duration;

/// In how long a time [`Bounds::in_vain`] counts.
pub const VAIN_WITHIN: Duration = Duration::from_hours(24);

/// How many people somebody may block.
pub const MOST_BLOCKS: u32 = 100;

/// How much one person may have going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// How many of their challenges wait for an answer.
    pub open: u32,
    /// How many matches they play.
    pub running: u32,
    /// How many of their challenges of the last [`VAIN_WITHIN`] failed: declined, withdrawn, expired, or aborted before
    /// both had moved. What happened stays in the database for ever, so it must not happen as often as somebody can press.
    pub in_vain: u32,
}

/// The limits that a server has set for its players; `None`: only the limits that hold everywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ServerBounds {
    /// How many challenges of one person wait for an answer in it.
    pub open: Option<u32>,
    /// How many matches one person plays in it.
    pub running: Option<u32>,
    /// How many matches of all people together are played in it.
    pub total: Option<u32>,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            open: 10,
            running: 100,
            in_vain: 100,
        }
    }
}
