use std::time::Duration;

use super::bounds::{CLOCK_CHANGES_WITHIN, MOST_CLOCK_CHANGES};
use super::command::{Command, ComputerAct, TeamAct};
use super::contest::Adjudication;
use super::event::{Event, Fact};
use super::ids::UserId;
use super::illegal_turn::IllegalTurn;
use super::player::Player;
use super::refusal::Refusal;
use super::state::Match;
use super::status::Status;
use super::texts::ending_words;
use crate::matches::clock::days_off::DaysOff;
use crate::matches::clock::time_control::TimeControl;
use crate::people::{Moment, TimeOff, Zone};
use anteroom_board::Seat;
use anteroom_games::{
    Completions, DynPosition, IllegalStep, Progress, TurnError, complete_turn, read_turn,
};

/// The most legal turns that a refusal names, and the most characters of a typed step that it repeats.
const NEARBY: usize = 3;
const TYPED: usize = 60;

/// The least and the most time that a player may give the other at once.
const LEAST_GIFT: Duration = Duration::from_mins(1);
const MOST_GIFT: Duration = Duration::from_hours(30 * 24);

impl Match {
    /// Returns the events that a command causes at a moment, without applying them.
    ///
    /// A clock runs out at its deadline, even if the bot notices later. Until [`Command::Flag`] has been decided
    /// and applied, every other command is refused.
    pub fn decide(&self, command: &Command, now: Moment) -> Result<Vec<Event>, Refusal> {
        let fact = match command {
            Command::Accept { by } => self.accept(*by)?,
            Command::Decline { by } => self.decline(*by)?,
            Command::Withdraw { by } => self.withdraw(*by)?,
            Command::Play { by, text, board } => self.play(*by, text, *board, false, now)?,
            Command::PlayConditional { by, text, board } => {
                self.play(*by, text, Some(*board), true, now)?
            }
            Command::TakeBack { by, grace } => self.ask_takeback(*by, *grace, now)?,
            Command::AcceptTakeback { by } => self.accept_takeback(*by, now)?,
            Command::DeclineTakeback { by } => Fact::TakebackDeclined {
                seat: self.answering_takeback(*by, now)?,
            },
            Command::Resign { by } => Fact::Resigned {
                seat: self.leaver(*by, now)?,
            },
            Command::Abort { by } => self.abort(*by, now)?,
            Command::OfferDraw { by } => self.offer_draw(*by, now)?,
            Command::AcceptDraw { by } => Fact::DrawAgreed {
                seat: self.answering(*by, now)?,
            },
            Command::DeclineDraw { by } => Fact::DrawDeclined {
                seat: self.answering(*by, now)?,
            },
            Command::Team { seat, act } => return self.team_acts(*seat, act, now),
            Command::Computer { seat, act } => self.computer_acts(*seat, act, now)?,
            Command::Discontinue => self.discontinue()?,
            Command::GiveTime { by, time } => self.give_time(*by, *time, now)?,
            Command::TakeOff { by, off } => self.take_off(*by, *off, now)?,
            Command::EndTimeOff { by } => self.end_time_off(*by, now)?,
            Command::SetZone { by, zone } => self.set_zone(*by, zone, now)?,
            Command::Annul { by, moderates } => self.annul(*by, *moderates)?,
            Command::Renew { by } => self.renew(*by)?,
            Command::Moderate { by, asks, reason } => self.moderate(*by, *asks, reason)?,
            Command::Abandon => {
                self.in_play()?;
                Fact::Abandoned
            }
            Command::Adjudicate { verdict, why } => {
                self.in_play()?;
                if self.contest().is_none() {
                    return Err(Refusal::NoContest(self.id()));
                }
                Fact::Adjudicated {
                    verdict: *verdict,
                    why: *why,
                }
            }
            Command::Thaw { since } => Fact::Thawed { since: *since },
            Command::Expire => {
                let at = self.expired(now).ok_or(Refusal::StillTime)?;
                return Ok(vec![Event {
                    // The match may have been unreadable when the challenge expired.
                    at: at.max(self.changed_at()),
                    fact: Fact::Expired,
                }]);
            }
            Command::Flag => {
                let (seat, at) = self.overdue(now).ok_or(Refusal::StillTime)?;
                return Ok(vec![Event {
                    at,
                    fact: Fact::Flagged {
                        seat,
                        no_show: self.is_no_show(seat),
                    },
                }]);
            }
        };
        // If the clock was set back, events still must not go back in time.
        Ok(vec![Event {
            at: now.max(self.changed_at()),
            fact,
        }])
    }

    /// Returns the seat whose time has run out at this moment, and the deadline.
    pub fn overdue(&self, now: Moment) -> Option<(Seat, Moment)> {
        let at = self.deadline().filter(|deadline| *deadline <= now)?;
        Some((self.to_move()?, at))
    }

    fn open(&self) -> Result<(), Refusal> {
        match self.status() {
            Status::Open => Ok(()),
            Status::Declined => Err(Refusal::NotOpen("it was declined")),
            Status::Withdrawn => Err(Refusal::NotOpen("it was withdrawn")),
            Status::Expired => Err(Refusal::NotOpen("nobody answered it for 14 days")),
            Status::Playing | Status::Finished(_) | Status::Aborted(_) => {
                Err(Refusal::NotOpen("it has been accepted"))
            }
        }
    }

    fn accept(&self, by: UserId) -> Result<Fact, Refusal> {
        self.open()?;
        if by == self.proposal().challenger {
            return Err(Refusal::OwnChallenge);
        }
        match self.proposal().invited {
            // Anybody of the team accepts for it: the caller knows who that is.
            Some(team @ Player::Team(_)) => Ok(Fact::Accepted { by: team }),
            Some(invited) if invited != Player::Person(by) => Err(Refusal::OnlyInvited {
                invited: Box::new(invited),
            }),
            _ => Ok(Fact::Accepted { by: by.into() }),
        }
    }

    fn decline(&self, by: UserId) -> Result<Fact, Refusal> {
        self.open()?;
        if by == self.proposal().challenger {
            return Err(Refusal::OwnChallenge);
        }
        match self.proposal().invited {
            None | Some(Player::Team(_)) => Err(Refusal::NobodyInvited),
            Some(invited) if invited != Player::Person(by) => Err(Refusal::OnlyInvited {
                invited: Box::new(invited),
            }),
            Some(_) => Ok(Fact::Declined { by }),
        }
    }

    fn withdraw(&self, by: UserId) -> Result<Fact, Refusal> {
        self.open()?;
        let challenger = self.proposal().challenger;
        if by == challenger {
            Ok(Fact::Withdrawn)
        } else {
            Err(Refusal::NotChallenger { challenger })
        }
    }

    fn renew(&self, by: UserId) -> Result<Fact, Refusal> {
        let challenger = self.proposal().challenger;
        match self.status() {
            Status::Expired if by == challenger => Ok(Fact::Renewed),
            Status::Expired => Err(Refusal::NotRenewer { challenger }),
            Status::Open => Err(Refusal::OpenAlready),
            _ => Err(Refusal::NotRenewable),
        }
    }

    fn discontinue(&self) -> Result<Fact, Refusal> {
        self.in_play()?;
        if self.proposal().exhibition.is_none() {
            return Err(Refusal::StillTime);
        }
        Ok(Fact::Adjudicated {
            verdict: None,
            why: Adjudication::Discontinued,
        })
    }

    fn abort(&self, by: UserId, now: Moment) -> Result<Fact, Refusal> {
        self.leaver(by, now)?;
        if self.may_abort() {
            Ok(Fact::Aborted { by })
        } else {
            Err(Refusal::TooLateToAbort(self.id()))
        }
    }

    fn annul(&self, by: UserId, moderates: bool) -> Result<Fact, Refusal> {
        let id = self.id();
        if !moderates {
            return Err(Refusal::NotModerator);
        }
        if *self.status() == Status::Playing {
            return Err(Refusal::StillPlayed(id));
        }
        if !self.result_counts() {
            return Err(Refusal::NotRated(id));
        }
        if self.is_annulled() {
            return Err(Refusal::AnnulledAlready(id));
        }
        Ok(Fact::Annulled { by: Some(by) })
    }

    fn computer_acts(&self, seat: Seat, act: &ComputerAct, now: Moment) -> Result<Fact, Refusal> {
        let id = self.id();
        if self.computer(seat).is_none() {
            return Err(Refusal::NotYourMatch(id));
        }
        self.in_play()?;
        self.unpaused()?;
        self.in_time(now)?;
        match act {
            ComputerAct::Play { text, board } => {
                self.on_board(Some(*board))?;
                self.check_turn(seat)?;
                self.play_as(seat, text, false)
            }
            ComputerAct::AcceptDraw | ComputerAct::DeclineDraw => match self.draw_offer() {
                None => Err(Refusal::NoOffer),
                Some(offerer) if offerer == seat => Err(Refusal::OwnOffer),
                Some(_) if *act == ComputerAct::AcceptDraw => Ok(Fact::DrawAgreed { seat }),
                Some(_) => Ok(Fact::DrawDeclined { seat }),
            },
        }
    }

    /// Decides what a team has voted for. `now` is when the vote ended.
    fn team_acts(&self, seat: Seat, act: &TeamAct, now: Moment) -> Result<Vec<Event>, Refusal> {
        if self.team(seat).is_none() {
            return Err(Refusal::NotYourMatch(self.id()));
        }
        self.in_play()?;
        self.unpaused()?;
        self.in_time(now)?;
        let at = now.max(self.changed_at());
        let event = |fact| Event { at, fact };
        Ok(match act {
            TeamAct::Play {
                text,
                board,
                ballot,
                offers_draw,
            } => {
                self.on_board(Some(*board))?;
                self.check_turn(seat)?;
                let turn = event(self.play_as(seat, text, false)?.voted(ballot));
                let mut after = self.clone();
                // What is decided can be applied.
                let _ = after.apply(&turn);
                let offers = *offers_draw && *after.status() == Status::Playing;
                let offer = offers.then(|| event(Fact::DrawOffered { seat }));
                std::iter::once(turn).chain(offer).collect()
            }
            TeamAct::AcceptDraw { board } => {
                self.on_board(Some(*board))?;
                match self.draw_offer() {
                    None => return Err(Refusal::NoOffer),
                    Some(offerer) if offerer == seat => return Err(Refusal::OwnOffer),
                    Some(_) => vec![event(Fact::DrawAgreed { seat })],
                }
            }
            TeamAct::Resign => vec![event(Fact::Resigned { seat })],
        })
    }

    /// Returns an error if the time of the player to move has run out.
    fn in_time(&self, now: Moment) -> Result<(), Refusal> {
        match self.overdue(now) {
            Some((late, at)) => Err(Refusal::OutOfTime {
                colour: self.colour(late),
                at,
            }),
            None => Ok(()),
        }
    }

    /// Returns the seat of a person in a match that is being played.
    pub fn player_seat(&self, by: UserId) -> Result<Seat, Refusal> {
        if self.players().is_some() && self.seat_of(by).is_none() {
            return Err(Refusal::NotYourMatch(self.id()));
        }
        self.in_play()?;
        self.seat_of(by).ok_or(Refusal::NotYourMatch(self.id()))
    }

    /// Returns an error unless the match is being played.
    pub fn in_play(&self) -> Result<(), Refusal> {
        let id = self.id();
        let never = |why| Err(Refusal::NeverPlayed { id, why });
        match self.status() {
            Status::Playing => Ok(()),
            Status::Open => Err(Refusal::NotBegun(id)),
            Status::Declined => never("the challenge was declined"),
            Status::Withdrawn => never("the challenge was withdrawn"),
            Status::Expired => never("nobody answered the challenge for 14 days"),
            Status::Aborted(_) => never("one of its players cancelled it"),
            Status::Finished(ending) => Err(Refusal::Finished {
                id,
                result: ending_words(self, ending),
            }),
        }
    }

    /// Returns an error if the match belongs to a contest.
    fn outside_contests(&self) -> Result<(), Refusal> {
        match self.contest() {
            Some(_) => Err(Refusal::InContest(self.id())),
            None => Ok(()),
        }
    }

    /// Returns the seat of a player who may act now.
    ///
    /// In a paused match a player may only [leave](Self::leaver).
    fn player_in_time(&self, by: UserId, now: Moment) -> Result<Seat, Refusal> {
        let seat = self.leaver(by, now)?;
        self.unpaused().map(|()| seat)
    }

    /// Returns the seat of a player who may resign now.
    fn leaver(&self, by: UserId, now: Moment) -> Result<Seat, Refusal> {
        let seat = self.player_seat(by)?;
        self.in_time(now).map(|()| seat)
    }

    /// Returns an error if the other seat is to move.
    pub(crate) fn check_turn(&self, seat: Seat) -> Result<(), Refusal> {
        match (self.to_move(), self.player_to_move()) {
            (Some(due), Some(to_move)) if due != seat => Err(Refusal::NotYourTurn {
                to_move: Box::new(to_move),
                colour: self.colour(due),
            }),
            _ => Ok(()),
        }
    }

    /// Returns the seat of a player who may move now. `seen` is the number of the board they see, if known.
    pub fn mover(&self, by: UserId, seen: Option<u32>, now: Moment) -> Result<Seat, Refusal> {
        let seat = self.player_in_time(by, now)?;
        self.on_board(seen)?;
        self.check_turn(seat)?;
        Ok(seat)
    }

    /// Returns an error if the player sees an older board.
    fn on_board(&self, seen: Option<u32>) -> Result<(), Refusal> {
        if seen.is_some_and(|seen| seen != self.board()) {
            return Err(Refusal::MovedOn {
                id: self.id(),
                ply: self.ply(),
            });
        }
        Ok(())
    }

    /// Completes a turn that a player types, see [`complete_turn`].
    pub fn complete(&self, by: UserId, typed: &str, most: usize) -> Result<Completions, Refusal> {
        if !self.may_vote(by) {
            self.check_turn(self.player_seat(by)?)?;
        }
        complete_turn(self.position(), typed, most)
            .map_err(|error| Self::why_not(self.position(), error))
    }

    fn play(
        &self,
        by: UserId,
        text: &str,
        seen: Option<u32>,
        conditional: bool,
        now: Moment,
    ) -> Result<Fact, Refusal> {
        let seat = self.mover(by, seen, now)?;
        self.play_as(seat, text, conditional)
    }

    pub(crate) fn play_as(
        &self,
        seat: Seat,
        text: &str,
        conditional: bool,
    ) -> Result<Fact, Refusal> {
        let turn = read_turn(self.position(), text)
            .map_err(|error| Self::why_not(self.position(), error))?;
        let done = turn.text();
        let missing = match turn.progress {
            Progress::Complete => {
                return Ok(Fact::Turn {
                    seat,
                    text: done,
                    conditional,
                    ballot: None,
                });
            }
            Progress::MayGoOn(missing) | Progress::MustGoOn(missing) => missing,
        };
        let (next, _) = turn.after.complete("", NEARBY);
        let next = next
            .into_iter()
            .map(|step| format!("{done} {}", step.step))
            .collect();
        Err(Refusal::Unfinished {
            steps: turn.steps,
            missing,
            next,
        })
    }

    /// Returns the refusal for a text that is not a legal turn in this position.
    pub fn why_not(position: &dyn DynPosition, error: TurnError) -> Refusal {
        match error {
            TurnError::Empty => Refusal::NoTurn,
            TurnError::TooLong { .. } => Refusal::TooLong(error),
            TurnError::Step {
                done,
                typed,
                illegal,
            } => {
                let IllegalStep {
                    sentence,
                    cells,
                    rule,
                    candidates,
                } = *illegal;
                let typed: String = typed.chars().take(TYPED).collect();
                let ambiguous = !candidates.is_empty();
                let mut before = position.boxed_clone();
                for step in &done {
                    // These steps are legal: they were played before.
                    let _ = before.play(step);
                }
                let steps = if ambiguous {
                    candidates
                } else {
                    before.nearest(&typed, NEARBY)
                };
                let lead = done
                    .iter()
                    .fold(String::new(), |lead, step| lead + step + " ");
                let alternatives = steps.iter().map(|step| format!("{lead}{step}")).collect();
                Box::new(IllegalTurn {
                    sentence,
                    rule,
                    cells,
                    done,
                    typed,
                    ambiguous,
                    alternatives,
                })
                .into()
            }
        }
    }

    fn give_time(&self, by: UserId, time: Duration, now: Moment) -> Result<Fact, Refusal> {
        let seat = self.player_in_time(by, now)?.other();
        self.outside_contests()?;
        if self.computer(seat).is_some() {
            return Err(Refusal::NoClockToGive);
        }
        if !(LEAST_GIFT..=MOST_GIFT).contains(&time) {
            return Err(Refusal::Gift);
        }
        if self.clocks().left(seat, now).saturating_add(time) > TimeControl::LONGEST {
            return Err(Refusal::GiftTooLarge);
        }
        self.may_change_clocks(seat.other(), now)?;
        Ok(Fact::TimeGiven { seat, time })
    }

    /// Returns an error if a player has changed clocks too often within a day.
    fn may_change_clocks(&self, seat: Seat, now: Moment) -> Result<(), Refusal> {
        let since = now.before(CLOCK_CHANGES_WITHIN);
        let changes = self.clock_changes[seat.index()].iter();
        if changes.filter(|at| **at > since).count() >= MOST_CLOCK_CHANGES {
            let most = MOST_CLOCK_CHANGES;
            return Err(Refusal::TooManyClockChanges { most });
        }
        Ok(())
    }

    fn take_off(&self, by: UserId, off: TimeOff, now: Moment) -> Result<Fact, Refusal> {
        let seat = self.leaver(by, now)?;
        if !self.proposal().days_off.allows() {
            return Err(Refusal::NoDaysOff(self.id()));
        }
        if self.clocks().most_off(seat, now).is_zero() {
            return Err(Refusal::DaysOffSpent(self.id()));
        }
        // Time off cannot begin in the past.
        let at = now.max(self.changed_at());
        let from = off.from.max(at);
        if off.until <= from {
            return Err(Refusal::TimeOffOver);
        }
        if !self.clocks().has_room(seat, at) {
            return Err(Refusal::TooMuchPlanned);
        }
        // Automatic time off is a day long.
        if !off.automatic {
            self.may_change_clocks(seat, now)?;
        }
        Ok(Fact::TimeOff {
            seat,
            off: TimeOff { from, ..off },
        })
    }

    fn end_time_off(&self, by: UserId, now: Moment) -> Result<Fact, Refusal> {
        let seat = self.leaver(by, now)?;
        match self.clocks().time_off(seat, now) {
            Some(_) => Ok(Fact::TimeOffEnded { seat }),
            None => Err(Refusal::NotAway),
        }
    }

    fn set_zone(&self, by: UserId, zone: &Zone, now: Moment) -> Result<Fact, Refusal> {
        let seat = self.leaver(by, now)?;
        let matters = self.proposal().days_off == DaysOff::WeekendsToo;
        if !matters || zone == self.clocks().zone(seat) {
            return Err(Refusal::SameZone);
        }
        self.may_change_clocks(seat, now)?;
        Ok(Fact::Zoned {
            seat,
            zone: zone.clone(),
        })
    }

    fn offer_draw(&self, by: UserId, now: Moment) -> Result<Fact, Refusal> {
        let seat = self.player_in_time(by, now)?;
        match self.draw_offer() {
            Some(offerer) if offerer != seat => Ok(Fact::DrawAgreed { seat }),
            _ if !self.may_offer(seat) => Err(Refusal::OfferedAlready),
            _ => Ok(Fact::DrawOffered { seat }),
        }
    }

    /// Returns the seat of a player who may answer the draw offer.
    fn answering(&self, by: UserId, now: Moment) -> Result<Seat, Refusal> {
        let seat = self.player_in_time(by, now)?;
        match self.draw_offer() {
            None => Err(Refusal::NoOffer),
            Some(offerer) if offerer == seat => Err(Refusal::OwnOffer),
            Some(_) => Ok(seat),
        }
    }

    /// Takes the player's last turn back, or asks to.
    ///
    /// A turn younger than `grace` with no event after it is taken back at once.
    fn ask_takeback(&self, by: UserId, grace: Duration, now: Moment) -> Result<Fact, Refusal> {
        let seat = self.player_in_time(by, now)?;
        if self.has_team() {
            return Err(Refusal::TeamsTakeNothingBack(self.id()));
        }
        let (ply, turn) = self.last_turn_of(seat).ok_or(Refusal::NothingToTakeBack)?;
        // A computer always agrees.
        if self.computer(seat.other()).is_some() {
            return Ok(Fact::TakenBack {
                seat,
                ply: record_length(ply),
                agreed: true,
            });
        }
        let nothing_since = self.is_turn_last()
            && self
                .record()
                .iter()
                .skip(ply + 1)
                .all(|entry| entry.text.is_none());
        if nothing_since && !grace.is_zero() && turn.at.until(now) <= grace {
            return Ok(Fact::TakenBack {
                seat,
                ply: record_length(ply),
                agreed: false,
            });
        }
        self.outside_contests()?;
        match self.takeback_asked() {
            Some(asking) if asking != seat => Err(Refusal::AnswerTakeback),
            _ if self.has_asked(seat) => Err(Refusal::AskedAlready),
            _ => Ok(Fact::TakebackAsked { seat }),
        }
    }

    fn accept_takeback(&self, by: UserId, now: Moment) -> Result<Fact, Refusal> {
        let seat = self.answering_takeback(by, now)?.other();
        let (ply, _) = self.last_turn_of(seat).ok_or(Refusal::NothingToTakeBack)?;
        Ok(Fact::TakenBack {
            seat,
            ply: record_length(ply),
            agreed: true,
        })
    }

    /// Returns the seat of a player who may answer the take-back request.
    fn answering_takeback(&self, by: UserId, now: Moment) -> Result<Seat, Refusal> {
        let seat = self.player_in_time(by, now)?;
        match self.takeback_asked() {
            None => Err(Refusal::NoTakebackAsked),
            Some(asking) if asking == seat => Err(Refusal::OwnTakeback),
            Some(_) => Ok(seat),
        }
    }
}

/// Converts a length of the record. No record reaches the limit of `u32`.
fn record_length(entries: usize) -> u32 {
    u32::try_from(entries).unwrap_or(u32::MAX)
}
