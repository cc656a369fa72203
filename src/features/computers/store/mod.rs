//! Tables and SQL.

pub(crate) mod hints;
pub(crate) mod people;
pub(crate) mod weighed;
