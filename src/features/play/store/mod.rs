//! Tables and SQL.

pub mod conditional;
pub(crate) mod levels;
pub(crate) mod next;
pub(crate) mod people;
pub(crate) mod rematches;
pub(crate) mod sessions;
