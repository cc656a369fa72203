//! How values are read: each function takes a text and gives what it stands for, or what would be allowed.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use super::error::ConfigError;
use super::keys::{Given, KEYS};

/// The value of a key, read by `read`, whose error may say more precisely what is allowed than [`KEYS`] does.
pub(super) fn value<T>(
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

pub(super) fn parsed<T: FromStr>(text: String) -> Result<T, String> {
    text.parse().map_err(|_| String::new())
}

pub(super) fn path(text: String) -> Result<PathBuf, String> {
    if text.is_empty() {
        Err(String::new())
    } else {
        Ok(PathBuf::from(text))
    }
}

pub(super) fn many(text: String) -> Result<usize, String> {
    let number = text.trim().parse().ok();
    number
        .filter(|number| *number <= 10_000)
        .ok_or_else(String::new)
}

/// How many searches there may be at once.
pub(super) fn searches(text: String) -> Result<NonZeroUsize, String> {
    let number = text.trim().parse().ok();
    number
        .filter(|number: &NonZeroUsize| number.get() <= 64)
        .ok_or_else(String::new)
}

/// A line of text that is not blank.
pub(super) fn line(text: String, most: usize) -> Result<String, String> {
    let text = text.trim();
    let fits = (1..=most).contains(&text.chars().count()) && !text.chars().any(char::is_control);
    if fits {
        Ok(text.to_owned())
    } else {
        Err(String::new())
    }
}

/// The address of a page.
pub(super) fn page(text: String) -> Result<String, String> {
    let address = line(text, 200)?;
    let fits = address
        .strip_prefix("https://")
        .is_some_and(|rest| !rest.is_empty() && !rest.contains([' ', '<', '>', '(', ')']));
    if fits {
        Ok(address)
    } else {
        Err(String::new())
    }
}

/// What is served there is for this machine: nobody is asked who they are.
pub(super) fn loopback(text: String) -> Result<SocketAddr, String> {
    let address = text.trim().parse().ok();
    address
        .filter(|address: &SocketAddr| address.ip().is_loopback())
        .ok_or_else(String::new)
}

pub(super) fn grace(text: String) -> Result<Duration, String> {
    let time = humantime::parse_duration(text.trim()).ok();
    time.filter(|time| *time <= Duration::from_mins(10))
        .ok_or_else(String::new)
}

pub(super) fn api_url(text: String) -> Result<String, String> {
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
