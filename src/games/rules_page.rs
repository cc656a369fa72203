//! What players read of a rules page: its text without the ids of its rules, and the words of a single one.
//!
//! Behind the words of a rule stands its id, by which code and tests know it, in code marks and brackets.

use std::ops::Range;

use super::Card;

impl Card {
    /// The rules page as players read it: Markdown, without the ids of the rules.
    #[must_use]
    pub fn rules_text(&self) -> String {
        let mut text = String::with_capacity(self.rules.len());
        let mut from = 0;
        for (at, _) in ids(self.rules) {
            let before = self.rules.get(from..at.start).unwrap_or_default();
            text.push_str(before.trim_end_matches(' '));
            from = at.end;
        }
        text.push_str(self.rules.get(from..).unwrap_or_default());
        text
    }

    /// The words of the rule with this id, as they stand on the page; `None` when the page has no such rule.
    #[must_use]
    pub fn rule(&self, id: &str) -> Option<&'static str> {
        let (mut before, mut found) = (0, None);
        for (at, other) in ids(self.rules) {
            if other == id {
                found = Some(at.start);
                break;
            }
            before = at.end;
        }
        let words = self.rules.get(before..found?)?;
        let line = words.trim_end().rsplit('\n').next()?;
        Some(line.trim().trim_start_matches("- ").trim_end_matches(','))
    }
}

/// Every id on a page, and where it stands with its marks and brackets.
fn ids(page: &'static str) -> impl Iterator<Item = (Range<usize>, &'static str)> {
    let is_part =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    page.match_indices("(`").filter_map(move |(start, open)| {
        let rest = page.get(start + open.len()..)?;
        let (id, _) = rest.split_once("`)")?;
        let (game, rule) = id.split_once('.')?;
        let end = start + open.len() + id.len() + "`)".len();
        (is_part(game) && is_part(rule)).then_some((start..end, id))
    })
}

#[cfg(test)]
mod tests {
    use crate::games::CATALOGUE;

    fn card(key: &str) -> &'static crate::games::Card {
        let game = CATALOGUE.iter().find(|game| game.card.key == key);
        &game.unwrap_or(&CATALOGUE[0]).card
    }

    #[test]
    fn a_rule_is_found_by_its_id() {
        let cases = [
            (
                "anchor",
                "anchor.pass",
                "**Pass.** A player may pass instead.",
            ),
            (
                "encastle",
                "antichess.board",
                "The chessboard, set up as in chess.",
            ),
            (
                "encastle",
                "antichess.order",
                "White begins; one man moves a turn.",
            ),
            ("encastle", "antichess.pieces", "All move as in chess"),
        ];
        for (game, id, words) in cases {
            assert_eq!(card(game).rule(id), Some(words), "{id}");
        }
        assert_eq!(card("anchor").rule("anchor."), None);
        assert_eq!(card("anchor").rule("pass"), None);
    }

    #[test]
    fn pages_are_read_without_ids() {
        for game in CATALOGUE {
            let text = game.card.rules_text();
            let left = text.split('`').skip(1).step_by(2);
            for code in left {
                let id = code
                    .split_once('.')
                    .is_some_and(|(key, _)| CATALOGUE.iter().any(|other| other.card.key == key));
                assert!(!id, "{}: {code}", game.card.key);
            }
            assert!(!text.contains("()") && !text.contains(" \n"), "{text}");
        }
        let text = card("anchor").rules_text();
        assert!(
            text.contains("\n- **Pass.** A player may pass instead.\n"),
            "{text}"
        );
        assert!(
            text.contains("Type the cell: `h8`. Or type `pass`, or `swap` while it is on offer.\n")
        );
    }
}
