//! Who plays in which division.

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

/// Returns the sizes of the divisions, the highest division first; empty for fewer people than a season needs.
///
/// A division has at most `size` people and at least four, and sizes differ by at most one. Where both cannot be, a rest of
/// three or fewer joins the others: five people with divisions of four are one division of five.
pub fn sizes(people: usize, size: usize) -> Vec<usize> {
    if people < LEAST_PEOPLE {
        return Vec::new();
    }
    let wanted = people.div_ceil(size.max(LEAST_PEOPLE));
    let count = wanted.min(people / LEAST_PEOPLE).max(1);
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

/// Returns the people of the last season in the order of the next one.
fn order(last: &[LastDivision]) -> Vec<UserId> {
    let mut line: Vec<(usize, u8, usize, UserId)> = Vec::new();
    for (tier, division) in last.iter().enumerate() {
        let stay = division.people.len().saturating_sub(division.down);
        for (place, user) in division.people.iter().enumerate() {
            let (target, group) = if place < division.up && tier > 0 {
                (tier - 1, 2)
            } else if place >= stay && tier + 1 < last.len() {
                (tier + 1, 0)
            } else {
                (tier, 1)
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
                assert!(*least >= 4 && *most <= size.max(7), "{people} by {size}");
                // Only a remainder of three or fewer makes a division larger.
                if *most > size {
                    assert!(people.div_ceil(size) * 4 > people, "{people} by {size}");
                }
            }
        }
    }

    #[test]
    fn a_small_rest_joins_the_others() {
        assert_eq!(sizes(5, 4), [5]);
        assert_eq!(sizes(11, 4), [6, 5]);
        assert_eq!(sizes(12, 4), [4, 4, 4]);
        assert_eq!(sizes(9, 8), [5, 4]);
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
    }

    #[test]
    fn three_hundred_people_have_divisions() {
        let all = divisions(&[], &users(1..=300), |_| Some(1500), 8);
        assert_eq!(all.len(), 38);
        assert_eq!(all.concat(), users(1..=300));
    }
}
