//! Use cases, and what follows a commit.

pub(crate) mod absences;
pub(crate) mod time_off;
