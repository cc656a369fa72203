//! What organisers do to a ladder. Each act has a reason, which a form asks for.

use super::acts::give;
use crate::discord::ui::contests::acts::{by_and_reason, has_reason};
use crate::discord::ui::contests::entry::choose as choose_entry;
use crate::discord::ui::contests::named::view;
use crate::discord::ui::custom_id::entry::EntryAct;
use crate::discord::ui::{self, App, Reply, Result};
use crate::features::ladders::messages::manage::{self, READERS};
use crate::features::ladders::model::{Command, GameId, Ladder};
use crate::features::ladders::press::{Act, Press};
use crate::matches::{JournalId, UserId};

/// Shows the organisers' page below a sentence about what was done; the sentence may be empty.
pub(crate) async fn show(app: &App, reply: &mut Reply<'_>, id: JournalId, said: &str) -> Result {
    app.organised(reply).await?;
    let view = view::<Ladder>(app, reply, id).await?;
    app.whisper_here(reply, manage::manage(&view, said)).await
}

/// Shows or changes who may join.
pub(crate) async fn entry(
    app: &App,
    reply: &mut Reply<'_>,
    ladder: JournalId,
    act: EntryAct,
) -> Result {
    let press = |act| Press::Entry { ladder, act }.into();
    let back = Press::Manage(ladder).into();
    choose_entry::<Ladder>(app, reply, ladder, act, press, back).await
}

/// Asks the reason of an act on the whole ladder, or does it.
pub(crate) async fn act(app: &App, reply: &mut Reply<'_>, ladder: JournalId, act: Act) -> Result {
    let (by, reason) = by_and_reason(reply);
    let (title, command, said) = match act {
        Act::Pause => (
            "Pause the ladder",
            Command::Pause { by, reason },
            "The ladder is paused.",
        ),
        Act::Resume => (
            "Let the ladder go on",
            Command::Resume { by, reason },
            "The ladder goes on.",
        ),
        Act::Close => (
            "Close the ladder for good",
            Command::Close { by, reason },
            "The ladder is closed.",
        ),
    };
    let press = Press::Act { ladder, act };
    organise(app, reply, (press, title), ladder, command, said).await
}

/// Asks the reason for taking a person off the ladder, or does it.
pub(crate) async fn remove(
    app: &App,
    reply: &mut Reply<'_>,
    ladder: JournalId,
    person: UserId,
) -> Result {
    let (by, reason) = by_and_reason(reply);
    let command = Command::Remove {
        by,
        user: person,
        reason,
    };
    let said = format!("{} is off the ladder.", ui::mention(person));
    let press = Press::RemoveFor { ladder, person };
    let title = "Take a person off the ladder";
    organise(app, reply, (press, title), ladder, command, &said).await
}

/// Asks the reason for cancelling or undoing a game, or does it.
pub(crate) async fn cancel(
    app: &App,
    reply: &mut Reply<'_>,
    ladder: JournalId,
    game: GameId,
) -> Result {
    let (by, reason) = by_and_reason(reply);
    let command = Command::Cancel { by, game, reason };
    let press = Press::CancelFor { ladder, game };
    let title = "Cancel or undo a game";
    organise(app, reply, (press, title), ladder, command, "Done.").await
}

/// Asks the reason of an organiser's command, or carries the command out and shows the page again.
async fn organise(
    app: &App,
    reply: &mut Reply<'_>,
    (press, title): (Press, &str),
    ladder: JournalId,
    command: Command,
    said: &str,
) -> Result {
    if !has_reason(app, reply, press, title, READERS).await? {
        return Ok(());
    }
    give(app, reply, ladder, command).await?;
    show(app, reply, ladder, said).await
}
