//! What a league is set up with.

use serde::{Deserialize, Serialize};

use super::kind::Kind;
use super::length::season_days;
use super::refusal::Refusal;
use crate::games::Values;
use crate::matches::{ContestName, TimeControl, stored_options};

/// The least and the most people of a division, as the organiser chooses it.
pub const SIZES: std::ops::RangeInclusive<u32> = 4..=10;

/// What the organiser of a new league asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub name: ContestName,
    /// The key of the game.
    pub game: String,
    /// The game's settings, with all defaults filled in.
    pub options: Values,
    pub size: u32,
    pub legs: u32,
    pub kind: Kind,
    pub clock: TimeControl,
}

/// What stays the same for the whole life of a league.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    pub name: ContestName,
    /// The key of the game.
    pub game: String,
    #[serde(with = "stored_options")]
    pub options: Values,
    /// The most people of a division.
    pub size: u32,
    /// How often each pair meets: once or twice.
    pub legs: u32,
    pub kind: Kind,
    pub clock: TimeControl,
    /// The days of a season.
    pub days: u32,
}

impl Draft {
    /// Checks a draft, and works out the length of a season.
    ///
    /// `usual_turns` is the game's usual number of turns a player.
    pub fn rules(self, usual_turns: u32) -> Result<Rules, Refusal> {
        if !SIZES.contains(&self.size) {
            return Err(Refusal::Size(self.size));
        }
        if !(1..=2).contains(&self.legs) {
            return Err(Refusal::Legs(self.legs));
        }
        Ok(Rules {
            name: self.name,
            days: season_days(self.kind, self.clock, usual_turns)?,
            game: self.game,
            options: self.options,
            size: self.size,
            legs: self.legs,
            kind: self.kind,
            clock: self.clock,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> Draft {
        Draft {
            name: ContestName::new("Autumn League").expect("a name"),
            game: String::from("a-game"),
            options: Values::default(),
            size: 8,
            legs: 1,
            kind: Kind::Seasonal,
            clock: "5d+12h".parse().expect("a clock"),
        }
    }

    #[test]
    fn rules_know_the_length_of_a_season() {
        assert_eq!(draft().rules(25).map(|rules| rules.days), Ok(35));
    }

    #[test]
    fn a_size_or_a_number_of_legs_out_of_range_is_refused() {
        for size in [0, 3, 11] {
            let refused = Draft { size, ..draft() }.rules(25);
            assert_eq!(refused, Err(Refusal::Size(size)));
        }
        for legs in [0, 3] {
            let refused = Draft { legs, ..draft() }.rules(25);
            assert_eq!(refused, Err(Refusal::Legs(legs)));
        }
    }

    #[test]
    fn rules_are_kept_as_plain_json() {
        let rules = draft().rules(25).expect("rules");
        let json = serde_json::to_string(&rules).expect("JSON");
        assert_eq!(
            json,
            r#"{"name":"Autumn League","game":"a-game","options":{},"size":8,"legs":1,"kind":"seasonal","clock":"5d+12h","days":35}"#
        );
        assert_eq!(serde_json::from_str::<Rules>(&json).expect("rules"), rules);
    }
}
