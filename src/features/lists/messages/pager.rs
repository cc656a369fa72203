//! The frame of all tabs of `/games`: titled groups on pages, and the rows of buttons below them.

use strum::VariantArray;

use crate::discord::ui::composed::page_buttons;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::{Button, Composed, MOST_CONTENT, Menu, MenuOption, Tone, cut};
use crate::features::lists::press::{Press, Tab};
use crate::games;
use crate::matches::MatchId;

/// The characters reserved for the page line.
const FOOTER: usize = 200;

/// Discord's limit of buttons in a row.
const IN_A_ROW: usize = 5;

/// A match in a list.
pub struct Entry {
    pub id: MatchId,
    pub text: String,
    /// The entry in plain text, for a menu.
    pub label: String,
    /// The buttons of the entry.
    pub buttons: Vec<Button>,
}

/// Entries under a title.
pub struct Group {
    pub title: String,
    pub entries: Vec<Entry>,
}

/// The shown list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    pub tab: Tab,
    /// The game's key; `None` for all games.
    pub game: Option<String>,
    /// The page, counted from 0; too high a number means the last page.
    pub page: u32,
    /// Whether the list is shown in a server.
    pub in_server: bool,
}

/// A page of a list.
#[derive(Default)]
pub struct Page {
    content: String,
    entries: Vec<Entry>,
}

/// Returns the name of the listed place.
pub const fn place(in_channel: bool) -> &'static str {
    if in_channel {
        "this channel"
    } else {
        "this server"
    }
}

/// Splits groups into pages of at most this many entries.
pub fn pages(groups: Vec<Group>, on_a_page: usize) -> Vec<Page> {
    let mut pages = Vec::new();
    let mut page = Page::default();
    for Group { title, entries } in groups {
        let title = format!("**{title}**\n");
        let mut titled = false;
        for entry in entries {
            let line = format!("{}\n", entry.text);
            let length = page.content.chars().count() + title.len() + line.chars().count();
            let full = page.entries.len() == on_a_page || length > MOST_CONTENT - FOOTER;
            if full && !page.entries.is_empty() {
                pages.push(std::mem::take(&mut page));
                titled = false;
            }
            if !titled {
                page.content.push_str(&title);
                titled = true;
            }
            page.content.push_str(&line);
            page.entries.push(entry);
        }
    }
    if !page.entries.is_empty() {
        pages.push(page);
    }
    pages
}

impl Listing {
    /// Returns the custom id of a page of this list.
    fn at(&self, tab: Tab, page: u32) -> CustomId {
        let game = self.game.clone().unwrap_or_else(|| String::from("any"));
        Press::Games { tab, game, page }.into()
    }

    /// Returns the index of the requested page, limited to this number of pages.
    pub fn page_of(&self, pages: usize) -> usize {
        let page = usize::try_from(self.page).unwrap_or(usize::MAX);
        page.min(pages.saturating_sub(1))
    }

    /// Returns the first match of the requested page.
    pub fn first(&self, pages: &[Page]) -> Option<MatchId> {
        let entries = &pages.get(self.page_of(pages.len()))?.entries;
        entries.first().map(|entry| entry.id)
    }

    /// Shows the requested page, with buttons for the other pages and the tabs.
    /// Without pages the text is `empty`; `notes` are small print.
    pub fn show(&self, mut pages: Vec<Page>, empty: &str, notes: Vec<String>) -> Composed {
        let (count, at) = (pages.len(), self.page_of(pages.len()));
        let page = (at < count).then(|| pages.swap_remove(at));
        self.show_one(page, count, empty, notes)
    }

    /// Shows the requested page, the only one that was built, of `count` pages.
    pub fn show_one(
        &self,
        page: Option<Page>,
        count: usize,
        empty: &str,
        mut notes: Vec<String>,
    ) -> Composed {
        let at = self.page_of(count);
        let mut list = page.map_or_else(|| Composed::text(empty), rows_of);
        if count > 1 {
            notes.insert(0, format!("Page {} of {count}.", at + 1));
            let turn = page_buttons(at, count, |page| self.at(self.tab, page));
            list.rows.push(turn.to_vec());
        }
        self.finish(list, notes)
    }

    /// Shows all entries of a group on one page, with the given buttons below.
    pub fn show_group(&self, group: Group, empty: &str, turn: Vec<Button>) -> Composed {
        let all = group.entries.len();
        let mut list = match pages(vec![group], all).into_iter().next() {
            Some(page) => rows_of(page),
            None => Composed::text(empty),
        };
        list.rows.extend((!turn.is_empty()).then_some(turn));
        self.finish(list, Vec::new())
    }

    /// Adds the small print and the tabs.
    fn finish(&self, mut list: Composed, mut notes: Vec<String>) -> Composed {
        let game = self.game.as_deref().and_then(games::find);
        notes.extend(game.map(|game| format!("Only {}.", game.card.name)));
        if !notes.is_empty() {
            let content = list.content.trim_end();
            list.content = format!("{content}\n-# {}", notes.join(" "));
        }
        list.rows.push(self.tabs());
        list
    }

    fn tabs(&self) -> Vec<Button> {
        let offered = Tab::VARIANTS.iter().copied();
        offered
            .filter(|tab| self.in_server || *tab != Tab::Here)
            .map(|tab| {
                let own = tab == self.tab;
                // Discord requires distinct custom ids, also of disabled buttons.
                let id = self.at(tab, if own { u32::MAX } else { 0 });
                let tone = if own { Tone::Primary } else { Tone::Plain };
                Button::new(tab.label(), tone, id).enabled(!own)
            })
            .collect()
    }
}

/// A page with a menu of its matches and their buttons. The buttons of one entry stay in one row.
fn rows_of(page: Page) -> Composed {
    let mut rows: Vec<Vec<Button>> = Vec::new();
    let mut options = Vec::new();
    for entry in page.entries {
        options.push(MenuOption::new(
            cut(&entry.label, 100),
            entry.id.to_string(),
        ));
        match rows.last_mut() {
            Some(row) if row.len() + entry.buttons.len() <= IN_A_ROW => row.extend(entry.buttons),
            _ => rows.push(entry.buttons),
        }
    }
    rows.retain(|row| !row.is_empty());
    Composed {
        menus: vec![Menu::one("Open a match…", Press::OpenMatch, options)],
        rows,
        ..Composed::text(page.content.trim_end())
    }
}
