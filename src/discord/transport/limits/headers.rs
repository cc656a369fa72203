use std::time::Duration;

/// What an answer says about limits.
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
    /// Set for a 429 that asks to wait.
    pub refused: Option<Refused>,
    /// Whether it counts towards the ban: 401, 403, and 429 of Discord's own, but for those of shared resources.
    pub invalid: bool,
}

/// A 429.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refused {
    /// How long Discord asks to wait; may be nothing.
    pub after: Duration,
    /// Whether the limit is on everything that the bot does.
    pub global: bool,
}
