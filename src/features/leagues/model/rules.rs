//! What a league is set up with.

use serde::{Deserialize, Serialize};

use super::divisions::LEAST_PEOPLE;
use super::refusal::Refusal;
use crate::features::leagues::press::kind::Kind;
use crate::games::Values;
use crate::matches::{ContestName, TimeControl, stored_options};

/// The allowed values of [`Rules::size`].
pub const SIZES: std::ops::RangeInclusive<u32> = 4..=10;

/// The allowed values of [`Rules::play_offs`] besides 0, which means none.
pub const PLAY_OFFS: [u32; 3] = [2, 4, 8];

/// The allowed values of [`Rules::least`].
pub const LEAST: std::ops::RangeInclusive<u32> = 4..=100;

/// What a league is set up with. Only [`Rules::play_offs`] can change later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    pub name: ContestName,
    /// The key of the game.
    pub game: String,
    /// The game's settings, with all defaults filled in.
    #[serde(with = "stored_options")]
    pub options: Values,
    /// The people of a division: exactly in a quick league, about as many otherwise.
    pub size: u32,
    /// How often each pair meets: once or twice.
    pub legs: u32,
    pub kind: Kind,
    pub clock: TimeControl,
    /// The days of a season.
    pub days: u32,
    /// How many people a season waits for. Older leagues wait for 4.
    #[serde(default = "least")]
    pub least: u32,
    /// How many people play in the play-offs that decide the champion of a season; 0 without play-offs.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub play_offs: u32,
}

/// Returns the number of people that leagues waited for which did not say it.
const fn least() -> u32 {
    *SIZES.start()
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
        if !LEAST.contains(&self.least) {
            return Err(Refusal::Least(self.least));
        }
        check_play_offs(self.play_offs, self.kind)
    }

    /// Whether the champion of a season is decided by play-offs.
    pub const fn has_play_offs(&self) -> bool {
        self.play_offs > 0
    }

    /// Returns how many people a season needs.
    pub fn least_people(&self) -> usize {
        usize::try_from(self.least).map_or(LEAST_PEOPLE, |least| least.max(LEAST_PEOPLE))
    }
}

/// Checks the number of people of play-offs.
pub(super) fn check_play_offs(size: u32, kind: Kind) -> Result<(), Refusal> {
    match (size, kind) {
        (0, _) => Ok(()),
        (_, Kind::Quick) => Err(Refusal::QuickPlayOffs),
        (size, Kind::Seasonal) if PLAY_OFFS.contains(&size) => Ok(()),
        (size, Kind::Seasonal) => Err(Refusal::PlayOffs(size)),
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form that serde asks for"
)]
pub(super) const fn is_zero(number: &u32) -> bool {
    *number == 0
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
            least: 5,
            play_offs: 0,
        }
    }

    #[test]
    fn a_number_out_of_range_is_refused() {
        for size in [0, 3, 11] {
            let refused = Rules { size, ..rules() }.check();
            assert_eq!(refused, Err(Refusal::Size(size)));
        }
        for least in [0, 3, 101] {
            let refused = Rules { least, ..rules() }.check();
            assert_eq!(refused, Err(Refusal::Least(least)));
        }
        for play_offs in [1, 3, 16] {
            let refused = Rules {
                play_offs,
                ..rules()
            };
            assert_eq!(refused.check(), Err(Refusal::PlayOffs(play_offs)));
        }
        for play_offs in [0, 2, 4, 8] {
            let fits = Rules {
                play_offs,
                ..rules()
            };
            assert_eq!(fits.check(), Ok(()));
        }
        let quick = Rules {
            play_offs: 4,
            kind: Kind::Quick,
            ..rules()
        };
        assert_eq!(quick.check(), Err(Refusal::QuickPlayOffs));
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
            r#"{"name":"Autumn League","game":"a-game","options":{},"size":8,"legs":1,"kind":"seasonal","clock":"5d+12h","days":35,"least":5}"#
        );
        let older = json.replace(r#","least":5"#, "");
        let read: Rules = serde_json::from_str(&older).expect("rules of an older league");
        assert_eq!(read.least, 4);
        assert_eq!(serde_json::from_str::<Rules>(&json).expect("rules"), rules);
    }
}
