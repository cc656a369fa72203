//! The floors of the house, as `docs/ARCHITECTURE.md` has them: nothing points up, and nothing points in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anteroom::games::CATALOGUE;

/// The folders of `src/` and of the crate of games, each with the floor on which it stands; those of one floor do not know
/// each other.
const FLOORS: [(&str, u8); 15] = [
    ("board", 0),
    ("games", 1),
    ("render", 1),
    ("people", 1),
    ("search", 2),
    ("matches", 3),
    ("ratings", 4),
    ("records", 4),
    ("config", 4),
    ("telemetry", 4),
    ("fair", 4),
    ("store", 5),
    ("arbiter", 6),
    ("discord", 7),
    ("cli", 8),
];

/// Knows the arbiter, and the store only through it.
const OVER_THE_ARBITER: &str = "discord";

/// The folders with the floors: of the program, and of the crates below it. A crate that is one floor has its name.
const SOURCES: [(&str, &str); 3] = [
    ("src", ""),
    ("crates/anteroom-games/src", ""),
    ("crates/anteroom-search/src", "search"),
];

/// All files, each with its path that begins with its floor.
fn all_files() -> Vec<(PathBuf, PathBuf)> {
    let mut all = Vec::new();
    for (folder, floor) in SOURCES {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for path in files(&root) {
            let below = Path::new(floor).join(path.strip_prefix(&root).unwrap());
            all.push((path, below));
        }
    }
    all
}

/// The folder of a floor; `None` for a floor that is one file.
fn folder_of(floor: &str) -> Option<PathBuf> {
    let folders = SOURCES.map(|(folder, own)| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        if own == floor { root } else { root.join(floor) }
    });
    folders.into_iter().find(|folder| folder.is_dir())
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The code of a file without comments and without its own tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines = text.lines().map(|line| match line.find("//") {
        Some(comment) => &line[..comment],
        None => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The names that follow `before` in some code, one level deep: `a` and `b` of `before::{a::X, b}` as well.
fn named(code: &str, before: &str) -> BTreeSet<String> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut names = BTreeSet::new();
    for (place, _) in code.match_indices(before) {
        // `super::super::x` is not `super::x`.
        if code[..place].ends_with(|c: char| is_name(c) || c == ':') {
            continue;
        }
        let rest = &code[place + before.len()..];
        if let Some(group) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut name = String::new();
            let mut first = true;
            for c in group.chars() {
                match c {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' if depth == 0 => {
                        names.insert(std::mem::take(&mut name));
                        first = true;
                    }
                    c if depth == 0 && first && is_name(c) => name.push(c),
                    ':' if depth == 0 => first = false,
                    _ => {}
                }
            }
            names.insert(name);
        } else {
            names.insert(rest.chars().take_while(|c| is_name(*c)).collect());
        }
    }
    names.remove("");
    names
}

#[test]
fn nothing_points_up() {
    let floors: BTreeMap<_, _> = FLOORS.into_iter().collect();
    let mut seen = 0;
    for (path, below) in all_files() {
        let own = below.components().next().unwrap().as_os_str();
        let own = own.to_str().unwrap().trim_end_matches(".rs");
        let Some(floor) = floors.get(own) else {
            assert!(["lib", "main"].contains(&own), "{own} stands on no floor");
            continue;
        };
        let code = code(&path);
        let mut others = named(&code, "crate::");
        for krate in ["anteroom_games::", "anteroom_search::"] {
            others.extend(named(&code, krate));
        }
        for other in others {
            let Some(its) = floors.get(other.as_str()) else {
                continue;
            };
            seen += 1;
            assert!(
                other == own || its < floor,
                "{} knows {other}",
                below.display()
            );
            assert!(
                own != OVER_THE_ARBITER || other != "store",
                "{} knows the store",
                below.display()
            );
        }
    }
    assert!(seen > 500, "{seen}");
}

#[test]
fn nothing_points_in_a_circle() {
    let mut edges = 0;
    for (folder, _) in FLOORS {
        let Some(path) = folder_of(folder) else {
            continue;
        };
        // What a file or a folder of this folder knows of the others.
        let mut knows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for file in files(&path) {
            let below = file.strip_prefix(&path).unwrap();
            let first = below.components().next().unwrap().as_os_str();
            let module = first.to_str().unwrap().trim_end_matches(".rs");
            if ["mod", "lib"].contains(&module) || file.ends_with("tests.rs") {
                continue;
            }
            let code = code(&file);
            let own_crate = path.ends_with("src");
            let within = if own_crate {
                String::from("crate::")
            } else {
                format!("crate::{folder}::")
            };
            let mut others = named(&code, &within);
            if below.components().count() == 1 {
                others.extend(named(&code, "super::"));
            }
            others.remove(module);
            knows.entry(module.to_owned()).or_default().extend(others);
        }
        // Whoever knows only what is left out already is left out; a circle stays.
        let all: BTreeSet<_> = knows.keys().cloned().collect();
        for others in knows.values_mut() {
            others.retain(|other| all.contains(other));
            edges += others.len();
        }
        while let Some(free) = knows
            .iter()
            .find(|(_, others)| others.is_empty())
            .map(|(module, _)| module.clone())
        {
            knows.remove(&free);
            for others in knows.values_mut() {
                others.remove(&free);
            }
        }
        assert!(knows.is_empty(), "{folder} has a circle among {knows:#?}");
    }
    assert!(edges > 200, "{edges}");
}

/// A game is its own folder's business, and that of the computers that play it.
#[test]
fn no_game_is_named_outside_its_folder() {
    let mut seen = 0;
    for (path, below) in all_files() {
        if path.ends_with("tests.rs")
            || ["games", "search"].iter().any(|own| below.starts_with(own))
        {
            continue;
        }
        let code = code(&path);
        let modules = named(&code, "games::");
        for game in CATALOGUE {
            let key = game.card.key;
            seen += 1;
            let literal = format!("\"{key}\"");
            assert!(
                !code.contains(&literal) && !modules.contains(&key.replace('-', "_")),
                "{} names {key}",
                below.display()
            );
        }
    }
    assert!(seen > 1000, "{seen}");
}
