//! The posts of leagues and ladders: news in order and once, and posts that are edited in place.

use std::sync::Arc;
use std::time::Duration;

use super::Contest;
use crate::db::alarms::About;
use crate::db::journal::{self, Journal, JournalPost};
use crate::db::owed::{self, Owed};
use crate::db::people::preferences;
use crate::db::{Connection, Result, StoreError};
use crate::kernel::delivery::queue::{Outcome, Post};
use crate::kernel::{EditRank, Error, Kernel, Message, NotSent, Notice, RefusingPlace};
use crate::matches::{JournalId, MatchId, MessageId};
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
}

/// What an alarm or a post of a journal is about.
pub(crate) const fn about(id: u64) -> About {
    About {
        place: id,
        ..About::a_match(MatchId(0))
    }
}

/// Owes the news of a journal and the update of these posts, in the transaction of its events.
pub(crate) fn owe<C: Contest>(
    db: &Connection,
    id: JournalId,
    slots: impl IntoIterator<Item = u32>,
    now: Moment,
) -> Result {
    owed::owe(db, C::NEWS, of(id.0, id, now))?;
    for slot in slots {
        let post = journal::post_in(db, id, slot)?;
        owed::owe_anew(db, C::TABLE, of(post.id, id, now))?;
    }
    Ok(())
}

/// Hands what [`owe`] stored to the queue, after the commit.
pub(crate) async fn queue<C: Contest>(kernel: &Kernel, id: JournalId) -> Result {
    let now = kernel.time.now();
    let read = kernel.read(move |db| {
        let mut posts = Vec::new();
        for post in journal::posts_of(db, id)? {
            if let Some(since) = owed::owed_since(db, C::TABLE, about(post.id))? {
                posts.push((post, since));
            }
        }
        Ok((owed::owed_since(db, C::NEWS, about(id.0))?, posts))
    });
    let (since, posts) = read.await?;
    if let Some(since) = since {
        kernel.owed.add(C::NEWS, of(id.0, id, since), now);
    }
    for (post, since) in posts {
        let due = now.max(post.at.after(EDIT_EVERY));
        kernel.owed.renew(C::TABLE, of(post.id, id, since), due);
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
                owed::paid(db, C::NEWS, post.about)?;
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
        nonce: format!("{}-j-{}-{}", kernel.database, id, news.seq),
        since: news.at,
    };
    let places = [RefusingPlace::Channel(journal.channel)];
    let posted = kernel.announcer.post(&notice, post.doubt).await;
    if let Err(later) = Outcome::unless_later(posted, &places, (C::NEWS, (id, news.seq))) {
        return Ok(later);
    }
    kernel
        .write(move |db| journal::set_told(db, id, news.seq))
        .await?;
    Ok(Outcome::More)
}

/// Posts or edits a post that is edited in place.
pub(crate) async fn show<C: Contest>(kernel: Arc<Kernel>, post: Post) -> Result<Outcome, Error> {
    let read = kernel.read(move |db| {
        // A post that was read as owed may be shown and paid before it is queued.
        if !owed::is_owed(db, C::TABLE, post.about)? {
            return Ok(None);
        }
        let Some(own) = journal::post_by_id(db, post.about.place)? else {
            return Ok(None);
        };
        let Some(journal) = journal::get(db, C::KIND, own.journal)? else {
            return Ok(None);
        };
        let theme = preferences::of_server(db, journal.guild)?.theme;
        let last = journal::last_event(db, journal.id)?;
        let message = C::content(db, &journal, &own)?;
        Ok(message.map(|message| (journal, own, theme, message, last)))
    });
    let (mut shown, mut as_of) = (None, None);
    if let Some((journal, own, theme, message, last)) = read.await? {
        as_of = Some((journal.id, last));
        let notice = Notice {
            what: C::TABLE,
            message,
            guild: Some(journal.guild),
            channel: own.channel,
            theme,
            nonce: format!("{}-t-{}-{}", kernel.database, own.id, post.since.0),
            since: post.since,
        };
        match post_or_edit(&kernel, &notice, &own, post.doubt).await {
            Ok(message) => shown = message.map(|message| (own.id, message)),
            Err(later) => return Ok(later),
        }
    }
    let now = kernel.time.now();
    let done = move |db: &Connection| {
        if let Some((id, message)) = shown {
            journal::set_message(db, id, Some(message), now)?;
        }
        // Events since the read, even of the same millisecond, owe the post again.
        match as_of {
            Some((id, last)) if journal::last_event(db, id)? != last => Ok(()),
            _ => owed::paid_since(db, C::TABLE, post.about, post.since),
        }
    };
    kernel.write(done).await?;
    Ok(Outcome::Done)
}

/// Posts or edits, or posts again what has scrolled away.
///
/// A post that replaces another is looked for like any other after a kill: the old one is deleted before the new one is
/// noted, and is buried until then.
async fn post_or_edit(
    kernel: &Kernel,
    notice: &Notice,
    own: &JournalPost,
    doubt: bool,
) -> Result<Option<MessageId>, Outcome> {
    let places = [RefusingPlace::Channel(own.channel)];
    let about = (notice.what, own.journal);
    let announcer = &kernel.announcer;
    let Some(old) = own.message else {
        let posted = announcer.post(notice, doubt).await;
        return Outcome::unless_later(posted, &places, about);
    };
    let now = kernel.time.now();
    // One look in each hour of the clock, so that most edits cost no further request.
    let hour = |at: Moment| at.0.div_euclid(HOUR);
    let buried = hour(now) > hour(own.at)
        && match announcer.is_buried(own.channel, old, now).await {
            // The bot may not be allowed to read the channel.
            Err(NotSent::Never(_) | NotSent::Closed) => false,
            buried => Outcome::unless_later(buried, &places, about)?.unwrap_or(false),
        };
    if !buried {
        let edited = announcer.edit(notice, old, true, EditRank::Table).await;
        match Outcome::unless_later(edited, &places, about)? {
            Some(true) => return Ok(Some(old)),
            Some(false) => {}
            None => return Ok(None),
        }
    }
    let posted = announcer.post(notice, doubt).await;
    let Some(new) = Outcome::unless_later(posted, &places, about)? else {
        return Ok(None);
    };
    if buried && new != old {
        match announcer.delete(own.channel, old).await {
            Ok(()) => {}
            Err(NotSent::Never(why)) => {
                tracing::warn!(channel = %own.channel, why, "cannot delete an old table");
            }
            // The next attempt must look for the new post.
            Err(why) => {
                return Err(Outcome::Later {
                    why: why.to_string(),
                    places: places.to_vec(),
                });
            }
        }
    }
    Ok(Some(new))
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
    for journal::Entry { seq, at, event } in new {
        let before = contest.clone();
        contest.apply(at, &event).map_err(unfit(seq))?;
        if let Some(message) = contest.news(db, journal, &before, &event)? {
            return Ok(Some(News { seq, at, message }));
        }
    }
    Ok(None)
}

/// Returns an owed post about a place of a journal.
const fn of(place: u64, id: JournalId, since: Moment) -> Owed {
    Owed {
        about: about(place),
        turn_of: id.0,
        since,
    }
}
