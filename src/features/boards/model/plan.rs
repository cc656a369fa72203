//! Lines of planned turns, put together pick by pick.

use super::picker::{Picked, Picker, PickerAct};
use crate::board::Seat;
use crate::matches::conditional::MOST_TURNS;
use crate::matches::{Event, Fact, Line, Match, Refusal, UserId};
use crate::people::Moment;

/// A line that a player is putting together, as far as the picks have come: the next turn is one to be picked.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The canonical texts of the turns of both players before it.
    pub turns: Vec<String>,
    /// The keys of the picks of the next turn so far.
    pub picks: Vec<String>,
    /// The match as it would stand after those turns.
    pub ahead: Match,
    /// Where the picks lead. Only a turn of the player's own is ever whole: one of the other player is among the turns then.
    pub picked: Picked,
}

/// A picker for the board of a match, after one for an earlier board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaughtUp {
    pub picker: Picker,
    /// The turns of its line that were made meanwhile.
    pub made: Vec<String>,
    /// The player's own turn that the line has for this board, where it is the player's move by now.
    pub answer: Option<String>,
}

impl CaughtUp {
    /// A picker that has nothing to catch up with.
    #[must_use]
    pub const fn at(picker: Picker) -> Self {
        Self {
            picker,
            made: Vec::new(),
            answer: None,
        }
    }
}

impl Match {
    /// A line of these turns, and these picks of the turn after them, on this board. The other player's turn, once it is
    /// whole, becomes one of the turns; so does an answer to it that the player has planned before, for no board has two.
    ///
    /// # Errors
    ///
    /// When the player is to move, the turns or picks lead nowhere, the line is too long, or the game is over at its end.
    pub fn plan(
        &self,
        by: UserId,
        turns: Vec<String>,
        picks: Vec<String>,
        kept: &[Line],
        now: Moment,
    ) -> Result<Plan, Refusal> {
        let seat = self.waiting_seat(by)?;
        let (mut ahead, mut line, mut picks) = (self.clone(), Vec::new(), picks);
        let mut given = turns.into_iter();
        loop {
            let Some(mover) = ahead.to_move() else {
                return Err(line
                    .pop()
                    .map_or(Refusal::NoTurn, |turn| Refusal::NothingToAnswer { turn }));
            };
            let next = match given.next() {
                Some(turn) => turn,
                // There must be room for an answer.
                None if line.len() + usize::from(mover != seat) >= MOST_TURNS => {
                    return Err(Refusal::LineTooLong { most: MOST_TURNS });
                }
                None => {
                    let answer = if mover == seat && picks.is_empty() {
                        self.kept_after(&line, kept)
                    } else {
                        None
                    };
                    let picked = ahead.picked(&picks).ok_or(Refusal::NotOnOffer)?;
                    match answer {
                        Some(answer) => answer.to_owned(),
                        None if mover != seat && picked.choice.is_none() => {
                            picks.clear();
                            picked.text()
                        }
                        None => {
                            return Ok(Plan {
                                turns: line,
                                picks,
                                ahead,
                                picked,
                            });
                        }
                    }
                }
            };
            ahead.think_of(mover, &next, now)?;
            line.push(next);
        }
    }

    /// A line after what its player does to it now.
    ///
    /// # Errors
    ///
    /// As [`plan`](Self::plan), or when there is nothing of that kind to be done.
    pub fn plan_after(
        &self,
        by: UserId,
        plan: Plan,
        act: PickerAct,
        kept: &[Line],
        now: Moment,
    ) -> Result<Plan, Refusal> {
        let Plan {
            mut turns,
            picks,
            picked,
            ahead,
        } = plan;
        let picks = match act {
            PickerAct::GoOn if picked.choice.is_none() => {
                turns.push(picked.text());
                Vec::new()
            }
            PickerAct::StartOver => {
                turns.clear();
                Vec::new()
            }
            PickerAct::Back if picks.is_empty() => {
                let made = ahead
                    .record()
                    .iter()
                    .skip(self.record().len())
                    .filter(|entry| entry.text.is_some());
                let mut seats: Vec<_> = made.map(|entry| entry.seat).collect();
                // What was not picked would come again: an answer that is kept already, and the other's only turn.
                while let Some(turn) = turns.pop()
                    && if seats.pop() == self.seat_of(by) {
                        self.kept_after(&turns, kept) == Some(&*turn)
                    } else {
                        self.forces_after(&turns, now)
                    }
                {}
                Vec::new()
            }
            act => picked.after(picks, act).ok_or(Refusal::NotOnOffer)?,
        };
        self.plan(by, turns, picks, kept, now)
    }

    /// A picker that was opened on an earlier board, or on this one, for this board; `None` when the match went another
    /// way than its line, or another turn is due than the one that it was for.
    #[must_use]
    pub fn catch_up(&self, by: UserId, picker: Picker) -> Option<CaughtUp> {
        let board = self.board();
        let Some(turns) = picker.line.clone().filter(|_| picker.board != board) else {
            return (picker.board == board).then_some(CaughtUp::at(picker));
        };
        let line = Line {
            board: picker.board,
            turns,
        };
        let rest = self.rest_of(&line)?.to_vec();
        let made = line.turns.get(..line.turns.len() - rest.len())?.to_vec();
        if self.person_to_move() != Some(by) {
            return Some(CaughtUp {
                picker: Picker {
                    board,
                    line: Some(rest),
                    ..picker
                },
                made,
                answer: None,
            });
        }
        let answer = rest.into_iter().next();
        // The picks are for the turn after the whole line.
        let picks = if answer.is_some() {
            Vec::new()
        } else {
            picker.picks
        };
        Some(CaughtUp {
            picker: Picker {
                board,
                line: None,
                picks,
                ..picker
            },
            made,
            answer,
        })
    }

    /// Makes a turn that is only thought of.
    fn think_of(&mut self, seat: Seat, turn: &str, now: Moment) -> Result<(), Refusal> {
        let fact = Fact::Turn {
            seat,
            text: turn.to_owned(),
            conditional: false,
        };
        // No clock must run out meanwhile.
        let at = now.max(self.changed_at());
        self.apply(&Event { at, fact })
            .map_err(|_| Refusal::NotOnOffer)
    }

    /// Whether there is only one turn after these.
    fn forces_after(&self, turns: &[String], now: Moment) -> bool {
        let mut ahead = self.clone();
        let made = turns.iter().try_for_each(|turn| {
            let seat = ahead.to_move().ok_or(Refusal::NotOnOffer)?;
            ahead.think_of(seat, turn, now)
        });
        made.is_ok()
            && ahead
                .picked(&[])
                .is_some_and(|picked| picked.choice.is_none())
    }

    /// The turn that some kept line has after these turns.
    fn kept_after<'a>(&self, turns: &[String], kept: &'a [Line]) -> Option<&'a str> {
        kept.iter()
            .find_map(|line| self.rest_of(line)?.strip_prefix(turns)?.first())
            .map(String::as_str)
    }
}
