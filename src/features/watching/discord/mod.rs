pub(crate) mod describe;
pub(crate) mod follows;
pub(crate) mod history;
pub(crate) mod notes;

use crate::features::watching::press::Press;

use crate::discord::ui::{App, Handle, Handling, Reply};

impl Handle for Press {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        match *self {
            Press::Follow(id) => Box::pin(follows::ask(app, reply, id)),
            Press::FollowOne => Box::pin(async move {
                let id = reply.chosen()?;
                follows::ask(app, reply, id).await
            }),
            Press::SetFollow { id, how } => Box::pin(follows::set(app, reply, id, Some(how))),
            Press::Unfollow(id) => Box::pin(follows::set(app, reply, id, None)),
        }
    }
}
