//! The posts of features: scheduled posts, leagues and ladders.

use std::time::Duration;

use serde_json::json;
use serenity::all::{LightMethod, MessageId as DiscordMessage};
use serenity::http::{Request, Route};

use super::announcer::Announcer;
use crate::discord::transport::json_request::json_request;
use crate::discord::transport::rest::{Failure, code};
use crate::discord::ui::composed::Composed;
use crate::discord::ui::posting::{Posting, discord_channel, since};
use crate::discord::ui::wire::{Painted, edited_text};
use crate::kernel::Notice;
use crate::matches::{ChannelId, MessageId, UserId};
use crate::people::Moment;

/// A post that is older than this and this many messages above the end of its channel is buried.
const RECENT: Duration = Duration::from_hours(1);
const BURIED_BELOW: usize = 20;

/// The idle minutes after which Discord archives the thread of a post. The next daily puzzle is posted by then.
const ARCHIVE_AFTER: u32 = 1_440;

impl Announcer {
    pub(crate) async fn post_notice(
        &self,
        notice: &Notice,
        doubt: bool,
    ) -> Result<MessageId, Failure> {
        let post = self.paint(notice).await?;
        let posting = Posting::new(&post, notice.nonce.clone(), notice.since);
        let (channel, outbox) = (notice.channel, &self.outbox);
        posting.post_in(channel, outbox, self.me, doubt).await
    }

    pub(crate) async fn find_notice(&self, notice: &Notice) -> Result<Option<MessageId>, Failure> {
        let post = self.paint(notice).await?;
        let slot = self.outbox.slot_in(notice.channel).await?;
        let posting = Posting::new(&post, String::new(), notice.since);
        posting.look_for(&slot, notice.channel, self.me).await
    }

    /// Edits a post. Unless `whole`, its picture stays.
    pub(crate) async fn edit_notice(
        &self,
        notice: &Notice,
        post: MessageId,
        whole: bool,
    ) -> Result<(), Failure> {
        let route = Route::ChannelMessage {
            channel_id: discord_channel(notice.channel),
            message_id: DiscordMessage::new(post.0.max(1)),
        };
        if whole {
            let message = self.paint(notice).await?;
            let slot = self.outbox.slot_in(notice.channel).await?;
            return slot.send(message.edit(route)).await.map(drop);
        }
        let body = edited_text(composed(notice)?.clone());
        let slot = self.outbox.slot_in(notice.channel).await?;
        let request = json_request(route, LightMethod::Patch, &body);
        slot.send(request).await.map(drop)
    }

    /// Whether a post is older than an hour and at least 20 messages above the end of its channel. Without the right to
    /// read the history of the channel, Discord shows no messages, and no post is buried.
    pub(crate) async fn is_post_buried(
        &self,
        channel: ChannelId,
        post: MessageId,
        now: Moment,
    ) -> Result<bool, Failure> {
        if post.0 >= since(now.before(RECENT)) {
            return Ok(false);
        }
        let route = Route::ChannelMessages {
            channel_id: discord_channel(channel),
        };
        let params = vec![
            ("after", post.to_string()),
            ("limit", BURIED_BELOW.to_string()),
        ];
        let slot = self.outbox.slot_in(channel).await?;
        let request = Request::new(route, LightMethod::Get).params(Some(params));
        let below = slot.send(request).await?;
        Ok(below.as_array().map_or(0, Vec::len) >= BURIED_BELOW)
    }

    pub(crate) async fn delete_post(
        &self,
        channel: ChannelId,
        post: MessageId,
    ) -> Result<(), Failure> {
        let route = Route::ChannelMessage {
            channel_id: discord_channel(channel),
            message_id: DiscordMessage::new(post.0.max(1)),
        };
        let slot = self.outbox.slot_in(channel).await?;
        match slot.send(Request::new(route, LightMethod::Delete)).await {
            Err(failure) if failure.code() != Some(code::UNKNOWN_MESSAGE) => Err(failure),
            _ => Ok(()),
        }
    }

    pub(crate) async fn thread_below(
        &self,
        channel: ChannelId,
        post: MessageId,
        title: &str,
    ) -> Result<(), Failure> {
        let route = Route::ChannelMessageThreads {
            channel_id: discord_channel(channel),
            message_id: DiscordMessage::new(post.0.max(1)),
        };
        let body = json!({"name": title, "auto_archive_duration": ARCHIVE_AFTER});
        let slot = self.outbox.slot_in(channel).await?;
        let request = json_request(route, LightMethod::Post, &body);
        match slot.send(request).await {
            Err(failure) if failure.code() != Some(code::THREAD_EXISTS) => Err(failure),
            _ => Ok(()),
        }
    }

    async fn paint(&self, notice: &Notice) -> Result<Painted, Failure> {
        let message = composed(notice)?.clone();
        let (theme, guild) = (notice.theme, notice.guild);
        // Boards of one server take turns with those of others.
        let by = UserId(guild.map_or(notice.channel.0, |guild| guild.0));
        Ok(self.brush.tell(message, theme, guild, by).await)
    }
}

/// Returns the message of a notice.
fn composed(notice: &Notice) -> Result<&Composed, Failure> {
    let composed = notice.message.downcast_ref();
    composed.ok_or_else(|| Failure::Unanswered(format!("{} has no message", notice.what)))
}
