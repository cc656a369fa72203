//! A tournament as a pure state machine over its events: no I/O, no clock, no chance.
//!
//! A [`Tournament`] is the fold of its [`Event`]s. [`Tournament::decide`] returns the events that a [`Command`] causes,
//! or a refusal; [`Tournament::apply`] folds in one more. Who meets whom in a knock-out follows from the seeds and the
//! results: a pairing is opened by an event as soon as both its people are known. The rounds of a Swiss tournament are
//! events.

mod acts;
mod apply;
mod bracket;
mod command;
mod decide;
mod event;
mod length;
mod outcome;
mod pairing;
mod refusal;
mod rounds;
mod rules;
mod swiss;
mod tournament;
mod vacancy;

pub use crate::contests::knock_out::rounds;
pub use bracket::{PART, Part, parts};
pub use command::{Command, Facts, Moved};
pub use event::{Event, Exit, OrganiserAct};
pub use length::{MOST_DAYS, round_days, swiss_days};
pub use pairing::{By, CHOOSE_WITHIN, Decision, Entrant, Feed, Pairing, PairingId};
pub use refusal::{Refusal, Unfit};
pub use rounds::{MOST_ROUNDS, SWISS_PEOPLE, TABLE_PART, swiss_rounds};
pub use rules::{PEOPLE, PlayOffs, Rules, Seeding, check_rounds};
pub use tournament::{Act, Pending, Player, State, Tournament};
