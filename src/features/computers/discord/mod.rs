//! Presses.

pub(crate) mod analysis;
pub(crate) mod hints;

use crate::features::computers::press::Press;

use crate::discord::ui::{App, Handle, Handling, Reply};
use crate::kernel::Answer;

impl Handle for Press {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        match *self {
            Press::HintTurn { id, board } => Box::pin(hints::show_turn(app, reply, id, board)),
            Press::HintsAgree(id) => Box::pin(hints::answer(app, reply, id, Answer::Accept)),
            Press::HintsDecline(id) => Box::pin(hints::answer(app, reply, id, Answer::Decline)),
        }
    }
}
