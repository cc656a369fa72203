//! What ladders say.

use super::model::{Event, Ladder};
use crate::db::journal::Journal;
use crate::db::{Connection, StoreError};
use crate::discord::ui::Composed;
use crate::kernel::Message;
use crate::kernel::contests;

/// Returns the news of an event; `None` if it is not announced.
#[must_use]
pub fn news(
    journal: &Journal,
    before: Option<&Ladder>,
    after: &Ladder,
    event: &Event,
) -> Option<Composed> {
    let _ = (journal, before, after, event);
    None
}

/// Returns the post with the order of a ladder.
pub(crate) fn order(db: &Connection, journal: &Journal) -> Result<Option<Message>, StoreError> {
    let loaded = contests::load::<Ladder>(db, journal.id)?;
    Ok(loaded.map(|loaded| -> Message { Box::new(Composed::text(loaded.journal.name)) }))
}
