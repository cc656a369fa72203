//! What organisers do to a ladder. Each act has a reason, which a form asks for.

use super::acts::done;
use super::pages::ladder;
use super::press::{Act, Press};
use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::reply::Reply;
use crate::features::ladders::messages::manage::{self, REASON};
use crate::features::ladders::model::{Command, GameId};
use crate::matches::{JournalId, UserId};

/// Shows the organisers' page.
pub(crate) async fn show(app: &App, reply: &mut Reply<'_>, id: u64) -> Result<(), CommandError> {
    app.organised(reply).await?;
    let view = ladder(app, reply, id).await?;
    app.whisper_here(reply, manage::manage(&view, "")).await
}

/// Asks the reason of an act on the whole ladder, or does it.
pub(crate) async fn act(
    app: &App,
    reply: &mut Reply<'_>,
    ladder: u64,
    act: Act,
) -> Result<(), CommandError> {
    let title = match act {
        Act::Pause => "Pause the ladder",
        Act::Resume => "Let the ladder go on",
        Act::Close => "Close the ladder for good",
    };
    let Some((by, reason)) = asked(app, reply, Press::Act { ladder, act }, title).await? else {
        return Ok(());
    };
    let (command, said) = match act {
        Act::Pause => (Command::Pause { by, reason }, "The ladder is paused."),
        Act::Resume => (Command::Resume { by, reason }, "The ladder goes on."),
        Act::Close => (Command::Close { by, reason }, "The ladder is closed."),
    };
    conclude(app, reply, ladder, command, said).await
}

/// Asks the reason for taking the person chosen in the menu off the ladder.
pub(crate) async fn ask_remove(
    app: &App,
    reply: &mut Reply<'_>,
    ladder: u64,
) -> Result<(), CommandError> {
    let interaction = reply.interaction;
    let listed = interaction
        .chosen_one()
        .and_then(|chosen| chosen.parse().ok());
    let person = listed.or(interaction.chosen_ids().first().copied());
    let person = person.ok_or_else(ui::unknown_component)?;
    remove(app, reply, ladder, person).await
}

/// Asks the reason for taking a person off the ladder, or does it.
pub(crate) async fn remove(
    app: &App,
    reply: &mut Reply<'_>,
    ladder: u64,
    person: u64,
) -> Result<(), CommandError> {
    let id = Press::RemoveFor { ladder, person };
    let title = "Take a person off the ladder";
    let Some((by, reason)) = asked(app, reply, id, title).await? else {
        return Ok(());
    };
    let user = UserId(person);
    let command = Command::Remove { by, user, reason };
    let said = format!("{} is off the ladder.", ui::mention(user));
    conclude(app, reply, ladder, command, &said).await
}

/// Asks the reason for cancelling or undoing the game chosen in the menu.
pub(crate) async fn ask_cancel(
    app: &App,
    reply: &mut Reply<'_>,
    ladder: u64,
) -> Result<(), CommandError> {
    let chosen = reply.interaction.chosen_one();
    let game = chosen.and_then(|chosen| chosen.parse().ok());
    cancel(app, reply, ladder, game.ok_or_else(ui::unknown_component)?).await
}

/// Asks the reason for cancelling or undoing a game, or does it.
pub(crate) async fn cancel(
    app: &App,
    reply: &mut Reply<'_>,
    ladder: u64,
    game: GameId,
) -> Result<(), CommandError> {
    let id = Press::CancelFor { ladder, game };
    let Some((by, reason)) = asked(app, reply, id, "Cancel or undo a game").await? else {
        return Ok(());
    };
    let command = Command::Cancel { by, game, reason };
    conclude(app, reply, ladder, command, "Done.").await
}

/// Returns the organiser and the reason from the form; `None` after opening the form.
async fn asked(
    app: &App,
    reply: &mut Reply<'_>,
    id: Press,
    title: &str,
) -> Result<Option<(UserId, String)>, CommandError> {
    app.organised(reply).await?;
    if !reply.interaction.is_form() {
        let form = manage::reason_form(id.clone(), title);
        app.open_form(reply, &form, id).await?;
        return Ok(None);
    }
    let reason = reply.interaction.typed(REASON).to_owned();
    Ok(Some((reply.interaction.user(), reason)))
}

/// Gives an organiser's command to a ladder, and shows the page again.
async fn conclude(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
    command: Command,
    said: &str,
) -> Result<(), CommandError> {
    // It must be a ladder of this server.
    ladder(app, reply, id).await?;
    let given = app.arbiter.change_ladder(JournalId(id), command);
    done(reply.while_doing(given).await)?;
    let view = ladder(app, reply, id).await?;
    app.whisper_here(reply, manage::manage(&view, said)).await
}
