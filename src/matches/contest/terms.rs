//! The challenges of contests.

use super::membership::Contest;
use crate::board::Seat;
use crate::games::{Game, Rateable, Values};
use crate::matches::clock::days_off::DaysOff;
use crate::matches::clock::time_control::TimeControl;
use crate::matches::event::{Place, Proposal};
use crate::matches::ids::UserId;
use crate::matches::player::Player;
use crate::matches::terms::Terms;

/// What the matches of a contest have in common.
#[derive(Clone, Debug)]
pub struct ContestTerms {
    pub place: Place,
    pub game: &'static Game,
    /// The game's settings, with all defaults filled in.
    pub options: Values,
    pub time: TimeControl,
    pub rated: bool,
}

impl ContestTerms {
    /// Returns the challenge of a match of a contest. The first person has the first seat.
    pub fn proposal(self, [first, second]: [UserId; 2], contest: Contest) -> Proposal {
        Proposal {
            place: self.place,
            game: self.game.card.key.to_owned(),
            rules_version: self.game.card.rules_version,
            time: self.time,
            days_off: DaysOff::Allowed,
            challenger: first,
            invited: Some(Player::Person(second)),
            seat: Seat::First,
            seat_drawn: false,
            exhibition: None,
            terms: Terms::default(),
            figures: None,
            rematch_of: None,
            rated: self.rated && (self.game.card.rateable)(&self.options) != Rateable::No,
            options: self.options,
            position: None,
            opening: Vec::new(),
            contest: Some(Box::new(contest)),
        }
    }
}
