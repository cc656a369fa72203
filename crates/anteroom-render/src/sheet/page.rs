//! What the tables of leagues and ladders, and brackets, share: a heading, rows, and names.

use crate::bar::cut;
use crate::colours::{Colours, Rgb, mix};
use crate::font::{Setting, printable, table_name, text_advance, text_width};
use crate::tile::{Area, Tile};

/// Width of a table and its margin, in pixels.
pub(super) const WIDTH: i32 = 1000;
pub(super) const MARGIN: i32 = 36;

/// Height of capitals in the title.
const TITLE: f32 = 31.0;

/// Height of capitals elsewhere. A phone shows a table 350 pixels wide, where this is a font of 11 pixels.
pub(super) const TEXT: f32 = 23.0;

/// Heights of the title, of the subtitle, of the line of headings, and of the space below the last row.
const TITLE_LINE: i32 = 84;
const SUBTITLE_LINE: i32 = 46;
const HEADINGS: i32 = 58;
const BELOW: i32 = 26;

/// Distance between two lines of headings.
const STAGGER: i32 = 32;

/// Thickness of the line between two rows.
const RULE: u32 = 2;

/// The note beside a name that is struck through, and the gap before it.
const NOTE: &str = "out";
const NOTE_SPACE: f32 = 14.0;

fn note_width() -> f32 {
    NOTE_SPACE + text_advance(NOTE) * TEXT
}

/// Returns the width of a whole name with its note.
pub(super) fn name_width(name: &str, out: bool) -> f32 {
    let note = if out { note_width() } else { 0.0 };
    text_advance(&table_name(name)) * TEXT + note
}

/// Returns the colour of texts that come second. They must still be readable.
pub(crate) fn quiet(colours: &Colours) -> Rgb {
    mix(colours.page, colours.label, 0.75)
}

/// Returns the colour of the line between two rows.
pub(super) fn rule(colours: &Colours) -> Rgb {
    mix(colours.page, colours.label, 0.2)
}

/// The lines of headings above the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Headings {
    One,
    /// Two lines: some headings are higher, because they would touch.
    Staggered,
}

/// A table with its heading, and rows of one height below.
pub(super) struct Page {
    pub tile: Tile,
    pub colours: &'static Colours,
    /// The upper edge of the first row, and the height of a row.
    top: i32,
    row: i32,
}

impl Page {
    /// Creates a page for this number of rows and writes its title and subtitle.
    pub(super) fn new(
        heading: (&str, &str),
        rows: (usize, i32),
        headings: Headings,
        colours: &'static Colours,
    ) -> Page {
        Page::of_width(WIDTH, heading, rows, headings, colours)
    }

    /// Creates a page of another width.
    pub(super) fn of_width(
        width: i32,
        (title, subtitle): (&str, &str),
        (rows, row): (usize, i32),
        headings: Headings,
        colours: &'static Colours,
    ) -> Page {
        let subtitle = printable(subtitle);
        let under = if subtitle.is_empty() {
            0
        } else {
            SUBTITLE_LINE
        };
        let headings = match headings {
            Headings::One => HEADINGS,
            Headings::Staggered => HEADINGS + STAGGER,
        };
        let top = TITLE_LINE + under + headings;
        let height = top + row * i32::try_from(rows).unwrap_or(0) + BELOW;
        let tile = Tile::new(width.unsigned_abs(), height.unsigned_abs(), colours.page);
        let mut page = Page {
            tile,
            colours,
            top,
            row,
        };
        let room = (width - 2 * MARGIN) as f32;
        let left = MARGIN as f32;
        let title = printable(title);
        // A long title becomes smaller before it is cut.
        let capital = (room / text_width(&title).max(1.0))
            .floor()
            .clamp(TEXT, TITLE);
        let title = cut(&title, capital, room);
        let at = (left, TITLE_LINE as f32 * 0.62);
        page.tile
            .write_line(at, capital, &title, colours.label, Setting::Starting);
        let subtitle = cut(&subtitle, TEXT, room);
        let at = (left, (TITLE_LINE + SUBTITLE_LINE / 2) as f32);
        page.from(at, &subtitle, quiet(colours));
        page
    }

    /// Returns the upper edge of a row.
    pub(super) fn top(&self, row: usize) -> i32 {
        self.top + self.row * i32::try_from(row).unwrap_or(0)
    }

    /// Returns the middle of a row's height.
    pub(super) fn middle(&self, row: usize) -> f32 {
        self.top(row) as f32 + self.row as f32 / 2.0
    }

    /// Writes a heading around a point of the line above the rows.
    pub(super) fn heading(&mut self, x: f32, text: &str) {
        self.write_heading(x, 0, text);
    }

    /// Writes a heading in the upper line of two.
    pub(super) fn high_heading(&mut self, x: f32, text: &str) {
        self.write_heading(x, STAGGER, text);
    }

    /// Writes a heading that begins at `left` above a height, into `room` pixels.
    pub(super) fn heading_from(&mut self, (left, top): (i32, i32), room: i32, text: &str) {
        let text = cut(&printable(text), TEXT, room as f32);
        let at = (left as f32, top as f32 - HEADINGS as f32 * 0.42);
        self.from(at, &text, quiet(self.colours));
    }

    fn write_heading(&mut self, x: f32, higher: i32, text: &str) {
        let y = (self.top - higher) as f32 - HEADINGS as f32 * 0.42;
        let ink = quiet(self.colours);
        self.tile.write((x, y), TEXT, text, ink);
    }

    /// Draws the line above a row as far as `right`.
    pub(super) fn rule(&mut self, row: usize, right: i32) {
        let area = Area {
            left: MARGIN,
            top: self.top(row) - 1,
            width: (right - MARGIN).unsigned_abs(),
            height: RULE,
        };
        self.tile.fill(area, rule(self.colours));
    }

    /// Draws the plate of a champion.
    pub(super) fn champion(&mut self, area: Area) {
        self.tile.fill_rounded(area, 12, self.colours.winning_edge);
        self.tile
            .fill_rounded(area.inset(3), 9, self.colours.winning);
    }

    /// Writes a text that begins at a point.
    pub(super) fn from(&mut self, at: (f32, f32), text: &str, ink: Rgb) {
        self.tile.write_line(at, TEXT, text, ink, Setting::Starting);
    }

    /// Writes a text that ends at a point.
    pub(super) fn to(&mut self, at: (f32, f32), text: &str, ink: Rgb) {
        self.tile.write_line(at, TEXT, text, ink, Setting::Ending);
    }

    /// Writes a name into `room` pixels from a point. The name of a person who is out is struck through.
    pub(super) fn name(
        &mut self,
        (x, y): (f32, f32),
        room: f32,
        name: &str,
        (ink, out): (Rgb, bool),
    ) {
        let name = table_name(name);
        if !out {
            self.from((x, y), &cut(&name, TEXT, room), ink);
            return;
        }
        let name = cut(&name, TEXT, room - note_width());
        self.from((x, y), &name, ink);
        let wide = text_advance(&name) * TEXT;
        // Small letters, most of a name, have their middle below that of capitals.
        let strike = Area {
            left: x as i32 - 3,
            top: (y + TEXT * 0.1) as i32 - 1,
            width: wide as u32 + 6,
            height: 3,
        };
        if !name.is_empty() {
            self.tile.fill(strike, ink);
        }
        self.from((x + wide + NOTE_SPACE, y), NOTE, ink);
    }
}
