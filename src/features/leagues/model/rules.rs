//! What a league is set up with.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::kind::Kind;
use super::length::season_days;
use super::refusal::Refusal;
use crate::matches::TimeControl;

/// The most characters of a league's name.
pub const MOST_NAME: usize = 40;

/// The least and the most people of a division, as the organiser chooses it.
pub const SIZES: std::ops::RangeInclusive<u32> = 4..=10;

/// What the organiser of a new league asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub name: String,
    /// The key of the game.
    pub game: String,
    /// The game's settings, with all defaults filled in.
    pub options: BTreeMap<String, String>,
    pub size: u32,
    pub legs: u32,
    pub kind: Kind,
    pub clock: TimeControl,
}

/// What stays the same for the whole life of a league.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    pub name: String,
    /// The key of the game.
    pub game: String,
    pub options: BTreeMap<String, String>,
    /// The most people of a division.
    pub size: u32,
    /// How often each pair meets: once or twice.
    pub legs: u32,
    pub kind: Kind,
    #[serde(with = "clock_text")]
    pub clock: TimeControl,
    /// The days of a season.
    pub days: u32,
}

impl Draft {
    /// Checks a draft, and works out the length of a season.
    ///
    /// `usual_turns` is the game's usual number of turns a player.
    ///
    /// # Errors
    ///
    /// The name, the size, the number of legs or the clock is not allowed.
    pub fn rules(self, usual_turns: u32) -> Result<Rules, Refusal> {
        let name = league_name(&self.name)?;
        if !SIZES.contains(&self.size) {
            return Err(Refusal::Size(self.size));
        }
        if !(1..=2).contains(&self.legs) {
            return Err(Refusal::Legs(self.legs));
        }
        Ok(Rules {
            name,
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

/// Returns the name of a league as it is kept, without spaces around it.
///
/// A name is shown in posts and in the alternative text of pictures, so it must have no line breaks, no markup and no mentions.
///
/// # Errors
///
/// The name is empty, too long, or has a character that Discord or a reader could misread.
pub fn league_name(typed: &str) -> Result<String, Refusal> {
    let name = typed.trim();
    let length = name.chars().count();
    if length == 0 || length > MOST_NAME {
        return Err(Refusal::NameLength);
    }
    // `://` makes a link. Invisible characters and those that turn the direction of text are no part of a name.
    let unreadable = |c: char| c.is_control() || is_invisible(c);
    let markup = |c: char| "*_~`|<>@#[]()\\:".contains(c);
    if name.chars().any(|c| unreadable(c) || markup(c)) || !name.chars().any(char::is_alphanumeric)
    {
        return Err(Refusal::NameCharacters);
    }
    // Several spaces would be shown as one.
    Ok(name.split_whitespace().collect::<Vec<_>>().join(" "))
}

const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// A clock as its text, `5d+12h`.
mod clock_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::matches::TimeControl;

    pub fn serialize<S: Serializer>(clock: &TimeControl, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(clock)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<TimeControl, D::Error> {
        String::deserialize(from)?.parse().map_err(Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> Draft {
        Draft {
            name: String::from(" Autumn  League "),
            game: String::from("a-game"),
            options: BTreeMap::new(),
            size: 8,
            legs: 1,
            kind: Kind::Seasonal,
            clock: "5d+12h".parse().expect("a clock"),
        }
    }

    #[test]
    fn a_name_is_trimmed() {
        let rules = draft().rules(25).expect("rules");
        assert_eq!((&*rules.name, rules.days), ("Autumn League", 35));
        assert!(league_name(&"é".repeat(40)).is_ok());
        assert!(league_name("Liga 7! Ça va? – B'nai & Co.").is_ok());
    }

    #[test]
    fn a_name_that_discord_would_change_is_refused() {
        for name in ["", "   ", &"x".repeat(41)] {
            assert_eq!(league_name(name), Err(Refusal::NameLength), "{name:?}");
        }
        let bad = [
            "a\nb",
            "a\rb",
            "a\u{2028}b",
            "**a**",
            "a_b_",
            "`a`",
            "||a||",
            "~~a~~",
            "<@1>",
            "@everyone",
            "<#1>",
            "# A",
            "> a",
            "[a](b)",
            "a\\b",
            "a\u{202e}b",
            "a\u{200b}b",
            "\u{3164}",
            "--",
            "https://a.b",
            ":smile:",
        ];
        for name in bad {
            assert_eq!(league_name(name), Err(Refusal::NameCharacters), "{name:?}");
        }
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
