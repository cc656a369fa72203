//! Presses.

pub(crate) mod pages;
