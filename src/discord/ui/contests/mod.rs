//! What the pages of leagues and ladders share.

pub(crate) mod acts;
pub(crate) mod draft;
pub(crate) mod entry;
pub(crate) mod named;
pub(crate) mod set_up;
