//! The play-offs of a season: a knock-out of the first of its highest division, whose winner is the champion.
//!
//! The knock-out is a tournament. The league only knows who may play in it, and hears when it begins and how it ends.

use crate::features::leagues::press::ids::SeasonId;
use crate::matches::{JournalId, UserId};

/// The play-offs of a season that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayOffs {
    pub season: SeasonId,
    /// The most people who play: a power of two.
    pub size: u32,
    /// The people of the highest division who were still in when the season ended, in the order of their places.
    pub people: Vec<UserId>,
    /// The first of the table, who is the champion if the play-offs have no winner.
    pub first: UserId,
    /// The journal of the knock-out; `None` until it begins.
    pub journal: Option<JournalId>,
    pub over: bool,
}

impl PlayOffs {
    /// Returns the people who play if only these are still there; nobody if fewer than two are.
    pub fn seeds(&self, is_there: impl Fn(UserId) -> bool) -> Vec<UserId> {
        let mut seeds = self.people.clone();
        seeds.retain(|user| user.deleted_name().is_none() && is_there(*user));
        seeds.truncate(fitting(self.size, seeds.len()));
        seeds
    }
}

/// Returns the largest power of two that is at most `size` and at most the number of people; 0 for fewer than two people.
pub(super) fn fitting(size: u32, people: usize) -> usize {
    let most = usize::try_from(size).unwrap_or(0).min(people);
    match most.checked_ilog2() {
        None | Some(0) => 0,
        Some(log) => 1 << log,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn play_offs_have_the_largest_power_of_two_that_fits() {
        let fitting = |size| [0, 1, 2, 3, 4, 7, 8, 10].map(|people| fitting(size, people));
        assert_eq!(fitting(0), [0; 8]);
        assert_eq!(fitting(2), [0, 0, 2, 2, 2, 2, 2, 2]);
        assert_eq!(fitting(4), [0, 0, 2, 2, 4, 4, 4, 4]);
        assert_eq!(fitting(8), [0, 0, 2, 2, 4, 4, 8, 8]);
    }

    #[test]
    fn next_person_plays_for_one_who_has_left() {
        let play_offs = PlayOffs {
            season: 1,
            size: 4,
            people: [5, 6, 7, 8, 9].map(UserId).to_vec(),
            first: UserId(5),
            journal: None,
            over: false,
        };
        assert_eq!(play_offs.seeds(|_| true), [5, 6, 7, 8].map(UserId));
        let without = |gone: &[u64]| play_offs.seeds(|user| !gone.contains(&user.0));
        assert_eq!(without(&[6]), [5, 7, 8, 9].map(UserId));
        assert_eq!(without(&[6, 7]), [5, 8].map(UserId));
        assert_eq!(without(&[5, 6, 7, 8]), []);
    }
}
