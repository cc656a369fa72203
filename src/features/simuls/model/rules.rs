//! What a simul is set up with.

use std::ops::RangeInclusive;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::refusal::Refusal;
use crate::features::simuls::press::{HostChoice, Side};
use crate::games::Values;
use crate::matches::{EntryRule, RatingBand, TimeControl, stored_options};

/// How many people can play against the host.
pub const SEATS: RangeInclusive<u32> = 2..=25;

/// The longest time in which people take seats.
pub const GATHERING: Duration = Duration::from_hours(14 * 24);

/// The number of boards, begun or whole, for which the host has half of the others' time more.
pub const BOARDS_A_HALF: u32 = 10;

/// What stays the same for the whole life of a simul.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// The key of the game.
    pub game: String,
    /// The game's settings, with all defaults filled in.
    #[serde(with = "stored_options")]
    pub options: Values,
    /// Who plays against all others. Events hold the number of a computer's level, and nothing for a person.
    #[serde(
        rename = "computer",
        with = "stored_host",
        default,
        skip_serializing_if = "is_organiser"
    )]
    pub host: HostChoice,
    /// The clock of the people who take seats.
    pub clock: TimeControl,
    /// The number of seats.
    pub seats: u32,
    pub side: Side,
    /// Whether the boards count for ratings. Settings that make a game unrateable have precedence.
    pub rated: bool,
    /// The ratings with which people can take a seat; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<RatingBand>,
}

fn is_organiser(host: &HostChoice) -> bool {
    *host == HostChoice::Organiser
}

/// The stored form of the host: the number of a computer's level.
mod stored_host {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::HostChoice;
    use crate::matches::Level;

    pub(super) fn serialize<S: Serializer>(host: &HostChoice, to: S) -> Result<S::Ok, S::Error> {
        host.computer().map(Level::number).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<HostChoice, D::Error> {
        let Some(number) = Option::<u8>::deserialize(from)? else {
            return Ok(HostChoice::Organiser);
        };
        let level = Level::numbered(number);
        let unknown = || D::Error::custom(format!("there is no computer of level {number}"));
        level.map(HostChoice::Computer).ok_or_else(unknown)
    }
}

impl Side {
    /// Whether the host moves first on a board, counted from 1.
    pub const fn is_first_on(self, board: u32) -> bool {
        match self {
            Side::First => true,
            Side::Second => false,
            Side::Alternating => board % 2 == 1,
        }
    }
}

impl Rules {
    /// Checks the numbers.
    pub fn check(&self) -> Result<(), Refusal> {
        match SEATS.contains(&self.seats) {
            true => Ok(()),
            false => Err(Refusal::Seats(self.seats)),
        }
    }

    /// Returns the clock of the host with a number of boards: half of each time more for every [`BOARDS_A_HALF`] boards or
    /// part of them. The clock of a computer never runs, so it is that of the others.
    pub fn host_clock(&self, boards: u32) -> TimeControl {
        match self.host {
            HostChoice::Computer(_) => self.clock,
            HostChoice::Organiser => self
                .clock
                .longer_by_halves(boards.div_ceil(BOARDS_A_HALF).max(1)),
        }
    }

    /// Returns who can take a seat.
    pub fn entry(&self) -> EntryRule {
        self.ratings.map_or(EntryRule::Everyone, EntryRule::Ratings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::Level;

    fn rules() -> Rules {
        Rules {
            game: String::from("a-game"),
            options: Values::default(),
            host: HostChoice::Organiser,
            clock: "5d+12h".parse().expect("a clock"),
            seats: 8,
            side: Side::Alternating,
            rated: true,
            ratings: None,
        }
    }

    #[test]
    fn rules_are_kept_as_plain_json() {
        let json = serde_json::to_string(&rules()).expect("JSON");
        assert_eq!(
            json,
            r#"{"game":"a-game","options":{},"clock":"5d+12h","seats":8,"side":"alternating","rated":true}"#
        );
        let read: Rules = serde_json::from_str(&json).expect("rules");
        assert_eq!(read, rules());
        let computer = Rules {
            host: HostChoice::Computer(Level::Club),
            ..rules()
        };
        let json = serde_json::to_string(&computer).expect("JSON");
        assert_eq!(
            json,
            r#"{"game":"a-game","options":{},"computer":3,"clock":"5d+12h","seats":8,"side":"alternating","rated":true}"#
        );
        let read: Rules = serde_json::from_str(&json).expect("rules");
        assert_eq!(read, computer);
        assert!(serde_json::from_str::<Rules>(&json.replace(":3", ":6")).is_err());
        for seats in [0, 1, 26] {
            let refused = Rules { seats, ..rules() };
            assert_eq!(refused.check(), Err(Refusal::Seats(seats)));
        }
        assert_eq!(rules().check(), Ok(()));
    }

    #[test]
    fn host_has_more_time_with_more_boards() {
        for (boards, clock) in [
            (2, "7d12h+18h"),
            (10, "7d12h+18h"),
            (11, "10d+1d"),
            (20, "10d+1d"),
            (21, "12d12h+1d6h"),
            (25, "12d12h+1d6h"),
        ] {
            assert_eq!(rules().host_clock(boards).to_string(), clock, "{boards}");
        }
        let long = Rules {
            clock: "365d".parse().expect("a clock"),
            ..rules()
        };
        assert_eq!(long.host_clock(25).to_string(), "365d");
        let computer = Rules {
            host: HostChoice::Computer(Level::Club),
            ..rules()
        };
        assert_eq!(computer.host_clock(25), computer.clock);
    }
}
