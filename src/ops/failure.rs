use std::fmt;

/// The reason why a command failed: one line for the person who typed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The request is impossible: exit code 2. A retry would not help.
    Refused(String),
    /// The work failed: exit code 1. A retry may help.
    Fault(String),
}

impl Failure {
    /// Returns a refusal with the text of this error.
    pub(crate) fn of(error: impl fmt::Display) -> Self {
        Self::Refused(error.to_string())
    }

    /// Returns a fault with the text of this error.
    pub(crate) fn fault(error: impl fmt::Display) -> Self {
        Self::Fault(error.to_string())
    }
}
