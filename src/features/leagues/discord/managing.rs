//! What organisers do to a league. Each act has a reason, which a form asks for.

use super::acts::done;
use super::pages::league;
use super::press::{Act, Press};
use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::contests::reason::asked;
use crate::discord::ui::interaction::display_name;
use crate::discord::ui::modal::REASON;
use crate::discord::ui::reply::Reply;
use crate::features::leagues::messages::manage::{self, DAY, HOURS, READERS};
use crate::features::leagues::messages::person as messages;
use crate::features::leagues::messages::view::View;
use crate::features::leagues::model::{ActId, Command, GameId, Score, SeasonId};
use crate::features::leagues::service::acting::OrganiserAct;
use crate::matches::{JournalId, UserId};
use crate::people::{Moment, read_moment};

/// Shows the organisers' page.
pub(crate) async fn show(app: &App, reply: &mut Reply<'_>, id: u64) -> Result<(), CommandError> {
    app.organised(reply).await?;
    show_after(app, reply, id, "").await
}

async fn show_after(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
    said: &str,
) -> Result<(), CommandError> {
    let view = league(app, reply, id).await?;
    let user = reply.interaction.user();
    let starts = app.arbiter.league_starts(user);
    let (zone, days) = reply.while_doing(starts).await?;
    app.whisper_here(reply, manage::manage(&view, said, (&zone, &days)))
        .await
}

/// Starts the next season at the moment chosen in a menu.
pub(crate) async fn start(app: &App, reply: &mut Reply<'_>, id: u64) -> Result<(), CommandError> {
    app.organised(reply).await?;
    let starts = Moment(reply.chosen()?);
    set_start(app, reply, id, starts).await
}

/// Asks for the start of the next season, or sets it.
pub(crate) async fn start_day(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
) -> Result<(), CommandError> {
    app.organised(reply).await?;
    if !reply.interaction.is_form() {
        let form = manage::start_form(id);
        return app.open_form(reply, &form, Press::StartDay(id)).await;
    }
    let user = reply.interaction.user();
    let (zone, _) = reply.while_doing(app.arbiter.league_starts(user)).await?;
    let now = app.arbiter.now();
    let starts =
        read_moment(reply.interaction.typed(DAY), &zone, now, now).map_err(CommandError::quotes)?;
    set_start(app, reply, id, starts).await
}

async fn set_start(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
    starts: Moment,
) -> Result<(), CommandError> {
    let view = league(app, reply, id).await?;
    let set = app
        .arbiter
        .change_league(view.journal.id, Command::SetStart { starts });
    done(reply.while_doing(set).await)?;
    show_after(app, reply, id, "The start is set.").await
}

/// Shows what can be done about the person chosen in a menu.
pub(crate) async fn chosen_person(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
) -> Result<(), CommandError> {
    let person = reply.chosen()?;
    self::person(app, reply, id, person).await
}

/// Shows what can be done about a person.
pub(crate) async fn person(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
    person: u64,
) -> Result<(), CommandError> {
    app.organised(reply).await?;
    let view = league(app, reply, id).await?;
    app.whisper_here(reply, messages::person(&view, UserId(person)))
        .await
}

/// Asks the reason for forfeiting a person's unstarted games, or does it.
pub(crate) async fn forfeit(
    app: &App,
    reply: &mut Reply<'_>,
    league: u64,
    person: u64,
) -> Result<(), CommandError> {
    let id = Press::Forfeit { league, person };
    let Some(reason) = asked(app, reply, id, "Forfeit unstarted games", READERS).await? else {
        return Ok(());
    };
    let user = UserId(person);
    let said = format!(
        "The opponents of {0} win the games in which {0} has not moved.",
        ui::mention(user)
    );
    conclude(
        app,
        reply,
        league,
        (OrganiserAct::Forfeit(user), reason),
        &said,
    )
    .await
}

/// Asks the reason for putting the person chosen in a menu in another's place.
pub(crate) async fn ask_replace(
    app: &App,
    reply: &mut Reply<'_>,
    league: u64,
    person: u64,
) -> Result<(), CommandError> {
    app.organised(reply).await?;
    let chosen = reply.interaction.chosen_person();
    let chosen = chosen.ok_or_else(ui::unknown_component)?;
    if chosen.bot {
        return Err(CommandError::says(
            "A bot cannot play in a league. Choose a person.",
        ));
    }
    let newcomer = UserId(chosen.id.get());
    app.learn(reply.interaction.guild(), newcomer, display_name(chosen));
    replace(app, reply, league, [person, newcomer.0]).await
}

/// Asks the reason for putting a newcomer in a person's place, or does it.
pub(crate) async fn replace(
    app: &App,
    reply: &mut Reply<'_>,
    league: u64,
    [person, newcomer]: [u64; 2],
) -> Result<(), CommandError> {
    let id = Press::ReplaceBy {
        league,
        person,
        newcomer,
    };
    let Some(reason) = asked(app, reply, id, "Replace a person", READERS).await? else {
        return Ok(());
    };
    let (user, newcomer) = (UserId(person), UserId(newcomer));
    let said = format!(
        "{} has the place of {}.",
        ui::mention(newcomer),
        ui::mention(user)
    );
    let wanted = OrganiserAct::Replace { user, newcomer };
    conclude(app, reply, league, (wanted, reason), &said).await
}

/// Asks how the game chosen in a menu ends.
pub(crate) async fn ask_result(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
    person: u64,
) -> Result<(), CommandError> {
    app.organised(reply).await?;
    let game = reply.chosen()?;
    let view = league(app, reply, id).await?;
    app.whisper_here(reply, messages::decide(&view, UserId(person), game))
        .await
}

/// Asks the reason for a result, or sets the result.
pub(crate) async fn decide(
    app: &App,
    reply: &mut Reply<'_>,
    league: u64,
    game: GameId,
    score: Score,
) -> Result<(), CommandError> {
    let id = Press::Decide {
        league,
        game,
        score,
    };
    let Some(reason) = asked(app, reply, id, "Decide a game", READERS).await? else {
        return Ok(());
    };
    let wanted = OrganiserAct::Decide { game, score };
    conclude(app, reply, league, (wanted, reason), "The game is decided.").await
}

/// Asks when and why the season chosen in a menu ends.
pub(crate) async fn ask_end(
    app: &App,
    reply: &mut Reply<'_>,
    league: u64,
) -> Result<(), CommandError> {
    let season = reply.chosen()?;
    end(app, reply, league, season).await
}

/// Asks when and why a season ends, or ends it.
pub(crate) async fn end(
    app: &App,
    reply: &mut Reply<'_>,
    league: u64,
    season: SeasonId,
) -> Result<(), CommandError> {
    app.organised(reply).await?;
    let id = Press::EndOf { league, season };
    if !reply.interaction.is_form() {
        let form = manage::end_form(id.clone(), "End the season");
        return app.open_form(reply, &form, id).await;
    }
    let hours = reply.interaction.typed(HOURS).trim().parse::<u16>();
    let hours = hours.map_err(|_| CommandError::says("The hours are a whole number."))?;
    let reason = reply.interaction.typed(REASON).to_owned();
    let wanted = OrganiserAct::End { season, hours };
    let said = "The end of the season is set. Until then it can be undone.";
    conclude(app, reply, league, (wanted, reason), said).await
}

/// Asks the reason of an act on the whole league, or does it.
pub(crate) async fn act(
    app: &App,
    reply: &mut Reply<'_>,
    league: u64,
    act: Act,
) -> Result<(), CommandError> {
    let title = match act {
        Act::Pause => "Pause the league",
        Act::Close => "Close the league for good",
    };
    let id = Press::Act { league, act };
    let Some(reason) = asked(app, reply, id, title, READERS).await? else {
        return Ok(());
    };
    let (wanted, said) = match act {
        Act::Pause => (OrganiserAct::Pause, "The league is paused."),
        Act::Close => (
            OrganiserAct::Close,
            "The league is closed: no further season begins.",
        ),
    };
    conclude(app, reply, league, (wanted, reason), said).await
}

/// Asks the reason for undoing the act chosen in a menu.
pub(crate) async fn ask_undo(
    app: &App,
    reply: &mut Reply<'_>,
    league: u64,
) -> Result<(), CommandError> {
    let act = reply.chosen()?;
    undo(app, reply, league, act).await
}

/// Asks the reason for undoing an act, or undoes it.
pub(crate) async fn undo(
    app: &App,
    reply: &mut Reply<'_>,
    league: u64,
    act: ActId,
) -> Result<(), CommandError> {
    let id = Press::UndoOf { league, act };
    let Some(reason) = asked(app, reply, id, "Undo an act", READERS).await? else {
        return Ok(());
    };
    conclude(
        app,
        reply,
        league,
        (OrganiserAct::Undo(act), reason),
        "Undone.",
    )
    .await
}

/// Carries out what an organiser asked for, and shows the page again.
async fn conclude(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
    (wanted, reason): (OrganiserAct, String),
    said: &str,
) -> Result<(), CommandError> {
    // It must be a league of this server.
    let View { journal, .. } = league(app, reply, id).await?;
    let by = reply.interaction.user();
    let given = app
        .arbiter
        .organise_league(JournalId(id), journal.guild, by, (wanted, reason));
    done(reply.while_doing(given).await)?;
    show_after(app, reply, id, said).await
}
