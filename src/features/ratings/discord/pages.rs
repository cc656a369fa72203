//! The leaderboard and profiles.

use crate::db::ratings;
use crate::discord::ui::{self, App, CommandError, Composed, Reply, Result, known_game};
use crate::features::ratings::messages;
use crate::games::{self, CATALOGUE, Game};
use crate::matches::UserId;

/// Returns a page of a game's leaderboard.
///
/// Without a named game, it is the game of this thread, else the game that the person has played most.
pub async fn leaderboard(
    app: &App,
    reply: &mut Reply<'_>,
    game: Option<&str>,
    everywhere: bool,
    page: u32,
) -> Result<Composed> {
    let user = reply.interaction.user();
    let game = match game {
        Some(key) => known_game(key)?,
        None => usual_game(app, reply).await?,
    };
    let server = reply.interaction.guild();
    let guild = server.filter(|_| !everywhere);
    let leaders = reply
        .while_doing(app.arbiter.leaders(game.card.key, guild, user))
        .await?;
    let people = leaders.listed.iter().map(|player| player.who);
    app.recall(guild, people.take(500).collect()).await;
    Ok(messages::leaderboard(
        game,
        &leaders,
        user,
        [guild.is_some(), server.is_some()],
        page,
        app.arbiter.now(),
        |user| app.names.of(guild, user),
    ))
}

async fn usual_game(app: &App, reply: &mut Reply<'_>) -> Result<&'static Game> {
    let here = app
        .arbiter
        .store()
        .match_in_thread(reply.interaction.channel());
    if let Some(id) = reply.while_doing(here).await? {
        return Ok(app.view(reply, id).await?.state.game());
    }
    let user = reply.interaction.user();
    let own = app.arbiter.read(move |db| ratings::standings_of(db, user));
    let own = reply.while_doing(own).await?;
    own.iter()
        .find_map(|(key, _)| games::find(key))
        .or(CATALOGUE.first())
        .ok_or_else(|| CommandError::Internal(String::from("there is no game")))
}

/// Returns the parts of a player's profile that the user may see.
pub async fn profile(app: &App, reply: &mut Reply<'_>, person: Option<UserId>) -> Result<Composed> {
    let own = person.is_none_or(|person| person == reply.interaction.user());
    let user = person.unwrap_or(reply.interaction.user());
    if !own {
        visible(app, reply, user, "profile").await?;
    }
    let guild = reply.interaction.guild().filter(|_| !own);
    let profile = reply.while_doing(app.arbiter.profile(user, guild)).await?;
    Ok(messages::profile(&profile, own, app.arbiter.now()))
}

/// Returns an error if the person is unlisted or unknown in the server.
pub(crate) async fn visible(app: &App, reply: &mut Reply<'_>, user: UserId, what: &str) -> Result {
    let Some(guild) = reply.interaction.guild() else {
        return Err(CommandError::says(format!(
            "In a direct message you see only your own {what}. Ask in a server that you share."
        )));
    };
    let (shown, known) = reply
        .while_doing(app.arbiter.shows_profile(user, guild))
        .await?;
    let who = ui::mention(user);
    if !known {
        return Err(CommandError::says(format!(
            "{who} has not used the bot in this server."
        )));
    }
    if !shown {
        return Err(CommandError::says(format!(
            "{who} has chosen to keep this private."
        )));
    }
    Ok(())
}
