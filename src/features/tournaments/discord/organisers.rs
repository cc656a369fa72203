//! What organisers do to a tournament. Each act has a reason, which a form asks for.

use crate::contests::ActId;
use crate::db::journal::Journal;
use crate::discord::ui::contests::acts::{Managed, newcomer, order, organise};
use crate::discord::ui::contests::named::view;
use crate::discord::ui::contests::start;
use crate::discord::ui::{self, App, Reply, Result};
use crate::features::tournaments::messages::manage::{self, READERS};
use crate::features::tournaments::messages::person as messages;
use crate::features::tournaments::model::{Command, Moved, OrganiserAct, PairingId, Tournament};
use crate::features::tournaments::press::{Act, Press};
use crate::kernel::Error;
use crate::matches::{JournalId, UserId};
use crate::people::Moment;

impl Managed for Tournament {
    const READERS: &'static str = READERS;

    async fn act(app: &App, journal: &Journal, command: Command) -> Result<Self, Error> {
        app.arbiter.act_in_tournament(journal, command).await
    }

    async fn manage(app: &App, reply: &mut Reply<'_>, id: JournalId, said: &str) -> Result {
        app.organised(reply).await?;
        let view = view::<Tournament>(app, reply, id).await?;
        let starts = app.arbiter.contest_starts(reply.interaction.user());
        let (zone, days) = reply.while_doing(starts).await?;
        app.whisper_here(reply, manage::manage(&view, said, (&zone, &days)))
            .await
    }
}

/// Asks for the start, or sets it.
pub(crate) async fn start_day(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let press = Press::StartDay(id);
    match start::asked(app, reply, press, "Start of the tournament").await? {
        Some(starts) => set_start(app, reply, id, starts).await,
        None => Ok(()),
    }
}

/// Starts the tournament at a moment.
pub(crate) async fn set_start(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    starts: Moment,
) -> Result {
    let command = Command::SetStart { starts };
    order::<Tournament>(app, reply, id, command, "The start is set.").await
}

/// Shows what can be done about a person.
pub(crate) async fn person(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    person: UserId,
) -> Result {
    app.organised(reply).await?;
    let view = view::<Tournament>(app, reply, id).await?;
    app.whisper_here(reply, messages::person(&view, person))
        .await
}

/// Asks the reason for putting a person out, or does it.
pub(crate) async fn exclude(
    app: &App,
    reply: &mut Reply<'_>,
    tournament: JournalId,
    person: UserId,
) -> Result {
    let press = Press::Exclude { tournament, person };
    let command = act(OrganiserAct::Exclude { user: person });
    let said = format!("{} is out.", ui::mention(person));
    let form = (press, "Put a player out");
    organise::<Tournament>(app, reply, tournament, form, command, &said).await
}

/// Asks the reason for putting the person chosen in a menu in another's place.
pub(crate) async fn ask_replace(
    app: &App,
    reply: &mut Reply<'_>,
    tournament: JournalId,
    person: UserId,
) -> Result {
    let newcomer = newcomer(app, reply).await?;
    replace(app, reply, tournament, [person, newcomer]).await
}

/// Asks the reason for putting a newcomer in a person's place, or does it.
pub(crate) async fn replace(
    app: &App,
    reply: &mut Reply<'_>,
    tournament: JournalId,
    [person, newcomer]: [UserId; 2],
) -> Result {
    let press = Press::ReplaceBy {
        tournament,
        person,
        newcomer,
    };
    let [old, new] = [person, newcomer].map(ui::mention);
    let said = format!("{new} has the place of {old}.");
    let command = act(OrganiserAct::Replace {
        user: person,
        newcomer,
    });
    let form = (press, "Replace a person");
    organise::<Tournament>(app, reply, tournament, form, command, &said).await
}

/// Asks who goes on from a pairing.
pub(crate) async fn ask_winner(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    pairing: PairingId,
) -> Result {
    app.organised(reply).await?;
    let view = view::<Tournament>(app, reply, id).await?;
    app.whisper_here(reply, messages::decide(&view, pairing))
        .await
}

/// Asks the reason for deciding a pairing, or decides it.
pub(crate) async fn decide(
    app: &App,
    reply: &mut Reply<'_>,
    tournament: JournalId,
    pairing: PairingId,
    winner: u64,
) -> Result {
    let press = Press::Decide {
        tournament,
        pairing,
        winner,
    };
    let command = act(OrganiserAct::Decide {
        pairing,
        winner: (winner > 0).then_some(UserId(winner)),
    });
    let form = (press, "Decide a pairing");
    let said = "The pairing is decided.";
    organise::<Tournament>(app, reply, tournament, form, command, said).await
}

/// Asks the reason of an act on the whole tournament, or does it.
pub(crate) async fn act_on_all(
    app: &App,
    reply: &mut Reply<'_>,
    tournament: JournalId,
    what: Act,
) -> Result {
    let press = Press::Act {
        tournament,
        act: what,
    };
    match what {
        Act::Pause => {
            let form = (press, "Pause the tournament");
            let command = act(OrganiserAct::Pause);
            let said = "The tournament is paused.";
            organise::<Tournament>(app, reply, tournament, form, command, said).await
        }
        Act::Close => {
            let form = (press, "End the tournament without a winner");
            let command = |by, reason| Command::Close { by, reason };
            let said = "The tournament is over.";
            organise::<Tournament>(app, reply, tournament, form, command, said).await
        }
    }
}

/// Asks the reason for undoing an act, or undoes it.
pub(crate) async fn undo(
    app: &App,
    reply: &mut Reply<'_>,
    tournament: JournalId,
    act: ActId,
) -> Result {
    let form = (Press::UndoOf { tournament, act }, "Undo an act");
    let command = |by, reason| Command::Undo {
        by,
        act,
        reason,
        moved: Moved::new(),
    };
    organise::<Tournament>(app, reply, tournament, form, command, "Undone.").await
}

/// Returns the command for an act by an organiser and for a reason.
fn act(action: OrganiserAct) -> impl FnOnce(UserId, String) -> Command {
    |by, reason| Command::Act {
        by,
        reason,
        action,
        moved: Moved::new(),
    }
}
