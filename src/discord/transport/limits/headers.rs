use std::time::Duration;

/// The rate limit data of an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LimitHeaders {
    /// `x-ratelimit-bucket`.
    pub bucket: Option<String>,
    /// `x-ratelimit-limit`.
    pub limit: Option<u32>,
    /// `x-ratelimit-remaining`.
    pub remaining: Option<u32>,
    /// `x-ratelimit-reset-after`.
    pub reset_after: Option<Duration>,
    /// The data of a 429 answer that asks to wait.
    pub refused: Option<Refused>,
    /// Whether the answer counts towards the ban: 401, 403, and Discord's 429 except on shared resources.
    pub invalid: bool,
}

/// A 429 answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refused {
    /// The wait that Discord asks for; may be zero.
    pub after: Duration,
    /// Whether the limit applies to all requests of the bot.
    pub global: bool,
}
