use std::cmp::Ordering;

use super::{Entrant, Outcome};

/// Who of a pair has the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The person moves first.
    First,
    /// The opponent moves first.
    Second,
}

/// The sides of a person's games so far. Unplayed rounds are left out: they neither break a row nor make one.
#[derive(Clone, Debug)]
pub(super) struct Sides(Vec<Side>);

impl Sides {
    pub(super) fn of(entrant: &Entrant) -> Self {
        let sides = entrant.rounds.iter().filter_map(|round| match round {
            Outcome::Game { side, .. } => Some(*side),
            _ => None,
        });
        Self(sides.collect())
    }

    fn first_moves(&self) -> usize {
        self.0.iter().filter(|side| **side == Side::First).count()
    }

    /// Returns first moves less second moves after one more game.
    fn balance_after(&self, next: Side) -> i64 {
        let sides = self.0.iter().chain([&next]);
        sides.fold(0, |sum, side| match side {
            Side::First => sum + 1,
            Side::Second => sum - 1,
        })
    }

    fn is_third(&self, next: Side) -> bool {
        self.0.ends_with(&[next, next])
    }
}

/// What a pair costs by the rule on first moves, the lesser the better.
///
/// That is the number of people who have the same side for the third time (or more) in a row, and then the imbalance
/// after the round: the sum over people of (first moves − second moves)². It is squared as one person with a difference
/// of two is worse off than two with one each, and as a difference of three hardly ever comes about so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Strain {
    pub(super) thirds: u32,
    pub(super) imbalance: u64,
}

impl Strain {
    fn of(first: &Sides, second: &Sides) -> Self {
        let both = [(first, Side::First), (second, Side::Second)];
        Self {
            thirds: both
                .map(|(sides, next)| u32::from(sides.is_third(next)))
                .iter()
                .sum(),
            imbalance: both
                .map(|(sides, next)| sides.balance_after(next).unsigned_abs().pow(2))
                .iter()
                .sum(),
        }
    }

    /// Returns the strain of the better of the two ways to give the first move.
    pub(super) fn least(one: &Sides, other: &Sides) -> Self {
        Self::of(one, other).min(Self::of(other, one))
    }
}

/// Whether `one` has the first move against `other`.
///
/// That is the way of the lesser [`Strain`], so the one with the lower balance unless somebody would have a third in a
/// row; then the one with fewer first moves; then the one who had the second move in the last game, counted backwards,
/// where they differ. `None` if all that is equal.
pub(super) fn moves_first(one: &Sides, other: &Sides) -> Option<bool> {
    let order = Strain::of(one, other)
        .cmp(&Strain::of(other, one))
        .then(one.first_moves().cmp(&other.first_moves()));
    match order {
        Ordering::Less => Some(true),
        Ordering::Greater => Some(false),
        Ordering::Equal => {
            let mut backwards = one.0.iter().rev().zip(other.0.iter().rev());
            let (own, _) = backwards.find(|(a, b)| a != b)?;
            Some(*own == Side::Second)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads sides from letters: `f` and `s`.
    fn sides(letters: &str) -> Sides {
        let side = |letter| match letter {
            'f' => Side::First,
            _ => Side::Second,
        };
        Sides(letters.chars().map(side).collect())
    }

    #[test]
    fn the_first_move_goes_by_need() {
        let cases = [
            // The balance.
            ("f", "s", Some(false)),
            ("fsf", "fss", Some(false)),
            // The balance, not the number: the other one played less.
            ("fss", "f", Some(true)),
            // A third in a row is worse than a balance.
            ("fffss", "fs", Some(true)),
            // Both would have a third, so the balance decides.
            ("ssff", "fff", Some(true)),
            // With equal balances, the number of first moves.
            ("fs", "", Some(false)),
            ("", "sf", Some(true)),
            // The last game, or the one before it.
            ("fs", "sf", Some(true)),
            ("sf", "fs", Some(false)),
            ("fsfs", "sffs", Some(true)),
            ("ffss", "fsfs", Some(true)),
            // Nothing to tell them apart.
            ("", "", None),
            ("fsf", "fsf", None),
        ];
        for (one, other, expected) in cases {
            let found = moves_first(&sides(one), &sides(other));
            assert_eq!(found, expected, "{one} against {other}");
            let turned = moves_first(&sides(other), &sides(one));
            assert_eq!(
                turned,
                expected.map(|first| !first),
                "{other} against {one}"
            );
        }
    }
}
