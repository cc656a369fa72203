//! The tab *Finished*.

use super::pager::{Entry, Group, Listing};
use crate::board::Seat;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::words::{called, called_plainly, counted, game_name};
use crate::discord::ui::{Button, Composed, Menu, MenuOption, channel_link, mention, relative};
use crate::features::lists::press::{After, Press};
use crate::features::lists::store::{ArchiveFilter, Archived};
use crate::features::records::press::Press as RecordsPress;
use crate::matches::{Player, UserId};
use crate::ratings::Score;

/// The number of matches per page.
pub const ON_A_PAGE: usize = 10;

/// The results in the menu, from the person's view. Custom ids have their numbers, from 0.
const RESULTS: [(&str, Option<Score>); 4] = [
    ("Any Result", None),
    ("Won", Some(Score::Win)),
    ("Drawn", Some(Score::Draw)),
    ("Lost", Some(Score::Loss)),
];

/// Reads the result chosen from the menu.
pub fn result_of(chosen: &str) -> Option<Score> {
    let found = RESULTS.iter().find(|(label, _)| *label == chosen);
    found.and_then(|(_, score)| *score)
}

/// Returns the result with a number.
pub(crate) fn result_numbered(number: u8) -> Option<Score> {
    RESULTS.get(usize::from(number))?.1
}

/// A page of a person's finished matches, the latest first.
/// `more` means that there are older ones. `name` returns a person's name, if known.
pub fn finished(
    page: &[Archived],
    more: bool,
    filter: &ArchiveFilter,
    asked_by: UserId,
    listing: &Listing,
    name: impl Fn(UserId) -> Option<String>,
) -> Composed {
    let user = filter.user;
    let own = user == asked_by;
    let title = match own {
        true => String::from("Your finished matches"),
        false => format!("Finished matches of {}", mention(user)),
    };
    let entries = page.iter().map(|one| Entry {
        id: one.id,
        text: line(one, user),
        label: format!("{}: {}", one.id, plain_title(one, user, &name)),
        buttons: Vec::new(),
    });
    let group = Group {
        title: title.clone(),
        entries: entries.collect(),
    };
    let none = match filter.after {
        Some(_) => "There are no older ones.",
        None => "There are no matches in this list.",
    };
    let to = |after: Option<&Archived>| finished_id(filter, after);
    let mut turn = Vec::new();
    if filter.after.is_some() {
        turn.push(Button::plain("Newest", to(None)));
    }
    if let Some(last) = page.last().filter(|_| more) {
        turn.push(Button::plain("Older", to(Some(last))));
    }
    if own && !page.is_empty() {
        turn.push(Button::plain("Export All", RecordsPress::ExportAll));
    }
    let mut list = listing.show_group(group, &format!("**{title}**\n{none}"), turn);
    if !page.is_empty() || filter.score.is_some() {
        list.menus.push(results_menu(filter));
    }
    list
}

fn results_menu(filter: &ArchiveFilter) -> Menu {
    let options = RESULTS.map(|(label, score)| MenuOption {
        chosen: score == filter.score,
        ..MenuOption::new(label, label)
    });
    let id = Press::FinishedResult {
        person: filter.user,
        game: game_of(filter),
    };
    Menu::one("Result", id, options.to_vec())
}

fn game_of(filter: &ArchiveFilter) -> String {
    filter.game.clone().unwrap_or_else(|| String::from("any"))
}

/// The custom id of the page after a match, or of the first page.
fn finished_id(filter: &ArchiveFilter, after: Option<&Archived>) -> CustomId {
    let mut numbers = (0..).zip(RESULTS);
    let number = numbers.find(|(_, (_, score))| *score == filter.score);
    Press::Finished {
        person: filter.user,
        game: game_of(filter),
        score: number.map_or(0, |(number, _)| number),
        at: after.map_or(0, |last| last.at.0.max(0).unsigned_abs()),
        after: After(after.map(|last| last.id)),
    }
    .into()
}

fn opponent(one: &Archived, user: UserId) -> (Seat, Option<Player>) {
    let seat = match one.players {
        [Some(Player::Person(first)), _] if first == user => Seat::First,
        _ => Seat::Second,
    };
    (seat, one.players[seat.other().index()])
}

pub(super) fn line(one: &Archived, user: UserId) -> String {
    let (_, other) = opponent(one, user);
    let place = match one.thread {
        Some(thread) => format!(" · {}", channel_link(thread)),
        None => String::new(),
    };
    format!(
        "Match {}: {} {} in {} {}{place}",
        one.id,
        deed(one, user),
        other.map(called).unwrap_or_default(),
        counted(one.turns, "turn"),
        relative(one.at)
    )
}

/// The result in words: `Connect N, beat`.
fn deed(one: &Archived, user: UserId) -> String {
    let name = game_name(&one.game);
    let (seat, _) = opponent(one, user);
    let how = match one.winner {
        None if !one.has_result() => "no result with",
        None => "drew with",
        Some(winner) if winner == seat => "beat",
        Some(_) => "lost to",
    };
    format!("{name}, {how}")
}

/// A finished match on one line of plain text, for a menu.
fn plain_title(one: &Archived, user: UserId, name: impl Fn(UserId) -> Option<String>) -> String {
    let (_, other) = opponent(one, user);
    let other = other.map(|player| called_plainly(player, name));
    format!("{} {}", deed(one, user), other.unwrap_or_default())
}
