//! What the buttons, menus and forms of simuls do.

pub(crate) mod acts;
pub(crate) mod set_up;

use crate::discord::ui::{App, Handle, Handling, Reply};
use crate::features::simuls::press::Press;

impl Handle for Press {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        match *self {
            Press::Show(id) => Box::pin(acts::show(app, reply, id, "")),
            Press::Boards(id) => Box::pin(acts::boards(app, reply, id)),
            Press::Sit(id) => Box::pin(acts::sit(app, reply, id, false)),
            Press::SitUnrated(id) => Box::pin(acts::sit(app, reply, id, true)),
            Press::Leave(id) => Box::pin(acts::leave(app, reply, id)),
            Press::Start(id) => Box::pin(acts::start(app, reply, id)),
            Press::AskCancel(id) => Box::pin(acts::ask_cancel(app, reply, id)),
            Press::Cancel(id) => Box::pin(acts::cancel(app, reply, id)),
            Press::New { game } => Box::pin(async move { set_up::begin(app, reply, &game).await }),
            Press::Draft(draft) => Box::pin(set_up::set(app, reply, None, draft)),
            Press::Set { want, draft } => Box::pin(set_up::set(app, reply, Some(want), draft)),
            Press::Seats(draft) => Box::pin(set_up::seats(app, reply, draft)),
            Press::Host(draft) => Box::pin(set_up::host(app, reply, draft)),
            Press::HostedBy(draft) => Box::pin(set_up::hosted_by(app, reply, draft)),
            Press::HostMoves(draft) => Box::pin(set_up::host_moves(app, reply, draft)),
            Press::Ratings(draft) => Box::pin(set_up::ratings(app, reply, draft)),
            Press::Create(draft) => Box::pin(set_up::create(app, reply, draft)),
        }
    }
}
