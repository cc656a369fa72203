//! Normalizes typed texts for the parsers of steps.

use std::borrow::Cow;

/// Normalizes a step: plain signs and no full stop or comma at the end.
/// A canonical text does not change.
pub(super) fn plain(text: &str) -> String {
    let mut plain = plain_signs(text);
    let end = plain.trim_end_matches(['.', ',']).len();
    plain.truncate(end);
    plain
}

/// Normalizes the signs of a step or its beginning.
/// Hyphens replace all dashes and arrows, and `x` replaces times signs. White space is removed, except between two
/// digits, which would become another number.
pub(super) fn plain_signs(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut gap = false;
    for c in text.chars() {
        let c = match c {
            _ if c.is_whitespace() || c == ';' => {
                gap = true;
                continue;
            }
            // Copied texts may contain soft hyphens, joiners and marks of direction.
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => continue,
            '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '→' | '➔' | '➜' | '➝' => {
                '-'
            }
            '×' | '✕' | '✖' | '⨯' => 'x',
            other => other,
        };
        if gap && c.is_ascii_digit() && plain.ends_with(|c: char| c.is_ascii_digit()) {
            plain.push(' ');
        }
        gap = false;
        plain.push(c);
    }
    plain
}

/// Returns a cell's name with its letter first: `a1` for `1a`. Other texts do not change.
pub(super) fn letter_first(name: &str) -> Cow<'_, str> {
    let digits = name.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let letter = name.strip_prefix(digits).unwrap_or_default();
    let turned =
        letter.len() == 1 && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if turned {
        Cow::Owned(format!("{letter}{digits}"))
    } else {
        Cow::Borrowed(name)
    }
}

/// Returns a cell's name with its letter last, `1a` for `a1`; `None` for other names.
pub(super) fn digits_first(name: &str) -> Option<String> {
    let mut letters = name.chars();
    let letter = letters.next().filter(char::is_ascii_alphabetic)?;
    let digits = letters.as_str();
    let is_cell = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_cell.then(|| format!("{digits}{letter}"))
}

/// Returns the letters and digits of a text in lower case, to compare texts without their signs.
/// A sign between two digits becomes a space. After a digit, an `x` counts as a sign.
pub(super) fn letters_and_digits(text: &str) -> String {
    let mut left = String::with_capacity(text.len());
    let (mut gap, mut had_digit) = (false, false);
    for c in text.chars().flat_map(char::to_lowercase) {
        let captures = c == 'x' && had_digit;
        if c.is_ascii_punctuation() || c.is_whitespace() || captures {
            gap = left.ends_with(|c: char| c.is_ascii_digit());
            continue;
        }
        if gap && c.is_ascii_digit() {
            left.push(' ');
        }
        gap = false;
        had_digit |= c.is_ascii_digit();
        left.push(c);
    }
    left
}

/// Strips a turn of a number before it, brackets, quotation marks, and asterisks for bold.
pub(super) fn bare(text: &str) -> &str {
    let around =
        |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | '“' | '”' | '„' | '`' | '*');
    without_number(text.trim_matches(around)).trim_start_matches(around)
}

/// Strips a turn of `12.` or `12…` before it.
pub(super) fn without_number(text: &str) -> &str {
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let dots = ['.', '…'];
    if behind.len() == text.len() || !behind.starts_with(dots) {
        return text;
    }
    let turn = behind.trim_start_matches(|c: char| c.is_whitespace() || dots.contains(&c));
    // `14. 15. 16.` is not a turn with the number 14.
    let another = turn
        .split_whitespace()
        .any(|part| part.ends_with('.') && part.starts_with(|c: char| c.is_ascii_digit()));
    if turn.is_empty() || another {
        text
    } else {
        turn
    }
}

#[cfg(test)]
mod tests {
    use super::{bare, digits_first, letter_first, letters_and_digits, plain};

    #[test]
    fn signs_become_plain() {
        let table = [
            (" E2 – E4 ", "E2-E4"),
            ("e4×d5", "e4xd5"),
            ("e5, f4 , g5 — N", "e5,f4,g5-N"),
            ("c3→c4", "c3-c4"),
            ("e\u{200b}4\u{feff}.", "e4"),
            ("1 4", "1 4"),
            ("h 8", "h8"),
            ("8 h", "8h"),
            ("5,", "5"),
            ("…", "…"),
            ("", ""),
        ];
        for (typed, expected) in table {
            assert_eq!(plain(typed), expected, "{typed}");
        }
    }

    #[test]
    fn the_letter_comes_first() {
        for (typed, expected) in [
            ("1a", "a1"),
            ("12C", "C12"),
            ("a1", "a1"),
            ("a", "a"),
            ("12", "12"),
            ("1ab", "1ab"),
            ("", ""),
            ("1é", "1é"),
        ] {
            assert_eq!(letter_first(typed), expected, "{typed}");
        }
    }

    #[test]
    fn the_letter_comes_last() {
        for (name, expected) in [
            ("a1", Some("1a")),
            ("C12", Some("12C")),
            ("a", None),
            ("12", None),
            ("1a", None),
            ("", None),
        ] {
            assert_eq!(digits_first(name).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn signs_fall_away() {
        let table = [
            ("E5, F4-N", "e5f4n"),
            ("c3xc4", "c3c4"),
            ("e2 × e4", "e2×e4"),
            ("1 4", "1 4"),
            ("1, 4", "1 4"),
            ("2fx3F", "2f3f"),
            ("x e", "xe"),
            ("!", ""),
        ];
        for (typed, expected) in table {
            assert_eq!(letters_and_digits(typed), expected, "{typed}");
        }
    }

    #[test]
    fn what_stands_around_a_turn_is_dropped() {
        let table = [
            ("12. e4", "e4"),
            ("12.e4", "e4"),
            ("12... e5", "e5"),
            ("12… e5", "e5"),
            ("3. … d", "d"),
            ("3. (14 15 16)", "14 15 16"),
            ("**e2e4**", "e2e4"),
            ("`a12*e3`", "a12*e3"),
            ("14. 15. 16.", "14. 15. 16."),
            ("3.", "3."),
            ("14 15 16", "14 15 16"),
            ("d", "d"),
        ];
        for (typed, expected) in table {
            assert_eq!(bare(typed), expected, "{typed}");
        }
    }
}
