//! What people do in a tournament.

use super::pages::show;
use crate::contests::RequestCommand;
use crate::discord::ui::contests::entry::{ASKED, WITHDRAWN, admitted};
use crate::discord::ui::contests::named::view;
use crate::discord::ui::{App, Reply, Result};
use crate::features::tournaments::messages::page;
use crate::features::tournaments::model::{Command, PairingId, Refusal, Tournament};
use crate::features::tournaments::press::Side;
use crate::kernel::contests::Admission;
use crate::matches::JournalId;

/// Gives a command to a tournament of this server, and returns the tournament after it.
pub(super) async fn give(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    command: Command,
) -> Result<Tournament> {
    let view = view::<Tournament>(app, reply, id).await?;
    let done = app.arbiter.act_in_tournament(&view.journal, command);
    Ok(reply.while_doing(done).await?)
}

pub(crate) async fn join(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let user = reply.interaction.user();
    let view = view::<Tournament>(app, reply, id).await?;
    let tournament = &view.tournament;
    let outside = !tournament.is_member(user) && tournament.seed_of(user).is_none();
    let game = &tournament.rules().game;
    if outside && admitted(app, reply, &view.journal, game).await? == Admission::Asks {
        let command = Command::Request(RequestCommand::Ask { user });
        give(app, reply, id, command).await?;
        return show(app, reply, id, ASKED).await;
    }
    let after = give(app, reply, id, Command::Join { user }).await?;
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
    if !view.tournament.is_member(user) && !view.tournament.is_playing(user) {
        return Err(Refusal::NotIn.into());
    }
    app.whisper_here(reply, page::ask_leave(&view, user)).await
}

pub(crate) async fn leave(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let user = reply.interaction.user();
    let view = view::<Tournament>(app, reply, id).await?;
    give(app, reply, id, Command::Leave { user }).await?;
    let said = match view.tournament.requests().has(user) {
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
    give(app, reply, id, command).await?;
    let said = match side {
        Side::First => "You move first in the deciding game.",
        Side::Second => "You move second in the deciding game.",
    };
    show(app, reply, id, said).await
}
