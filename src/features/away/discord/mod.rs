pub(crate) mod commands;
pub(crate) mod page;
