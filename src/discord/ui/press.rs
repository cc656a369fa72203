//! Presses of buttons and menus, and forms that are sent: how a feature handles its own.

use std::fmt::Display;

use super::app::App;
use super::command_error::Result;
use super::custom_id::{Forms, Read};
use super::reply::Reply;
use crate::kernel::BoxFuture;
use crate::matches::MatchId;

/// The future of a press that is being handled.
pub(crate) type Handling<'a> = BoxFuture<'a, Result>;

/// An action that a component or a form asks for.
pub(crate) trait Handle: Display + Send {
    /// Performs the action and answers.
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a>;
}

/// A press that was read from a custom id.
pub(crate) struct Pressed {
    /// The match that it is about.
    pub(crate) about: Option<MatchId>,
    pub(crate) act: Box<dyn Handle>,
}

/// The presses of a table: the forms of their texts, and their reader.
pub(crate) struct Presses {
    pub(crate) forms: Forms,
    /// Reads a text; `None` for texts of other tables.
    pub(crate) read: fn(&[&str]) -> Option<Pressed>,
}

impl Presses {
    pub(crate) const fn of<P: Read + Handle + 'static>() -> Self {
        Self {
            forms: P::FORMS,
            read: |parts| {
                let press = P::read(parts)?;
                Some(Pressed {
                    about: press.about(),
                    act: Box::new(press),
                })
            },
        }
    }
}
