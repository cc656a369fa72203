//! The table of a division or of a Swiss tournament.

use super::column::Column;
use super::page::{Headings, MARGIN, Page, TEXT, WIDTH, quiet};
use super::shapes::{SIGN, arrow, crown};
use crate::bar::cut;
use crate::colours::Colours;
use crate::font::printable;
use crate::tile::{Area, Tile};

/// Height of a row.
const ROW: i32 = 60;

/// The maximum number of rows.
const MOST: usize = 13;

/// Gap between two columns, and between the place and the name.
const APART: f32 = 26.0;
const NEAR: f32 = 22.0;

/// Width of the bar of a zone and its distance from the left edge.
const BAR: i32 = 10;
const BAR_LEFT: i32 = 12;

/// A table with one row for each person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standings {
    /// The title.
    pub title: String,
    /// The line below the title.
    pub subtitle: String,
    /// The rows from the first place down, at most 13.
    pub lines: Vec<StandingsLine>,
    /// The lines below the rows that explain the columns.
    pub legend: Vec<String>,
}

/// A row of a table. A column without any text is omitted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StandingsLine {
    /// The place, such as `3`.
    pub place: String,
    /// Whether the place leads to another division.
    pub zone: Option<Zone>,
    /// The name. Characters that the font lacks are omitted, and a long name is cut.
    pub name: String,
    /// The points, such as `4½`.
    pub points: String,
    /// What decides if all columns are equal, such as `31 h`. It stands beside the place.
    pub by: String,
    /// The points of all opponents but the worst one, such as `12½`. With them, the direct points come before the wins.
    pub buchholz: String,
    /// The games won, such as `4`.
    pub wins: String,
    /// The points from the games among people with the same points, such as `1½`.
    pub direct: String,
    /// The Sonneborn–Berger score, such as `14¼`.
    pub opponents: String,
    /// The places that the person can still reach, such as `1–3`.
    pub finish: String,
    /// Whether the person has left the division.
    pub out: bool,
    /// Whether the person has won the division. The row has a crown in place of its number.
    pub champion: bool,
}

/// The way from one division to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// To the division above.
    Promotion,
    /// To the division below.
    Relegation,
}

impl Standings {
    pub(super) fn draw(&self, colours: &'static Colours) -> Tile {
        let lines = self.lines.get(..MOST).unwrap_or(&self.lines);
        let mut page = Page::new(
            (&self.title, &self.subtitle),
            (lines.len() + self.legend.len(), ROW),
            Headings::One,
            colours,
        );
        let places = Column::new("", lines.iter().map(|line| line.place.as_str()));
        let buchholz = Column::new("BH", lines.iter().map(|line| line.buchholz.as_str()));
        let mut wins = Column::new("Wins", lines.iter().map(|line| line.wins.as_str()));
        let mut direct = Column::new("Direct", lines.iter().map(|line| line.direct.as_str()));
        // Each table has its columns in the order in which they decide.
        if !buchholz.is_empty() {
            std::mem::swap(&mut wins, &mut direct);
        }
        let figures = [
            Column::new("Pts", lines.iter().map(|line| line.points.as_str())),
            buchholz,
            wins,
            direct,
            Column::new("SB", lines.iter().map(|line| line.opponents.as_str())),
            Column::new("Finish", lines.iter().map(|line| line.finish.as_str())),
        ];
        // From the right: the figures; from the left: the arrow, the place and the name.
        let mut right = (WIDTH - MARGIN) as f32 - 8.0;
        let mut shown = Vec::new();
        for (index, column) in figures.iter().enumerate().rev() {
            if !column.is_empty() {
                right -= column.width();
                column.head(&mut page, right);
                shown.push((right, index == 0, column));
                right -= APART;
            }
        }
        let arrows = [true, false].map(arrow);
        let crown = crown();
        let zoned = lines.iter().any(|line| line.zone.is_some());
        let sign = MARGIN + 2;
        let place = (sign + if zoned { SIGN as i32 } else { 0 }) as f32 + 4.0;
        let place_width = places.width().max(SIGN as f32);
        let reasons = Column::new("", lines.iter().map(|line| line.by.as_str()));
        let reason = place + place_width + NEAR;
        let name = match reasons.is_empty() {
            true => reason,
            false => reason + reasons.width() + NEAR,
        };
        // A bar runs through all rows of its zone.
        let mut first = 0;
        for zone in lines.chunk_by(|a, b| a.zone == b.zone) {
            let last = first + zone.len();
            if let Some(colour) = zone
                .first()
                .and_then(|line| line.zone)
                .map(|zone| zone.colour(colours))
            {
                let bar = Area {
                    left: BAR_LEFT,
                    top: page.top(first) + 5,
                    width: BAR.unsigned_abs(),
                    height: (page.top(last) - page.top(first) - 10).unsigned_abs(),
                };
                page.tile.fill_rounded(bar, BAR.unsigned_abs() / 2, colour);
            }
            first = last;
        }
        let crowned = |row: usize| lines.get(row).is_some_and(|line| line.champion);
        for (row, line) in lines.iter().enumerate() {
            // A champion's plate has its own edge.
            if !line.champion && (row == 0 || !crowned(row - 1)) {
                page.rule(row, WIDTH - MARGIN);
            }
            let top = page.top(row);
            let middle = page.middle(row);
            let (ink, second) = if line.champion {
                let plate = Area {
                    left: MARGIN - 6,
                    top: top + 1,
                    width: (WIDTH - 2 * MARGIN + 12).unsigned_abs(),
                    height: ROW.unsigned_abs() - 2,
                };
                page.champion(plate);
                (colours.winning_edge, colours.winning_edge)
            } else if line.out {
                (quiet(colours), quiet(colours))
            } else {
                (colours.label, quiet(colours))
            };
            let sign_top = middle as i32 - SIGN as i32 / 2;
            if let Some(zone) = line.zone {
                let (tint, [up, down]) = (zone.colour(colours), &arrows);
                let arrow = if zone == Zone::Promotion { up } else { down };
                let tint = if line.champion { ink } else { tint };
                page.tile.paint_at(arrow, sign, sign_top, tint, 1.0);
            }
            if line.champion {
                let left = place + (place_width - SIGN as f32) / 2.0;
                page.tile.paint_at(&crown, left as i32, sign_top, ink, 1.0);
            } else {
                let left = place + (place_width - places.width()) / 2.0;
                places.write(&mut page, left, row, second);
            }
            reasons.write(&mut page, reason, row, second);
            page.name((name, middle), right - name, &line.name, (ink, line.out));
            for (left, first, column) in &shown {
                column.write(&mut page, *left, row, if *first { ink } else { second });
            }
        }
        for (row, line) in self.legend.iter().enumerate() {
            let at = (MARGIN as f32, page.middle(lines.len() + row));
            let room = (WIDTH - 2 * MARGIN) as f32;
            let line = cut(&printable(line), TEXT, room);
            page.from(at, &line, quiet(colours));
        }
        page.tile
    }
}

impl Zone {
    const fn colour(self, colours: &Colours) -> [u8; 3] {
        match self {
            Zone::Promotion => colours.rise,
            Zone::Relegation => colours.fall,
        }
    }
}
