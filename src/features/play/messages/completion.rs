use crate::discord::ui::words::counted;
use crate::discord::ui::{PICK, cut};
use crate::games::{Completion, Completions};

/// Discord's limits of autocomplete: the number of choices, and the length of each name and value.
const MOST: usize = 25;
const LONGEST: usize = 100;

/// Returns the completions of a typed turn, each as its name and value.
///
/// If some do not fit, the last choice says so and opens the picker. If none exists, the only choice explains why.
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

/// Returns the reason why no turn can be offered, as the only choice.
/// Choosing it submits the typed text.
pub fn no_completion(why: &str, typed: &str) -> (String, String) {
    // Discord needs a value of at most 100 characters. The picker also explains why a player cannot move.
    let value = if typed.trim().is_empty() || typed.chars().count() > LONGEST {
        PICK
    } else {
        typed
    };
    (cut(why, LONGEST), value.to_owned())
}

/// A turn with its last step's effect: `e5,f4,g5-N, takes 2 …`, `Nf3 (g1f3)`. Dots mean that the turn is unfinished.
fn described(lead: &str, step: &Completion) -> String {
    let written = match &step.spelling {
        Some(spelling) => format!("{spelling} ({})", step.step),
        None => step.step.clone(),
    };
    let words = if step.words.is_empty() {
        String::new()
    } else {
        format!(", {}", step.words)
    };
    let more = if step.whole { "" } else { " …" };
    let text = cut(
        &format!("{lead}{written}{words}"),
        LONGEST - more.chars().count(),
    );
    format!("{text}{more}")
}
