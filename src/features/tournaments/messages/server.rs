//! The page of `/server` about leagues, ladders and tournaments.

use crate::db::journal::Journal;
use crate::discord::ui::composed::MOST_OPTIONS;
use crate::discord::ui::contests::words::with_lines;
use crate::discord::ui::panel::act;
use crate::discord::ui::words::channel_link;
use crate::discord::ui::{Composed, Menu, MenuOption, Offer};
use crate::matches::RoleId;

/// The key of the page.
pub const CONTESTS: &str = "contests";

/// Returns the page: the role of organisers, and the channel of each contest. `chosen` is the one to move.
pub fn contests(role: Option<RoleId>, all: &[Journal], chosen: Option<&Journal>) -> Composed {
    let who = match role {
        Some(role) => format!("people with **Manage Server** and people with the role <@&{role}>"),
        None => String::from("people with **Manage Server**"),
    };
    let mut text = format!("Leagues, ladders and tournaments are organised by {who}.");
    if all.is_empty() {
        text.push_str(
            "\nThis server has none yet. `/league`, `/ladder` and `/tournament` set them up.",
        );
    }
    let lines = all
        .iter()
        .map(|one| format!("**{}** · {}", one.name, channel_link(one.channel)));
    let text = with_lines(text, lines.collect(), |rest| format!("…and {rest} more."));
    let mut menus = vec![Menu {
        id: act(CONTESTS, "role"),
        placeholder: String::from("Role of the organisers"),
        offer: Offer::Roles(role.into_iter().collect()),
        count: (0, 1),
    }];
    let only = match all {
        [only] => Some(only),
        _ => chosen,
    };
    if all.len() > 1 {
        let options = all.iter().take(MOST_OPTIONS).map(|one| {
            let option = MenuOption::new(one.name.clone(), one.id.0.to_string());
            option.chosen(chosen.is_some_and(|chosen| chosen.id == one.id))
        });
        menus.push(Menu::one(
            "Move one to another channel",
            act(CONTESTS, "contest"),
            options.collect(),
        ));
    }
    menus.extend(only.map(|one| {
        let press = act(CONTESTS, format!("move-{}", one.id));
        let channel = Offer::Channels(vec![one.channel]);
        Menu::one_of(format!("Channel of {}", one.name), press, channel)
    }));
    Composed {
        menus,
        ..Composed::text(text)
    }
}
