//! Boards on which a person picks turns, and planned lines as they are shown.

pub(crate) mod conditional;
pub(crate) mod in_match;
pub(crate) mod lesson;
pub(crate) mod next;
pub(crate) mod picks;
pub(crate) mod refusal;
pub(crate) mod session;
pub(crate) mod view;
