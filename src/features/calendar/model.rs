//! What scheduled posts are about.

use crate::games::{AnyPosition, Game};
use crate::kernel::View;
use crate::matches::ChannelId;
use crate::matches::{GuildId, ServerPreferences, UserId};
use crate::people::Moment;
use crate::people::Zone;
use crate::ratings::Ranked;
use crate::search::Puzzle;

/// The hour of Monday at which pages are posted.
pub const WEEKLY_HOUR: u8 = 9;

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

/// A server's settings for a scheduled post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub guild: GuildId,
    pub channel: ChannelId,
    /// The zone of the hour.
    pub zone: Zone,
    /// The hour of the day.
    pub hour: u8,
    /// The time of the next post; `None` if the bot can no longer post in the channel.
    pub due: Option<Moment>,
    /// The keys of the games for daily puzzles; empty for all.
    pub games: Vec<String>,
    /// Whether the last daily puzzle got a thread.
    pub threads: bool,
}

/// A server's settings for the daily puzzle, with the number of puzzles.
#[derive(Clone, Debug)]
pub struct DailyView {
    pub place: Place,
    /// The number of puzzles of the chosen games.
    pub puzzles: usize,
    /// The number of these that the server has not seen yet.
    pub unseen: usize,
}
