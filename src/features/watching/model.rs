use strum::{IntoStaticStr, VariantNames};

use crate::matches::MatchId;

/// Why a match is not followed.
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
}

/// Why a note is not stored.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum HistoryRefusal {
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
