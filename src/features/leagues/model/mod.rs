//! Leagues as a pure state machine over their events: no I/O, no clock, no chance.
//!
//! A [`League`] is the fold of its [`Event`]s. [`League::decide`] returns the events that a [`Command`] causes, or a
//! refusal; [`League::apply`] folds in one more. The matches that the league needs are read from it: [`League::pending`] lists
//! those to begin, [`League::to_end`] those to end. So the bot can be stopped at any point, and goes on from what it reads.

pub(crate) mod acts;
mod champions;
pub(crate) mod command;
mod cost;
pub(crate) mod decide;
pub(crate) mod divisions;
pub(crate) mod event;
pub(crate) mod finish;
pub(crate) mod fold;
pub(crate) mod league;
pub(crate) mod length;
pub(crate) mod play_offs;
pub(crate) mod promotion;
pub(crate) mod refusal;
pub(crate) mod rules;
pub(crate) mod season;
pub(crate) mod table;
pub(crate) mod vacancy;

pub use crate::contests::{
    ActId, AdjudicationRule, ContestGame, DepartureReason, GameEnd, GameId, GameState, How, Score,
    ToEnd, Unmoved, Waits, Wanted, Why, by_thinking_time, lots, pairings,
};
pub use crate::features::leagues::press::ids::SeasonId;
pub use crate::features::leagues::press::kind::Kind;
pub use command::{Command, Facts, OrganiserRequest};
pub use cost::{Cost, MOST_THREADS};
pub use divisions::{LEAST_PEOPLE, LastDivision, Otherwise, divisions, otherwise, sizes};
pub use event::{Event, Fate, Lineup, OrganiserAct, Settled};
pub use finish::{CanFinish, can_finish};
pub use fold::Unfit;
pub use league::{Act, League, MOST_RUNNING, Member, OPEN, PAUSE, Pending, State};
pub use length::{LEAST_DAYS, MOST_DAYS, play_off_days, season_days};
pub use play_offs::PlayOffs;
pub use promotion::{Moves, moves};
pub use refusal::Refusal;
pub use rules::{LEAST, PLAY_OFFS, Rules, SIZES};
pub use season::{Division, Phase, Placed, Season, Seat};
pub use table::{Entrant, Finished, Row, Standing, table};
