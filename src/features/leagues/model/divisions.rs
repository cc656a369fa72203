//! Who plays in which division.

use std::cmp::Ordering;

use crate::matches::UserId;

/// The least number of people of a season.
pub const LEAST_PEOPLE: usize = 4;

/// A division of the last season, when it was over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LastDivision {
    /// Its people in the order of their places, without people who are out.
    pub people: Vec<UserId>,
    /// How many of the first go up.
    pub up: usize,
    /// How many of the last go down.
    pub down: usize,
}

/// The most people of a division.
const MOST_PEOPLE: usize = 10;

/// Returns the sizes of the divisions, the highest division first; empty for fewer people than a season needs.
///
/// There are as many divisions as people divided by `size`, rounded to the nearest number, a half up; but no more than let each
/// have at least 4 people, and no fewer than let each have at most 10. Sizes differ by at most one, and the higher divisions
/// are the larger ones.
pub fn sizes(people: usize, size: usize) -> Vec<usize> {
    if people < LEAST_PEOPLE {
        return Vec::new();
    }
    let size = size.max(LEAST_PEOPLE);
    let wanted = (2 * people + size) / (2 * size);
    let count = wanted.clamp(people.div_ceil(MOST_PEOPLE), people / LEAST_PEOPLE);
    (0..count)
        .map(|division| people / count + usize::from(division < people % count))
        .collect()
}

/// Returns the people of each division in the order of their seeds.
///
/// `members` are all who take part, in the order of joining. They make one line, which is cut by [`sizes`]: for each division
/// of the last season the people who came down into it, those who stayed and those who came up, each by place; then newcomers
/// by rating. So a vacancy goes to the people nearest to it.
pub fn divisions(
    last: &[LastDivision],
    members: &[UserId],
    rating: impl Fn(UserId) -> Option<i32>,
    size: usize,
) -> Vec<Vec<UserId>> {
    let mut line: Vec<UserId> = order(last)
        .into_iter()
        .filter(|user| members.contains(user))
        .collect();
    let mut newcomers: Vec<UserId> = members
        .iter()
        .copied()
        .filter(|user| !line.contains(user))
        .collect();
    // The sort is stable: people with the same rating keep the order in which they joined. People without a rating are last.
    newcomers.sort_by_key(|user| std::cmp::Reverse(rating(*user)));
    line.extend(newcomers);
    let mut rest = line.into_iter();
    sizes(rest.len(), size)
        .into_iter()
        .map(|count| rest.by_ref().take(count).collect())
        .collect()
}

/// Moves a person to the end of another division.
///
/// The sizes stay: from there on, each division gives one person to the next one, on the way to the division that the person
/// comes from. Those who go down are the last, those who go up the first, but `settled` people stay if others are left. A
/// person or a division that does not exist changes nothing.
pub(super) fn moved(divisions: &mut [Vec<UserId>], user: UserId, to: usize, settled: &[UserId]) {
    let from = divisions.iter().position(|one| one.contains(&user));
    let Some(from) = from.filter(|from| *from != to && to < divisions.len()) else {
        return;
    };
    let free = |one: &UserId| !settled.contains(one);
    if let Some(own) = divisions.get_mut(from) {
        own.retain(|one| *one != user);
    }
    // Where somebody goes next, and whether they are the last of their division.
    let mut pass = |at: usize, next: usize, last: bool| {
        let Some(people) = divisions.get_mut(at).filter(|people| !people.is_empty()) else {
            return;
        };
        let index = match last {
            true => people.iter().rposition(free).unwrap_or(people.len() - 1),
            false => people.iter().position(free).unwrap_or(0),
        };
        let goes = people.remove(index);
        if let Some(next) = divisions.get_mut(next) {
            next.insert(if last { 0 } else { next.len() }, goes);
        }
    };
    if to < from {
        (to..from).for_each(|at| pass(at, at + 1, true));
    } else {
        (from + 1..=to).rev().for_each(|at| pass(at, at - 1, false));
    }
    if let Some(own) = divisions.get_mut(to) {
        own.push(user);
    }
}

/// A person whose division is not the one that the end of the last season announced. Divisions are given by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Otherwise {
    pub user: UserId,
    /// The division of the last season.
    pub was: usize,
    /// The division now.
    pub is: usize,
}

/// Returns the people whose division is not the announced one, because people have left or joined since.
pub fn otherwise(last: &[LastDivision], people: &[Vec<UserId>]) -> Vec<Otherwise> {
    let mut all = Vec::new();
    for (is, division) in people.iter().enumerate() {
        for user in division {
            let found = last.iter().enumerate().find_map(|(was, before)| {
                let place = before.people.iter().position(|one| one == user)?;
                Some((was, announced(last, was, place)))
            });
            if let Some((was, announced)) = found
                && announced != is
            {
                let user = *user;
                all.push(Otherwise { user, was, is });
            }
        }
    }
    all
}

/// Returns the division in which the end of the last season put the person of a place, counted from 0.
fn announced(last: &[LastDivision], tier: usize, place: usize) -> usize {
    let Some(division) = last.get(tier) else {
        return tier;
    };
    let stay = division.people.len().saturating_sub(division.down);
    if place < division.up && tier > 0 {
        tier - 1
    } else if place >= stay && tier + 1 < last.len() {
        tier + 1
    } else {
        tier
    }
}

/// Returns the people of the last season in the order of the next one.
fn order(last: &[LastDivision]) -> Vec<UserId> {
    let mut line: Vec<(usize, u8, usize, UserId)> = Vec::new();
    for (tier, division) in last.iter().enumerate() {
        for (place, user) in division.people.iter().enumerate() {
            let target = announced(last, tier, place);
            let group = match target.cmp(&tier) {
                Ordering::Greater => 0,
                Ordering::Equal => 1,
                Ordering::Less => 2,
            };
            line.push((target, group, place, *user));
        }
    }
    line.sort_unstable();
    line.into_iter().map(|(.., user)| user).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn users(numbers: impl IntoIterator<Item = u64>) -> Vec<UserId> {
        numbers.into_iter().map(UserId).collect()
    }

    #[test]
    fn sizes_differ_by_one_and_no_division_is_small() {
        for size in 4..=10 {
            for people in 0..=400 {
                let all = sizes(people, size);
                if people < 4 {
                    assert!(all.is_empty());
                    continue;
                }
                assert_eq!(all.iter().sum::<usize>(), people);
                let (least, most) = (all.iter().min().unwrap(), all.iter().max().unwrap());
                assert!(most - least <= 1, "{people} by {size}: {all:?}");
                assert!(*least >= 4 && *most <= 10, "{people} by {size}");
                // No other number of divisions comes nearer to the size.
                let off = |count: usize| (people as f64 / size as f64 - count as f64).abs();
                for other in people.div_ceil(10)..=people / 4 {
                    assert!(off(all.len()) <= off(other), "{people} by {size}: {other}");
                }
            }
        }
    }

    #[test]
    fn number_of_divisions_is_rounded_to_the_nearest() {
        assert_eq!(sizes(5, 4), [5]);
        assert_eq!(sizes(11, 4), [6, 5]);
        assert_eq!(sizes(12, 4), [4, 4, 4]);
        assert_eq!(sizes(9, 8), [9]);
        assert_eq!(sizes(11, 8), [6, 5]);
        assert_eq!(sizes(12, 8), [6, 6]);
        assert_eq!(sizes(11, 10), [6, 5]);
        assert_eq!(sizes(21, 10), [7, 7, 7]);
        assert_eq!(sizes(3, 8), [0_usize; 0]);
    }

    #[test]
    fn newcomers_enter_the_lowest_division_by_rating() {
        let rating = |user: UserId| (user.0 != 4).then_some(1500 + user.0 as i32 % 5);
        let all = divisions(&[], &users(1..=8), rating, 4);
        assert_eq!(all, [users([3, 8, 2, 7]), users([1, 6, 5, 4])]);
        let last = [LastDivision {
            people: users([7, 1, 8, 4]),
            up: 0,
            down: 0,
        }];
        let all = divisions(&last, &users(1..=8), rating, 4);
        assert_eq!(all, [users([7, 1, 8, 4]), users([3, 2, 6, 5])]);
    }

    #[test]
    fn promoted_and_relegated_people_change_places() {
        let last = [
            LastDivision {
                people: users([1, 2, 3, 4]),
                up: 0,
                down: 1,
            },
            LastDivision {
                people: users([5, 6, 7, 8]),
                up: 1,
                down: 0,
            },
        ];
        let all = divisions(&last, &users(1..=8), |_| None, 4);
        assert_eq!(all, [users([1, 2, 3, 5]), users([4, 6, 7, 8])]);
        // Two have left the upper division: the nearest move up.
        let all = divisions(&last, &users([1, 2, 4, 5, 6, 7, 8, 9]), |_| None, 4);
        assert_eq!(all, [users([1, 2, 5, 4]), users([6, 7, 8, 9])]);
        let stays = Otherwise {
            user: UserId(4),
            was: 0,
            is: 0,
        };
        assert_eq!(otherwise(&last, &all), [stays]);
    }

    #[test]
    fn people_between_two_divisions_move_by_one_and_sizes_stay() {
        let all = || vec![users(1..=4), users(5..=8), users(9..=12)];
        let to = |user, to, settled: &[u64]| {
            let mut divisions = all();
            let settled = users(settled.iter().copied());
            moved(&mut divisions, UserId(user), to, &settled);
            divisions
        };
        let up = [
            users([1, 2, 3, 10]),
            users([4, 5, 6, 7]),
            users([8, 9, 11, 12]),
        ];
        assert_eq!(to(10, 0, &[]), up);
        let down = [
            users([2, 3, 4, 5]),
            users([6, 7, 8, 9]),
            users([10, 11, 12, 1]),
        ];
        assert_eq!(to(1, 2, &[]), down);
        let others = [users([1, 2, 4, 7]), users([3, 5, 6, 8]), users(9..=12)];
        assert_eq!(to(7, 0, &[4]), others);
        for (user, to_division) in [(1, 0), (1, 3), (99, 1)] {
            assert_eq!(to(user, to_division, &[]), all());
        }
    }

    #[test]
    fn three_hundred_people_have_divisions() {
        let all = divisions(&[], &users(1..=300), |_| Some(1500), 8);
        assert_eq!(all.len(), 38);
        assert_eq!(all.concat(), users(1..=300));
    }
}
