//! A column of numbers, one below the other.

use super::page::{Page, TEXT};
use crate::colours::Rgb;
use crate::font::{printable, text_advance, text_width};

/// A column of texts whose leading numbers end at one place: `4½` above `12`, `1–3` above `10–12`.
pub(super) struct Column {
    heading: &'static str,
    texts: Vec<String>,
    /// Widths of the widest number and of the widest rest.
    number: f32,
    rest: f32,
}

impl Column {
    pub(super) fn new<'a>(heading: &'static str, texts: impl Iterator<Item = &'a str>) -> Column {
        let texts: Vec<String> = texts.map(printed).collect();
        let (mut number, mut rest) = (0.0_f32, 0.0_f32);
        for text in &texts {
            let (first, second) = parts(text);
            number = number.max(text_advance(first) * TEXT);
            rest = rest.max(text_advance(second) * TEXT);
        }
        Column {
            heading,
            texts,
            number,
            rest,
        }
    }

    /// Whether no row has a text.
    pub(super) fn is_empty(&self) -> bool {
        self.number + self.rest <= 0.0
    }

    pub(super) fn width(&self) -> f32 {
        (self.number + self.rest).max(text_width(self.heading) * TEXT)
    }

    /// Writes the heading of the column that begins at `left`.
    pub(super) fn head(&self, page: &mut Page, left: f32) {
        page.heading(left + self.width() / 2.0, self.heading);
    }

    /// Writes the text of a row into the column that begins at `left`.
    pub(super) fn write(&self, page: &mut Page, left: f32, row: usize, ink: Rgb) {
        let Some(text) = self.texts.get(row) else {
            return;
        };
        let (number, rest) = parts(text);
        let free = self.width() - self.number - self.rest;
        let at = (left + free / 2.0 + self.number, page.middle(row));
        page.to(at, number, ink);
        page.from(at, rest, ink);
    }
}

/// Returns the printable characters of a text. A lone sign is kept, unlike in a name.
pub(super) fn printed(text: &str) -> String {
    let shown = printable(text);
    if shown.is_empty() && text.chars().count() == 1 {
        String::from(text)
    } else {
        shown
    }
}

/// Splits a text behind its leading digits.
fn parts(text: &str) -> (&str, &str) {
    let digits = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    text.split_at_checked(digits).unwrap_or((text, ""))
}
