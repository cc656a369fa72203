//! What organisers do to a league. Each act has a reason, which a form asks for.

use crate::discord::ui::contests::start::DAY;
use crate::discord::ui::contests::start::start_form;
use std::time::Duration;

use super::acts::give;
use crate::discord::ui::contests::acts::{by_and_reason, has_reason, newcomer};
use crate::discord::ui::contests::entry::choose as choose_entry;
use crate::discord::ui::contests::named::view;
use crate::discord::ui::custom_id::entry::EntryAct;
use crate::discord::ui::{self, App, CommandError, Reply, Result};
use crate::features::leagues::messages::manage::{self, HOURS, READERS};
use crate::features::leagues::messages::person as messages;
use crate::features::leagues::messages::play_offs as offered;
use crate::features::leagues::model::{
    ActId, Command, GameId, League, OrganiserRequest, Score, SeasonId,
};
use crate::features::leagues::press::{Act, Press};
use crate::matches::{JournalId, UserId};
use crate::people::{Moment, read_moment};

/// Shows the organisers' page below a sentence about what was done; the sentence may be empty.
pub(crate) async fn show(app: &App, reply: &mut Reply<'_>, id: JournalId, said: &str) -> Result {
    app.organised(reply).await?;
    let view = view::<League>(app, reply, id).await?;
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
    league: JournalId,
    act: EntryAct,
) -> Result {
    let press = |act| Press::Entry { league, act }.into();
    let back = Press::Manage(league).into();
    choose_entry::<League>(app, reply, league, act, press, back).await
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
    offered::days(view.league.rules(), size)?;
    let by = reply.interaction.user();
    give(app, reply, id, Command::SetPlayOffs { by, size }).await?;
    show(app, reply, id, "The play-offs are set.").await
}

/// Asks for the start of the next season, or sets it.
pub(crate) async fn start_day(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    app.organised(reply).await?;
    if !reply.interaction.is_form() {
        let press = Press::StartDay(id);
        let form = start_form(press.clone(), "Start of the season");
        return app.open_form(reply, &form, press).await;
    }
    let user = reply.interaction.user();
    let (zone, _) = reply.while_doing(app.arbiter.league_starts(user)).await?;
    let now = app.arbiter.now();
    let starts =
        read_moment(reply.interaction.typed(DAY), &zone, now, now).map_err(CommandError::quotes)?;
    set_start(app, reply, id, starts).await
}

/// Starts the next season at a moment.
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
    let view = view::<League>(app, reply, id).await?;
    if manage::can_place(&view) && view.league.is_member(person) {
        let plan = app.arbiter.next_divisions(&view);
        let plan = reply.while_doing(plan).await?;
        let page = messages::place(&view, person, &plan);
        return app.whisper_here(reply, page).await;
    }
    app.whisper_here(reply, messages::person(&view, person))
        .await
}

/// Asks the reason for moving a person to another division of the next season, or does it.
pub(crate) async fn place(
    app: &App,
    reply: &mut Reply<'_>,
    league: JournalId,
    person: UserId,
    division: u32,
) -> Result {
    let press = Press::PlaceIn {
        league,
        person,
        division,
    };
    let command = act(
        reply,
        OrganiserRequest::Place {
            user: person,
            division,
        },
    );
    let said = format!("{} is moved.", ui::mention(person));
    let form = (press, "Move to another division");
    organise(app, reply, form, league, command, &said).await
}

/// Asks the reason for forfeiting a person's unstarted games, or does it.
pub(crate) async fn forfeit(
    app: &App,
    reply: &mut Reply<'_>,
    league: JournalId,
    person: UserId,
) -> Result {
    let press = Press::Forfeit { league, person };
    let request = OrganiserRequest::Forfeit {
        user: person,
        waiting: Vec::new(),
    };
    let command = act(reply, request);
    let said = format!(
        "The opponents of {0} win the games in which it has been the turn of {0} for 24 hours without a first move.",
        ui::mention(person)
    );
    let form = (press, "Forfeit unstarted games");
    organise(app, reply, form, league, command, &said).await
}

/// Asks the reason for putting the person chosen in a menu in another's place.
pub(crate) async fn ask_replace(
    app: &App,
    reply: &mut Reply<'_>,
    league: JournalId,
    person: UserId,
) -> Result {
    let newcomer = newcomer(app, reply).await?;
    replace(app, reply, league, [person, newcomer]).await
}

/// Asks the reason for putting a newcomer in a person's place, or does it.
pub(crate) async fn replace(
    app: &App,
    reply: &mut Reply<'_>,
    league: JournalId,
    [person, newcomer]: [UserId; 2],
) -> Result {
    let press = Press::ReplaceBy {
        league,
        person,
        newcomer,
    };
    let [old, new] = [person, newcomer].map(ui::mention);
    let said = format!("{new} has the place of {old}.");
    let request = OrganiserRequest::Replace {
        user: person,
        newcomer,
        unmoved: Vec::new(),
    };
    let command = act(reply, request);
    let form = (press, "Replace a person");
    organise(app, reply, form, league, command, &said).await
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

/// Asks the reason for a result, or sets the result.
pub(crate) async fn decide(
    app: &App,
    reply: &mut Reply<'_>,
    league: JournalId,
    game: GameId,
    score: Score,
) -> Result {
    let press = Press::Decide {
        league,
        game,
        score,
    };
    let command = act(reply, OrganiserRequest::Adjudicate { game, score });
    let said = "The game is decided.";
    let form = (press, "Decide a game");
    organise(app, reply, form, league, command, said).await
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
    let command = act(reply, OrganiserRequest::EndSeason { season, ends });
    give(app, reply, league, command).await?;
    let said = "The end of the season is set. Until then it can be undone.";
    show(app, reply, league, said).await
}

/// Asks the reason of an act on the whole league, or does it.
pub(crate) async fn act_on_all(
    app: &App,
    reply: &mut Reply<'_>,
    league: JournalId,
    what: Act,
) -> Result {
    let (title, command, said) = match what {
        Act::Pause => (
            "Pause the league",
            act(reply, OrganiserRequest::Pause),
            "The league is paused.",
        ),
        Act::Close => {
            let (by, reason) = by_and_reason(reply);
            (
                "Close the league for good",
                Command::Close { by, reason },
                "The league is closed: no further season begins.",
            )
        }
    };
    let press = Press::Act { league, act: what };
    organise(app, reply, (press, title), league, command, said).await
}

/// Asks the reason for undoing an act, or undoes it.
pub(crate) async fn undo(
    app: &App,
    reply: &mut Reply<'_>,
    league: JournalId,
    act: ActId,
) -> Result {
    let (by, reason) = by_and_reason(reply);
    let command = Command::Undo {
        by,
        act,
        reason,
        unmoved: Vec::new(),
    };
    let press = Press::UndoOf { league, act };
    let form = (press, "Undo an act");
    organise(app, reply, form, league, command, "Undone.").await
}

/// Returns the command for an act of the organiser who asks.
fn act(reply: &Reply<'_>, request: OrganiserRequest) -> Command {
    let (by, reason) = by_and_reason(reply);
    Command::Act {
        by,
        reason,
        request,
    }
}

/// Asks the reason of an organiser's command, or carries the command out and shows the page again.
async fn organise(
    app: &App,
    reply: &mut Reply<'_>,
    (press, title): (Press, &str),
    league: JournalId,
    command: Command,
    said: &str,
) -> Result {
    if !has_reason(app, reply, press, title, READERS).await? {
        return Ok(());
    }
    give(app, reply, league, command).await?;
    show(app, reply, league, said).await
}
