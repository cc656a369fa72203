use std::time::Duration;

use super::address::asked::{BASIS, fnv};
use crate::board::Seat;
use crate::games::Effect;
use crate::matches::{Match, ReplayError};

/// A turn in the list of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnLine {
    /// The number of the turn, which is in its address.
    pub ply: u32,
    pub seat: Seat,
    /// The turn in players' notation, with arrows for directions; a part for each step.
    pub steps: Vec<String>,
    /// The number of pieces captured.
    pub captures: usize,
    /// The time from the turn before it; `None` for the first turn.
    pub took: Option<Duration>,
    /// Whether the player had planned it.
    pub planned: bool,
}

/// Returns the turns of a match.
///
/// # Errors
///
/// As [`Match::retrace`].
pub fn turns(played: &Match) -> Result<Vec<TurnLine>, ReplayError> {
    let mut lines = Vec::new();
    let mut retrace = played.retrace()?;
    let mut before = None;
    while retrace.forward()? {
        let stage = retrace.stage();
        let Some((entry, written)) = stage.last_written() else {
            continue;
        };
        let on_picture = stage.position().turn_on_picture(&written, Seat::First);
        let took = before.and_then(|before: i64| u64::try_from(entry.at.0 - before).ok());
        before = Some(entry.at.0);
        let captured = |effect: &&Effect| matches!(effect, Effect::Captured { own: false, .. });
        lines.push(TurnLine {
            ply: stage.ply(),
            seat: entry.seat,
            steps: on_picture.split(' ').map(str::to_owned).collect(),
            captures: stage.last_turn().iter().filter(captured).count(),
            took: took.map(Duration::from_millis),
            planned: entry.conditional,
        });
    }
    Ok(lines)
}

/// Returns a number that differs, but for chance, between two courses of a match up to a turn: turns may be taken back, and
/// a picture's address must not outlive what it shows.
pub fn mark(played: &Match, ply: u32) -> u32 {
    let turns = played.record().iter().take(ply as usize);
    let texts = turns.map(|entry| entry.text.as_deref().unwrap_or("-"));
    texts.fold(BASIS, |hash, text| fnv(b"\n", fnv(text.as_bytes(), hash)))
}
