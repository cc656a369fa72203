//! The list of commands with their options, for `docs/commands.md`.

use serde_json::Value;
use serenity::all::Permissions;

use super::commands;

/// The maximum length of a line in characters.
const WIDTH: usize = 100;

/// The places of a command, by Discord's numbers for contexts.
const PLACES: [(&[u64], &str); 3] = [
    (&[0], "in servers"),
    (&[0, 1], "in servers and in private messages to the bot"),
    (
        &[0, 1, 2],
        "everywhere, also for people who have installed the app for themselves",
    ),
];

/// Returns the lines of the file.
pub fn lines() -> Vec<String> {
    let mut lines = vec![
        String::from("# Commands"),
        String::new(),
        String::from(
            "This is what `anteroom commands` prints. Most actions in a match are buttons: under its boards,",
        ),
        String::from("and on the page that `/board` shows."),
    ];
    for definition in commands::definitions() {
        lines.push(String::new());
        lines.extend(section(&definition));
    }
    lines.iter().flat_map(|line| wrapped(line)).collect()
}

/// Wraps a line at [`WIDTH`] characters, and indents the continuation of a list item.
pub(crate) fn wrapped(line: &str) -> Vec<String> {
    let indent = if line.starts_with("- ") { "  " } else { "" };
    let mut lines = vec![String::new()];
    let mut length = 0;
    for word in line.split(' ') {
        let word_length = word.chars().count();
        if length > 0 && length + 1 + word_length > WIDTH {
            lines.push(indent.to_owned());
            length = indent.len();
        }
        if let Some(last) = lines.last_mut() {
            if length > indent.len() || last.ends_with('-') {
                last.push(' ');
                length += 1;
            }
            last.push_str(word);
        }
        length += word_length;
    }
    lines
}

fn text<'a>(of: &'a Value, key: &str) -> &'a str {
    of[key].as_str().unwrap_or_default()
}

fn list<'a>(of: &'a Value, key: &str) -> &'a [Value] {
    of[key].as_array().map_or(&[], Vec::as_slice)
}

fn section(command: &Value) -> Vec<String> {
    let name = text(command, "name");
    let in_menu = command["type"] == 2;
    let title = match in_menu {
        true => format!("## *{name}* in a person's menu, under *Apps*"),
        false => format!("## `/{name}`"),
    };
    let mut lines = vec![title, String::new()];
    if !in_menu {
        lines.push(format!("{}.", text(command, "description")));
        lines.push(String::new());
    }
    let contexts: Vec<_> = list(command, "contexts")
        .iter()
        .filter_map(Value::as_u64)
        .collect();
    let place = PLACES.iter().find(|(places, _)| *places == contexts);
    let place = place.map_or("", |(_, words)| words);
    let whom = command["default_member_permissions"]
        .as_str()
        .and_then(|bits| bits.parse().ok())
        .map(|bits| {
            let names = Permissions::from_bits_truncate(bits).get_permission_names();
            // Discord's own pages say "server" where its interface for programs says "guild".
            let names = names.join("*, *").replace("Guild", "Server");
            format!("; for people with *{names}*")
        });
    lines.push(format!("Offered {place}{}.", whom.unwrap_or_default()));
    let options = list(command, "options");
    if !options.is_empty() {
        lines.push(String::new());
        lines.extend(options.iter().map(option));
    }
    lines
}

fn option(option: &Value) -> String {
    let needed = match option["required"].as_bool() {
        Some(true) => " (needed)",
        _ => "",
    };
    let choices: Vec<_> = list(option, "choices")
        .iter()
        .map(|choice| text(choice, "name"))
        .collect();
    let choices = match choices.is_empty() {
        true => String::new(),
        false => format!(" One of: {}.", choices.join(" · ")),
    };
    let (name, description) = (text(option, "name"), text(option, "description"));
    format!("- `{name}`{needed}: {description}.{choices}")
}
