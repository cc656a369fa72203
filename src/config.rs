//! The configuration: a TOML file and the environment, read once at start.
//!
//! Every key may stand in the file or in the environment, where it is called `ANTEROOM_` and its name in capitals with
//! `_` for the dot. The environment wins. An unknown key or a value that does not fit is refused with its name and
//! what is allowed: a bot that starts with a misspelt setting is worse than one that does not start.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use tracing::Level;

use crate::board::Theme;
use crate::matches::TimeControl;

/// What every variable of ours begins with.
const PREFIX: &str = "ANTEROOM_";

/// The variable that names the configuration file itself; it is the command line's, not a key.
pub const FILE_VARIABLE: &str = "ANTEROOM_CONFIG";

/// Every key and what it may be, in the order of `config.example.toml`.
pub const KEYS: [(&str, &str); 8] = [
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
        "an address that begins with http:// or https:// and has no path, such as https://discord.com",
    ),
    ("database.path", "the path of the database file"),
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
];

/// The settings of a bot.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The bot's token; none is needed for the sandbox.
    pub token: Option<Secret>,
    /// Where Discord is: scheme and host.
    pub api_url: String,
    /// The database file.
    pub database: PathBuf,
    /// The least serious events that are logged.
    pub log_level: Level,
    /// The look of boards.
    pub theme: Theme,
    /// The clock of a match for which nothing else is agreed.
    pub time: TimeControl,
    /// How long a turn that nobody has seen may be taken back without asking.
    pub takeback_grace: Duration,
}

/// A text that is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

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

/// Where the file's text comes from, for messages.
struct Given {
    place: String,
    value: toml::Value,
}

impl Given {
    /// Whether it is a text of nothing but white space.
    fn is_blank(&self) -> bool {
        self.value
            .as_str()
            .is_some_and(|text| text.trim().is_empty())
    }
}

impl Config {
    /// Reads the configuration file, if one is named or `config.toml` is there, and the environment.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, an unknown key, or a value that does not fit.
    pub fn load(file: Option<&std::path::Path>) -> Result<Self, ConfigError> {
        let default = std::path::Path::new("config.toml");
        let path = file.or_else(|| default.exists().then_some(default));
        let text = match path {
            Some(path) => {
                let text = std::fs::read_to_string(path);
                let text = text.map_err(|why| ConfigError::File {
                    file: path.display().to_string(),
                    why: why.to_string(),
                })?;
                Some((path.display().to_string(), text))
            }
            None => None,
        };
        let variables = std::env::vars_os().filter_map(|(name, value)| {
            let name = name
                .into_string()
                .ok()
                .filter(|name| name.starts_with(PREFIX))?;
            Some((name, value.to_string_lossy().into_owned()))
        });
        Self::read(
            text.as_ref()
                .map(|(name, text)| (name.as_str(), text.as_str())),
            variables,
        )
    }

    /// Makes the configuration of a file (its name and text) and of environment variables.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn read(
        file: Option<(&str, &str)>,
        variables: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, ConfigError> {
        let mut given = BTreeMap::new();
        if let Some((name, text)) = file {
            let table = text.parse::<toml::Table>();
            let table = table.map_err(|why| ConfigError::File {
                file: name.to_owned(),
                why: why.to_string().trim_end().to_owned(),
            })?;
            flatten(name, "", table, &mut given)?;
        }
        for (name, value) in variables {
            // An empty variable counts as unset: that is how service managers and shells switch one off.
            if name == FILE_VARIABLE || value.is_empty() {
                continue;
            }
            let Some((key, _)) = KEYS.iter().find(|(key, _)| variable(key) == name) else {
                return Err(ConfigError::UnknownKey {
                    place: String::from("environment"),
                    key: name,
                });
            };
            let place = format!("environment variable {name}");
            given.insert(
                *key,
                Given {
                    place,
                    value: toml::Value::String(value),
                },
            );
        }
        Self::settle(&given)
    }

    fn settle(given: &BTreeMap<&'static str, Given>) -> Result<Self, ConfigError> {
        // The example has an empty token, which stands for none: a token file may be named beside it.
        let has_token = given
            .get("discord.token")
            .is_some_and(|token| !token.is_blank());
        if has_token && given.contains_key("discord.token_file") {
            return Err(ConfigError::TwoTokens);
        }
        let token = match value(given, "discord.token", Ok)? {
            Some(token) if has_token => Some(token),
            _ => value(given, "discord.token_file", |path| {
                std::fs::read_to_string(&path)
                    .map_err(|why| format!("the path of a readable file ({why})"))
            })?,
        };
        // Copied tokens often bring white space or the scheme along.
        let token = token
            .map(|token| token.trim().trim_start_matches("Bot ").to_owned())
            .filter(|token| !token.is_empty());
        Ok(Self {
            token: token.map(Secret),
            api_url: value(given, "discord.api_url", api_url)?
                .unwrap_or_else(|| String::from("https://discord.com")),
            database: value(given, "database.path", |path| {
                if path.is_empty() {
                    Err(String::new())
                } else {
                    Ok(PathBuf::from(path))
                }
            })?
            .unwrap_or_else(|| PathBuf::from("anteroom.db")),
            log_level: value(given, "log.level", parsed)?.unwrap_or(Level::INFO),
            theme: value(given, "defaults.theme", parsed)?.unwrap_or_default(),
            time: value(given, "defaults.time", parsed)?.unwrap_or_default(),
            takeback_grace: value(given, "defaults.takeback_grace", grace)?
                .unwrap_or(Duration::from_secs(60)),
        })
    }
}

/// The environment variable of a key.
#[must_use]
pub fn variable(key: &str) -> String {
    format!("{PREFIX}{}", key.replace('.', "_").to_uppercase())
}

fn flatten(
    file: &str,
    above: &str,
    table: toml::Table,
    into: &mut BTreeMap<&'static str, Given>,
) -> Result<(), ConfigError> {
    for (name, value) in table {
        let key = if above.is_empty() {
            name
        } else {
            format!("{above}.{name}")
        };
        match (KEYS.iter().find(|(known, _)| *known == key), value) {
            (Some((known, _)), value) => {
                into.insert(
                    known,
                    Given {
                        place: file.to_owned(),
                        value,
                    },
                );
            }
            (None, toml::Value::Table(inner))
                if KEYS
                    .iter()
                    .any(|(known, _)| known.starts_with(&format!("{key}."))) =>
            {
                flatten(file, &key, inner, into)?;
            }
            (None, _) => {
                return Err(ConfigError::UnknownKey {
                    place: file.to_owned(),
                    key,
                });
            }
        }
    }
    Ok(())
}

/// The value of a key, read by `read`, whose error may say more precisely what is allowed than [`KEYS`] does.
fn value<T>(
    given: &BTreeMap<&'static str, Given>,
    key: &'static str,
    read: impl FnOnce(String) -> Result<T, String>,
) -> Result<Option<T>, ConfigError> {
    let Some(Given { place, value }) = given.get(key) else {
        return Ok(None);
    };
    let read = match value {
        toml::Value::String(text) => read(text.clone()),
        _ => Err(String::from("a text in quotes")),
    };
    read.map(Some).map_err(|allowed| ConfigError::Value {
        place: place.clone(),
        key,
        allowed: match (
            allowed.is_empty(),
            KEYS.iter().find(|(name, _)| *name == key),
        ) {
            (true, Some((_, allowed))) => (*allowed).to_owned(),
            _ => allowed,
        },
        given: (key != "discord.token").then(|| value.to_string()),
    })
}

fn parsed<T: FromStr>(text: String) -> Result<T, String> {
    text.parse().map_err(|_| String::new())
}

fn grace(text: String) -> Result<Duration, String> {
    let time = humantime::parse_duration(text.trim()).ok();
    time.filter(|time| *time <= Duration::from_mins(10))
        .ok_or_else(String::new)
}

fn api_url(text: String) -> Result<String, String> {
    let url = text.trim_end_matches('/');
    let host = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', ' ']) => {
            Ok(url.to_owned())
        }
        _ => Err(String::new()),
    }
}

impl Secret {
    /// A secret.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The text itself, for the one place that needs it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}
