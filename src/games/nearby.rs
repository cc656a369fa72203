//! Legal steps that look like what somebody typed in vain.

use super::Picking;

/// How many legal steps are compared with what was typed: a refusal must be quick.
const COMPARED: usize = 1000;

/// See [`DynPosition::nearest`](super::DynPosition::nearest). What was typed should be short.
pub(super) fn nearest<P: Picking>(position: &P, typed: &str, most: usize) -> Vec<String> {
    let wanted: Vec<char> = typed.to_lowercase().chars().collect();
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
                .map(|text| distance(&wanted, &text.to_lowercase()))
                .min();
            (far, text)
        })
        .collect();
    // Equally near ones stay in the order of interest.
    near.sort_by_key(|(far, _)| *far);
    near.into_iter().take(most).map(|(_, text)| text).collect()
}

/// Levenshtein's distance: how many characters must be put in, taken out or changed.
fn distance(a: &[char], b: &str) -> usize {
    let mut row: Vec<usize> = (0..=a.len()).collect();
    for (i, there) in b.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, here) in a.iter().enumerate() {
            let changed = diagonal + usize::from(*here != there);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[a.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn distance_counts_single_changes() {
        for (a, b, far) in [
            ("", "", 0),
            ("d", "", 1),
            ("", "e4", 2),
            ("e2e4", "e2e4", 0),
            ("e2e5", "e2e4", 1),
            ("e4", "e2e4", 2),
        ] {
            assert_eq!(distance(&a.chars().collect::<Vec<_>>(), b), far, "{a} {b}");
        }
    }
}
