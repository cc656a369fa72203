//! `/games`, `/rules` and `/help`.

use serenity::all::CommandOptionType;

use super::{Command, Context, reply};
use crate::discord::actions;
use crate::discord::command_error::CommandError;
use crate::discord::messages;
use crate::games::{self, CATALOGUE};

/// List your matches and challenges, those that wait for you first
#[poise::command(slash_command)]
pub(super) async fn games(context: Context<'_>) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let games = actions::games(app, &mut reply, 0).await?;
    app.whisper(&mut reply, games).await
}

/// `/rules`, with the games of the catalogue as choices.
pub(super) fn rules() -> Command {
    let mut command = rules_of();
    for parameter in &mut command.parameters {
        parameter.type_setter = Some(|option| {
            let option = option.kind(CommandOptionType::String);
            CATALOGUE.iter().fold(option, |option, game| {
                option.add_string_choice(game.card.name, game.card.key)
            })
        });
    }
    command
}

/// Read the rules of a game
#[poise::command(slash_command, rename = "rules")]
async fn rules_of(
    context: Context<'_>,
    #[description = "Which game"] game: String,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    actions::show_rules(app, &mut reply, games::find(&game), 0).await
}

/// What I do and how to play
#[poise::command(slash_command)]
pub(super) async fn help(context: Context<'_>) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let help = messages::help(|name| app.command_mention(name));
    app.whisper(&mut reply, help).await
}
