//! Tables and SQL.

pub(crate) mod forgetting;
pub(crate) mod personal;
