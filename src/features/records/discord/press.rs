//! What buttons, menus and forms of this feature ask for.

use std::fmt;

use strum::{Display, EnumString, VariantArray};

use crate::discord::ui::custom_id::{PageStep, Part, printed, words};
use crate::matches::MatchId;

/// What pressing a component, or sending a form, asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Turn to a page of the records of a file that was brought along, in the message that lists them.
    ImportList {
        /// The number of the file.
        number: u32,
        /// The page, counted from 0.
        page: u32,
    },
    /// Look at the record that was chosen from such a page.
    ImportOpen {
        /// The number of the file.
        number: u32,
    },
    /// Turn over to another turn of a record that was brought along, in the message that shows it.
    ImportStep {
        /// Which record.
        import: Import,
        /// How many turns had been played on the board that is shown.
        ply: u32,
        to: PageStep,
    },
    /// Ask against whom to go on from a board of such a record.
    PlayOnFrom {
        /// Which record.
        import: Import,
        /// How many turns had been played on that board.
        ply: u32,
    },
    /// Go on from there.
    PlayOn {
        /// Which record.
        import: Import,
        /// How many turns had been played on that board.
        ply: u32,
        /// Against whom.
        how: PlayOn,
    },
    /// Write a match down as a file.
    Export {
        id: MatchId,
        /// The format's place in [`Format`](crate::features::records::formats::Format).
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

/// Against whom somebody goes on from a board of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantArray)]
pub enum PlayOn {
    /// The computer, with the first seat for oneself.
    #[strum(serialize = "first")]
    First,
    /// The computer, with the second seat for oneself.
    #[strum(serialize = "second")]
    Second,
    /// Anyone who accepts.
    #[strum(serialize = "anyone")]
    Anyone,
}

/// A record that somebody brought along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Import {
    /// The number of the file.
    pub number: u32,
    /// Which record of the file, counted from 0.
    pub record: u32,
}

impl Part for PlayOn {
    fn read(text: &str) -> Option<Self> {
        printed(text)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// `1790000000` for the only record of a file or its first one, else `1790000000-12`.
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

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.record {
            0 => write!(f, "{}", self.number),
            record => write!(f, "{}-{record}", self.number),
        }
    }
}
