//! `/watch`.

use crate::discord::ui::command::{Context, reply};
use crate::discord::ui::command_error::CommandError;

/// See the matches that are played here, and follow one
#[poise::command(slash_command, rename = "watch")]
pub(crate) async fn watch(context: Context<'_>) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let watch = super::pages::watch(app, &mut reply, 0).await?;
    app.whisper(&mut reply, watch).await
}
