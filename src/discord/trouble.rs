use super::messages::{self, Composed};
use super::rest::{Failure, chain};
use crate::arbiter;

/// Why a command or a button came to nothing.
#[derive(Debug)]
pub enum Trouble {
    /// Something the person can mend, in words for them.
    Person(Box<Composed>),
    /// Something that should not happen; the text is for the log.
    Fault(String),
    /// Discord did not take our answer: there is nobody to tell any more.
    Unheard(Failure),
}

impl Trouble {
    /// A sentence for the person.
    #[must_use]
    pub fn says(sentence: impl Into<String>) -> Self {
        Self::Person(Box::new(Composed::text(sentence)))
    }

    /// What the arbiter answered, where no more is known of the match.
    #[must_use]
    pub fn from_arbiter(error: &arbiter::Error) -> Self {
        match error {
            arbiter::Error::Refused(refusal) => {
                Self::Person(Box::new(messages::refusal(refusal, None)))
            }
            arbiter::Error::NoSuchMatch(_) => Self::says(format!("{error} `/games` lists yours.")),
            arbiter::Error::Fault(fault) => Self::Fault(chain(fault)),
        }
    }
}

impl From<Composed> for Trouble {
    fn from(composed: Composed) -> Self {
        Self::Person(Box::new(composed))
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Unheard(failure)
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Person(composed) => f.write_str(&composed.content),
            Self::Fault(fault) => f.write_str(fault),
            Self::Unheard(failure) => failure.fmt(f),
        }
    }
}

impl std::error::Error for Trouble {}
