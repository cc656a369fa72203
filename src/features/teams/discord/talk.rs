//! Where a team discusses.

use super::acts::stand;
use crate::discord::ui::words::channel_link;
use crate::discord::ui::{App, Composed, Reply, Result};
use crate::features::teams::model::TeamRefusal;
use crate::matches::MatchId;

/// Leads a member to the place where their team discusses.
pub(crate) async fn lead(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let stand = stand(app, reply, id).await?;
    if !stand.is_member() {
        return Err(TeamRefusal::NotMember.into());
    }
    let channel = stand.view.state.proposal().place.channel;
    let said = format!("Your team discusses in {}.", channel_link(channel));
    app.whisper(reply, Composed::text(said)).await
}
