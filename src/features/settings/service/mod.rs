//! Use cases, and what follows a commit.

pub(crate) mod blocks;
