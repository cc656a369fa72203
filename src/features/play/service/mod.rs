//! Use cases, and what follows a commit.

pub(crate) mod drafts;
pub(crate) mod rematch;
