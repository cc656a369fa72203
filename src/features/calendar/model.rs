//! What scheduled posts are about.

use crate::games::{AnyPosition, Game};
use crate::kernel::View;
use crate::matches::{GuildId, ServerPreferences, UserId};
use crate::people::Moment;
use crate::ratings::Ranked;
use crate::search::Puzzle;

/// The matches and best players of a server in one week.
#[derive(Clone, Debug)]
pub struct Week {
    pub guild: GuildId,
    pub server: ServerPreferences,
    /// How many matches ended.
    pub ended_count: u64,
    /// Some of the matches that ended: most followers first, then latest first.
    pub ended: Vec<View>,
    /// How many matches are being played.
    pub played_count: u64,
    /// Some of the matches being played: most followers first, then latest turn first.
    pub played: Vec<View>,
    /// The best players of each game in which a match ended, best first.
    pub leaders: Vec<(&'static Game, Vec<Ranked<UserId>>)>,
    /// Lines about leagues and ladders.
    pub standings: Vec<String>,
    /// The end of the week.
    pub until: Moment,
}

impl Week {
    /// Whether the week has no matches.
    pub fn is_silent(&self) -> bool {
        self.ended_count == 0 && self.played_count == 0
    }
}

/// The daily puzzle of a server.
#[derive(Clone, Debug)]
pub struct DailyPuzzle {
    pub guild: GuildId,
    pub server: ServerPreferences,
    pub game: &'static Game,
    /// The puzzle's number within its game, counted from 1.
    pub number: u32,
    pub puzzle: &'static Puzzle,
    pub position: AnyPosition,
    pub at: Moment,
    /// When the solution is posted.
    pub reveal: Moment,
}
