pub(crate) mod describe;
pub(crate) mod follows;
pub(crate) mod history;
pub(crate) mod notes;

use crate::features::watching::press::Press;

use crate::discord::ui::{App, Handle, Handling, Reply, TURN_FIELD};

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
            Press::History { id, ply } => Box::pin(history::show(app, reply, id, ply)),
            Press::Describe(id) => Box::pin(history::describe(app, reply, id, "")),
            Press::Notes(id) => Box::pin(notes::show(app, reply, id)),
            Press::Replay(id) => Box::pin(history::replay_to_one(app, reply, id)),
            Press::AskShare(id) => Box::pin(history::ask_share(app, reply, id)),
            Press::NoteForm { id, ply } => Box::pin(notes::form(app, reply, id, ply)),
            Press::NoteText { id, ply } => {
                let typed = reply.interaction.typed(TURN_FIELD);
                Box::pin(notes::save(app, reply, id, ply, typed))
            }
            Press::PublishNotes(id) => Box::pin(notes::publish(app, reply, id)),
            Press::ClearNotes(id) => Box::pin(notes::clear(app, reply, id)),
            Press::PostBoard(id) => Box::pin(history::post_board(app, reply, id)),
            Press::PostReplay { id, pace } => Box::pin(history::replay(app, reply, id, pace)),
            Press::PageStep { id, ply, to } => {
                Box::pin(history::turn_over(app, reply, id, ply, to))
            }
            Press::DescribePart { id, what } => {
                Box::pin(async move { history::describe(app, reply, id, &what).await })
            }
        }
    }
}
