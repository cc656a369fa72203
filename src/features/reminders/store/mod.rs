//! Tables and SQL.

pub mod due;
pub(crate) mod people;
