//! Tables and SQL.

pub(crate) mod acts;
pub(crate) mod people;
