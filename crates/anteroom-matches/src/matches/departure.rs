use super::command::Command;
use super::contest::Adjudication;
use super::ids::UserId;
use super::player::Player;
use super::state::Match;
use super::status::Status;
use crate::people::Moment;
use anteroom_games::Verdict;

impl Match {
    /// Returns the command that ends the match for a person whose data is being deleted.
    ///
    /// Returns `None` if the person no longer takes part. After a command of the clock another command may
    /// follow.
    pub fn leaving(&self, by: UserId, now: Moment) -> Option<Command> {
        let proposal = self.proposal();
        let (own, invited) = (
            proposal.challenger == by,
            proposal.invited == Some(Player::Person(by)),
        );
        match self.status() {
            Status::Open if own || invited => Some(match self.expired(now) {
                Some(_) => Command::Expire,
                None if own => Command::Withdraw { by },
                None => Command::Decline { by },
            }),
            Status::Playing if self.seat_of(by).is_some() => Some(match self.overdue(now) {
                Some(_) => Command::Flag,
                None if self.contest().is_some() => Command::Adjudicate {
                    verdict: self.seat_of(by).map(|seat| Verdict::Win(seat.other())),
                    why: Adjudication::Forfeit,
                },
                None if self.may_abort() => Command::Abort { by },
                None => Command::Resign { by },
            }),
            Status::Playing if own && proposal.exhibition.is_some() => Some(Command::Discontinue),
            _ => None,
        }
    }
}
