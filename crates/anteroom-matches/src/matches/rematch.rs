//! The matches that two players can play next.

use super::challenge::{Challenge, SeatChoice};
use super::ids::UserId;
use super::player::Player;
use super::refusal::Refusal;
use super::state::Match;
use super::status::Status;
use super::terms::{MatchTerms, OpponentTerms};
use anteroom_board::Seat;

impl Match {
    /// Returns an error if a role's team plays: only organisers start its matches.
    fn without_role(&self) -> Result<(), Refusal> {
        match self.proposal().role() {
            Some(_) => Err(Refusal::NotYourMatch(self.id())),
            None => Ok(()),
        }
    }

    /// Returns a challenge to the opponent: the same match with the sides exchanged.
    ///
    /// With a handicap the sides stay, so that the same player gets the stones.
    pub fn rematch(&self, by: UserId) -> Result<Challenge, Refusal> {
        let (seat, other) = self.opponent(by)?;
        self.without_role()?;
        if !matches!(self.status(), Status::Finished(_)) {
            return Err(Refusal::NotOver(self.id()));
        }
        let proposal = self.proposal();
        let options = proposal.options.iter();
        let seat = match self.handicap() {
            0 => seat.other(),
            _ => seat,
        };
        Ok(Challenge {
            options: options
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .collect(),
            invited: Some(other),
            seat: SeatChoice::Seat(seat),
            days_off: Some(proposal.days_off),
            terms: MatchTerms {
                // The opponent is known.
                opponent: OpponentTerms::default(),
                ..proposal.terms
            },
            ..Challenge::new(proposal.place, &proposal.game, proposal.time, by)
        })
    }

    /// Returns a challenge to the same player in a game with its default settings and terms.
    ///
    /// The channel and the time control stay the same.
    pub fn another(&self, by: UserId, game: &str) -> Result<Challenge, Refusal> {
        let (_, other) = self.opponent(by)?;
        self.without_role()?;
        let proposal = self.proposal();
        Ok(Challenge {
            invited: Some(other),
            days_off: Some(proposal.days_off),
            ..Challenge::new(proposal.place, game, proposal.time, by)
        })
    }

    /// Returns the seat of a player, and their opponent.
    fn opponent(&self, by: UserId) -> Result<(Seat, Player), Refusal> {
        self.seat_of(by)
            .and_then(|seat| Some((seat, self.player(seat.other())?)))
            .ok_or(Refusal::NotYourMatch(self.id()))
    }
}
