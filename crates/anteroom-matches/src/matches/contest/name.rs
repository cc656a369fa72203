use std::fmt;

use serde::{Deserialize, Serialize};

/// The most characters of a name.
pub const MOST_NAME: usize = 40;

/// The name of a league or ladder: one line of plain text.
///
/// A stored name is not checked again, so that stricter rules do not make it unreadable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ContestName(String);

/// Why a text cannot be a name. Its `Display` is the message to the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// The text is empty or blank.
    #[error("The name is empty. Write at least one letter.")]
    Empty,
    /// The text has more than [`MOST_NAME`] characters.
    #[error("The name is {0} characters long. Use at most {MOST_NAME}.")]
    TooLong(
        /// The length of the text in characters.
        usize,
    ),
    /// The text has a line break or an invisible character.
    #[error(
        "A name is one line of visible characters. Leave out line breaks and invisible characters."
    )]
    NotOneLine,
    /// The text contains a sign of formatting, mentions, emoji or links.
    #[error(
        "A name cannot contain `{0}`, which Discord may take for formatting or a mention. Leave it out."
    )]
    Markup(
        /// The first such text.
        &'static str,
    ),
    /// The text begins like a heading, small text or a list.
    #[error(
        "A name cannot begin with `{0}`, which Discord may take for formatting. Begin with a letter."
    )]
    BeginsWith(
        /// The first character.
        char,
    ),
}

/// Texts by which Discord's formatting, mentions, emoji and links begin.
const MARKUP: [&str; 12] = [
    "\\", "*", "_", "~", "`", "|", "<", ">", "@", "[", "]", "://",
];

/// The characters by which headings, small text and lists begin, if a line begins with them.
const BEGINNINGS: [char; 3] = ['#', '-', '+'];

impl ContestName {
    /// Reads a name that a user typed, without the spaces around it.
    pub fn new(typed: &str) -> Result<Self, NameError> {
        let name = typed.trim();
        let Some(first) = name.chars().next() else {
            return Err(NameError::Empty);
        };
        let length = name.chars().count();
        if length > MOST_NAME {
            return Err(NameError::TooLong(length));
        }
        if name.chars().any(is_invisible) {
            return Err(NameError::NotOneLine);
        }
        if let Some(markup) = MARKUP.into_iter().find(|markup| name.contains(markup)) {
            return Err(NameError::Markup(markup));
        }
        if BEGINNINGS.contains(&first) {
            return Err(NameError::BeginsWith(first));
        }
        Ok(Self(name.to_owned()))
    }

    /// Returns the name with a text after it: `Berlin Open, Play-offs 2`. If that is too long, the name is cut.
    pub fn followed_by(&self, text: &str) -> Self {
        let room = MOST_NAME.saturating_sub(text.chars().count());
        let own: String = self.0.chars().take(room).collect();
        Self(format!("{}{text}", own.trim_end()))
    }

    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ContestName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a character breaks the line, is invisible, or changes the direction of what follows.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200c}'
                | '\u{200e}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0001}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_for_what_follows_them() {
        let name = ContestName::new("Berlin Open").expect("a name");
        assert_eq!(
            name.followed_by(", Play-offs 2").as_str(),
            "Berlin Open, Play-offs 2"
        );
        let words = "Eleven ofs ".repeat(4);
        let name = ContestName::new(words.get(..MOST_NAME).expect("a text")).expect("a name");
        let longer = name.followed_by(", Play-offs 12");
        assert_eq!(longer.as_str(), "Eleven ofs Eleven ofs Elev, Play-offs 12");
        assert_eq!(longer.as_str().chars().count(), MOST_NAME);
        let name = ContestName::new("Eleven letters and more of a b").expect("a name");
        let longer = name.followed_by(", Play-offs 1234");
        assert_eq!(longer.as_str(), "Eleven letters and more, Play-offs 1234");
    }

    #[test]
    fn names_of_one_plain_line_are_trimmed_and_kept() {
        let longest = "é".repeat(MOST_NAME);
        for (typed, name) in [
            ("Monday Chess", "Monday Chess"),
            ("  Ladder #1 (2026) ", "Ladder #1 (2026)"),
            ("7", "7"),
            ("Échelle d'été: go!", "Échelle d'été: go!"),
            // A joined emoji.
            ("Club 🧑‍🎓", "Club 🧑‍🎓"),
            (&longest, &longest),
        ] {
            let read = ContestName::new(typed).expect(typed);
            assert_eq!(read.as_str(), name);
            let json = serde_json::to_string(&read).expect("JSON");
            assert_eq!(json, format!("\"{name}\""));
            assert_eq!(
                serde_json::from_str::<ContestName>(&json).expect("a name"),
                read
            );
        }
    }

    #[test]
    fn names_that_discord_would_change_are_refused() {
        let long = "a".repeat(MOST_NAME + 1);
        for (typed, error) in [
            ("", NameError::Empty),
            (" \n\t", NameError::Empty),
            (&long, NameError::TooLong(41)),
            ("a\nb", NameError::NotOneLine),
            ("a\u{2028}b", NameError::NotOneLine),
            ("a\u{202e}b", NameError::NotOneLine),
            ("\u{200b}", NameError::NotOneLine),
            ("**bold**", NameError::Markup("*")),
            ("snake_case_", NameError::Markup("_")),
            ("@everyone", NameError::Markup("@")),
            ("<#123>", NameError::Markup("<")),
            ("[a](b)", NameError::Markup("[")),
            ("a||b||", NameError::Markup("|")),
            ("http://a.b", NameError::Markup("://")),
            ("# Heading", NameError::BeginsWith('#')),
            ("- item", NameError::BeginsWith('-')),
        ] {
            assert_eq!(ContestName::new(typed), Err(error), "{typed:?}");
        }
    }
}
