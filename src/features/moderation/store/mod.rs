//! Tables and SQL.

pub(crate) mod acts;
