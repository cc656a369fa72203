use super::keys::KEYS;
use super::secrets::Secrets;

/// The reason why a configuration is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// The file is not readable.
    #[error("{file}: {why}")]
    File {
        /// The path of the file.
        file: String,
        why: String,
    },
    /// The file is not TOML. The source is omitted, because it may contain the token.
    #[error("{file}, line {line}, column {column}: {why}")]
    NotToml {
        /// The path of the file.
        file: String,
        /// The line of the error, from 1.
        line: usize,
        /// The column of the error in characters, from 1.
        column: usize,
        why: String,
    },
    /// The key does not exist.
    #[error("{place}: there is no {}; the keys are {}", named(key), KEYS.map(|(name, _)| name).join(", "))]
    UnknownKey {
        /// The place of the key.
        place: String,
        /// The key; `None` if it may be a secret.
        key: Option<String>,
    },
    /// A token is in the value of a key that is shown to others.
    #[error(
        "{place}: {key} has a Discord token in it, which others can read there: move the token to discord.token, and reset it at Discord if it was shown"
    )]
    Misplaced {
        /// The place of the value.
        place: String,
        key: &'static str,
    },
    /// The value is invalid.
    #[error("{place}: {key} must be {allowed}{}", given.as_ref().map(|given| format!(", not {given}")).unwrap_or_default())]
    Value {
        /// The place of the value.
        place: String,
        key: &'static str,
        /// The allowed values.
        allowed: String,
        /// The given value; `None` for secrets.
        given: Option<String>,
    },
    /// Both the token and a token file are given.
    #[error("set discord.token or discord.token_file, not both")]
    TwoTokens,
}

impl ConfigError {
    /// Returns the error of invalid TOML: its place and reason, without the source.
    pub(super) fn not_toml(file: &str, text: &str, error: &toml::de::Error) -> Self {
        let mut secrets = Secrets::default();
        secrets.add_all_of(text);
        let why = error.message();
        let why = if secrets.are_in(why) {
            "this is not TOML"
        } else {
            why
        };
        let at = error.span().map_or(0, |span| span.start);
        let before = text.get(..at).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Self::NotToml {
            file: file.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            why: why.to_owned(),
        }
    }
}

/// Returns the words for an unknown key.
fn named(key: &Option<String>) -> String {
    match key {
        Some(key) => format!("key \"{key}\""),
        None => String::from("such key as one that is not shown here because it may be a secret"),
    }
}
