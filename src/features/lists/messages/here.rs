//! The tab *Here*.

use std::cmp::Reverse;

use super::pager::{Entry, Group, Listing, Page, pages, place};
use crate::board::Seat;
use crate::db::Listed;
use crate::discord::ui::match_lines::watched_line;
use crate::discord::ui::words::{called_plainly, counted, game_name, plural};
use crate::discord::ui::{Button, Composed, board_picture};
use crate::features::watching::press::Press as WatchingPress;
use crate::games::{self, CATALOGUE};
use crate::matches::{Match, UserId};

/// The number of matches per page: each has a button.
const ON_A_PAGE: usize = 5;

/// A running match, the number of its followers, and whether this person follows it.
pub type Watched = (Listed, u32, bool);

/// The running matches of a place on pages: followed ones first, then by game.
/// Within a group, matches with more followers and later turns come first. `name` returns a person's name, if known.
pub fn watched_pages(
    mut played: Vec<Watched>,
    name: impl Fn(UserId) -> Option<String>,
) -> Vec<Page> {
    played.sort_by_key(|(one, followers, _)| Reverse((*followers, one.changed_at, one.id)));
    let title = |(one, _, own): &Watched| match games::find(&one.game) {
        _ if *own => "You follow",
        Some(game) => game.card.name,
        None => "Other games",
    };
    let names = CATALOGUE.iter().map(|game| game.card.name);
    let titles = ["You follow"]
        .into_iter()
        .chain(names)
        .chain(["Other games"]);
    let groups = titles.map(|wanted| {
        let those = played.iter().filter(|one| title(one) == wanted);
        Group {
            title: wanted.to_owned(),
            entries: those.map(|one| entry(one, &name)).collect(),
        }
    });
    pages(groups.collect(), ON_A_PAGE)
}

fn entry((one, followers, own): &Watched, name: impl Fn(UserId) -> Option<String>) -> Entry {
    let followers = match followers {
        0 => String::new(),
        count => format!(" · {}", counted(*count, "follower")),
    };
    let game = game_name(&one.game);
    let titled = if *own {
        format!("{game} · ")
    } else {
        String::new()
    };
    let players = one.players.map(|players| {
        let [first, second] = players.map(|player| called_plainly(player, &name));
        format!(", {first} against {second}")
    });
    let label = format!("{} {}", if *own { "Following" } else { "Follow" }, one.id);
    Entry {
        id: one.id,
        text: format!("{titled}{}{followers}", watched_line(one)),
        label: format!("{}: {game}{}", one.id, players.unwrap_or_default()),
        buttons: vec![Button::plain(label, WatchingPress::Follow(one.id))],
    }
}

/// A page of the running matches, with the board of `first`, the first match on it.
/// `in_channel` means that only one channel is listed; `hidden` is the number of the server's other matches.
pub fn here(
    pages: Vec<Page>,
    in_channel: bool,
    hidden: u64,
    first: Option<&Match>,
    listing: &Listing,
) -> Composed {
    let mut notes = Vec::new();
    notes.extend(first.map(|first| format!("The board shows match {}.", first.id())));
    if hidden > 0 {
        let words = plural(hidden, "match is", "matches are");
        notes.push(match in_channel {
            true => format!("{words} being played in other channels."),
            false => format!("{words} not listed."),
        });
    }
    let place = place(in_channel);
    let empty = format!(
        "No match is being played in {place}. Begin one with `/play`, or look for an opponent under *Challenges*."
    );
    let mut list = listing.show(pages, &empty, notes);
    list.picture = first.map(|first| {
        let mut picture = board_picture(first, Seat::First);
        // The legend is shown where the match is played.
        picture.legend.clear();
        picture
    });
    list.small = true;
    list
}
