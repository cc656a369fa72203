//! Tables and SQL.

pub(crate) mod daily;
pub(crate) mod weekly;
