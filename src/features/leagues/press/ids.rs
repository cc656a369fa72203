//! The numbers of what a league has.

/// The number of a season within its league, from 1. In a quick league each division is a season of its own.
pub type SeasonId = u32;
