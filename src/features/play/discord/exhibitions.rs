//! Exhibitions: matches between two computers, for spectators.

use crate::discord::ui::app::App;
use crate::discord::ui::command_error::Result;
use crate::discord::ui::permissions;
use crate::discord::ui::reply::Reply;
use crate::features::play::messages;
use crate::features::play::messages::Done;
use crate::matches::MatchId;

/// Ends an exhibition for the person who started it or a moderator of its channel.
pub async fn end(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    // Moderators have rights only in their own server and channels.
    app.may_know(reply, id).await?;
    let (user, moderates) = (
        reply.interaction.user(),
        permissions::moderates(reply.interaction),
    );
    let ended = reply
        .while_doing(app.acting(reply).end_exhibition(id, user, moderates))
        .await;
    let update = match ended {
        Ok(update) => update,
        Err(error) => return Err(app.explain(reply, id, error).await),
    };
    let private = messages::done(Done::EndedExhibition, id, update.view.places.thread);
    app.conclude(reply, update, private).await
}
