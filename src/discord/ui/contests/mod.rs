//! What the pages of leagues and ladders share.

pub(crate) mod draft;
pub(crate) mod named;
pub(crate) mod reason;
pub(crate) mod set_up;
