//! What leagues say.

use super::model::{Event, League};
use crate::db::journal::{Journal, JournalPost};
use crate::db::{Connection, StoreError};
use crate::discord::ui::Composed;
use crate::kernel::Message;
use crate::kernel::contests;

/// Returns the name of a division by its index: `Division A` is the highest.
#[must_use]
pub fn division_name(index: usize) -> String {
    match u8::try_from(index).ok().filter(|index| *index < 26) {
        Some(index) => format!("Division {}", char::from(b'A' + index)),
        None => format!("Division {}", index + 1),
    }
}

/// Returns the news of an event; `None` if it is not announced.
#[must_use]
pub fn news(journal: &Journal, after: &League, event: &Event) -> Option<Composed> {
    let _ = (journal, after, event);
    None
}

/// Returns the content of a post of a league.
pub(crate) fn post(
    db: &Connection,
    journal: &Journal,
    post: &JournalPost,
) -> Result<Option<Message>, StoreError> {
    let loaded = contests::load::<League>(db, journal.id)?;
    let text = |loaded: contests::Loaded<League>| format!("{} {}", loaded.journal.name, post.slot);
    Ok(loaded.map(|loaded| -> Message { Box::new(Composed::text(text(loaded))) }))
}
