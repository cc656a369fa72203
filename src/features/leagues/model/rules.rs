//! What a league is set up with.

use serde::{Deserialize, Serialize};

use super::kind::Kind;
use super::refusal::Refusal;
use crate::games::Values;
use crate::matches::{ContestName, TimeControl, stored_options};

/// The least and the most people of a division, as the organiser chooses it.
pub const SIZES: std::ops::RangeInclusive<u32> = 4..=10;

/// What stays the same for the whole life of a league.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    pub name: ContestName,
    /// The key of the game.
    pub game: String,
    /// The game's settings, with all defaults filled in.
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

impl Rules {
    /// Checks the numbers.
    pub fn check(&self) -> Result<(), Refusal> {
        if !SIZES.contains(&self.size) {
            return Err(Refusal::Size(self.size));
        }
        if !(1..=2).contains(&self.legs) {
            return Err(Refusal::Legs(self.legs));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Rules {
        Rules {
            name: ContestName::new("Autumn League").expect("a name"),
            game: String::from("a-game"),
            options: Values::default(),
            size: 8,
            legs: 1,
            kind: Kind::Seasonal,
            clock: "5d+12h".parse().expect("a clock"),
            days: 35,
        }
    }

    #[test]
    fn a_size_or_a_number_of_legs_out_of_range_is_refused() {
        for size in [0, 3, 11] {
            let refused = Rules { size, ..rules() }.check();
            assert_eq!(refused, Err(Refusal::Size(size)));
        }
        for legs in [0, 3] {
            let refused = Rules { legs, ..rules() }.check();
            assert_eq!(refused, Err(Refusal::Legs(legs)));
        }
    }

    #[test]
    fn rules_are_kept_as_plain_json() {
        let rules = rules();
        let json = serde_json::to_string(&rules).expect("JSON");
        assert_eq!(
            json,
            r#"{"name":"Autumn League","game":"a-game","options":{},"size":8,"legs":1,"kind":"seasonal","clock":"5d+12h","days":35}"#
        );
        assert_eq!(serde_json::from_str::<Rules>(&json).expect("rules"), rules);
    }
}
