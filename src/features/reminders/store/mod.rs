//! Tables and SQL.

pub(crate) mod due;
pub(crate) mod people;
