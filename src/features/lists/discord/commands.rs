//! `/games`, `/lobby`, `/watch`, `/rules`, `/learn`, `/help` and the *Challenge…* in a person's menu.

use super::pages;
use crate::discord::ui::command::{Context, reply};
use crate::discord::ui::command_error::CommandError;

/// List your matches and challenges, those that wait for you first
#[poise::command(slash_command)]
pub(crate) async fn games(context: Context<'_>) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let games = pages::games(app, &mut reply, 0).await?;
    app.whisper(&mut reply, games).await
}

/// See the open challenges here, and accept one
#[poise::command(slash_command, rename = "lobby")]
pub(crate) async fn lobby(context: Context<'_>) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let lobby = pages::lobby(app, &mut reply, 0).await?;
    app.whisper(&mut reply, lobby).await
}
