//! A post in progress: sent exactly once, and looked for if its outcome is unknown.

use serde_json::Value;
use serenity::all::LightMethod;
use serenity::http::{Request, Route};

use super::reply::{discord_channel, number};
use super::wire::{Painted, without_asides};
use crate::discord::transport::outbox::{Outbox, Slot};
use crate::discord::transport::rest::Failure;
use crate::kernel::{Nonce, Notice};
use crate::matches::{ChannelId, MessageId, UserId};
use crate::people::Moment;

/// The maximum number of pages of 100 messages searched for a post.
const MOST_PAGES: usize = 10;

/// The epoch of Discord's ids: the start of 2015, in milliseconds since 1970.
const DISCORD_EPOCH: i64 = 1_420_070_400_000;

pub(crate) struct Posting<'a> {
    pub(crate) post: &'a Painted,
    pub(crate) nonce: Nonce,
    /// The id that a message would have had shortly before the post's event.
    pub(crate) since: u64,
    /// A message that is surely older: the last one with a board of the match.
    pub(crate) board: Option<MessageId>,
    /// The beginning of the text, by which a post is found whose content may have changed.
    pub(crate) head: Option<&'a str>,
}

impl<'a> Posting<'a> {
    /// Creates a post that is no match news. An older message may have the same text.
    pub(crate) fn new(post: &'a Painted, notice: &'a Notice) -> Self {
        let since = since(notice.since);
        let in_place = notice.in_place.as_ref();
        let old = in_place.and_then(|in_place| in_place.old);
        let after_old = old.map_or(0, |old| old.0.saturating_add(1));
        Self {
            post,
            nonce: notice.nonce.clone(),
            since,
            board: Some(MessageId(since.max(after_old))),
            head: in_place.map(|in_place| in_place.head.as_str()),
        }
    }

    /// Posts, or finds the existing post. If Discord refuses the form, the post is sent in words only.
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

    /// Searches for an existing post: in the latest messages, then in those after its event. No two posts
    /// of a match after one board have the same text, so the text identifies the post, and the picture's name the
    /// match.
    pub(crate) async fn look_for(
        &self,
        slot: &Slot<'_>,
        channel: ChannelId,
        me: UserId,
    ) -> Result<Option<MessageId>, Failure> {
        let Self {
            post, since, head, ..
        } = *self;
        let last_board = self.board.map_or(0, |board| board.0);
        let plain = post.plain();
        let route = Route::ChannelMessages {
            channel_id: discord_channel(channel),
        };
        let same = |message: &&Value| {
            let content = message["content"].as_str().unwrap_or_default();
            number(&message["author"]["id"]) == Some(me.0)
                && number(&message["id"]) >= Some(last_board)
                && match head {
                    Some(head) => content.starts_with(head),
                    // In a channel, posts of other matches may have the same text.
                    None => {
                        message["attachments"][0]["filename"]
                            .as_str()
                            .is_none_or(|name| post.picture_name() == Some(name))
                            && [post, &plain].iter().any(|post| {
                                without_asides(content) == without_asides(post.content())
                            })
                    }
                }
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
                // The latest 100 messages reach back to the event.
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

pub(crate) async fn send(
    slot: &Slot<'_>,
    channel: ChannelId,
    post: &Painted,
    nonce: &Nonce,
) -> Result<MessageId, Failure> {
    let route = Route::ChannelMessages {
        channel_id: discord_channel(channel),
    };
    let message = slot.send(post.post(nonce, route)).await?;
    number(&message["id"])
        .map(MessageId)
        .ok_or_else(|| Failure::Unanswered(String::from("a message without a number")))
}

/// Returns an id older than an event, by a minute for clocks that differ.
pub(crate) fn since(at: Moment) -> u64 {
    let millis = at.0.saturating_sub(DISCORD_EPOCH).saturating_sub(60_000);
    u64::try_from(millis).unwrap_or(0) << 22
}
