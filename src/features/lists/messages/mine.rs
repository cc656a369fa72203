//! The tab *My Games*.

use super::pager::{Entry, Group, Listing, pages};
use crate::db::Listed;
use crate::discord::ui::Composed;
use crate::discord::ui::match_lines::{choice, line};
use crate::discord::ui::words::counted;
use crate::matches::UserId;

/// The number of matches per page.
const ON_A_PAGE: usize = 10;

/// A page of the matches that a person plays, those that wait for them first.
/// `challenges` is the number of challenges to them. `name` returns a person's name, if known.
pub fn mine(
    played: &[Listed],
    user: UserId,
    challenges: usize,
    listing: &Listing,
    name: impl Fn(UserId) -> Option<String>,
) -> Composed {
    let group = |title: &str, waiting: bool| {
        let those = played
            .iter()
            .filter(|one| (one.player_to_move() == Some(user.into())) == waiting);
        let entries = those.map(|one| Entry {
            id: one.id,
            text: line(one, user),
            label: choice(one, user, &name),
            buttons: Vec::new(),
        });
        Group {
            title: title.to_owned(),
            entries: entries.collect(),
        }
    };
    let groups = vec![
        group("Your move", true),
        group("Waiting for the other player", false),
    ];
    let pages = pages(groups, ON_A_PAGE);
    let mut notes = Vec::new();
    if pages.len() > 1 {
        let count = u64::try_from(played.len()).unwrap_or(u64::MAX);
        notes.push(format!("You play {count} matches."));
    }
    if challenges > 0 {
        let count = counted(challenges, "challenge");
        notes.push(format!("*Challenges* has {count} to you."));
    }
    let empty = "You are not playing a match. Challenge somebody with `/play`.";
    listing.show(pages, empty, notes)
}
