use super::composed::Composed;
use super::refusals;
use crate::db::StoreError;
use crate::discord::transport::rest::{Failure, chain};
use crate::kernel;
use crate::kernel::fair::{Full, NotDone};

/// Why a command or a button failed.
#[derive(Debug)]
pub enum CommandError {
    /// Something the person can mend, in words for them.
    User(Box<Composed>),
    /// Something that should not happen; the text is for the log.
    Internal(String),
    /// Discord did not take our answer: there is nobody to tell any more.
    NotDelivered(Failure),
}

impl CommandError {
    /// Why work was not done; `fault` is for the log, where it has failed.
    #[must_use]
    pub fn not_done(why: NotDone, fault: impl Into<String>) -> Self {
        match why {
            NotDone::Full(full) => full.into(),
            NotDone::Failed => Self::Internal(fault.into()),
        }
    }

    /// A sentence for the person.
    #[must_use]
    pub fn says(sentence: impl Into<String>) -> Self {
        Self::User(Box::new(Composed::text(sentence)))
    }
}

/// What the arbiter answered, where no more is known of the match.
impl From<kernel::Error> for CommandError {
    fn from(error: kernel::Error) -> Self {
        match &error {
            kernel::Error::Refused(refusal) => {
                Self::User(Box::new(refusals::refusal(refusal, None)))
            }
            kernel::Error::NoSuchMatch(_) => Self::says(format!("{error} `/games` lists yours.")),
            kernel::Error::Repeated(_) | kernel::Error::Full(_) => Self::says(error.to_string()),
            kernel::Error::Fault(fault) => Self::Internal(chain(fault)),
        }
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

impl std::fmt::Display for CommandError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::User(composed) => f.write_str(&composed.content),
            Self::Internal(fault) => f.write_str(fault),
            Self::NotDelivered(failure) => failure.fmt(f),
        }
    }
}

impl std::error::Error for CommandError {}
