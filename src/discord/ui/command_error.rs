use std::fmt::{self, Display};

use super::composed::Composed;
use super::refusals;
use super::words::escaped;
use crate::db::{Denial, StoreError};
use crate::discord::transport::rest::{Failure, chain};
use crate::kernel;
use crate::kernel::fair::{Full, NotDone};

/// The result of a command or a button.
pub type Result<T = (), E = CommandError> = std::result::Result<T, E>;

/// The reason why a command or a button failed.
#[derive(Debug)]
pub enum CommandError {
    /// A fault that the person can correct, in words for them.
    User(Box<Composed>),
    /// A fault of the bot; the text is for the log.
    Internal(String),
    /// Discord did not take the answer, so an error message would not arrive either.
    NotDelivered(Failure),
}

impl CommandError {
    /// Returns the error for work that was not done. `fault` is logged if the work failed.
    pub fn not_done(why: NotDone, fault: impl Into<String>) -> Self {
        match why {
            NotDone::Full(full) => full.into(),
            NotDone::Failed => Self::Internal(fault.into()),
        }
    }

    /// Returns an error with a sentence for the person.
    pub fn says(sentence: impl Into<String>) -> Self {
        Self::User(Box::new(Composed::text(sentence)))
    }

    /// Returns an error with the words of a refusal.
    pub(crate) fn says_why<W: Display>(why: W) -> Self {
        Self::says(why.to_string())
    }

    /// Returns an error with the words of a refusal that may quote what the person typed.
    pub(crate) fn quotes<W: Display>(why: W) -> Self {
        Self::says(escaped(&why.to_string()))
    }
}

/// Converts an error of the arbiter for callers that know nothing more of the match.
impl From<kernel::Error> for CommandError {
    fn from(error: kernel::Error) -> Self {
        match error {
            kernel::Error::Refused(refusal) => refusals::refusal(&refusal, None).into(),
            kernel::Error::Fault(fault) => {
                if let kernel::Fault::Store(error @ StoreError::Journal { .. }) = &fault {
                    tracing::error!(%error, "a contest cannot be read");
                    return refusals::unreadable_contest().into();
                }
                Self::Internal(chain(&fault))
            }
            other => refusals::words(&refusals::sentences::of_kernel(&other)).into(),
        }
    }
}

impl<D: Denial> From<D> for CommandError {
    fn from(denial: D) -> Self {
        refusals::words(&denial.sentence()).into()
    }
}

impl From<StoreError> for CommandError {
    fn from(error: StoreError) -> Self {
        kernel::Error::from(error).into()
    }
}

impl From<Full> for CommandError {
    fn from(full: Full) -> Self {
        Self::says(full.to_string())
    }
}

impl From<Composed> for CommandError {
    fn from(composed: Composed) -> Self {
        Self::User(Box::new(composed))
    }
}

impl From<Failure> for CommandError {
    fn from(failure: Failure) -> Self {
        Self::NotDelivered(failure)
    }
}

impl Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User(composed) => f.write_str(&composed.content),
            Self::Internal(fault) => f.write_str(fault),
            Self::NotDelivered(failure) => failure.fmt(f),
        }
    }
}

impl std::error::Error for CommandError {}
