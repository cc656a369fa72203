//! Rules pages: their rules have tests and credits, and are short enough to be shown.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anteroom_games::{CATALOGUE, Game};

/// Returns the ids of rules in a text, `game.rule`, for all games of the catalogue.
fn ids(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_lowercase() || c == '-';
    let words = text.split(|c: char| !is_part(c) && c != '.');
    let ids = words.map(|word| word.trim_matches('.')).filter(|word| {
        // A name such as `anache.rs` is a file name.
        word.split_once('.').is_some_and(|(game, rule)| {
            CATALOGUE.iter().any(|known| known.card.key == game)
                && !rule.is_empty()
                && rule.chars().all(is_part)
                && rule != "rs"
        })
    });
    ids.map(str::to_owned).collect()
}

/// Returns the ids of a page's rules: those in code marks.
fn ids_of_page(page: &str) -> BTreeSet<String> {
    page.split('`').skip(1).step_by(2).flat_map(ids).collect()
}

/// Returns the ids in the comments and strings of code.
fn cited_ids(code: &str) -> BTreeSet<String> {
    let comments = code.lines().filter_map(|line| line.split_once("//"));
    let strings = code
        .lines()
        .flat_map(|line| line.split('"').skip(1).step_by(2));
    comments
        .map(|(_, comment)| comment)
        .chain(strings)
        .flat_map(ids)
        .collect()
}

fn without_comments(page: &str) -> String {
    let mut parts = page.split("<!--");
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| part.split_once("-->").expect("a comment that ends").1);
    std::iter::once(first).chain(rest).collect()
}

/// Returns every source file below a folder of the repository, with its text.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let (mut folders, mut sources) = (
        vec![
            Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("../..")
                .join(folder),
        ],
        Vec::new(),
    );
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                sources.push((path, text));
            }
        }
    }
    sources
}

#[test]
fn every_rule_has_a_test_and_every_cited_rule_a_page() {
    let mut cited: BTreeMap<String, PathBuf> = BTreeMap::new();
    let tests = ["tests/it", "crates/anteroom-games/tests/it"].map(sources);
    for (path, text) in tests.into_iter().flatten() {
        cited.extend(cited_ids(&text).into_iter().map(|id| (id, path.clone())));
    }
    let mut on_pages = BTreeSet::new();
    for game in CATALOGUE {
        let ids = ids_of_page(game.card.rules);
        assert!(ids.len() > 5, "{} names its rules", game.card.key);
        for id in &ids {
            assert!(cited.contains_key(id), "no test cites {id}");
        }
        on_pages.extend(ids);
        // Lessons have similar names.
        let titles = game.card.lessons.unwrap_or_default().lines();
        let titles = titles.filter_map(|line| line.strip_prefix("## ")?.split_once(':'));
        on_pages.extend(titles.map(|(id, _)| format!("{}.{id}", game.card.key)));
    }
    for (id, path) in cited {
        assert!(
            on_pages.contains(&id),
            "{} cites {id}, which stands on no page",
            path.display()
        );
    }
}

#[test]
fn every_sentence_of_the_rules_has_an_id() {
    for game in CATALOGUE {
        let (_, rules) = game.card.rules.split_once("\n## ").unwrap();
        let (rules, _) = rules.split_once("\n## How we read it\n").unwrap();
        let rules = without_comments(rules);
        for line in rules
            .lines()
            .skip(1)
            .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        {
            assert!(
                line.contains("(`") && line.trim_end().ends_with("`)"),
                "{}: a rule without an id: {line}",
                game.card.key
            );
        }
    }
}

#[test]
fn what_a_refusal_cites_stands_on_the_page() {
    for (path, text) in sources("crates/anteroom-games/src") {
        // No other strings of the code have this form.
        for id in text
            .split('"')
            .skip(1)
            .step_by(2)
            .filter(|text| ids(text).contains(*text))
        {
            let key = id.split('.').next().unwrap();
            let game = CATALOGUE.iter().find(|game| game.card.key == key).unwrap();
            assert!(
                ids_of_page(game.card.rules).contains(id),
                "{} cites {id}, which its page does not know",
                path.display()
            );
        }
    }
}

#[test]
fn pages_are_headed_credited_and_short() {
    for game in CATALOGUE {
        let card = &game.card;
        assert!(card.rules.starts_with(&format!("# {}\n", card.name)));
        assert!(card.rules.contains("\n## How we read it\n"), "{}", card.key);
        let year = card.credit.rsplit(' ').next().unwrap();
        assert!(
            year.parse::<u16>().is_ok() && card.rules.contains(&format!("({year})")),
            "{} is credited",
            card.key
        );
        assert!(
            card.rules_text().chars().count() < 4500,
            "{} is read in three messages",
            card.key
        );
        assert!(card.tagline.chars().count() <= 100 && card.turn_hint.chars().count() <= 100);
        assert!(
            card.options
                .iter()
                .all(|option| option.description.chars().count() <= 100)
        );
    }
}

/// Plays every example of a game's rules page.
///
/// The words must match the results, and every rule must have an example.
pub fn check_examples(game: &Game) {
    let key = game.card.key;
    let mut shown = BTreeSet::new();
    for example in game.card.examples() {
        let example = example.unwrap_or_else(|error| panic!("{key}: {error}"));
        let played = game
            .illustrate(&example)
            .unwrap_or_else(|error| panic!("{key}: {error}"));
        let rule = example.rule;
        assert_eq!(played.then, example.then(), "{key}: {rule}: what it does");
        let (because, broken) = played.refused.unwrap_or_default();
        assert_eq!(because, example.because(), "{key}: {rule}: the refusal");
        assert!(
            broken.is_empty() || broken == rule,
            "{key}: the example of {rule} is refused by {broken}"
        );
        assert!(!example.says().is_empty(), "{key}: {rule} says nothing");
        shown.insert(rule.to_owned());
    }
    let chapters = game.card.chapters();
    let rules = chapters.iter().flat_map(|chapter| &chapter.rules);
    let rules: BTreeSet<_> = rules.map(|rule| rule.id.to_owned()).collect();
    assert!(!rules.is_empty(), "{key} has rules");
    assert_eq!(
        shown, rules,
        "{key}: every rule has a picture, and every picture a rule"
    );
}

#[test]
fn every_example_shows_what_it_says() {
    for game in CATALOGUE {
        check_examples(game);
    }
}

#[test]
fn every_rule_is_in_a_chapter() {
    for game in CATALOGUE {
        let chapters = game.card.chapters();
        let rules = chapters.iter().flat_map(|chapter| &chapter.rules);
        let rules: Vec<_> = rules.collect();
        let ids: BTreeSet<_> = rules.iter().map(|rule| rule.id.to_owned()).collect();
        assert_eq!(ids, ids_of_page(game.card.rules));
        for rule in rules {
            assert!(
                !rule.title.is_empty() && rule.title.len() <= 30,
                "{}: {:?}",
                rule.id,
                rule.title
            );
            assert!(
                rule.words.ends_with('.') && !rule.words.contains("**"),
                "{}: {}",
                rule.id,
                rule.words
            );
        }
    }
}
