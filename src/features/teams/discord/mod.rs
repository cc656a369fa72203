//! What the buttons, menus and forms of teams do.

pub(crate) mod acts;
pub(crate) mod purpose;
pub(crate) mod set_up;
pub(crate) mod talk;

use crate::discord::ui::{App, Handle, Handling, Reply};
use crate::features::teams::press::Press;

impl Handle for Press {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        match *self {
            Press::Vote { id, .. } => Box::pin(acts::pick(app, reply, id)),
            Press::Show(id) => Box::pin(acts::show(app, reply, id, "")),
            Press::More(id) => Box::pin(acts::more(app, reply, id)),
            Press::Other { id, .. } => Box::pin(acts::other(app, reply, id)),
            Press::Support { id, board, mark } => {
                Box::pin(acts::support(app, reply, id, (board, mark)))
            }
            Press::Withdraw { id, board } => Box::pin(acts::withdraw(app, reply, id, board)),
            Press::Wait { id, board, on } => Box::pin(acts::wait(app, reply, id, (board, on == 1))),
            Press::Draw { id, board, on } => Box::pin(acts::draw(app, reply, id, (board, on == 1))),
            Press::Call { id, on } => Box::pin(acts::call(app, reply, id, on == 1)),
            Press::Join { id, seat } => Box::pin(acts::join(app, reply, id, seat.0)),
            Press::Leave(id) => Box::pin(acts::leave(app, reply, id)),
            Press::AskResign(id) => Box::pin(acts::ask_resign(app, reply, id)),
            Press::Resign(id) => Box::pin(acts::resign(app, reply, id)),
            Press::Yes { id, asked } => Box::pin(acts::answer(app, reply, id, (asked, true))),
            Press::No { id, asked } => Box::pin(acts::answer(app, reply, id, (asked, false))),
            Press::Talk(id) => Box::pin(talk::lead(app, reply, id)),
            Press::Players(id) => Box::pin(acts::players(app, reply, id)),
            Press::New { game, with, set_up } => {
                Box::pin(async move { set_up::page(app, reply, (&game, with), set_up).await })
            }
            Press::Role { game, with, set_up } => {
                Box::pin(async move { set_up::role(app, reply, (&game, with), set_up).await })
            }
            Press::Setup { game, with, set_up } => {
                Box::pin(async move { set_up::setup(app, reply, (&game, with), set_up).await })
            }
            Press::Create { game, with, set_up } => {
                Box::pin(async move { set_up::create(app, reply, (&game, with), set_up).await })
            }
        }
    }
}
