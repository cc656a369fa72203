//! `/games`, `/lobby`, `/watch`, `/rules`, `/learn`, `/help` and the *Challenge…* in a person's menu.

use serenity::all::User;

use super::pages;
use crate::discord::ui::asked::display_name;
use crate::discord::ui::command::{Command, Context, reply, with_choices};
use crate::discord::ui::command_error::CommandError;
use crate::features::{boards, help, play, watching};
use crate::games;
use crate::matches::UserId;

/// List your matches and challenges, those that wait for you first
#[poise::command(slash_command)]
pub(crate) async fn games(context: Context<'_>) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let games = pages::games(app, &mut reply, 0).await?;
    app.whisper(&mut reply, games).await
}

/// The name of the command for a server's challenges.
pub(crate) const LOBBY: &str = "lobby";

/// The name of the command for matches that can be followed.
pub(crate) const WATCH: &str = "watch";

/// See the matches that are played here, and follow one
#[poise::command(slash_command, rename = "watch")]
pub(crate) async fn watch(context: Context<'_>) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let watch = watching::discord::watch(app, &mut reply, 0).await?;
    app.whisper(&mut reply, watch).await
}

/// How the command in a person's menu is known to poise; Discord shows *Challenge…*.
pub(crate) const CHALLENGE: &str = "challenge";

/// See the open challenges here, and accept one
#[poise::command(slash_command, rename = "lobby")]
pub(crate) async fn lobby(context: Context<'_>) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let lobby = play::discord::choosing::lobby(app, &mut reply, 0).await?;
    app.whisper(&mut reply, lobby).await
}

/// What stands in the menu of a person: *Challenge…*.
#[poise::command(context_menu_command = "Challenge…")]
pub(crate) async fn challenge(context: Context<'_>, user: User) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let person = UserId(user.id.get());
    app.learn(None, person, display_name(&user));
    play::discord::choosing::challenge_person(app, &mut reply, person, user.bot).await
}

/// `/rules`, with the games of the catalogue as choices.
pub(crate) fn rules() -> Command {
    with_choices(rules_of(), "game", crate::discord::ui::command::games)
}

/// Read the rules of a game
#[poise::command(slash_command, rename = "rules")]
async fn rules_of(
    context: Context<'_>,
    #[description = "Which game"] game: String,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    pages::show_rules(app, &mut reply, games::find(&game), 0).await
}

/// `/learn`, with the games of the catalogue as choices.
pub(crate) fn learn() -> Command {
    with_choices(learn_of(), "game", crate::discord::ui::command::games)
}

/// Learn a game by short lessons, each a board and a task; to you only
#[poise::command(slash_command, rename = "learn")]
async fn learn_of(
    context: Context<'_>,
    #[description = "Which game; leave it empty to see all"] game: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let list = boards::discord::lessons::list(app, &mut reply, game.as_deref()).await?;
    app.whisper(&mut reply, list).await
}

/// What I do and how to play
#[poise::command(slash_command)]
pub(crate) async fn help(context: Context<'_>) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let help = help::messages::help(0, |name| app.command_mention(name));
    app.whisper(&mut reply, help).await
}

/// What I am, who runs me, and what becomes of your data
#[poise::command(slash_command)]
pub(crate) async fn about(context: Context<'_>) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let about = help::messages::about(&app.operator, |name| app.command_mention(name));
    app.whisper(&mut reply, about).await
}
