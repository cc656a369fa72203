//! Parts of the sentences in which commands are refused.

use std::time::Duration;

use super::ids::ChannelId;

pub(crate) const fn hours(time: Duration) -> u64 {
    time.as_secs() / 3600
}

/// A time in hours, or in days where it is many.
pub(crate) fn in_hours(time: Duration) -> String {
    match hours(time) {
        0 => format!("{} minutes", time.as_secs() / 60),
        1 => String::from("1 hour"),
        hours @ 2..48 => format!("{hours} hours"),
        hours => format!("{} days", hours / 24),
    }
}

pub(crate) fn counted(count: u32, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// A text that somebody typed, without what would format it or name somebody.
pub(crate) fn marked(text: &str) -> String {
    let special = |c: char| "\\*_~`|<>@#:[]()-".contains(c);
    let mut marked = String::with_capacity(text.len());
    for c in text.chars() {
        if special(c) {
            marked.push('\\');
        }
        marked.push(c);
    }
    marked
}

pub(crate) fn links(channels: &[ChannelId]) -> String {
    let links: Vec<_> = channels.iter().map(|one| format!("<#{one}>")).collect();
    links.join(", ")
}

pub(crate) const fn in_server(here: bool) -> &'static str {
    if here { " in this server" } else { "" }
}

/// A refusal of one turn of a line. The sentences of games address the player who moves; for the other player's turns they
/// are turned into the third person.
pub(crate) fn in_line(before: &str, theirs: bool, why: &impl std::fmt::Display) -> String {
    let why = why.to_string();
    match (before.is_empty(), theirs) {
        (true, false) => why,
        (false, false) => format!("After {before}: {why}"),
        (true, true) => format!("Their turn: {}", of_them(&why)),
        (false, true) => format!("Their turn after {before}: {}", of_them(&why)),
    }
}

/// A sentence that speaks to a player, turned into one that speaks of that player. What stands in quotation marks was
/// typed, and stays.
fn of_them(sentence: &str) -> String {
    let mut told = String::with_capacity(sentence.len());
    let (mut quoted, mut word) = (false, String::new());
    for c in sentence.chars().chain(['\n']) {
        if c.is_alphanumeric() {
            word.push(c);
            continue;
        }
        told.push_str(match word.as_str() {
            "you" if !quoted => "they",
            "You" if !quoted => "They",
            "your" if !quoted => "their",
            "Your" if !quoted => "Their",
            "yours" if !quoted => "theirs",
            word => word,
        });
        word.clear();
        quoted ^= c == '"';
        told.push(c);
    }
    told.pop();
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_speaks_to_a_player_can_speak_of_them() {
        for (sentence, told) in [
            (
                "You must capture when you can: exd5.",
                "They must capture when they can: exd5.",
            ),
            (
                "No knight of yours can go to e4.",
                "No knight of theirs can go to e4.",
            ),
            (
                "\"you e4\" is not your move.",
                "\"you e4\" is not their move.",
            ),
            ("", ""),
        ] {
            assert_eq!(of_them(sentence), told);
        }
    }
}
