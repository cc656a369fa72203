//! `/play` with a game's settings as separate options.

use loopback_discord::{Answer, Place};
use serde_json::Value;

/// The options of the command itself.
const OPTIONS: [&str; 13] = [
    "game", "opponent", "computer", "setup", "time", "colour", "rated", "days-off", "only",
    "finished", "range", "against", "interval",
];

/// Sends `/play`. Options that the command does not have become settings of the game in `setup`.
pub async fn challenges<K: Into<String>, V: Into<Value>>(
    place: &Place,
    game: &str,
    options: impl IntoIterator<Item = (K, V)>,
) -> Answer {
    let mut given = vec![(String::from("game"), Value::from(game))];
    let mut setup = Vec::new();
    for (key, value) in options {
        let (key, value) = (key.into(), value.into());
        if OPTIONS.contains(&key.as_str()) {
            given.push((key, value));
            continue;
        }
        match value.as_str() {
            Some(word) => setup.push(format!("{key} {word}")),
            None => setup.push(format!("{key} {value}")),
        }
    }
    if !setup.is_empty() {
        given.push((String::from("setup"), Value::from(setup.join(", "))));
    }
    place.command("play", given).await
}
