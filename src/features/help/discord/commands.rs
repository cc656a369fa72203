//! `/rules`, `/help` and `/about`.

use crate::discord::ui::command::{Command, Context, reply, with_choices};
use crate::discord::ui::command_error::CommandError;
use crate::features::help;
use crate::games;

/// `/rules`, with the games of the catalogue as choices.
pub(crate) fn rules() -> Command {
    with_choices(rules_of(), "game", crate::discord::ui::command::games)
}

/// Read the rules of a game
#[poise::command(slash_command, rename = "rules")]
pub(crate) async fn rules_of(
    context: Context<'_>,
    #[description = "Which game"] game: String,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    super::pages::show_rules(app, &mut reply, games::find(&game), 0).await
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
