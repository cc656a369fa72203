//! The choice of the match that a command is about.

use super::app::{App, is_theirs};
use super::command::{Choices, Parameter, choices};
use super::command_error::{CommandError, Result};
use super::command_options::CommandOptions;
use super::composed::Composed;
use super::custom_id::CustomId;
use super::match_lines::{self, WhichMatch};
use super::permissions;
use super::reply::Reply;
use crate::db::{Listed, StoreError};
use crate::features::play::press::Press as PlayPress;
use crate::matches::{GuildId, MatchId, Player};

/// The value in place of a turn that asks for the step-by-step picker.
pub const PICK: &str = "?";

/// Refusals of a command if its match is unclear.
pub const NOTHING_WAITS: &str = "No match is waiting for your move. `/games` lists your matches.";
pub const OTHER_THREAD_WAITS: &str = "Another match is waiting for you, not the one in this thread. Send your move and choose the match.";
pub const PLAYS_NOWHERE: &str =
    "You are not playing a match. Challenge somebody with `/play`, or enter the number of a match.";
pub const NOT_A_NUMBER: &str = "Enter the number of a match, such as 12. `/games` lists yours.";

/// The name of the option for a match.
pub(crate) const MATCH: &str = "match";

/// The maximum number of finished matches searched while a person types.
pub(crate) const MOST_FINISHED: u32 = 100;

/// The match that a person means, if it is clear.
pub(crate) enum Meant {
    One(MatchId),
    /// One of these, to be chosen by the person.
    OneOf(Vec<Listed>),
}

/// Returns the match that a person means: the named one, else the thread's, else their only one. If
/// there are several, the error asks the person, with a button of id `press` for each match.
pub(crate) async fn which_played<P: Into<CustomId>>(
    app: &App,
    reply: &mut Reply<'_>,
    named: Option<&str>,
    press: impl Fn(&Listed) -> P,
) -> Result<MatchId> {
    let meant = known_or_played(app, reply, named).await?;
    only(app, reply, meant, press).await
}

/// Returns the only match meant, or the question which one.
async fn only<P: Into<CustomId>>(
    app: &App,
    reply: &Reply<'_>,
    meant: Meant,
    press: impl Fn(&Listed) -> P,
) -> Result<MatchId> {
    match meant {
        Meant::One(id) => Ok(id),
        Meant::OneOf(played) => match played.as_slice() {
            [] => Err(CommandError::says(PLAYS_NOWHERE)),
            [one] => Ok(one.id),
            _ => Err(ask_which(app, reply, &played, press).await),
        },
    }
}

/// Like [`which_played`], for views that finished matches have too: a person without a running match
/// gets the match that they finished last.
pub(crate) async fn which_to_see<P: Into<CustomId>>(
    app: &App,
    reply: &mut Reply<'_>,
    named: Option<&str>,
    press: impl Fn(&Listed) -> P,
) -> Result<MatchId> {
    match known_or_played(app, reply, named).await? {
        Meant::OneOf(played) if played.is_empty() => {
            let finished = app.arbiter.store().finished_of(reply.interaction.user(), 1);
            let finished = reply.while_doing(finished).await?;
            let last = finished.first().map(|one| one.id);
            last.ok_or_else(|| CommandError::says(PLAYS_NOWHERE))
        }
        meant => only(app, reply, meant, press).await,
    }
}

/// Like [`which_played`], for changes: in a thread of an unknown match the person always must choose.
pub(crate) async fn which_to_change<P: Into<CustomId>>(
    app: &App,
    reply: &mut Reply<'_>,
    named: Option<&str>,
    press: impl Fn(&Listed) -> P,
) -> Result<MatchId> {
    match which_meant(app, reply, named).await? {
        Meant::One(id) => Ok(id),
        Meant::OneOf(played) => Err(ask_which(app, reply, &played, press).await),
    }
}

/// Returns the question which of several matches is meant, with a button of id `press` for each match.
pub(crate) async fn ask_which<P: Into<CustomId>>(
    app: &App,
    reply: &Reply<'_>,
    several: &[Listed],
    press: impl Fn(&Listed) -> P,
) -> CommandError {
    recall(app, reply.interaction.guild(), several).await;
    let presses = several.iter().map(|one| press(one).into());
    which(app, reply, several, WhichMatch::Looks, presses.collect()).into()
}

/// Returns the match that a person means to change: the named one, else the thread's, else their only
/// one. In a thread of an unknown match, the only one may be the wrong one, so the person must choose.
pub(crate) async fn which_meant(
    app: &App,
    reply: &mut Reply<'_>,
    named: Option<&str>,
) -> Result<Meant> {
    let meant = known_or_played(app, reply, named).await?;
    Ok(match &meant {
        Meant::OneOf(played) => match played.as_slice() {
            [] => return Err(CommandError::says(PLAYS_NOWHERE)),
            [one] if !permissions::in_thread(reply.interaction) => Meant::One(one.id),
            _ => meant,
        },
        Meant::One(_) => meant,
    })
}

/// Returns the named match, else the thread's, else the list of all matches of the person.
async fn known_or_played(app: &App, reply: &mut Reply<'_>, named: Option<&str>) -> Result<Meant> {
    if let Some(id) = named_or_here(app, reply, named).await? {
        return Ok(Meant::One(id));
    }
    let user = reply.interaction.user();
    let mut mine = reply
        .while_doing(app.arbiter.store().games_of(user))
        .await?;
    mine.retain(|one| one.players.is_some());
    Ok(Meant::OneOf(mine))
}

/// Asks for which of several matches a line was planned. The line is stored: no button can hold it.
pub(crate) async fn ask_of(
    app: &App,
    reply: &Reply<'_>,
    several: &[Listed],
    line: &str,
) -> Result<Composed> {
    let user = reply.interaction.user();
    recall(app, reply.interaction.guild(), several).await;
    let mut presses = Vec::new();
    for one in several.iter().take(match_lines::MOST_ASKED) {
        let (id, board) = (one.id, one.board);
        let mark = app.arbiter.store_typed(id, user, board, line).await?;
        presses.push(PlayPress::AddLine { id, board, mark }.into());
    }
    let question = WhichMatch::Plans(line);
    Ok(which(app, reply, several, question, presses))
}

pub(crate) fn which(
    app: &App,
    reply: &Reply<'_>,
    several: &[Listed],
    question: WhichMatch<'_>,
    presses: Vec<CustomId>,
) -> Composed {
    let (user, guild) = (reply.interaction.user(), reply.interaction.guild());
    let name = |other| app.names.of(guild, other);
    match_lines::which_match(several, user, question, name, presses)
}

/// Loads the names of the players of listed matches.
pub(crate) async fn recall(app: &App, guild: Option<GuildId>, listed: &[Listed]) {
    let players = listed.iter().filter_map(|one| one.players).flatten();
    let people = players.filter_map(Player::person);
    let unknown = people.filter(|user| !app.names.has_met(guild, *user));
    app.recall(guild, unknown.collect()).await;
}

pub(crate) async fn named_or_here(
    app: &App,
    reply: &mut Reply<'_>,
    named: Option<&str>,
) -> Result<Option<MatchId>> {
    if let Some(text) = named {
        let id =
            match_lines::read_match_number(text).ok_or_else(|| CommandError::says(NOT_A_NUMBER))?;
        app.reach(reply, id).await?;
        // The places in Discord, another read, matter only for matches of others.
        let state = reply.while_doing(app.arbiter.current(id)).await?;
        if !is_theirs(&state, reply.interaction.user()) {
            app.may_know(reply, id).await?;
        }
        return Ok(Some(id));
    }
    let here = reply.interaction.channel();
    reply
        .while_doing(app.arbiter.store().match_in_thread(here))
        .await
        .map_err(CommandError::from)
}

/// Returns the option that names a running match.
pub(crate) fn running() -> Parameter {
    Parameter::text(MATCH, "Which match; needed only outside of its thread")
        .completed(|app, reply, _, typed| Box::pin(suggest_match(app, reply, typed)))
}

/// Returns the option that names a running or finished match.
pub(crate) fn played() -> Parameter {
    Parameter::text(MATCH, "Which match; needed only outside of its thread")
        .completed(|app, reply, _, typed| Box::pin(suggest_played(app, reply, typed)))
}

/// Returns the match that is already named while another option is being typed.
pub(crate) fn named_match<'a>(given: &CommandOptions<'a>) -> Option<&'a str> {
    given.text(MATCH).ok().flatten()
}

/// Suggests the person's running matches, those waiting for them first.
pub(crate) async fn suggest_match(app: &App, reply: &Reply<'_>, typed: &str) -> Choices {
    let mine = app.arbiter.store().games_of(reply.interaction.user()).await;
    suggest(app, reply, typed, mine).await
}

/// Suggests the person's running matches, then the finished ones, latest first.
pub(crate) async fn suggest_played(app: &App, reply: &Reply<'_>, typed: &str) -> Choices {
    let user = reply.interaction.user();
    let mine = async {
        let mut mine = app.arbiter.store().games_of(user).await?;
        mine.extend(app.arbiter.store().finished_of(user, MOST_FINISHED).await?);
        Ok(mine)
    };
    suggest(app, reply, typed, mine.await).await
}

/// Returns the matches that fit the typed text as suggestions.
pub(crate) async fn suggest(
    app: &App,
    reply: &Reply<'_>,
    typed: &str,
    mine: Result<Vec<Listed>, StoreError>,
) -> Choices {
    let (user, guild) = (reply.interaction.user(), reply.interaction.guild());
    let mine = mine.unwrap_or_else(|error| {
        tracing::warn!(%error, "no matches could be offered");
        Vec::new()
    });
    recall(app, guild, &mine).await;
    let typed = typed.trim().trim_start_matches('#').to_lowercase();
    let label = |one: &Listed| match_lines::choice(one, user, |other| app.names.of(guild, other));
    let fitting = mine
        .iter()
        .filter(|one| one.players.is_some())
        .map(|one| (label(one), one.id.to_string()));
    choices(fitting.filter(|(label, _)| label.to_lowercase().contains(&typed)))
}
