//! What organisers do to a league. Each act has a reason, which a form asks for.

use std::time::Duration;

use crate::db::journal::Journal;
use crate::discord::ui::contests::acts::{Managed, Order, by_and_reason, carry_out};
use crate::discord::ui::contests::named::view;
use crate::discord::ui::{self, App, CommandError, Reply, Result};
use crate::features::leagues::messages::manage::{self, HOURS, READERS};
use crate::features::leagues::messages::person as messages;
use crate::features::leagues::messages::play_offs as offered;
use crate::features::leagues::model::{
    ActId, Command, GameId, League, OrganiserRequest, Score, SeasonId,
};
use crate::features::leagues::press::{Act, Press};
use crate::kernel::Error;
use crate::matches::{JournalId, UserId};

impl Managed for League {
    const READERS: &'static str = READERS;

    async fn act(app: &App, journal: &Journal, command: Command) -> Result<Self, Error> {
        app.arbiter.act_in_league(journal, command).await
    }

    async fn manage(app: &App, reply: &mut Reply<'_>, id: JournalId, said: &str) -> Result {
        app.organised(reply).await?;
        let view = view::<League>(app, reply, id).await?;
        let starts = app.arbiter.contest_starts(reply.interaction.user());
        let (zone, days) = reply.while_doing(starts).await?;
        app.whisper_here(reply, manage::manage(&view, said, (&zone, &days)))
            .await
    }
}

/// Shows the page on which the play-offs are chosen.
pub(crate) async fn play_offs(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    app.organised(reply).await?;
    let view = view::<League>(app, reply, id).await?;
    app.whisper_here(reply, offered::page(&view)).await
}

/// Chooses how many people play in the play-offs from the next season on.
pub(crate) async fn set_play_offs(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    size: u32,
) -> Result {
    app.organised(reply).await?;
    let view = view::<League>(app, reply, id).await?;
    offered::days(view.contest.rules(), size)?;
    let by = reply.interaction.user();
    let command = Command::SetPlayOffs { by, size };
    carry_out::<League>(app, reply, id, command, "The play-offs are set.").await
}

/// Shows what can be done about a person.
pub(crate) async fn person(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    person: UserId,
) -> Result {
    app.organised(reply).await?;
    let view = view::<League>(app, reply, id).await?;
    if manage::can_place(&view) && view.contest.is_member(person) {
        let plan = app.arbiter.next_divisions(&view);
        let plan = reply.while_doing(plan).await?;
        let page = messages::place(&view, person, &plan);
        return app.whisper_here(reply, page).await;
    }
    app.whisper_here(reply, messages::person(&view, person))
        .await
}

/// Returns the order to move a person to another division of the next season.
pub(crate) fn place(league: JournalId, person: UserId, division: u32) -> Order<League> {
    let press = Press::PlaceIn {
        league,
        person,
        division,
    };
    let command = act(OrganiserRequest::Place {
        user: person,
        division,
    });
    let said = format!("{} is moved.", ui::mention(person));
    let form = (press, "Move to another division");
    Order::new(league, form, command, said)
}

/// Returns the order to forfeit a person's unstarted games.
pub(crate) fn forfeit(league: JournalId, person: UserId) -> Order<League> {
    let press = Press::Forfeit { league, person };
    let command = act(OrganiserRequest::Forfeit {
        user: person,
        waiting: Vec::new(),
    });
    let said = format!(
        "The opponents of {0} win the games in which it has been the turn of {0} for 24 hours without a first move.",
        ui::mention(person)
    );
    let form = (press, "Forfeit unstarted games");
    Order::new(league, form, command, said)
}

/// Returns the order to put a newcomer in a person's place.
pub(crate) fn replace(league: JournalId, [person, newcomer]: [UserId; 2]) -> Order<League> {
    let press = Press::ReplaceBy {
        league,
        person,
        newcomer,
    };
    let command = act(OrganiserRequest::Replace {
        user: person,
        newcomer,
        unmoved: Vec::new(),
    });
    let [old, new] = [person, newcomer].map(ui::mention);
    let said = format!("{new} has the place of {old}.");
    let form = (press, "Replace a person");
    Order::new(league, form, command, said)
}

/// Asks how a game of a person ends.
pub(crate) async fn ask_result(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    person: UserId,
    game: GameId,
) -> Result {
    app.organised(reply).await?;
    let view = view::<League>(app, reply, id).await?;
    app.whisper_here(reply, messages::decide(&view, person, game))
        .await
}

/// Returns the order to decide a game.
pub(crate) fn decide(league: JournalId, game: GameId, score: Score) -> Order<League> {
    let press = Press::Decide {
        league,
        game,
        score,
    };
    let command = act(OrganiserRequest::Adjudicate { game, score });
    let form = (press, "Decide a game");
    Order::new(league, form, command, "The game is decided.")
}

/// Asks when and why a season ends, or ends it.
pub(crate) async fn end(
    app: &App,
    reply: &mut Reply<'_>,
    league: JournalId,
    season: SeasonId,
) -> Result {
    app.organised(reply).await?;
    let press = Press::EndOf { league, season };
    if !reply.interaction.is_form() {
        let form = manage::end_form(press.clone(), "End the season");
        return app.open_form(reply, &form, press).await;
    }
    let hours = reply.interaction.typed(HOURS).trim().parse::<u16>();
    let hours = hours.map_err(|_| CommandError::says("The hours are a whole number."))?;
    let now = app.arbiter.now();
    let ends = now.after(Duration::from_hours(u64::from(hours)));
    let (by, reason) = by_and_reason(reply);
    let command = act(OrganiserRequest::EndSeason { season, ends })(by, reason);
    let said = "The end of the season is set. Until then it can be undone.";
    carry_out::<League>(app, reply, league, command, said).await
}

/// Returns the order to do something to the whole league.
pub(crate) fn act_on_all(league: JournalId, what: Act) -> Order<League> {
    let press = Press::Act { league, act: what };
    match what {
        Act::Pause => {
            let form = (press, "Pause the league");
            let command = act(OrganiserRequest::Pause);
            Order::new(league, form, command, "The league is paused.")
        }
        Act::Close => {
            let form = (press, "Close the league for good");
            let command = move |by, reason| Command::Close { by, reason };
            let said = "The league is closed: no further season begins.";
            Order::new(league, form, command, said)
        }
    }
}

/// Returns the order to undo an act.
pub(crate) fn undo(league: JournalId, act: ActId) -> Order<League> {
    let form = (Press::UndoOf { league, act }, "Undo an act");
    let command = move |by, reason| Command::Undo {
        by,
        act,
        reason,
        unmoved: Vec::new(),
    };
    Order::new(league, form, command, "Undone.")
}

/// Returns the command for an act by an organiser and for a reason.
fn act(request: OrganiserRequest) -> impl FnOnce(UserId, String) -> Command {
    |by, reason| Command::Act {
        by,
        reason,
        request,
    }
}
