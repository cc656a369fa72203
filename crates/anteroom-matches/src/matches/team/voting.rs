//! The teams of a match, and the time in which one votes on a turn.

use std::time::Duration;

use super::types::Team;
use crate::matches::event::Fact;
use crate::matches::ids::UserId;
use crate::matches::refusal::Refusal;
use crate::matches::state::Match;
use crate::people::Moment;
use anteroom_board::Seat;

/// The longest vote.
const LONGEST: Duration = Duration::from_hours(24);

/// The shortest vote, if the clock allows it.
const SHORTEST: Duration = Duration::from_mins(30);

/// How long before the flag a vote ends at the latest.
const BEFORE_FLAG: Duration = Duration::from_mins(2);

/// A vote of a team on its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Voting {
    /// The team's seat.
    pub seat: Seat,
    /// The team.
    pub team: Team,
    /// The number of the board on which the turn is due.
    pub board: u32,
    /// How many turns the team has played.
    pub turns: usize,
    /// When it began.
    pub opened: Moment,
    /// When it ends if somebody has voted by then.
    pub closes: Moment,
    /// When the team runs out of time.
    pub flag: Moment,
}

impl Voting {
    /// Returns when the vote ends, if this is the moment of the first vote for a turn.
    ///
    /// Without a vote at the [usual end](Self::closes), the first one starts half an hour more. The vote ends
    /// two minutes before the flag; a first vote after that ends it at once.
    pub fn ends(&self, first: Moment) -> Moment {
        if first < self.closes {
            return self.closes;
        }
        first.after(SHORTEST).min(self.latest()).max(first)
    }

    /// Returns the moment from which half of the usual time is over: a vote may end early then.
    pub fn half(&self) -> Moment {
        self.opened.after(self.opened.until(self.closes) / 2)
    }

    /// Returns the moment at which a third of the usual time is left.
    pub fn last_third(&self) -> Moment {
        self.closes.before(self.opened.until(self.closes) / 3)
    }

    fn latest(&self) -> Moment {
        self.flag.before(BEFORE_FLAG).max(self.opened)
    }
}

impl Match {
    /// Returns the team in a seat; `None` for a person and a computer.
    pub fn team(&self, seat: Seat) -> Option<Team> {
        self.player(seat)?.team()
    }

    /// Whether a person decides what happens around a match, such as its page: a player, and who started it for a team.
    pub fn decides_for_it(&self, user: UserId) -> bool {
        let starter = self.has_team() && self.proposal().challenger == user;
        starter || self.seat_of(user).is_some()
    }

    /// Whether a team plays, or is to play if the challenge is accepted.
    pub fn has_team(&self) -> bool {
        self.proposal().has_team()
    }

    /// Returns an error if a person cannot vote on a board: the vote is over, or they play against the team.
    pub fn votes_on(&self, by: UserId, board: u32) -> Result<Voting, Refusal> {
        self.in_play()?;
        self.unpaused()?;
        if self.seat_of(by).is_some() {
            return Err(Refusal::NotYourMatch(self.id()));
        }
        let voting = self.voting().filter(|voting| voting.board == board);
        voting.ok_or(Refusal::MovedOn {
            id: self.id(),
            ply: self.ply(),
        })
    }

    /// Whether a person can vote now, if they belong to the team.
    pub fn may_vote(&self, by: UserId) -> bool {
        self.votes_on(by, self.board()).is_ok()
    }

    /// Returns the canonical text of a turn for which a person votes.
    pub fn voted_turn(&self, by: UserId, text: &str, seen: Option<u32>) -> Result<String, Refusal> {
        let voting = self.votes_on(by, seen.unwrap_or(self.board()))?;
        match self.play_as(voting.seat, text, false)? {
            Fact::Turn { text, .. } => Ok(text),
            _ => Err(Refusal::NoTurn),
        }
    }

    /// Returns the vote that is open; `None` if no team is to move, or the match is paused.
    ///
    /// It lasts a third of the time that the clock showed, at least 30 minutes (or a tenth of that time, if that is
    /// less) and at most 24 hours.
    pub fn voting(&self) -> Option<Voting> {
        let seat = self.to_move()?;
        let team = self.team(seat)?;
        let flag = self.deadline()?;
        let (opened, _) = self.clocks().turn_began()?;
        let all = opened.until(flag);
        let shortest = SHORTEST.min(all / 10);
        let lasts = (all / 3).max(shortest).min(LONGEST);
        let mut voting = Voting {
            seat,
            team,
            board: self.board(),
            turns: self.turns_of(seat),
            opened,
            closes: opened.after(lasts),
            flag,
        };
        voting.closes = voting.closes.min(voting.latest());
        Some(voting)
    }
}
