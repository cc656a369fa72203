//! A simul as a pure state machine over its events: no I/O, no clock of its own, no chance.
//!
//! A [`Simul`] is the fold of its [`Event`]s. [`Simul::decide`] returns the events that a [`Command`] causes, or a
//! [`Refusal`]. [`Simul::apply`] folds in one more event. Time is always an argument.

mod apply;
mod command;
mod decide;
mod event;
mod refusal;
mod rules;
mod simul;

pub use crate::contests::GameId;
pub use command::Command;
pub use event::{Event, WhyCancelled, WhyDropped};
pub use refusal::{Refusal, Unfit};
pub use rules::{BOARDS_A_HALF, GATHERING, Rules, SEATS};
pub use simul::{BoardState, HostPlayer, NOTICE, Pending, Simul, State, Tally};
