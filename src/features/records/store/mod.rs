//! Tables and SQL.

pub mod archive;
pub(crate) mod imports;
pub(crate) mod people;
