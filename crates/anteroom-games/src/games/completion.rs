//! What somebody may be typing: the legal steps that a half-typed text may become.
//!
//! A text is held against the canonical text of every legal step, its other spellings, and the picks by which it is reached
//! ([`Position::path`]): so what a [`Choice`](super::Choice) is made of is also understood when it is typed, whichever way
//! round a cell is written, and in whichever order the pieces of a group.

use super::turn_text::{TurnError, read_turn, split_last_step};
use super::typed::{digits_first, letters_and_digits, plain, plain_signs};
use super::{DynPosition, Pick, Picking, Progress};

/// A step offered for what somebody has typed so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The canonical text; in [`Completions`] perhaps with that of a step before it.
    pub step: String,
    /// Another way to write it, where players have one: `Nf3`.
    pub spelling: Option<String>,
    /// What it does, in the same few words as where it is picked; may be empty.
    pub words: String,
    /// Whether the turn is whole with it, and can be played as it stands.
    pub whole: bool,
}

/// What a half-typed turn may become.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The canonical text of what is typed already, with a space behind it; empty at the beginning of a turn.
    pub lead: String,
    /// The steps that may come next, best first.
    pub steps: Vec<Completion>,
    /// How many more there are.
    pub rest: usize,
}

/// How well a text goes on from what was typed; the least is best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// It is what was typed.
    Whole,
    /// It begins with it, in the same case.
    AsTyped,
    /// It begins with it in another case.
    OtherCase,
    /// It is put together from it, and *n* characters long: the shorter, the less is missing.
    PutTogether(usize),
}

/// What a player may be typing: steps that go on from `typed`, at most `most`.
///
/// The last step may be half typed. Where it is a step already after which the turn goes on, what may follow it is offered
/// too, behind what else it may become. A whole turn with white space behind it is offered as it is.
///
/// # Errors
///
/// When what stands before the last step is illegal, or goes on after the end of the turn.
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

/// See [`DynPosition::complete`].
pub(super) fn steps<P: Picking>(
    position: &P,
    typed: &str,
    most: usize,
) -> (Vec<Completion>, usize) {
    let typed = plain_signs(typed);
    let put_together = letters_and_digits(&typed);
    let mut found: Vec<(Fit, String, P::Step)> = Vec::new();
    position.for_each_step(|step| {
        let text = step.to_string();
        // Spellings may be dear to make, so the canonical text is tried first.
        let fit = fit(&text, &typed)
            .or_else(|| {
                position
                    .spellings(&step)
                    .iter()
                    .filter_map(|spelling| fit(spelling, &typed))
                    .min()
            })
            .or_else(|| {
                let goes_on =
                    !put_together.is_empty() && goes_on(&position.path(&step), &put_together);
                goes_on.then_some(Fit::PutTogether(text.len()))
            });
        found.extend(fit.map(|fit| (fit, text, step)));
    });
    if found.is_empty()
        && let Ok(step) = position.read_step(&plain(&typed))
    {
        // Written in an unusual way.
        found.push((Fit::Whole, step.to_string(), step));
    }
    let all = found.len();
    if most > 0 {
        found.sort_by_cached_key(|(fit, text, step)| {
            (*fit, -position.interest(step), natural(text))
        });
    }
    let best = found.into_iter().take(most).map(|(_, text, step)| {
        let mut after = position.clone();
        after.play_unchecked(&step, &mut ());
        Completion {
            step: text,
            spelling: position.spellings(&step).into_iter().next(),
            words: position.step_words(&step),
            whole: after.turn().is_empty(),
        }
    });
    (best.collect(), all)
}

fn fit(text: &str, typed: &str) -> Option<Fit> {
    let head = text.get(..typed.len())?;
    match head {
        _ if !head.eq_ignore_ascii_case(typed) => None,
        _ if head.len() == text.len() => Some(Fit::Whole),
        _ if head == typed => Some(Fit::AsTyped),
        _ => Some(Fit::OtherCase),
    }
}

/// Whether what is typed, of which letters and digits are left, may become the picks of this path.
fn goes_on(path: &[Pick], typed: &str) -> bool {
    let Some((pick, next)) = path.split_first() else {
        return typed.is_empty();
    };
    let names: Vec<String> = pick.key.split(',').map(letters_and_digits).collect();
    in_any_order(&names, typed, &|rest| goes_on(next, rest))
}

/// Whether what is typed begins with these names, or is the beginning of them and of what comes behind.
fn in_any_order(names: &[String], typed: &str, behind: &dyn Fn(&str) -> bool) -> bool {
    if names.is_empty() {
        return behind(typed);
    }
    names.iter().enumerate().any(|(at, name)| {
        let others: Vec<String> = names
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != at)
            .map(|(_, name)| name.clone())
            .collect();
        [Some(name.clone()), digits_first(name)]
            .into_iter()
            .flatten()
            .any(|name| {
                name.starts_with(typed)
                    || typed
                        .strip_prefix(&*name)
                        .is_some_and(|rest| in_any_order(&others, rest.trim_start(), behind))
            })
    })
}

/// A text by which numbers of up to three digits are sorted as numbers: `a002` for `a2`, which comes before `a10`.
fn natural(text: &str) -> String {
    let mut natural = String::with_capacity(2 * text.len());
    for (at, c) in text.char_indices() {
        if c.is_ascii_digit() && !natural.ends_with(|c: char| c.is_ascii_digit()) {
            let digits = text.bytes().skip(at).take_while(u8::is_ascii_digit).count();
            natural.extend(std::iter::repeat_n('0', 3_usize.saturating_sub(digits)));
        }
        natural.push(c);
    }
    natural
}

#[cfg(test)]
mod tests {
    use super::natural;

    #[test]
    fn numbers_are_sorted_as_numbers() {
        let mut texts = ["a10-N", "a2-NW", "b1-N", "a2,b3-N", "12", "9", "36"];
        texts.sort_by_cached_key(|text| natural(text));
        assert_eq!(
            texts,
            ["9", "12", "36", "a2,b3-N", "a2-NW", "a10-N", "b1-N"]
        );
    }
}
