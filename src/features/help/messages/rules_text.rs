//! The complete rules as text, split into messages.

use crate::discord::ui::MOST_CONTENT;
use crate::games::Game;

/// Returns the text of a game's rules in pages that leave `free` characters of a message.
pub(crate) fn pages_of(game: &Game, free: usize) -> Vec<String> {
    pages(&game.card.rules_text(), MOST_CONTENT - free)
}

/// Splits a Markdown text into pages of at most `most` characters.
///
/// Splits at headings if pages stay well filled; else between paragraphs, lines or words.
fn pages(text: &str, most: usize) -> Vec<String> {
    let mut pages: Vec<String> = Vec::new();
    for section in sections(text) {
        for (index, piece) in pieces(section, most).into_iter().enumerate() {
            match pages.last_mut() {
                Some(page)
                    if index == 0 && page.chars().count() + piece.chars().count() <= most =>
                {
                    page.push_str(&piece)
                }
                _ => pages.push(piece),
            }
        }
    }
    pages
}

/// Splits a text at its headings.
fn sections(text: &str) -> Vec<&str> {
    let mut sections = Vec::new();
    let (mut start, mut at) = (0, 0);
    let mut fenced = false;
    for line in text.split_inclusive('\n') {
        if line.starts_with("```") {
            fenced = !fenced;
        }
        if line.starts_with('#') && !fenced && at > start {
            sections.push(&text[start..at]);
            start = at;
        }
        at += line.len();
    }
    sections.push(&text[start..]);
    sections.retain(|section| !section.trim().is_empty());
    sections
}

/// Splits a section into parts that fit on a page.
fn pieces(section: &str, most: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for paragraph in section.split_inclusive("\n\n") {
        let whole = paragraph.chars().count() <= most;
        let parts: Vec<String> = if whole {
            vec![paragraph.to_owned()]
        } else {
            lines(paragraph, most)
        };
        for part in parts {
            match pieces.last_mut() {
                Some(piece) if piece.chars().count() + part.chars().count() <= most => {
                    piece.push_str(&part)
                }
                _ => pieces.push(part),
            }
        }
    }
    pieces.retain(|piece| !piece.trim().is_empty());
    pieces
}

/// Splits a long paragraph into lines, and long lines between words.
fn lines(paragraph: &str, most: usize) -> Vec<String> {
    let mut parts = Vec::new();
    for line in paragraph.split_inclusive('\n') {
        let mut part = String::new();
        for word in line.split_inclusive(' ') {
            if part.chars().count() + word.chars().count() > most {
                parts.push(std::mem::take(&mut part));
            }
            for letter in word.chars() {
                // Only a word longer than a page is split.
                if part.chars().count() == most {
                    parts.push(std::mem::take(&mut part));
                }
                part.push(letter);
            }
        }
        parts.push(part);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_and_every_page_fits() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..300 {
            let mut text = String::new();
            for _ in 0..random.usize(1..60) {
                match random.u8(..6) {
                    0 => text.push_str("# Heading\n\n"),
                    1 => text.push_str("\n\n"),
                    2 => text.push('\n'),
                    3 => text.push_str(&"é".repeat(random.usize(1..90))),
                    _ => text.push_str(&"word and ".repeat(random.usize(1..9))),
                }
            }
            let pages = pages(&text, 100);
            let squeeze = |text: &str| {
                text.chars()
                    .filter(|c| !c.is_whitespace())
                    .collect::<String>()
            };
            assert_eq!(squeeze(&pages.concat()), squeeze(&text));
            assert!(pages.iter().all(|page| page.chars().count() <= 100));
        }
    }

    #[test]
    fn headings_begin_pages_that_would_not_hold_their_section() {
        let text = format!(
            "# A\n{}\n# B\n{}\n# C\nshort\n",
            "a ".repeat(40),
            "b ".repeat(40)
        );
        let pages = pages(&text, 100);
        assert_eq!(pages.len(), 2, "{pages:?}");
        assert!(pages[1].starts_with("# B") && pages[1].contains("# C"));
    }
}
