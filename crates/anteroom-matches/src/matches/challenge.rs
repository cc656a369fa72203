//! A challenge, before it is checked and becomes the proposal of a match.

use super::event::{Place, Proposal};
use super::ids::UserId;
use super::player::Player;
use super::refusal::Refusal;
use super::team::types::Team;
use super::terms::MatchTerms;
use crate::matches::clock::days_off::DaysOff;
use crate::matches::clock::time_control::TimeControl;
use anteroom_board::Seat;
use anteroom_games::{GivenOptions, Rateable};

/// A challenge as a user makes it, before validation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// Where it is made.
    pub place: Place,
    /// The key of the game.
    pub game: String,
    /// The settings that the user chose.
    pub options: GivenOptions,
    /// The time control.
    pub time: TimeControl,
    /// The days on which clocks stop; `None` means the [usual](DaysOff::usual) for that time control.
    pub days_off: Option<DaysOff>,
    /// The person who makes it.
    pub challenger: UserId,
    /// The team for which it is made; `None`: the person plays.
    pub team: Option<Team>,
    /// The player who may accept it; `None`: anyone. A computer accepts at once.
    pub invited: Option<Player>,
    /// The seat that the challenger asks for.
    pub seat: SeatChoice,
    /// Whether the match is rated, and what an accepting player must meet.
    pub terms: MatchTerms,
}

/// The seat that the challenger asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SeatChoice {
    /// This seat.
    Seat(Seat),
    /// Either seat, drawn at random.
    #[default]
    Random,
}

impl Challenge {
    /// Returns a challenge to anyone with the default settings and terms.
    pub fn new(place: Place, game: &str, time: TimeControl, challenger: UserId) -> Self {
        Self {
            place,
            game: game.to_owned(),
            options: GivenOptions::new(),
            time,
            days_off: None,
            challenger,
            team: None,
            invited: None,
            seat: SeatChoice::Random,
            terms: MatchTerms::default(),
        }
    }

    /// Validates and completes a challenge. `draw` returns random numbers for seeds and seats.
    pub fn into_proposal(self, mut draw: impl FnMut() -> u32) -> Result<Proposal, Refusal> {
        let game = anteroom_games::find(&self.game)
            .ok_or_else(|| Refusal::UnknownGame(self.game.clone()))?;
        if self.invited == Some(Player::Person(self.challenger)) {
            return Err(Refusal::SelfChallenge);
        }
        if self
            .invited
            .and_then(Player::person)
            .is_some_and(|user| user.deleted_name().is_some())
        {
            return Err(Refusal::DeletedPlayer);
        }
        if self.invited.is_some() && !self.terms.opponent.is_none() {
            return Err(Refusal::TermsForOne);
        }
        if let (Some(own), Some(other)) = (self.team, self.invited.and_then(Player::team))
            && (own.name == other.name || own.role.is_some() && own.role == other.role)
        {
            return Err(Refusal::SameTeam);
        }
        let by_people = self.team.is_none() && self.invited.is_none_or(|by| by.person().is_some());
        let options = game.complete_options(&self.options, &mut draw)?;
        let (seat, seat_drawn) = match self.seat {
            SeatChoice::Seat(seat) => (seat, false),
            SeatChoice::Random => (Seat::BOTH[usize::from(draw() % 2 == 1)], true),
        };
        let rated = self.terms.rated && by_people && (game.card.rateable)(&options) != Rateable::No;
        Ok(Proposal {
            days_off: self.days_off.unwrap_or(DaysOff::usual(self.time)),
            team: self.team,
            invited: self.invited,
            seat,
            seat_drawn,
            terms: MatchTerms {
                rated,
                ..self.terms
            },
            ..Proposal::new(self.place, game, options, self.time, self.challenger)
        })
    }
}
