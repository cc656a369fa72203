//! Use cases, and what follows a commit.

pub(crate) mod answers;
pub(crate) mod due;
pub(crate) mod lines;
