//! Legal steps that look like what somebody typed in vain.

use super::Picking;

/// How many legal steps are compared with what was typed: a refusal must be quick.
const COMPARED: usize = 1000;

/// See [`DynPosition::nearest`](super::DynPosition::nearest). What was typed should be short.
pub(super) fn nearest<P: Picking>(position: &P, typed: &str, most: usize) -> Vec<String> {
    let wanted = typed.to_lowercase();
    let mut steps = Vec::new();
    position.for_each_step(|step| steps.push((-position.interest(&step), step.to_string(), step)));
    steps.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    let mut near: Vec<_> = steps
        .into_iter()
        .take(COMPARED)
        .map(|(_, text, step)| {
            let spellings = position.spellings(&step);
            let far = std::iter::once(&text)
                .chain(spellings.first())
                .map(|text| strsim::levenshtein(&wanted, &text.to_lowercase()))
                .min();
            (far, text)
        })
        .collect();
    // Equally near ones stay in the order of interest.
    near.sort_by_key(|(far, _)| *far);
    near.into_iter().take(most).map(|(_, text)| text).collect()
}
