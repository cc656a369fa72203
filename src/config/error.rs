use super::keys::KEYS;

/// Why a configuration is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// The file is not TOML, or not readable.
    #[error("{file}: {why}")]
    File {
        /// Its path.
        file: String,
        /// What is wrong.
        why: String,
    },
    /// There is no such key.
    #[error("{place}: there is no key \"{key}\"; the keys are {}", KEYS.map(|(name, _)| name).join(", "))]
    UnknownKey {
        /// Where it stands.
        place: String,
        /// The key.
        key: String,
    },
    /// The value does not fit the key.
    #[error("{place}: {key} must be {allowed}{}", given.as_ref().map(|given| format!(", not {given}")).unwrap_or_default())]
    Value {
        /// Where it stands.
        place: String,
        /// The key.
        key: &'static str,
        /// What it may be.
        allowed: String,
        /// What it is; nothing for secrets.
        given: Option<String>,
    },
    /// Two keys say the same.
    #[error("set discord.token or discord.token_file, not both")]
    TwoTokens,
}
