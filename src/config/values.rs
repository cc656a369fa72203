//! Parsers of values: each returns the value of a text, or the allowed values.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use url::Url;

use super::Token;
use super::error::ConfigError;
use super::keys::{Given, KEYS};

/// Keys whose value is never shown: it is or may be a secret, or may contain a password.
const SECRET: [&str; 3] = ["discord.token", "discord.token_file", "discord.api_url"];

/// The maximum number of characters of a shown value.
const MOST_SHOWN: usize = 40;

/// Returns the value of a key. The error of `read` may be more precise than [`KEYS`].
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
        // Of all values only these are usually written without quotes.
        toml::Value::Boolean(is) => read(is.to_string()),
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
        given: shown(key, value),
    })
}

/// Returns the part of a value that a message may show; `None` if it may be a secret. A token may be in
/// any key by mistake, and is longer than the values of these keys.
fn shown(key: &str, value: &toml::Value) -> Option<String> {
    let text = value.to_string();
    (!SECRET.contains(&key) && text.chars().count() <= MOST_SHOWN).then_some(text)
}

/// Reads the token; `None` for an empty one, as in the example.
pub(super) fn token(text: String) -> Result<Option<Token>, String> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    Token::new(&text).map(Some).ok_or_else(|| {
        String::from("the bot's token, which has no white space and nothing beyond ASCII")
    })
}

/// Reads the token from a file.
pub(super) fn token_file(path: String) -> Result<Option<Token>, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|why| format!("the path of a readable file ({why})"))?;
    token(text).map_err(|allowed| format!("the path of a file that holds {allowed}"))
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

/// Reads the maximum number of concurrent searches.
pub(super) fn searches(text: String) -> Result<NonZeroUsize, String> {
    let number = text.trim().parse().ok();
    number
        .filter(|number: &NonZeroUsize| number.get() <= 64)
        .ok_or_else(String::new)
}

/// Reads a line of text that is not blank.
pub(super) fn line(text: String, most: usize) -> Result<String, String> {
    let text = text.trim();
    let fits = (1..=most).contains(&text.chars().count()) && !text.chars().any(char::is_control);
    if fits {
        Ok(text.to_owned())
    } else {
        Err(String::new())
    }
}

/// Reads the address of a page.
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

/// Reads the scheme and host under which pages are reached.
pub(super) fn site(text: String) -> Result<String, String> {
    let text = text.trim().trim_end_matches('/');
    // Without a path, a query or a user name, what is left of the address is the origin.
    let origin = Url::parse(text).ok().map(|url| url.origin());
    let origin = origin.filter(url::Origin::is_tuple);
    let origin = origin.map(|origin| origin.ascii_serialization());
    let fits = text.starts_with("http") && origin.as_deref() == Some(text);
    fits.then(|| text.to_owned()).ok_or_else(String::new)
}

/// Reads an address on this machine. The monitor has no authentication.
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

/// Reads the address of an API. Requests carry the token in place of a user name and password.
pub(super) fn api_url(text: String) -> Result<String, String> {
    let text = text.trim().trim_end_matches('/');
    let fits = Url::parse(text).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.username().is_empty()
            && url.password().is_none()
            && url.path() == "/"
            && url.query().is_none()
            && url.fragment().is_none()
    });
    if fits {
        Ok(text.to_owned())
    } else {
        Err(String::new())
    }
}
