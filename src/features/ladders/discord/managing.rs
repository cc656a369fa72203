//! What organisers do to a ladder. Each act has a reason, which a form asks for.

use super::acts::done;
use super::pages::ladder;
use super::press::{Act, Press};
use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::contests::reason::asked;
use crate::discord::ui::reply::Reply;
use crate::features::ladders::messages::manage::{self, READERS};
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
    let Some(reason) = asked(app, reply, Press::Act { ladder, act }, title, READERS).await? else {
        return Ok(());
    };
    let by = reply.interaction.user();
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
    let person = match reply.interaction.chosen_ids()[..] {
        [person] => person,
        _ => reply.chosen()?,
    };
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
    let Some(reason) = asked(app, reply, id, title, READERS).await? else {
        return Ok(());
    };
    let (by, user) = (reply.interaction.user(), UserId(person));
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
    let game = reply.chosen()?;
    cancel(app, reply, ladder, game).await
}

/// Asks the reason for cancelling or undoing a game, or does it.
pub(crate) async fn cancel(
    app: &App,
    reply: &mut Reply<'_>,
    ladder: u64,
    game: GameId,
) -> Result<(), CommandError> {
    let id = Press::CancelFor { ladder, game };
    let Some(reason) = asked(app, reply, id, "Cancel or undo a game", READERS).await? else {
        return Ok(());
    };
    let by = reply.interaction.user();
    let command = Command::Cancel { by, game, reason };
    conclude(app, reply, ladder, command, "Done.").await
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
