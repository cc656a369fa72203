//! Tables and SQL.

pub(crate) mod due;
