//! Use cases, and what follows a commit.

pub(crate) mod archive;
pub(crate) mod imports;
