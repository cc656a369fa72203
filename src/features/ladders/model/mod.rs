//! A ladder as a pure state machine over its events: no I/O, no clock of its own, no chance.
//!
//! A [`Ladder`] is the fold of its [`Event`]s. [`Ladder::decide`] returns the events that a [`Command`] causes, or a
//! [`Refusal`]. [`Ladder::apply`] folds in one more event. Time is always an argument.

mod apply;
mod challenge_refusal;
mod command;
mod decide;
mod draft;
mod due;
mod event;
mod game;
mod idle;
mod ladder;
mod milliseconds;
mod moderation;
mod reach;
mod record;
mod refusal;
mod rules;

pub use challenge_refusal::{APART, ChallengeRefusal, MOST_AGAINST, MOST_OWN, TOO_LONG_AWAY};
pub use command::Command;
pub use event::{Departure, Event, Outcome, Rise, WhyDropped};
pub use game::{ANSWER_WITHIN, EndNow, GameId, LadderGame, Side, Stage, Why};
pub use idle::{OUT_AFTER, WEEK};
pub use ladder::{Condition, Ladder, place_on_return};
pub use reach::Candidate;
pub use record::{Climb, LadderResult, Record, Records};
pub use refusal::{Refusal, Unfit};
pub use rules::{IDLE_DAYS, REACH, Rules};
