//! The button that leads to the web page of a contest.

use crate::db::journal::Journal;
use crate::discord::ui::composed::Button;
use crate::features::pages::press::Press;

/// Returns the button for the last post of a contest: no command leads to it any more.
pub(crate) fn of_closed(journal: &Journal) -> Option<Button> {
    let shows = journal.closed && journal.page.is_some();
    shows.then(|| Button::plain("Link", Press::ContestLink(journal.id)))
}

/// Returns the button for a person, if the bot serves pages and the contest has one or the person can make it.
pub(crate) fn button(journal: &Journal, organises: bool, has_pages: bool) -> Option<Button> {
    let shows = has_pages && (organises || journal.page.is_some());
    shows.then(|| Button::plain("Link", Press::ContestLink(journal.id)))
}
