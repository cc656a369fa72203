//! Tables and SQL.

pub(crate) mod blocks;
pub(crate) mod preferences;
pub(crate) mod server_rules;
