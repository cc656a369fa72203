//! Tables of players and the course of a rating, as pictures in a theme's colours.

use super::bar::cut;
use super::colours::{Colours, Family, Rgb, mix};
use super::font::{printable, text_width};
use super::frame::EncodeError;
use super::tile::{Area, Tile};
use crate::board::scene::Kind;
use crate::board::{Seat, Theme};

/// Width of every sheet in pixels, and from its border to what stands on it.
const WIDTH: u32 = 900;
const MARGIN: u32 = 28;

/// Height of a line of a table, and of the title.
const LINE: u32 = 46;
const TITLE: u32 = 70;

/// Heights of capitals: in the title, in a line.
const LARGE: f32 = 21.0;
const TEXT: f32 = 16.0;

/// Between two columns.
const APART: f32 = 40.0;

/// Height of the bars of a course, and from one to the next at most.
const BARS: u32 = 220;
const WIDEST_BAR: u32 = 64;

/// The most lines and bars that are drawn.
const MOST: usize = 30;

/// Something to be drawn that is no board.
#[derive(Clone, Debug, PartialEq)]
pub enum Sheet {
    /// A table: one line for each player.
    Table {
        /// What stands above it.
        title: String,
        /// Its lines.
        lines: Vec<SheetLine>,
    },
    /// How a number went, from left to right.
    Course {
        /// What stands above it.
        title: String,
        /// The numbers, the oldest first.
        points: Vec<f64>,
    },
    /// How the chances of two sides went, from left to right: the first side's share stands below, the other's above it.
    Chances {
        /// What stands above it.
        title: String,
        /// The sides, the first one first.
        sides: [ChartSide; 2],
        /// The first side's share each time, 0–1, the oldest first, with the number of turns before it.
        chances: Vec<(u32, f64)>,
        /// What stands out: the place in the list above, and what is written beside it.
        marks: Vec<(usize, String)>,
    },
}

/// A line of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SheetLine {
    /// What stands at its left end: a place.
    pub place: String,
    /// Who it is about. What the font lacks is left out, what is too long is cut.
    pub name: String,
    /// What stands at its right end, in two columns.
    pub figures: [String; 2],
    /// Whether it stands out.
    pub stands_out: bool,
}

/// A side in a chart, in the colour of its pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartSide {
    /// What it is called.
    pub name: String,
    /// A piece of the game.
    pub kind: Kind,
    /// Whose colour the side has.
    pub colour: Seat,
}

impl Sheet {
    /// The sheet as a PNG file.
    ///
    /// # Errors
    ///
    /// When the encoder refuses the picture; none that is drawn here gives it a reason to.
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
    // The numbers stand left of the bars: the greatest above, the least below.
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
    // The last number is the one that holds now.
    let before = mix(colours.page, ink, 0.66);
    for (index, point) in (0..count).zip(points) {
        let share = if most > least {
            (point - least) / (most - least).max(1.0)
        } else {
            0.5
        };
        // The least one is shown, too.
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

/// Height of a chart of chances and of the numbers below it, and how wide the dots on it are.
const CHART: u32 = 320;
const AXIS: u32 = 36;
const DOT: u32 = 18;

/// The most numbers below a chart.
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
    // A side may have the colour of the page.
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
    // Where the column of a place begins.
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
    // Numbers have a ground of their own, for they may lie on either colour.
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
    // Turns are counted below it, in steps that leave room.
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
    // The sides stand beside the title: on the chart they would lie below marks.
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
        // Above the dot; below it where it stands high, or where the number beside it is above.
        let crowded = before.is_some_and(|(last, down)| x.abs_diff(last) < 44 && !down);
        let down = y < TITLE + 60 || crowded && y < TITLE + CHART - 60;
        before = Some((x, down));
        let centre = if down { y + 26 } else { y - 26 };
        plate(&mut tile, (x as f32, centre as f32), text);
    }
    tile
}

/// A page with a title.
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
