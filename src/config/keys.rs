//! The keys of the configuration, and the given values.

/// The prefix of all environment variables of the configuration.
pub(super) const PREFIX: &str = "ANTEROOM_";

/// Every key and its allowed values, in the order of `config.example.toml`.
pub const KEYS: [(&str, &str); 21] = [
    (
        "discord.token",
        "the bot's token, from the application's page at Discord",
    ),
    (
        "discord.token_file",
        "the path of a file that holds the token and nothing else",
    ),
    (
        "discord.api_url",
        "an address that begins with http:// or https:// and has neither a user name nor a path, such as https://discord.com",
    ),
    (
        "discord.shards",
        "the first and the last shard of this process and how many there are in all, such as 0-3/8; without it this process has all",
    ),
    ("database.path", "the path of the database file"),
    (
        "backup.folder",
        "the path of a folder; without it the bot makes no backups by itself",
    ),
    ("backup.hours", "a whole number from 0 to 10000, in quotes"),
    ("backup.days", "a whole number from 0 to 10000, in quotes"),
    (
        "monitor.listen",
        "an address of this machine alone with a port, such as 127.0.0.1:9464; without it there are no /healthz and no /metrics",
    ),
    (
        "web.listen",
        "an address with a port, such as 127.0.0.1:8485, which is the default",
    ),
    (
        "web.address",
        "an address that begins with https:// or http:// and has no path, such as https://games.example.org; without it there are no pages",
    ),
    (
        "web.behind_proxy",
        "true or false: whether a proxy on this machine passes requests on; true is the default",
    ),
    (
        "computers.searches",
        "a whole number from 1 to 64, in quotes; without it one fewer than there are cores",
    ),
    ("log.level", "one of error, warn, info, debug, trace"),
    (
        "defaults.theme",
        "one of light, dark, high-contrast, greyscale, wood",
    ),
    (
        "defaults.time",
        "days per move or bank + increment, such as 3d, 7d+12h or 15m+10s",
    ),
    (
        "defaults.takeback_grace",
        "a time of at most 10 minutes, such as 60s; 0s for none",
    ),
    (
        "operator.name",
        "the name of the operator, at most 100 characters",
    ),
    (
        "operator.contact",
        "how to reach the operator, such as an e-mail address, at most 200 characters",
    ),
    (
        "operator.privacy",
        "the address of the bot's privacy policy, which begins with https://, at most 200 characters",
    ),
    (
        "operator.terms",
        "the address of the bot's terms of service, which begins with https://, at most 200 characters",
    ),
];

/// A given value, and its place for messages.
pub(super) struct Given {
    pub(super) place: String,
    pub(super) value: toml::Value,
}

impl Given {
    /// Whether the value is a text of only white space.
    pub(super) fn is_blank(&self) -> bool {
        self.value
            .as_str()
            .is_some_and(|text| text.trim().is_empty())
    }
}

/// Returns the environment variable of a key.
pub fn variable(key: &str) -> String {
    format!("{PREFIX}{}", key.replace('.', "_").to_uppercase())
}
