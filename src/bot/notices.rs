//! The posts of features: scheduled posts, leagues and ladders.

use std::time::Duration;

use async_trait::async_trait;
use serde_json::{Value, json};
use serenity::all::{LightMethod, MessageId as DiscordMessage};
use serenity::http::{Request, Route};

use super::announcer::Announcer;
use super::threads::PUBLIC_THREAD;
use crate::discord::transport::json_request::json_request;
use crate::discord::transport::outbox::Slot;
use crate::discord::transport::rest::{Failure, code, settle};
use crate::discord::ui::Composed;
use crate::discord::ui::posting::{Posting, since};
use crate::discord::ui::reply::{discord_channel, message_route, number};
use crate::discord::ui::wire::{Painted, buttons_only, edited_text, without_call};
use crate::kernel::lock::lock;
use crate::kernel::{ClosedCall, EditRank, NotSent, Notice, Notices};
use crate::matches::{ChannelId, GuildId, MessageId, UserId};
use crate::people::Moment;

/// A post that is older than this and this many messages above the end of its channel is buried.
const RECENT: Duration = Duration::from_hours(24);
const BURIED_BELOW: usize = 20;

/// The number of messages below a post that are looked at.
const LOOKED_AT: usize = 100;

/// The types of messages that people and programs write: plain ones, replies, and answers to commands of two kinds.
const WRITTEN: [u64; 4] = [0, 19, 20, 23];

/// The idle minutes after which Discord hides the thread of a post. The next daily puzzle is posted by then.
const HIDE_AFTER: u32 = 1_440;

/// The idle minutes after which Discord hides the thread in which a team discusses: a week, as a match may be slow.
const HIDE_TALK_AFTER: u32 = 10_080;

/// Discord's type of a private thread.
const PRIVATE_THREAD: u8 = 12;

#[async_trait]
impl Notices for Announcer {
    async fn conversation(&self, user: UserId) -> Result<ChannelId, NotSent> {
        let opened = self.outbox.rest().conversation(user).await;
        opened.map_err(not_sent)
    }

    async fn post(&self, notice: &Notice, doubt: bool) -> Result<MessageId, NotSent> {
        let post = self.paint(notice).await?;
        let posting = Posting::new(&post, notice);
        let (channel, outbox) = (notice.channel, &self.outbox);
        let posted = posting.post_in(channel, outbox, self.me, doubt).await;
        posted.map_err(not_sent)
    }

    async fn find(&self, notice: &Notice) -> Result<Option<MessageId>, NotSent> {
        let post = self.paint(notice).await?;
        let slot = self.slot(notice.channel).await?;
        let posting = Posting::new(&post, notice);
        let found = posting.look_for(&slot, notice.channel, self.me).await;
        found.map_err(not_sent)
    }

    async fn edit(
        &self,
        notice: &Notice,
        post: MessageId,
        whole: bool,
        rank: EditRank,
    ) -> Result<bool, NotSent> {
        let channel = notice.channel;
        let turn = self.outbox.rest().edit_turn(channel, post, rank);
        let turn = turn.map_err(not_sent)?;
        let route = message_route(channel, post);
        let edit = if whole {
            self.paint(notice).await?.edit(route)
        } else {
            // The picture stays.
            let body = edited_text(composed(notice)?.clone());
            json_request(route, LightMethod::Patch, &body).into()
        };
        match settle(turn, self.slot(channel).await?.send(edit).await) {
            Ok(_) => Ok(true),
            Err(failure) if failure.code() == Some(code::UNKNOWN_MESSAGE) => Ok(false),
            Err(failure) => Err(not_sent(failure)),
        }
    }

    /// Without the right to read the history of the channel, Discord shows no messages, and no post is buried.
    async fn is_buried(
        &self,
        notice: &Notice,
        post: MessageId,
        beginning: &str,
        now: Moment,
    ) -> Result<bool, NotSent> {
        if post.0 >= since(now.before(RECENT)) {
            return Ok(false);
        }
        let route = Route::ChannelMessages {
            channel_id: discord_channel(notice.channel),
        };
        let params = vec![
            ("after", post.to_string()),
            ("limit", LOOKED_AT.to_string()),
        ];
        let request = Request::new(route, LightMethod::Get).params(Some(params));
        let below = self.slot(notice.channel).await?.send(request).await;
        let below = below.map_err(not_sent)?;
        let below = below.as_array().map(Vec::as_slice).unwrap_or_default();
        let head = notice.in_place.as_ref().map(|it| it.head.as_str());
        let is_own = |message: &Value| {
            number(&message["author"]["id"]) == Some(self.me.0)
                && message["content"].as_str().is_some_and(|content| {
                    content.starts_with(beginning)
                        && !head.is_some_and(|head| content.starts_with(head))
                })
        };
        // Lines of the system, of threads and of pins, hide little.
        let said = below.iter().filter(|message| {
            message["type"]
                .as_u64()
                .is_some_and(|kind| WRITTEN.contains(&kind))
        });
        Ok(said.count() >= BURIED_BELOW && !below.iter().any(is_own))
    }

    async fn close_call(
        &self,
        channel: ChannelId,
        post: MessageId,
        closed: ClosedCall,
    ) -> Result<(), NotSent> {
        let route = message_route(channel, post);
        let request = Request::new(route, LightMethod::Get);
        let posted = self.slot(channel).await?.send(request).await;
        let parts = match posted {
            Ok(posted) => without_call(&posted, &closed),
            Err(failure) if failure.code() == Some(code::UNKNOWN_MESSAGE) => return Ok(()),
            // Without the right to read the history, only the buttons of a post that has no others can go.
            Err(failure) if failure.code() == Some(code::MISSING_PERMISSIONS) && closed.last => {
                buttons_only(&[])
            }
            Err(failure) => return Err(not_sent(failure)),
        };
        let turn = self.outbox.rest().edit_turn(channel, post, EditRank::Card);
        let turn = turn.map_err(not_sent)?;
        let edit = json_request(route, LightMethod::Patch, &parts);
        match settle(turn, self.slot(channel).await?.send(edit).await) {
            // An archived thread is not woken for it.
            Err(failure) if failure.code() == Some(code::THREAD_ARCHIVED) => Ok(()),
            edited => done_or(code::UNKNOWN_MESSAGE, edited),
        }
    }

    async fn delete(&self, channel: ChannelId, post: MessageId) -> Result<(), NotSent> {
        let request = Request::new(message_route(channel, post), LightMethod::Delete);
        let deleted = self.slot(channel).await?.send(request).await;
        done_or(code::UNKNOWN_MESSAGE, deleted)
    }

    async fn thread_lines(
        &self,
        channel: ChannelId,
    ) -> Result<Vec<(MessageId, ChannelId)>, NotSent> {
        let lines = self.lines_about_threads(channel).await.map_err(not_sent)?;
        Ok(lines
            .into_iter()
            .map(|line| (line.message, line.thread))
            .collect())
    }

    async fn open_thread(
        &self,
        channel: ChannelId,
        post: MessageId,
        title: String,
    ) -> Result<(), NotSent> {
        let route = Route::ChannelMessageThreads {
            channel_id: discord_channel(channel),
            message_id: DiscordMessage::new(post.0.max(1)),
        };
        let body = json!({"name": title, "auto_archive_duration": HIDE_AFTER});
        let request = json_request(route, LightMethod::Post, &body);
        let opened = self.slot(channel).await?.send(request).await;
        done_or(code::THREAD_EXISTS, opened)
    }

    async fn private_thread(
        &self,
        guild: GuildId,
        channel: ChannelId,
        title: &str,
    ) -> Result<Option<ChannelId>, NotSent> {
        match self.open_or_find(guild, channel, title).await {
            // Missing permissions, too many threads, or an announcement channel.
            Err(failure) if failure.code().is_some() => {
                tracing::info!(%channel, %failure, "Discord opens no private thread");
                Ok(None)
            }
            opened => opened.map_err(not_sent),
        }
    }

    async fn add_to_thread(&self, thread: ChannelId, user: UserId) -> Result<bool, NotSent> {
        match self.change_member(thread, user, LightMethod::Put).await {
            Ok(_) => Ok(true),
            Err(failure) if failure.code() == Some(code::UNKNOWN_CHANNEL) => Ok(false),
            Err(failure) => Err(not_sent(failure)),
        }
    }

    async fn remove_from_thread(&self, thread: ChannelId, user: UserId) -> Result<(), NotSent> {
        const GONE: [i64; 3] = [
            code::UNKNOWN_CHANNEL,
            code::UNKNOWN_MEMBER,
            code::UNKNOWN_USER,
        ];
        let removed = self.change_member(thread, user, LightMethod::Delete).await;
        match removed {
            Err(failure) if failure.code().is_some_and(|code| GONE.contains(&code)) => Ok(()),
            removed => removed.map(|_| ()).map_err(not_sent),
        }
    }
}

impl Announcer {
    /// Looks for the private thread with a title, and opens it if there is none.
    ///
    /// Such a thread has no nonce and no line of the system. The bot always looks for it first, in the queue of the
    /// channel: it may exist since a process that ended, or since a moment ago.
    async fn open_or_find(
        &self,
        guild: GuildId,
        channel: ChannelId,
        title: &str,
    ) -> Result<Option<ChannelId>, Failure> {
        let _slot = self.outbox.slot_in(channel).await?;
        if let Some(found) = self.find_private(guild, channel, title).await? {
            return Ok(Some(found));
        }
        // Announcement channels have no private threads.
        if self.kind_of_threads(channel).await? != PUBLIC_THREAD {
            return Ok(None);
        }
        let route = Route::ChannelThreads {
            channel_id: discord_channel(channel),
        };
        let body = json!({
            "name": title, "type": PRIVATE_THREAD, "invitable": false, "auto_archive_duration": HIDE_TALK_AFTER,
        });
        // One attempt: the request is not idempotent.
        let rest = self.outbox.rest();
        let opened = rest
            .send(json_request(route, LightMethod::Post, &body))
            .await;
        match opened {
            Ok(thread) => Ok(number(&thread["id"]).map(ChannelId)),
            Err(Failure::Unanswered(why)) => {
                let found = self.find_private(guild, channel, title).await?;
                found.map(Some).ok_or(Failure::Unanswered(why))
            }
            Err(failure) => {
                if failure.is_form() {
                    // The channel may have become one for announcements.
                    lock(&self.thread_kinds).remove(&channel);
                }
                Err(failure)
            }
        }
    }

    /// Returns the active private thread of the bot with this title in a channel.
    async fn find_private(
        &self,
        guild: GuildId,
        channel: ChannelId,
        title: &str,
    ) -> Result<Option<ChannelId>, Failure> {
        let route = Route::GuildThreadsActive {
            guild_id: serenity::all::GuildId::new(guild.0.max(1)),
        };
        let asked = Request::new(route, LightMethod::Get);
        let active = self.outbox.rest().send(asked).await?;
        let is_own = |thread: &&Value| {
            thread["type"] == json!(PRIVATE_THREAD)
                && number(&thread["owner_id"]) == Some(self.me.0)
                && number(&thread["parent_id"]) == Some(channel.0)
                && thread["name"] == title
        };
        let threads = active["threads"].as_array();
        let own = threads.into_iter().flatten().find(is_own);
        Ok(own.and_then(|thread| number(&thread["id"])).map(ChannelId))
    }

    /// Adds a person to a thread or removes them, and wakes the thread for it if it is archived.
    async fn change_member(
        &self,
        thread: ChannelId,
        user: UserId,
        method: LightMethod,
    ) -> Result<Value, Failure> {
        let route = Route::ChannelThreadMember {
            channel_id: discord_channel(thread),
            user_id: serenity::all::UserId::new(user.0.max(1)),
        };
        let slot = self.outbox.slot_in(thread).await?;
        match slot.send(Request::new(route, method)).await {
            Err(failure) if failure.code() == Some(code::THREAD_ARCHIVED) => {
                let channel_id = discord_channel(thread);
                let channel = Route::Channel { channel_id };
                let awake = json!({"archived": false});
                slot.send(json_request(channel, LightMethod::Patch, &awake))
                    .await?;
                slot.send(Request::new(route, method)).await
            }
            changed => changed,
        }
    }

    async fn slot(&self, channel: ChannelId) -> Result<Slot<'_>, NotSent> {
        self.outbox.slot_in(channel).await.map_err(not_sent)
    }

    async fn paint(&self, notice: &Notice) -> Result<Painted, NotSent> {
        let message = composed(notice)?.clone();
        let (theme, guild) = (notice.theme, notice.guild);
        // Boards of one server take turns with those of others.
        let by = UserId(guild.map_or(notice.channel.0, |guild| guild.0));
        Ok(self.brush.tell(message, theme, guild, by).await)
    }
}

/// Returns the message of a notice.
fn composed(notice: &Notice) -> Result<&Composed, NotSent> {
    let composed = notice.message.downcast_ref();
    composed.ok_or_else(|| NotSent::Later(format!("{} has no message", notice.what)))
}

/// Treats this error code as success: nothing is left to do.
fn done_or(nothing_left: i64, sent: Result<Value, Failure>) -> Result<(), NotSent> {
    match sent {
        Err(failure) if failure.code() != Some(nothing_left) => Err(not_sent(failure)),
        _ => Ok(()),
    }
}

/// Returns the consequence of a failure for a notice.
fn not_sent(failure: Failure) -> NotSent {
    let why = failure.to_string();
    if let Failure::RateLimited(after, _) | Failure::OldEdits(after) = failure {
        return NotSent::Limited(after);
    }
    match failure.code() {
        _ if failure.is_closed() => NotSent::Closed,
        Some(_) => NotSent::Never(why),
        None => NotSent::Later(why),
    }
}
