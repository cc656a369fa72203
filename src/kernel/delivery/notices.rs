//! The posts of features in Discord.

use std::any::Any;
use std::time::Duration;

use crate::board::Theme;
use crate::kernel::BoxFuture;
use crate::matches::{ChannelId, GuildId, MessageId, UserId};
use crate::people::Moment;

/// Posts, finds and edits notices in Discord.
pub trait Notices: Send + Sync + 'static {
    /// Opens the private conversation with a person, or finds it.
    fn conversation(&self, user: UserId) -> BoxFuture<'_, Result<ChannelId, NotSent>>;

    /// Posts a notice, or finds it, if it may already be posted.
    fn post<'a>(
        &'a self,
        notice: &'a Notice,
        doubt: bool,
    ) -> BoxFuture<'a, Result<MessageId, NotSent>>;

    /// Looks for a notice that may have been posted.
    fn find<'a>(&'a self, notice: &'a Notice) -> BoxFuture<'a, Result<Option<MessageId>, NotSent>>;

    /// Replaces the content of a post. With `whole`, the pictures too. Returns false if the post is gone.
    fn edit<'a>(
        &'a self,
        notice: &'a Notice,
        post: MessageId,
        whole: bool,
    ) -> BoxFuture<'a, Result<bool, NotSent>>;

    /// Whether a post is older than an hour and at least 20 messages above the end of its channel.
    fn is_buried(
        &self,
        channel: ChannelId,
        post: MessageId,
        now: Moment,
    ) -> BoxFuture<'_, Result<bool, NotSent>>;

    /// Deletes a post of the bot, unless it is gone.
    fn delete(&self, channel: ChannelId, post: MessageId) -> BoxFuture<'_, Result<(), NotSent>>;

    /// Opens a thread below a post, unless it has one.
    fn open_thread<'a>(
        &'a self,
        channel: ChannelId,
        post: MessageId,
        title: String,
    ) -> BoxFuture<'a, Result<(), NotSent>>;
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
    /// At most 25 characters that no other post has.
    pub nonce: String,
    /// Since when the post is owed.
    pub since: Moment,
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
