//! The command for some first letters. Discord lists a person's recent commands first; the sandbox lists the commands
//! in the bot's order.

use std::collections::BTreeMap;

use anteroom::bot::{command_list, commands};

/// The command that people mean by these letters, if several commands begin with them.
const MEANT: [(&str, &str); 13] = [
    ("lea", "learn"),
    ("pla", "play"),
    ("d", "draw"),
    ("le", "learn"),
    ("l", "learn"),
    ("p", "play"),
    ("pl", "play"),
    ("pr", "profile"),
    ("r", "rules"),
    ("re", "resign"),
    ("s", "settings"),
    ("se", "settings"),
    ("t", "takeback"),
];

#[test]
fn every_beginning_leads_to_what_is_meant() {
    let definitions = commands::definitions();
    let typed = definitions.iter().filter(|one| one["type"] != 2);
    let names: Vec<_> = typed
        .map(|one| one["name"].as_str().expect("a name"))
        .collect();
    let mut several = BTreeMap::new();
    for name in &names {
        for length in 1..=3.min(name.len()) {
            let beginning = &name[..length];
            let mut fitting = names.iter().filter(|other| other.starts_with(beginning));
            let first = fitting.next().expect("this one");
            if fitting.next().is_some() {
                several.insert(beginning, *first);
            }
        }
    }
    assert_eq!(several, BTreeMap::from(MEANT));
}

#[test]
fn an_empty_channel_offers_five_things_to_do() {
    let definitions = commands::definitions();
    let first = definitions.iter().take(5);
    let first: Vec<_> = first
        .map(|one| one["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(first, ["play", "learn", "games", "puzzle", "help"]);
}

#[test]
fn the_list_of_commands_in_the_docs_is_this_one() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/commands.md");
    let lines = command_list::lines();
    if std::env::var_os("INSTA_UPDATE").is_some() {
        std::fs::write(file, lines.join("\n") + "\n").expect("the file");
    }
    let kept = std::fs::read_to_string(file).expect("the file");
    assert_eq!(kept.lines().collect::<Vec<_>>(), lines);
}
