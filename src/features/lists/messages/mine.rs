//! The tab *My Games*.

use super::finished;
use super::pager::{Entry, Group, Listing, pages};
use crate::db::Listed;
use crate::discord::ui::match_lines::{choice, line};
use crate::discord::ui::words::counted;
use crate::discord::ui::{Button, Composed, MOST_CONTENT, Tone};
use crate::features::Joined;
use crate::features::lists::store::Archived;
use crate::features::play::press::Press as PlayPress;
use crate::matches::UserId;

/// The number of matches per page.
const ON_A_PAGE: usize = 10;

/// The most matches listed that ended since the person last looked.
pub const MOST_ENDED: u32 = 5;

/// A page of the matches that a person plays: what ended since they last looked, then those that wait for them.
/// `joined` are the matches of the person's teams, `can_vote` is whether they can give a vote that waits where they are. `challenges` is the number of challenges to them. `name` returns a person's name, if known.
pub fn mine(
    (played, joined, can_vote): (&[Listed], &[Joined], bool),
    ended: &[Archived],
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
    let teams = |title: &str, waiting: bool| {
        let those = joined.iter().filter(|one| one.waits == waiting);
        let entries = those.map(|Joined { listed, .. }| Entry {
            id: listed.id,
            text: line(listed, user),
            label: choice(listed, user, &name),
            buttons: Vec::new(),
        });
        Group {
            title: title.to_owned(),
            entries: entries.collect(),
        }
    };
    let groups = vec![
        group("Your move", true),
        teams("Your vote", true),
        group("Waiting for the other player", false),
        teams("Your teams", false),
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
    let waits = can_vote
        || played
            .iter()
            .any(|one| one.player_to_move() == Some(user.into()));
    let mut list = listing.show(pages, empty, notes);
    if !ended.is_empty() {
        let mut news = String::from("**Ended**\n");
        for one in ended {
            let line = finished::line(one, user);
            let length = [&news, &line, &list.content].map(|text| text.chars().count());
            if length.into_iter().sum::<usize>() < MOST_CONTENT - 2 {
                news.push_str(&line);
                news.push('\n');
            }
        }
        list = list.below(news.trim_end());
    }
    if waits {
        let next = Button::new("Next", Tone::Primary, PlayPress::Next);
        list.rows.insert(0, vec![next]);
    }
    list
}
