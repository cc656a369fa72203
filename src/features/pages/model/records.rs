use strum::VariantArray;

use super::RecordFile;
use crate::features::records::formats::Format;
use crate::matches::Match;

impl RecordFile {
    /// Returns the format in which it is written.
    pub const fn format(self) -> Format {
        match self {
            Self::Pgn => Format::Pgn,
            Self::Sgf => Format::Sgf,
            Self::Json => Format::ApGame,
            Self::Columns => Format::Columns,
        }
    }

    /// Returns the records that a match has now.
    pub fn offered(state: &Match) -> impl Iterator<Item = Self> {
        let offered: Vec<Format> = Format::offered(state).collect();
        let all = Self::VARIANTS.iter().copied();
        all.filter(move |file| offered.contains(&file.format()))
    }
}
