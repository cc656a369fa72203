//! What leagues and ladders have in common: a fold of events in a journal, matches that begin and end with it, and posts.
//!
//! A command is decided on the whole contest, and its events are written in one transaction with the next alarm and the
//! posts that are owed. The alarm's handler does what is left: it begins and ends matches. What a match tells the
//! contest is written in the transaction of the match's own events. So after a crash at any point, the contest says what
//! is still to be done, and nothing is done twice.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::acts::TRIES;
use super::delivery::journal_posts::{JournalPosts, about};
use super::error::{Error, Fault};
use super::reactor::{CallerPosts, Change, Reactor};
use crate::db::alarms::{self, Alarm};
use crate::db::hooks::OfJournal;
use crate::db::journal::{self, Journal};
use crate::db::{Connection, StoreError};
use crate::games::Verdict;
use crate::kernel::{Arbiter, BoxFuture, Kernel};
use crate::matches::{
    self as played, Adjudication, ChannelId, Command, Event, Fact, GuildId, JournalId, Match,
    MatchId, Proposal, Refusal, Status, UserId,
};
use crate::people::Moment;

/// How long after a failure a contest tries again.
const AGAIN: Duration = Duration::from_secs(60);

/// How long a contest waits for what it cannot know itself.
const WAIT: Duration = Duration::from_hours(1);

/// A match that a contest ends.
pub(crate) struct ToEnd<Command> {
    pub(crate) id: MatchId,
    pub(crate) verdict: Sentence,
    pub(crate) why: Adjudication,
    /// Ends the game without its match, if that cannot be read.
    pub(crate) unreadable: Command,
}

/// Returns the result of a match that a contest ends at a moment; `None` for no result.
pub(crate) type Sentence = Box<dyn Fn(&Match, Moment) -> Option<Verdict> + Send + Sync>;

/// A league or a ladder: the fold of its events.
pub(crate) trait Contest: Sized + Send + Sync + 'static {
    /// The word for its journals, matches and alarms.
    const KIND: &'static str;
    /// Its posts.
    const POSTS: JournalPosts;
    type Event: Serialize + DeserializeOwned + Send + 'static;
    type Command: Clone + Send + 'static;
    type Refusal: Display + Send + 'static;

    /// Folds all events. The error says why they cannot be folded.
    fn replay(events: Vec<journal::Entry<Self::Event>>) -> Result<Self, String>;

    /// Folds in one more event.
    fn apply(&mut self, at: Moment, event: &Self::Event) -> Result<(), String>;

    /// Returns the events that a command causes at a moment.
    fn decide(
        &self,
        command: &Self::Command,
        now: Moment,
    ) -> Result<Vec<Self::Event>, Self::Refusal>;

    /// Returns the commands that do what is due by itself, with what they need from the database.
    fn due(
        &self,
        db: &Connection,
        journal: &Journal,
        now: Moment,
    ) -> Result<Vec<Self::Command>, StoreError>;

    /// Returns when something is due by itself.
    fn next_due(&self) -> Option<Moment>;

    /// Whether something must be done at once: matches must begin or end, for example.
    fn is_busy(&self) -> bool;

    /// Returns the challenges of the games that must begin now. Their `contest` says which game each is.
    fn to_begin(&self, db: &Connection, journal: &Journal) -> Result<Vec<Proposal>, StoreError>;

    /// Returns the running matches that must end now.
    fn to_end(&self) -> Vec<ToEnd<Self::Command>>;

    /// Whether a game is being played in a match.
    fn is_played_in(&self, game: u32, id: MatchId) -> bool;

    /// Returns the command for a match that began.
    fn began(game: u32, id: MatchId) -> Self::Command;

    /// Returns the command for a match that is over.
    fn ended(&self, db: &Connection, game: u32, over: &Match) -> Result<Self::Command, StoreError>;

    /// Returns the command for a person who must leave: they were banned from the server of the contest or, with
    /// `deleted`, their data is being deleted.
    fn out(user: UserId, deleted: bool) -> Self::Command;

    /// Returns the people who take part.
    fn members(&self) -> Vec<UserId>;

    /// Returns the slots of the posts that these events change. The events were applied.
    fn slots(&self, events: &[Self::Event]) -> Vec<u32>;

    /// Returns the slots of the posts that show the contest now.
    fn current_slots(&self) -> Vec<u32>;

    /// Whether the contest is over for good.
    fn is_closed(&self) -> bool;
}

/// A contest with its journal.
pub(crate) struct Loaded<C> {
    pub(crate) journal: Journal,
    /// The number of its last event.
    pub(crate) last: u32,
    pub(crate) contest: C,
}

/// A contest after a command, or the refusal.
pub(crate) type Changed<C> = Result<Loaded<C>, <C as Contest>::Refusal>;

/// Loads a contest; `None` if there is none with this number.
pub(crate) fn load<C: Contest>(
    db: &Connection,
    id: JournalId,
) -> Result<Option<Loaded<C>>, StoreError> {
    let Some(journal) = journal::get(db, C::KIND, id)? else {
        return Ok(None);
    };
    let events = journal::events(db, id)?;
    let last = events.last().map_or(0, |entry| entry.seq);
    let contest = C::replay(events).map_err(|why| StoreError::Journal { id, seq: last, why })?;
    Ok(Some(Loaded {
        journal,
        last,
        contest,
    }))
}

/// Returns the check that the events of a contest can be folded.
pub(crate) const fn check<C: Contest>() -> (&'static str, OfJournal) {
    (C::KIND, |db, id| load::<C>(db, id).map(drop))
}

/// Decides a command and writes its events, with the next alarm and the posts that are owed. The inner error is the
/// refusal. Returns `None` if the contest does not exist or is closed.
pub(crate) fn change<C: Contest>(
    db: &Connection,
    id: JournalId,
    command: &C::Command,
    now: Moment,
) -> Result<Option<Changed<C>>, StoreError> {
    let open = load::<C>(db, id)?.filter(|loaded| !loaded.journal.closed);
    let Some(loaded) = open else {
        return Ok(None);
    };
    changed(db, loaded, command, now).map(Some)
}

/// Decides a command on a loaded contest and writes its events; see [`change`].
fn changed<C: Contest>(
    db: &Connection,
    mut loaded: Loaded<C>,
    command: &C::Command,
    now: Moment,
) -> Result<Changed<C>, StoreError> {
    let id = loaded.journal.id;
    let events = match loaded.contest.decide(command, now) {
        Ok(events) => events,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let before = loaded.contest.members();
    for event in &events {
        let unfit = |why| StoreError::Journal {
            id,
            seq: loaded.last,
            why,
        };
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
    // Nobody hears of what still ends in a contest that is closed.
    if loaded.journal.closed {
        return Ok(Ok(loaded));
    }
    if contest.is_closed() {
        journal::close(db, id)?;
    }
    if !events.is_empty() {
        C::POSTS.owe(db, id, contest.slots(&events), now)?;
    }
    set_alarm(db, &loaded, now)?;
    Ok(Ok(loaded))
}

/// Sets the next alarm of a contest: at the moment `busy`, if matches must begin or end.
fn set_alarm<C: Contest>(
    db: &Connection,
    loaded: &Loaded<C>,
    busy: Moment,
) -> Result<(), StoreError> {
    let Loaded {
        journal, contest, ..
    } = loaded;
    let next = if contest.is_busy() {
        Some(busy)
    } else {
        contest.next_due()
    };
    alarms::set(db, C::KIND, about(journal.id.0), next)
}

/// Handles the alarm of a contest.
pub(crate) async fn handle<C: Contest>(kernel: Arc<Kernel>, alarm: Alarm) -> Result<(), Error> {
    let (id, now) = (JournalId(alarm.about.place), kernel.time.now());
    let write = kernel.write(move |db| {
        let nothing = (Vec::new(), Vec::new());
        let Some(loaded) = load::<C>(db, id)?.filter(|loaded| !loaded.journal.closed) else {
            alarms::set(db, C::KIND, alarm.about, None)?;
            return Ok(nothing);
        };
        let before = loaded.last;
        let mut loaded = loaded;
        for due in loaded.contest.due(db, &loaded.journal, now)? {
            loaded = match changed(db, loaded, &due, now)? {
                Ok(loaded) => loaded,
                Err(refusal) => {
                    tracing::error!(kind = C::KIND, journal = id.0, %refusal, "cannot do what is due");
                    alarms::set(db, C::KIND, alarm.about, Some(now.after(WAIT)))?;
                    return Ok(nothing);
                }
            };
        }
        let contest = &loaded.contest;
        // What is due waits for something outside: for a person's games in another contest.
        let waits = contest.next_due().is_some_and(|due| due <= now);
        if contest.is_busy() {
            // For what fails below. Each match that begins or ends sets the alarm again.
            set_alarm(db, &loaded, now.after(AGAIN))?;
        } else if loaded.last == before && waits {
            alarms::set(db, C::KIND, alarm.about, Some(now.after(WAIT)))?;
        }
        let begin = contest.to_begin(db, &loaded.journal)?;
        Ok((begin, contest.to_end()))
    });
    let (begin, end) = write.await?;
    // One match that fails does not stop the others.
    let mut failed = false;
    for proposal in begin {
        match kernel.propose(proposal, None).await {
            Ok(update) => update.leave_to_arbiter(),
            Err(error) => {
                tracing::error!(kind = C::KIND, journal = id.0, %error, "cannot begin a match");
                failed = true;
            }
        }
    }
    for one in end {
        let match_id = one.id;
        if let Err(error) = end_match::<C>(&kernel, id, one).await {
            tracing::warn!(%match_id, %error, "cannot end a match of a contest");
            failed = true;
        }
    }
    C::POSTS.queue(&kernel, id).await?;
    if failed {
        let again = kernel.write(move |db| match load::<C>(db, id)? {
            Some(loaded) => set_alarm(db, &loaded, now.after(AGAIN)),
            None => Ok(()),
        });
        again.await?;
    }
    Ok(())
}

/// Ends a match of a contest. A match that cannot be read must not keep a whole contest waiting.
async fn end_match<C: Contest>(
    kernel: &Arc<Kernel>,
    id: JournalId,
    one: ToEnd<C::Command>,
) -> Result<(), Error> {
    for _ in 0..TRIES {
        let now = kernel.time.now();
        let running = match kernel.bring_up_to_date(one.id, now).await {
            Err(Error::Refused(Refusal::Frozen(_))) => {
                let write = kernel.write(move |db| change::<C>(db, id, &one.unreadable, now));
                write.await?;
                return Ok(());
            }
            loaded => loaded?,
        };
        if is_over(&running) {
            // The contest could not be told then.
            let write = kernel.write(move |db| end_game::<C>(db, id, &running));
            return Ok(write.await?);
        }
        // The result is that of this very state: a turn that comes between is looked at too.
        let command = Command::Adjudicate {
            verdict: (one.verdict)(&running, now),
            why: one.why,
        };
        match kernel.commit(&running, &command, now, None).await {
            Err(Error::Fault(Fault::Store(StoreError::Conflict { .. }))) => {}
            Err(error) => return Err(error),
            Ok(update) => {
                update.leave_to_arbiter();
                return Ok(());
            }
        }
    }
    Err(Fault::Contention(one.id).into())
}

/// Ends a match that can be read again, if its game has ended without it.
async fn end_if_late<C: Contest>(
    kernel: &Arc<Kernel>,
    thawed: &Match,
    contest: &played::Contest,
) -> Result<(), Error> {
    let (id, game, match_id) = (contest.journal, contest.game, thawed.id());
    let read = kernel.read(move |db| load::<C>(db, id));
    let loaded = read.await?;
    if loaded.is_some_and(|loaded| loaded.contest.is_played_in(game, match_id)) {
        return Ok(());
    }
    let command = Command::Adjudicate {
        verdict: None,
        why: Adjudication::Annulled,
    };
    let update = kernel.act(match_id, &command, None).await?;
    update.leave_to_arbiter();
    Ok(())
}

/// Tells a contest of its matches that begin and end, in the transaction of their events.
pub(crate) fn follow<C: Contest>(
    db: &Connection,
    after: &Match,
    events: &[Event],
) -> Result<(), StoreError> {
    let Some(contest) = after.contest().filter(|contest| contest.kind == C::KIND) else {
        return Ok(());
    };
    let (id, game, now) = (contest.journal, contest.game, after.changed_at());
    let unfit = |why: String| StoreError::Journal { id, seq: 0, why };
    if events
        .iter()
        .any(|event| matches!(event.fact, Fact::Accepted { .. }))
    {
        let open = load::<C>(db, id)?.filter(|loaded| !loaded.journal.closed);
        let open =
            open.ok_or_else(|| unfit(String::from("no match begins in a closed contest")))?;
        // A game begins once: a second match of it is not written.
        let begun = changed(db, open, &C::began(game, after.id()), now)?;
        begun.map_err(|refusal| unfit(refusal.to_string()))?;
    }
    if is_over(after) && ends(events) {
        match end_game::<C>(db, id, after) {
            // The match ends all the same: the contest asks again when it ends the game itself.
            Err(error @ StoreError::Journal { .. }) => {
                tracing::error!(match_id = %after.id(), %error, "cannot tell a contest of a match");
            }
            told => told?,
        }
    }
    Ok(())
}

/// Tells a contest that the match of a game is over.
fn end_game<C: Contest>(db: &Connection, id: JournalId, over: &Match) -> Result<(), StoreError> {
    let game = over.contest().map(|contest| contest.game);
    if let (Some(game), Some(loaded)) = (game, load::<C>(db, id)?) {
        let command = loaded.contest.ended(db, game, over)?;
        if let Err(refusal) = changed(db, loaded, &command, over.changed_at())? {
            tracing::warn!(match_id = %over.id(), %refusal, "a contest does not count a match");
        }
    }
    Ok(())
}

fn is_over(state: &Match) -> bool {
    matches!(state.status(), Status::Finished(_) | Status::Aborted(_))
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

/// Takes a person out of all contests of a kind, in one server or everywhere.
pub(crate) fn take_out<C: Contest>(
    db: &Connection,
    user: UserId,
    guild: Option<GuildId>,
    now: Moment,
) -> Result<(), StoreError> {
    for journal in journal::of_person(db, C::KIND, user)? {
        if guild.is_none_or(|guild| guild == journal.guild) {
            match change::<C>(db, journal.id, &C::out(user, guild.is_none()), now) {
                // A refusal means that the person takes no part any more.
                Ok(_) => {}
                // It must not keep the person's data, or let them stay elsewhere.
                Err(error @ StoreError::Journal { .. }) => {
                    tracing::error!(%error, "cannot take a person out of a contest");
                }
                Err(error) => return Err(error),
            }
            // The alarm's handler hands the posts to the queue.
            alarms::set(db, C::KIND, about(journal.id.0), Some(now))?;
        }
    }
    Ok(())
}

impl Arbiter {
    /// Gives a command to a contest. The inner error is the refusal; `None` if the contest does not exist or is closed.
    pub(crate) async fn change_contest<C: Contest>(
        &self,
        id: JournalId,
        command: C::Command,
    ) -> Result<Option<Changed<C>>, Error> {
        let now = self.now();
        let write = self.write(move |db| change::<C>(db, id, &command, now));
        let changed = write.await?;
        C::POSTS.queue(&self.kernel, id).await?;
        self.kernel.alarms.look_again();
        Ok(changed)
    }

    /// Moves the posts of a contest of a server to another channel: its present posts are posted again there.
    pub(crate) async fn move_contest<C: Contest>(
        &self,
        guild: GuildId,
        id: JournalId,
        channel: ChannelId,
    ) -> Result<(), Error> {
        let now = self.now();
        let write = self.write(move |db| {
            let Some(loaded) = load::<C>(db, id)? else {
                return Ok(());
            };
            if loaded.journal.guild == guild && loaded.journal.channel != channel {
                journal::set_channel(db, id, channel)?;
                C::POSTS.owe(db, id, loaded.contest.current_slots(), now)?;
            }
            Ok(())
        });
        write.await?;
        Ok(C::POSTS.queue(&self.kernel, id).await?)
    }

    /// Creates a contest with its first command. Returns `None` if the server has one of this name.
    pub(crate) async fn create_contest<C: Contest>(
        &self,
        (guild, channel): (GuildId, ChannelId),
        name: String,
        first: C::Event,
    ) -> Result<Option<JournalId>, Error> {
        let now = self.now();
        let write = self.write(move |db| {
            let made = journal::create(db, C::KIND, guild, channel, &name, now)?;
            let Some(id) = made else { return Ok(None) };
            journal::append(db, id, 0, now, std::slice::from_ref(&first))?;
            if let Some(loaded) = load::<C>(db, id)? {
                journal::set_people(db, id, &loaded.contest.members())?;
                let slots = loaded.contest.slots(&[first]);
                C::POSTS.owe(db, id, slots, now)?;
                set_alarm(db, &loaded, now)?;
            }
            Ok(Some(id))
        });
        let made = write.await?;
        if let Some(id) = made {
            C::POSTS.queue(&self.kernel, id).await?;
            self.kernel.alarms.look_again();
        }
        Ok(made)
    }
}

/// Wakes the posts and alarms of a contest after a commit about one of its matches.
pub(crate) struct Contests<C>(std::marker::PhantomData<fn() -> C>);

impl<C> Default for Contests<C> {
    fn default() -> Self {
        Self(std::marker::PhantomData)
    }
}

impl<C: Contest> Reactor for Contests<C> {
    fn react<'a>(
        &'a self,
        kernel: &'a Arc<Kernel>,
        change: &'a Change,
        _: &'a mut CallerPosts,
    ) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let Some(contest) = change.after.contest() else {
                return;
            };
            let thawed = |event: &Event| matches!(event.fact, Fact::Thawed { .. });
            if contest.kind == C::KIND
                && change.events.iter().any(thawed)
                && let Err(error) = end_if_late::<C>(kernel, &change.after, contest).await
            {
                tracing::error!(match_id = %change.after.id(), %error, "cannot end a match of a contest");
            }
            let begins = change.before.is_none();
            if contest.kind != C::KIND || !(begins || change.after.to_move().is_none()) {
                return;
            }
            if let Err(error) = C::POSTS.queue(kernel, contest.journal).await {
                tracing::error!(journal = contest.journal.0, %error, "cannot queue the posts of a contest");
            }
            kernel.alarms.look_again();
        })
    }
}
