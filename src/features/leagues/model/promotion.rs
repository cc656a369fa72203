//! How many go up and down.

/// How many people of a division go up and down after a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moves {
    pub up: usize,
    pub down: usize,
}

/// Returns how many people of a division go up and down.
///
/// `people` are those who are still in. A quarter is rounded up in both directions, so that as many come as go; if a division
/// has too few people for both, going up comes first. Nobody goes up from the highest division, counted from 0, or down from
/// the lowest.
pub fn moves(people: usize, division: usize, divisions: usize) -> Moves {
    let quarter = people.div_ceil(4);
    let up = if division == 0 { 0 } else { quarter };
    let down = if division + 1 >= divisions {
        0
    } else {
        quarter.min(people - up)
    };
    Moves { up, down }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_goes_up_and_down() {
        assert_eq!(moves(8, 1, 3), Moves { up: 2, down: 2 });
        assert_eq!(moves(5, 1, 3), Moves { up: 2, down: 2 });
        assert_eq!(moves(8, 0, 3), Moves { up: 0, down: 2 });
        assert_eq!(moves(8, 2, 3), Moves { up: 2, down: 0 });
        assert_eq!(moves(8, 0, 1), Moves { up: 0, down: 0 });
    }

    #[test]
    fn nobody_goes_both_ways() {
        for people in 0..=13 {
            let Moves { up, down } = moves(people, 1, 3);
            assert!(up + down <= people, "{people}");
        }
        assert_eq!(moves(1, 1, 3), Moves { up: 1, down: 0 });
    }
}
