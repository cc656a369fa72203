//! Tables of players, brackets, and charts of ratings and of winning chances, as pictures.

mod bracket;
mod column;
mod crosstable;
mod ladder;
mod page;
mod pairings;
mod shapes;
mod standings;
mod tree;

pub use bracket::{
    BracketEntrant, BracketFate, BracketPairing, BracketRound, BracketSheet, BracketSide,
};
pub use crosstable::{Crosstable, CrosstableLine, Leg};
#[cfg(test)]
pub(super) use crosstable::{draw_ground, win_ground};
pub use ladder::{LadderLine, LadderSheet};
#[cfg(test)]
pub(super) use page::quiet;
pub use standings::{Standings, StandingsLine, Zone};

use crate::bar::cut;
use crate::colours::{Colours, Family, Rgb, mix};
use crate::font::{printable, table_name, text_width};
use crate::frame::EncodeError;
use crate::stencil::{Sheet as Ink, Stroke};
use crate::tile::{Area, Tile};
use anteroom_board::scene::Kind;
use anteroom_board::{Seat, Theme};

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
        /// The points of the first side's chance, the oldest first.
        chances: Vec<ChartPoint>,
        /// Marked points: the index in `chances`, and the text beside the point.
        marks: Vec<(usize, String)>,
    },
    /// The table of a division.
    Standings(Standings),
    /// The results of everybody against everybody.
    Crosstable(Crosstable),
    /// A ladder.
    Ladder(LadderSheet),
    /// A knock-out bracket.
    Bracket(BracketSheet),
}

/// A line of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SheetLine {
    /// The text at the left end: a place in a ranking.
    pub place: String,
    /// The name of the player. Characters that the font lacks are omitted, and a long name is cut.
    pub name: String,
    /// The texts at the right end, in as many columns as the first line has.
    pub figures: Vec<String>,
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

/// A point in a chart of chances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChartPoint {
    /// The number of turns played.
    pub turn: u32,
    /// The first side's chance, 0 to 1.
    pub chance: f64,
    /// Whether the chance is proven rather than estimated.
    pub is_proven: bool,
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
            Self::Bracket(bracket) => bracket.draw(colours),
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
    let columns = lines.first().map_or(0, |line| line.figures.len());
    let mut ends = vec![0.0; columns];
    let mut free = right - 14.0;
    for (column, end) in ends.iter_mut().enumerate().rev() {
        *end = free;
        free -= widest(column) + APART;
    }
    let room = free - name;
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
        let called = cut(&table_name(&line.name), TEXT, room);
        write_from(&mut tile, (name, middle), TEXT, &called, ink);
        for (end, figure) in ends.iter().copied().zip(&line.figures) {
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

/// Height of a chart of chances, of the numbers below it and of the legend, and the diameter of its dots.
const CHART: u32 = 320;
const AXIS: u32 = 40;
const LEGEND: u32 = 36;
const DOT: u32 = 18;

/// Thickness of the line where the chance is estimated, and where it is proven.
const THIN: f32 = 3.0;
const THICK: f32 = 8.0;

/// How much an area has of the colour of its side, where the chance is estimated, and where it is proven.
const PALE: f32 = 0.3;
const FULL: f32 = 0.85;

/// The distance between the stripes in the area of the first side.
const STRIPES: u32 = 14;

/// The maximum number of numbers below a chart.
const MOST_NUMBERS: usize = 10;

/// The area of a chart of chances, with the places of its points.
struct Plot<'a> {
    area: Area,
    points: &'a [ChartPoint],
}

impl Plot<'_> {
    fn x(&self, place: usize) -> f32 {
        let gaps = self.points.len().saturating_sub(1).max(1) as f32;
        // One point alone is in the middle.
        let share = if self.points.len() == 1 {
            0.5
        } else {
            place as f32 / gaps
        };
        self.area.left as f32 + self.area.width as f32 * share
    }

    fn y(&self, chance: f64) -> f32 {
        let chance = if chance.is_finite() { chance } else { 0.5 };
        let height = self.area.height as f32;
        self.area.top as f32 + height - height * chance.clamp(0.0, 1.0) as f32
    }

    /// Returns the height of the line at a column of pixels, and whether it is proven there.
    fn at(&self, column: u32) -> Option<(f32, bool)> {
        let last = self.points.len().checked_sub(1)?;
        let share = (column as f32 + 0.5) / self.area.width as f32 * last as f32;
        let place = (share.floor().max(0.0) as usize).min(last);
        let from = self.points.get(place)?;
        let to = self.points.get(place + 1).unwrap_or(from);
        let (low, high) = (self.y(from.chance), self.y(to.chance));
        let y = low + (high - low) * (share - place as f32);
        Some((y, from.is_proven && to.is_proven))
    }
}

fn shares(
    title: &str,
    [first, second]: &[ChartSide; 2],
    points: &[ChartPoint],
    marks: &[(usize, String)],
    colours: &Colours,
) -> Tile {
    let mut tile = titled(title, TITLE + CHART + AXIS + LEGEND + MARGIN, colours);
    let left = MARGIN + 90;
    let plot = Plot {
        area: Area {
            left: left as i32,
            top: TITLE as i32,
            width: WIDTH - MARGIN - left,
            height: CHART,
        },
        points,
    };
    let area = plot.area;
    let (top, bottom) = (TITLE as f32, (TITLE + CHART) as f32);
    let grey = mix(colours.page, colours.label, 0.45);
    let face = |side: &ChartSide| colours.body(Family::of(side.kind), side.colour).face;
    let tint = |side: &ChartSide, is_proven: bool| {
        let share = if is_proven { FULL } else { PALE };
        mix(colours.page, face(side), share)
    };
    // The frame is for a side with the colour of the page.
    tile.fill(area.inset(-2), grey);
    tile.fill(area, tint(second, false));
    for column in 0..area.width {
        let Some((y, is_proven)) = plot.at(column) else {
            break;
        };
        let y = (y.round() as i32).clamp(area.top, area.top + CHART as i32);
        let x = area.left + column as i32;
        let upper = Area {
            left: x,
            width: 1,
            height: y.abs_diff(area.top),
            ..area
        };
        let lower = Area {
            top: y,
            height: CHART - upper.height,
            ..upper
        };
        tile.fill(upper, tint(second, is_proven));
        let ground = tint(first, is_proven);
        tile.fill(lower, ground);
        // Stripes tell the areas apart without colours.
        let stripe = mix(ground, colours.text_on(ground), 0.16);
        let begin = (lower.top.unsigned_abs() + column) % STRIPES;
        let begin = (STRIPES - begin) % STRIPES;
        for row in (begin..lower.height).step_by(STRIPES as usize) {
            let dash = Area {
                top: lower.top + row as i32,
                height: (lower.height - row).min(3),
                ..lower
            };
            tile.fill(dash, stripe);
        }
    }
    for quarter in 1..4 {
        let line = Area {
            top: area.top + (CHART * quarter / 4) as i32 - 1,
            height: if quarter == 2 { 2 } else { 1 },
            ..area
        };
        tile.fill(line, grey);
    }
    let end = (left - 16) as f32;
    for (y, text) in [
        (top + TEXT / 2.0, "100 %"),
        ((top + bottom) / 2.0, "50 %"),
        (bottom - TEXT / 2.0, "0 %"),
    ] {
        write_to(&mut tile, (end, y), TEXT, text, colours.label);
    }
    line(&mut tile, &plot, colours);
    numbers(&mut tile, &plot, colours);
    legend(&mut tile, [first, second], tint, points, colours);
    for_marks(&mut tile, &plot, marks, colours);
    tile
}

/// Draws the line of the chance with a casing, so that it stands out from both areas.
fn line(tile: &mut Tile, plot: &Plot<'_>, colours: &Colours) {
    let mut casing = Ink::new(tile.width(), tile.height());
    let mut ink = Ink::new(tile.width(), tile.height());
    for (place, pair) in plot.points.windows(2).enumerate() {
        let [from, to] = pair else { continue };
        let thick = if from.is_proven && to.is_proven {
            THICK
        } else {
            THIN
        };
        // A line along the edge of the chart stays whole.
        let y = |chance| {
            let (top, bottom) = (plot.area.top as f32, (plot.area.top + CHART as i32) as f32);
            plot.y(chance)
                .clamp(top + thick / 2.0, bottom - thick / 2.0)
        };
        let (from, to) = (
            (plot.x(place), y(from.chance)),
            (plot.x(place + 1), y(to.chance)),
        );
        casing.line(from, to, thick + 3.0, Stroke::Draw);
        ink.line(from, to, thick, Stroke::Draw);
    }
    tile.paint(&casing.stencil(), colours.page, 1.0);
    tile.paint(&ink.stencil(), colours.label, 1.0);
}

/// Writes the numbers of turns below a chart, in steps that leave room.
fn numbers(tile: &mut Tile, plot: &Plot<'_>, colours: &Colours) {
    let turn = |index: usize| plot.points.get(index).map(|point| point.turn);
    let all = turn(0).zip(turn(plot.points.len().saturating_sub(1)));
    let span = all.map_or(0, |(from, to)| to.saturating_sub(from)) as usize;
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500];
    let step = steps.into_iter().find(|step| span / step < MOST_NUMBERS);
    let step = u32::try_from(step.unwrap_or(1000)).unwrap_or(1000);
    for (place, point) in plot.points.iter().enumerate() {
        if point.turn % step == 0 {
            let text = point.turn.to_string();
            let half = text_width(&text) * TEXT / 2.0;
            let x = plot.x(place).min((WIDTH - MARGIN) as f32 - half + 8.0);
            let below = (TITLE + CHART) as f32 + AXIS as f32 * 0.55;
            tile.write((x, below), TEXT, &text, colours.label);
        }
    }
}

/// Draws the names of the sides with the colours of their areas, and what the lines mean.
/// On the chart, marks would cover them.
fn legend(
    tile: &mut Tile,
    [first, second]: [&ChartSide; 2],
    tint: impl Fn(&ChartSide, bool) -> Rgb,
    points: &[ChartPoint],
    colours: &Colours,
) {
    let grey = mix(colours.page, colours.label, 0.45);
    let y = (TITLE + CHART + AXIS + LEGEND / 2) as f32;
    let mut x = (MARGIN + 90) as f32;
    for (side, place) in [(first, "below"), (second, "above")] {
        let swatch = Area {
            left: x as i32,
            top: y as i32 - 12,
            width: 24,
            height: 24,
        };
        tile.fill_rounded(swatch, 6, grey);
        tile.fill_rounded(swatch.inset(2), 4, tint(side, true));
        let text = format!("{} ({place})", printable(&side.name));
        write_from(tile, (x + 34.0, y), TEXT, &text, colours.label);
        x += 34.0 + text_width(&text) * TEXT + 30.0;
    }
    let mut right = (WIDTH - MARGIN) as f32;
    for (is_proven, text) in [(true, "proven"), (false, "estimate")] {
        if points.iter().all(|point| point.is_proven != is_proven) {
            continue;
        }
        write_to(tile, (right, y), TEXT, text, colours.label);
        right -= text_width(text) * TEXT + 10.0;
        let thick = if is_proven { THICK } else { THIN };
        let sample = Area {
            left: (right - 34.0) as i32,
            top: (y - thick / 2.0).round() as i32,
            width: 34,
            height: thick as u32,
        };
        tile.fill(sample, colours.label);
        right -= 34.0 + 26.0;
    }
}

/// Draws the marked points with their texts.
fn for_marks(tile: &mut Tile, plot: &Plot<'_>, marks: &[(usize, String)], colours: &Colours) {
    let (left, right) = (
        plot.area.left as f32,
        plot.area.left as f32 + plot.area.width as f32,
    );
    // Texts have a plate, because they may lie on either colour.
    let plate = |tile: &mut Tile, (x, y): (f32, f32), text: &str| {
        let wide = text_width(text) * TEXT + 12.0;
        let (from, to) = (left + wide / 2.0, right - wide / 2.0);
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
    let mut before: Option<(u32, bool)> = None;
    for (place, text) in marks {
        let Some(point) = plot.points.get(*place) else {
            continue;
        };
        let half = DOT / 2;
        let x = plot
            .x(*place)
            .clamp(left + half as f32, right - half as f32) as u32;
        let y = (plot.y(point.chance) as u32).clamp(TITLE + half, TITLE + CHART - half);
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
        plate(tile, (x as f32, centre as f32), text);
    }
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
