//! Use cases, and what follows a commit.

pub(crate) mod drafts;
pub(crate) mod lessons;
pub(crate) mod mistakes;
pub(crate) mod picking;
pub(crate) mod practice;
pub(crate) mod puzzles;
