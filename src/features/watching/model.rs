use strum::{IntoStaticStr, VariantNames};

use crate::matches::MatchId;

/// Why a match is not followed, or a note not stored.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum WatchingRefusal {
    FollowsOwn(MatchId),
    TooManyFollowers {
        /// The limit.
        most: u32,
    },
    FollowsTooMany {
        /// The limit.
        most: u32,
    },
    NoSuchTurn {
        ply: u32,
        /// The number of turns.
        last: u32,
    },
    TooManyNotes {
        /// The limit.
        most: u32,
    },
}
