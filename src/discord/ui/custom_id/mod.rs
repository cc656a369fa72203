//! The ids of buttons, menus and forms: all that a press needs, in at most 100 characters.
//!
//! The text has the form `word/number/number`. Discord stores it as long as the message, so a text that was once sent
//! never gets another meaning. Each feature has an enum `Press` for its own buttons, which
//! messages of other features may have too. The bot answers a text that no feature reads with a sentence.

pub(crate) mod draft;
pub(crate) mod entry;
mod part;
mod parts;
mod words;

use std::fmt::{self, Display};

use crate::matches::MatchId;

pub(crate) use part::{Part, game, key, printed, printed_parts, turn, word};
pub use parts::{OpponentChoice, PageStep};
pub(crate) use words::words;

/// The id of a component or a form, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomId(String);

impl CustomId {
    /// Writes the text of a press.
    pub fn of(press: &impl Display) -> Self {
        Self(press.to_string())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A type that is read from the parts of a text between its slashes.
pub(crate) trait Read: Sized {
    /// The texts that it reads, each as its word and the types of its parts.
    const FORMS: Forms;

    /// Reads exactly what its [`Display`] writes.
    fn read(parts: &[&str]) -> Option<Self>;

    /// Returns the match that it is about.
    fn about(&self) -> Option<MatchId>;
}

/// Reads the text of an id.
pub(crate) fn parse<P: Read>(id: &CustomId) -> Option<P> {
    let parts: Vec<&str> = id.as_str().split('/').collect();
    P::read(&parts)
}

/// The forms of some texts: of each, the word and the types of its parts.
pub(crate) type Forms = &'static [&'static [&'static str]];
