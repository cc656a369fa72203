//! What people do in a league.

use super::pages::{league, show_after};
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::reply::Reply;
use crate::features::leagues::messages::page;
use crate::features::leagues::model::{Command, League, Refusal};
use crate::kernel::Error;

/// Returns the league after a command.
pub(super) fn done(done: Result<Result<League, Refusal>, Error>) -> Result<League, CommandError> {
    match done? {
        Ok(after) => Ok(after),
        Err(Refusal::Broken(why)) => Err(CommandError::Internal(why)),
        Err(refusal) => Err(CommandError::says(refusal.to_string())),
    }
}

pub(crate) async fn join(app: &App, reply: &mut Reply<'_>, id: u64) -> Result<(), CommandError> {
    let view = league(app, reply, id).await?;
    let user = reply.interaction.user();
    let joined = app.arbiter.join_league(&view.journal, user);
    done(reply.while_doing(joined).await)?;
    let said = String::from("You have joined.");
    show_after(app, reply, id, said).await
}

pub(crate) async fn ask_leave(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
) -> Result<(), CommandError> {
    let view = league(app, reply, id).await?;
    let user = reply.interaction.user();
    if !view.league.is_member(user) && !view.league.is_playing(user) {
        return Err(CommandError::says(Refusal::NotIn.to_string()));
    }
    app.whisper_here(reply, page::ask_leave(&view, user)).await
}

pub(crate) async fn leave(app: &App, reply: &mut Reply<'_>, id: u64) -> Result<(), CommandError> {
    let view = league(app, reply, id).await?;
    let user = reply.interaction.user();
    let left = app
        .arbiter
        .change_league(view.journal.id, Command::Leave { user });
    done(reply.while_doing(left).await)?;
    let said = String::from("You have left.");
    show_after(app, reply, id, said).await
}
