//! Rules for the documentation and for all wording.

use std::path::{Path, PathBuf};

/// The longest line outside tables and code.
const WIDTH: usize = 100;

/// Phrases that make a sentence hard to read, each with a plain one.
const PHRASES: [(&str, &str); 13] = [
    ("anew", "again"),
    ("as long as not", "until"),
    ("come to nothing", "fail"),
    ("comes to nothing", "fails"),
    ("for so long", "for that time"),
    ("had better", "should"),
    ("is to be", "must be"),
    ("are to be", "must be"),
    ("so long as", "while"),
    ("so many", "this many"),
    ("to you only", "leave it out: Discord shows that"),
    ("whoever", "the person who"),
    ("sign of life", "use"),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the pages: in the root, in `docs`, and beside what they describe.
fn pages() -> Vec<PathBuf> {
    let folders = ["", "docs", "benches/results", "fuzz"].map(|folder| root().join(folder));
    let crates = std::fs::read_dir(root().join("crates")).expect("the crates");
    let crates = crates.map(|entry| entry.expect("an entry").path());
    let mut pages = Vec::new();
    for folder in folders.into_iter().chain(crates) {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            pages.extend(Some(path).filter(|path| path.extension().is_some_and(|end| end == "md")));
        }
    }
    assert!(pages.len() > 20, "{pages:?}");
    pages
}

/// Returns the lines of prose of a page, with their numbers.
fn prose(page: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut code = false;
    page.lines().enumerate().filter_map(move |(at, line)| {
        if line.trim_start().starts_with("```") {
            code = !code;
            return None;
        }
        (!code).then_some((at + 1, line))
    })
}

#[test]
fn pages_are_narrow() {
    for path in pages() {
        let page = std::fs::read_to_string(&path).expect("a page");
        for (at, line) in prose(&page).filter(|(_, line)| !line.trim_start().starts_with("|")) {
            let width = line.chars().count();
            assert!(
                width <= WIDTH,
                "{}:{at} has {width} characters",
                path.display()
            );
        }
    }
}

/// Returns the hard phrases in a line, each with a plain one.
fn hard(line: &str) -> Vec<(&'static str, &'static str)> {
    let line = line.to_lowercase();
    let words: Vec<_> = line.split(|one: char| !one.is_alphanumeric()).collect();
    let words = format!(" {} ", words.join(" "));
    let there = |(phrase, _): &(&str, &str)| words.contains(&format!(" {phrase} "));
    PHRASES.into_iter().filter(there).collect()
}

#[test]
fn pages_are_plain_english() {
    let mut found = Vec::new();
    for path in pages() {
        let page = std::fs::read_to_string(&path).expect("a page");
        for (at, line) in prose(&page) {
            found.extend(hard(line).into_iter().map(|hard| (path.clone(), at, hard)));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Checks the strings and comments of all crates.
#[test]
fn sources_are_plain_english() {
    let (mut found, mut lines) = (Vec::new(), 0);
    let mut folders: Vec<PathBuf> = ["src", "crates", "tests/it"]
        .map(|one| root().join(one))
        .into();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|end| end != "rs") || path.ends_with("it/docs.rs") {
                continue;
            }
            let source = std::fs::read_to_string(&path).expect("a source");
            for (at, line) in source.lines().enumerate() {
                // Text outside of quotes and comments is code.
                let (_, prose) = line
                    .split_once("//")
                    .or(line.split_once('"'))
                    .unwrap_or_default();
                lines += usize::from(!prose.is_empty());
                found.extend(
                    hard(prose)
                        .into_iter()
                        .map(|hard| (path.clone(), at + 1, hard)),
                );
            }
        }
    }
    assert!(lines > 20_000, "{lines}");
    assert!(found.is_empty(), "{found:#?}");
}

/// A newcomer reads only this page before the first move.
#[test]
fn the_front_page_is_short() {
    let page = std::fs::read_to_string(root().join("README.md")).expect("the page");
    assert!(page.lines().count() <= 150, "{}", page.lines().count());
    assert!(page.lines().all(|line| line.chars().count() <= WIDTH));
}

/// Every link between pages has a target.
#[test]
fn links_lead_to_files_and_headings() {
    let mut seen = 0;
    for path in pages() {
        let page = std::fs::read_to_string(&path).expect("a page");
        for (at, line) in prose(&page) {
            for link in line
                .split("](")
                .skip(1)
                .filter_map(|rest| rest.split(')').next())
            {
                if link.contains("://") || link.starts_with("mailto:") {
                    continue;
                }
                seen += 1;
                let (file, heading) = link.split_once('#').unwrap_or((link, ""));
                let target = match file {
                    "" => path.clone(),
                    file => path.parent().expect("a folder").join(file),
                };
                assert!(target.exists(), "{}:{at}: {link}", path.display());
                if heading.is_empty() {
                    continue;
                }
                let text = std::fs::read_to_string(&target).expect("a page");
                let headings = text.lines().filter_map(|line| line.strip_prefix('#'));
                let mut anchors = headings.map(|heading| {
                    let kept = heading.trim_start_matches('#').trim().to_lowercase();
                    let kept = kept
                        .chars()
                        .filter(|one| one.is_alphanumeric() || " -".contains(*one));
                    kept.collect::<String>().replace(' ', "-")
                });
                assert!(
                    anchors.any(|own| own == heading),
                    "{}:{at}: {link}",
                    path.display()
                );
            }
        }
    }
    assert!(seen > 40, "{seen}");
}

#[test]
fn ci_begins_with_the_commands_of_the_readme() {
    let read = |name: &str| std::fs::read_to_string(root().join(name)).expect("a file");
    let readme = read("README.md");
    let ci = read(".ci/run");
    let mut at = ci
        .find("export CARGO_HOME")
        .expect("an empty home for Cargo");
    for command in ["cargo run -- sandbox", "cargo test"] {
        let block = format!("```sh\n{command}\n```");
        assert!(readme.contains(&block), "{command}");
        let found = ci[at..].find(&format!("\n{command}"));
        let first = ci[at..].find("\ncargo ");
        assert_eq!(found, first, "{command} is not the next command of Cargo");
        at += found.expect("a command") + 1;
    }
}

/// The image is built from what its file copies. What the program includes must be there.
#[test]
fn image_has_every_file_that_the_program_includes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let image = std::fs::read_to_string(root.join("Dockerfile")).expect("the image's file");
    let (build, _) = image.split_once("\nFROM ${RUN_IMAGE}").expect("two stages");
    let copied: Vec<_> = build
        .lines()
        .filter_map(|line| line.strip_prefix("COPY "))
        .flat_map(|line| line.split(' ').rev().skip(1))
        .collect();
    let mut seen = 0;
    for folder in ["src", "crates"] {
        for path in crate::house::files(&root.join(folder)) {
            if path.iter().any(|part| part == "tests") {
                continue;
            }
            let code = crate::house::code(&path);
            for call in ["include_str!(", "include_bytes!("] {
                for (place, _) in code.match_indices(call) {
                    let name = code[place + call.len()..].trim_start();
                    let Some(name) = name
                        .strip_prefix('"')
                        .and_then(|name| name.split('"').next())
                    else {
                        continue;
                    };
                    seen += 1;
                    let file = path.parent().expect("a folder").join(name);
                    let file = file.canonicalize().expect("an included file");
                    let below = file.strip_prefix(root.canonicalize().expect("the root"));
                    let below = below.expect("a file of the project");
                    assert!(
                        copied.iter().any(|from| below.starts_with(from)),
                        "{} is not copied into the image",
                        below.display()
                    );
                }
            }
        }
    }
    assert!(seen > 20, "{seen}");
}
