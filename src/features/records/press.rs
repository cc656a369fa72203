//! The requests of this feature's buttons, menus and forms.

use std::fmt;

use strum::{Display, EnumString, VariantArray};

use crate::discord::ui::custom_id::{PageStep, Part, printed, printed_parts, words};
use crate::matches::MatchId;

words! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Press {
        /// Show a page of the records of an imported file, by its number, in the message with the list.
        "import-list" => ImportList { number: u32, page: u32 };
        /// Show the record chosen from that list.
        "import-open" => ImportOpen { number: u32 };
        /// Show another board of an imported record, in its message.
        "import" => ImportStep { import: Import, ply: u32, to: PageStep };
        /// Ask for the opponent for a match that continues from a board of the record.
        "play-on-from" => PlayOnFrom { import: Import, ply: u32 };
        /// Start that match.
        "play-on" => PlayOn { import: Import, ply: u32, how: PlayOn };
        /// Export a match as a file. `form` is the index of the format in
        /// [`Format`](crate::features::records::formats::Format).
        "export" => Export { id: MatchId, form: u8 };
        /// Export all of the person's finished matches as files.
        "export-all" => ExportAll;
        /// Ask for the format in which to export a match.
        "export-of" => AskExport(id: MatchId);
    }
}

/// The opponent for a match that continues a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantArray)]
pub enum PlayOn {
    /// The computer; the person has the first seat.
    #[strum(serialize = "first")]
    First,
    /// The computer; the person has the second seat.
    #[strum(serialize = "second")]
    Second,
    /// Any player who accepts.
    #[strum(serialize = "anyone")]
    Anyone,
}

/// The reference to an imported record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Import {
    /// The number of the file.
    pub number: u32,
    /// The record's index in the file, counted from 0.
    pub record: u32,
}

printed_parts!(PlayOn);

/// The text form: `1790000000` for the first record of a file, else `1790000000-12`.
impl Part for Import {
    fn read(text: &str) -> Option<Self> {
        let (file, record) = match text.split_once('-') {
            Some((file, record)) => (file, printed(record).filter(|record| *record > 0)?),
            None => (text, 0),
        };
        Some(Self {
            number: printed(file)?,
            record,
        })
    }
}

impl fmt::Display for Import {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.record {
            0 => write!(f, "{}", self.number),
            record => write!(f, "{}-{record}", self.number),
        }
    }
}
