//! The requests of this feature's buttons, menus and forms.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::discord::ui::custom_id::draft::{self, Want};
use crate::discord::ui::custom_id::{Part, printed, words};
use crate::matches::{JournalId, Level, RatingBand};

words! {
    /// The request of a pressed component or a sent form. A simul is the number of its journal.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Press {
        /// Show the person's page of a simul.
        "simul" => Show(simul: JournalId);
        /// Show all boards.
        "simul-boards" => Boards(simul: JournalId);
        "simul-sit" => Sit(simul: JournalId);
        /// Take a seat whose board is not rated.
        "simul-sit-unrated" => SitUnrated(simul: JournalId);
        "simul-leave" => Leave(simul: JournalId);
        "simul-start" => Start(simul: JournalId);
        /// Ask whether the host really cancels the simul.
        "simul-cancel" => AskCancel(simul: JournalId);
        "simul-cancel-yes" => Cancel(simul: JournalId);
        /// Show the page on which a simul of a game is set up.
        "simul-new" => New { game: String as game };
        /// Show the page after a button has changed a setting of a new simul.
        "simul-draft" => Draft(draft: Draft);
        /// Change a setting of a new simul that is chosen in a menu.
        "simul-set" => Set { want: Want, draft: Draft };
        /// Change the number of seats of a new simul to the one chosen in a menu.
        "simul-seats" => Seats(draft: Draft);
        /// Show the page on which the host of a new simul and their side are chosen.
        "simul-host" => Host(draft: Draft);
        /// Change the host of a new simul to the one chosen in a menu.
        "simul-by" => HostedBy(draft: Draft);
        /// Change the side of the host of a new simul to the one chosen in a menu.
        "simul-side" => HostMoves(draft: Draft);
        /// Ask for the ratings with which people can take a seat, or set them.
        "simul-rate" => Ratings(draft: Draft);
        /// Create a simul.
        "simul-make" => Create(draft: Draft);
    }
}

/// What a host has chosen for a new simul.
pub type Draft = draft::Draft<Own>;

/// The settings of a [`Draft`] that only simuls have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Own {
    pub seats: u32,
    pub side: Side,
    pub rated: bool,
    pub host: HostChoice,
    pub ratings: RatingBand,
}

/// Who plays against all others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HostChoice {
    /// The person who sets the simul up.
    #[default]
    Organiser,
    Computer(Level),
}

impl HostChoice {
    /// Returns the level of a computer; `None` for a person.
    pub const fn computer(self) -> Option<Level> {
        match self {
            Self::Organiser => None,
            Self::Computer(level) => Some(level),
        }
    }

    /// Returns the choice of a computer's level, or of the person for `None`.
    pub fn of(computer: Option<Level>) -> Self {
        computer.map_or(Self::Organiser, Self::Computer)
    }
}

/// The side that the host has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The host moves first on every board.
    First,
    /// The host moves second on every board.
    Second,
    /// The host moves first on every other board, beginning with the first one.
    Alternating,
}

/// The text form: `25ar`, `h3` if a computer of level 3 is the host, and the bounds of the rating if there are some:
/// `25arh31400-1700c`.
impl Part for Own {
    fn read(text: &str) -> Option<Self> {
        let digits = text.find(|c: char| !c.is_ascii_digit())?;
        let (seats, rest) = text.split_at_checked(digits)?;
        let mut rest = rest.chars();
        let side = Side::read(rest.next()?)?;
        let rated = match rest.next()? {
            'r' => true,
            'u' => false,
            _ => return None,
        };
        let (host, bounds) = read_host(rest.as_str())?;
        Some(Self {
            seats: printed(seats)?,
            side,
            rated,
            host,
            ratings: read_band(bounds)?,
        })
    }
}

impl Side {
    /// Returns the letter for the side in ids and menus.
    pub const fn letter(self) -> char {
        match self {
            Self::First => 'f',
            Self::Second => 's',
            Self::Alternating => 'a',
        }
    }

    /// Returns the side with a letter.
    pub const fn read(letter: char) -> Option<Self> {
        match letter {
            'f' => Some(Self::First),
            's' => Some(Self::Second),
            'a' => Some(Self::Alternating),
            _ => None,
        }
    }
}

/// Reads the host at the beginning of a text, and returns what follows.
fn read_host(text: &str) -> Option<(HostChoice, &str)> {
    let Some(text) = text.strip_prefix('h') else {
        return Some((HostChoice::Organiser, text));
    };
    let (level, rest) = text.split_at_checked(1)?;
    let level = Level::numbered(printed(level)?)?;
    Some((HostChoice::Computer(level), rest))
}

fn read_band(text: &str) -> Option<RatingBand> {
    if text.is_empty() {
        return Some(RatingBand::default());
    }
    let (bounds, certain) = match text.strip_suffix('c') {
        Some(bounds) => (bounds, true),
        None => (text, false),
    };
    let (lowest, highest) = bounds.split_once('-')?;
    let bound = |text: &str| match text {
        "" => Some(None),
        text => printed(text).map(Some),
    };
    let band = RatingBand {
        lowest: bound(lowest)?,
        highest: bound(highest)?,
        certain,
    };
    // No bounds are written as no text.
    (band != RatingBand::default()).then_some(band)
}

impl fmt::Display for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rated = if self.rated { 'r' } else { 'u' };
        write!(f, "{}{}{rated}", self.seats, self.side.letter())?;
        if let HostChoice::Computer(level) = self.host {
            write!(f, "h{}", level.number())?;
        }
        if self.ratings == RatingBand::default() {
            return Ok(());
        }
        let bound = |bound: Option<u16>| bound.map_or_else(String::new, |bound| bound.to_string());
        let certain = if self.ratings.certain { "c" } else { "" };
        let [lowest, highest] = [self.ratings.lowest, self.ratings.highest].map(bound);
        write!(f, "{lowest}-{highest}{certain}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(lowest: Option<u16>, highest: Option<u16>, certain: bool) -> Own {
        Own {
            seats: 25,
            side: Side::Alternating,
            rated: true,
            host: HostChoice::Organiser,
            ratings: RatingBand {
                lowest,
                highest,
                certain,
            },
        }
    }

    #[test]
    fn longest_draft_fits_an_id_and_is_read_again() {
        let set = |draft| Press::Set {
            want: Want::Setup,
            draft,
        };
        let longest = Own {
            host: HostChoice::Computer(Level::Master),
            ..own(Some(1400), Some(1700), true)
        };
        draft::longest_fit(&longest, [set, Press::Ratings, Press::Draft, Press::Seats]);
        draft::longest_fit(
            &longest,
            [
                Press::Create,
                Press::Host,
                Press::HostedBy,
                Press::HostMoves,
            ],
        );
    }

    #[test]
    fn bounds_of_ratings_are_read_as_they_were_written() {
        for (own, text) in [
            (own(None, None, false), "25ar"),
            (own(Some(1400), None, false), "25ar1400-"),
            (own(None, Some(1700), true), "25ar-1700c"),
            (own(None, None, true), "25ar-c"),
        ] {
            assert_eq!(own.to_string(), text);
            assert_eq!(Own::read(text), Some(own));
            let text = text.replace('r', "rh5");
            let host = HostChoice::Computer(Level::Master);
            let own = Own { host, ..own };
            assert_eq!(own.to_string(), text);
            assert_eq!(Own::read(&text), Some(own));
        }
        for text in [
            "", "25", "25a", "25xr", "25ax", "025ar", "25ar-", "25ar1-2x", "25arh", "25arh0",
            "25arh6", "25arh51",
        ] {
            assert_eq!(Own::read(text), None, "{text}");
        }
    }
}
