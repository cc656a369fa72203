//! What a button, a menu or a form carries: everything it needs, in at most 100 characters.
//!
//! The text is `what/number/number` or alike. Discord keeps it as long as the message, so a text that was once sent never gets
//! another meaning. Each feature has a `Press`, an enum of what its own buttons ask for; [`Common`] is what messages of several
//! features offer. A text that nobody reads any more is refused with a sentence.

mod common;
mod part;
mod parts;
mod words;

use std::fmt::{self, Display};

pub use common::Common;
pub(crate) use part::{Part, game, key, person, printed, turn, word, write_part};
pub use parts::{OpponentChoice, PageStep};
pub(crate) use words::words;

use super::app::App;
use super::command_error::CommandError;
use super::reply::Reply;
use crate::kernel::BoxFuture;

/// What a component or a form carries, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomId(String);

impl CustomId {
    /// Writes what a press asks for.
    #[must_use]
    pub fn of(press: &impl Display) -> Self {
        Self(press.to_string())
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An answer to an interaction that is being given.
pub(crate) type Handling<'a> = BoxFuture<'a, Result<(), CommandError>>;

/// Something that a component or a form asks for.
pub(crate) trait Handle: Display + Send {
    /// Does it, and answers.
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a>;
}

/// Something that is read from the parts of a text between its slashes.
pub(crate) trait Read: Sized {
    /// Reads what its [`Display`] writes, and nothing else.
    fn read(parts: &[&str]) -> Option<Self>;
}

/// Reads a feature's own texts; `None` for those of others.
pub(crate) type Reader = fn(&[&str]) -> Option<Box<dyn Handle>>;

/// The [`Reader`] of a type.
pub(crate) fn reader<P: Read + Handle + 'static>(parts: &[&str]) -> Option<Box<dyn Handle>> {
    P::read(parts).map(|press| Box::new(press) as Box<dyn Handle>)
}
