//! The warning about threads for a server's moderators.

/// The number of running matches from which they are warned.
const MANY_THREADS: u64 = 800;

/// Words the warning that threads are about to reach Discord's limit; empty if there is room.
pub fn threads_warning(played: u64) -> String {
    if played < MANY_THREADS {
        return String::new();
    }
    format!(
        "\n-# For moderators: {played} matches are being played in this server. Discord allows about 1000 active threads. Beyond that, moves are posted in the channel. \
         `/server` can allow fewer matches for each person."
    )
}
