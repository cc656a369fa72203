//! What organisers do to a ladder. Each act has a reason, which a form asks for.

use crate::db::journal::Journal;
use crate::discord::ui::contests::acts::{Managed, Order};
use crate::discord::ui::contests::named::view;
use crate::discord::ui::{self, App, Reply, Result};
use crate::features::ladders::messages::manage::{self, READERS};
use crate::features::ladders::model::{Command, GameId, Ladder};
use crate::features::ladders::press::{Act, Press};
use crate::kernel::Error;
use crate::matches::{JournalId, UserId};

impl Managed for Ladder {
    const READERS: &'static str = READERS;

    async fn act(app: &App, journal: &Journal, command: Command) -> Result<Self, Error> {
        app.arbiter.act_on_ladder(journal, command).await
    }

    async fn manage(app: &App, reply: &mut Reply<'_>, id: JournalId, said: &str) -> Result {
        app.organised(reply).await?;
        let view = view::<Ladder>(app, reply, id).await?;
        app.whisper_here(reply, manage::manage(&view, said)).await
    }
}

/// Returns the order to do something to the whole ladder.
pub(crate) fn act(ladder: JournalId, act: Act) -> Order<Ladder> {
    let (title, said) = match act {
        Act::Pause => ("Pause the ladder", "The ladder is paused."),
        Act::Resume => ("Let the ladder go on", "The ladder goes on."),
        Act::Close => ("Close the ladder for good", "The ladder is closed."),
    };
    let command = move |by, reason| match act {
        Act::Pause => Command::Pause { by, reason },
        Act::Resume => Command::Resume { by, reason },
        Act::Close => Command::Close { by, reason },
    };
    let form = (Press::Act { ladder, act }, title);
    Order::new(ladder, form, command, said)
}

/// Returns the order to take a person off the ladder.
pub(crate) fn remove(ladder: JournalId, person: UserId) -> Order<Ladder> {
    let press = Press::RemoveFor { ladder, person };
    let command = move |by, reason| Command::Remove {
        by,
        user: person,
        reason,
    };
    let said = format!("{} is off the ladder.", ui::mention(person));
    let form = (press, "Take a person off the ladder");
    Order::new(ladder, form, command, said)
}

/// Returns the order to cancel or undo a game.
pub(crate) fn cancel(ladder: JournalId, game: GameId) -> Order<Ladder> {
    let form = (Press::CancelFor { ladder, game }, "Cancel or undo a game");
    let command = move |by, reason| Command::Cancel { by, game, reason };
    Order::new(ladder, form, command, "Done.")
}
