//! What leagues and ladders have in common: a fold of events in a journal, matches that begin and end with it, and
//! posts.
//!
//! A command is decided on the whole contest, and its events are written in one transaction with the next alarm and the
//! posts that are pending. The alarm's handler does what is left: it begins and ends matches. What a match tells the
//! contest is written in the transaction of the match's own events. So after a crash at any point, the contest says
//! what is still to be done, and nothing is done twice.

mod contest;
mod entry;
mod execution;
mod posts;
mod unmoved;
mod use_cases;

pub(crate) use contest::{Contest, News, NewsSlot, Removal, Table, ToEnd};
pub(crate) use entry::Admission;
pub use entry::NotAdmitted;
pub(crate) use execution::{handle, register};
pub(crate) use posts::queue as queue_posts;
pub(crate) use unmoved::unmoved;
pub use use_cases::NotCreated;
pub(crate) use use_cases::START_HOUR;

use std::collections::{BTreeMap, BTreeSet};

use crate::contests::GameId;
use crate::db::alarms::{self, About};
use crate::db::hooks::OfJournal;
use crate::db::journal::{self, Journal};
use crate::db::lists;
use crate::db::matches::{self, Begin};
use crate::db::people::time_settings;
use crate::db::{Connection, Result, StoreError};
use crate::games::{self, Values};
use crate::kernel::InPlace;
use crate::matches::{
    ChannelId, ContestTerms, Event, Fact, GuildId, JournalId, Match, MatchId, Place, Status,
    TimeControl, UserId,
};
use crate::people::Moment;

/// A contest with its journal.
#[derive(Clone)]
pub(crate) struct Loaded<C> {
    pub(crate) journal: Journal,
    /// The number of its last event.
    pub(crate) last: u32,
    pub(crate) contest: C,
}

/// Returns who is to move in some running games, of those who want to be reminded, with these games.
pub(crate) fn to_move(
    db: &Connection,
    games: impl Iterator<Item = (GameId, MatchId)>,
    now: Moment,
) -> Result<BTreeMap<UserId, Vec<GameId>>> {
    let mut to_move: BTreeMap<UserId, Vec<GameId>> = BTreeMap::new();
    for (game, id) in games {
        if let Some(user) = lists::person_to_move(db, id)?
            && time_settings::wants_reminders(db, user, now)?
        {
            to_move.entry(user).or_default().push(game);
        }
    }
    Ok(to_move)
}

/// Replays a match from its events.
pub(crate) fn replayed(db: &Connection, id: MatchId) -> Result<Match> {
    let events = matches::events(db, id, 0, u32::MAX)?;
    let events = events.into_iter().map(|(_, event)| event);
    Ok(Match::replay(id, events)?)
}

/// Returns what the matches of a contest have in common; `None` if this version does not know the game.
pub(crate) fn terms(
    journal: &Journal,
    (game, options): (&str, &Values),
    time: TimeControl,
    rated: bool,
) -> Option<ContestTerms> {
    Some(ContestTerms {
        place: Place {
            guild: Some(journal.guild),
            channel: journal.channel,
        },
        game: games::find(game)?,
        options: options.clone(),
        time,
        rated,
    })
}

/// Loads a contest; `None` if it does not exist.
pub(crate) fn load<C: Contest>(db: &Connection, id: JournalId) -> Result<Option<Loaded<C>>> {
    let journal = journal::get(db, C::KIND, id)?;
    journal.map(|journal| folded(db, journal)).transpose()
}

/// Loads a contest; `None` if it does not exist or is closed.
pub(crate) fn load_open<C: Contest>(db: &Connection, id: JournalId) -> Result<Option<Loaded<C>>> {
    Ok(load(db, id)?.filter(|loaded| !loaded.journal.closed))
}

/// Loads the contest of a journal.
pub(crate) fn folded<C: Contest>(db: &Connection, journal: Journal) -> Result<Loaded<C>> {
    let id = journal.id;
    let events = journal::events(db, id)?;
    let last = events.last().map_or(0, |entry| entry.seq);
    let contest = C::replay(events).map_err(|why| StoreError::Journal { id, seq: last, why })?;
    Ok(Loaded {
        journal,
        last,
        contest,
    })
}

/// Reads what messages show of some contests, of one server or of all. One that cannot be read is left out.
pub(crate) fn views<C: Contest>(
    db: &Connection,
    journals: Vec<Journal>,
    guild: Option<GuildId>,
) -> Result<Vec<C::View>> {
    let journals = journals.into_iter();
    let here = journals.filter(|journal| guild.is_none_or(|guild| journal.guild == guild));
    let readable = here.filter_map(|journal| match C::view(db, journal, None) {
        Err(error @ StoreError::Journal { .. }) => {
            tracing::error!(kind = C::KIND, %error, "leaving out a contest that cannot be read");
            None
        }
        view => Some(view),
    });
    readable.collect()
}

/// Returns the check that the events of a contest can be folded.
pub(crate) const fn check<C: Contest>() -> (&'static str, OfJournal) {
    (C::KIND, |db, id| load::<C>(db, id).map(drop))
}

/// Creates a contest with its first events. Returns `None` if the server has an open one of its kind and name.
pub(crate) fn create<C: Contest>(
    db: &Connection,
    (guild, channel): (GuildId, ChannelId),
    name: &str,
    events: &[C::Event],
    now: Moment,
) -> Result<Option<JournalId>> {
    let Some(id) = journal::create(db, C::KIND, guild, channel, name, now)? else {
        return Ok(None);
    };
    journal::append(db, id, 0, now, events)?;
    if let Some(loaded) = load::<C>(db, id)? {
        journal::set_people(db, id, &loaded.contest.members())?;
        posts::enqueue::<C>(db, id, loaded.contest.slots(events), now)?;
        set_alarm(db, &loaded, now)?;
    }
    Ok(Some(id))
}

/// Decides a command and writes its events, with the next alarm and the posts that are pending. A refusal is
/// [`StoreError::Denied`].
pub(crate) fn change<C: Contest>(
    db: &Connection,
    id: JournalId,
    command: C::Command,
    now: Moment,
) -> Result<Loaded<C>> {
    let Some(loaded) = load_open::<C>(db, id)? else {
        return Err(C::CLOSED.into());
    };
    let command = loaded.contest.informed(db, command, now)?;
    changed(db, loaded, &command, now)
}

/// Decides a command on a loaded contest and writes its events; see [`change`].
fn changed<C: Contest>(
    db: &Connection,
    mut loaded: Loaded<C>,
    command: &C::Command,
    now: Moment,
) -> Result<Loaded<C>> {
    let id = loaded.journal.id;
    let unfit = |why| StoreError::Journal {
        id,
        seq: loaded.last,
        why,
    };
    let decided = loaded.contest.decide(command, now);
    let events = decided.map_err(|refusal| match C::fault(&refusal) {
        Some(fault) => unfit(fault),
        None => refusal.into(),
    })?;
    let before = loaded.contest.members();
    for event in &events {
        loaded.contest.apply(now, event).map_err(unfit)?;
    }
    journal::append(db, id, loaded.last, now, &events)?;
    loaded.last = loaded
        .last
        .saturating_add(u32::try_from(events.len()).unwrap_or(u32::MAX));
    let contest = &loaded.contest;
    let members = contest.members();
    if members != before || loaded.last == 1 {
        journal::set_people(db, id, &members)?;
    }
    // Results in a closed contest are not announced.
    if loaded.journal.closed {
        return Ok(loaded);
    }
    if contest.is_closed() {
        journal::close(db, id)?;
    }
    if !events.is_empty() {
        posts::enqueue::<C>(db, id, contest.slots(&events), now)?;
    }
    if let Some((kind, about)) = contest.sets_off(&loaded.journal, &events) {
        alarms::set(db, kind, about, Some(now))?;
    }
    set_alarm(db, &loaded, now)?;
    Ok(loaded)
}

/// Sets the next alarm of a contest: at the moment `busy`, if matches must begin or end.
fn set_alarm<C: Contest>(db: &Connection, loaded: &Loaded<C>, busy: Moment) -> Result {
    let Loaded {
        journal, contest, ..
    } = loaded;
    let next = if contest.is_busy() {
        Some(busy)
    } else {
        // If that is past, the alarm's handler finds out when to look.
        let looks = contest.looks_from();
        contest.next_due().into_iter().chain(looks).min()
    };
    alarms::set(db, C::KIND, About::journal(journal.id), next)
}

/// Tells a contest of its matches that end, in the transaction of their events, and has posts edited that show who is to
/// move. It begins matches itself: see [`begin`].
pub(crate) fn follow<C: Contest>(db: &Connection, after: &Match, events: &[Event]) -> Result {
    let Some(contest) = after.contest().filter(|contest| contest.kind == C::KIND) else {
        return Ok(());
    };
    let id = contest.journal;
    if is_over(after) && ends(events) {
        match end_game::<C>(db, id, after) {
            // The match ends all the same: the contest asks again when it ends the game itself.
            Err(error @ StoreError::Journal { .. }) => {
                tracing::error!(match_id = %after.id(), %error, "cannot tell a contest of a match");
            }
            told => told?,
        }
    } else if let Some(slot) = C::SHOWS_TURNS
        && changes_turn(events)
    {
        posts::enqueue_tables::<C>(db, id, [slot], after.changed_at())?;
    }
    Ok(())
}

/// Has the post edited that shows the boards of a contest, because it can link to the thread of this match now.
pub(crate) fn thread_opened<C: Contest>(db: &Connection, id: MatchId) -> Result {
    let first = matches::events(db, id, 0, 1)?.pop();
    let contest = first.and_then(|(_, first)| match first.fact {
        Fact::Proposed(proposal) => proposal.contest,
        _ => None,
    });
    if let (Some(contest), Some(slot)) = (contest, C::SHOWS_TURNS)
        && contest.kind == C::KIND
    {
        let journal = contest.journal;
        posts::enqueue_tables::<C>(db, journal, [slot], journal::changed(db, journal)?)?;
    }
    Ok(())
}

/// The matches of a contest that began in one transaction.
#[derive(Default)]
pub(super) struct Begun {
    /// The matches with their events.
    pub(super) matches: Vec<(Match, Vec<Event>)>,
    /// The games whose matches could not begin. They do not stop the others.
    pub(super) failed: BTreeSet<u32>,
}

/// Begins at most `most` matches of a contest, without those of games that have failed before.
///
/// The contest is told in the same transaction, so that a game begins once.
pub(super) fn begin<C: Contest>(
    db: &Connection,
    begin: &Begin<'_>,
    id: JournalId,
    (most, failed): (usize, BTreeSet<u32>),
    now: Moment,
) -> Result<Begun> {
    let mut begun = Begun {
        failed,
        ..Begun::default()
    };
    let Some(mut loaded) = load_open::<C>(db, id)? else {
        return Ok(begun);
    };
    let all = loaded
        .contest
        .to_begin(db, &loaded.journal, most + begun.failed.len())?;
    for proposal in all {
        let Some(game) = proposal.contest.as_ref().map(|contest| contest.game) else {
            continue;
        };
        if begun.failed.contains(&game) {
            continue;
        }
        db.execute_batch("SAVEPOINT beginning")?;
        let played = begin(&proposal, now).and_then(|played| {
            let began = C::began(game, played.id());
            changed(db, loaded.clone(), &began, now).map(|after| (played, after))
        });
        match played {
            Ok((played, after)) => {
                loaded = after;
                begun.matches.push((played, proposal.events(now)));
            }
            Err(error) => {
                tracing::error!(kind = C::KIND, journal = id.0, game, %error, "cannot begin a match");
                db.execute_batch("ROLLBACK TO beginning")?;
                begun.failed.insert(game);
            }
        }
        db.execute_batch("RELEASE beginning")?;
    }
    Ok(begun)
}

/// Tells a contest that the match of a game is over.
fn end_game<C: Contest>(db: &Connection, id: JournalId, over: &Match) -> Result {
    let game = over.contest().map(|contest| contest.game);
    if let (Some(game), Some(loaded)) = (game, load::<C>(db, id)?) {
        let command = loaded.contest.ended(db, game, over)?;
        match changed(db, loaded, &command, over.changed_at()) {
            Err(StoreError::Denied(refusal)) => {
                let refusal = refusal.name();
                tracing::warn!(match_id = %over.id(), refusal, "a contest does not count a match");
            }
            told => drop(told?),
        }
    }
    Ok(())
}

fn is_over(state: &Match) -> bool {
    matches!(state.status(), Status::Finished(_) | Status::Aborted(_))
}

/// Whether another player is to move after these events of a running match.
fn changes_turn(events: &[Event]) -> bool {
    events.iter().any(|event| {
        matches!(
            event.fact,
            Fact::Turn { .. } | Fact::TakenBack { .. } | Fact::Moderated { .. }
        )
    })
}

/// Whether one of these events ended a match that is over.
fn ends(events: &[Event]) -> bool {
    events.iter().any(|event| {
        !matches!(
            event.fact,
            Fact::Annulled { .. } | Fact::Thawed { .. } | Fact::Accepted { .. }
        )
    })
}

/// Takes a person out of the contests of a kind.
pub(crate) fn take_out<C: Contest>(
    db: &Connection,
    user: UserId,
    removal: Removal,
    now: Moment,
) -> Result {
    for journal in journal::of_person(db, C::KIND, user)? {
        if removal.concerns(journal.guild) {
            match change::<C>(db, journal.id, C::out(user, removal), now) {
                // A refusal means that the person takes no part any more.
                Ok(_) | Err(StoreError::Denied(_)) => {}
                // It must not keep the person's data, or let them stay elsewhere.
                Err(error @ StoreError::Journal { .. }) => {
                    tracing::error!(%error, "cannot take a person out of a contest");
                }
                Err(error) => return Err(error),
            }
            // The alarm's handler hands the posts to the queue.
            alarms::set(db, C::KIND, About::journal(journal.id), Some(now))?;
        }
    }
    Ok(())
}

/// Gives a person whom moderators let in again what they had in the contests of a kind in a server.
pub(crate) fn let_in<C: Contest>(
    db: &Connection,
    user: UserId,
    guild: GuildId,
    now: Moment,
) -> Result {
    for journal in journal::ever_of_person(db, C::KIND, user)? {
        if journal.guild != guild || journal.closed {
            continue;
        }
        match change::<C>(db, journal.id, C::let_in(user), now) {
            // A refusal means that there is nothing to give back.
            Ok(_) | Err(StoreError::Denied(_)) => {
                alarms::set(db, C::KIND, About::journal(journal.id), Some(now))?;
            }
            Err(error @ StoreError::Journal { .. }) => {
                tracing::error!(%error, "cannot let a person into a contest again");
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
