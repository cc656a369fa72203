//! Presses of buttons and menus, and forms that are sent: how a feature handles its own.

use std::fmt::Display;

use super::app::App;
use super::command_error::Result;
use super::custom_id::Read;
use super::reply::Reply;
use crate::kernel::BoxFuture;

/// The future of a press that is being handled.
pub(crate) type Handling<'a> = BoxFuture<'a, Result>;

/// An action that a component or a form asks for.
pub(crate) trait Handle: Display + Send {
    /// Performs the action and answers.
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a>;
}

/// A reader of one feature's texts; `None` for texts of other features.
pub(crate) type Reader = fn(&[&str]) -> Option<Box<dyn Handle>>;

pub(crate) fn reader<P: Read + Handle + 'static>(parts: &[&str]) -> Option<Box<dyn Handle>> {
    P::read(parts).map(|press| Box::new(press) as Box<dyn Handle>)
}
