//! Tables and SQL.

pub(crate) mod hints;
pub(crate) mod weighed;
