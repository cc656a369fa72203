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
    let (acting, user) = (app.acting(reply), reply.interaction.user());
    let moderates = permissions::moderates(reply.interaction);
    let ending = acting.end_exhibition(id, user, moderates);
    let update = app.in_match(reply, id, ending).await?;
    let private = messages::done(Done::EndedExhibition, id, update.view.places.thread);
    app.conclude(reply, update, private).await
}
