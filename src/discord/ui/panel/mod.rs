//! Panels: commands that open a private message with pages. Each press changes one setting.
//!
//! Features register pages in their `FEATURE`. The id of a press has the page's key and the act, a word
//! for that page.

pub(crate) mod page;
pub(crate) mod press;
pub(crate) mod tab;

pub(crate) use page::{Page, Step, answer, show};
pub use press::PanelPress;
pub(crate) use tab::{Panel, Tab, act};
