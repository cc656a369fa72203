//! Delivery of posts to Discord: the queue of pending posts, and the back-off of places that refuse them.

pub(crate) mod active_threads;
pub(crate) mod announcements;
pub(crate) mod announcer;
pub(crate) mod back_off;
pub(crate) mod cards;
pub(crate) mod deliveries;
pub(crate) mod nonce;
pub(crate) mod notices;
pub(crate) mod queue;
pub(crate) mod refusing_places;
pub(crate) mod rights;
pub(crate) mod store;
pub(crate) mod thread_lines;
