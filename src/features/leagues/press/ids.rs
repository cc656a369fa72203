//! The numbers of what a league has.

/// The number of a game within its league, from 1.
pub type GameId = u32;

/// The number of a season within its league, from 1. In a quick league each division is a season of its own.
pub type SeasonId = u32;

/// The number of an organiser's act within its league, from 1.
pub type ActId = u32;
