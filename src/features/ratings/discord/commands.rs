//! `/leaderboard`, `/profile` and `/annul`.

use poise::ChoiceParameter;
use serenity::all::User;

use super::pages;
use crate::discord::ui;
use crate::discord::ui::asked::display_name;
use crate::discord::ui::command::{Command, Context, games, reply, with_choices};
use crate::discord::ui::command_error::CommandError;
use crate::matches::UserId;

/// Whose ratings are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ChoiceParameter)]
pub(crate) enum Where {
    /// Of the server's people.
    #[name = "This server"]
    Here,
    /// Of everybody.
    #[name = "Everywhere"]
    Everywhere,
}

/// `/leaderboard`, with the games of the catalogue as choices.
pub(crate) fn leaderboard() -> Command {
    with_choices(leaders(), "game", games)
}

/// See who leads in a game, and your own place
#[poise::command(slash_command, rename = "leaderboard")]
async fn leaders(
    context: Context<'_>,
    #[description = "Which game; the one of the thread or your favourite if you do not say"]
    game: Option<String>,
    #[description = "In this server (if you do not say) or everywhere"]
    #[rename = "where"]
    place: Option<Where>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let everywhere = place == Some(Where::Everywhere);
    let page = pages::leaderboard(app, &mut reply, game.as_deref(), everywhere, 0).await?;
    app.whisper(&mut reply, page).await
}

/// See a player's ratings and results, to you only
#[poise::command(slash_command)]
pub(crate) async fn profile(
    context: Context<'_>,
    #[description = "Whose; your own if you do not say"] person: Option<User>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    if let Some(person) = &person {
        let user = UserId(person.id.get());
        if person.bot {
            return Err(CommandError::says(format!(
                "{} is a bot and has no profile.",
                ui::mention(user)
            )));
        }
        app.learn(None, user, display_name(person));
    }
    let person = person.map(|person| UserId(person.id.get()));
    let profile = pages::profile(app, &mut reply, person).await?;
    app.whisper(&mut reply, profile).await
}

/// Let a finished match of this server no longer count for ratings
#[poise::command(
    slash_command,
    rename = "annul",
    default_member_permissions = "MANAGE_GUILD"
)]
pub(crate) async fn annul(
    context: Context<'_>,
    #[description = "The number of the match"]
    #[rename = "match"]
    which: String,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let id = ui::read_match_number(&which)
        .ok_or_else(|| CommandError::says("A match is named by its number, such as 12."))?;
    pages::annul(app, &mut reply, id).await
}
