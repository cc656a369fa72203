//! What organisers do to a tournament. Each act has a reason, which a form asks for.

use crate::contests::ActId;
use crate::db::journal::Journal;
use crate::discord::ui::contests::acts::{Managed, Order};
use crate::discord::ui::contests::named::view;
use crate::discord::ui::{self, App, Reply, Result};
use crate::features::tournaments::messages::manage::{self, READERS};
use crate::features::tournaments::messages::person as messages;
use crate::features::tournaments::model::{Command, Moved, OrganiserAct, PairingId, Tournament};
use crate::features::tournaments::press::{Act, Press};
use crate::kernel::Error;
use crate::matches::{JournalId, UserId};

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

/// Returns the order to put a person out.
pub(crate) fn exclude(tournament: JournalId, person: UserId) -> Order<Tournament> {
    let press = Press::Exclude { tournament, person };
    let command = act(OrganiserAct::Exclude { user: person });
    let said = format!("{} is out.", ui::mention(person));
    let form = (press, "Put a player out");
    Order::new(tournament, form, command, said)
}

/// Returns the order to put a newcomer in a person's place.
pub(crate) fn replace(tournament: JournalId, [person, newcomer]: [UserId; 2]) -> Order<Tournament> {
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
    Order::new(tournament, form, command, said)
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

/// Returns the order to decide a pairing, for nobody with 0.
pub(crate) fn decide(tournament: JournalId, pairing: PairingId, winner: u64) -> Order<Tournament> {
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
    Order::new(tournament, form, command, said)
}

/// Returns the order to do something to the whole tournament.
pub(crate) fn act_on_all(tournament: JournalId, what: Act) -> Order<Tournament> {
    let press = Press::Act {
        tournament,
        act: what,
    };
    match what {
        Act::Pause => {
            let form = (press, "Pause the tournament");
            let command = act(OrganiserAct::Pause);
            let said = "The tournament is paused.";
            Order::new(tournament, form, command, said)
        }
        Act::Close => {
            let form = (press, "End the tournament without a winner");
            let command = move |by, reason| Command::Close { by, reason };
            let said = "The tournament is over.";
            Order::new(tournament, form, command, said)
        }
    }
}

/// Returns the order to undo an act.
pub(crate) fn undo(tournament: JournalId, act: ActId) -> Order<Tournament> {
    let form = (Press::UndoOf { tournament, act }, "Undo an act");
    let command = move |by, reason| Command::Undo {
        by,
        act,
        reason,
        moved: Moved::new(),
    };
    Order::new(tournament, form, command, "Undone.")
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
