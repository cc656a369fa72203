pub(crate) mod page;

use crate::features::reminders::press::Press;

use crate::discord::ui::{App, Handle, Handling, Reply};

impl Handle for Press {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        Box::pin(match *self {
            Press::Mute { id, board } => page::mute(app, reply, Some((id, board))),
            Press::MuteAll => page::mute(app, reply, None),
        })
    }
}
