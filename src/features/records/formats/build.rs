use std::collections::BTreeSet;
use std::time::Duration;

use super::extras::{Extras, Marks};
use super::notes::Notes;
use super::{MOST_TURNS, RecordError, Recorded, read_seat};
use crate::board::Seat;
use crate::games::{Game, GivenOptions, Progress, Quoted, Verdict, read_turn};
use crate::kernel::fair::is_spent;
use crate::matches::{
    ChannelId, DaysOff, Event, Fact, Match, MatchId, Moderation, Place, Player, Proposal,
    TimeControl, UserId,
};
use crate::people::Moment;

/// Builds a match from the data in a foreign record: settings, turns, end.
pub(crate) struct Builder {
    state: Match,
    events: Vec<Event>,
    id: Option<MatchId>,
    names: [String; 2],
    /// The data beyond the match, and the unknown parts of the match.
    pub(crate) extras: Extras,
    /// The number of seats passed over by the last turn that the record has not mentioned yet.
    passed: usize,
    notes: Notes,
}

/// The start of a foreign record.
pub(crate) struct Head {
    pub(crate) id: Option<MatchId>,
    pub(crate) game: &'static Game,
    pub(crate) options: GivenOptions,
    pub(crate) rules_version: Option<u32>,
    pub(crate) time: Option<TimeControl>,
    pub(crate) names: [String; 2],
    pub(crate) begun: Begun,
    /// The position text, if the match does not start from the game's initial position.
    pub(crate) position: Option<String>,
}

/// The start of a match, as precisely as the record gives it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Begun {
    /// At this moment.
    At(Moment),
    /// On the day that begins with this moment.
    Day(Moment),
    /// The record does not say.
    Unknown,
}

/// Placeholder ids: the players of a record are not Discord users.
pub(crate) const STRANGERS: [UserId; 2] = [UserId(1), UserId(2)];

impl Builder {
    pub(crate) fn new(head: Head) -> Result<Self, RecordError> {
        let options = head
            .game
            .complete_options(&head.options, || 0)
            .map_err(|error| RecordError::whole(error.to_string()))?;
        let nowhere = Place {
            guild: None,
            channel: ChannelId(0),
        };
        let time = head.time.unwrap_or_default();
        let proposal = Proposal {
            rules_version: head.rules_version.unwrap_or(head.game.card.rules_version),
            days_off: DaysOff::None,
            invited: Some(Player::Person(STRANGERS[1])),
            position: head.position,
            ..Proposal::new(nowhere, head.game, options, time, STRANGERS[0])
        };
        let (begun, is_known, day_only) = match head.begun {
            Begun::At(at) => (at, true, false),
            Begun::Day(at) => (at, false, true),
            Begun::Unknown => (Moment::default(), false, false),
        };
        let extras = Extras {
            foreign: head.id.is_none(),
            untimed: if is_known {
                BTreeSet::new()
            } else {
                (0..2).collect()
            },
            day_only,
            no_time_control: head.time.is_none(),
            ..Extras::default()
        };
        let events = vec![
            Event {
                at: begun,
                fact: Fact::Proposed(proposal),
            },
            Event {
                at: begun,
                fact: Fact::Accepted {
                    by: STRANGERS[1].into(),
                },
            },
        ];
        let state = Match::replay(head.id.unwrap_or(MatchId(1)), events.clone())
            .map_err(|error| RecordError::whole(error.why))?;
        Ok(Self {
            state,
            events,
            id: head.id,
            names: head.names,
            extras,
            passed: 0,
            notes: Notes::default(),
        })
    }

    pub(crate) fn state(&self) -> &Match {
        &self.state
    }

    /// Adds a note to the current board.
    pub(crate) fn comment(&mut self, text: &str) {
        self.notes.take(self.state.ply(), None, text);
    }

    /// Adds a note to a board of the match.
    pub(crate) fn note(&mut self, ply: u32, seat: Option<Seat>, text: &str) {
        if ply <= self.state.ply() {
            self.notes.take(ply, seat, text);
        }
    }

    /// Plays the next turn, in any notation that the game reads.
    pub(crate) fn turn(
        &mut self,
        text: &str,
        at: Option<Moment>,
        line: Option<usize>,
    ) -> Result<(), RecordError> {
        let wrong = |why: String| RecordError::next_turn(&self.state, line, why);
        if is_spent() {
            return Err(RecordError::too_long());
        }
        if self.state.record().len() >= MOST_TURNS {
            return Err(RecordError {
                before: None,
                ..wrong(format!("A record has {MOST_TURNS} turns at most."))
            });
        }
        let Some(seat) = self.state.to_move() else {
            return Err(wrong(format!(
                "{} comes after the end of the match.",
                Quoted(text)
            )));
        };
        let fact = Fact::Turn {
            seat,
            text: whole_turn(&self.state, text).map_err(wrong)?,
            conditional: false,
            ballot: None,
        };
        let before = self.state.record().len();
        self.push(at, fact, line)?;
        self.passed = self.state.record().len().saturating_sub(before + 1);
        Ok(())
    }

    /// Consumes a seat that the record says was passed over.
    pub(crate) fn passed_over(&mut self, line: Option<usize>) -> Result<(), RecordError> {
        match self.passed.checked_sub(1) {
            Some(left) => {
                self.passed = left;
                Ok(())
            }
            None => Err(RecordError::next_turn(
                &self.state,
                line,
                "Nobody passes here: the side to move has a legal move.",
            )),
        }
    }

    /// Ends an unfinished match, in a record's words: `resigned first`.
    pub(crate) fn end(
        &mut self,
        words: &str,
        at: Option<Moment>,
        line: Option<usize>,
    ) -> Result<(), RecordError> {
        let fact = match *words.split_whitespace().collect::<Vec<_>>() {
            ["resigned", by] => read_seat(by).map(|seat| Fact::Resigned { seat }),
            ["flagged", by] => read_seat(by).map(|seat| Fact::Flagged {
                seat,
                no_show: false,
            }),
            ["no-show", by] => read_seat(by).map(|seat| Fact::Flagged {
                seat,
                no_show: true,
            }),
            ["agreed"] => Some(Fact::DrawAgreed { seat: Seat::First }),
            ["stopped"] => Some(Fact::Stopped { by: STRANGERS[0] }),
            ["won", winner] => read_seat(winner).map(|winner| Fact::Recorded {
                verdict: Verdict::Win(winner),
            }),
            ["drawn"] => Some(Fact::Recorded {
                verdict: Verdict::Draw,
            }),
            ["abandoned"] => Some(Fact::Abandoned),
            ["decided", what] => match what {
                "draw" => Some(Some(Verdict::Draw)),
                "nothing" => Some(None),
                word => read_seat(word).map(|winner| Some(Verdict::Win(winner))),
            }
            .map(|verdict| Fact::Moderated {
                by: STRANGERS[0],
                act: Moderation::End(verdict),
                reason: String::new(),
            }),
            _ => None,
        };
        let fact = fact.ok_or_else(|| RecordError {
            line,
            ..RecordError::whole(format!("{} is no end of a match.", Quoted(words)))
        })?;
        self.push(at, fact, line)
    }

    /// Stores the clock after the last event.
    pub(crate) fn clock(&mut self, left: Option<Duration>) {
        let last = self.events.len() - 1;
        self.extras.clocks.extend(left.map(|left| (last, left)));
    }

    pub(crate) fn gift(
        &mut self,
        (seat, time, at): (Seat, Duration, Option<Moment>),
        line: Option<usize>,
    ) -> Result<(), RecordError> {
        self.push(at, Fact::TimeGiven { seat, time }, line)
    }

    /// Adds marks to the current board.
    pub(crate) fn mark(&mut self, marks: Marks) {
        if marks != Marks::default() {
            let there = self.extras.marks.entry(self.state.ply()).or_default();
            there.signs.extend(marks.signs);
            there.commands.extend(marks.commands);
            there.variations.extend(marks.variations);
            there.properties.push_str(&marks.properties);
        }
    }

    /// Appends an event. Without a time it gets the time of the previous event.
    fn push(
        &mut self,
        at: Option<Moment>,
        fact: Fact,
        line: Option<usize>,
    ) -> Result<(), RecordError> {
        if at.is_none() {
            self.extras.untimed.insert(self.events.len());
        }
        let at = at.unwrap_or(self.state.changed_at());
        let event = Event { at, fact };
        self.state.apply(&event).map_err(|error| RecordError {
            line,
            turn: None,
            why: error.why,
            before: Some(Box::new(self.state.clone())),
        })?;
        self.events.push(event);
        Ok(())
    }

    /// Returns the match with these names of its players.
    pub(crate) fn named(self, names: [String; 2]) -> Recorded {
        Self { names, ..self }.finish()
    }

    pub(crate) fn finish(self) -> Recorded {
        Recorded {
            id: self.id,
            notes: self.notes.signed(&self.names),
            names: self.names,
            extras: self.extras,
            events: self.events,
            state: self.state,
        }
    }
}

/// Returns the text of a legal and complete turn. The error says what is wrong with it.
pub(crate) fn whole_turn(state: &Match, text: &str) -> Result<String, String> {
    let read = read_turn(state.position(), text)
        .map_err(|error| format!("{} is not legal. {error}", Quoted(text)))?;
    match &read.progress {
        Progress::MayGoOn(missing) | Progress::MustGoOn(missing) => {
            let turn = Quoted(text);
            Err(format!("{turn} is an unfinished turn. {missing}"))
        }
        _ => Ok(read.text()),
    }
}
