//! Parts of refusal messages.

use std::time::Duration;

use super::ids::ChannelId;

pub(crate) const fn hours(time: Duration) -> u64 {
    time.as_secs() / 3600
}

/// Formats a time in minutes, hours, or days from 48 hours on.
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

/// Escapes Markdown and mentions in a text that a user typed.
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

/// Words the refusal of one turn of a line.
///
/// Games address the player to move; for the other player's turns, this changes to the third person.
pub(crate) fn in_line(before: &str, theirs: bool, why: &impl std::fmt::Display) -> String {
    let why = why.to_string();
    match (before.is_empty(), theirs) {
        (true, false) => why,
        (false, false) => format!("After {before}: {why}"),
        (true, true) => format!("Their turn: {}", of_them(&why)),
        (false, true) => format!("Their turn after {before}: {}", of_them(&why)),
    }
}

/// Changes a sentence from the second to the third person.
///
/// Quoted text was typed by a user and stays unchanged.
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
