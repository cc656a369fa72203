use std::sync::Arc;
use std::time::Duration;

use super::bar::last_turn;
use super::board::{board_picture, board_scene};
use super::composed::{Composed, Replay};
use super::match_words::card_text;
use super::pace::Pace;
use super::words::counted;
use crate::board::Seat;
use crate::board::scene::{MarkKind, Scene, Sign};
use crate::games::{Effect, numbered};
use crate::matches::{ChannelId, Match, ReplayError};
use crate::people::Moment;
use crate::render::Shot;

/// This many pictures make an animation, and no more: a megabyte or two where much changes with each.
const MOST_SHOTS: usize = 300;

/// How long a replay may take when nobody asked for a speed.
const SENSIBLE: Duration = Duration::from_secs(90);

/// How long the end stands before the animation begins again.
const END: Duration = Duration::from_secs(4);

/// What of a match is shown, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Plan {
    /// How many turns at the beginning are left out.
    skipped: usize,
    /// How long a turn stands.
    turn: Duration,
}

impl Replay {
    /// A match in motion; `None` while no turn has been made.
    #[must_use]
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
        Some(Replay {
            alt: format!(
                "Animation of the {what}, {turns}.{omitted} It ends with the board above."
            ),
            file: format!("match-{}-replay-{}.gif", played.id(), played.ply()),
            played: Arc::new(played.clone()),
            pace,
        })
    }

    /// The pictures, one after another: the match from the beginning, turn by turn, and how it ended or stands.
    ///
    /// This goes through the whole match and may take a while.
    ///
    /// # Errors
    ///
    /// None for a match that was made by this program.
    pub fn shots(&self) -> Result<Vec<Shot>, ReplayError> {
        let plan = Plan::of(&self.played, self.pace);
        let mut turns = Vec::new();
        let mut retrace = self.played.retrace()?;
        // What is skipped is gone through, but not kept: a match may have a hundred thousand turns.
        for stages in 0.. {
            let stage = retrace.stage();
            if stages >= plan.skipped {
                turns.push(Shot {
                    scene: turn_scene(stage),
                    hold: plan.hold(stage.last_turn()),
                });
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

/// The board after a turn, with the number and the text of the turn above it, and an arrow to the person who made it. What only
/// helps the player to move is left out: nobody is.
fn turn_scene(stage: &Match) -> Scene {
    let mut scene = board_scene(stage, Seat::First);
    // Where one piece came from is worth a mark. Of several one sees it, and marks on all would be much of the file.
    let left = scene
        .marks
        .iter()
        .filter(|mark| mark.kind == MarkKind::From);
    let several = left.count() > 1;
    scene.marks.retain(|mark| match mark.kind {
        // Numbers are too small to be read in motion, and what fell was seen a picture before.
        MarkKind::Forbidden | MarkKind::Frozen | MarkKind::Step(_) | MarkKind::Ghost(..) => false,
        MarkKind::From => !several,
        _ => true,
    });
    for mark in &mut scene.marks {
        // So are the signs of rules.
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
            .zip(last_turn(stage))
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

    /// How long a turn that did this stands: captures want to be seen.
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

/// How many turns were made.
fn turns(played: &Match) -> usize {
    played
        .record()
        .iter()
        .filter(|entry| entry.text.is_some())
        .count()
}

/// How many turns at the beginning are left out.
fn skipped(played: &Match) -> usize {
    // The beginning and the end come with any number of turns.
    turns(played).saturating_sub(MOST_SHOTS - 2)
}

/// What an animation of a very long match does not show; `None` if it shows all.
fn omission(played: &Match) -> Option<String> {
    let skipped = skipped(played);
    (skipped > 0).then(|| {
        format!(
            "The animation leaves out the first {}.",
            counted(skipped as u64, "turn")
        )
    })
}

/// A match in motion, for everyone to see; `None` while no turn has been made.
#[must_use]
pub fn replay(now: &Match, thread: Option<ChannelId>, pace: Pace, at: Moment) -> Option<Composed> {
    let replay = Replay::of(now, pace)?;
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
    Some(Composed {
        content: format!(
            "{}\n-# {shown}, {each}.{omitted}",
            card_text(now, thread, at)
        ),
        picture: Some(board_picture(now, Seat::First)),
        replay: Some(replay),
        ..Composed::default()
    })
}
