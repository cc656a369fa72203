//! What it says.

pub(crate) mod archive;
pub(crate) mod imports;

pub use archive::{ON_A_PAGE, archive, export_buttons, exported, exported_all};
pub use imports::{import_list, import_page, imported, no_record, play_on, read_as};
