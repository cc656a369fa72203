//! The challenges of contests.

use super::membership::Contest;
use crate::matches::clock::time_control::TimeControl;
use crate::matches::event::{Place, Proposal};
use crate::matches::ids::UserId;
use crate::matches::player::{Level, Player};
use crate::matches::terms::MatchTerms;
use anteroom_board::Seat;
use anteroom_games::{Game, Rateable, Values};

/// What the matches of a contest have in common.
#[derive(Clone, Debug)]
pub struct ContestTerms {
    /// The server and the channel of the contest.
    pub place: Place,
    /// The game that is played.
    pub game: &'static Game,
    /// The game's settings, with all defaults filled in.
    pub options: Values,
    /// The time control.
    pub time: TimeControl,
    /// Whether results count for ratings. Settings that make a game unrateable have precedence.
    pub rated: bool,
}

impl ContestTerms {
    /// Returns the challenge of a match of a contest. The first person has the first seat.
    pub fn proposal(self, [first, second]: [UserId; 2], contest: Contest) -> Proposal {
        let rated = self.rated && (self.game.card.rateable)(&self.options) != Rateable::No;
        Proposal {
            invited: Some(Player::Person(second)),
            terms: MatchTerms {
                rated,
                ..MatchTerms::default()
            },
            contest: Some(Box::new(contest)),
            ..Proposal::new(self.place, self.game, self.options, self.time, first)
        }
    }

    /// Returns the challenge of a match of a person, in their seat, against a computer. It is never rated.
    pub fn against_computer(
        self,
        (user, seat): (UserId, Seat),
        level: Level,
        contest: Contest,
    ) -> Proposal {
        Proposal {
            invited: Some(Player::Computer(level)),
            seat,
            terms: MatchTerms::default(),
            contest: Some(Box::new(contest)),
            ..Proposal::new(self.place, self.game, self.options, self.time, user)
        }
    }
}
