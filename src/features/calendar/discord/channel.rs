//! The channel of a scheduled post.

use serenity::all::Permissions;

use crate::db::people::time_settings;
use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::permissions::{missing, missing_in_sentence};
use crate::discord::ui::reply::Reply;
use crate::matches::ChannelId;
use crate::people::Zone;

/// Returns the channel that was chosen from a menu.
///
/// # Errors
///
/// The bot lacks permissions in that channel.
pub(crate) fn chosen(reply: &Reply<'_>, needed: Permissions) -> Result<ChannelId, CommandError> {
    let [id] = reply.interaction.chosen_ids()[..] else {
        return Err(ui::unknown_component().into());
    };
    let missing = missing(reply.granted_in(id), needed);
    if missing.is_empty() {
        return Ok(ChannelId(id));
    }
    let sentence = missing_in_sentence(missing, ChannelId(id));
    Err(CommandError::says(sentence))
}

/// Returns the time zone of the person, for the hour of the post.
pub(crate) async fn zone(app: &App, reply: &mut Reply<'_>) -> Result<Zone, CommandError> {
    let user = reply.interaction.user();
    let read = app.arbiter.read(move |db| time_settings::of_user(db, user));
    Ok(reply.while_doing(read).await?.zone())
}
