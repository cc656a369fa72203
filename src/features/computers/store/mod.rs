//! Tables and SQL.

pub(crate) mod evaluations;
pub(crate) mod hints;
pub(crate) mod people;
