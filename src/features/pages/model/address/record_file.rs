use strum::VariantArray;

/// A record of a match that everybody who has its link may have.
///
/// The bot's own text is not among them: it has the ids of people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray)]
pub enum RecordFile {
    Pgn,
    Sgf,
    Json,
    Columns,
}

impl RecordFile {
    /// Returns the file's name in an address.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pgn => "match.pgn",
            Self::Sgf => "match.sgf",
            Self::Json => "match.json",
            Self::Columns => "columns.txt",
        }
    }
}
