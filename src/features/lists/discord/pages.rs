//! What people look at: boards, lists of matches, rules.

use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::match_lines::MOST_HERE;
use crate::discord::ui::reply::Reply;
use crate::discord::ui::{Composed, permissions};
use crate::features::lists;
use crate::features::lists::messages;
use crate::kernel;
use crate::matches::Status;

/// A page of the matches and challenges of whoever asks.
pub async fn games(app: &App, reply: &mut Reply<'_>, page: u32) -> Result<Composed, CommandError> {
    let user = reply.asked.user();
    let listed = async {
        let mut mine = app.arbiter.store().games_of(user).await?;
        app.arbiter.note_pauses(&mut mine).await?;
        Ok::<_, kernel::Error>(mine)
    };
    let mine = reply.while_doing(listed).await?;
    Ok(messages::games(&mine, user, page))
}

/// A page of the matches that are played in the server, as far as whoever asks can surely see where.
pub async fn games_here(
    app: &App,
    reply: &mut Reply<'_>,
    page: u32,
) -> Result<Composed, CommandError> {
    let Some(guild) = reply.asked.guild() else {
        return Err(CommandError::says(
            "This is a conversation and no server: *Mine* lists your matches.",
        ));
    };
    let channel = permissions::channel_in_sight(reply.asked);
    let played = async {
        let (mut there, count) = app
            .arbiter
            .store()
            .played_in(guild, channel, MOST_HERE)
            .await?;
        app.arbiter.note_pauses(&mut there).await?;
        Ok::<_, kernel::Error>((there, count))
    };
    let (there, count) = reply.while_doing(played).await?;
    Ok(messages::games_here(&there, count, channel.is_some(), page))
}

/// A page of the challenges that anyone may accept, as far as whoever asks can surely see where.
pub async fn lobby(app: &App, reply: &mut Reply<'_>, page: u32) -> Result<Composed, CommandError> {
    let Some(guild) = reply.asked.guild() else {
        return Err(CommandError::says(
            "This is a conversation and no server: challenges are open in servers. Here you can `/play` against me.",
        ));
    };
    let channel = permissions::channel_in_sight(reply.asked);
    let open = app.arbiter.store().open_in(
        guild,
        channel,
        reply.asked.user(),
        lists::messages::MOST_OPEN,
    );
    let open = reply.while_doing(open).await?;
    let pages = open.len().div_ceil(lists::messages::OPEN_ON_A_PAGE).max(1);
    let page = usize::try_from(page).unwrap_or(usize::MAX).min(pages - 1);
    let mut shown = Vec::new();
    for id in open
        .into_iter()
        .skip(page * lists::messages::OPEN_ON_A_PAGE)
        .take(lists::messages::OPEN_ON_A_PAGE)
    {
        match reply.while_doing(app.arbiter.view(id)).await {
            // One that has just expired is none.
            Ok(view) if *view.state.status() == Status::Open => shown.push(view),
            Ok(_) => {}
            Err(error) => tracing::warn!(match_id = %id, %error, "a challenge is not listed"),
        }
    }
    let user = reply.asked.user();
    Ok(lists::messages::lobby(
        &shown,
        user,
        channel.is_some(),
        (page, pages),
    ))
}
