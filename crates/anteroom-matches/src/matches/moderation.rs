//! What a server's moderators do to its matches.

use super::command::ModeratorAsks;
use super::event::{Fact, Moderation};
use super::ids::UserId;
use super::refusal::Refusal;
use super::state::Match;
use super::status::{Ending, Status, Undone};
use crate::people::Moment;
use anteroom_board::Seat;

/// The maximum length of a reason in characters.
pub const MOST_REASON: usize = 200;

/// Normalizes a typed reason: one line, at most [`MOST_REASON`] characters.
pub fn reason_text(typed: &str) -> String {
    let words = typed.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(MOST_REASON).collect()
}

/// Normalizes a reason that is required; `None` if nothing was typed.
pub fn given_reason(typed: &str) -> Option<String> {
    Some(reason_text(typed)).filter(|reason| !reason.is_empty())
}

impl Match {
    /// Whether a moderator has paused the match.
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Decides a moderator's request.
    pub(crate) fn moderate(
        &self,
        by: UserId,
        asks: ModeratorAsks,
        reason: &str,
    ) -> Result<Fact, Refusal> {
        let id = self.id();
        if asks == ModeratorAsks::Reopen {
            self.may_be_reopened()?;
        } else {
            self.in_play()?;
        }
        if self.seat_of(by).is_some() {
            return Err(Refusal::ModeratesOwn(id));
        }
        let reason = given_reason(reason).ok_or(Refusal::NoReason)?;
        let act = match asks {
            ModeratorAsks::Pause if self.paused => return Err(Refusal::PausedAlready(id)),
            ModeratorAsks::Pause => Moderation::Pause,
            ModeratorAsks::Resume if !self.paused => return Err(Refusal::NotPaused(id)),
            ModeratorAsks::Resume => Moderation::Resume,
            ModeratorAsks::End(verdict) => Moderation::End(verdict),
            ModeratorAsks::Undo => {
                let last = self
                    .record()
                    .iter()
                    .rposition(|entry| entry.text.is_some() && self.computer(entry.seat).is_none());
                let last = last.ok_or(Refusal::NothingToUndo(id))?;
                let ply = u32::try_from(last).map_err(|_| Refusal::NothingToUndo(id))?;
                Moderation::Undo { ply }
            }
            ModeratorAsks::Redo if !self.may_put_back() => {
                return Err(Refusal::NothingToRedo(id));
            }
            ModeratorAsks::Redo => Moderation::Redo,
            ModeratorAsks::LetOut(user) => {
                let seat = self.seat_of(user).ok_or(Refusal::NoneOfItsPlayers(id))?;
                Moderation::LetOut(seat)
            }
            ModeratorAsks::Reopen => Moderation::Reopen,
        };
        Ok(Fact::Moderated { by, act, reason })
    }

    /// Folds in a moderator's act.
    pub(crate) fn moderated(
        &mut self,
        by: UserId,
        act: Moderation,
        at: Moment,
    ) -> Result<(), String> {
        match act {
            Moderation::Pause => {
                self.paused = true;
                self.draw_offer = None;
                self.takebacks.asked = None;
                self.clocks.stop(at);
            }
            Moderation::Resume => {
                self.paused = false;
                if let Some(seat) = self.clocked_now() {
                    self.clocks.start(seat, at);
                }
            }
            Moderation::End(verdict) => {
                let out = None;
                self.end(Ending::Moderated { by, verdict, out }, at);
            }
            Moderation::LetOut(seat) => {
                let ending = Ending::Moderated {
                    by,
                    verdict: None,
                    out: Some(seat),
                };
                self.end(ending, at);
            }
            // Only a finished match can be reopened, and this one is being played.
            Moderation::Reopen => return Err(String::from("it is not over")),
            Moderation::Undo { ply } => {
                let index = usize::try_from(ply).map_err(|_| String::from("no such turn"))?;
                let seat: Seat = self
                    .record()
                    .get(index)
                    .map(|entry| entry.seat)
                    .ok_or_else(|| String::from("no such turn"))?;
                self.undo(seat, ply, at)?;
                if self.paused {
                    self.clocks.stop(at);
                }
            }
            Moderation::Redo => {
                self.put_back(at)?;
                match self.clocked_now() {
                    _ if self.paused => self.clocks.stop(at),
                    // The turn was undone during a pause, and the match has resumed since.
                    Some(seat) if self.clocks.running() != Some(seat) => {
                        self.clocks.start(seat, at);
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Returns the ending that a moderator has undone last.
    pub fn undone(&self) -> Option<&Undone> {
        self.undone.as_deref()
    }

    /// Returns an error if the ending is final: by rule, annulled, or with a player's data deleted.
    fn may_be_reopened(&self) -> Result<(), Refusal> {
        let id = self.id();
        let Some(ending) = self.ending() else {
            return Err(match self.status() {
                Status::Playing => Refusal::NotOver(id),
                Status::Aborted(_) => Refusal::NothingToReopen(id),
                _ => self.in_play().err().unwrap_or(Refusal::NotOver(id)),
            });
        };
        match ending {
            Ending::Game(_) => return Err(Refusal::EndedByRules(id)),
            Ending::Stopped(_) => return Err(Refusal::NothingToReopen(id)),
            // The contest has counted the result.
            _ if self.contest().is_some() => return Err(Refusal::InContest(id)),
            Ending::Resigned(_)
            | Ending::Flagged(_)
            | Ending::NoShow(_)
            | Ending::Agreed
            | Ending::Moderated { .. }
            | Ending::Adjudicated { .. }
            | Ending::Unexplained(_)
            | Ending::Abandoned => {}
        }
        if self.is_annulled() {
            return Err(Refusal::StaysAnnulled(id));
        }
        if self.people().any(|user| user.deleted_name().is_some()) {
            return Err(Refusal::PlayerGone(id));
        }
        Ok(())
    }

    /// Reopens the match. The current turn restarts with its initial clock reading.
    pub(crate) fn reopened(&mut self, at: Moment) -> Result<(), String> {
        let (Status::Finished(ending), Some(ended)) = (self.status(), self.ended_at()) else {
            return Err(String::from("it is not over"));
        };
        if self.position().outcome().is_some() {
            return Err(String::from("the rules of its game ended it"));
        }
        let ply = self.ply();
        self.undone = Some(Box::new(Undone {
            ending: ending.clone(),
            at: ended,
            ply,
        }));
        self.playing_again();
        if let Some(then) = self.clocks_at_end.take() {
            self.clocks = then.resumed(&self.clocks, None, at);
        }
        match self.clocked_now() {
            Some(seat) if self.clocks.running() != Some(seat) => self.clocks.start(seat, at),
            _ => {}
        }
        Ok(())
    }

    /// Returns an error if the match is paused.
    pub(crate) fn unpaused(&self) -> Result<(), Refusal> {
        if self.paused && *self.status() == Status::Playing {
            return Err(Refusal::Paused(self.id()));
        }
        Ok(())
    }
}
