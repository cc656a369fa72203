//! Tables and SQL.

pub(crate) mod list;
pub(crate) mod punctuality;
pub(crate) mod ratings;
