//! Reading and writing the parts of an id, between its slashes.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::{OpponentChoice, PageStep};
use crate::discord::ui::pace::Pace;
use crate::games::lessons::LessonId;
use crate::matches::{Follow, JournalId, Level, MatchId, UserId};

/// The maximum length of a turn in an id, in characters: as many as fit beside the greatest numbers.
const MOST_TURN: usize = 64;

pub(crate) trait Part: Display + Sized {
    /// Reads exactly what [`Display`] writes.
    fn read(text: &str) -> Option<Self>;

    /// Returns the match that this part names.
    fn names_match(&self) -> Option<MatchId> {
        None
    }
}

impl Part for MatchId {
    fn read(text: &str) -> Option<Self> {
        printed(text).filter(|id| *id > 0).map(MatchId)
    }

    fn names_match(&self) -> Option<MatchId> {
        Some(*self)
    }
}

/// Makes parts of types that are read with [`printed`].
macro_rules! printed_parts {
    ($($part:ty)+) => {
        $(impl $crate::discord::ui::custom_id::Part for $part {
            fn read(text: &str) -> Option<Self> {
                $crate::discord::ui::custom_id::printed(text)
            }
        })+
    };
}

pub(crate) use printed_parts;

printed_parts!(u8 u32 u64 JournalId LessonId Pace Follow PageStep);

/// A person's id. Discord's ids are not 0 and have at most 63 bits.
impl Part for UserId {
    fn read(text: &str) -> Option<Self> {
        printed(text).filter(|id: &Self| (1..1 << 63).contains(&id.0))
    }
}

/// A turn or its beginning, unless the table names another reader.
impl Part for String {
    fn read(text: &str) -> Option<Self> {
        turn(text)
    }
}

/// `anyone`, `user-5`, `computer-2`, `match-12`.
impl Part for OpponentChoice {
    fn read(text: &str) -> Option<Self> {
        if text == "anyone" {
            return Some(Self::Anyone);
        }
        let (what, id) = text.split_once('-')?;
        Some(match what {
            "user" => Self::Person(Part::read(id)?),
            "computer" => Self::Computer(Level::numbered(printed(id)?)?),
            "match" => Self::Same(Part::read(id)?),
            _ => return None,
        })
    }

    fn names_match(&self) -> Option<MatchId> {
        match self {
            Self::Same(id) => Some(*id),
            _ => None,
        }
    }
}

impl Display for OpponentChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Anyone => f.write_str("anyone"),
            Self::Person(user) => write!(f, "user-{user}"),
            Self::Computer(level) => write!(f, "computer-{}", level.number()),
            Self::Same(id) => write!(f, "match-{id}"),
        }
    }
}

/// Reads a part only in the form in which it is written, so that reading and writing agree.
pub(crate) fn printed<P: FromStr + Display>(text: &str) -> Option<P> {
    text.parse::<P>()
        .ok()
        .filter(|part| part.to_string() == text)
}

/// Reads the text of a turn or of its beginning.
pub(crate) fn turn(text: &str) -> Option<String> {
    let fits = !text.is_empty()
        && text.len() <= MOST_TURN
        && text
            .bytes()
            .all(|b| (b' '..=b'~').contains(&b) && b != b'/');
    fits.then(|| text.to_owned())
}

/// Reads a game's key, whether or not the game still exists.
pub(crate) fn game(text: &str) -> Option<String> {
    let fits = !text.is_empty()
        && text.len() <= 32
        && text
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    fits.then(|| text.to_owned())
}

/// Reads the key of a panel's page, or an act on it.
pub(crate) fn word(text: &str) -> Option<String> {
    let fits = (1..=46).contains(&text.len())
        && text
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    fits.then(|| text.to_owned())
}

/// Reads the key of a pick, whether or not it is on offer.
pub(crate) fn key(text: &str) -> Option<String> {
    let fits = (1..=60).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
    fits.then(|| text.to_owned())
}
