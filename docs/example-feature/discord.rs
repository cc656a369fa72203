use super::messages;
use crate::discord::ui::command::{Context, reply};
use crate::discord::ui::command_error::CommandError;
use crate::kernel::Error;

/// See how many matches are being played in this server
#[poise::command(slash_command, rename = "going-on")]
pub(crate) async fn going_on(context: Context<'_>) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let Some(guild) = reply.asked.guild() else {
        return Err(CommandError::says("Use this command in a server."));
    };
    let count = reply.while_doing(app.arbiter.store().going_on_in(guild));
    let count = count.await.map_err(Error::from)?;
    app.whisper(&mut reply, messages::going_on(count)).await
}
