//! A match as a pure state machine over its events: no I/O, no clock of its own, no chance.
//!
//! A [`Match`] is what is left after folding its [`Event`]s. [`Match::decide`] says which events a [`Command`] brings
//! about, or why none; [`Match::apply`] folds one more event in. Time is always an argument. A position is never
//! stored: it is rebuilt by replaying the canonical texts of the turns, so nothing that the rules ask of the past can
//! be lost.

mod clocks;
mod command;
mod conditional;
mod decide;
mod draft;
mod duties;
mod event;
mod ids;
mod moment;
mod picker;
mod plan;
mod player;
mod preferences;
mod refusal;
mod retrace;
mod state;
mod takebacks;
mod texts;
mod time_control;

pub use clocks::Clocks;
pub use command::{Challenge, Command, ComputerAct, SeatChoice};
pub use conditional::{Line, LineTurn, NewLine};
pub use draft::{Draft, turn_mark};
pub use duties::{Alarm, AlarmKind, CHALLENGE_LASTS, Duty};
pub use event::{Event, Exhibition, Fact, LEAST_INTERVAL, Place, Proposal};
pub use ids::{ChannelId, GuildId, InteractionId, MatchId, MessageId, UserId};
pub use moment::Moment;
pub use picker::{Picked, Picker, PickerAct};
pub use plan::{CaughtUp, Plan};
pub use player::{Level, Player, computer_name};
pub use preferences::{Confirm, Effective, Preferences, ServerPreferences, Viewpoint};
pub use refusal::{IllegalTurn, Refusal};
pub use retrace::Retrace;
pub use state::{Ending, Entry, Match, ReplayError, Status};
pub use texts::{ending_note, ending_words, record_text, result_sentence};
pub use time_control::{TimeControl, TimeError};
