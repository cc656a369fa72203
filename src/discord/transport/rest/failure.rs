use std::time::Duration;

use serenity::http::HttpError;

/// Discord's error codes that the bot handles. The numbers are Discord's.
pub mod code {
    /// The channel, or the thread, does not exist any more.
    pub const UNKNOWN_CHANNEL: i64 = 10003;
    /// The server does not exist any more, or the bot is not in it.
    pub const UNKNOWN_GUILD: i64 = 10004;
    /// The person is not in the server.
    pub const UNKNOWN_MEMBER: i64 = 10007;
    /// The message does not exist any more.
    pub const UNKNOWN_MESSAGE: i64 = 10008;
    /// The person does not exist any more.
    pub const UNKNOWN_USER: i64 = 10013;
    /// The bot has edited messages older than an hour too often.
    pub const OLD_MESSAGE_EDITS: i64 = 30046;
    /// The channel takes no more posts or edits for a while, from anybody.
    pub const CHANNEL_WRITES: i64 = 20028;
    /// The server takes no more posts or edits for a while, from anybody.
    pub const GUILD_WRITES: i64 = 20029;
    /// The proxy before Discord's API blocks the bot's address.
    pub const BLOCKED: i64 = 40333;
    /// The interaction was answered already.
    pub const ALREADY_ANSWERED: i64 = 40060;
    /// The bot cannot see the channel.
    pub const MISSING_ACCESS: i64 = 50001;
    /// The bot may not do this here.
    pub const MISSING_PERMISSIONS: i64 = 50013;
    /// The person accepts no messages from the bot.
    pub const NO_PRIVATE_MESSAGES: i64 = 50007;
    /// The person shares no server with the bot and accepts no messages from it.
    pub const NO_COMMON_SERVER: i64 = 50278;
    pub const THREAD_ARCHIVED: i64 = 50083;
    /// The message has a thread already.
    pub const THREAD_EXISTS: i64 = 160_004;
    pub const THREAD_LOCKED: i64 = 160_005;
    /// The server has reached its maximum number of active threads.
    pub const TOO_MANY_THREADS: i64 = 160_006;
}

/// The reason why a request failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Failure {
    /// A rate limit: the request had no effect and can be retried after this time.
    #[error("rate limited for {0:?}")]
    RateLimited(
        /// The wait.
        Duration,
        /// Whether the limit applies to all requests of the bot.
        bool,
    ),
    /// The bot has edited messages older than an hour too often in the channel. The request had no effect and can
    /// be retried after this time.
    #[error("too many edits of old messages, limited for {0:?}")]
    OldEdits(Duration),
    /// Discord understood the request and refused it.
    #[error("Discord refused ({status}, code {code}): {message}")]
    Refused {
        /// The HTTP status, 400–499.
        status: u16,
        /// Discord's error code, see [`code`]; 0 without one.
        code: i64,
        /// Discord's message.
        message: String,
    },
    /// No answer, or an invalid one: the request may or may not have been carried out.
    #[error("Discord did not answer: {0}")]
    Unanswered(String),
}

impl Failure {
    /// Returns Discord's error code, if Discord refused with one.
    pub fn code(&self) -> Option<i64> {
        match self {
            Self::Refused { code, .. } => Some(*code),
            _ => None,
        }
    }

    /// Whether a person's settings do not let the bot write to them.
    pub fn is_closed(&self) -> bool {
        matches!(
            self.code(),
            Some(code::NO_PRIVATE_MESSAGES | code::NO_COMMON_SERVER)
        )
    }

    /// Whether Discord refused the content, not the place or the sender. Another form may be accepted.
    pub fn is_form(&self) -> bool {
        const OF_THE_PLACE: [i64; 9] = [
            code::UNKNOWN_CHANNEL,
            code::UNKNOWN_GUILD,
            code::UNKNOWN_MESSAGE,
            code::MISSING_ACCESS,
            code::MISSING_PERMISSIONS,
            code::THREAD_ARCHIVED,
            code::THREAD_EXISTS,
            code::THREAD_LOCKED,
            code::TOO_MANY_THREADS,
        ];
        matches!(self, Self::Refused { status, code, .. }
            if !matches!(status, 401 | 403 | 429) && !OF_THE_PLACE.contains(code))
    }

    /// Converts serenity's error, which comes from building a request.
    pub fn from_serenity(error: serenity::Error) -> Self {
        match error {
            // An address may contain an interaction's token, which must not be logged.
            serenity::Error::Http(HttpError::Request(error)) => {
                Self::Unanswered(chain(&error.without_url()))
            }
            other => Self::Unanswered(chain(&other)),
        }
    }
}

/// Returns an error with all its causes on one line.
pub fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}
