//! How an event is written down: a kind and a small JSON object. Reading takes fields it does not know in its stride,
//! so that later versions may add some.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::board::Seat;
use crate::games::Values;
use crate::matches::{
    ChannelId, Exhibition, Fact, GuildId, Level, Moment, Place, Player, Proposal, UserId,
};

#[derive(Serialize, Deserialize)]
struct ProposedBody {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    guild: Option<u64>,
    channel: u64,
    game: String,
    /// Absent: the first version.
    #[serde(default = "first_version", skip_serializing_if = "is_first_version")]
    rules_version: u32,
    #[serde(default)]
    options: BTreeMap<String, String>,
    time: String,
    challenger: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    invited: Option<u64>,
    /// The level of a computer that was challenged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    invited_computer: Option<u8>,
    seat: SeatName,
    #[serde(default)]
    seat_drawn: bool,
    /// The level of the computer that plays in the challenger's place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exhibited: Option<u8>,
    /// The time between two turns of the computers, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    interval: Option<u64>,
}

#[derive(Serialize, Deserialize)]
struct ByBody {
    by: u64,
}

/// Who accepted: a person or a computer.
#[derive(Serialize, Deserialize)]
struct AcceptedBody {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    computer: Option<u8>,
}

#[derive(Serialize, Deserialize)]
struct ThawedBody {
    since: i64,
}

#[derive(Serialize, Deserialize)]
struct SeatBody {
    seat: SeatName,
}

#[derive(Serialize, Deserialize)]
struct TurnBody {
    seat: SeatName,
    text: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    conditional: bool,
}

#[derive(Serialize, Deserialize)]
struct TakenBackBody {
    seat: SeatName,
    ply: u32,
    agreed: bool,
}

#[derive(Serialize, Deserialize)]
struct EmptyBody {}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SeatName {
    First,
    Second,
}

impl From<Seat> for SeatName {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::First => Self::First,
            Seat::Second => Self::Second,
        }
    }
}

impl From<SeatName> for Seat {
    fn from(seat: SeatName) -> Self {
        match seat {
            SeatName::First => Self::First,
            SeatName::Second => Self::Second,
        }
    }
}

/// Kind and body of an event.
pub(super) fn write(fact: &Fact) -> Result<(&'static str, String), serde_json::Error> {
    let seat = |seat: &Seat| {
        serde_json::to_string(&SeatBody {
            seat: (*seat).into(),
        })
    };
    let by = |by: &UserId| serde_json::to_string(&ByBody { by: by.0 });
    Ok(match fact {
        Fact::Proposed(proposal) => ("proposed", serde_json::to_string(&proposed(proposal))?),
        Fact::Accepted { by } => (
            "accepted",
            serde_json::to_string(&AcceptedBody {
                by: by.person().map(|user| user.0),
                computer: by.computer().map(Level::number),
            })?,
        ),
        Fact::Declined { by: who } => ("declined", by(who)?),
        Fact::Withdrawn => ("withdrawn", serde_json::to_string(&EmptyBody {})?),
        Fact::Expired => ("expired", serde_json::to_string(&EmptyBody {})?),
        Fact::Renewed => ("renewed", serde_json::to_string(&EmptyBody {})?),
        Fact::Thawed { since } => (
            "thawed",
            serde_json::to_string(&ThawedBody { since: since.0 })?,
        ),
        Fact::Turn {
            seat,
            text,
            conditional,
        } => (
            "turn",
            serde_json::to_string(&TurnBody {
                seat: (*seat).into(),
                text: text.clone(),
                conditional: *conditional,
            })?,
        ),
        Fact::TakebackAsked { seat: who } => ("takeback-asked", seat(who)?),
        Fact::TakebackDeclined { seat: who } => ("takeback-declined", seat(who)?),
        Fact::TakenBack { seat, ply, agreed } => (
            "taken-back",
            serde_json::to_string(&TakenBackBody {
                seat: (*seat).into(),
                ply: *ply,
                agreed: *agreed,
            })?,
        ),
        Fact::DrawOffered { seat: who } => ("draw-offered", seat(who)?),
        Fact::DrawDeclined { seat: who } => ("draw-declined", seat(who)?),
        Fact::DrawAgreed { seat: who } => ("draw-agreed", seat(who)?),
        Fact::Resigned { seat: who } => ("resigned", seat(who)?),
        Fact::Flagged { seat: who } => ("flagged", seat(who)?),
        Fact::Stopped { by: who } => ("stopped", by(who)?),
    })
}

/// The event of a kind and a body, or what is wrong with them.
pub(super) fn read(kind: &str, body: &str) -> Result<Fact, String> {
    fn parse<T: DeserializeOwned>(body: &str) -> Result<T, String> {
        serde_json::from_str(body).map_err(|error| error.to_string())
    }
    let seat = || parse::<SeatBody>(body).map(|body| body.seat.into());
    let by = || parse::<ByBody>(body).map(|body| UserId(body.by));
    Ok(match kind {
        "proposed" => Fact::Proposed(proposal(parse(body)?)?),
        "accepted" => {
            let AcceptedBody { by, computer } = parse(body)?;
            let by = player(by, computer)?.ok_or("nobody accepted")?;
            Fact::Accepted { by }
        }
        "declined" => Fact::Declined { by: by()? },
        "withdrawn" => Fact::Withdrawn,
        "expired" => Fact::Expired,
        "renewed" => Fact::Renewed,
        "thawed" => {
            let ThawedBody { since } = parse(body)?;
            Fact::Thawed {
                since: Moment(since),
            }
        }
        "turn" => {
            let TurnBody {
                seat,
                text,
                conditional,
            } = parse(body)?;
            Fact::Turn {
                seat: seat.into(),
                text,
                conditional,
            }
        }
        "takeback-asked" => Fact::TakebackAsked { seat: seat()? },
        "takeback-declined" => Fact::TakebackDeclined { seat: seat()? },
        "taken-back" => {
            let TakenBackBody { seat, ply, agreed } = parse(body)?;
            Fact::TakenBack {
                seat: seat.into(),
                ply,
                agreed,
            }
        }
        "draw-offered" => Fact::DrawOffered { seat: seat()? },
        "draw-declined" => Fact::DrawDeclined { seat: seat()? },
        "draw-agreed" => Fact::DrawAgreed { seat: seat()? },
        "resigned" => Fact::Resigned { seat: seat()? },
        "flagged" => Fact::Flagged { seat: seat()? },
        "stopped" => Fact::Stopped { by: by()? },
        other => {
            return Err(format!(
                "unknown kind \"{other}\", which a newer version may have written"
            ));
        }
    })
}

const fn first_version() -> u32 {
    1
}

const fn is_first_version(version: &u32) -> bool {
    *version == 1
}

/// A person's number, or a computer's level, as a player; `None` for neither.
fn player(person: Option<u64>, computer: Option<u8>) -> Result<Option<Player>, String> {
    match (person, computer) {
        (None, None) => Ok(None),
        (Some(user), None) => Ok(Some(Player::Person(UserId(user)))),
        (None, Some(level)) => Level::numbered(level)
            .map(|level| Some(Player::Computer(level)))
            .ok_or_else(|| format!("there is no computer of level {level}")),
        (Some(_), Some(_)) => Err(String::from("a player is both a person and a computer")),
    }
}

/// An exhibition, if it is one.
fn exhibition(level: Option<u8>, interval: Option<u64>) -> Result<Option<Exhibition>, String> {
    match (level, interval) {
        (None, None) => Ok(None),
        (Some(level), Some(interval)) => {
            let level = Level::numbered(level)
                .ok_or_else(|| format!("there is no computer of level {level}"))?;
            let every = Duration::from_secs(interval);
            Ok(Some(Exhibition { level, every }))
        }
        _ => Err(String::from("half an exhibition")),
    }
}

fn proposed(proposal: &Proposal) -> ProposedBody {
    ProposedBody {
        guild: proposal.place.guild.map(|guild| guild.0),
        channel: proposal.place.channel.0,
        game: proposal.game.clone(),
        rules_version: proposal.rules_version,
        options: proposal
            .options
            .iter()
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect(),
        time: proposal.time.to_string(),
        challenger: proposal.challenger.0,
        invited: proposal.invited.and_then(Player::person).map(|user| user.0),
        invited_computer: proposal
            .invited
            .and_then(Player::computer)
            .map(Level::number),
        seat: proposal.seat.into(),
        seat_drawn: proposal.seat_drawn,
        exhibited: proposal
            .exhibition
            .map(|exhibition| exhibition.level.number()),
        interval: proposal
            .exhibition
            .map(|exhibition| exhibition.every.as_secs()),
    }
}

fn proposal(body: ProposedBody) -> Result<Proposal, String> {
    Ok(Proposal {
        place: Place {
            guild: body.guild.map(GuildId),
            channel: ChannelId(body.channel),
        },
        game: body.game,
        rules_version: body.rules_version,
        options: Values::from_stored(body.options),
        time: body.time.parse().map_err(|error| format!("{error}"))?,
        challenger: UserId(body.challenger),
        invited: player(body.invited, body.invited_computer)?,
        seat: body.seat.into(),
        seat_drawn: body.seat_drawn,
        exhibition: exhibition(body.exhibited, body.interval)?,
    })
}
