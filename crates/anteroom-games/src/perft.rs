use super::Position;

/// Counts the sequences of exactly `depth` steps from a position.
///
/// A forced pass is no step. Sequences that end early are not counted.
#[must_use]
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_steps(),
        _ => {
            let mut nodes = 0;
            position.for_each_step(|step| {
                let mut next = position.clone();
                next.play_unchecked(&step, &mut ());
                nodes += perft(&next, depth - 1);
            });
            nodes
        }
    }
}

/// Splits [`perft`] by first step: canonical text and count, sorted by text. Empty at depth 0.
#[must_use]
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(String, u64)> {
    let Some(rest) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let mut parts = Vec::new();
    position.for_each_step(|step| {
        let mut next = position.clone();
        next.play_unchecked(&step, &mut ());
        parts.push((step.to_string(), perft(&next, rest)));
    });
    parts.sort();
    parts
}
