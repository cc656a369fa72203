//! Pages of panels and how they are shown.

use super::tab::{Panel, Tab, framed};
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::Result;
use crate::discord::ui::composed::Composed;
use crate::discord::ui::reply::Reply;
use crate::kernel::BoxFuture;

pub(crate) struct Page {
    /// The place of its tab: tabs are in ascending order.
    pub(crate) place: u8,
    pub(crate) tab: Tab,
    pub(crate) turn: Turn,
}

impl Page {
    pub(crate) const fn new(
        panel: Panel,
        key: &'static str,
        title: &'static str,
        turn: Turn,
    ) -> Self {
        let tab = Tab { panel, key, title };
        let place = u8::MAX;
        Self { place, tab, turn }
    }

    /// Puts the tab of the page in this place; those without a place come last, in the order of features.
    pub(crate) const fn at(self, place: u8) -> Self {
        Self { place, ..self }
    }
}

/// A handler that performs an act. An empty act only shows the page.
pub(crate) type Turn =
    for<'a> fn(&'a App, &'a mut Reply<'_>, &'a str) -> BoxFuture<'a, Result<Step>>;

/// The result of an act.
pub(crate) enum Step {
    /// The page.
    Shown(Composed),
    /// The page after a change.
    Saved(Composed),
    /// The act has answered the interaction itself, for example with a form.
    Answered,
}

impl Step {
    /// Returns the page after an act, as saved unless the act is empty.
    pub(crate) fn after(act: &str, page: Composed) -> Self {
        Self::of(!act.is_empty(), page)
    }

    /// Returns the page, as saved or not.
    pub(crate) fn of(saved: bool, page: Composed) -> Self {
        if saved {
            Self::Saved(page)
        } else {
            Self::Shown(page)
        }
    }
}

/// Runs an act on a page and shows the page.
pub(crate) async fn show(app: &App, reply: &mut Reply<'_>, page: &Page, act: &str) -> Result {
    let (composed, saved) = match (page.turn)(app, reply, act).await? {
        Step::Shown(composed) => (composed, false),
        Step::Saved(composed) => (composed, true),
        Step::Answered => return Ok(()),
    };
    answer(app, reply, page.tab, composed, saved).await
}

/// Answers with a page in its frame.
pub(crate) async fn answer(
    app: &App,
    reply: &mut Reply<'_>,
    tab: Tab,
    composed: Composed,
    saved: bool,
) -> Result {
    let shown = framed(tab, &app.tabs, composed, saved);
    app.whisper_here(reply, shown).await
}
