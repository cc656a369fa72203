//! The posts of leagues and ladders: news in order and once, and posts that are edited in place.

use std::sync::Arc;
use std::time::Duration;

use super::{Contest, InPlace, NewsSlot};
use crate::db::alarms::About;
use crate::db::journal::{self, Entry, Journal, JournalPost, PostId};
use crate::db::pending_posts::{self, PendingPost};
use crate::db::people::preferences;
use crate::db::{Connection, Result, StoreError};
use crate::kernel::delivery::queue::{Outcome, Post};
use crate::kernel::{EditRank, Error, Kernel, Message, NotSent, Notice, RefusingPlace};
use crate::matches::{ChannelId, JournalId, MessageId};
use crate::people::Moment;

/// The least time between two edits of a post.
const EDIT_EVERY: Duration = Duration::from_secs(30);

/// An hour in milliseconds.
const HOUR: i64 = 3_600_000;

/// News of a contest that is not announced yet.
struct News {
    /// The number of its event.
    seq: u32,
    at: Moment,
    message: Message,
    slot: Option<NewsSlot>,
    /// The post that it edits.
    edits: Option<MessageId>,
}

/// A table that was posted or edited.
struct Shown {
    message: MessageId,
    /// The post that it replaces, which is deleted next.
    old: Option<MessageId>,
}

/// Enqueues the news of a journal and the update of these posts, in the transaction of its events.
pub(crate) fn enqueue<C: Contest>(
    db: &Connection,
    id: JournalId,
    slots: impl IntoIterator<Item = u32>,
    now: Moment,
) -> Result {
    pending_posts::enqueue(db, C::NEWS, of(About::journal(id), id, now))?;
    enqueue_tables::<C>(db, id, slots, now)
}

/// Enqueues the update of these posts of a journal.
pub(super) fn enqueue_tables<C: Contest>(
    db: &Connection,
    id: JournalId,
    slots: impl IntoIterator<Item = u32>,
    now: Moment,
) -> Result {
    for slot in slots {
        let post = journal::post_in(db, id, slot)?;
        // It stays pending since the first change that it does not show: it may have been posted since then.
        pending_posts::enqueue(db, C::TABLE, of(About::post(post.id), id, now))?;
    }
    Ok(())
}

/// Enqueues the tables that were never posted although they are not pending: Discord refused them, for a fault of the
/// bot. Returns their journals.
pub(super) fn enqueue_never_posted<C: Contest>(
    db: &Connection,
    now: Moment,
) -> Result<Vec<JournalId>> {
    let mut journals = Vec::new();
    for post in journal::never_posted(db)? {
        let is_own = journal::get(db, C::KIND, post.journal)?.is_some();
        if is_own && !pending_posts::is_pending(db, C::TABLE, About::post(post.id))? {
            pending_posts::enqueue(db, C::TABLE, of(About::post(post.id), post.journal, now))?;
            journals.push(post.journal);
        }
    }
    journals.dedup();
    Ok(journals)
}

/// Hands what [`enqueue`] stored to the queue, after the commit.
pub(crate) async fn queue<C: Contest>(kernel: &Kernel, id: JournalId) -> Result {
    let now = kernel.time.now();
    let read = kernel.read(move |db| {
        let mut posts = Vec::new();
        for post in journal::posts_of(db, id)? {
            if let Some(since) = pending_posts::pending_since(db, C::TABLE, About::post(post.id))? {
                posts.push((post, since));
            }
        }
        Ok((
            pending_posts::pending_since(db, C::NEWS, About::journal(id))?,
            posts,
        ))
    });
    let (since, posts) = read.await?;
    if let Some(since) = since {
        kernel
            .delivery_queue
            .add(C::NEWS, of(About::journal(id), id, since), now);
    }
    for (post, since) in posts {
        let due = now.max(post.at.after(EDIT_EVERY));
        kernel
            .delivery_queue
            .add(C::TABLE, of(About::post(post.id), id, since), due);
    }
    Ok(())
}

/// Announces the next news of a journal.
pub(crate) async fn tell<C: Contest>(kernel: Arc<Kernel>, post: Post) -> Result<Outcome, Error> {
    let id = JournalId(post.about.place);
    let read = kernel.read(move |db| {
        let Some(journal) = journal::get(db, C::KIND, id)? else {
            return Ok(None);
        };
        let theme = preferences::of_server(db, journal.guild)?.theme;
        Ok(next_news::<C>(db, &journal)?.map(|news| (journal, theme, news)))
    });
    let Some((journal, theme, news)) = read.await? else {
        let done = move |db: &Connection| {
            // More news may have come since the read.
            let journal = journal::get(db, C::KIND, id)?;
            let more = match &journal {
                Some(journal) => next_news::<C>(db, journal)?.is_some(),
                None => false,
            };
            if !more {
                pending_posts::delivered(db, C::NEWS, post.about)?;
            }
            Ok(more)
        };
        let more = kernel.write(done).await?;
        return Ok(if more { Outcome::More } else { Outcome::Done });
    };
    let notice = Notice {
        what: C::NEWS,
        message: news.message,
        guild: Some(journal.guild),
        channel: journal.channel,
        theme,
        nonce: kernel.nonce(C::NEWS, &[id.0, news.seq.into()]),
        since: news.at,
        in_place: None,
    };
    let told = match post_or_edit(&kernel, &notice, news.edits, post.doubt).await {
        Ok(told) => told,
        Err(later) => return Ok(later),
    };
    let (channel, now) = (journal.channel, kernel.time.now());
    let done = move |db: &Connection| {
        journal::set_told(db, id, news.seq)?;
        let Some(NewsSlot { slot, .. }) = news.slot else {
            return Ok(());
        };
        let own = journal::post_in(db, id, slot)?;
        // The contest may have moved to another channel.
        match told.filter(|_| own.channel == channel) {
            Some(_) => journal::set_message(db, own.id, told, now),
            None => Ok(()),
        }
    };
    kernel.write(done).await?;
    Ok(Outcome::More)
}

/// Posts or edits a post that is edited in place.
pub(crate) async fn show<C: Contest>(kernel: Arc<Kernel>, post: Post) -> Result<Outcome, Error> {
    // Noted as the time of the edit, too: hours are counted from one look to the next.
    let looked = kernel.time.now();
    let read = kernel.read(move |db| {
        // A post that was read as pending may be shown and delivered before it is queued.
        if !pending_posts::is_pending(db, C::TABLE, post.about)? {
            return Ok(None);
        }
        let Some(own) = journal::post_by_id(db, PostId(post.about.place))? else {
            return Ok(None);
        };
        let Some(journal) = journal::get(db, C::KIND, own.journal)? else {
            return Ok(None);
        };
        let theme = preferences::of_server(db, journal.guild)?.theme;
        let last = version::<C>(db, &journal)?;
        let message = C::content(db, &journal, &own)?;
        Ok(message.map(|message| (journal, own, theme, message, last)))
    });
    let mut shown = None;
    if let Some((journal, own, theme, table, last)) = read.await? {
        let before = own
            .message
            .map_or(own.at.0.unsigned_abs(), |message| message.0);
        let notice = Notice {
            what: C::TABLE,
            message: table.message,
            guild: Some(journal.guild),
            channel: own.channel,
            theme,
            // The same one until the post is noted.
            nonce: kernel.nonce(C::TABLE, &[own.id.0, own.channel.0, before]),
            since: post.since,
            in_place: Some(InPlace {
                head: table.head,
                old: own.message,
            }),
        };
        // All posts of a contest begin with its name.
        let beginning = format!("**{}**", journal.name);
        match show_table(&kernel, &notice, &own, &beginning, (post.doubt, looked)).await {
            // It stays pending: the next event tries again, and so does the next start, perhaps of a better version.
            Ok(None) if !journal.closed => return Ok(Outcome::GivenUp),
            Ok(table) => shown = Some((own, last, table)),
            Err(later) => return Ok(later),
        }
    }
    let now = kernel.time.now();
    let done = move |db: &Connection| {
        let Some((own, last, table)) = shown else {
            pending_posts::delivered(db, C::TABLE, post.about)?;
            return Ok(None);
        };
        let is_there = journal::post_by_id(db, own.id)?.is_some_and(|it| it.channel == own.channel);
        if is_there {
            let message = table.as_ref().map(|table| table.message);
            journal::set_message(db, own.id, message, looked)?;
        }
        let old = table.and_then(|table| table.old);
        let old = old.map(|old| PendingPost {
            about: About::message(old),
            fairness_key: own.channel.0,
            since: now,
        });
        if let Some(old) = old {
            pending_posts::enqueue(db, C::OLD_TABLE, old)?;
        }
        // Events since the read, and a move to another channel, enqueue the post again.
        let journal = journal::get(db, C::KIND, own.journal)?;
        let now = journal.map(|journal| version::<C>(db, &journal));
        if is_there && now.transpose()? == Some(last) {
            pending_posts::delivered(db, C::TABLE, post.about)?;
        }
        Ok(old)
    };
    if let Some(old) = kernel.write(done).await? {
        kernel.delivery_queue.add(C::OLD_TABLE, old, now);
    }
    Ok(Outcome::Done)
}

/// Returns which state of a contest its posts show: its last event, and the turns that they show.
fn version<C: Contest>(db: &Connection, journal: &Journal) -> Result<(u32, u64), StoreError> {
    Ok((journal::last_event(db, journal.id)?, C::shows(db, journal)?))
}

/// Edits a table, or posts it again if it has scrolled away.
async fn show_table(
    kernel: &Kernel,
    notice: &Notice,
    own: &JournalPost,
    beginning: &str,
    (doubt, now): (bool, Moment),
) -> Result<Option<Shown>, Outcome> {
    let announcer = &kernel.announcer;
    // One look in each hour of the clock, so that most edits cost no further request.
    let hour = |at: Moment| at.0.div_euclid(HOUR);
    let old = own.message.filter(|_| hour(now) > hour(own.at));
    let buried = match old {
        None => None,
        Some(old) => match announcer.is_buried(notice, old, beginning, now).await {
            // The bot may not be allowed to read the channel.
            Err(NotSent::Never(_) | NotSent::Closed) => None,
            buried => {
                let buried = sent(buried, notice)?.filter(|buried| *buried);
                if buried.is_none() {
                    // The edit may have to wait, and is then tried again without another look.
                    let id = own.id;
                    let note = move |db: &Connection| journal::set_message(db, id, None, now);
                    if let Err(error) = kernel.write(note).await {
                        tracing::error!(%error, "cannot note a look below a table");
                    }
                }
                buried.map(|_| old)
            }
        },
    };
    let edits = own.message.filter(|_| buried.is_none());
    let Some(message) = post_or_edit(kernel, notice, edits, doubt).await? else {
        return Ok(None);
    };
    if doubt && edits != Some(message) {
        // An earlier attempt may have posted what the table was then.
        sent(
            announcer.edit(notice, message, true, EditRank::Table).await,
            notice,
        )?;
    }
    Ok(Some(Shown {
        message,
        old: buried,
    }))
}

/// Edits a message, or posts it if there is none. Returns `None` if Discord refuses it for good.
async fn post_or_edit(
    kernel: &Kernel,
    notice: &Notice,
    message: Option<MessageId>,
    doubt: bool,
) -> Result<Option<MessageId>, Outcome> {
    if let Some(message) = message {
        let edited = kernel
            .announcer
            .edit(notice, message, true, EditRank::Table)
            .await;
        match sent(edited, notice)? {
            Some(true) => return Ok(Some(message)),
            // Somebody has deleted it.
            Some(false) => {}
            None => return Ok(None),
        }
    }
    sent(kernel.announcer.post(notice, doubt).await, notice)
}

/// Deletes a table that was posted again.
pub(crate) async fn delete_old<C: Contest>(
    kernel: Arc<Kernel>,
    post: Post,
) -> Result<Outcome, Error> {
    let read = kernel.read(move |db| pending_posts::fairness_key(db, C::OLD_TABLE, post.about));
    if let Some(channel) = read.await?.map(ChannelId) {
        let deleted = kernel
            .announcer
            .delete(channel, MessageId(post.about.place));
        let places = [RefusingPlace::Channel(channel)];
        let deleted = Outcome::unless_later(deleted.await, &places, (C::OLD_TABLE, channel));
        if let Err(later) = deleted {
            return Ok(later);
        }
    }
    kernel
        .write(move |db| pending_posts::delivered(db, C::OLD_TABLE, post.about))
        .await?;
    Ok(Outcome::Done)
}

/// Returns the result of a request for a notice; see [`Outcome::unless_later`].
fn sent<T>(sent: Result<T, NotSent>, notice: &Notice) -> Result<Option<T>, Outcome> {
    let places = [RefusingPlace::Channel(notice.channel)];
    Outcome::unless_later(sent, &places, (notice.what, notice.channel))
}

/// Returns the first news after the last announced event.
fn next_news<C: Contest>(db: &Connection, journal: &Journal) -> Result<Option<News>> {
    let mut entries = journal::events::<C::Event>(db, journal.id)?;
    // The creation is no news.
    let split = entries.partition_point(|entry| entry.seq <= journal.told.max(1));
    let new = entries.split_off(split);
    let unfit = |seq: u32| {
        let id = journal.id;
        move |why| StoreError::Journal { id, seq, why }
    };
    let mut contest = C::replay(entries).map_err(unfit(journal.told))?;
    for Entry { seq, at, event } in new {
        let before = contest.clone();
        contest.apply(at, &event).map_err(unfit(seq))?;
        let Some(news) = contest.news(db, journal, &before, &event)? else {
            continue;
        };
        let noted = match news.slot.filter(|slot| slot.edits) {
            Some(NewsSlot { slot, .. }) => journal::post_at(db, journal.id, slot)?,
            None => None,
        };
        return Ok(Some(News {
            seq,
            at,
            message: news.message,
            slot: news.slot,
            edits: noted.and_then(|post| post.message),
        }));
    }
    Ok(None)
}

/// Returns a pending post of a journal.
const fn of(about: About, id: JournalId, since: Moment) -> PendingPost {
    PendingPost {
        about,
        fairness_key: id.0,
        since,
    }
}
