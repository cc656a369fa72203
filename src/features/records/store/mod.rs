//! Tables and SQL.

pub(crate) mod archive;
pub(crate) mod imports;
pub(crate) mod people;
