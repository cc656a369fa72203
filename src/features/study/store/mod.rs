//! Tables and SQL.

pub(crate) mod amends;
pub(crate) mod lessons;
pub(crate) mod people;
pub(crate) mod puzzles;
pub(crate) mod sessions;
