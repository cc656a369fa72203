//! The actions of a person in a match, each as one function for commands and buttons.

use std::time::Duration;

use crate::discord::ui::wire::buttons_only;
use crate::discord::ui::{self, App, CommandError, Composed, Reply, Result};
use crate::features;
use crate::features::Cancelling;
use crate::features::play::discord::{next, typed};
use crate::features::play::messages::{self, Done};
use crate::features::play::press::Press;
use crate::kernel::{Update, View};
use crate::matches::{ChannelId, Confirm, MatchId, Refusal, Status, UserId};

/// Whether a player of a running match pressed a button of an old board.
fn is_old(view: &View, reply: &Reply<'_>, board: u32) -> bool {
    let state = &view.state;
    let plays =
        state.seat_of(reply.interaction.user()).is_some() && *state.status() == Status::Playing;
    plays && state.board() != board
}

/// Refuses a player's press on a button of an old board, and removes the buttons of that board.
pub(crate) async fn current(view: &View, reply: &mut Reply<'_>, board: u32) -> Result {
    if !is_old(view, reply, board) {
        return Ok(());
    }
    let old = messages::old_board(&latest_board(view, reply));
    // A reminder has such buttons too, for several matches, and keeps them.
    if reply.interaction.on_picture() {
        let kept = buttons_only(&ui::looking_buttons(&view.state));
        reply.leave_message(Some(&kept)).await;
    }
    Err(CommandError::says(old))
}

/// Keeps the interaction of a press on the latest board.
/// With it the bot can edit that board later without a counted request.
pub(crate) async fn keep_board(app: &App, view: &View, reply: &mut Reply<'_>) {
    let state = &view.state;
    let Some(board) = reply.interaction.message().filter(|pressed| {
        view.places.board == Some(*pressed) && !app.active.is_free(state.id(), *pressed)
    }) else {
        return;
    };
    let channel = reply.interaction.channel();
    if let Some(later) = reply.leave_message(None).await {
        app.active.set_free(state, channel, board, later);
    }
}

/// Returns the words that say where the latest board is.
pub(crate) fn latest_board(view: &View, reply: &Reply<'_>) -> String {
    // The pressed board is old, and the post of the latest one is still to come.
    let known = view
        .places
        .board
        .filter(|board| reply.interaction.message() != Some(*board));
    ui::latest_board(&view.state, &view.places, known)
}

/// Opens the text field for a turn.
pub async fn ask_turn(app: &App, reply: &mut Reply<'_>, id: MatchId, board: u32) -> Result {
    let view = app.view(reply, id).await?;
    current(&view, reply, board).await?;
    if let Err(refusal) = view.state.complete(reply.interaction.user(), "", 1) {
        return Err(ui::refusal(&refusal, app.elsewhere(reply, id).await).into());
    }
    let form = ui::turn_modal(&view.state, "");
    app.open_form(reply, &form, Press::TypeTurn { id, board })
        .await
}

/// Plays a typed turn, or previews it if the player wants that.
/// `seen` is the number of the board that the player saw, if known.
pub async fn play(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    text: &str,
    seen: Option<u32>,
) -> Result {
    let votes = reply.while_doing(app.arbiter.current(id)).await;
    // A vote is previewed, since its button leads to the page of the team.
    let votes = votes.is_ok_and(|state| state.may_vote(reply.interaction.user()));
    if votes {
        app.may_know(reply, id).await?;
    }
    if votes || reply.preferences(&app.arbiter).await.own.confirm == Confirm::Always {
        return typed::preview(app, reply, id, text, seen).await;
    }
    let user = reply.interaction.user();
    let update = match reply
        .while_doing(app.acting(reply).play(id, user, text, seen))
        .await
    {
        Ok(update) => update,
        Err(error) => {
            return Err(typed::explain_turn(app, reply, id, text, error).await);
        }
    };
    // The form was opened from a private picker, so the answer replaces that picker.
    if reply.interaction.on_private_message() {
        app.conclude_in_place(reply, update).await?;
        return app.announce_dropped(reply, id).await;
    }
    let here = update.view.places.thread == Some(reply.interaction.channel());
    let mut private = ui::played_elsewhere(&update.view.state, user, &update.view.places);
    if !here {
        private = next::after_turn(app, reply, id, private).await;
    }
    app.conclude(reply, update, private).await?;
    if here {
        next::offer(app, reply, id).await;
    }
    app.announce_dropped(reply, id).await
}

/// Plays the only legal turn.
pub async fn play_only(app: &App, reply: &mut Reply<'_>, id: MatchId, board: u32) -> Result {
    let view = app.view(reply, id).await?;
    current(&view, reply, board).await?;
    // Only a board with a single legal turn has this button, but a custom id can be forged.
    let turn = ui::only_turn(&view.state).ok_or_else(ui::unknown_component)?;
    play(app, reply, id, &turn, Some(board)).await
}

/// Previews a turn, whole or unfinished, in the message that offered it.
pub async fn try_turn(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    board: u32,
    turn: &str,
) -> Result {
    match typed::preview(app, reply, id, turn, Some(board)).await {
        Err(CommandError::User(refused)) => app.whisper_here(reply, *refused).await,
        other => other,
    }
}

/// Previews a stored turn, which was too long for the custom id of its button.
pub async fn try_offer(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    board: u32,
    mark: u32,
) -> Result {
    let offered = app
        .arbiter
        .offered(id, reply.interaction.user(), board, mark);
    match app.in_match(reply, id, offered).await {
        Ok(turn) => try_turn(app, reply, id, board, &turn).await,
        Err(CommandError::User(refused)) => app.whisper_here(reply, *refused).await,
        Err(error) => Err(error),
    }
}

/// Asks the player how much time to give to the other player.
pub async fn ask_gift(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let view = app.view(reply, id).await?;
    app.whisper(reply, messages::ask_gift(&view.state)).await
}

pub async fn give_time(app: &App, reply: &mut Reply<'_>, id: MatchId, time: Duration) -> Result {
    let (acting, user) = (app.acting(reply), reply.interaction.user());
    let giving = acting.give_time(id, user, time);
    let update = app.in_match(reply, id, giving).await?;
    let private = messages::done(Done::GaveTime, id, update.view.places.thread);
    app.conclude(reply, update, private).await
}

/// Aborts a match, so that it does not count.
pub async fn abort(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let (acting, user) = (app.acting(reply), reply.interaction.user());
    let view = app.view(reply, id).await?;
    let means = cancelling(app, reply, &view, user).await?;
    let update = app.in_match(reply, id, acting.abort(id, user)).await?;
    let mut private = messages::done(Done::Aborted, id, elsewhere(&update.view, reply));
    if let Some(means) = means {
        private.content.push_str(&format!("\n{}", means.after));
    }
    if reply.interaction.on_private_message() {
        return conclude_by_edit(app, reply, update, private).await;
    }
    app.conclude(reply, update, private).await
}

/// Says what it means if a person cancels a match, apart from that it does not count.
async fn cancelling(
    app: &App,
    reply: &mut Reply<'_>,
    view: &View,
    user: UserId,
) -> Result<Option<Cancelling>> {
    let state = view.state.clone();
    let read = app
        .arbiter
        .read(move |db| features::cancelling(db, &state, user));
    Ok(reply.while_doing(read).await?)
}

/// Returns the thread of a match, unless the person is in it.
pub(super) fn elsewhere(view: &View, reply: &Reply<'_>) -> Option<ChannelId> {
    let thread = view.places.thread;
    thread.filter(|thread| *thread != reply.interaction.channel())
}

/// Answers by editing the message whose button was pressed, and leaves the news to the arbiter.
pub(super) async fn conclude_by_edit(
    app: &App,
    reply: &mut Reply<'_>,
    update: Update,
    words: Composed,
) -> Result {
    let answer = app.turn_into(reply, words).await.map(drop);
    update.leave_to_arbiter();
    answer
}

/// Asks a player to confirm resigning, or aborting a match in its first turns.
/// `seen` is the number of the pressed board.
pub async fn ask_resign(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    seen: Option<u32>,
) -> Result {
    let view = app.view(reply, id).await?;
    let user = reply.interaction.user();
    let refusal = match (view.state.in_play(), view.state.seat_of(user)) {
        (Ok(()), Some(seat)) => {
            let means = match view.state.may_abort() {
                true => cancelling(app, reply, &view, user).await?,
                false => None,
            };
            let means = means.map_or_else(String::new, |means| means.before);
            let mut question = messages::resign_question(&view.state, seat, &means);
            // A player who looks at an old board may not know the current position.
            if seen.is_some_and(|board| is_old(&view, reply, board)) {
                let old = messages::old_board(&latest_board(&view, reply));
                question.content = format!("{old}\n{}", question.content);
            }
            return app.whisper(reply, question).await;
        }
        (Ok(()), None) => Refusal::NotYourMatch(id),
        (Err(refusal), _) => refusal,
    };
    Err(ui::refusal(&refusal, app.elsewhere(reply, id).await).into())
}

/// Resigns and answers in the message with the question.
pub async fn resign(app: &App, reply: &mut Reply<'_>, id: MatchId, board: u32) -> Result {
    let view = app.view(reply, id).await?;
    if is_old(&view, reply, board) {
        let again = messages::ask_resign_again(view.state.ply());
        return Err(CommandError::says(again));
    }
    let (acting, user) = (app.acting(reply), reply.interaction.user());
    let update = app.in_match(reply, id, acting.resign(id, user)).await?;
    let words = messages::done(Done::Resigned, id, elsewhere(&update.view, reply));
    conclude_by_edit(app, reply, update, words).await
}

/// Shows a match's board to one person.
pub async fn show_board(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let view = app.watched(reply, id).await?;
    let seen_from = app.seen_from(reply, &view.state).await;
    let (thread, user) = (elsewhere(&view, reply), reply.interaction.user());
    let (now, has_pages) = (app.arbiter.now(), app.pages.is_some());
    let board = messages::board(&view.state, thread, user, seen_from, now, has_pages);
    app.whisper(reply, board).await
}
