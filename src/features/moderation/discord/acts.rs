//! What moderators of a server do to matches and about people there.

use crate::discord::ui::Composed;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::reply::Reply;
use crate::features::moderation::messages;
use crate::features::moderation::store::acts;
use crate::kernel;
use crate::matches::{GuildId, MatchId, ModeratorAsks, UserId};

/// Does something to a match of this server.
pub async fn act(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    asks: ModeratorAsks,
    reason: &str,
) -> Result<(), CommandError> {
    let guild = moderated_server(reply)?;
    let view = app.view(reply, id).await?;
    if view.state.proposal().place.guild != Some(guild) {
        return Err(kernel::Error::NoSuchMatch(id).into());
    }
    let by = reply.asked.user();
    let done = app.acting(reply);
    let done = reply.while_doing(done.moderate(id, by, asks, reason)).await;
    let update = match done {
        Ok(update) => update,
        Err(error) => return Err(app.explain(reply, id, error).await),
    };
    if let Some(news) = update.news {
        news.hand_over();
    }
    app.whisper(reply, messages::moderator_did(id, asks)).await
}

/// Keeps somebody from beginning matches in this server.
pub async fn keep_out(
    app: &App,
    reply: &mut Reply<'_>,
    person: UserId,
    is_bot: bool,
    reason: &str,
) -> Result<(), CommandError> {
    let guild = moderated_server(reply)?;
    let by = reply.asked.user();
    if is_bot || person == by {
        return Err(CommandError::says(
            "You can keep other people from playing here, neither bots nor yourself.",
        ));
    }
    reply
        .while_doing(app.arbiter.keep_out(guild, person, by, reason))
        .await?;
    app.whisper(reply, messages::kept_out(person)).await
}

/// Lets somebody begin matches in this server again.
pub async fn let_in(app: &App, reply: &mut Reply<'_>, person: UserId) -> Result<(), CommandError> {
    let guild = moderated_server(reply)?;
    let was = reply.while_doing(app.arbiter.let_in(guild, person)).await?;
    app.whisper(reply, messages::let_in(person, was)).await
}

/// Shows what moderators did in this server.
pub async fn list(app: &App, reply: &mut Reply<'_>) -> Result<(), CommandError> {
    let guild = moderated_server(reply)?;
    let most = app
        .arbiter
        .read(move |db| acts::moderation_in(db, guild, messages::MOST_MODERATED));
    let (acts, banned) = reply.while_doing(most).await?;
    let list: Composed = messages::moderation(&acts, &banned);
    app.whisper(reply, list).await
}

/// The server whose matches the person moderates. Discord shows the command to who manages threads, and to whom a server
/// allows it in its settings of integrations.
fn moderated_server(reply: &Reply<'_>) -> Result<GuildId, CommandError> {
    let guild = reply.asked.guild();
    guild.ok_or_else(|| messages::only_moderators().into())
}
