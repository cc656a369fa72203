//! The messages of this feature.

pub(crate) mod exports;
pub(crate) mod imports;

pub use exports::{ask_export, export_buttons, exported, exported_all};
pub use imports::{import_list, import_page, imported, no_record, play_on, read_as};
