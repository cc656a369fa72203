use strum::{IntoStaticStr, VariantNames};

/// Why a choice on a board, a planned line or a typed turn is refused, apart from the rules of the match.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum PlayRefusal {
    RematchDeclined,
    OldOffer,
    /// The text that waited for the choice of a match was replaced or has expired.
    NotKept,
    /// The picker was replaced by a newer one, or has expired.
    PickerTaken,
    /// Another press in the same picker was handled first, from another device or a double press.
    PickedAlready,
    MadeAlready {
        /// The number of entries of the record before it.
        ply: u32,
        /// The turn as players write it.
        turn: String,
    },
    NotOnOffer,
    /// The match no longer follows the line that is being picked.
    PlanLeft {
        /// The match's current ply.
        ply: u32,
    },
    NoSuchLesson,
    NothingToAnswer {
        turn: String,
    },
    NoSuchLine(
        /// The number.
        u32,
    ),
}
