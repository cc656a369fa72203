//! What organisers do to a tournament. Each act has a reason, which a form asks for.

use super::acts::give;
use crate::contests::ActId;
use crate::discord::ui::contests::acts::{by_and_reason, has_reason, newcomer};
use crate::discord::ui::contests::entry::choose as choose_entry;
use crate::discord::ui::contests::named::view;
use crate::discord::ui::contests::start::{DAY, start_form};
use crate::discord::ui::custom_id::entry::EntryAct;
use crate::discord::ui::{self, App, CommandError, Reply, Result};
use crate::features::tournaments::messages::manage::{self, READERS};
use crate::features::tournaments::messages::person as messages;
use crate::features::tournaments::model::{Command, Moved, OrganiserAct, PairingId, Tournament};
use crate::features::tournaments::press::{Act, Press};
use crate::matches::{JournalId, UserId};
use crate::people::{Moment, read_moment};

/// Shows the organisers' page below a sentence about what was done; the sentence may be empty.
pub(crate) async fn show(app: &App, reply: &mut Reply<'_>, id: JournalId, said: &str) -> Result {
    app.organised(reply).await?;
    let view = view::<Tournament>(app, reply, id).await?;
    let user = reply.interaction.user();
    let starts = app.arbiter.league_starts(user);
    let (zone, days) = reply.while_doing(starts).await?;
    app.whisper_here(reply, manage::manage(&view, said, (&zone, &days)))
        .await
}

/// Shows or changes who may join.
pub(crate) async fn entry(
    app: &App,
    reply: &mut Reply<'_>,
    tournament: JournalId,
    act: EntryAct,
) -> Result {
    let press = |act| Press::Entry { tournament, act }.into();
    let back = Press::Manage(tournament).into();
    choose_entry::<Tournament>(app, reply, tournament, act, press, back).await
}

/// Asks for the start, or sets it.
pub(crate) async fn start_day(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    app.organised(reply).await?;
    if !reply.interaction.is_form() {
        let press = Press::StartDay(id);
        let form = start_form(press.clone(), "Start of the tournament");
        return app.open_form(reply, &form, press).await;
    }
    let user = reply.interaction.user();
    let (zone, _) = reply.while_doing(app.arbiter.league_starts(user)).await?;
    let now = app.arbiter.now();
    let starts =
        read_moment(reply.interaction.typed(DAY), &zone, now, now).map_err(CommandError::quotes)?;
    set_start(app, reply, id, starts).await
}

/// Starts the tournament at a moment.
pub(crate) async fn set_start(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    starts: Moment,
) -> Result {
    app.organised(reply).await?;
    give(app, reply, id, Command::SetStart { starts }).await?;
    show(app, reply, id, "The start is set.").await
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
    let command = act(reply, OrganiserAct::Exclude { user: person });
    let said = format!("{} is out.", ui::mention(person));
    let form = (press, "Put a player out");
    organise(app, reply, form, tournament, command, &said).await
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
    let request = OrganiserAct::Replace {
        user: person,
        newcomer,
    };
    let command = act(reply, request);
    let form = (press, "Replace a person");
    organise(app, reply, form, tournament, command, &said).await
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
    let request = OrganiserAct::Decide {
        pairing,
        winner: (winner > 0).then_some(UserId(winner)),
    };
    let command = act(reply, request);
    let form = (press, "Decide a pairing");
    organise(
        app,
        reply,
        form,
        tournament,
        command,
        "The pairing is decided.",
    )
    .await
}

/// Asks the reason of an act on the whole tournament, or does it.
pub(crate) async fn act_on_all(
    app: &App,
    reply: &mut Reply<'_>,
    tournament: JournalId,
    what: Act,
) -> Result {
    let (title, command, said) = match what {
        Act::Pause => (
            "Pause the tournament",
            act(reply, OrganiserAct::Pause),
            "The tournament is paused.",
        ),
        Act::Close => {
            let (by, reason) = by_and_reason(reply);
            (
                "End the tournament without a winner",
                Command::Close { by, reason },
                "The tournament is over.",
            )
        }
    };
    let press = Press::Act {
        tournament,
        act: what,
    };
    organise(app, reply, (press, title), tournament, command, said).await
}

/// Asks the reason for undoing an act, or undoes it.
pub(crate) async fn undo(
    app: &App,
    reply: &mut Reply<'_>,
    tournament: JournalId,
    act: ActId,
) -> Result {
    let (by, reason) = by_and_reason(reply);
    let command = Command::Undo {
        by,
        act,
        reason,
        moved: Moved::new(),
    };
    let press = Press::UndoOf { tournament, act };
    let form = (press, "Undo an act");
    organise(app, reply, form, tournament, command, "Undone.").await
}

/// Returns the command for an act of the organiser who asks.
fn act(reply: &Reply<'_>, action: OrganiserAct) -> Command {
    let (by, reason) = by_and_reason(reply);
    Command::Act {
        by,
        reason,
        action,
        moved: Moved::new(),
    }
}

/// Asks the reason of an organiser's command, or carries the command out and shows the page again.
async fn organise(
    app: &App,
    reply: &mut Reply<'_>,
    (press, title): (Press, &str),
    tournament: JournalId,
    command: Command,
    said: &str,
) -> Result {
    if !has_reason(app, reply, press, title, READERS).await? {
        return Ok(());
    }
    give(app, reply, tournament, command).await?;
    show(app, reply, tournament, said).await
}
