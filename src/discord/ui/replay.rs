use std::sync::Arc;
use std::time::Duration;

use super::bar::last_turn;
use super::board::{board_picture, board_scene};
use super::composed::{Composed, Replay};
use super::match_words::card_text;
use super::pace::Pace;
use super::words::{MOST_ALT, counted, cut};
use crate::board::Seat;
use crate::board::scene::{MarkKind, Scene, Sign};
use crate::games::{Effect, numbered};
use crate::kernel::fair::is_spent;
use crate::matches::{ChannelId, Match, ReplayError};
use crate::people::Moment;
use crate::render::Shot;

/// The maximum number of pictures in an animation: a megabyte or two if much changes with each.
const MOST_SHOTS: usize = 300;

/// The maximum duration of a replay at the default speed.
const SENSIBLE: Duration = Duration::from_secs(90);

/// The time for which the end is shown before the animation repeats.
const END: Duration = Duration::from_secs(4);

/// The turns to show, and the time for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Plan {
    /// The number of turns omitted at the beginning.
    skipped: usize,
    /// The time for which a turn is shown.
    turn: Duration,
}

impl Replay {
    /// Returns the animation of a match; `None` before the first turn.
    pub fn of(played: &Match, pace: Pace) -> Option<Replay> {
        if played.record().is_empty() {
            return None;
        }
        let turns = counted(turns(played) as u64, "turn");
        let what = if played.ending().is_some() {
            "match"
        } else {
            "match so far"
        };
        let omitted = omission(played)
            .map(|omission| format!(" {omission}"))
            .unwrap_or_default();
        let last = board_picture(played, Seat::First).alt;
        let alt = format!("Animation of the {what}, {turns}.{omitted} It ends with: {last}");
        Some(Replay {
            alt: cut(&alt, MOST_ALT),
            file: format!("match-{}-replay-{}.gif", played.id(), played.ply()),
            played: Arc::new(played.clone()),
            pace,
            pace_line: String::new(),
        })
    }

    /// Returns the pictures: the match turn by turn, then its result or its current state.
    ///
    /// This replays the whole match and may be slow: it ends early, without pictures, when the allowance of processor time
    /// of the work is spent.
    pub fn shots(&self) -> Result<Vec<Shot>, ReplayError> {
        let plan = Plan::of(&self.played, self.pace);
        let mut turns = Vec::new();
        let mut retrace = self.played.retrace()?;
        // Omitted turns are replayed but not kept: a match may have 100,000 turns.
        for stages in 0.. {
            let stage = retrace.stage();
            if stages >= plan.skipped {
                turns.push(Shot {
                    scene: turn_scene(stage),
                    hold: plan.hold(stage.last_turn()),
                });
            }
            if is_spent() {
                return Ok(Vec::new());
            }
            if !retrace.forward()? {
                break;
            }
        }
        turns.push(Shot {
            scene: board_scene(&self.played, Seat::First),
            hold: END,
        });
        Ok(turns)
    }
}

/// Returns the board after a turn, with its number, its text and an arrow to its player above. Marks
/// that only help the player to move are left out.
fn turn_scene(stage: &Match) -> Scene {
    let mut scene = board_scene(stage, Seat::First);
    // The origin of a single moved piece needs a mark. Marks of several would enlarge the file, and are not needed.
    let left = scene
        .marks
        .iter()
        .filter(|mark| mark.kind == MarkKind::From);
    let several = left.count() > 1;
    scene.marks.retain(|mark| match mark.kind {
        // Numbers are too small to be read in an animation, and the previous picture shows what was captured.
        MarkKind::Forbidden | MarkKind::Frozen | MarkKind::Step(_) | MarkKind::Ghost(..) => false,
        MarkKind::From => !several,
        _ => true,
    });
    for mark in &mut scene.marks {
        // The signs of rules are too small as well.
        if let MarkKind::Captured(sign) = &mut mark.kind {
            *sign = Sign::Plain;
        }
    }
    if let Some(bar) = &mut scene.bar {
        bar.sides.iter_mut().for_each(|side| side.to_move = false);
        let before = stage
            .record()
            .iter()
            .rposition(|entry| entry.text.is_some())
            .and_then(|index| u32::try_from(index).ok())
            .unwrap_or_default();
        bar.note = stage
            .last_written()
            .zip(last_turn(stage, Seat::First))
            .map(|((entry, _), turn)| {
                let turn = numbered(stage.position(), before, &turn);
                format!("{} {turn}", ["◀", "▶"][entry.seat.index()])
            })
            .unwrap_or_default();
    }
    scene
}

impl Plan {
    fn of(played: &Match, pace: Pace) -> Plan {
        let skipped = skipped(played);
        let shown = u32::try_from(turns(played) - skipped)
            .unwrap_or(u32::MAX)
            .max(1);
        let turn = match pace {
            Pace::Slow => Duration::from_secs(2),
            Pace::Fast => Duration::from_millis(500),
            Pace::Normal => Duration::from_secs(1).min(SENSIBLE / shown),
        };
        Plan { skipped, turn }
    }

    /// Returns the time for which a turn with these effects is shown: captures are shown longer.
    fn hold(&self, effects: &[Effect]) -> Duration {
        let captures = effects
            .iter()
            .any(|effect| matches!(effect, Effect::Captured { .. }));
        if captures {
            self.turn * 8 / 5
        } else {
            self.turn
        }
    }
}

/// Returns the number of turns made.
fn turns(played: &Match) -> usize {
    played
        .record()
        .iter()
        .filter(|entry| entry.text.is_some())
        .count()
}

/// Returns the number of turns omitted at the beginning.
fn skipped(played: &Match) -> usize {
    // The first and the last picture are always shown.
    turns(played).saturating_sub(MOST_SHOTS - 2)
}

/// Returns the note about omitted turns; `None` if the animation shows all.
fn omission(played: &Match) -> Option<String> {
    let skipped = skipped(played);
    (skipped > 0).then(|| {
        format!(
            "The animation leaves out the first {}.",
            counted(skipped as u64, "turn")
        )
    })
}

/// Returns a public message with the animation of a match; `None` before the first turn.
pub fn replay(now: &Match, thread: Option<ChannelId>, pace: Pace, at: Moment) -> Option<Composed> {
    let mut replay = Replay::of(now, pace)?;
    let Plan { skipped, turn } = Plan::of(now, pace);
    let shown = counted((turns(now) - skipped) as u64, "turn");
    let seconds = (turn.as_secs_f64() * 10.0).round() / 10.0;
    let each = if seconds == 1.0 {
        String::from("a second each")
    } else {
        format!("{seconds} seconds each")
    };
    let omitted = omission(now)
        .map(|omission| format!(" {omission}"))
        .unwrap_or_default();
    replay.pace_line = format!("\n-# {shown}, {each}.{omitted}");
    Some(Composed {
        content: format!("{}{}", card_text(now, thread, at), replay.pace_line),
        picture: Some(board_picture(now, Seat::First)),
        replay: Some(replay),
        ..Composed::default()
    })
}
