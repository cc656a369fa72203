//! Tables and SQL.

pub(crate) mod rematches;
