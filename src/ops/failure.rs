use std::fmt;

/// Why a command did not do what it was asked: one line for the person who typed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// What was asked for cannot be done: exit code 2. Asking again would not help.
    Refused(String),
    /// It went wrong on the way: exit code 1. It may work another time.
    Fault(String),
}

impl Failure {
    /// A refusal that says what this error says.
    pub(crate) fn of(error: impl fmt::Display) -> Self {
        Self::Refused(error.to_string())
    }

    /// A fault that says what this error says.
    pub(crate) fn fault(error: impl fmt::Display) -> Self {
        Self::Fault(error.to_string())
    }
}
