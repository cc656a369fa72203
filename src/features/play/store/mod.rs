//! Tables and SQL.

pub(crate) mod levels;
pub(crate) mod rematches;
