//! Rules shown on a board: comments in rules pages that give a position and its turns.
//!
//! ```text
//! <!-- example connect-n.drop
//! set: columns=5 rows=4 n=3
//! before: c d
//! play: c
//! then: chip on c2
//! says: Red drops a chip into column c. It comes to rest on the chip that lies there.
//! -->
//! ```
//!
//! Markdown viewers do not show the comments. `docs/adding-a-game.md` explains the fields.

use std::collections::BTreeMap;

use super::{Card, find};

/// The beginning and the end of a comment.
const BEGINS: &str = "<!--";
const ENDS: &str = "-->";

/// The word that makes a comment an example.
const EXAMPLE: &str = "example ";

/// The fields of an example. Each begins a line, with its name and a colon.
const FIELDS: [&str; 11] = [
    "like", "set", "from", "before", "play", "then", "refuse", "because", "point", "goes", "says",
];

/// A rule shown on a board: the position, the turn that is played or refused there, and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The id of the rule.
    pub rule: &'static str,
    fields: BTreeMap<&'static str, String>,
}

/// The reason why an example cannot be read or shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{rule}: {reason}")]
pub struct ExampleError {
    /// The id of the rule.
    pub rule: String,
    /// A sentence for the author of the page.
    pub reason: String,
}

impl Card {
    /// Iterates over the examples of the rules page in their order; an unreadable one is an error.
    pub fn examples(&self) -> impl Iterator<Item = Result<Example, ExampleError>> {
        written(self.rules).flat_map(|text| match Example::read(text) {
            Ok(example) => example.with_likeness(),
            error => vec![error],
        })
    }
}

/// Iterates over the texts of a page's examples.
fn written(page: &'static str) -> impl Iterator<Item = &'static str> {
    comments(page).filter_map(|(_, comment)| comment.trim().strip_prefix(EXAMPLE))
}

impl Example {
    /// Iterates over the settings that differ from the usual ones: keys and values.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.line("set")
            .split_whitespace()
            .map(|setting| setting.split_once('=').unwrap_or((setting, "")))
    }

    /// Returns the position text of the beginning; empty for the start of the game.
    #[must_use]
    pub fn from(&self) -> &str {
        self.line("from")
    }

    /// Returns the turns before the turn that is shown, separated by spaces.
    #[must_use]
    pub fn before(&self) -> &str {
        self.line("before")
    }

    /// Returns the turn that is shown; may be empty.
    #[must_use]
    pub fn play(&self) -> &str {
        self.line("play")
    }

    /// Returns its result, in the words of [`Illustration::then`](super::Illustration::then).
    #[must_use]
    pub fn then(&self) -> &str {
        self.line("then")
    }

    /// Returns the turn that is refused; may be empty.
    #[must_use]
    pub fn refuse(&self) -> &str {
        self.line("refuse")
    }

    /// Returns the sentence that refuses it.
    #[must_use]
    pub fn because(&self) -> &str {
        self.line("because")
    }

    /// Iterates over the names of the cells that are marked before the turn.
    pub fn points(&self) -> impl Iterator<Item = &str> {
        self.line("point").split_whitespace()
    }

    /// Returns the name of the cell whose piece's destinations are marked; may be empty.
    #[must_use]
    pub fn goes(&self) -> &str {
        self.line("goes")
    }

    /// Returns the explanation for the player: Markdown.
    #[must_use]
    pub fn says(&self) -> &str {
        self.line("says")
    }

    fn line(&self, field: &str) -> &str {
        self.fields.get(field).map_or("", String::as_str)
    }

    /// Reads the comment's text after the word `example`.
    fn read(text: &'static str) -> Result<Self, ExampleError> {
        let mut lines = text.lines().map(str::trim);
        let rule = lines.next().unwrap_or_default();
        let error = |reason: String| ExampleError {
            rule: rule.to_owned(),
            reason,
        };
        let mut fields = BTreeMap::<&'static str, String>::new();
        let mut last = None;
        for line in lines.filter(|line| !line.is_empty()) {
            let known = line.split_once(':').and_then(|(word, rest)| {
                let field = FIELDS.into_iter().find(|field| *field == word)?;
                Some((field, rest.trim()))
            });
            match (known, last) {
                (Some((field, rest)), _) => {
                    if fields.insert(field, rest.to_owned()).is_some() {
                        return Err(error(format!("{field} stands there twice.")));
                    }
                    last = Some(field);
                }
                // A long field continues on the next line. The rows of a position are joined without spaces.
                (None, Some(field)) => {
                    let text = fields.entry(field).or_default();
                    if !text.is_empty() && !text.ends_with('/') {
                        text.push(' ');
                    }
                    text.push_str(line);
                }
                (None, None) => {
                    let known = FIELDS.join(", ");
                    return Err(error(format!("A line begins with one of {known}.")));
                }
            }
        }
        Ok(Self { rule, fields })
    }

    /// Returns this example, or those of the game that it names with `like`.
    /// The latter are all examples of the same rule on that game's page, with this example's fields added.
    fn with_likeness(self) -> Vec<Result<Self, ExampleError>> {
        let Some(like) = self.fields.get("like") else {
            return vec![Ok(self)];
        };
        let page = find(like).map_or("", |game| game.card.rules);
        let others = written(page).filter(|text| text.lines().next() == Some(self.rule));
        let alike: Vec<_> = others
            .filter_map(|text| Self::read(text).ok())
            .filter(|other| !other.fields.contains_key("like"))
            .map(|mut other| {
                other.fields.extend(self.fields.clone());
                Ok(other)
            })
            .collect();
        if alike.is_empty() {
            return vec![Err(ExampleError {
                rule: self.rule.to_owned(),
                reason: format!("The page of {like} has no such example."),
            })];
        }
        alike
    }
}

/// Iterates over the comments of a page: the range with the whole lines of each, and its text.
pub(super) fn comments(
    page: &'static str,
) -> impl Iterator<Item = (std::ops::Range<usize>, &'static str)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let begins = from + page.get(from..)?.find(BEGINS)?;
        let inside = begins + BEGINS.len();
        let ends = inside + page.get(inside..)?.find(ENDS)?;
        let after = ends + ENDS.len();
        let line = page.get(..begins)?.trim_end_matches(' ').len();
        let rest = page.get(after..)?;
        let end = after + rest.find('\n').map_or(rest.len(), |newline| newline + 1);
        from = after;
        Some((line..end, page.get(inside..ends)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_read_line_by_line() {
        let text = "anchor.drop\n  from: ../\n    .. x 0\n  play: a1\n  says: One\n  two.\n";
        let example = Example::read(text).expect("an example");
        assert_eq!(example.rule, "anchor.drop");
        assert_eq!(example.from(), "../.. x 0");
        assert_eq!(example.says(), "One two.");
        assert_eq!((example.refuse(), example.goes()), ("", ""));
        for (text, reason) in [
            ("a.b\nplays: a1", "A line begins with one of like, set"),
            ("a.b\nplay: a1\nplay: a2", "play stands there twice."),
        ] {
            let error = Example::read(text).expect_err("no example");
            assert!(error.reason.starts_with(reason), "{error}");
        }
    }

    #[test]
    fn comments_are_found_with_their_lines() {
        let page = "- One.\n  <!-- example a.b\n  play: c\n  -->\n- Two.\n<!-- end -->";
        let found: Vec<_> = comments(page).collect();
        assert_eq!(found.len(), 2);
        let left: String = [
            &page[..found[0].0.start],
            &page[found[0].0.end..found[1].0.start],
        ]
        .concat();
        assert_eq!(left, "- One.\n- Two.\n");
        assert_eq!(comments("<!-- open").count(), 0);
    }
}
