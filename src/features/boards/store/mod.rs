//! Tables and SQL.

pub(crate) mod lessons;
pub(crate) mod people;
pub(crate) mod pickers;
pub(crate) mod practice;
pub(crate) mod puzzles;
