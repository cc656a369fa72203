//! A post on its way: how it is sent once only, and found again where nobody knows whether it was.

use serde_json::Value;
use serenity::all::{ChannelId as DiscordChannel, LightMethod};
use serenity::http::{Request, Route};

use super::reply::number;
use super::wire::{Painted, without_asides};
use crate::discord::transport::outbox::{Outbox, Slot};
use crate::discord::transport::rest::Failure;
use crate::matches::{ChannelId, MatchId, MessageId, UserId};
use crate::people::Moment;

/// How many hundreds of messages are looked through for a post that may be there.
const MOST_PAGES: usize = 10;

/// Where Discord's numbers begin to count: the first moment of 2015, in milliseconds since 1970.
const DISCORD_EPOCH: i64 = 1_420_070_400_000;

/// A post on its way.
pub(crate) struct Posting<'a> {
    pub(crate) post: &'a Painted,
    pub(crate) nonce: String,
    /// The number of a message that is older than it.
    pub(crate) since: u64,
    /// A message that is surely older: the last one that shows a board of the match.
    pub(crate) board: Option<MessageId>,
}

impl<'a> Posting<'a> {
    /// One that is no news of a match, and that is owed since a moment: an older one may say the same.
    pub(crate) fn new(post: &'a Painted, nonce: String, at: Moment) -> Self {
        let since = since(at);
        Self {
            post,
            nonce,
            since,
            board: Some(MessageId(since)),
        }
    }

    /// Posts, or finds the post that is there. What Discord does not take as it is, it may take in words alone.
    pub(crate) async fn post_in(
        &self,
        channel: ChannelId,
        outbox: &Outbox,
        me: UserId,
        doubt: bool,
    ) -> Result<MessageId, Failure> {
        let slot = outbox.slot_in(channel).await?;
        let post = self.post;
        if doubt {
            let found = self.look_for(&slot, channel, me).await?;
            if let Some(message) = found {
                return Ok(message);
            }
        }
        match send(&slot, channel, post, &self.nonce).await {
            Err(failure) if failure.is_form() && post.shows_board() => {
                tracing::error!(%failure, %channel, "Discord does not take a post: it is sent without its picture");
                send(&slot, channel, &post.plain(), &self.nonce).await
            }
            posted => posted,
        }
    }

    /// Looks whether a post is there already: among the latest messages, and among those after its event. No two posts
    /// of a match after one board say the same, so the text tells, and the name of the picture tells the match.
    pub(crate) async fn look_for(
        &self,
        slot: &Slot<'_>,
        channel: ChannelId,
        me: UserId,
    ) -> Result<Option<MessageId>, Failure> {
        let Self { post, since, .. } = *self;
        let last_board = self.board.map_or(0, |board| board.0);
        let plain = post.plain();
        let route = Route::ChannelMessages {
            channel_id: discord_channel(channel),
        };
        let same = |message: &&Value| {
            number(&message["author"]["id"]) == Some(me.0)
                && number(&message["id"]) >= Some(last_board)
                // In a channel other matches may say the same.
                && message["attachments"][0]["filename"]
                    .as_str()
                    .is_none_or(|name| post.picture_name() == Some(name))
                && message["content"].as_str().is_some_and(|content| {
                    [post, &plain]
                        .iter()
                        .any(|post| without_asides(content) == without_asides(post.content()))
                })
        };
        let mut after = None;
        for _ in 0..=MOST_PAGES {
            let mut params = vec![("limit", String::from("100"))];
            params.extend(after.map(|after: u64| ("after", after.to_string())));
            let messages = slot
                .send(Request::new(route, LightMethod::Get).params(Some(params)))
                .await?;
            let messages = messages.as_array().map_or(&[][..], Vec::as_slice);
            if let Some(found) = messages.iter().find(same) {
                return Ok(number(&found["id"]).map(MessageId));
            }
            let ids = || messages.iter().filter_map(|message| number(&message["id"]));
            let (oldest, newest) = (ids().min(), ids().max());
            let done = match after {
                // The latest hundred reach back to the event.
                None => oldest.is_none_or(|oldest| oldest <= since),
                Some(_) => false,
            };
            if done || messages.len() < 100 {
                return Ok(None);
            }
            after = Some(match after {
                None => since,
                Some(after) => newest.unwrap_or(after),
            });
        }
        tracing::warn!(%channel, "a post was not found among {MOST_PAGES}00 messages after its event");
        Ok(None)
    }
}

pub(crate) fn messages_path(channel: ChannelId) -> String {
    format!("/channels/{channel}/messages")
}

/// Serenity does not bear a number 0, which Discord never gives out.
pub(crate) fn discord_channel(channel: ChannelId) -> DiscordChannel {
    DiscordChannel::new(channel.0.max(1))
}

pub(crate) async fn send(
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

/// Names one post among all of all databases: at most 25 characters.
pub(crate) fn nonce(database: &str, id: MatchId, seq: u32) -> String {
    let database: String = database.chars().take(6).collect();
    format!("{database}-{}-{}", id.0 % 10_000_000_000, seq % 1_000_000)
}

/// The number of a message that is older than an event, by a minute for clocks that do not agree.
pub(crate) fn since(at: Moment) -> u64 {
    let millis = at.0.saturating_sub(DISCORD_EPOCH).saturating_sub(60_000);
    u64::try_from(millis).unwrap_or(0) << 22
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nonce_is_short_and_has_a_part_of_its_database() {
        let long = nonce("abcdefgh", MatchId(u64::MAX), u32::MAX);
        assert!(long.len() <= 25, "{long}");
        assert_ne!(nonce("a", MatchId(1), 2), nonce("b", MatchId(1), 2));
        assert_ne!(nonce("a", MatchId(1), 2), nonce("a", MatchId(1), 3));
    }
}
