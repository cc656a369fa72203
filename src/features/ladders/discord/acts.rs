//! What people do on a ladder.

use super::pages::{ladder, show_after};
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::mention;
use crate::discord::ui::reply::Reply;
use crate::features::ladders::messages::view::View;
use crate::features::ladders::messages::{news, page};
use crate::features::ladders::model::{Command, Departure, GameId, Ladder, Refusal, Stage};
use crate::kernel::Error;
use crate::matches::UserId;

/// Returns the ladder after a command.
pub(super) fn done(done: Result<Result<Ladder, Refusal>, Error>) -> Result<Ladder, CommandError> {
    match done? {
        Ok(after) => Ok(after),
        Err(Refusal::Unfit(unfit)) => Err(CommandError::Internal(unfit.to_string())),
        Err(refusal) => Err(CommandError::says(refusal.to_string())),
    }
}

pub(crate) async fn join(app: &App, reply: &mut Reply<'_>, id: u64) -> Result<(), CommandError> {
    let view = ladder(app, reply, id).await?;
    let user = reply.interaction.user();
    let joined = app.arbiter.join_ladder(&view.journal, user);
    let after = done(reply.while_doing(joined).await)?;
    let place = after.place(user).unwrap_or_default();
    let said = format!("You have joined the ladder in place {place}.");
    show_after(app, reply, id, None, said).await
}

pub(crate) async fn ask_leave(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
) -> Result<(), CommandError> {
    let view = ladder(app, reply, id).await?;
    let user = reply.interaction.user();
    if view.ladder.place(user).is_none() {
        return Err(CommandError::says(Refusal::NotOnLadder.to_string()));
    }
    app.whisper_here(reply, page::ask_leave(&view, user)).await
}

pub(crate) async fn leave(app: &App, reply: &mut Reply<'_>, id: u64) -> Result<(), CommandError> {
    let view = ladder(app, reply, id).await?;
    let user = reply.interaction.user();
    let why = Departure::Pressed;
    let left = app
        .arbiter
        .change_ladder(view.journal.id, Command::Leave { user, why });
    done(reply.while_doing(left).await)?;
    let said = String::from("You have left the ladder.");
    show_after(app, reply, id, None, said).await
}

pub(crate) async fn ask_challenge(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
) -> Result<(), CommandError> {
    let view = ladder(app, reply, id).await?;
    let user = reply.interaction.user();
    let candidates = app.arbiter.ladder_candidates(&view, user);
    let candidates = reply.while_doing(candidates).await?;
    app.whisper_here(reply, page::ask_challenge(&view, user, &candidates))
        .await
}

pub(crate) async fn why_not(app: &App, reply: &mut Reply<'_>, id: u64) -> Result<(), CommandError> {
    let view = ladder(app, reply, id).await?;
    let user = reply.interaction.user();
    let candidates = app.arbiter.ladder_candidates(&view, user);
    let candidates = reply.while_doing(candidates).await?;
    app.whisper_here(reply, page::why_not(&view, user, &candidates))
        .await
}

/// Challenges the person chosen in the menu.
pub(crate) async fn challenge(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
) -> Result<(), CommandError> {
    let to = UserId(reply.chosen()?);
    let view = ladder(app, reply, id).await?;
    let by = reply.interaction.user();
    let challenged = app.arbiter.challenge_on_ladder(&view, by, to);
    done(reply.while_doing(challenged).await)?;
    let said = format!(
        "You have challenged {}. The challenge is posted in the ladder's channel in a moment.",
        mention(to)
    );
    show_after(app, reply, id, None, said).await
}

/// Accepts a challenge. Its post, if the button was there, loses its buttons.
pub(crate) async fn accept(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
    game: GameId,
) -> Result<(), CommandError> {
    let view = ladder(app, reply, id).await?;
    let by = reply.interaction.user();
    let accepted = app.arbiter.accept_on_ladder(&view, game, by);
    match reply.while_doing(accepted).await? {
        Ok(_) if reply.interaction.on_private_message() => {
            let said = String::from(
                "You have accepted. The match begins in the ladder's channel in a moment.",
            );
            show_after(app, reply, id, None, said).await
        }
        Ok(_) => close_post(app, reply, &view, game, true).await,
        Err(Refusal::NotOpen) if !reply.interaction.on_private_message() => {
            close_post(app, reply, &view, game, false).await
        }
        Err(refusal) => done(Ok(Err(refusal))).map(drop),
    }
}

/// Takes the buttons off the post of a challenge.
async fn close_post(
    app: &App,
    reply: &mut Reply<'_>,
    view: &View,
    game: GameId,
    accepted: bool,
) -> Result<(), CommandError> {
    let post = news::answered(&view.journal, &view.ladder, game, accepted);
    app.turn_into(reply, post).await.map(drop)
}

/// Asks whether a person really declines.
pub(crate) async fn ask_decline(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
    game: GameId,
) -> Result<(), CommandError> {
    let view = ladder(app, reply, id).await?;
    let user = reply.interaction.user();
    let found = view.ladder.game(game);
    let Some(open) = found.filter(|game| matches!(game.stage, Stage::Waiting { .. })) else {
        if reply.interaction.on_private_message() {
            return Err(CommandError::says(Refusal::NotOpen.to_string()));
        }
        return close_post(app, reply, &view, game, false).await;
    };
    if open.to != user {
        return Err(CommandError::says(Refusal::NotChallenged.to_string()));
    }
    let question = page::ask_decline(&view, game, open.by, user);
    app.whisper_here(reply, question).await
}

pub(crate) async fn decline(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
    game: GameId,
) -> Result<(), CommandError> {
    let view = ladder(app, reply, id).await?;
    let by = reply.interaction.user();
    let declined = app
        .arbiter
        .change_ladder(view.journal.id, Command::Decline { game, by });
    done(reply.while_doing(declined).await)?;
    let said = String::from("You have declined the challenge.");
    show_after(app, reply, id, None, said).await
}

pub(crate) async fn withdraw(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
    game: GameId,
) -> Result<(), CommandError> {
    let view = ladder(app, reply, id).await?;
    let by = reply.interaction.user();
    let withdrawn = app
        .arbiter
        .change_ladder(view.journal.id, Command::Withdraw { game, by });
    done(reply.while_doing(withdrawn).await)?;
    let said = String::from("You have taken your challenge back.");
    show_after(app, reply, id, None, said).await
}
