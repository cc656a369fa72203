//! Pages of the server's panel.

mod channel;
pub(crate) mod daily;
pub(crate) mod weekly;
