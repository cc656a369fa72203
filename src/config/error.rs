use super::keys::KEYS;

/// Why a configuration is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// The file is not readable.
    #[error("{file}: {why}")]
    File {
        /// Its path.
        file: String,
        why: String,
    },
    /// The file is not TOML. The source is left out: it may hold the token.
    #[error("{file}, line {line}, column {column}: {why}")]
    NotToml {
        /// Its path.
        file: String,
        /// Where it is wrong, counted from 1.
        line: usize,
        /// See `line`; counted from 1, in characters.
        column: usize,
        why: String,
    },
    /// There is no such key.
    #[error("{place}: there is no key \"{key}\"; the keys are {}", KEYS.map(|(name, _)| name).join(", "))]
    UnknownKey {
        /// Where it stands.
        place: String,
        key: String,
    },
    /// The value does not fit the key.
    #[error("{place}: {key} must be {allowed}{}", given.as_ref().map(|given| format!(", not {given}")).unwrap_or_default())]
    Value {
        /// Where it stands.
        place: String,
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

impl ConfigError {
    /// Says where a file is not TOML, and why, without showing anything of it.
    pub(super) fn not_toml(file: &str, text: &str, error: &toml::de::Error) -> Self {
        let at = error.span().map_or(0, |span| span.start);
        let before = text.get(..at).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Self::NotToml {
            file: file.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            why: error.message().to_owned(),
        }
    }
}
