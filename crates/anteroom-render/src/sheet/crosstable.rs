//! The results of everybody against everybody.

use super::column::Column;
use super::page::{Headings, MARGIN, Page, TEXT, WIDTH, name_width, quiet};
use super::shapes::slash;
use crate::colours::{Colours, Rgb, mix};
use crate::tile::{Area, Tile};

/// The maximum number of people.
const MOST: usize = 13;

/// The minimum and maximum width of a cell, and the maximum room for names if cells would become narrower.
const CELLS: [i32; 2] = [46, 66];
const NAMES: f32 = 340.0;

/// Width of a cell below which numbers of two digits do not fit side by side above it.
const CROWDED: i32 = 52;

/// Gap between the names and the cells.
const NAME_SPACE: f32 = 14.0;

/// Height of a row with one result in a cell, and with two.
const ROW: i32 = 56;
const TWO_LEGS: i32 = 78;

/// Space around a row's cells, and between two results in a cell.
const SPACE: i32 = 2;

/// Radius of the dot for a running game, and of the corners of a plate.
const DOT: u32 = 7;
const CORNER: u32 = 8;

/// A table of results: the same people from top to bottom and from left to right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crosstable {
    /// The title.
    pub title: String,
    /// The line below the title.
    pub subtitle: String,
    /// The people from the first place down, at most 13.
    pub lines: Vec<CrosstableLine>,
}

/// A person's results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrosstableLine {
    /// The name. Characters that the font lacks are omitted, and a long name is cut.
    pub name: String,
    /// One or two results against each person, in the order of the lines. The entry of the person's own line is ignored.
    pub results: Vec<Vec<Leg>>,
    /// The points, such as `4½`.
    pub points: String,
    /// Whether the person has left.
    pub out: bool,
}

/// A result from one person's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leg {
    /// The game has not begun.
    #[default]
    Open,
    /// The game has begun.
    Running,
    /// A win.
    Win,
    /// A draw.
    Draw,
    /// A loss.
    Loss,
    /// A win without a game.
    ForfeitWin,
    /// A loss without a game.
    ForfeitLoss,
}

impl Crosstable {
    pub(super) fn draw(&self, colours: &'static Colours) -> Tile {
        let lines = self.lines.get(..MOST).unwrap_or(&self.lines);
        let count = i32::try_from(lines.len()).unwrap_or(0);
        let results = lines.iter().flat_map(|line| &line.results);
        let two = results.into_iter().any(|legs| legs.len() > 1);
        let row_height = if two { TWO_LEGS } else { ROW };
        let numbers: Vec<String> = (1..=lines.len()).map(|number| number.to_string()).collect();
        let numbers = Column::new("", numbers.iter().map(String::as_str));
        let points = Column::new("Pts", lines.iter().map(|line| line.points.as_str()));
        let end = (WIDTH - MARGIN) as f32 - 8.0 - points.width();
        let name = MARGIN as f32 + 4.0 + numbers.width() + 20.0;
        let right = end as i32 - 20;
        let [least, most] = CELLS;
        let names = lines.iter().map(|line| name_width(&line.name, line.out));
        let names = names.fold(0.0, f32::max).min(NAMES) + NAME_SPACE;
        let cell = ((right as f32 - name - names) as i32 / count.max(1)).clamp(least, most);
        let left = right - cell * count;
        let touching = count > 9 && cell < CROWDED;
        let headings = if touching {
            Headings::Staggered
        } else {
            Headings::One
        };
        let heading = (self.title.as_str(), self.subtitle.as_str());
        let mut page = Page::new(heading, (lines.len(), row_height), headings, colours);
        points.head(&mut page, end);
        for column in 0..lines.len() {
            let x = left + cell * i32::try_from(column).unwrap_or(0) + cell / 2;
            let text = (column + 1).to_string();
            if touching && column >= 9 && column % 2 == 1 {
                page.high_heading(x as f32, &text);
            } else {
                page.heading(x as f32, &text);
            }
        }
        let leg_height = (row_height - 2 * SPACE) / if two { 2 } else { 1 };
        let (width, height) = (cell.unsigned_abs(), leg_height.unsigned_abs());
        let tiles = Leg::SHOWN.map(|leg| (leg, leg.tile(width, height, colours)));
        let spans = vec![(0, width); height as usize];
        let slash = slash(cell.unsigned_abs(), (row_height - 2 * SPACE).unsigned_abs());
        for (row, line) in lines.iter().enumerate() {
            page.rule(row, WIDTH - MARGIN);
            let middle = page.middle(row);
            let ink = if line.out {
                quiet(colours)
            } else {
                colours.label
            };
            numbers.write(&mut page, MARGIN as f32 + 4.0, row, quiet(colours));
            let room = left as f32 - NAME_SPACE - name;
            page.name((name, middle), room, &line.name, (ink, line.out));
            points.write(&mut page, end, row, ink);
            let top = page.top(row) + SPACE + 1;
            for column in 0..lines.len() {
                let left = left + cell * i32::try_from(column).unwrap_or(0);
                if column == row {
                    let ink = mix(colours.page, colours.label, 0.45);
                    page.tile.paint_at(&slash, left, top, ink, 1.0);
                    continue;
                }
                let legs = line.results.get(column).map_or(&[][..], Vec::as_slice);
                for (leg, place) in legs.iter().zip(0..if two { 2 } else { 1 }) {
                    if let Some((_, tile)) = tiles.iter().find(|(other, _)| other == leg) {
                        page.tile.copy(tile, &spans, left, top + place * leg_height);
                    }
                }
            }
        }
        page.tile
    }
}

impl Leg {
    /// All legs that look like anything.
    const SHOWN: [Leg; 6] = [
        Leg::Running,
        Leg::Win,
        Leg::Draw,
        Leg::Loss,
        Leg::ForfeitWin,
        Leg::ForfeitLoss,
    ];

    /// Draws the part of a cell with this result. A table has many, so each kind is drawn once and copied.
    fn tile(self, width: u32, height: u32, colours: &Colours) -> Tile {
        let mut tile = Tile::new(width, height, colours.page);
        let middle = (width as f32 / 2.0, height as f32 / 2.0);
        let (text, ground) = match self {
            Leg::Open => return tile,
            Leg::Running => {
                let dot = Area {
                    left: (width / 2) as i32 - DOT as i32,
                    top: (height / 2) as i32 - DOT as i32,
                    width: 2 * DOT,
                    height: 2 * DOT,
                };
                tile.fill_rounded(dot, DOT, quiet(colours));
                return tile;
            }
            Leg::Win => ("1", Some(win_ground(colours))),
            Leg::ForfeitWin => ("+", Some(win_ground(colours))),
            Leg::Draw => ("½", Some(draw_ground(colours))),
            Leg::Loss => ("0", None),
            Leg::ForfeitLoss => ("−", None),
        };
        if let Some(ground) = ground {
            let plate = Area {
                left: 0,
                top: 0,
                width,
                height,
            };
            tile.fill_rounded(plate.inset(SPACE), CORNER, ground);
        }
        let ink = ground.map_or(quiet(colours), |_| colours.label);
        tile.write(middle, TEXT, text, ink);
        tile
    }
}

/// Returns the ground of a win.
pub(crate) fn win_ground(colours: &Colours) -> Rgb {
    mix(colours.page, colours.rise, 0.36)
}

/// Returns the ground of a draw.
pub(crate) fn draw_ground(colours: &Colours) -> Rgb {
    mix(colours.page, colours.label, 0.16)
}
