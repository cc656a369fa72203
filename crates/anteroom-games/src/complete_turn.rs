//! Completion of a turn, of which the last step may be half typed.

use super::completion::Completion;
use super::turn_text::{TurnError, read_turn, split_last_step};
use super::{DynPosition, Progress};

/// The completions of a half-typed turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The canonical text of the finished steps, followed by a space; empty at the beginning of a turn.
    pub lead: String,
    /// The possible next steps, best first.
    pub steps: Vec<Completion>,
    /// The number of further steps.
    pub rest: usize,
}

/// Completes a half-typed turn with at most `most` next steps.
///
/// The last step may be half typed. If it is already a step and the turn goes on, its successors are offered too,
/// after its own completions. A whole turn followed by white space is offered unchanged.
///
/// # Errors
///
/// If the text before the last step is illegal, or continues after the end of the turn.
pub fn complete_turn(
    position: &dyn DynPosition,
    typed: &str,
    most: usize,
) -> Result<Completions, TurnError> {
    let (done, last) = split_last_step(position, typed);
    let (before, lead) = match read_turn(position, done) {
        Ok(turn) if turn.progress != Progress::Complete => {
            let lead = turn.text() + " ";
            (turn.after, lead)
        }
        Ok(turn) if last.is_empty() => {
            let step = Completion {
                step: turn.text(),
                spelling: None,
                words: String::new(),
                whole: true,
            };
            return Ok(Completions {
                steps: vec![step],
                ..Completions::default()
            });
        }
        Ok(turn) => {
            return Err(TurnError::TooLong {
                done: turn.steps,
                rest: last.to_owned(),
            });
        }
        Err(TurnError::Empty) => (position.boxed_clone(), String::new()),
        Err(error) => return Err(error),
    };
    let (mut steps, mut all) = before.complete(last, most);
    let mut after = before;
    if let Ok(typed) = after.play(last)
        && after.progress() != Progress::Complete
    {
        let (next, more) = after.complete("", most.saturating_sub(steps.len()));
        steps.extend(next.into_iter().map(|next| Completion {
            step: format!("{} {}", typed.step, next.step),
            ..next
        }));
        all += more;
    }
    let rest = all.saturating_sub(steps.len());
    Ok(Completions { lead, steps, rest })
}
