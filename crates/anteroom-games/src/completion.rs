//! Completion of a step: the legal steps that a half-typed text may become.
//!
//! A text is compared with the canonical text of every legal step, its other spellings, and the picks that lead to it
//! ([`Position::path`]). So a player may also type the picks of a [`Choice`](super::Choice), with letter and number of
//! a cell in either order and the pieces of a group in any order.

use super::typed::{digits_first, letters_and_digits, plain, plain_signs};
use super::{Pick, Picking};

/// A step that completes a typed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The canonical text; in [`Completions`](super::Completions) it may begin with that of the step before.
    pub step: String,
    /// Another notation, if players have one: `Nf3`.
    pub spelling: Option<String>,
    /// The same description as that of its pick; may be empty.
    pub words: String,
    /// Whether the step completes the turn, so that the turn can be played.
    pub whole: bool,
}

/// How well a text fits the typed one, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// The text is equal to the typed one.
    Whole,
    /// The text begins with the typed one, in the same case.
    AsTyped,
    /// The text begins with the typed one in another case.
    OtherCase,
    /// The typed text has the picks of the step, whose text has *n* characters.
    /// A shorter text has less missing.
    PutTogether(usize),
}

/// See [`DynPosition::complete`](super::DynPosition::complete).
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
        // Other spellings may be slow to compute, so the canonical text is tried first.
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
        // An unusual notation.
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

/// Whether the typed text, reduced to letters and digits, may become the picks of this path.
fn goes_on(path: &[Pick], typed: &str) -> bool {
    let Some((pick, next)) = path.split_first() else {
        return typed.is_empty();
    };
    let names: Vec<String> = pick.key.split(',').map(letters_and_digits).collect();
    in_any_order(&names, typed, &|rest| goes_on(next, rest))
}

/// Whether the typed text is a beginning of these names in any order, followed by `behind`.
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

/// Returns a sort key that orders numbers below 1000 by value: `a002` for `a2`.
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
