//! Use cases, and what follows a commit.

pub(crate) mod forgetting;
pub(crate) mod personal;
