//! Tables and SQL.

pub(crate) mod archive;
pub(crate) mod imports;
