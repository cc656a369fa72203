//! A match as a pure state machine over its events: no I/O, no clock of its own, no chance.
//!
//! A [`Match`] is what is left after folding its [`Event`]s. [`Match::decide`] says which events a [`Command`] brings
//! about, or why none; [`Match::apply`] folds one more event in. Time is always an argument. A position is never
//! stored: it is rebuilt by replaying the canonical texts of the turns, so nothing that the rules ask of the past can
//! be lost.

mod advice;
mod analysis;
mod beginning;
mod bounds;
mod clocks;
mod command;
mod conditional;
mod days_off;
mod decide;
mod draft;
mod duties;
mod event;
mod expected;
mod follow;
mod glance;
mod ids;
mod illegal_turn;
mod leaving;
mod moderation;
mod pauses;
mod picker;
mod plan;
mod player;
mod practice;
mod preferences;
mod refusal;
mod refusal_words;
mod rematch;
mod reminders;
mod retrace;
mod server_rules;
mod state;
mod status;
mod takebacks;
mod terms;
mod texts;
mod time_control;

pub use crate::people::Moment;
pub use advice::NoAdvice;
pub use analysis::{
    AnalysedBoard, Analysis, Chance, Due, Grade, MOST_ANALYSED, TurningPoint, Weighed, analysis,
    next_due, progress,
};
pub use bounds::{Bounds, MOST_BLOCKS, ServerBounds, VAIN_WITHIN};
pub use clocks::{Clocks, Passed, Pause};
pub use command::{Challenge, Command, ComputerAct, SeatChoice};
pub use conditional::{Line, LineFate, LineTurn, NewLine, WhyDropped};
pub use days_off::{DaysOff, MOST_OFF};
pub use draft::{Draft, turn_mark};
pub use duties::{Alarm, AlarmKind, CHALLENGE_LASTS, Duty};
pub use event::{Event, Exhibition, Fact, LEAST_INTERVAL, Place, Proposal};
pub use follow::{Follow, Followers};
pub use glance::where_to_look;
pub use ids::{ChannelId, GuildId, InteractionId, MatchId, MessageId, RoleId, UserId};
pub use illegal_turn::IllegalTurn;
pub use moderation::{MOST_REASON, Moderation, ModeratorAsks, Undone, reason_text};
pub use picker::{Picked, Picker, PickerAct};
pub use plan::{CaughtUp, Plan};
pub use player::{Level, Player, computer_name};
pub use practice::{About, MOST_PRACTISED, Practice, Practised};
pub use preferences::{Confirm, Effective, Preferences, ServerPreferences, Viewpoint};
pub use refusal::Refusal;
pub use reminders::{FAILED_CALLS, MOST_NUDGES, NextReminder, Reminded};
pub use retrace::Retrace;
pub use server_rules::{MOST_CHANNELS, ServerRules};
pub use state::{Entry, LEAST_RATED_TURNS, Match, ReplayError};
pub use status::{Ending, Status};
pub use terms::{
    Figures, MOST_LOST_ON_TIME, NoRatingRange, QUICK, RatingRange, Terms, UNRATED, quartiles,
    turn_time_class,
};
pub use texts::{ending_note, ending_words, record_text, result_sentence};
pub use time_control::{TimeControl, TimeError, read_duration};
