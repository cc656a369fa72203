//! The tables of back-offs and of a match's places.

pub(crate) mod back_off;
pub(crate) mod match_posts;
