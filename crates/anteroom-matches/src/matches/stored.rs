//! The stored form of parts of events, where it is not that of their types.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::ids::UserId;
use super::player::{Level, Player};
use super::team::types::Team;
use crate::people::Zone;

/// For each line `name: Type as Stored, write, read;`, makes the module of `#[serde(with = "name")]`.
macro_rules! stored {
    ($($name:ident: $type:ty as $stored:ty, $write:expr, $read:expr;)*) => {$(
        pub(super) mod $name {
            use super::*;

            pub(in crate::matches) fn serialize<S: serde::Serializer>(
                value: &$type,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                let write: fn(&$type) -> $stored = $write;
                write(value).serialize(serializer)
            }

            pub(in crate::matches) fn deserialize<'de, D: serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<$type, D::Error> {
                let read: fn($stored) -> Result<$type, String> = $read;
                read(<$stored>::deserialize(deserializer)?).map_err(serde::de::Error::custom)
            }
        }
    )*};
}

pub(super) use stored;

// In the events of matches, a person is a number.
stored! {
    person: UserId as u64, |user| user.0, |number| Ok(UserId(number));
    any_person: Option<UserId> as Option<u64>,
        |user| user.map(|user| user.0),
        |number| Ok(number.map(UserId));
    seconds: Duration as u64, Duration::as_secs, |seconds| Ok(Duration::from_secs(seconds));
    quartiles: Option<[Duration; 3]> as Option<[u64; 3]>,
        |times| times.map(|times| times.map(|time| time.as_secs())),
        |seconds| Ok(seconds.map(|times| times.map(Duration::from_secs)));
    zone: Zone as String,
        |zone| zone.name().to_owned(),
        |name| Zone::named(&name).map_err(|error| error.to_string());
    accepted: Player as Accepted,
        |player| Accepted { by: number(*player), computer: level(*player), team: player.team() },
        |of| player(of.by, of.computer, of.team)?.ok_or_else(|| String::from("nobody accepted"));
    invited: Option<Player> as Invited,
        |player| Invited {
            invited: player.and_then(number),
            invited_computer: player.and_then(level),
            invited_team: player.and_then(Player::team),
        },
        |of| player(of.invited, of.invited_computer, of.invited_team);
}

#[derive(Serialize, Deserialize)]
struct Accepted {
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    computer: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    team: Option<Team>,
}

#[derive(Serialize, Deserialize)]
struct Invited {
    #[serde(skip_serializing_if = "Option::is_none")]
    invited: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    invited_computer: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    invited_team: Option<Team>,
}

fn number(player: Player) -> Option<u64> {
    player.person().map(|user| user.0)
}

fn level(player: Player) -> Option<u8> {
    player.computer().map(Level::number)
}

/// Returns the player with a person's number, a computer's level, or the team; `None` for none of them.
fn player(
    person: Option<u64>,
    computer: Option<u8>,
    team: Option<Team>,
) -> Result<Option<Player>, String> {
    match (person, computer, team) {
        (None, None, None) => Ok(None),
        (Some(user), None, None) => Ok(Some(Player::Person(UserId(user)))),
        (None, Some(level), None) => Ok(Some(Player::Computer(numbered(level)?))),
        (None, None, Some(team)) => Ok(Some(Player::Team(team))),
        _ => Err(String::from("a player is of two kinds")),
    }
}

/// Returns the level with a number, or a sentence if no level has it.
pub(super) fn numbered(level: u8) -> Result<Level, String> {
    Level::numbered(level).ok_or_else(|| format!("there is no computer of level {level}"))
}
