//! Reminds people of turns: once each, several matches in one message, and no turn that is done.

use std::sync::Arc;
use std::time::Duration;

use super::calls::deliver as deliver_old_calls;
use crate::db::pending_posts;
use crate::db::people::time_settings;
use crate::db::{Connection, StoreError};
use crate::features;
use crate::features::away::service::time_off;
use crate::features::lists;
use crate::features::reminders::messages;
use crate::features::reminders::model::{self, Reminded, Reminder, ReminderKind, next_round};
use crate::features::reminders::store::calls::{self, Call};
use crate::features::reminders::store::due::{
    self, DIGEST, DueReminder, GONE, LAST_CALL, NUDGE, PendingReminder, ROUND, SentNote,
    SentReminder, UNANSWERED,
};
use crate::features::watching;
use crate::kernel::delivery::queue::{Kind, Outcome, Post, Rank, Together};
use crate::kernel::delivery::refusing_places::places_of;
use crate::kernel::{Error, Kernel, NotSent, Notice, Result, View};
use crate::matches::{ChannelId, MatchId, UserId};
use crate::people::{Moment, TimeSettings};

/// Reminders that are due within this time are sent together.
const TOGETHER: Duration = Duration::from_mins(10);

/// The period for which a digest lists news of followed matches: a day, and some delay.
const LATELY: Duration = Duration::from_hours(25);

/// The time after which a digest is too late: the next one is due by then.
const LATEST_DIGEST: Duration = Duration::from_hours(24);

/// The most followed matches that a digest names.
const MOST_FOLLOWED: u32 = 5;

/// The most ended matches that a reminder names.
const MOST_ENDED: u32 = 5;

/// The posts of reminders: one message for all pending ones of a person.
pub(crate) const REMINDERS: Kind = Kind {
    words: &[DIGEST, NUDGE, LAST_CALL],
    rank: Rank::Reminder,
    together: Together::OfPerson,
    wait: Duration::from_secs(2),
    deliver: |kernel, pending| Box::pin(async move { send(&kernel, pending).await }),
};

/// The notices to the opponent: the player answers no reminders, or has left the server.
pub(crate) const NOTICES: [Kind; 2] = [
    Kind {
        words: &[UNANSWERED],
        rank: Rank::News,
        together: Together::Nothing,
        wait: Duration::from_secs(2),
        deliver: |kernel, pending| Box::pin(async move { notice(&kernel, pending, false).await }),
    },
    Kind {
        words: &[GONE],
        rank: Rank::News,
        together: Together::Nothing,
        wait: Duration::from_secs(2),
        deliver: |kernel, pending| Box::pin(async move { notice(&kernel, pending, true).await }),
    },
];

/// The matches that wait for a person.
#[derive(Default)]
struct Waiting {
    views: Vec<View>,
    /// The matches that could not be loaded.
    failed: Vec<(MatchId, Error)>,
}

/// Handles a person's alarms: queues the reminders that are due.
pub(crate) async fn remind(kernel: Arc<Kernel>, user: UserId) -> Result {
    let kernel = &kernel;
    let now = kernel.time.now();
    let read = kernel.read(move |db| {
        let due = due::due_to(db, user, now.after(TOGETHER))?;
        Ok((time_settings::of_user(db, user)?, due))
    });
    let (time_settings, due) = read.await?;
    let mut sent = Vec::new();
    for reminder in due {
        let Some(id) = reminder.id else {
            sent.push(SentReminder {
                due: reminder,
                word: Some(DIGEST),
                sent: Reminded::default(),
                next: time_settings.next_digest(now.after(TOGETHER)),
            });
            continue;
        };
        match turn_due(kernel, user, &time_settings, reminder, id).await {
            Ok(note) => sent.push(note),
            // The reminders of other matches are sent, and the alarm of this one stays.
            Err(error) => {
                tracing::error!(match_id = %id, %error, "a reminder is tried again later");
            }
        }
    }
    let pending = kernel.write(move |db| due::enqueue_reminders(db, user, &sent, now));
    if pending.await? {
        kernel
            .delivery_queue
            .add(DIGEST, due::pending_for(user, now), now);
    }
    Ok(())
}

/// Returns what to store about a reminder of a match.
async fn turn_due(
    kernel: &Arc<Kernel>,
    user: UserId,
    time_settings: &TimeSettings,
    due: DueReminder,
    id: MatchId,
) -> Result<SentReminder> {
    let now = kernel.time.now().max(due.at);
    let nothing = SentReminder {
        due,
        word: None,
        sent: Reminded::default(),
        next: None,
    };
    let state = match kernel.bring_up_to_date(id, kernel.time.now()).await {
        Ok(state) if state.person_to_move() == Some(user) => state,
        Ok(_) => return Ok(nothing),
        // The match may be over. The bot knows once its clock is trusted.
        Err(error @ Error::ClockUnsure(_)) => return Err(error),
        Err(error) if error.refusal().is_some() || matches!(error, Error::NoSuchMatch(_)) => {
            tracing::warn!(match_id = %id, %error, "reminder skipped");
            return Ok(nothing);
        }
        Err(error) => return Err(error),
    };
    let before = model::reminded(
        &state,
        kernel.read(move |db| due::reminded(db, id, user)).await?,
    );
    let asked = model::due_reminder(&state, time_settings, before, now);
    let sent = asked.map_or(before, |asked| Reminded {
        nudges: before.nudges.saturating_add(u8::from(asked.nudge)),
        last: Some(now),
        ..before
    });
    let next = model::next_reminder(&state, time_settings, sent, now);
    Ok(SentReminder {
        due,
        word: asked.map(|asked| if asked.nudge { NUDGE } else { LAST_CALL }),
        sent,
        next: next.map(|next| next.at),
    })
}

/// Sends a reminder of the turns that still wait, if any.
async fn send(kernel: &Arc<Kernel>, post: Post) -> Result<Outcome> {
    let user = post.about.user;
    let read = kernel.read(move |db| {
        Ok((
            due::pending_reminders(db, user)?,
            time_settings::of_user(db, user)?,
        ))
    });
    let (pending, time_settings) = read.await?;
    if pending.is_empty() {
        return Ok(Outcome::Done);
    }
    // After a longer outage the old digest is dropped, as the next one is due.
    let now = kernel.time.now();
    let timely = |one: &PendingReminder| one.id.is_some() || now < one.since.after(LATEST_DIGEST);
    let timely: Vec<_> = pending.iter().copied().filter(timely).collect();
    let private = time_settings.reminders.private && kernel.settings.private_messages;
    let sent = match send_to(kernel, post, &timely, private, false).await {
        Err(Unsent::NotSent(NotSent::Closed)) if private => {
            let closed = |time_settings: &mut TimeSettings| time_settings.reminders.private = false;
            kernel
                .write(move |db| time_settings::change(db, user, closed))
                .await?;
            send_to(kernel, post, &timely, false, true).await
        }
        sent => sent,
    };
    let sent = match sent {
        Ok(sent) => Ok(sent),
        Err(Unsent::NotSent(why)) => Err(why),
        Err(Unsent::Error(error)) => return Err(error),
    };
    let Sent {
        failed,
        note,
        rounds,
    } = match Outcome::unless_later(sent, &[], ("a reminder", user)) {
        Ok(sent) => sent.unwrap_or_default(),
        Err(later) => return Ok(later),
    };
    let now = kernel.time.now();
    // The reminder of a match that could not be loaded is sent separately later.
    let left: Vec<MatchId> = failed.iter().map(|(id, _)| *id).collect();
    let joins = rounds.clone();
    let calls = note.calls.clone();
    let done = move |db: &Connection| {
        for (channel, _) in joins {
            due::join_round(db, user, channel, now)?;
        }
        lists::store::ends_told(db, user, &note.ended)?;
        due::reminders_sent(db, user, &pending, &left, &note, now)
    };
    for (kind, notice) in kernel.write(done).await? {
        kernel.delivery_queue.add(kind, notice, now);
    }
    for (_, state) in calls {
        deliver_old_calls(kernel, &state).await;
    }
    for (channel, deadline) in rounds {
        let next = next_round(channel, now, deadline);
        let joins = due::round_with(user, channel, now);
        kernel.delivery_queue.add(ROUND, joins, next);
    }
    match failed.into_iter().next() {
        Some((_, error)) => Err(error),
        None => Ok(Outcome::Done),
    }
}

/// A reminder that was sent or is not needed any more.
#[derive(Default)]
struct Sent {
    failed: Vec<(MatchId, Error)>,
    note: SentNote,
    /// The channels whose next round names the person, with the nearest deadline there.
    rounds: Vec<(ChannelId, Option<Moment>)>,
}

/// Why a reminder was not sent.
enum Unsent {
    NotSent(NotSent),
    Error(Error),
}

impl From<NotSent> for Unsent {
    fn from(why: NotSent) -> Self {
        Self::NotSent(why)
    }
}

impl From<Error> for Unsent {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<StoreError> for Unsent {
    fn from(error: StoreError) -> Self {
        Self::Error(error.into())
    }
}

/// Sends the pending reminders by private message or in a thread.
async fn send_to(
    kernel: &Arc<Kernel>,
    post: Post,
    pending: &[PendingReminder],
    private: bool,
    fell_back: bool,
) -> Result<Sent, Unsent> {
    let (user, now) = (post.about.user, kernel.time.now());
    let kind = pending.iter().map(|one| one.kind).min();
    let kind = kind.unwrap_or(ReminderKind::Digest);
    let followed = match kind {
        ReminderKind::Digest if !pending.is_empty() => {
            kernel
                .read(move |db| {
                    watching::store::follows::followed_since(
                        db,
                        user,
                        now.before(LATELY),
                        MOST_FOLLOWED,
                    )
                })
                .await?
        }
        _ => Vec::new(),
    };
    let Waiting { mut views, failed } = waiting(kernel, user, pending, private).await?;
    let mut sent = Sent {
        failed,
        ..Sent::default()
    };
    if !private {
        views = reachable(kernel, user, views, &mut sent.note.gone).await?;
    }
    if views.is_empty()
        && let Some((_, error)) = sent.failed.pop()
    {
        return Err(error.into());
    }
    if views.is_empty() && followed.is_empty() {
        return Ok(sent);
    }
    sent.note.matches = views.iter().map(|view| view.state.id()).collect();
    if !private && !fell_back && followed.is_empty() && views.iter().all(View::is_untold) {
        for view in &views {
            let (channel, deadline) = (view.state.proposal().place.channel, view.state.deadline());
            match sent.rounds.iter_mut().find(|(of, _)| *of == channel) {
                Some((_, nearest)) => {
                    *nearest = [*nearest, deadline].into_iter().flatten().min();
                }
                None => sent.rounds.push((channel, deadline)),
            }
        }
        return Ok(sent);
    }
    // A match with a thread keeps the post out of the channel. The person is a member of the first match's server.
    let guild = views
        .first()
        .map(|first| first.state.proposal().place.guild);
    let told = views
        .iter()
        .find(|view| !view.is_untold() && guild == Some(view.state.proposal().place.guild));
    let place_to_post = match (told.or(views.first()), followed.first()) {
        _ if private => None,
        (Some(first), _) => Some((first.state.proposal().place, thread_of(first))),
        // Somebody who only watches reads it where they watch.
        (None, Some(followed)) => {
            let thread = followed.places.thread;
            Some((followed.place, thread.unwrap_or(followed.place.channel)))
        }
        (None, None) => None,
    };
    let (place, channel) = match place_to_post {
        Some((place, channel)) => (Some(place), channel),
        None => (None, conversation(kernel, user, &mut sent.note).await?),
    };
    let here = place.map(|place| place.channel);
    let mut ended = kernel
        .read(move |db| lists::store::untold(db, user, MOST_ENDED))
        .await?;
    ended.retain(|one| here.is_none_or(|here| one.channel == here));
    sent.note.ended = ended.iter().map(|one| one.id).collect();
    let reminder = Reminder {
        user,
        kind,
        matches: views,
        followed,
        ended,
        fell_back,
        at: now,
    };
    let since = pending.iter().map(|one| one.since).min().unwrap_or(now);
    let notice = Notice {
        what: due::word_of(kind),
        message: Box::new(messages::reminder(&reminder, here)),
        guild: place.and_then(|place| place.guild),
        channel,
        theme: None,
        nonce: kernel.nonce(due::word_of(kind), &[user.0, since.0.unsigned_abs()]),
        since,
        in_place: None,
    };
    let message = kernel.announcer.post(&notice, post.doubt).await?;
    let named = reminder.named(here);
    let calls = named.map(|view| {
        let state = Arc::clone(&view.state);
        (Call::to(&state, channel, message), state)
    });
    sent.note.calls = calls.collect();
    Ok(sent)
}

/// Returns the waiting matches without those in servers that the person has left. Takes the person out of the leagues
/// and ladders there.
async fn reachable(
    kernel: &Kernel,
    user: UserId,
    waiting: Vec<View>,
    gone: &mut Vec<(MatchId, u32)>,
) -> Result<Vec<View>> {
    let guild_of = |view: &View| view.state.proposal().place.guild;
    // The bot posts in the server of the first match only, and only for its members.
    let mut left = waiting;
    while let Some(guild) = left.first().and_then(guild_of) {
        if !features::has_left(kernel, guild, user).await? {
            break;
        }
        let (there, others): (Vec<View>, Vec<View>) = left
            .into_iter()
            .partition(|view| guild_of(view) == Some(guild));
        left = others;
        let calls = there.iter().map(|view| &view.state);
        gone.extend(calls.map(|state| (state.id(), state.board())));
    }
    Ok(left)
}

/// Returns the pending matches that still wait for a person, or all for a digest; the most urgent first.
async fn waiting(
    kernel: &Arc<Kernel>,
    user: UserId,
    pending: &[PendingReminder],
    private: bool,
) -> Result<Waiting> {
    let mut waiting = Waiting::default();
    let digest = pending.iter().any(|one| one.id.is_none());
    for one in time_off::waiting_for(kernel, user).await? {
        let is_pending = pending.iter().any(|pending| pending.id == Some(one.id));
        if !is_pending && !digest {
            continue;
        }
        let view = match view(kernel, user, one.id).await {
            Ok(Some(view)) => view,
            Ok(None) => continue,
            Err(error) if error.refusal().is_some() => continue,
            Err(error) => {
                waiting.failed.push((one.id, error));
                continue;
            }
        };
        // A channel in back-off gets only necessary requests.
        if !private && kernel.places.has_any(&places_of(&view)) {
            continue;
        }
        waiting.views.push(view);
    }
    Ok(waiting)
}

/// Returns the private conversation with a person, opened if it is unknown.
async fn conversation(
    kernel: &Kernel,
    user: UserId,
    note: &mut SentNote,
) -> Result<ChannelId, Unsent> {
    if let Some(known) = kernel.read(move |db| due::conversation(db, user)).await? {
        return Ok(known);
    }
    let opened = kernel.announcer.conversation(user).await?;
    note.opened = Some(opened);
    Ok(opened)
}

/// Returns the thread of a match, or its channel without one.
fn thread_of(view: &View) -> ChannelId {
    let channel = view.state.proposal().place.channel;
    view.places.thread.unwrap_or(channel)
}

/// Loads a match; `None` if it is not the person's turn.
async fn view(kernel: &Arc<Kernel>, user: UserId, id: MatchId) -> Result<Option<View>> {
    let state = kernel.bring_up_to_date(id, kernel.time.now()).await?;
    if state.person_to_move() != Some(user) {
        return Ok(None);
    }
    kernel.ledger.view(state).await.map(Some)
}

/// Tells a player that the opponent does not answer reminders, or has left the server.
async fn notice(kernel: &Arc<Kernel>, post: Post, gone: bool) -> Result<Outcome> {
    let id = post.about.id;
    let view = kernel.view(id).await?;
    let (since, doubt) = (post.since, post.doubt);
    // If the opponent has moved since, or the match is over, the notice is dropped.
    let began = view.state.clocks().turn_began();
    let still = view.state.person_to_move() == Some(post.about.user)
        && began.is_some_and(|(began, _)| began <= since);
    let mut call = None;
    // People play each other in servers only.
    if let Some(guild) = view.state.proposal().place.guild.filter(|_| still) {
        let (what, message) = if gone {
            let names = kernel.store.names(Some(guild), vec![post.about.user]);
            let names = names.await?;
            let name = names.first().map(|(_, name)| name.as_str());
            ("gone", messages::gone(&view, name, kernel.time.now()))
        } else {
            ("unansw", messages::unanswered(&view, kernel.time.now()))
        };
        let notice = Notice {
            what,
            message: Box::new(message),
            guild: Some(guild),
            channel: thread_of(&view),
            theme: None,
            nonce: kernel.nonce(what, &[id.0, view.state.seq().into()]),
            since,
            in_place: None,
        };
        let posted = kernel.announcer.post(&notice, doubt).await;
        match Outcome::unless_later(posted, &places_of(&view), (what, id)) {
            Ok(Some(message)) => call = Some(Call::to(&view.state, notice.channel, message)),
            Ok(None) => {}
            Err(later) => return Ok(later),
        }
    }
    let kind = if gone { GONE } else { UNANSWERED };
    let state = Arc::clone(&view.state);
    let done = move |db: &Connection| {
        if let Some(call) = call {
            calls::insert(db, &call, &state)?;
        }
        pending_posts::delivered(db, kind, post.about)
    };
    kernel.write(done).await?;
    deliver_old_calls(kernel, &view.state).await;
    Ok(Outcome::Done)
}
