use strum::{IntoStaticStr, VariantNames};

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
