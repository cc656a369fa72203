pub(crate) mod boards;
pub(crate) mod permissions_check;
pub(crate) mod rules;
pub(crate) mod server;
