//! Tells Discord what the arbiter wants told, as posts of our own.

use std::sync::Arc;

use serde_json::json;
use serenity::all::{ChannelId as DiscordChannel, LightMethod, MessageId as DiscordMessage};
use serenity::http::{Request, Route};

use super::brush::Brush;
use super::messages;
use super::names::Names;
use super::outbox::{Outbox, Slot};
use super::reply::number;
use super::rest::{Failure, code};
use super::wire::{Painted, json_request};
use crate::arbiter::{self, BoxFuture, FrozenMatch, News, NotAnnounced, View};
use crate::matches::{ChannelId, Fact, Match, MatchId, MessageId, Player, UserId};
use crate::store::Announced;

/// The kind of a thread that everyone sees.
const PUBLIC_THREAD: u8 = 11;

/// Minutes without a post after which Discord puts a thread away. Posting brings it back.
const ARCHIVE_AFTER: u32 = 10_080;

/// Where Discord's numbers begin to count: the first moment of 2015, in milliseconds since 1970.
const DISCORD_EPOCH: i64 = 1_420_070_400_000;

/// Posts news and cards.
pub struct Announcer {
    outbox: Outbox,
    brush: Brush,
    names: Arc<Names>,
    me: UserId,
}

impl Announcer {
    pub(super) fn new(outbox: Outbox, brush: Brush, names: Arc<Names>, me: UserId) -> Self {
        Self {
            outbox,
            brush,
            names,
            me,
        }
    }

    async fn announce_news(
        &self,
        news: &News,
        doubt: bool,
        announced: &mut Announced,
    ) -> Result<(), Failure> {
        let now = &*news.view.state;
        let channel = now.proposal().place.channel;
        for user in now.people() {
            // The board is signed with what is known then.
            let _ = self.name(user).await;
        }
        let post = self
            .brush
            .paint(messages::news(now, &news.event), news.view.server.theme)
            .await;
        let nonce = nonce(now.id(), news.seq);
        if matches!(news.event.fact, Fact::Proposed(_)) {
            let slot = self.outbox.slot_in(channel).await;
            let known = if doubt {
                self.look_for(&slot, channel, &post, Some(since(news)))
                    .await?
            } else {
                None
            };
            let message = match known {
                Some(message) => message,
                None => send(&slot, channel, &post, &nonce).await?,
            };
            announced.card = Some(message);
            return Ok(());
        }
        let thread = match news.view.places.thread {
            Some(thread) => thread,
            None => self.open_thread(&news.view).await?,
        };
        announced.thread = Some(thread);
        let shown = |message| Some(message).filter(|_| post.shows_board());
        match self.post_in(thread, &post, &nonce, doubt).await {
            Ok(message) => announced.board = shown(message),
            Err(failure) if failure.code() == Some(code::UNKNOWN_CHANNEL) => {
                tracing::warn!(id = %now.id(), "the thread of a match is gone: another one is opened");
                let thread = self.new_thread(now).await?;
                announced.thread = Some(thread);
                announced.board = shown(self.post_in(thread, &post, &nonce, false).await?);
            }
            Err(failure)
                if matches!(
                    failure.code(),
                    Some(code::THREAD_ARCHIVED | code::THREAD_LOCKED)
                ) =>
            {
                tracing::warn!(id = %now.id(), "the thread of a match is closed: the post goes to the channel");
                announced.board = shown(self.post_in(channel, &post, &nonce, doubt).await?);
            }
            Err(failure) => return Err(failure),
        }
        Ok(())
    }

    async fn post_in(
        &self,
        channel: ChannelId,
        post: &Painted,
        nonce: &str,
        doubt: bool,
    ) -> Result<MessageId, Failure> {
        let slot = self.outbox.slot_in(channel).await;
        if doubt && let Some(message) = self.look_for(&slot, channel, post, None).await? {
            return Ok(message);
        }
        send(&slot, channel, post, nonce).await
    }

    /// Looks whether a post is there already. Posts of ours never say the same twice, so the text tells.
    async fn look_for(
        &self,
        slot: &Slot<'_>,
        channel: ChannelId,
        post: &Painted,
        after: Option<u64>,
    ) -> Result<Option<MessageId>, Failure> {
        let mut params = vec![("limit", String::from("100"))];
        if let Some(after) = after {
            params.push(("after", after.to_string()));
        }
        let route = Route::ChannelMessages {
            channel_id: discord_channel(channel),
        };
        let messages = slot
            .send(Request::new(route, LightMethod::Get).params(Some(params)))
            .await?;
        let same = |message: &&serde_json::Value| {
            number(&message["author"]["id"]) == Some(self.me.0)
                && message["content"]
                    .as_str()
                    .is_some_and(|content| content.trim() == post.content().trim())
        };
        let found = messages.as_array().into_iter().flatten().find(same);
        Ok(found
            .and_then(|message| number(&message["id"]))
            .map(MessageId))
    }

    /// Opens the thread of a match under its card, and without the card where that is gone.
    async fn open_thread(&self, view: &View) -> Result<ChannelId, Failure> {
        let now = &*view.state;
        let Some(card) = view.places.card else {
            return self.new_thread(now).await;
        };
        let channel = now.proposal().place.channel;
        let title = self.title(now).await;
        let slot = self.outbox.slot_in(channel).await;
        let body = json!({"name": title, "auto_archive_duration": ARCHIVE_AFTER});
        let route = Route::ChannelMessageThreads {
            channel_id: discord_channel(channel),
            message_id: DiscordMessage::new(card.0.max(1)),
        };
        let opened = slot
            .send(json_request(route, LightMethod::Post, &body))
            .await;
        drop(slot);
        match opened {
            Ok(thread) => Ok(ChannelId(number(&thread["id"]).unwrap_or(card.0))),
            // A thread that began with a message has the message's number.
            Err(failure) if failure.code() == Some(code::THREAD_EXISTS) => Ok(ChannelId(card.0)),
            Err(failure) if failure.code() == Some(code::UNKNOWN_MESSAGE) => {
                self.new_thread(now).await
            }
            Err(failure) => Err(failure),
        }
    }

    async fn new_thread(&self, now: &Match) -> Result<ChannelId, Failure> {
        let channel = now.proposal().place.channel;
        let title = self.title(now).await;
        let slot = self.outbox.slot_in(channel).await;
        let body =
            json!({"name": title, "auto_archive_duration": ARCHIVE_AFTER, "type": PUBLIC_THREAD});
        let route = Route::ChannelThreads {
            channel_id: discord_channel(channel),
        };
        let thread = slot
            .send(json_request(route, LightMethod::Post, &body))
            .await?;
        number(&thread["id"])
            .map(ChannelId)
            .ok_or_else(|| Failure::Unanswered(String::from("a thread without a number")))
    }

    /// `Connect N 12: Ana and Bo`
    async fn title(&self, now: &Match) -> String {
        let mut names = Vec::new();
        for player in now.players().into_iter().flatten() {
            let name = match player {
                Player::Person(user) => self.name(user).await,
                Player::Computer(level) => Some(level.to_string()),
            };
            names.extend(name.map(|name| messages::cut(&name, 32)));
        }
        let title = format!("{} {}", now.game().card.name, now.id());
        let title = if names.len() == 2 {
            format!("{title}: {}", names.join(" and "))
        } else {
            title
        };
        messages::cut(&title, 100)
    }

    async fn name(&self, user: UserId) -> Option<String> {
        if let Some(name) = self.names.of(user) {
            return Some(name);
        }
        let slot = self.outbox.slot_in(ChannelId(0)).await;
        self.names
            .learn_from(user, &slot.send(Names::request(user)).await.ok()?)
    }

    async fn edit_card(&self, view: &View, card: MessageId) -> Result<MessageId, Failure> {
        let channel = view.state.proposal().place.channel;
        let message = self
            .brush
            .paint(
                messages::card(&view.state, view.places.thread),
                view.server.theme,
            )
            .await;
        let slot = self.outbox.slot_in(channel).await;
        let route = Route::ChannelMessage {
            channel_id: discord_channel(channel),
            message_id: DiscordMessage::new(card.0.max(1)),
        };
        slot.send(message.edit(route)).await.map(|_| card)
    }
}

impl arbiter::Announcer for Announcer {
    fn announce<'a>(
        &'a self,
        news: &'a News,
        doubt: bool,
    ) -> BoxFuture<'a, Result<Announced, NotAnnounced>> {
        Box::pin(async move {
            let mut announced = Announced::default();
            match self.announce_news(news, doubt, &mut announced).await {
                Ok(()) => Ok(announced),
                Err(failure) => Err(not_announced(&failure, announced)),
            }
        })
    }

    fn frozen<'a>(&'a self, frozen: &'a FrozenMatch) -> BoxFuture<'a, Result<(), NotAnnounced>> {
        Box::pin(async move {
            let post = Painted::new(messages::frozen(frozen), Vec::new());
            let channel = frozen.places.thread.unwrap_or(frozen.place.channel);
            // The text names the match, so that it is found if it was posted before a crash.
            self.post_in(channel, &post, &nonce(frozen.id, 0), true)
                .await
                .map(drop)
                .map_err(|failure| not_announced(&failure, Announced::default()))
        })
    }

    fn card<'a>(&'a self, view: &'a View) -> BoxFuture<'a, Result<MessageId, NotAnnounced>> {
        Box::pin(async move {
            let Some(card) = view.places.card else {
                return Err(NotAnnounced::Never {
                    why: String::from("the match has no card"),
                    so_far: Announced::default(),
                });
            };
            self.edit_card(view, card)
                .await
                .map_err(|failure| not_announced(&failure, Announced::default()))
        })
    }
}

/// Serenity does not bear a number 0, which Discord never gives out.
fn discord_channel(channel: ChannelId) -> DiscordChannel {
    DiscordChannel::new(channel.0.max(1))
}

async fn send(
    slot: &Slot<'_>,
    channel: ChannelId,
    post: &Painted,
    nonce: &str,
) -> Result<MessageId, Failure> {
    let route = Route::ChannelMessages {
        channel_id: discord_channel(channel),
    };
    let message = slot.send(post.post(nonce, route)).await?;
    number(&message["id"])
        .map(MessageId)
        .ok_or_else(|| Failure::Unanswered(String::from("a message without a number")))
}

/// Names one post among all: at most 25 characters.
fn nonce(id: MatchId, seq: u32) -> String {
    format!("{}-{seq}", id.0 % 100_000_000_000_000)
}

/// The number of a message that is older than an event, by a minute for clocks that do not agree.
fn since(news: &News) -> u64 {
    let millis = news
        .event
        .at
        .0
        .saturating_sub(DISCORD_EPOCH)
        .saturating_sub(60_000);
    u64::try_from(millis).unwrap_or(0) << 22
}

/// Whether it is worth trying again later. What an administrator can mend, they may still mend.
fn not_announced(failure: &Failure, so_far: Announced) -> NotAnnounced {
    let why = failure.to_string();
    match failure {
        Failure::RateLimited(..) | Failure::Unanswered(_) => NotAnnounced::Later { why, so_far },
        Failure::Refused { status, code, .. } => match *code {
            code::UNKNOWN_CHANNEL | code::UNKNOWN_MESSAGE => NotAnnounced::Never { why, so_far },
            code::MISSING_ACCESS
            | code::MISSING_PERMISSIONS
            | code::OLD_MESSAGE_EDITS
            | code::TOO_MANY_THREADS => NotAnnounced::Later { why, so_far },
            _ if *status == 401 || *status == 403 => NotAnnounced::Later { why, so_far },
            _ => {
                tracing::error!(%failure, "Discord will not take a post");
                NotAnnounced::Never { why, so_far }
            }
        },
    }
}
