//! What the messages of contests say in the same words.

use crate::db::Listed;
use crate::discord::ui::contests::entry;
use crate::discord::ui::match_lines::{opponent, pause_of};
use crate::discord::ui::words::{
    MOST_CONTENT, called, channel_link, date, mention, people, relative,
};
use crate::games::{Game, Rateable, Values};
use crate::matches::{EntryRule, UserId};
use crate::people::Moment;

/// The most characters of the names in one post.
pub(crate) const MOST_NAMES: usize = 1500;

/// Returns whether games with these settings are rated, as a word.
pub(crate) fn rated_word(game: &Game, options: &Values) -> &'static str {
    match (game.card.rateable)(options) {
        Rateable::No => "not rated",
        Rateable::Even | Rateable::Handicap(_) => "rated",
    }
}

/// Returns doubled points: 9 is `4½`.
pub(crate) fn points(doubled: u32) -> String {
    quarters(doubled.saturating_mul(2))
}

/// Returns a number of quarters: 25 is `6¼`.
pub(crate) fn quarters(count: u32) -> String {
    let part = ["", "¼", "½", "¾"];
    let part = part[usize::try_from(count % 4).unwrap_or(0)];
    match count / 4 {
        0 if !part.is_empty() => part.to_owned(),
        whole => format!("{whole}{part}"),
    }
}

/// Returns points with their word: `1 point`, `4½ points`.
pub(crate) fn points_words(doubled: u32) -> String {
    match doubled {
        1 => String::from("½ point"),
        2 => String::from("1 point"),
        doubled => format!("{} points", points(doubled)),
    }
}

/// Adds lines to a text as long as it fits a message. `rest` words how many are left out.
pub(crate) fn with_lines(
    mut text: String,
    lines: Vec<String>,
    rest: impl Fn(usize) -> String,
) -> String {
    let mut length = text.chars().count();
    let count = lines.len();
    // Room for the line about the rest.
    let most = MOST_CONTENT - 100;
    for (index, line) in lines.into_iter().enumerate() {
        length += line.chars().count() + 1;
        text.push('\n');
        if length > most {
            text.push_str(&rest(count - index));
            return text;
        }
        text.push_str(&line);
    }
    text
}

/// Adds people below a word, five in a line, as long as they fit a message; nothing without people.
pub(crate) fn with_people(mut text: String, word: &str, users: &[UserId]) -> String {
    if users.is_empty() {
        return text;
    }
    text.push_str(&format!("\n{word}:"));
    let names: Vec<String> = users.iter().map(|user| mention(*user)).collect();
    let rows = names.chunks(5).map(|row| row.join(", ")).collect();
    with_lines(text, rows, |_| format!("{} in all.", people(users.len())))
}

/// Mentions as many people as fit, and returns their number.
pub(crate) fn names(users: &[UserId]) -> (String, usize) {
    let mut text = String::new();
    for (index, user) in users.iter().enumerate() {
        let name = mention(*user);
        if text.len() + name.len() > MOST_NAMES {
            text.push_str(&format!(" and {} more", users.len() - index));
            return (text, index);
        }
        if index > 0 {
            text.push_str(", ");
        }
        text.push_str(&name);
    }
    (text, users.len())
}

/// Says that people do not play because they have none of the roles that are needed, and returns how many are named.
pub(crate) fn without_role(what: &str, rule: &EntryRule, users: &[UserId]) -> (String, usize) {
    let (names, shown) = names(users);
    let do_not = match users.len() {
        1 => "does not",
        _ => "do not",
    };
    let text = format!(
        "{names} {do_not} play in this {what}: only {} can.",
        entry::words(rule)
    );
    (text, shown)
}

/// Tells a person who has not moved that they will be replaced.
pub(crate) fn warned(user: UserId, until: Moment) -> String {
    format!(
        "{} has not moved in any game, and somebody is waiting for a place. If they do not move by {} ({}), the first person on the waiting list takes their place.",
        mention(user),
        date(until),
        relative(until)
    )
}

/// Words a running game of a person, with its deadline.
pub(crate) fn game_line(one: &Listed, user: UserId) -> String {
    let other = opponent(one, user).map_or_else(String::new, called);
    let turn = match one.player_to_move() {
        Some(player) if player == user.into() => "**your move**",
        Some(_) => "their move",
        None => "frozen",
    };
    let until = one
        .deadline
        .map(|deadline| format!(", deadline {}", relative(deadline)));
    // Before its first turn, the match is nowhere.
    let thread = one
        .places
        .thread
        .map(|thread| format!(" · {}", channel_link(thread)));
    format!(
        "• Match {} with {other}{} · {turn}{}{}",
        one.id,
        thread.unwrap_or_default(),
        until.unwrap_or_default(),
        pause_of(one)
    )
}
