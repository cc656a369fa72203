//! What people do on a ladder.

use super::pages::show;
use crate::discord::ui::contests::acts::give;
use crate::discord::ui::contests::entry::{ASKED, WITHDRAWN, asks};
use crate::discord::ui::contests::named::view;
use crate::discord::ui::{App, Composed, Reply, Result, mention};
use crate::features::ladders::messages::view::View;
use crate::features::ladders::messages::{news, page};
use crate::features::ladders::model::{
    Candidate, Command, Departure, GameId, Ladder, Refusal, Stage,
};
use crate::matches::{JournalId, UserId};

pub(crate) async fn join(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let user = reply.interaction.user();
    let view = view::<Ladder>(app, reply, id).await?;
    let game = &view.ladder.rules().game;
    let outside = view.ladder.place(user).is_none();
    if outside && asks::<Ladder>(app, reply, &view.journal, game).await? {
        return show(app, reply, id, None, ASKED).await;
    }
    let after = give::<Ladder>(app, reply, id, Command::Join { user }).await?;
    let place = after.place(user).unwrap_or_default();
    let said = format!("You have joined the ladder in place {place}.");
    show(app, reply, id, None, &said).await
}

pub(crate) async fn ask_leave(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let view = view::<Ladder>(app, reply, id).await?;
    let user = reply.interaction.user();
    if view.ladder.place(user).is_none() {
        return Err(Refusal::NotOnLadder.into());
    }
    app.whisper_here(reply, page::ask_leave(&view, user)).await
}

pub(crate) async fn leave(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let (user, why) = (reply.interaction.user(), Departure::Pressed);
    let view = view::<Ladder>(app, reply, id).await?;
    give::<Ladder>(app, reply, id, Command::Leave { user, why }).await?;
    let said = match view.ladder.requests().has(user) {
        true => WITHDRAWN,
        false => "You have left the ladder.",
    };
    show(app, reply, id, None, said).await
}

/// Shows a page about the people whom a person could challenge.
pub(crate) async fn about_candidates(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    page: fn(&View, UserId, &[Candidate]) -> Composed,
) -> Result {
    let view = view::<Ladder>(app, reply, id).await?;
    let user = reply.interaction.user();
    let candidates = app.arbiter.ladder_candidates(&view, user);
    let candidates = reply.while_doing(candidates).await?;
    app.whisper_here(reply, page(&view, user, &candidates))
        .await
}

/// Challenges the person chosen in the menu.
pub(crate) async fn challenge(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let to = UserId(reply.chosen()?);
    let view = view::<Ladder>(app, reply, id).await?;
    let by = reply.interaction.user();
    let challenged = app.arbiter.challenge_on_ladder(&view, by, to);
    reply.while_doing(challenged).await?;
    let said = format!(
        "You have challenged {}. The challenge is posted in the ladder's channel in a moment.",
        mention(to)
    );
    show(app, reply, id, None, &said).await
}

/// Accepts a challenge. Its post, if the button was there, loses its buttons.
pub(crate) async fn accept(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    game: GameId,
) -> Result {
    let view = view::<Ladder>(app, reply, id).await?;
    let by = reply.interaction.user();
    let accepted = app.arbiter.accept_on_ladder(&view, game, by);
    match reply.while_doing(accepted).await {
        Ok(_) if reply.interaction.on_private_message() => {
            let said = String::from(
                "You have accepted. The match begins in the ladder's channel in a moment.",
            );
            show(app, reply, id, None, &said).await
        }
        Ok(_) => close_post(app, reply, &view, game, true).await,
        Err(error)
            if matches!(error.denial(), Some(Refusal::NotOpen))
                && !reply.interaction.on_private_message() =>
        {
            close_post(app, reply, &view, game, false).await
        }
        Err(error) => Err(error.into()),
    }
}

/// Takes the buttons off the post of a challenge.
async fn close_post(
    app: &App,
    reply: &mut Reply<'_>,
    view: &View,
    game: GameId,
    accepted: bool,
) -> Result {
    let post = news::answered(&view.journal, &view.ladder, game, accepted);
    app.turn_into(reply, post).await.map(drop)
}

/// Asks whether a person really declines.
pub(crate) async fn ask_decline(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    game: GameId,
) -> Result {
    let view = view::<Ladder>(app, reply, id).await?;
    let user = reply.interaction.user();
    let found = view.ladder.game(game);
    let Some(open) = found.filter(|game| matches!(game.stage, Stage::Waiting { .. })) else {
        if reply.interaction.on_private_message() {
            return Err(Refusal::NotOpen.into());
        }
        return close_post(app, reply, &view, game, false).await;
    };
    if open.to != user {
        return Err(Refusal::NotChallenged.into());
    }
    let question = page::ask_decline(&view, game, open.by, user);
    app.whisper_here(reply, question).await
}

pub(crate) async fn decline(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    game: GameId,
) -> Result {
    let by = reply.interaction.user();
    give::<Ladder>(app, reply, id, Command::Decline { game, by }).await?;
    show(app, reply, id, None, "You have declined the challenge.").await
}

pub(crate) async fn withdraw(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    game: GameId,
) -> Result {
    let by = reply.interaction.user();
    give::<Ladder>(app, reply, id, Command::Withdraw { game, by }).await?;
    show(app, reply, id, None, "You have taken your challenge back.").await
}
