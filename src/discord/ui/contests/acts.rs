//! What people and organisers do to contests.

use crate::db::Denial;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::{CommandError, Result};
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::interaction::display_name;
use crate::discord::ui::modal::{REASON, reason_form};
use crate::discord::ui::refusals::unknown_component;
use crate::discord::ui::reply::Reply;
use crate::discord::ui::words::{channel_link, escaped, mention};
use crate::kernel::Error;
use crate::kernel::contests::{Contest, NotCreated};
use crate::matches::{ChannelId, JournalId, UserId};

/// Returns the number of a contest that was just created in a channel, and a sentence about it.
pub(crate) async fn created<C: Contest>(
    reply: &mut Reply<'_>,
    channel: ChannelId,
    made: impl Future<Output = Result<JournalId, Error>>,
) -> Result<(JournalId, String)> {
    let id = reply.while_doing(made).await?;
    let (kind, place) = (C::KIND, channel_link(channel));
    let said = format!("The {kind} is created. It will be posted in {place} in a moment.");
    Ok((id, said))
}

impl Denial for NotCreated {
    fn name(&self) -> &'static str {
        self.into_str()
    }

    fn sentence(&self) -> String {
        match self {
            Self::Name(kind) => {
                format!("This server has an open {kind} with this name. Choose another name.")
            }
            Self::Channel(kind, channel) => format!(
                "{} has a {kind} already, and each needs a channel of its own. Choose another channel.",
                channel_link(*channel)
            ),
            Self::TooMany(kind, most) => {
                format!("This server has {most} open {kind}s, the most allowed. Close one first.")
            }
        }
    }
}

/// Returns the organiser and the reason from the form; before the form, the reason is empty.
pub(crate) fn by_and_reason(reply: &Reply<'_>) -> (UserId, String) {
    let reason = reply.interaction.typed(REASON).to_owned();
    (reply.interaction.user(), reason)
}

/// Words what an organiser did, and why.
pub(crate) fn organised(by: UserId, did: &str, reason: &str) -> String {
    format!("{} {did} Reason: {}", mention(by), escaped(reason))
}

/// Whether an organiser has given a reason. Opens the form for it if not.
pub(crate) async fn has_reason(
    app: &App,
    reply: &mut Reply<'_>,
    id: impl Into<CustomId>,
    title: &str,
    hint: &str,
) -> Result<bool> {
    app.organised(reply).await?;
    if !reply.interaction.is_form() {
        let id = id.into();
        let form = reason_form(id.clone(), title, hint);
        app.open_form(reply, &form, id).await?;
    }
    Ok(reply.interaction.is_form())
}

/// Returns the person whom an organiser has chosen in a menu for somebody's place.
pub(crate) async fn newcomer(app: &App, reply: &mut Reply<'_>) -> Result<UserId> {
    app.organised(reply).await?;
    let chosen = reply.interaction.chosen_person();
    let chosen = chosen.ok_or_else(unknown_component)?;
    if chosen.bot {
        return Err(CommandError::says(
            "A bot cannot play in a contest. Choose a person.",
        ));
    }
    let newcomer = UserId(chosen.id.get());
    app.learn(reply.interaction.guild(), newcomer, display_name(chosen));
    Ok(newcomer)
}
