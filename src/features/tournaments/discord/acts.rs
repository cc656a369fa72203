//! What people do in a tournament.

use super::pages::show;
use crate::discord::ui::contests::acts::give;
use crate::discord::ui::contests::entry::{ASKED, WITHDRAWN, asks};
use crate::discord::ui::contests::named::view;
use crate::discord::ui::{App, Reply, Result};
use crate::features::tournaments::messages::page;
use crate::features::tournaments::model::{Command, PairingId, Refusal, Tournament};
use crate::features::tournaments::press::Side;
use crate::matches::JournalId;

pub(crate) async fn join(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let user = reply.interaction.user();
    let view = view::<Tournament>(app, reply, id).await?;
    let tournament = &view.contest;
    let outside = !tournament.is_member(user) && tournament.seed_of(user).is_none();
    let game = &tournament.rules().game;
    if outside && asks::<Tournament>(app, reply, &view.journal, game).await? {
        return show(app, reply, id, ASKED).await;
    }
    let after = give::<Tournament>(app, reply, id, Command::Join { user }).await?;
    let said = if after.seed_of(user).is_some() {
        "You have joined. You play from the second round on, with ½ point for the first."
    } else if after.places().0.contains(&user) {
        "You have joined."
    } else {
        "You are on the waiting list."
    };
    show(app, reply, id, said).await
}

pub(crate) async fn ask_leave(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let view = view::<Tournament>(app, reply, id).await?;
    let user = reply.interaction.user();
    if !view.contest.is_member(user) && !view.contest.is_playing(user) {
        return Err(Refusal::NotIn.into());
    }
    app.whisper_here(reply, page::ask_leave(&view, user)).await
}

pub(crate) async fn leave(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let user = reply.interaction.user();
    let view = view::<Tournament>(app, reply, id).await?;
    give::<Tournament>(app, reply, id, Command::Leave { user }).await?;
    let said = match view.contest.requests().has(user) {
        true => WITHDRAWN,
        false => "You have left.",
    };
    show(app, reply, id, said).await
}

/// Chooses the side of a deciding game.
pub(crate) async fn choose(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    pairing: PairingId,
    side: Side,
) -> Result {
    let command = Command::Choose {
        pairing,
        by: reply.interaction.user(),
        first: side == Side::First,
    };
    give::<Tournament>(app, reply, id, command).await?;
    let said = match side {
        Side::First => "You move first in the deciding game.",
        Side::Second => "You move second in the deciding game.",
    };
    show(app, reply, id, said).await
}
