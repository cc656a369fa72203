use crate::games::DynPosition;

/// How many alternatives a refusal names.
pub(super) const MOST: usize = 3;

/// How many legal steps are compared with what was typed, and how much of it: a refusal must be quick on any input.
const COMPARED: usize = 1000;
pub(super) const TYPED: usize = 60;

/// Up to three legal turn texts that begin with the steps that are done and go on with a step that looks like what was
/// typed, nearest first.
pub(super) fn alternatives(position: &dyn DynPosition, done: &[String], typed: &str) -> Vec<String> {
    let mut before = position.boxed_clone();
    for step in done {
        // They were made before.
        let _ = before.play(step);
    }
    let wanted: Vec<char> = typed.to_lowercase().chars().collect();
    let (steps, _) = before.complete("", COMPARED);
    let mut near: Vec<_> = steps
        .into_iter()
        .map(|step| {
            let texts = std::iter::once(&step.step).chain(&step.spelling);
            let far = texts.map(|text| distance(&wanted, &text.to_lowercase())).min();
            (far, step.step)
        })
        .collect();
    // Equally near ones stay in the order of interest.
    near.sort_by_key(|(far, _)| *far);
    let lead = done.iter().fold(String::new(), |lead, step| lead + step + " ");
    near.into_iter().take(MOST).map(|(_, step)| format!("{lead}{step}")).collect()
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
        for (a, b, far) in [("", "", 0), ("d", "", 1), ("", "e4", 2), ("e2e4", "e2e4", 0), ("e2e5", "e2e4", 1), ("e4", "e2e4", 2)] {
            assert_eq!(distance(&a.chars().collect::<Vec<_>>(), b), far, "{a} {b}");
        }
    }
}
