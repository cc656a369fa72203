//! The requests of this feature's buttons, menus and forms.

use std::fmt;

use strum::{Display, EnumString, VariantArray};

use crate::discord::ui::custom_id::{PageStep, Part, printed, words};
use crate::matches::MatchId;

/// The request of a pressed component or a sent form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Show a page of the records of an imported file, in the message with the list.
    ImportList {
        /// The number of the file.
        number: u32,
        /// The page, counted from 0.
        page: u32,
    },
    /// Show the record chosen from that list.
    ImportOpen {
        /// The number of the file.
        number: u32,
    },
    ImportStep {
        /// Show another board of an imported record, in its message.
        import: Import,
        /// The number of turns before the shown board.
        ply: u32,
        to: PageStep,
    },
    /// Ask for the opponent for a match that continues from a board of the record.
    PlayOnFrom {
        import: Import,
        /// The number of turns before that board.
        ply: u32,
    },
    /// Start that match.
    PlayOn {
        import: Import,
        /// The number of turns before that board.
        ply: u32,
        /// The opponent.
        how: PlayOn,
    },
    /// Export a match as a file.
    Export {
        id: MatchId,
        /// The format's index in [`Format`](crate::features::records::formats::Format).
        form: u8,
    },
}

words! {
    Press;
    "import-list" => ImportList { number, page };
    "import-open" => ImportOpen { number };
    "import" => ImportStep { import, ply, to };
    "play-on-from" => PlayOnFrom { import, ply };
    "play-on" => PlayOn { import, ply, how };
    "export" => Export { id, form };
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

impl Part for PlayOn {
    fn read(text: &str) -> Option<Self> {
        printed(text)
    }
}

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
