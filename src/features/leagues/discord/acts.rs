//! What people do in a league.

use super::pages::show;
use crate::discord::ui::contests::acts::give;
use crate::discord::ui::contests::entry::{ASKED, WITHDRAWN, asks};
use crate::discord::ui::contests::named::view;
use crate::discord::ui::{App, Reply, Result};
use crate::features::leagues::messages::page;
use crate::features::leagues::model::{Command, League, Refusal};
use crate::matches::JournalId;

pub(crate) async fn join(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let user = reply.interaction.user();
    let view = view::<League>(app, reply, id).await?;
    let game = &view.contest.rules().game;
    let outside = !view.contest.is_member(user);
    if outside && asks::<League>(app, reply, &view.journal, game).await? {
        return show(app, reply, id, ASKED).await;
    }
    give::<League>(app, reply, id, Command::Join { user }).await?;
    show(app, reply, id, "You have joined.").await
}

pub(crate) async fn ask_leave(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let view = view::<League>(app, reply, id).await?;
    let user = reply.interaction.user();
    if !view.contest.is_member(user) && !view.contest.is_playing(user) {
        return Err(Refusal::NotIn.into());
    }
    app.whisper_here(reply, page::ask_leave(&view, user)).await
}

pub(crate) async fn leave(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let user = reply.interaction.user();
    let view = view::<League>(app, reply, id).await?;
    give::<League>(app, reply, id, Command::Leave { user }).await?;
    let said = match view.contest.requests().has(user) {
        true => WITHDRAWN,
        false => "You have left.",
    };
    show(app, reply, id, said).await
}
