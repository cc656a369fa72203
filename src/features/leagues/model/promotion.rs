//! How many go up and down.

/// How many people of a division go up and down after a season.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    pub up: usize,
    pub down: usize,
}

/// Returns how many people of each division go up and down, given how many of each are still in, the highest first.
///
/// Two neighbouring divisions exchange the same number of people: the smaller of their quarters, each rounded up. Pairs are
/// looked at from the highest on, and nobody of a division goes both ways: if one is left, this person goes up.
pub fn moves(still_in: &[usize]) -> Vec<Moves> {
    let mut all = vec![Moves::default(); still_in.len()];
    let mut came = 0;
    for (upper, pair) in still_in.windows(2).enumerate() {
        let [above, below] = *pair else { continue };
        let free = above - came;
        let exchanged = above.div_ceil(4).min(below.div_ceil(4)).min(free);
        if let Some(moves) = all.get_mut(upper) {
            moves.down = exchanged;
        }
        if let Some(moves) = all.get_mut(upper + 1) {
            moves.up = exchanged;
        }
        came = exchanged;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(still_in: &[usize]) -> Vec<(usize, usize)> {
        let moves = moves(still_in).into_iter();
        moves.map(|moves| (moves.up, moves.down)).collect()
    }

    #[test]
    fn neighbours_exchange_the_smaller_quarter() {
        assert_eq!(numbers(&[8, 8, 8]), [(0, 2), (2, 2), (2, 0)]);
        assert_eq!(numbers(&[5, 4]), [(0, 1), (1, 0)]);
        assert_eq!(numbers(&[4, 5]), [(0, 1), (1, 0)]);
        assert_eq!(numbers(&[9, 9, 8]), [(0, 3), (3, 2), (2, 0)]);
        assert_eq!(numbers(&[8]), [(0, 0)]);
        assert_eq!(numbers(&[]), []);
    }

    #[test]
    fn nobody_goes_both_ways_and_empty_divisions_exchange_nobody() {
        assert_eq!(numbers(&[4, 1, 4]), [(0, 1), (1, 0), (0, 0)]);
        assert_eq!(numbers(&[4, 0, 4]), [(0, 0), (0, 0), (0, 0)]);
        for people in 0..=13 {
            let all = moves(&[13, people, 13]);
            assert!(all[1].up + all[1].down <= people, "{people}");
            assert_eq!((all[0].down, all[1].down), (all[1].up, all[2].up));
        }
    }
}
