//! `/weekly-page`: a server's week, once a week, in a channel that it names.

use crate::db::people::habits;
use crate::discord::ui::app::App;
use crate::discord::ui::asked::managed_server;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::reply::Reply;
use crate::discord::ui::{Composed, permissions};
use crate::features::calendar::messages;
use crate::features::calendar::store::weekly;
use crate::kernel::Error;
use crate::matches::ChannelId;

/// Shows who manages a server where its weekly page comes, and what it would say today.
pub async fn show(app: &App, reply: &mut Reply<'_>) -> Result<(), CommandError> {
    let guild = managed_server(reply.asked)?;
    let arbiter = &app.arbiter;
    let found = async move {
        Ok::<_, Error>((
            arbiter
                .read(move |db| weekly::weekly_place(db, guild))
                .await?,
            arbiter.week(guild).await?,
        ))
    };
    let (place, week) = reply.while_doing(found).await?;
    app.whisper(reply, messages::weekly_page(place.as_ref(), &week))
        .await
}

/// Names the channel to which the page comes from now on.
pub async fn begin(
    app: &App,
    reply: &mut Reply<'_>,
    channel: ChannelId,
) -> Result<(), CommandError> {
    let guild = managed_server(reply.asked)?;
    if channel == reply.asked.channel() {
        App::allowed(reply.asked, permissions::FOR_A_FILE)?;
    }
    let user = reply.asked.user();
    let arbiter = &app.arbiter;
    let begun = async move {
        let zone = arbiter
            .read(move |db| habits::of_user(db, user))
            .await?
            .zone
            .unwrap_or_default();
        arbiter.begin_weekly_page(guild, channel, zone).await
    };
    reply.while_doing(begun).await?;
    show(app, reply).await
}

/// Ends it.
pub async fn stop(app: &App, reply: &mut Reply<'_>) -> Result<(), CommandError> {
    let guild = managed_server(reply.asked)?;
    let ended = reply
        .while_doing(
            app.arbiter
                .write(move |db| weekly::end_weekly_page(db, guild)),
        )
        .await?;
    let words = if ended {
        "The weekly page of this server has ended."
    } else {
        "This server has no weekly page."
    };
    app.whisper(reply, Composed::text(words)).await
}
