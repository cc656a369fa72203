//! Use cases, and what follows a commit.

pub(crate) mod choices;
pub(crate) mod due;
