//! The private threads in which teams discuss.

use std::sync::Arc;
use std::time::Duration;

use crate::board::Seat;
use crate::db::alarms::{self, Alarm};
use crate::db::pending_posts::{self, PendingPost};
use crate::discord::ui::cut;
use crate::features::teams::messages;
use crate::features::teams::model::Acting;
use crate::features::teams::model::Stand;
use crate::features::teams::service::use_cases::team_of;
use crate::features::teams::store::threads::{self, PART};
use crate::features::teams::store::{questions, votes};
use crate::kernel::delivery::queue::{Kind, Outcome, Post, Rank, Together};
use crate::kernel::delivery::refusing_places::places_of;
use crate::kernel::{Arbiter, Kernel, NotSent, Notice, Result};
use crate::matches::{ChannelId, Match, MatchId, Status, UserId};
use crate::people::Moment;

/// The first message in a team's thread.
const OPENING: &str = "team-thread";

pub(crate) const KIND: Kind = Kind {
    words: &[OPENING],
    // No turn waits for it.
    rank: Rank::Card,
    together: Together::Nothing,
    wait: Duration::from_secs(2),
    deliver: |kernel, post| Box::pin(async move { welcome(&kernel, post).await }),
};

/// Where a member discusses with their team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Talk {
    /// The private thread of the team, to which the member was added.
    Thread(ChannelId),
    /// The channel of the challenge: the bot has no private thread for the team.
    Channel(ChannelId),
    /// Discord does not answer now.
    Later,
}

impl Arbiter {
    /// Adds a member to the thread in which their team discusses, and opens it if necessary.
    ///
    /// `may_open` is false if the bot surely lacks the permission for private threads.
    pub async fn team_talk(&self, id: MatchId, acting: &Acting, may_open: bool) -> Result<Talk> {
        let stand = self.member_of(id, acting).await?;
        let (seat, user) = (stand.seat, acting.user);
        let channel = stand.view.state.proposal().place.channel;
        // A second round opens a new thread if somebody has deleted the old one.
        for _ in 0..2 {
            let known = self.read(move |db| threads::thread(db, id, seat)).await?;
            let thread = match known {
                Some(thread) => Ok(Some(thread)),
                None if may_open => self.open_talk(&stand).await?,
                None => Ok(None),
            };
            let thread = match thread {
                Ok(Some(thread)) => thread,
                Ok(None) => return Ok(Talk::Channel(channel)),
                Err(NotSent::Later(_) | NotSent::Limited(_)) => return Ok(Talk::Later),
                Err(_) => return Ok(Talk::Channel(channel)),
            };
            match self.kernel.announcer.add_to_thread(thread, user).await {
                Ok(true) => {
                    let now = self.now();
                    // The person may have left or been banned in the meantime.
                    let write = self.write(move |db| match threads::is_here(db, id, user)? {
                        true => Ok(()),
                        false => threads::part(db, id, user, now),
                    });
                    write.await?;
                    self.kernel.alarms.set(now);
                    return Ok(Talk::Thread(thread));
                }
                Ok(false) => {
                    self.write(move |db| threads::gone(db, id, seat, thread))
                        .await?;
                }
                Err(NotSent::Later(_) | NotSent::Limited(_)) => return Ok(Talk::Later),
                Err(why) => {
                    tracing::warn!(%id, %why, "Discord adds a member to no thread of their team");
                    return Ok(Talk::Channel(channel));
                }
            }
        }
        Ok(Talk::Channel(channel))
    }

    /// Opens the thread of a team, or finds it if it was opened before the bot could note it.
    async fn open_talk(&self, stand: &Stand) -> Result<Result<Option<ChannelId>, NotSent>> {
        let state = &stand.view.state;
        let (id, seat, place) = (state.id(), stand.seat, state.proposal().place);
        let runs = matches!(state.status(), Status::Open | Status::Playing);
        let Some(guild) = place.guild.filter(|_| runs) else {
            return Ok(Ok(None));
        };
        self.write(move |db| threads::begin(db, id, seat)).await?;
        let title = title(state, seat);
        let announcer = &self.kernel.announcer;
        let thread = match announcer.private_thread(guild, place.channel, &title).await {
            Ok(Some(thread)) => thread,
            refused => return Ok(refused),
        };
        let now = self.now();
        let pending = opening_of(id, seat, now);
        let write = self.write(move |db| {
            let first = threads::opened(db, id, seat, thread)?;
            if first {
                pending_posts::enqueue(db, OPENING, pending)?;
            }
            Ok(first)
        });
        if write.await? {
            self.kernel.delivery_queue.add(OPENING, pending, now);
        }
        Ok(Ok(Some(thread)))
    }
}

/// Returns the title of a team's thread, which no other thread of the bot has: `Woodpushers · Anache 31`.
fn title(state: &Match, seat: Seat) -> String {
    const MOST: usize = 100;
    let name = |seat| team_of(state, seat).map(|team| team.name.to_string());
    let own = name(seat).unwrap_or_default();
    // Two teams may have the same name.
    let number = match seat == Seat::Second && name(seat.other()).as_ref() == Some(&own) {
        true => " 2",
        false => "",
    };
    let ending = format!("{number} · {} {}", state.game().card.name, state.id());
    let room = MOST.saturating_sub(ending.chars().count());
    format!("{}{ending}", cut(&own, room))
}

fn opening_of(id: MatchId, seat: Seat, since: Moment) -> PendingPost {
    PendingPost {
        about: questions::about(id, seat),
        fairness_key: id.0,
        since,
    }
}

/// Posts the first message in the thread of a team.
async fn welcome(kernel: &Arc<Kernel>, post: Post) -> Result<Outcome> {
    let (id, seat) = (post.about.id, questions::side(post.about));
    let done = move |db: &crate::db::Connection| pending_posts::delivered(db, OPENING, post.about);
    let view = kernel.view(id).await?;
    let thread = kernel.read(move |db| threads::thread(db, id, seat)).await?;
    if let (Some(thread), Some(team)) = (thread, team_of(&view.state, seat)) {
        let place = view.state.proposal().place;
        let match_thread = view.places.thread.unwrap_or(place.channel);
        let notice = Notice {
            what: OPENING,
            message: Box::new(messages::talk::opening(&view.state, team, match_thread)),
            guild: place.guild,
            channel: thread,
            theme: None,
            nonce: kernel.nonce(OPENING, &[id.0, thread.0]),
            since: post.since,
            in_place: None,
        };
        let posted = kernel.announcer.post(&notice, post.doubt).await;
        if let Err(later) = Outcome::unless_later(posted, &places_of(&view), (OPENING, id)) {
            return Ok(later);
        }
    }
    kernel.write(done).await?;
    Ok(Outcome::Done)
}

/// Removes a person who has left a team from its thread.
pub(crate) async fn part(kernel: Arc<Kernel>, alarm: Alarm) -> Result {
    let (id, user) = (alarm.about.id, UserId(alarm.about.place));
    let read = kernel.read(move |db| {
        let member = votes::member(db, id, user)?;
        let threads = match member.is_some_and(|member| member.here) {
            // They have joined again.
            true => Vec::new(),
            false => threads::threads(db, id)?,
        };
        Ok(threads)
    });
    for thread in read.await? {
        match kernel.announcer.remove_from_thread(thread, user).await {
            Ok(()) => {}
            Err(why @ (NotSent::Later(_) | NotSent::Limited(_))) => {
                // The alarm stays, and comes again.
                tracing::debug!(%id, %why, "a person is removed from a thread later");
                return Ok(());
            }
            Err(why) => {
                tracing::warn!(%id, %why, "Discord removes a person from no thread");
            }
        }
    }
    let about = alarm.about;
    let done = kernel.write(move |db| alarms::set(db, PART, about, None));
    Ok(done.await?)
}
