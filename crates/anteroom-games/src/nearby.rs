//! Legal steps that are similar to a refused text.

use super::Picking;

/// The most legal steps compared with the text: a refusal must be quick.
const COMPARED: usize = 1000;

/// See [`DynPosition::nearest`](super::DynPosition::nearest). The typed text should be short.
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
    // Steps at equal distance keep the order of interest.
    near.sort_by_key(|(far, _)| *far);
    near.into_iter().take(most).map(|(_, text)| text).collect()
}
