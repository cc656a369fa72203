//! The tables of what is owed and of where it goes.

pub(crate) mod back_off;
pub(crate) mod match_posts;
