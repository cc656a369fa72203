//! What people look at: boards, lists of matches, rules.

use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::reply::Reply;
use crate::discord::ui::{Composed, permissions};
use crate::features::lists::messages;
use crate::features::{help, history};
use crate::games::{self, Game};
use crate::kernel;
use crate::kernel::fair::Wanted;
use crate::matches::MatchId;

/// Shows a match's board to one person.
pub async fn show_board(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<(), CommandError> {
    let view = app.watched(reply, id).await?;
    let seen_from = app.seen_from(reply, &view.state).await;
    let elsewhere = view
        .places
        .thread
        .filter(|thread| *thread != reply.asked.channel());
    let user = reply.asked.user();
    let board = messages::board(&view.state, elsewhere, user, seen_from, app.arbiter.now());
    app.whisper(reply, board).await
}

/// Tells one person a match's board in words, or a part of it.
pub async fn describe(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    what: &str,
) -> Result<(), CommandError> {
    let view = app.watched(reply, id).await?;
    let description = history::messages::description(&view.state, what, app.arbiter.now())
        .map_err(|error| CommandError::says(ui::escaped(&error.to_string())))?;
    app.whisper(reply, description).await
}

/// A page of the matches and challenges of whoever asks.
pub async fn games(app: &App, reply: &mut Reply<'_>, page: u32) -> Result<Composed, CommandError> {
    let user = reply.asked.user();
    let listed = async {
        let mut mine = app.arbiter.games_of(user).await?;
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
            .played_in(guild, channel, messages::MOST_HERE)
            .await?;
        app.arbiter.note_pauses(&mut there).await?;
        Ok::<_, kernel::Error>((there, count))
    };
    let (there, count) = reply.while_doing(played).await?;
    Ok(messages::games_here(&there, count, channel.is_some(), page))
}

/// Shows a page of a game's rules to one person.
pub async fn show_rules(
    app: &App,
    reply: &mut Reply<'_>,
    game: Option<&'static Game>,
    page: u32,
) -> Result<(), CommandError> {
    let rules = rules(app, reply, game, page).await?;
    app.whisper(reply, rules).await
}

/// Turns to a page of a game's rules, in the message that shows another one.
pub async fn turn_rules(
    app: &App,
    reply: &mut Reply<'_>,
    game: &str,
    page: u32,
) -> Result<(), CommandError> {
    let rules = rules(app, reply, games::find(game), page).await?;
    app.turn_into(reply, rules).await.map(drop)
}

/// A page of a game's rules. Its example is played where that keeps nobody waiting.
async fn rules(
    app: &App,
    reply: &mut Reply<'_>,
    game: Option<&'static Game>,
    page: u32,
) -> Result<Composed, CommandError> {
    let Some(game) = game else {
        return Err(CommandError::says("I do not know this game any more."));
    };
    let wanted = Wanted::asked(reply.asked.user());
    let composing = app
        .brush
        .workshop()
        .quick(wanted, move || help::messages::rules(game, page));
    reply.while_doing(composing).await.map_err(|why| {
        CommandError::not_done(
            why,
            format!("the rules of {} could not be shown", game.card.key),
        )
    })
}
