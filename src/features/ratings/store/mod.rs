//! Tables and SQL.

pub(crate) mod list;
pub(crate) mod people;
pub(crate) mod punctuality;
pub(crate) mod ratings;
