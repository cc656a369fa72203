pub(crate) mod pages;

use crate::features::watching::press::Press;

use crate::discord::ui::{App, Handle, Handling, Reply};

impl Handle for Press {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        match *self {
            Press::Follow(id) => Box::pin(pages::ask(app, reply, id)),
            Press::FollowOne => Box::pin(async move {
                let id = reply.chosen()?;
                pages::ask(app, reply, id).await
            }),
            Press::SetFollow { id, how } => Box::pin(pages::set(app, reply, id, Some(how))),
            Press::Unfollow(id) => Box::pin(pages::set(app, reply, id, None)),
        }
    }
}
