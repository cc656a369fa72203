//! Commands and presses.

pub(crate) mod commands;
pub(crate) mod lines;

use crate::features::conditional::press::Press;

use crate::discord::ui::{App, Handle, Handling, Reply};

impl Handle for Press {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        match *self {
            Press::Lines(id) => Box::pin(lines::list_lines(app, reply, id)),
            Press::ClearLines(id) => Box::pin(lines::clear_lines(app, reply, id, None)),
            Press::ClearLine { id, number } => {
                Box::pin(lines::clear_lines(app, reply, id, Some(number)))
            }
        }
    }
}
