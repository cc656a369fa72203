//! Limits on the number of challenges and matches.

use std::time::Duration;

/// The period over which [`Bounds::in_vain`] counts.
pub const VAIN_WITHIN: Duration = Duration::from_hours(24);

/// The most changes of clocks in a match by a player within a day: time off that they take, zones that
/// they set, time that they give.
///
/// Each is an event, which stays for ever, and none needs the other player or a turn.
pub const MOST_CLOCK_CHANGES: usize = 20;

/// The period over which [`MOST_CLOCK_CHANGES`] counts.
pub(crate) const CLOCK_CHANGES_WITHIN: Duration = Duration::from_hours(24);

/// The most people that a user may block.
pub const MOST_BLOCKS: u32 = 100;

/// How many challenges and matches a user may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The most open challenges.
    pub open: u32,
    /// The most matches being played.
    pub running: u32,
    /// The most failed challenges within [`VAIN_WITHIN`]: declined, withdrawn, expired, or aborted early.
    ///
    /// Events stay in the database for ever, so the number of challenges a user can add must be limited.
    pub in_vain: u32,
}

/// The limits that a server has set for its players. `None` means that only the global limits apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ServerBounds {
    /// The most open challenges of a user in the server.
    pub open: Option<u32>,
    /// The most matches that a user plays in the server.
    pub running: Option<u32>,
    /// The most matches that all users together play in the server.
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
