//! Discord's errors: an HTTP status, a code, a sentence, and for an invalid body the invalid fields.

use serde_json::{Value, json};

/// The sandbox's errors, with the numbers and sentences of Discord's list of JSON error codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Code {
    Unauthorized,
    NotFound,
    MethodNotAllowed,
    ServerError,
    UnknownChannel,
    UnknownGuild,
    UnknownMember,
    UnknownMessage,
    UnknownUser,
    UnknownWebhook,
    UnknownInteraction,
    UnknownCommand,
    ChannelWrites,
    GuildWrites,
    TooManyCommands,
    OldEdits,
    TooLarge,
    AlreadyAcknowledged,
    TooManyFollowUps,
    Blocked,
    MissingAccess,
    NotInDirectMessages,
    EditOfAnother,
    EmptyMessage,
    CannotMessageUser,
    NoMutualServers,
    MissingPermissions,
    SystemMessage,
    InvalidWebhookToken,
    InvalidForm,
    InvalidVersion,
    ThreadArchived,
    InvalidJson,
    ReplyWithoutHistory,
    ThreadExists,
    ThreadLocked,
    TooManyThreads,
}

impl Code {
    const fn parts(self) -> (u16, u32, &'static str) {
        match self {
            Code::Unauthorized => (401, 0, "401: Unauthorized"),
            Code::NotFound => (404, 0, "404: Not Found"),
            Code::MethodNotAllowed => (405, 0, "405: Method Not Allowed"),
            Code::ServerError => (500, 0, "500: Internal Server Error"),
            Code::UnknownChannel => (404, 10003, "Unknown Channel"),
            Code::UnknownGuild => (404, 10004, "Unknown Guild"),
            Code::UnknownMember => (404, 10007, "Unknown Member"),
            Code::UnknownMessage => (404, 10008, "Unknown Message"),
            Code::UnknownUser => (404, 10013, "Unknown User"),
            Code::UnknownWebhook => (404, 10015, "Unknown Webhook"),
            Code::UnknownInteraction => (404, 10062, "Unknown interaction"),
            Code::UnknownCommand => (404, 10063, "Unknown application command"),
            Code::ChannelWrites => (
                429,
                20028,
                "The channel you are writing has hit the write rate limit.",
            ),
            Code::GuildWrites => (
                429,
                20029,
                "The write action you are performing on the server has hit the write rate limit.",
            ),
            Code::TooManyCommands => (
                400,
                30032,
                "Maximum number of application commands reached (100).",
            ),
            Code::OldEdits => (
                429,
                30046,
                "Maximum number of edits to messages older than 1 hour reached. Try again later.",
            ),
            Code::TooLarge => (413, 40005, "Request entity too large"),
            Code::AlreadyAcknowledged => (400, 40060, "Interaction has already been acknowledged."),
            Code::TooManyFollowUps => (
                400,
                40094,
                "This interaction has hit the maximum number of follow-up messages.",
            ),
            Code::Blocked => (
                403,
                40333,
                "Cloudflare is blocking your request. This can often be resolved by setting a proper User Agent.",
            ),
            Code::MissingAccess => (403, 50001, "Missing Access"),
            Code::NotInDirectMessages => (403, 50003, "Cannot execute action on a DM channel"),
            Code::EditOfAnother => (403, 50005, "Cannot edit a message authored by another user"),
            Code::EmptyMessage => (400, 50006, "Cannot send an empty message"),
            Code::CannotMessageUser => (403, 50007, "Cannot send messages to this user"),
            Code::NoMutualServers => (
                403,
                50278,
                "Cannot send messages to this user due to having no mutual guilds",
            ),
            Code::MissingPermissions => (403, 50013, "Missing Permissions"),
            Code::SystemMessage => (403, 50021, "Cannot execute action on a system message"),
            Code::InvalidWebhookToken => (401, 50027, "Invalid Webhook Token"),
            Code::InvalidForm => (400, 50035, "Invalid Form Body"),
            Code::InvalidVersion => (400, 50041, "Invalid API version"),
            Code::ThreadArchived => (400, 50083, "Thread is archived"),
            Code::InvalidJson => (400, 50109, "The request body contains invalid JSON."),
            Code::ReplyWithoutHistory => (
                400,
                160002,
                "Cannot reply without permission to read message history",
            ),
            Code::ThreadExists => (
                400,
                160004,
                "A thread has already been created for this message",
            ),
            Code::ThreadLocked => (400, 160005, "Thread is locked"),
            Code::TooManyThreads => (400, 160006, "Maximum number of active threads reached"),
        }
    }
}

/// An error response to the bot.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ApiError {
    pub status: u16,
    pub code: u32,
    pub message: String,
    /// For an invalid body: the tree of invalid fields.
    pub fields: Option<Value>,
    /// For a rate limit: the retry delay and the scope.
    pub retry: Option<Retry>,
}

/// The retry information of a 429 response.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Retry {
    pub after: f64,
    pub global: bool,
}

impl ApiError {
    /// Creates the error for too many requests.
    pub fn rate_limited(retry: Retry) -> ApiError {
        ApiError {
            status: 429,
            code: 0,
            message: "You are being rate limited.".to_owned(),
            fields: None,
            retry: Some(retry),
        }
    }

    /// Creates the error for too many edits of old messages.
    pub fn old_edits(after: f64) -> ApiError {
        ApiError {
            retry: Some(Retry {
                after,
                global: false,
            }),
            ..Code::OldEdits.into()
        }
    }

    /// Creates a refusal with this status and code.
    pub fn planned(status: u16, code: u32) -> ApiError {
        let known = [
            Code::ChannelWrites,
            Code::GuildWrites,
            Code::OldEdits,
            Code::TooManyFollowUps,
            Code::Blocked,
            Code::TooManyThreads,
        ];
        let known = known.iter().map(|known| known.parts());
        let sentence = known
            .filter(|(_, known, _)| *known == code)
            .map(|(_, _, sentence)| sentence)
            .next();
        let status = status.clamp(400, 499);
        ApiError {
            status,
            code,
            message: sentence.unwrap_or("A planned refusal.").to_owned(),
            fields: None,
            retry: (status == 429).then_some(Retry {
                after: 1.0,
                global: false,
            }),
        }
    }

    /// Creates a server error with any status from 500 on.
    pub fn server(status: u16) -> ApiError {
        let message = format!(
            "{status}: {}",
            if status == 502 {
                "Bad Gateway"
            } else {
                "Internal Server Error"
            }
        );
        ApiError {
            status,
            message,
            ..Code::ServerError.into()
        }
    }

    /// Whether the form of the request is invalid.
    pub fn is_form(&self) -> bool {
        let (status, code, _) = Code::InvalidForm.parts();
        (self.status, self.code) == (status, code)
    }

    /// Returns the body of the response.
    pub fn body(&self) -> Value {
        let mut body = json!({ "message": self.message, "code": self.code });
        if let Some(fields) = &self.fields {
            body["errors"] = fields.clone();
        }
        if let Some(retry) = self.retry {
            body["retry_after"] = json!(retry.after);
            body["global"] = json!(retry.global);
        }
        body
    }
}

impl From<Code> for ApiError {
    fn from(code: Code) -> Self {
        let (status, code, message) = code.parts();
        ApiError {
            status,
            code,
            message: message.to_owned(),
            fields: None,
            retry: None,
        }
    }
}
