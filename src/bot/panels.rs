//! The panels: the list of their pages, and the commands that open them.

use serenity::all::Permissions;

use crate::discord::ui::panel::{self, Page, Panel, Tab};
use crate::discord::ui::{
    App, Command, CommandOptions, Parameter, Reply, Result, unknown_component,
};
use crate::features::FEATURES;

/// The name of the option for a page.
const PAGE: &str = "page";

/// Returns all pages, in the order of their tabs.
fn pages() -> impl Iterator<Item = &'static Page> {
    let mut pages: Vec<_> = FEATURES.iter().flat_map(|feature| feature.pages).collect();
    pages.sort_by_key(|page| page.place);
    pages.into_iter()
}

/// Returns the tabs of all panels.
pub(crate) fn tabs() -> Vec<Tab> {
    pages().map(|page| page.tab).collect()
}

/// Returns the commands that open panels.
pub(crate) fn commands() -> [Command; 2] {
    let pages = |panel| {
        let tabs = tabs().into_iter().filter(move |tab| tab.panel == panel);
        let tabs = tabs.map(|tab| (tab.title, tab.key));
        Parameter::text(PAGE, "Which page to open").one_of(tabs)
    };
    [
        Command::new(
            "server",
            "Set up this server: permissions, who plays what and where, weekly page, daily puzzle",
            |app, reply, given| Box::pin(open(app, reply, Panel::Server, given)),
        )
        .with(pages(Panel::Server))
        .in_servers()
        .only_for(Permissions::MANAGE_GUILD),
        Command::new(
            "settings",
            "Choose board colours, reminders, time off, blocked people and who sees your results",
            |app, reply, given| Box::pin(open(app, reply, Panel::Settings, given)),
        )
        .with(pages(Panel::Settings)),
    ]
}

/// Opens the named page, or the first one.
async fn open(
    app: &App,
    reply: &mut Reply<'_>,
    panel: Panel,
    given: &CommandOptions<'_>,
) -> Result {
    let first = pages().find(|page| page.tab.panel == panel);
    let key = given.text(PAGE)?.or(first.map(|page| page.tab.key));
    turn(app, reply, key.unwrap_or_default(), "").await
}

/// Shows the page chosen in a menu of pages.
pub(crate) async fn choose(app: &App, reply: &mut Reply<'_>) -> Result {
    let key = reply
        .interaction
        .chosen_one()
        .ok_or_else(unknown_component)?;
    turn(app, reply, key, "").await
}

/// Runs an act on a page and shows the page.
pub(crate) async fn turn(app: &App, reply: &mut Reply<'_>, key: &str, act: &str) -> Result {
    let page = pages().find(|page| page.tab.key == key);
    let page = page.ok_or_else(unknown_component)?;
    panel::show(app, reply, page, act).await
}
