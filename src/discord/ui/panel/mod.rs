//! Panels: commands that open a private message with pages. Each press changes one thing and shows the page again.
//!
//! Features register pages in their `FEATURE`. An id carries all that a press needs: the page's key, and the act, a word that
//! only the page reads.

pub(crate) mod page;
pub(crate) mod tab;

pub(crate) use page::{Page, Step, answer, show};
pub(crate) use tab::{Panel, Tab, act};
