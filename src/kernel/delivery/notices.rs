//! The posts of features in Discord.

use std::any::Any;
use std::time::Duration;

use async_trait::async_trait;

use super::nonce::Nonce;
use crate::board::Theme;
use crate::matches::{ChannelId, GuildId, MessageId, UserId};
use crate::people::Moment;

/// Posts, finds and edits notices in Discord.
#[async_trait]
pub trait Notices: Send + Sync + 'static {
    /// Opens the private conversation with a person, or finds it.
    async fn conversation(&self, user: UserId) -> Result<ChannelId, NotSent>;

    /// Posts a notice, or finds it, if it may already be posted.
    async fn post(&self, notice: &Notice, doubt: bool) -> Result<MessageId, NotSent>;

    /// Looks for a notice that may have been posted.
    async fn find(&self, notice: &Notice) -> Result<Option<MessageId>, NotSent>;

    /// Replaces the content of a post. With `whole`, the pictures too. Returns false if the post is gone.
    async fn edit(
        &self,
        notice: &Notice,
        post: MessageId,
        whole: bool,
        rank: EditRank,
    ) -> Result<bool, NotSent>;

    /// Whether a post is older than a day and at least 20 messages of people and programs above the end of its channel,
    /// none of which is a post of the bot that begins with this text, except earlier attempts at the notice.
    async fn is_buried(
        &self,
        notice: &Notice,
        post: MessageId,
        beginning: &str,
        now: Moment,
    ) -> Result<bool, NotSent>;

    /// Takes a turn that waits no more from a post that calls to it, unless the post is gone.
    async fn close_call(
        &self,
        channel: ChannelId,
        post: MessageId,
        closed: ClosedCall,
    ) -> Result<(), NotSent>;

    /// Deletes a post of the bot, unless it is gone.
    async fn delete(&self, channel: ChannelId, post: MessageId) -> Result<(), NotSent>;

    /// Returns the lines among the latest messages of a channel in which Discord says that the bot has opened a thread,
    /// each with its thread.
    async fn thread_lines(
        &self,
        channel: ChannelId,
    ) -> Result<Vec<(MessageId, ChannelId)>, NotSent>;

    /// Opens a thread below a post, unless it has one.
    async fn open_thread(
        &self,
        channel: ChannelId,
        post: MessageId,
        title: String,
    ) -> Result<(), NotSent>;

    /// Opens a private thread with this title in a channel, or finds the one that the bot has opened there. Two calls
    /// at once return the same thread. `None` if the bot cannot open private threads in the channel.
    async fn private_thread(
        &self,
        guild: GuildId,
        channel: ChannelId,
        title: &str,
    ) -> Result<Option<ChannelId>, NotSent>;

    /// Adds a person to a private thread of the bot. Returns false if the thread is gone.
    async fn add_to_thread(&self, thread: ChannelId, user: UserId) -> Result<bool, NotSent>;

    /// Removes a person from a private thread of the bot, unless they or the thread are gone.
    async fn remove_from_thread(&self, thread: ChannelId, user: UserId) -> Result<(), NotSent>;
}

/// The priority of an edit, highest first. Discord limits edits of old messages in each channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EditRank {
    /// The end of a match on its card.
    End,
    /// The table of a league or ladder.
    Table,
    /// A question that was answered, or whose time is over.
    Question,
    /// A turn on the card of a running match.
    Card,
}

/// A message as a feature composes it. Only the poster reads it.
pub type Message = Box<dyn Any + Send + Sync>;

/// A post of a feature.
pub struct Notice {
    /// The words for the log.
    pub what: &'static str,
    pub message: Message,
    /// The server of the channel; `None` for a private conversation.
    pub guild: Option<GuildId>,
    pub channel: ChannelId,
    /// The theme of its pictures; `None` for that of the configuration.
    pub theme: Option<Theme>,
    pub nonce: Nonce,
    /// Since when the post is pending.
    pub since: Moment,
    /// How to find it, if its content may have changed since an earlier attempt; `None` if its text never changes.
    pub in_place: Option<InPlace>,
}

/// A function that returns the new text of a post; `None` if it stays.
pub type Reword = Box<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// The edit of a post that calls to turns.
pub struct ClosedCall {
    /// The id of the button that leads to the turn.
    pub button: String,
    /// Whether the post calls to no other turn, and loses all its buttons.
    pub last: bool,
    pub reword: Reword,
}

/// The marks of a post that is edited in place.
#[derive(Clone, Debug)]
pub struct InPlace {
    /// The beginning of its text, which stays the same and which no newer post of the bot in the channel has.
    pub head: String,
    /// The post that it replaces.
    pub old: Option<MessageId>,
}

/// The reason why a message was not sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSent {
    /// The person does not accept private messages.
    #[error("no private messages")]
    Closed,
    /// A retry may succeed.
    #[error("not yet: {0}")]
    Later(String),
    /// A limit forbids the message for this time; nothing was sent.
    #[error("not for {0:?}")]
    Limited(Duration),
    /// A retry cannot succeed.
    #[error("never: {0}")]
    Never(String),
}
