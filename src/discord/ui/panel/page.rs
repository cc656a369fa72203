//! Pages, and how they are shown.

use super::tab::{Tab, framed};
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::composed::Composed;
use crate::discord::ui::reply::Reply;
use crate::kernel::BoxFuture;

/// A page of a panel.
pub(crate) struct Page {
    pub(crate) tab: Tab,
    pub(crate) turn: Turn,
}

/// Does what was asked for on a page in a word, which is empty where the page is only to be shown.
pub(crate) type Turn =
    for<'a> fn(&'a App, &'a mut Reply<'_>, &'a str) -> BoxFuture<'a, Result<Step, CommandError>>;

/// What came of it.
pub(crate) enum Step {
    /// The page.
    Shown(Composed),
    /// The page after a change, which it says.
    Saved(Composed),
    /// The interaction has its answer already: a form, for example.
    Answered,
}

/// Does something on a page, and shows it.
pub(crate) async fn show(
    app: &App,
    reply: &mut Reply<'_>,
    page: &Page,
    act: &str,
) -> Result<(), CommandError> {
    let (composed, saved) = match (page.turn)(app, reply, act).await? {
        Step::Shown(composed) => (composed, false),
        Step::Saved(composed) => (composed, true),
        Step::Answered => return Ok(()),
    };
    answer(app, reply, page.tab, composed, saved).await
}

/// Answers with a page.
pub(crate) async fn answer(
    app: &App,
    reply: &mut Reply<'_>,
    tab: Tab,
    composed: Composed,
    saved: bool,
) -> Result<(), CommandError> {
    let shown = framed(tab, &app.tabs, composed, saved);
    app.whisper_here(reply, shown).await
}
