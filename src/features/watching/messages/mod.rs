pub(crate) mod describe;
pub(crate) mod follows;
pub(crate) mod history;
pub(crate) mod notes;
mod refusal;
pub(crate) mod share;
mod threads;

pub use describe::{LAST, WHOLE, description};
pub use follows::follow;
pub use history::history;
pub(crate) use notes::published;
pub use notes::{note_form, noted, notes};
pub use share::share;
pub use threads::threads_warning;
