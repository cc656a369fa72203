//! Where a team discusses.

use super::acts::{acting, stand};
use crate::discord::ui::permissions::{FOR_PRIVATE_TALK, missing_here};
use crate::discord::ui::{App, Reply, Result};
use crate::features::teams::messages::talk;
use crate::features::teams::service::talk::Talk;
use crate::matches::MatchId;

/// Leads a member to the place where their team discusses.
pub(crate) async fn lead(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let found = stand(app, reply, id).await?;
    let (here, view) = (reply.interaction.channel(), &found.view);
    let places = [
        Some(view.state.proposal().place.channel),
        view.places.thread,
    ];
    // Elsewhere the bot may have other permissions.
    let is_known = places.contains(&Some(here));
    let may_open = !is_known || missing_here(reply.interaction, FOR_PRIVATE_TALK).is_empty();
    let acting = acting(reply);
    let led = app.arbiter.team_talk(id, &acting, may_open);
    let message = match app.in_match(reply, id, led).await? {
        Talk::Thread(thread) => talk::in_thread(thread),
        Talk::Channel(channel) => talk::in_channel(channel),
        Talk::Later => talk::later(),
    };
    app.whisper(reply, message).await
}
