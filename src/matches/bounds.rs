//! How much one person may have going on.

/// How many people somebody may block.
pub const MOST_BLOCKS: u32 = 100;

/// How much one person may have going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// How many of their challenges wait for an answer.
    pub open: u32,
    /// How many matches they play.
    pub running: u32,
}

/// What a server has chosen for those who play in it; `None`: only the bounds that hold everywhere.
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
        }
    }
}
