//! What Discord's people read about pages.

use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::words::plural;
use crate::discord::ui::{Button, Composed, Menu, MenuOption, Tone, escaped};
use crate::features::pages::model::PageName;
use crate::features::pages::press::Press;
use crate::matches::{JournalId, Match, MatchId};

/// Composes the answer with the link to a match's page. `decides`: the person may withdraw it.
pub fn link(now: &Match, address: &str, name: &PageName, decides: bool) -> Composed {
    let id = now.id();
    let over = now.ending().is_some();
    let mut text = format!(
        "**{address}/m/{name}**\nAnyone with this link can look at match {id}{}: the board, all turns, the names of the players. \
         `?from=start` at its end hides the result and begins before the first turn.",
        if over { "" } else { " as it goes on" },
    );
    text.push_str(
        "\n-# Discord shows a preview where you post it, as the match stands then, and does not renew it.",
    );
    if !decides {
        return Composed::text(text);
    }
    text.push_str(
        " If you withdraw the page, previews that were shown stay. `/settings` › *Privacy* hides your name on all pages.",
    );
    let withdraw = Button::new("Withdraw Page", Tone::Danger, Press::Withdraw(id));
    Composed::text(text).with_row(vec![withdraw])
}

/// Confirms that a page was withdrawn.
pub fn withdrawn(id: MatchId) -> Composed {
    let again = Button::plain("Make It Again", Press::Link(id));
    Composed::text(format!(
        "The web page of match {id} is gone. Only you can make it again, with another link."
    ))
    .with_row(vec![again])
}

/// Composes the answer with the link to the page of a contest. `decides`: the person may withdraw it.
pub fn contest_link(
    id: JournalId,
    title: &str,
    address: &str,
    name: &PageName,
    decides: bool,
) -> Composed {
    let text = format!(
        "**{address}/c/{name}**\nAnyone with this link can look at {}: tables or bracket, all results, the names of the players. \
         Matches that have a web page are links there. Add `.atom` for a feed of the results.",
        escaped(title)
    );
    if !decides {
        return Composed::text(text);
    }
    let withdraw = Button::new("Withdraw Page", Tone::Danger, Press::ContestWithdraw(id));
    Composed::text(text).with_row(vec![withdraw])
}

/// Confirms that the page of a contest was withdrawn.
pub fn contest_withdrawn(id: JournalId, title: &str) -> Composed {
    let again = Button::plain("Make It Again", Press::ContestLink(id));
    Composed::text(format!(
        "The web page of {} is gone. You can make it again, with another link.",
        escaped(title)
    ))
    .with_row(vec![again])
}

/// What has a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Paged {
    Match(MatchId),
    /// A contest of this name.
    Contest(String),
}

impl Paged {
    fn words(&self) -> String {
        match self {
            Self::Match(id) => format!("match {id}"),
            Self::Contest(name) => escaped(name),
        }
    }
}

/// The pages that show a person, for what they read about their data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OnPages {
    /// The scheme and host of all pages.
    pub address: String,
    /// What has a page, contests first, then the latest matches, each with the path of its page.
    pub latest: Vec<(Paged, String)>,
    /// The number of all.
    pub all: u64,
    /// Whether they are called by their colours there.
    pub hidden: bool,
}

impl OnPages {
    /// The most pages that are listed.
    pub const MOST: u32 = 5;
    /// The values of the menu.
    pub const SHOWN: &str = "name-on-pages";
    /// See [`SHOWN`](Self::SHOWN).
    pub const HIDDEN: &str = "no-name-on-pages";

    /// Whether a page shows the person.
    pub const fn is_any(&self) -> bool {
        self.all > 0
    }

    /// Returns a line about the pages that show the person, with links to the latest, at most `most`; `None` if no page does.
    pub fn line(&self, most: usize) -> Option<String> {
        let listed = self.latest.iter().take(most);
        let listed: Vec<_> = listed
            .map(|(what, path)| format!("[{}](<{}{path}>)", what.words(), self.address))
            .collect();
        let more = self.all.saturating_sub(listed.len() as u64);
        let list = match more {
            _ if listed.is_empty() => String::new(),
            0 => format!(" {}.", listed.join(", ")),
            more => format!(" {} and {more} more.", listed.join(", ")),
        };
        self.is_any().then(|| {
            let pages = plural(self.all, "web page", "web pages");
            format!("• **{pages}** that show you to anyone with the link.{list}")
        })
    }

    /// Returns the menu that hides the person's name or shows it.
    pub fn menu(&self, act: impl Into<CustomId>) -> Menu {
        let options = [
            MenuOption::new("Name on web pages: shown", Self::SHOWN)
                .described("As in the server of the match or contest")
                .chosen(!self.hidden),
            MenuOption::new("Name on web pages: hidden", Self::HIDDEN)
                .described("You are called \"White\", or \"Player 3\"")
                .chosen(self.hidden),
        ];
        Menu::one("Name on web pages", act, options.into())
    }
}
