//! The rules page as players read it: its text without ids, its chapters, and the words of a single rule.
//!
//! After the words of a rule comes its id in code marks and brackets. Code and tests refer to the id. Players do not
//! see comments, such as examples of rules.

use std::ops::Range;

use super::Card;
use super::example::comments;

/// A section of a rules page with rules: from one heading to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// Its heading.
    pub title: &'static str,
    /// Its rules, in order.
    pub rules: Vec<Rule>,
}

/// A rule of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its id: `anchor.pass`.
    pub id: &'static str,
    /// Its title: `Pass`.
    pub title: &'static str,
    /// Its text, without the title.
    pub words: &'static str,
}

impl Card {
    /// Returns the rules page as Markdown, without the ids of the rules and without comments.
    #[must_use]
    pub fn rules_text(&self) -> String {
        let mut left: Vec<(Range<usize>, bool)> =
            ids(self.rules).map(|(at, _)| (at, true)).collect();
        left.extend(comments(self.rules).map(|(at, _)| (at, false)));
        left.sort_by_key(|(at, _)| at.start);
        let mut text = String::with_capacity(self.rules.len());
        let mut from = 0;
        for (at, is_id) in left {
            let before = self.rules.get(from..at.start).unwrap_or_default();
            text.push_str(if is_id {
                before.trim_end_matches(' ')
            } else {
                before
            });
            from = at.end;
        }
        text.push_str(self.rules.get(from..).unwrap_or_default());
        text
    }

    /// Returns the text between the page's heading and its first section.
    #[must_use]
    pub fn introduction(&self) -> &'static str {
        let (before, _) = self.rules.split_once("\n## ").unwrap_or((self.rules, ""));
        before.split_once('\n').map_or("", |(_, text)| text.trim())
    }

    /// Returns the sections of the page that have rules.
    #[must_use]
    pub fn chapters(&self) -> Vec<Chapter> {
        let mut chapters: Vec<Chapter> = Vec::new();
        for (at, id, words) in self.rules_with_words() {
            let title = self.heading_above(at);
            let named = words.strip_prefix("**").and_then(|rest| {
                let (name, rest) = rest.split_once(".**")?;
                Some((name, rest.trim_start()))
            });
            let (name, words) = named.unwrap_or((title, words));
            let rule = Rule {
                id,
                title: name,
                words,
            };
            match chapters.last_mut() {
                Some(chapter) if chapter.title == title => chapter.rules.push(rule),
                _ => chapters.push(Chapter {
                    title,
                    rules: vec![rule],
                }),
            }
        }
        chapters
    }

    /// Returns the page of this rule in `/rules`, counted from 0; `None` if no rule has this id.
    ///
    /// The first page is about the game. Then each rule has a page for each of its examples, or one page without an
    /// example.
    #[must_use]
    pub fn page_of_rule(&self, id: &str) -> Option<u32> {
        let examples: Vec<_> = self.examples().flatten().collect();
        let chapters = self.chapters().into_iter();
        let rules: Vec<Rule> = chapters.flat_map(|chapter| chapter.rules).collect();
        let at = rules.iter().position(|rule| rule.id == id)?;
        let pages = rules.iter().take(at).map(|rule| {
            let its = examples.iter().filter(|example| example.rule == rule.id);
            its.count().max(1)
        });
        u32::try_from(1 + pages.sum::<usize>()).ok()
    }

    /// Returns the heading above a place of the page.
    fn heading_above(&self, place: usize) -> &'static str {
        let lines = self.rules.get(..place).unwrap_or_default().lines();
        let heading = lines.rev().find(|line| line.starts_with('#'));
        heading.map_or("", |line| line.trim_start_matches('#').trim())
    }

    /// Returns the words of the rule with this id; `None` if the page has no such rule.
    #[must_use]
    pub fn rule(&self, id: &str) -> Option<&'static str> {
        let mut rules = self.rules_with_words();
        rules.find(|(_, other, _)| *other == id).map(|it| it.2)
    }

    /// Iterates over the rules of the page: the position of the id, the id, and the words before it.
    fn rules_with_words(&self) -> impl Iterator<Item = (usize, &'static str, &'static str)> {
        let (page, mut before) = (self.rules, 0);
        ids(page).filter_map(move |(at, id)| {
            let words = page.get(before..at.start)?;
            before = at.end;
            let line = words.trim_end().rsplit('\n').next()?;
            let words = line.trim().trim_start_matches("- ").trim_end_matches(',');
            Some((at.start, id, words))
        })
    }
}

/// Iterates over the ids on a page and their ranges, with marks and brackets.
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
    use crate::CATALOGUE;

    fn card(key: &str) -> &'static crate::Card {
        let game = CATALOGUE.iter().find(|game| game.card.key == key);
        &game.unwrap_or(&CATALOGUE[0]).card
    }

    #[test]
    fn a_rule_is_found_by_its_id() {
        let cases = [
            (
                "anchor",
                "anchor.pass",
                "**Pass.** A player may pass instead of dropping a stone.",
            ),
            (
                "encastle",
                "antichess.board",
                "**Board.** The chessboard with its 32 men, set up as in chess.",
            ),
            (
                "anchor",
                "anchor.notation",
                "Type the cell: `h8`. Or type `pass`, or `swap` while it is on offer.",
            ),
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
            text.contains("\n- **Pass.** A player may pass instead of dropping a stone.\n"),
            "{text}"
        );
        assert!(
            text.contains("Type the cell: `h8`. Or type `pass`, or `swap` while it is on offer.\n")
        );
    }
}
