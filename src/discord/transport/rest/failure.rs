use std::time::Duration;

use serenity::http::HttpError;

/// Discord's error codes that mean something to a match. The numbers are Discord's own.
pub mod code {
    /// The channel, or the thread, does not exist any more.
    pub const UNKNOWN_CHANNEL: i64 = 10003;
    /// The server does not exist any more, or the bot is not in it.
    pub const UNKNOWN_GUILD: i64 = 10004;
    /// The person is not in the server.
    pub const UNKNOWN_MEMBER: i64 = 10007;
    /// The message does not exist any more.
    pub const UNKNOWN_MESSAGE: i64 = 10008;
    /// There is no such person any more.
    pub const UNKNOWN_USER: i64 = 10013;
    /// Too many edits of messages older than an hour.
    pub const OLD_MESSAGE_EDITS: i64 = 30046;
    /// The interaction was answered already.
    pub const ALREADY_ANSWERED: i64 = 40060;
    /// The bot cannot see the channel.
    pub const MISSING_ACCESS: i64 = 50001;
    /// The bot may not do this here.
    pub const MISSING_PERMISSIONS: i64 = 50013;
    /// The person takes no messages from the bot.
    pub const NO_PRIVATE_MESSAGES: i64 = 50007;
    /// The person shares no server with the bot, and takes no messages from it.
    pub const NO_COMMON_SERVER: i64 = 50278;
    pub const THREAD_ARCHIVED: i64 = 50083;
    /// The message has a thread already.
    pub const THREAD_EXISTS: i64 = 160_004;
    pub const THREAD_LOCKED: i64 = 160_005;
    /// The server has as many active threads as it may have.
    pub const TOO_MANY_THREADS: i64 = 160_006;
}

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Failure {
    /// Too many requests: nothing was done, and the same will be done after this time.
    #[error("rate limited for {0:?}")]
    RateLimited(
        /// How long to wait.
        Duration,
        /// Whether the limit is on everything the bot does.
        bool,
    ),
    /// Discord understood and refused.
    #[error("Discord refused ({status}, code {code}): {message}")]
    Refused {
        /// The HTTP status, 400–499.
        status: u16,
        /// Discord's error code, see [`code`]; 0 when it gave none.
        code: i64,
        /// Discord's words.
        message: String,
    },
    /// Discord did not answer, or not sensibly: the request may have been carried out or not.
    #[error("Discord did not answer: {0}")]
    Unanswered(String),
}

impl Failure {
    /// Discord's error code, if it refused with one.
    #[must_use]
    pub fn code(&self) -> Option<i64> {
        match self {
            Self::Refused { code, .. } => Some(*code),
            _ => None,
        }
    }

    /// Whether Discord refused the content of a request, not its place or its sender: another form may be accepted.
    #[must_use]
    pub fn is_form(&self) -> bool {
        const OF_THE_PLACE: [i64; 10] = [
            code::UNKNOWN_CHANNEL,
            code::UNKNOWN_GUILD,
            code::UNKNOWN_MESSAGE,
            code::MISSING_ACCESS,
            code::MISSING_PERMISSIONS,
            code::THREAD_ARCHIVED,
            code::THREAD_EXISTS,
            code::THREAD_LOCKED,
            code::TOO_MANY_THREADS,
            code::OLD_MESSAGE_EDITS,
        ];
        matches!(self, Self::Refused { status, code, .. }
            if !matches!(status, 401 | 403 | 429) && !OF_THE_PLACE.contains(code))
    }

    /// Reads a failure off serenity's error, which comes of building a request.
    #[must_use]
    pub fn from_serenity(error: serenity::Error) -> Self {
        match error {
            // Addresses may hold an interaction's token, which belongs in no log.
            serenity::Error::Http(HttpError::Request(error)) => {
                Self::Unanswered(chain(&error.without_url()))
            }
            other => Self::Unanswered(chain(&other)),
        }
    }
}

/// An error with all its causes on one line.
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
