//! Posts on their way to Discord: what is owed, in which order, and what happens where a place refuses it.

pub(crate) mod announcer;
pub(crate) mod announcing;
pub(crate) mod back_off;
pub(crate) mod cards;
pub(crate) mod load_news;
pub(crate) mod queue;
pub(crate) mod refusing_places;
pub(crate) mod rights;
pub(crate) mod slots;
pub(crate) mod store;
