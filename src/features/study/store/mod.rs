//! Tables and SQL.

pub(crate) mod corrections;
pub(crate) mod evaluations;
pub(crate) mod hints;
pub(crate) mod lessons;
pub(crate) mod people;
pub(crate) mod puzzles;
