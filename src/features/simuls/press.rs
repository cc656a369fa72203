//! The requests of this feature's buttons, menus and forms.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::discord::ui::custom_id::draft::{self, Want};
use crate::discord::ui::custom_id::{Part, printed, words};
use crate::matches::{JournalId, RatingBand};

words! {
    /// The request of a pressed component or a sent form. A simul is the number of its journal.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Press {
        /// Show the person's page of a simul.
        "simul" => Show(simul: JournalId);
        /// Show all boards.
        "simul-boards" => Boards(simul: JournalId);
        "simul-sit" => Sit(simul: JournalId);
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
    pub ratings: RatingBand,
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

/// The text form: `25ar`, and the bounds of the rating if there are some: `25ar1400-1700c`.
impl Part for Own {
    fn read(text: &str) -> Option<Self> {
        let digits = text.find(|c: char| !c.is_ascii_digit())?;
        let (seats, rest) = text.split_at_checked(digits)?;
        let mut rest = rest.chars();
        let side = match rest.next()? {
            'f' => Side::First,
            's' => Side::Second,
            'a' => Side::Alternating,
            _ => return None,
        };
        let rated = match rest.next()? {
            'r' => true,
            'u' => false,
            _ => return None,
        };
        Some(Self {
            seats: printed(seats)?,
            side,
            rated,
            ratings: read_band(rest.as_str())?,
        })
    }
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
        let side = match self.side {
            Side::First => 'f',
            Side::Second => 's',
            Side::Alternating => 'a',
        };
        let rated = if self.rated { 'r' } else { 'u' };
        write!(f, "{}{side}{rated}", self.seats)?;
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
        let longest = own(Some(1400), Some(1700), true);
        draft::longest_fit(&longest, [set, Press::Ratings, Press::Draft, Press::Seats]);
        draft::longest_fit(&longest, [set, Press::Create, Press::Draft, Press::Seats]);
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
        }
        for text in [
            "", "25", "25a", "25xr", "25ax", "025ar", "25ar-", "25ar1-2x",
        ] {
            assert_eq!(Own::read(text), None, "{text}");
        }
    }
}
