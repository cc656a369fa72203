//! The posts of daily puzzles: the puzzle, its thread, its solution.

use serde_json::json;
use serenity::all::{LightMethod, MessageId as DiscordMessage};
use serenity::http::Route;

use super::announcer::Announcer;
use crate::discord::transport::json_request::json_request;
use crate::discord::transport::rest::{Failure, code};
use crate::discord::ui::posting::{Posting, discord_channel};
use crate::discord::ui::wire::edited_text;
use crate::features::calendar::messages;
use crate::kernel::DailyPuzzle;
use crate::matches::{ChannelId, MessageId, UserId};

/// The idle minutes after which Discord archives the thread. The next puzzle is posted by then.
const ARCHIVE_AFTER: u32 = 1_440;

impl Announcer {
    pub(crate) async fn post_daily(
        &self,
        daily: &DailyPuzzle,
        channel: ChannelId,
    ) -> Result<MessageId, Failure> {
        let post = messages::daily_puzzle(daily);
        let (theme, guild) = (daily.server.theme, daily.guild);
        let painting = self.brush.tell(post, theme, Some(guild), UserId(guild.0));
        let post = painting.await;
        let nonce = format!("p-{}-{}", daily.guild.0 % 1_000_000_000, daily.at.0);
        let posting = Posting::new(&post, nonce, daily.at);
        posting.post_in(channel, &self.outbox, self.me, false).await
    }

    /// Searches for a daily puzzle that may have been posted.
    pub(crate) async fn find_daily(
        &self,
        daily: &DailyPuzzle,
        channel: ChannelId,
    ) -> Result<Option<MessageId>, Failure> {
        let post = messages::daily_puzzle(daily);
        let (theme, guild) = (daily.server.theme, daily.guild);
        let painting = self.brush.tell(post, theme, Some(guild), UserId(guild.0));
        let post = painting.await;
        let slot = self.outbox.slot_in(channel).await?;
        let posting = Posting::new(&post, String::new(), daily.at);
        posting.look_for(&slot, channel, self.me).await
    }

    pub(crate) async fn open_daily_thread(
        &self,
        daily: &DailyPuzzle,
        channel: ChannelId,
        post: MessageId,
    ) -> Result<(), Failure> {
        let route = Route::ChannelMessageThreads {
            channel_id: discord_channel(channel),
            message_id: DiscordMessage::new(post.0.max(1)),
        };
        let title = messages::daily_title(daily);
        let body = json!({"name": title, "auto_archive_duration": ARCHIVE_AFTER});
        let slot = self.outbox.slot_in(channel).await?;
        let request = json_request(route, LightMethod::Post, &body);
        match slot.send(request).await {
            Err(failure) if failure.code() != Some(code::THREAD_EXISTS) => Err(failure),
            _ => Ok(()),
        }
    }

    /// Adds the solution to a daily puzzle. The picture stays the same.
    pub(crate) async fn add_daily_solution(
        &self,
        daily: &DailyPuzzle,
        channel: ChannelId,
        post: MessageId,
    ) -> Result<(), Failure> {
        let route = Route::ChannelMessage {
            channel_id: discord_channel(channel),
            message_id: DiscordMessage::new(post.0.max(1)),
        };
        let body = edited_text(messages::daily_solution(daily));
        let slot = self.outbox.slot_in(channel).await?;
        let request = json_request(route, LightMethod::Patch, &body);
        slot.send(request).await.map(drop)
    }
}
