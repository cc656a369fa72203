//! Why people are out.

use serde::{Deserialize, Serialize};

/// Why a person is out of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DepartureReason {
    /// They pressed *Leave*.
    Left,
    /// They left the server.
    LeftServer,
    /// They were banned from the matches of the server.
    Banned,
    /// They had their data deleted.
    DataDeleted,
    /// They did not move: in a league in two games within 7 days, in a tournament in one.
    Silent,
}
