//! Matches of computers alone, for others to watch.

use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::permissions;
use crate::discord::ui::reply::Reply;
use crate::features::play::messages;
use crate::features::play::messages::Done;
use crate::matches::MatchId;

/// Ends an exhibition for the person who began it or for a moderator of the place.
pub async fn end(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<(), CommandError> {
    // A moderator of one place has no rights in another.
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
