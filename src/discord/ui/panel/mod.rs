//! Panels: commands that open a private message with pages, on which people choose. Each press changes one thing and shows
//! the page again.
//!
//! Features register the pages. An id carries all that a press needs: the page, and what was done there in a word that only
//! the page reads.

pub(crate) mod page;
pub(crate) mod tab;

pub(crate) use page::{Page, Step, answer, show};
pub(crate) use tab::{Panel, Tab, act};
