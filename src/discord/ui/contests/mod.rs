//! What the pages of contests share.

pub(crate) mod acts;
pub(crate) mod draft;
pub(crate) mod entry;
pub(crate) mod link;
pub(crate) mod named;
pub(crate) mod page;
pub(crate) mod set_up;
pub mod start;
pub(crate) mod view;
pub(crate) mod words;
