//! Reminds people of matches that have no thread yet: of all in a channel together, at most once an hour.
//!
//! At the beginning of a season hundreds of people have games that wait. A post for each would hide the table.

use std::sync::Arc;
use std::time::Duration;

use crate::db::Listed;
use crate::features::away::service::time_off;
use crate::features::reminders::messages;
use crate::features::reminders::model::{Round, next_round};
use crate::features::reminders::store::due::{self, ROUND as WORD};
use crate::kernel::delivery::queue::{Kind, Outcome, Post, Rank, Together};
use crate::kernel::{Kernel, Notice, RefusingPlace, Result};
use crate::matches::{ChannelId, UserId};

/// The most people whom one post names.
const MOST_NAMED: usize = 50;

/// The posts that remind several people.
pub(crate) const ROUND: Kind = Kind {
    words: &[WORD],
    rank: Rank::Reminder,
    together: Together::OfPlace,
    wait: Duration::from_secs(2),
    deliver: |kernel, post| Box::pin(async move { tell(&kernel, post).await }),
};

/// Names the people whose games in a channel still wait.
async fn tell(kernel: &Arc<Kernel>, post: Post) -> Result<Outcome> {
    let (channel, now) = (ChannelId(post.about.place), kernel.time.now());
    let pending = kernel.read(move |db| due::round_of(db, channel)).await?;
    let Some((first, since)) = pending.first().copied() else {
        return Ok(Outcome::Done);
    };
    let (mut told, mut guild) = (Vec::new(), None);
    let mut round = Round::default();
    for (user, since) in pending {
        if round.people.len() == MOST_NAMED {
            break;
        }
        let here = waiting_here(kernel, user, channel).await?;
        told.push((user, since));
        if let Some(one) = here.first() {
            guild = guild.or(one.place.guild);
            round.people.push((user, here.len()));
        }
        let run = here.iter().filter(|one| one.pause.is_none());
        let deadlines = run.filter_map(|one| one.deadline);
        round.deadline = deadlines.chain(round.deadline).min();
    }
    // After a restart all posts are due at once.
    let due = next_round(channel, since, round.deadline);
    if now < due {
        return Ok(Outcome::Limited(now.until(due)));
    }
    if !round.people.is_empty() {
        let numbers = [channel.0, first.0, since.0.unsigned_abs()];
        let notice = Notice {
            what: WORD,
            message: Box::new(messages::round(&round)),
            guild,
            channel,
            theme: None,
            nonce: kernel.nonce(WORD, &numbers),
            since,
            in_place: None,
        };
        let posted = kernel.announcer.post(&notice, post.doubt).await;
        let places = [RefusingPlace::Channel(channel)];
        if let Err(later) = Outcome::unless_later(posted, &places, (WORD, channel)) {
            return Ok(later);
        }
    }
    let left = kernel.write(move |db| {
        due::round_told(db, channel, &told)?;
        Ok(!due::round_of(db, channel)?.is_empty())
    });
    Ok(match left.await? {
        true => Outcome::More,
        false => Outcome::Done,
    })
}

/// Returns the matches of a channel that wait for a person and of which nothing is said there yet.
async fn waiting_here(
    kernel: &Arc<Kernel>,
    user: UserId,
    channel: ChannelId,
) -> Result<Vec<Listed>> {
    let mut here = Vec::new();
    for one in time_off::waiting_for(kernel, user).await? {
        if one.place.channel == channel && kernel.view(one.id).await?.is_untold() {
            here.push(one);
        }
    }
    Ok(here)
}
