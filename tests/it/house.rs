//! The layering of `docs/ARCHITECTURE.md`: no upward import, one place for everything. Circles are in `circles.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anteroom::games::CATALOGUE;

/// Words that follow a number without being its plural.
const NO_PLURALS: [&str; 24] = [
    "across", "as", "beats", "begins", "chess", "class", "ends", "evens", "gives", "goes", "has",
    "is", "its", "less", "loses", "pass", "plays", "starts", "takes", "this", "was", "wins",
    "asks", "us",
];

/// The rooms, each with its floor. Rooms of one floor do not import each other.
const FLOORS: [(&str, u8); 21] = [
    ("board", 0),
    ("games", 1),
    ("render", 1),
    ("people", 1),
    ("search", 2),
    ("matches", 2),
    ("columns", 3),
    ("ratings", 3),
    ("config", 3),
    ("telemetry", 3),
    ("contests", 4),
    ("db", 5),
    ("kernel", 6),
    ("discord/transport", 7),
    ("discord/ui/custom_id", 8),
    ("press", 9),
    ("discord/ui", 10),
    ("features", 11),
    ("bot", 12),
    ("ops", 13),
    ("cli", 14),
];

/// The floors of a feature, lowest first: the words of its buttons, what is pure, its tables, what it says, its use cases,
/// and its ways to Discord and to the web.
const FEATURE_FLOORS: [&[&str]; 6] = [
    &["press", "session_press"],
    &["model", "formats"],
    &["store"],
    &["messages"],
    &["service"],
    &["discord", "web"],
];

/// The source folders of the crates below the program, each with its room.
const CRATES: [(&str, &str); 4] = [
    ("crates/anteroom-board/src", "board"),
    ("crates/anteroom-games/src", "games"),
    ("crates/anteroom-render/src", "render"),
    ("crates/anteroom-search/src", "search"),
];

/// A source file of the program or of a crate below it.
struct File {
    path: PathBuf,
    /// The module path from the room on: `["kernel", "start"]`.
    module: Vec<String>,
    code: String,
}

impl File {
    fn room(&self) -> Option<&'static str> {
        room(&self.module)
    }

    fn name(&self) -> String {
        self.module.join("/")
    }

    /// Returns the module and item paths that a file of the program names, each from its room on.
    fn knows(&self) -> BTreeSet<Vec<String>> {
        let mut paths = BTreeSet::new();
        paths.extend(trees(&self.code, "crate::").into_iter().flatten());
        for (_, room) in CRATES {
            let trees = trees(&self.code, &format!("anteroom_{room}::"));
            for path in trees.into_iter().flatten() {
                paths.insert(std::iter::once(room.to_owned()).chain(path).collect());
            }
        }
        // `super::` means the files beside this one; in a folder's `mod.rs` it means those beside the folder.
        let parent = &self.module[..self.module.len().saturating_sub(1)];
        for path in trees(&self.code, "super::").into_iter().flatten() {
            if path.first().is_some_and(|first| first != "super") {
                paths.insert(parent.iter().cloned().chain(path).collect());
            }
        }
        paths
    }
}

/// Returns the room of a path that begins with its floor.
fn room(path: &[String]) -> Option<&'static str> {
    let first = path.first()?;
    let of = |name: &str| FLOORS.iter().find(|(room, _)| *room == name);
    let found = match first.as_str() {
        // Items of the folder itself are the way to Discord.
        "discord" => of(match path.get(1).map(String::as_str) {
            // What the ids of buttons are made of.
            Some("ui")
                if path
                    .get(2)
                    .is_some_and(|part| ["custom_id", "pace"].contains(&&**part)) =>
            {
                "discord/ui/custom_id"
            }
            Some("ui") => "discord/ui",
            _ => "discord/transport",
        }),
        // What a feature's buttons ask for: any message may have such a button.
        "features"
            if path
                .get(2)
                .is_some_and(|part| FEATURE_FLOORS[0].contains(&&**part)) =>
        {
            of("press")
        }
        first => of(first),
    };
    found.map(|(room, _)| *room)
}

fn floor(room: &str) -> u8 {
    let found = FLOORS.iter().find(|(name, _)| *name == room);
    found.expect("a room").1
}

/// Returns the folder of the sources to look at: this one, or a copy that a test has changed.
pub(crate) fn root() -> PathBuf {
    let given = std::env::var_os("ANTEROOM_SOURCES").map(PathBuf::from);
    given.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into())
}

/// Returns the files of the program and of the crates below it.
fn all_files() -> Vec<File> {
    let crates = CRATES.iter().flat_map(|(folder, own)| read(folder, own));
    program().into_iter().chain(crates).collect()
}

/// Returns the files of the program, and of the one crate of several rooms.
fn program() -> Vec<File> {
    let mut files = read("crates/anteroom-matches/src", "");
    files.extend(read("src", ""));
    files
}

/// Reads the files of a folder. `own` is its room, empty for the program.
fn read(folder: &str, own: &str) -> Vec<File> {
    let root = root().join(folder);
    let read = |path: PathBuf| {
        let below = Path::new(own).join(path.strip_prefix(&root).unwrap());
        let parts = below.iter().map(|part| part.to_str().unwrap());
        let mut module: Vec<_> = parts
            .map(|part| part.trim_end_matches(".rs").into())
            .collect();
        if module
            .last()
            .is_some_and(|last: &String| ["mod", "lib"].contains(&&**last))
        {
            module.pop();
        }
        let code = code(&path);
        File { path, module, code }
    };
    files(&root).into_iter().map(read).collect()
}

fn everything(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(everything(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = everything(folder);
    files.retain(|path| path.extension().is_some_and(|end| end == "rs"));
    files
}

/// Returns the code of a file without comments and unit tests.
pub(crate) fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines = text.lines().map(|line| match line.find("//") {
        Some(comment) => &line[..comment],
        None => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

pub(crate) fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the paths behind each `root` in some code: `a::X` and `b` of `root::{a::X, b}`.
fn trees(code: &str, root: &str) -> Vec<Vec<Vec<String>>> {
    let mut found = Vec::new();
    for (place, _) in code.match_indices(root) {
        // `super::super::x` is not `super::x`.
        if code[..place].ends_with(|c: char| is_name(c) || c == ':') {
            continue;
        }
        let mut paths = Vec::new();
        tree(&code[place + root.len()..], &[], &mut paths);
        found.push(paths);
    }
    found
}

/// Reads one tree of paths, and returns the text behind it.
fn tree<'a>(mut text: &'a str, before: &[String], paths: &mut Vec<Vec<String>>) -> &'a str {
    let mut path = before.to_vec();
    loop {
        if let Some(group) = text.strip_prefix('{') {
            text = group.trim_start();
            while !text.starts_with('}') {
                let rest = tree(text, &path, paths).trim_start();
                let rest = rest
                    .split_once([',', '}'])
                    .map_or("", |(between, _)| &rest[between.len()..]);
                text = rest.trim_start_matches(',').trim_start();
                if text.is_empty() {
                    break;
                }
            }
            return text.get(1..).unwrap_or_default();
        }
        let name: String = text.chars().take_while(|c| is_name(*c)).collect();
        text = &text[name.len()..];
        if !name.is_empty() {
            path.push(name);
        }
        match text.strip_prefix("::") {
            Some(rest) => text = rest,
            None => {
                paths.push(path);
                return text;
            }
        }
    }
}

/// For the crates below the program, the compiler holds it.
#[test]
fn nothing_points_up() {
    let mut seen = 0;
    let mut up = BTreeSet::new();
    for file in program() {
        let Some(own) = file.room() else {
            let name = file.name();
            assert!(
                ["", "main", "lab", "discord"].contains(&&*name),
                "{name} stands on no floor"
            );
            continue;
        };
        for other in file.knows().iter().filter_map(|path| room(path)) {
            seen += 1;
            if other != own && floor(other) >= floor(own) {
                up.insert((file.name(), other.to_owned()));
            }
        }
    }
    assert!(seen > 500, "{seen}");
    assert!(up.is_empty(), "points up: {up:#?}");
}

/// Returns the features in their order, from the list that starts them.
fn order_of_features() -> Vec<String> {
    let list = root().join("src/features/mod.rs");
    let code = code(&list);
    let (_, list) = code.split_once("FEATURES: &[Feature] = &[").unwrap();
    let (list, _) = list.split_once("];").unwrap();
    let names = list
        .split(',')
        .filter_map(|one| one.split_once("::FEATURE"));
    names.map(|(name, _)| name.trim().to_owned()).collect()
}

/// Returns what imports a feature that is not before its own, and how many imports between features there are. Messages
/// of any feature may offer another's button.
fn out_of_order(files: &[File], order: &[String]) -> (BTreeSet<(String, String)>, usize) {
    let place = |name: &str| order.iter().position(|feature| feature == name);
    let (mut wrong, mut seen) = (BTreeSet::new(), 0);
    for file in files {
        let [first, own, ..] = &file.module[..] else {
            continue;
        };
        if first != "features" {
            continue;
        }
        for path in file.knows() {
            let [first, other, rest @ ..] = &path[..] else {
                continue;
            };
            let is_press = rest
                .first()
                .is_some_and(|role| FEATURE_FLOORS[0].contains(&&**role));
            if first != "features" || other == own || place(other).is_none() || is_press {
                continue;
            }
            seen += 1;
            if place(other) >= place(own) {
                wrong.insert((file.name(), path.join("::")));
            }
        }
    }
    (wrong, seen)
}

/// A feature imports only those before it.
#[test]
fn features_import_only_earlier_ones() {
    let order = order_of_features();
    assert!(order.len() > 15, "{order:?}");
    let (wrong, seen) = out_of_order(&all_files(), &order);
    assert!(seen > 40, "{seen}");
    assert!(wrong.is_empty(), "out of order: {wrong:#?}");
}

/// Returns what imports a higher floor of its own feature, and how many imports within features there are.
fn up_within_a_feature(files: &[File]) -> (BTreeSet<(String, String)>, usize) {
    let floor = |role: &str| {
        FEATURE_FLOORS
            .iter()
            .position(|floor| floor.contains(&role))
    };
    let (mut seen, mut up) = (0, BTreeSet::new());
    for file in files {
        let [first, feature, role, ..] = &file.module[..] else {
            continue;
        };
        if first != "features" {
            continue;
        }
        let own = floor(role);
        assert!(
            own.is_some(),
            "{} stands on no floor of its feature",
            file.name()
        );
        for path in file.knows() {
            let [first, of, other, ..] = &path[..] else {
                continue;
            };
            if first != "features" || of != feature {
                continue;
            }
            seen += 1;
            // Items of the feature's folder itself are on no floor.
            if floor(other).is_some_and(|other| Some(other) > own) {
                up.insert((file.name(), path.join("::")));
            }
        }
    }
    (up, seen)
}

/// Within a feature, imports go to the floors below only.
#[test]
fn nothing_points_up_within_a_feature() {
    let (up, seen) = up_within_a_feature(&all_files());
    assert!(seen > 300, "{seen}");
    assert!(up.is_empty(), "points up: {up:#?}");
}

/// The checks of features find what is put there to be found.
#[test]
fn inserted_imports_are_found() {
    let file = |path: &str, code: &str| File {
        path: PathBuf::from(path),
        module: path.split('/').map(str::to_owned).collect(),
        code: code.to_owned(),
    };
    let order = order_of_features();
    for (code, is_wrong) in [
        ("use crate::features::help::messages;", true),
        ("use crate::features::{Feature, help};", true),
        ("use crate::features::help::press::Press;", false),
        ("use crate::features::settings::model::ServerRules;", false),
    ] {
        let inserted = [file("features/play/messages/card", code)];
        assert_eq!(
            !out_of_order(&inserted, &order).0.is_empty(),
            is_wrong,
            "{code}"
        );
    }
    for (code, is_wrong) in [
        ("use crate::features::play::discord::actions;", true),
        ("use crate::features::play::service::{due, frozen};", true),
        ("use crate::features::play::store::levels;", false),
    ] {
        let inserted = [file("features/play/messages/card", code)];
        assert_eq!(
            !up_within_a_feature(&inserted).0.is_empty(),
            is_wrong,
            "{code}"
        );
    }
}

/// A test waits for an event, or moves its manual clock. `support/wait.rs` names the exceptions.
#[test]
fn tests_do_not_sleep() {
    let tests = root().join("tests/it");
    for path in files(&tests) {
        let sleeps = code(&path).contains("sleep(");
        let may = path.ends_with("support/wait.rs") || path.ends_with("house.rs");
        assert!(!sleeps || may, "{} sleeps", path.display());
    }
}

/// SQL is written in `db/` and in files and folders called `store`; ids and choices become columns in their crate.
#[test]
fn only_stores_know_sql() {
    let mut seen = 0;
    for file in all_files() {
        let sql = ["rusqlite::", "\"SELECT ", "\"UPDATE ", "\"DELETE FROM "];
        if !sql.iter().any(|sql| file.code.contains(sql)) {
            continue;
        }
        seen += 1;
        let at_home = ["db", "columns"].contains(&&*file.module[0])
            || file.module.iter().any(|part| part == "store");
        assert!(at_home, "{} knows SQL", file.name());
    }
    assert!(seen > 40, "{seen}");
}

/// What stands below `discord/`, and what is pure in a feature, has facts: no command, no link, no mention, no escape.
#[test]
fn the_domain_does_not_speak_discord() {
    let mut seen = 0;
    for file in all_files() {
        let is_domain = match &file.module[..] {
            [first, _, role, ..] if first == "features" => {
                ["model", "formats", "store", "service"].contains(&&**role)
            }
            _ => file
                .room()
                .is_some_and(|room| floor(room) < floor("discord/transport")),
        };
        if !is_domain {
            continue;
        }
        seen += 1;
        let speaks = commands_and_marks(&file.code);
        let may = SPEAK.contains(&&*file.name());
        assert_eq!(!speaks.is_empty(), may, "{}: {speaks:?}", file.name());
    }
    assert!(seen > 200, "{seen}");
    for inserted in [
        "say(\"Use `/play`\")",
        "\"see <#{0}>\"",
        "\"<@{user}>\"",
        "\"</play:7>\"",
        "r\"\\*_~`\"",
    ] {
        assert!(!commands_and_marks(inserted).is_empty(), "{inserted}");
    }
}

/// The files below that hold such text as data.
const SPEAK: [&str; 1] = [
    // The mention of a person in an organiser's reason, when their data is deleted.
    "db/journal",
];

/// Returns the slash commands, links and mentions in the texts of some code.
fn commands_and_marks(code: &str) -> Vec<&str> {
    // The last is the beginning of every list of what Markdown escapes.
    let marks = ["<#", "<@", "</", "`/", "*_"];
    let found = marks.iter().flat_map(|mark| code.match_indices(*mark));
    let all = found.map(|(at, mark)| {
        let rest = &code[at..];
        let end = rest
            .char_indices()
            .nth(mark.len() + 8)
            .map_or(rest.len(), |(end, _)| end);
        &rest[..end]
    });
    // A path in backticks is no command.
    all.filter(|text| {
        !text.starts_with("`/") || text[2..].starts_with(|c: char| c.is_ascii_lowercase())
    })
    .collect()
}

/// Only the Discord files use Discord's own types.
#[test]
fn only_rooms_of_discord_know_discord() {
    let mut seen = 0;
    for file in all_files() {
        if !file.code.contains("serenity::") {
            continue;
        }
        seen += 1;
        let at_home = ["discord", "bot"].contains(&&*file.module[0])
            || file.module[0] == "features" && file.module.iter().any(|part| part == "discord");
        assert!(at_home, "{} knows Discord", file.name());
    }
    assert!(seen > 25, "{seen}");
}

#[test]
fn no_folder_is_crowded() {
    let mut folders: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for root in ["src", "tests", "crates"] {
        for file in everything(&crate::house::root().join(root)) {
            *folders
                .entry(file.parent().unwrap().to_owned())
                .or_default() += 1;
        }
    }
    assert!(folders.len() > 100, "{}", folders.len());
    for (folder, count) in folders {
        assert!(count <= 30, "{} has {count} files", folder.display());
    }
}

/// Only a game's own folder and its computer players know the game's types.
#[test]
fn no_game_is_named_outside_its_folder() {
    let mut seen = 0;
    for file in all_files() {
        if file.path.ends_with("tests.rs")
            || ["games", "search"]
                .iter()
                .any(|own| file.module.first().is_some_and(|first| first == own))
        {
            continue;
        }
        let modules: BTreeSet<_> = trees(&file.code, "games::")
            .into_iter()
            .flatten()
            .filter_map(|path| path.first().cloned())
            .collect();
        for game in CATALOGUE {
            let key = game.card.key;
            seen += 1;
            let literal = format!("\"{key}\"");
            assert!(
                !file.code.contains(&literal) && !modules.contains(&key.replace('-', "_")),
                "{} names {key}",
                file.name()
            );
        }
    }
    assert!(seen > 1000, "{seen}");
}

#[test]
fn no_message_counts_one_of_many() {
    let listed = std::process::Command::new("git")
        .args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
            "*.snap",
        ])
        .output()
        .expect("git");
    let listed = String::from_utf8(listed.stdout).expect("names of files");
    let mut wrong = Vec::new();
    for file in listed.split_terminator('\0') {
        let Ok(text) = fs::read_to_string(file) else {
            continue;
        };
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            for pair in words.windows(2) {
                let count = pair[0].trim_matches(|c: char| "(*`\"'".contains(c));
                let word = pair[1].trim_end_matches(|c: char| !c.is_alphanumeric());
                let plural = word.ends_with('s')
                    && word.chars().all(|c| c.is_ascii_lowercase())
                    && !NO_PLURALS.contains(&word);
                if count == "1" && (plural || word == "people") && !line.contains("eason 1 ") {
                    wrong.push(format!("{file}: {line}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
