//! Tables of players, and charts of ratings and of winning chances, as pictures.

mod column;
mod crosstable;
mod ladder;
mod page;
mod shapes;
mod standings;

pub use crosstable::{Crosstable, CrosstableLine, Leg};
#[cfg(test)]
pub(super) use crosstable::{draw_ground, win_ground};
pub use ladder::{Ladder, LadderLine};
#[cfg(test)]
pub(super) use page::quiet;
pub use standings::{Standings, StandingsLine, Zone};

use crate::board::scene::Kind;
use crate::board::{Seat, Theme};
use crate::render::bar::cut;
use crate::render::colours::{Colours, Family, Rgb, mix};
use crate::render::font::{printable, text_width};
use crate::render::frame::EncodeError;
use crate::render::tile::{Area, Tile};

/// Width of every sheet and its margin, in pixels.
const WIDTH: u32 = 900;
const MARGIN: u32 = 28;

/// Height of a line of a table, and of the title.
const LINE: u32 = 46;
const TITLE: u32 = 70;

/// Heights of capitals: in the title, in a line.
const LARGE: f32 = 21.0;
const TEXT: f32 = 16.0;

/// Gap between two columns.
const APART: f32 = 40.0;

/// Height of the bars of a course, and the maximum distance from one bar to the next.
const BARS: u32 = 220;
const WIDEST_BAR: u32 = 64;

/// The maximum number of lines or bars.
const MOST: usize = 30;

/// A table or a chart to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Sheet {
    /// A table: one line for each player.
    Table {
        /// The title above it.
        title: String,
        /// The lines of the table.
        lines: Vec<SheetLine>,
    },
    /// A number over time, from left to right.
    Course {
        /// The title above it.
        title: String,
        /// The numbers, the oldest first.
        points: Vec<f64>,
    },
    /// The chances of two sides over time, from left to right: the first side below, the second above.
    Chances {
        /// The title above it.
        title: String,
        /// The sides, the first one first.
        sides: [ChartSide; 2],
        /// The number of turns played and the first side's chance, 0 to 1; the oldest first.
        chances: Vec<(u32, f64)>,
        /// Marked points: the index in `chances`, and the text beside the point.
        marks: Vec<(usize, String)>,
    },
    /// The table of a division.
    Standings(Standings),
    /// The results of everybody against everybody.
    Crosstable(Crosstable),
    /// A ladder.
    Ladder(Ladder),
}

/// A line of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SheetLine {
    /// The text at the left end: a place in a ranking.
    pub place: String,
    /// The name of the player. Characters that the font lacks are omitted, and a long name is cut.
    pub name: String,
    /// The texts at the right end, in two columns.
    pub figures: [String; 2],
    /// Whether the line is highlighted.
    pub stands_out: bool,
}

/// A side in a chart, in the colour of its pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartSide {
    /// The name of the side.
    pub name: String,
    /// The kind of the side's pieces.
    pub kind: Kind,
    /// The seat whose colour the side has.
    pub colour: Seat,
}

impl Sheet {
    /// Draws the sheet as a PNG file.
    ///
    /// # Errors
    ///
    /// If the encoder rejects the picture. No picture drawn by this crate should cause that.
    pub fn png(&self, theme: Theme) -> Result<Vec<u8>, EncodeError> {
        let colours = Colours::of(theme, None);
        match self {
            Self::Table { title, lines } => table(title, lines, colours),
            Self::Course { title, points } => course(title, points, colours),
            Self::Chances {
                title,
                sides,
                chances,
                marks,
            } => shares(title, sides, chances, marks, colours),
            Self::Standings(standings) => standings.draw(colours),
            Self::Crosstable(crosstable) => crosstable.draw(colours),
            Self::Ladder(ladder) => ladder.draw(colours),
        }
        .png()
    }
}

fn table(title: &str, lines: &[SheetLine], colours: &Colours) -> Tile {
    let lines: Vec<_> = lines.iter().take(MOST).collect();
    let count = u32::try_from(lines.len()).unwrap_or(0);
    let mut tile = titled(title, TITLE + count * LINE + MARGIN, colours);
    let right = (WIDTH - MARGIN) as f32;
    // From the left: the place and the name; from the right, the figures, in columns as wide as they need.
    let widest = |column: usize| {
        let figures = lines.iter().filter_map(|line| line.figures.get(column));
        let widths = figures.map(|figure| text_width(figure) * TEXT);
        widths.fold(0.0, f32::max)
    };
    let (place, name) = (MARGIN as f32 + 14.0, MARGIN as f32 + 84.0);
    let second = right - 14.0;
    let first = second - widest(1) - APART;
    let room = first - widest(0) - APART - name;
    for (index, line) in (0..count).zip(lines) {
        let top = TITLE + index * LINE;
        let area = Area {
            left: MARGIN as i32,
            top: top as i32,
            width: WIDTH - 2 * MARGIN,
            height: LINE,
        };
        let ink = if line.stands_out {
            tile.fill_rounded(area.inset(3), LINE / 6, colours.label);
            colours.page
        } else {
            let below = Area {
                top: (top + LINE - 1) as i32,
                height: 1,
                ..area
            };
            if index + 1 < count {
                tile.fill(below, mix(colours.page, colours.label, 0.25));
            }
            colours.label
        };
        let middle = (top + LINE / 2) as f32;
        write_from(&mut tile, (place, middle), TEXT, &line.place, ink);
        let called = cut(&printable(&line.name), TEXT, room);
        write_from(&mut tile, (name, middle), TEXT, &called, ink);
        for (end, figure) in [first, second].into_iter().zip(&line.figures) {
            write_to(&mut tile, (end, middle), TEXT, figure, ink);
        }
    }
    tile
}

fn course(title: &str, points: &[f64], colours: &Colours) -> Tile {
    let points: Vec<f64> = points
        .iter()
        .copied()
        .filter(|point| point.is_finite())
        .collect();
    let skipped = points.len().saturating_sub(MOST);
    let points = points.get(skipped..).unwrap_or_default();
    let mut tile = titled(title, TITLE + BARS + MARGIN, colours);
    let least = points.iter().copied().fold(f64::INFINITY, f64::min);
    let most = points.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if points.is_empty() {
        return tile;
    }
    // Left of the bars: the greatest number above, the least below.
    let left = MARGIN + 90;
    let ink = colours.label;
    let (top, bottom) = (TITLE as f32, (TITLE + BARS) as f32);
    let end = (left - 16) as f32;
    let figure = |number: f64| format!("{number:.0}");
    write_to(&mut tile, (end, top + TEXT), TEXT, &figure(most), ink);
    if most - least >= 1.0 {
        write_to(&mut tile, (end, bottom - TEXT), TEXT, &figure(least), ink);
    }
    let count = u32::try_from(points.len()).unwrap_or(1).max(1);
    let step = ((WIDTH - MARGIN - left) / count).min(WIDEST_BAR);
    // The last bar is the current number and has the full colour.
    let before = mix(colours.page, ink, 0.66);
    for (index, point) in (0..count).zip(points) {
        let share = if most > least {
            (point - least) / (most - least).max(1.0)
        } else {
            0.5
        };
        // The least number has a visible bar, too.
        let height = (f64::from(BARS) * (0.12 + 0.88 * share)).round() as u32;
        let bar = Area {
            left: (left + index * step) as i32,
            top: (TITLE + BARS - height.min(BARS)) as i32,
            width: step.saturating_sub(step / 5).max(1),
            height: height.min(BARS),
        };
        let is_last = index + 1 == count;
        tile.fill(bar, if is_last { ink } else { before });
    }
    tile
}

/// Height of a chart of chances and of the numbers below it, and the diameter of its dots.
const CHART: u32 = 320;
const AXIS: u32 = 36;
const DOT: u32 = 18;

/// The maximum number of numbers below a chart.
const MOST_NUMBERS: usize = 10;

fn shares(
    title: &str,
    [first, second]: &[ChartSide; 2],
    chances: &[(u32, f64)],
    marks: &[(usize, String)],
    colours: &Colours,
) -> Tile {
    let face = |side: &ChartSide| colours.body(Family::of(side.kind), side.colour).face;
    let mut tile = titled(title, TITLE + CHART + AXIS + MARGIN, colours);
    let left = MARGIN + 90;
    let width = WIDTH - MARGIN - left;
    let (top, bottom) = (TITLE as f32, (TITLE + CHART) as f32);
    let chart = Area {
        left: left as i32,
        top: TITLE as i32,
        width,
        height: CHART,
    };
    // The frame is for a side with the colour of the page.
    let frame = Area {
        left: chart.left - 2,
        top: chart.top - 2,
        width: chart.width + 4,
        height: chart.height + 4,
    };
    tile.fill(frame, mix(colours.page, colours.label, 0.5));
    tile.fill(chart, face(second));
    let share = |chance: f64| {
        let chance = if chance.is_finite() { chance } else { 0.5 };
        (f64::from(CHART) * chance.clamp(0.0, 1.0)).round() as u32
    };
    let count = chances.len().max(1) as f64;
    // The left edge of a column.
    let edge = |place: usize| left + (f64::from(width) * place as f64 / count).round() as u32;
    for (place, (_, chance)) in chances.iter().enumerate() {
        let height = share(*chance);
        let (from, to) = (edge(place), edge(place + 1));
        let column = Area {
            left: from as i32,
            top: (TITLE + CHART - height) as i32,
            width: to - from,
            height,
        };
        tile.fill(column, face(first));
    }
    let middle = Area {
        top: (TITLE + CHART / 2) as i32 - 1,
        height: 2,
        ..chart
    };
    tile.fill(middle, mix(colours.page, colours.label, 0.5));
    let end = (left - 16) as f32;
    for (y, text) in [
        (top + TEXT, "100 %"),
        ((top + bottom) / 2.0, "50 %"),
        (bottom - TEXT, "0 %"),
    ] {
        write_to(&mut tile, (end, y), TEXT, text, colours.label);
    }
    // Texts have a plate, because they may lie on either colour.
    let plate = |tile: &mut Tile, (x, y): (f32, f32), text: &str| {
        let wide = text_width(text) * TEXT + 12.0;
        let (from, to) = (left as f32 + wide / 2.0, (left + width) as f32 - wide / 2.0);
        let x = x.clamp(from, to.max(from));
        let ground = Area {
            left: (x - wide / 2.0) as i32,
            top: (y - 13.0) as i32,
            width: wide.ceil() as u32,
            height: 26,
        };
        tile.fill_rounded(ground, 6, colours.page);
        tile.write((x, y), TEXT, text, colours.label);
    };
    // The numbers of turns below the chart, in steps that leave room.
    let turn = |index: usize| chances.get(index).map(|(turn, _)| *turn);
    let all = turn(0).zip(turn(chances.len().saturating_sub(1)));
    let span = all.map_or(0, |(from, to)| to.saturating_sub(from)) as usize;
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500];
    let step = steps.into_iter().find(|step| span / step < MOST_NUMBERS);
    let step = u32::try_from(step.unwrap_or(1000)).unwrap_or(1000);
    for (place, (turn, _)) in chances.iter().enumerate() {
        if turn % step == 0 {
            let x = (edge(place) + edge(place + 1)) as f32 / 2.0;
            let below = bottom + AXIS as f32 * 0.6;
            tile.write((x, below), TEXT, &turn.to_string(), colours.label);
        }
    }
    // The names of the sides are beside the title. On the chart, marks would cover them.
    let mut right = (WIDTH - MARGIN - 14) as f32;
    let line = TITLE as f32 / 2.0;
    for side in [second, first] {
        let name = printable(&side.name);
        write_to(&mut tile, (right, line), TEXT, &name, colours.label);
        right -= text_width(&name) * TEXT + 34.0;
        let swatch = Area {
            left: right as i32,
            top: line as i32 - 12,
            width: 24,
            height: 24,
        };
        tile.fill_rounded(swatch, 6, mix(colours.page, colours.label, 0.5));
        tile.fill_rounded(swatch.inset(2), 4, face(side));
        right -= 24.0;
    }
    let mut before: Option<(u32, bool)> = None;
    for (place, text) in marks {
        let Some((_, chance)) = chances.get(*place) else {
            continue;
        };
        let x = (edge(*place) + edge(place + 1)) / 2;
        let half = DOT / 2;
        let y = (TITLE + CHART - share(*chance)).clamp(TITLE + half, TITLE + CHART - half);
        let dot = Area {
            left: (x - half) as i32,
            top: (y - half) as i32,
            width: DOT,
            height: DOT,
        };
        tile.fill_rounded(dot, half, colours.alarm_edge);
        tile.fill_rounded(dot.inset(3), half - 3, colours.alarm);
        // The text is above the dot, or below it if the dot is high or the text before it is above.
        let crowded = before.is_some_and(|(last, down)| x.abs_diff(last) < 44 && !down);
        let down = y < TITLE + 60 || crowded && y < TITLE + CHART - 60;
        before = Some((x, down));
        let centre = if down { y + 26 } else { y - 26 };
        plate(&mut tile, (x as f32, centre as f32), text);
    }
    tile
}

fn titled(title: &str, height: u32, colours: &Colours) -> Tile {
    let mut tile = Tile::new(WIDTH, height, colours.page);
    let title = cut(&printable(title), LARGE, (WIDTH - 2 * MARGIN) as f32);
    let place = (MARGIN as f32 + 14.0, TITLE as f32 / 2.0);
    write_from(&mut tile, place, LARGE, &title, colours.label);
    tile
}

/// Writes a text that begins at a place.
fn write_from(tile: &mut Tile, (x, y): (f32, f32), capital: f32, text: &str, ink: Rgb) {
    let half = text_width(text) * capital / 2.0;
    tile.write((x + half, y), capital, text, ink);
}

/// Writes a text that ends at a place.
fn write_to(tile: &mut Tile, (x, y): (f32, f32), capital: f32, text: &str, ink: Rgb) {
    let half = text_width(text) * capital / 2.0;
    tile.write((x - half, y), capital, text, ink);
}
