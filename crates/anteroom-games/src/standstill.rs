//! Standstill: the rules of some games let two players move on for ever.

/// The number of turns without [progress](super::Position::is_progress) that make a standstill.
///
/// No rule of the game ends it then, but computers agree to a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standstill {
    /// Number of turns of each seat.
    pub moves: u32,
    /// The missing event, as a sentence without a full stop: `nothing was captured`.
    pub without: &'static str,
}

impl Standstill {
    /// Whether a game stands still after this many turns of both seats without progress.
    #[must_use]
    pub const fn is_reached(self, quiet: u32) -> bool {
        quiet >= 2 * self.moves
    }
}
