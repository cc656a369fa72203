use crate::discord::ui::words::counted;
use crate::discord::ui::{PICK, cut};
use crate::games::{Completion, Completions};

/// How many choices Discord shows while somebody types, and how long each and its value may be.
const MOST: usize = 25;
const LONGEST: usize = 100;

/// What may be meant by what somebody is typing: what is read, and what stands in the field when it is chosen.
///
/// Where that is not all, the last one is a hint: to choose it opens the picker, or tells why there is no such turn.
#[must_use]
pub fn completions(found: &Completions, typed: &str) -> Vec<(String, String)> {
    let all = found.steps.len() + found.rest;
    if all == 0 {
        return vec![no_completion(
            "No legal turn begins like that. Choose this to see why.",
            typed,
        )];
    }
    let choice = |step: &Completion| {
        (
            described(&found.lead, step),
            format!("{}{}", found.lead, step.step),
        )
    };
    let mut choices: Vec<_> = found
        .steps
        .iter()
        .map(choice)
        .filter(|(_, turn)| turn.chars().count() <= LONGEST)
        .collect();
    if choices.len() < all {
        choices.truncate(MOST - 1);
        let more = u64::try_from(all - choices.len()).unwrap_or(u64::MAX);
        choices.push((
            format!(
                "…and {}. Type on, or choose this to pick step by step.",
                counted(more, "more turn")
            ),
            PICK.to_owned(),
        ));
    }
    choices
}

/// Why nothing can be offered, as the only choice. To choose it gives the answer to what was typed.
#[must_use]
pub fn no_completion(why: &str, typed: &str) -> (String, String) {
    // A choice needs a value that is not too long. The picker, too, tells a person why they may not move.
    let value = if typed.trim().is_empty() || typed.chars().count() > LONGEST {
        PICK
    } else {
        typed
    };
    (cut(why, LONGEST), value.to_owned())
}

/// A turn with what its last step does: `e5,f4,g5-N, takes 2 …`. The dots say that more must or may follow.
fn described(lead: &str, step: &Completion) -> String {
    let spelling = step
        .spelling
        .as_ref()
        .map(|spelling| format!(" ({spelling})"))
        .unwrap_or_default();
    let words = if step.words.is_empty() {
        String::new()
    } else {
        format!(", {}", step.words)
    };
    let more = if step.whole { "" } else { " …" };
    let text = cut(
        &format!("{lead}{}{spelling}{words}", step.step),
        LONGEST - more.chars().count(),
    );
    format!("{text}{more}")
}
