//! Use cases, and what follows a commit.

pub(crate) mod deletion;
pub(crate) mod personal;
