//! Tables and SQL.

pub(crate) mod imports;
pub(crate) mod people;
