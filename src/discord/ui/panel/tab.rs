//! Tabs: the pages of each panel, and the frame of a page.

use crate::discord::ui::composed::{Button, Composed, Menu, MenuOption};
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::panel::PanelPress;

/// The maximum number of tabs as buttons: Discord accepts five buttons in a row.
const MOST_TABS: usize = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Panel {
    /// A server's settings.
    Server,
    /// A person's settings.
    Settings,
    /// A moderator's acts.
    Referee,
}

/// The tab of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tab {
    pub(crate) panel: Panel,
    /// The key of the page in ids: lower-case letters, digits and hyphens.
    pub(crate) key: &'static str,
    /// One to three words in title case.
    pub(crate) title: &'static str,
}

impl Tab {
    /// The maximum length of a full title on a label: five tabs should need at most two lines on a phone.
    const LONGEST: usize = 8;

    /// Returns the label of the tab: its title, or the first word of a long title.
    fn label(self) -> &'static str {
        match self.title.split_once(' ') {
            Some((first, _)) if self.title.len() > Self::LONGEST => first,
            _ => self.title,
        }
    }
}

/// Returns the id of an act on a page.
pub(crate) fn act(page: &str, act: impl Into<String>) -> CustomId {
    PanelPress::Set {
        page: page.to_owned(),
        act: act.into(),
    }
    .into()
}

/// Adds the title, the note that a change was saved, and the tabs. The tabs are the last row: a phone
/// shows the end of a message, so they stay in place there.
pub(crate) fn framed(tab: Tab, all: &[Tab], mut page: Composed, saved: bool) -> Composed {
    page.content = format!("**{}**\n{}", tab.title, page.content);
    if saved {
        page.content.push_str("\n-# Saved.");
    }
    let tabs = all.iter().filter(|one| one.panel == tab.panel);
    match tabs.clone().count() {
        0 | 1 => {}
        2..=MOST_TABS => {
            let tabs = tabs.map(|one| {
                let page = one.key.to_owned();
                let turn = Button::plain(one.label(), PanelPress::Page { page });
                turn.enabled(*one != tab)
            });
            page.rows.push(tabs.collect());
        }
        _ => {
            let options = tabs.map(|one| MenuOption::new(one.title, one.key).chosen(*one == tab));
            let tabs = Menu::one("Pages", PanelPress::Pages, options.collect());
            page.menus.push(tabs);
        }
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_five_tabs_are_a_menu() {
        let tab = |key| Tab {
            panel: Panel::Server,
            key,
            title: "Title",
        };
        let all = ["a", "b", "c", "d", "e", "f"].map(tab);
        let shown = |count| framed(all[1], &all[..count], Composed::text("Body"), true);
        let five = shown(5);
        assert_eq!(five.content, "**Title**\nBody\n-# Saved.");
        let enabled: Vec<_> = five.rows[0].iter().map(|tab| tab.enabled).collect();
        assert_eq!(enabled, [true, false, true, true, true]);
        let six = shown(6);
        let chosen = six.menus[0].options().iter().map(|option| option.chosen);
        assert_eq!(chosen.filter(|chosen| *chosen).count(), 1);
        assert_eq!((six.rows.len(), shown(1).rows.len()), (0, 0));
    }
}
