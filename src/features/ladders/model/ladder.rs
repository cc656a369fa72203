use std::collections::{BTreeMap, BTreeSet};

use super::event::Rise;
use super::game::{EndNow, GameId, LadderGame, Side, Stage, Why};
use super::idle::Idle;
use super::rules::Rules;
use crate::contests::Requests;
use crate::games::Verdict;
use crate::matches::UserId;
use crate::people::Moment;

/// A ladder: the fold of its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    pub(super) rules: Rules,
    /// The people, from the top.
    pub(super) members: Vec<Member>,
    pub(super) requests: Requests,
    /// The games that are not over.
    pub(super) games: BTreeMap<GameId, LadderGame>,
    /// The challenger and the challenged of each game, in the order of their numbers.
    pub(super) made: Vec<[UserId; 2]>,
    /// What is known of two people who met, the lower id first.
    pub(super) pairs: BTreeMap<[UserId; 2], Pair>,
    /// People who left.
    pub(super) past: BTreeMap<UserId, Past>,
    /// The last change of place, if a game caused it.
    pub(super) last_rise: Option<(GameId, Rise)>,
    /// The games that changed a place.
    pub(super) moved: BTreeSet<GameId>,
    pub(super) condition: Condition,
    /// The moment up to which idle time is counted: that of the last event.
    pub(super) counted: Moment,
}

/// The state of a ladder: open, paused or closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    Open,
    /// An organiser stopped challenges and times.
    Paused {
        since: Moment,
    },
    Closed,
}

/// A person on the ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) user: UserId,
    pub(super) idle: Idle,
    /// Whether the person has ended a match before both had moved.
    pub(super) has_aborted: bool,
}

/// A person who left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Past {
    pub(super) place: u32,
    pub(super) has_aborted: bool,
    /// When moderators kept the person out, if that is why they left.
    pub(super) kept_out: Option<Moment>,
}

/// Two people who met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair {
    /// The person who made the first turn of their last match.
    pub(super) first: Option<UserId>,
    /// When they met last: the end of a match, or of a challenge that was lost by default.
    pub(super) met: Option<Moment>,
}

/// Returns the place of a person who returns, from the one that they had when they left.
///
/// The old place is three quarters of the new one, which is rounded down the ladder: 1 becomes 2, 3 becomes 4, and 10
/// becomes 14. It is never below the last place of the ladder with that person on it, which is `last`.
pub const fn place_on_return(old: u32, last: u32) -> u32 {
    let place = old.saturating_mul(4).div_ceil(3);
    if place < last { place } else { last }
}

/// Returns the key of two people in [`Ladder::pairs`].
pub(super) fn pair(one: UserId, other: UserId) -> [UserId; 2] {
    [one.min(other), one.max(other)]
}

impl Ladder {
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns who asks to be let in.
    pub const fn requests(&self) -> &Requests {
        &self.requests
    }

    pub const fn condition(&self) -> Condition {
        self.condition
    }

    /// Returns the people from the top.
    pub fn order(&self) -> impl ExactSizeIterator<Item = UserId> {
        self.members.iter().map(|member| member.user)
    }

    /// Returns the number of people on the ladder.
    pub fn size(&self) -> u32 {
        u32::try_from(self.members.len()).unwrap_or(u32::MAX)
    }

    /// Returns the place of a person, counted from 1; `None` if they are not on the ladder.
    pub fn place(&self, user: UserId) -> Option<u32> {
        let index = self.order().position(|one| one == user)?;
        u32::try_from(index).ok()?.checked_add(1)
    }

    /// Returns the place that a person had when they left; `None` if they did not leave, or came back.
    pub fn old_place(&self, user: UserId) -> Option<u32> {
        self.past.get(&user).map(|past| past.place)
    }

    /// Whether a person was warned that they will move down.
    pub fn is_warned(&self, user: UserId) -> bool {
        self.member(user)
            .is_some_and(|member| member.idle.is_warned())
    }

    /// Returns the challenges and matches that are not over, in the order of their numbers.
    pub fn games(&self) -> impl Iterator<Item = (GameId, &LadderGame)> {
        self.games.iter().map(|(id, game)| (*id, game))
    }

    pub fn game(&self, id: GameId) -> Option<&LadderGame> {
        self.games.get(&id)
    }

    /// Returns the challenger and the challenged of a game, which may be over; `None` if there is none.
    pub fn people_of(&self, id: GameId) -> Option<[UserId; 2]> {
        let index = usize::try_from(id.checked_sub(1)?).ok()?;
        self.made.get(index).copied()
    }

    /// Returns the number of the next challenge.
    pub(super) fn next_game(&self) -> GameId {
        GameId::try_from(self.made.len())
            .unwrap_or(GameId::MAX)
            .saturating_add(1)
    }

    /// Returns the games whose matches must begin.
    pub fn pending(&self) -> Vec<(GameId, &LadderGame)> {
        self.games()
            .filter(|(_, game)| game.stage == Stage::Accepted)
            .collect()
    }

    /// Returns the running matches that must be ended.
    pub fn to_end(&self) -> Vec<EndNow> {
        self.games()
            .filter_map(|(id, game)| {
                let Stage::Ending(match_id, why) = game.stage else {
                    return None;
                };
                let verdict = match why {
                    Why::Forfeit { winner } => Some(Verdict::Win(game.seat(winner))),
                    Why::Annulled => None,
                };
                Some(EndNow {
                    game: id,
                    match_id,
                    verdict,
                    why,
                })
            })
            .collect()
    }

    /// Returns the last change of place, if a game caused it and nobody has moved since: an organiser can undo it.
    pub const fn undoable(&self) -> Option<(GameId, Rise)> {
        self.last_rise
    }

    pub(super) fn member(&self, user: UserId) -> Option<&Member> {
        self.members.iter().find(|member| member.user == user)
    }

    /// Returns the games of a person that are not over.
    pub(super) fn games_of(
        &self,
        user: UserId,
    ) -> impl Iterator<Item = (GameId, &LadderGame, Side)> {
        self.games()
            .filter_map(move |(id, game)| Some((id, game, game.side_of(user)?)))
    }

    /// Returns the change of place after a win of the challenger, or a loss of the challenged by default.
    ///
    /// The challenger takes the place just above the challenged. Returns `None` if the challenger is above already, or
    /// one of the two is no longer on the ladder, or the ladder is closed.
    pub(super) fn rise_after(&self, game: &LadderGame) -> Option<Rise> {
        if self.condition == Condition::Closed {
            return None;
        }
        let (from, to) = (self.place(game.by)?, self.place(game.to)?);
        (from > to).then_some(Rise {
            user: game.by,
            from,
            to,
        })
    }

    /// Whether everybody below a person was warned: there is no place to move down to.
    pub(super) fn is_at_bottom(&self, index: usize) -> bool {
        self.members
            .iter()
            .skip(index.saturating_add(1))
            .all(|member| member.idle.is_warned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn person_who_returns_had_three_quarters_of_the_new_place() {
        for (old, place) in [(1, 2), (2, 3), (3, 4), (4, 6), (6, 8), (10, 14), (12, 16)] {
            assert_eq!(place_on_return(old, 100), place, "{old}");
        }
        assert_eq!(place_on_return(12, 9), 9);
        assert_eq!(place_on_return(1, 1), 1);
        assert_eq!(place_on_return(u32::MAX, 50), 50);
    }
}
