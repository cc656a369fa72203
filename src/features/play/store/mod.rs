//! Tables and SQL.

pub(crate) mod drafts;
pub(crate) mod rematches;
