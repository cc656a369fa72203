//! The lots that decide between people who are equal in everything else.

use anteroom_games::SplitMix64;

/// Returns the lot of each person of a division, from 1 on, in an order that follows from the seed.
pub fn lots(seed: u64, division: usize, people: usize) -> Vec<u32> {
    let mut numbers = SplitMix64::new(seed ^ (division as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let lots = (1..).take(people).map(|lot| (numbers.next(), lot));
    let mut order: Vec<(u64, u32)> = lots.collect();
    order.sort_unstable();
    order.into_iter().map(|(_, lot)| lot).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_person_has_a_lot_of_their_own() {
        for seed in 0..50 {
            let mut all = lots(seed, 0, 10);
            all.sort_unstable();
            assert_eq!(all, (1..=10).collect::<Vec<_>>());
        }
    }

    #[test]
    fn lots_are_fair() {
        let mut first = [0_u32; 4];
        for seed in 0..4000 {
            let all = lots(seed, 1, 4);
            first[all.iter().position(|lot| *lot == 1).unwrap()] += 1;
        }
        assert!(
            first.iter().all(|count| (900..1100).contains(count)),
            "{first:?}"
        );
        assert_ne!(lots(1, 0, 8), lots(1, 1, 8));
        assert_ne!(lots(1, 0, 8), lots(2, 0, 8));
    }
}
