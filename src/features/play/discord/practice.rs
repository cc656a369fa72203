//! Matches against the computer in a person's direct messages.

use serenity::all::LightMethod;
use serenity::http::Route;

use crate::discord::transport::json_request::json_request;
use crate::discord::transport::rest::Failure;
use crate::discord::ui::reply::discord_channel;
use crate::discord::ui::wire::Painted;
use crate::discord::ui::{App, CommandError, Composed, Reply, Result};
use crate::features::play::messages;
use crate::kernel::Update;
use crate::matches::{Challenge, ChannelId, Place, UserId};

/// Makes a challenge to a computer whose match is played in the person's direct messages, below a greeting.
/// Returns `None` if the person's settings do not let the bot write there: no match begins then.
pub async fn begin(
    app: &App,
    reply: &mut Reply<'_>,
    challenge: Challenge,
    greeting: Composed,
) -> Result<Option<Update>> {
    let user = reply.interaction.user();
    let channel = match reply.while_doing(greet(app, user, greeting)).await {
        Ok(channel) => channel,
        Err(failure) if failure.is_closed() => return Ok(None),
        Err(failure) => {
            tracing::warn!(%failure, "cannot write to a person who wants to practise");
            return Err(CommandError::says(messages::PRACTICE_LATER));
        }
    };
    let place = Place {
        guild: None,
        channel,
    };
    let challenge = Challenge { place, ..challenge };
    let acting = app.acting(reply);
    Ok(Some(reply.while_doing(acting.propose(challenge)).await?))
}

/// Sends a direct message and returns its channel.
async fn greet(app: &App, user: UserId, greeting: Composed) -> Result<ChannelId, Failure> {
    let channel = app.rest.conversation(user).await?;
    let route = Route::ChannelMessages {
        channel_id: discord_channel(channel),
    };
    let greeting = Painted::new(greeting, Vec::new());
    let post = json_request(route, LightMethod::Post, &greeting.json());
    app.rest.send(post).await?;
    Ok(channel)
}
