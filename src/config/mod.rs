//! The configuration: a TOML file and the environment, read once at start.
//!
//! Every key may be in the file or in the environment, as `ANTEROOM_` and its name in capitals with `_`
//! for the dot. The environment wins. An unknown key or an invalid value is refused, with its name and the allowed
//! values: a bot that starts with a misspelt setting is worse than one that does not start.

mod error;
mod keys;
mod secrets;
mod shards;
mod token;
mod values;

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use tracing::Level;

pub use self::error::ConfigError;
use self::keys::{Given, PREFIX};
pub use self::keys::{KEYS, variable};
use self::secrets::Secrets;
pub use self::shards::Shards;
pub use self::token::Token;
use self::values::{
    api_url, grace, line, loopback, many, page, parsed, path, searches, site, token, token_file,
    value,
};
use crate::board::Theme;
use crate::matches::TimeControl;

/// The variable with the path of the configuration file. It belongs to the command line and is no key.
pub const FILE_VARIABLE: &str = "ANTEROOM_CONFIG";

/// The usual address on which pages are served.
const WEB: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8485);

/// The key of the token.
const TOKEN: &str = "discord.token";

/// The settings of a bot.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The bot's token. The sandbox needs none.
    pub token: Option<Token>,
    /// The scheme and host of Discord's API.
    pub api_url: String,
    /// The shards of this process; `None` for all.
    pub shards: Option<Shards>,
    /// The database file.
    pub database: PathBuf,
    /// The folder of the hourly backups; `None` for no backups.
    pub backups: Option<PathBuf>,
    /// The number of hours for which an hourly backup is kept.
    pub backup_hours: usize,
    /// The number of days for which a daily backup is kept.
    pub backup_days: usize,
    /// The address of `/healthz` and `/metrics` on this machine; `None` to serve neither.
    pub monitor: Option<SocketAddr>,
    /// The address on which pages are served.
    pub web_listen: SocketAddr,
    /// The scheme and host under which readers reach them; `None` to serve no pages.
    pub web_address: Option<String>,
    /// Whether a proxy on this machine passes requests for pages on.
    pub behind_proxy: bool,
    /// The maximum number of concurrent searches for computers; `None` for the number of cores minus one.
    pub searches: Option<NonZeroUsize>,
    /// The least severe level that is logged.
    pub log_level: Level,
    /// The default theme of boards.
    pub theme: Theme,
    /// The default time control of a match.
    pub time: TimeControl,
    /// The time in which a player may take back a turn that the opponent has not seen, without asking.
    pub takeback_grace: Duration,
    /// The name of the operator, for the users of the bot.
    pub operator_name: Option<String>,
    /// The operator's contact address.
    pub operator_contact: Option<String>,
    /// The address of the operator's privacy policy.
    pub operator_privacy: Option<String>,
    /// The address of the operator's terms of service.
    pub operator_terms: Option<String>,
}

impl Config {
    /// Reads the named configuration file, or `config.toml` if it exists, and the environment.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, a key is unknown, or a value is invalid.
    pub fn load(file: Option<&std::path::Path>) -> Result<Self, ConfigError> {
        let default = std::path::Path::new("config.toml");
        let path = file.or_else(|| default.exists().then_some(default));
        let text = match path {
            Some(path) => {
                let mut file = path.display().to_string();
                if Secrets::default().are_in(&file) {
                    file = String::from("the configuration file");
                }
                let text = std::fs::read_to_string(path);
                let text = text.map_err(|why| ConfigError::File {
                    file: file.clone(),
                    why: why.to_string(),
                })?;
                Some((file, text))
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

    /// Builds the configuration from a file (its name and text) and environment variables.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn read(
        file: Option<(&str, &str)>,
        variables: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, ConfigError> {
        let mut given = BTreeMap::new();
        let mut secrets = Secrets::default();
        let variables: Vec<_> = variables.into_iter().collect();
        for (name, value) in &variables {
            if *name == variable(TOKEN) {
                secrets.add(value);
            }
        }
        if let Some((name, text)) = file {
            let table = text.parse::<toml::Table>();
            let table = table.map_err(|error| ConfigError::not_toml(name, text, &error))?;
            let token = table
                .get("discord")
                .and_then(|discord| discord.get("token"));
            if let Some(token) = token.and_then(toml::Value::as_str) {
                secrets.add(token);
            }
            flatten(name, "", table, &secrets, &mut given)?;
        }
        for (name, value) in variables {
            // An empty variable counts as unset, as service managers and shells use it.
            if name == FILE_VARIABLE || value.is_empty() {
                continue;
            }
            let Some((key, _)) = KEYS.iter().find(|(key, _)| variable(key) == name) else {
                return Err(ConfigError::UnknownKey {
                    place: String::from("environment"),
                    key: secrets.shown_key(name),
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
        Self::from_values(&given, secrets)
    }

    fn from_values(
        given: &BTreeMap<&'static str, Given>,
        mut secrets: Secrets,
    ) -> Result<Self, ConfigError> {
        no_token_elsewhere(given, &secrets)?;
        // The example has an empty token, which counts as absent, so a token file may be named beside it.
        let has_token = given.get(TOKEN).is_some_and(|token| !token.is_blank());
        if has_token && given.contains_key("discord.token_file") {
            return Err(ConfigError::TwoTokens);
        }
        let token = match value(given, TOKEN, token)?.flatten() {
            Some(token) => Some(token),
            None => value(given, "discord.token_file", token_file)?.flatten(),
        };
        if let Some(token) = &token {
            secrets.add(token.reveal());
            no_token_elsewhere(given, &secrets)?;
        }
        Ok(Self {
            token,
            api_url: value(given, "discord.api_url", api_url)?
                .unwrap_or_else(|| String::from("https://discord.com")),
            shards: value(given, "discord.shards", parsed)?,
            database: value(given, "database.path", path)?
                .unwrap_or_else(|| PathBuf::from("anteroom.db")),
            backups: value(given, "backup.folder", path)?,
            backup_hours: value(given, "backup.hours", many)?.unwrap_or(24),
            backup_days: value(given, "backup.days", many)?.unwrap_or(14),
            monitor: value(given, "monitor.listen", loopback)?,
            web_listen: value(given, "web.listen", parsed)?.unwrap_or(WEB),
            web_address: value(given, "web.address", site)?,
            behind_proxy: value(given, "web.behind_proxy", parsed)?.unwrap_or(true),
            searches: value(given, "computers.searches", searches)?,
            log_level: value(given, "log.level", parsed)?.unwrap_or(Level::INFO),
            theme: value(given, "defaults.theme", parsed)?.unwrap_or_default(),
            time: value(given, "defaults.time", parsed)?.unwrap_or_default(),
            takeback_grace: value(given, "defaults.takeback_grace", grace)?
                .unwrap_or(Duration::from_secs(60)),
            operator_name: value(given, "operator.name", |text| line(text, 100))?,
            operator_contact: value(given, "operator.contact", |text| line(text, 200))?,
            operator_privacy: value(given, "operator.privacy", page)?,
            operator_terms: value(given, "operator.terms", page)?,
        })
    }
}

/// Refuses a token in another key: values are printed, and users of the bot see the operator's name and contact.
fn no_token_elsewhere(
    given: &BTreeMap<&'static str, Given>,
    secrets: &Secrets,
) -> Result<(), ConfigError> {
    let mut others = given.iter().filter(|(key, _)| **key != TOKEN);
    let misplaced = others.find(|(_, given)| match &given.value {
        toml::Value::String(text) => secrets.are_in(text),
        other => secrets.are_in(&other.to_string()),
    });
    misplaced.map_or(Ok(()), |(key, given)| {
        Err(ConfigError::Misplaced {
            place: given.place.clone(),
            key,
        })
    })
}

fn flatten(
    file: &str,
    above: &str,
    table: toml::Table,
    secrets: &Secrets,
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
                flatten(file, &key, inner, secrets, into)?;
            }
            (None, _) => {
                return Err(ConfigError::UnknownKey {
                    place: file.to_owned(),
                    key: secrets.shown_key(key),
                });
            }
        }
    }
    Ok(())
}
