//! Rules pages: what stands in them is tested, credited, and short enough to be shown.

use std::collections::BTreeSet;

use anteroom::games::CATALOGUE;

/// The tests that cite rules by id.
const TESTS: [&str; 6] = [
    include_str!("anaash.rs"),
    include_str!("anache.rs"),
    include_str!("anacund.rs"),
    include_str!("anchor.rs"),
    include_str!("antichess.rs"),
    include_str!("connect_n.rs"),
];

/// Rules that every match keeps, whatever its game: they are tested where matches are.
const KEPT_BY_MATCHES: [&str; 1] = ["antichess.time"];

/// The words in code marks that look like `game.rule`.
fn ids(page: &str) -> BTreeSet<&str> {
    let words = page.split('`').skip(1).step_by(2);
    words.filter(|word| word.split_once('.').is_some_and(|(game, rule)| is_word(game) && is_word(rule))).collect()
}

fn is_word(text: &str) -> bool {
    text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

#[test]
fn every_rule_has_a_test() {
    for game in CATALOGUE {
        let ids = ids(game.card.rules);
        assert!(ids.len() > 5, "{} names its rules", game.card.key);
        for id in ids.into_iter().filter(|id| !KEPT_BY_MATCHES.contains(id)) {
            assert!(TESTS.iter().any(|tests| tests.contains(id)), "no test cites {id}");
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
        assert!(year.parse::<u16>().is_ok() && card.rules.contains(&format!("({year})")), "{} is credited", card.key);
        assert!(card.rules.chars().count() < 4000, "{} fits into one embed", card.key);
        assert!(card.tagline.chars().count() <= 100 && card.turn_hint.chars().count() <= 100);
        assert!(card.options.iter().all(|option| option.description.chars().count() <= 100));
    }
}
