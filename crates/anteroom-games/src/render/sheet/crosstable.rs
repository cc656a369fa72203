//! The results of everybody against everybody.

use super::column::Column;
use super::page::{Headings, MARGIN, Page, TEXT, WIDTH, name_width, quiet};
use super::shapes::slash;
use crate::render::colours::{Colours, Rgb, mix};
use crate::render::tile::{Area, Tile};

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
            let whole = Area {
                left,
                top: page.top(row) + SPACE + 1,
                width: cell.unsigned_abs(),
                height: (row_height - 2 * SPACE).unsigned_abs(),
            };
            for column in 0..lines.len() {
                let place = Area {
                    left: left + cell * i32::try_from(column).unwrap_or(0),
                    ..whole
                };
                if column == row {
                    let (left, top) = (place.left, place.top);
                    let ink = mix(colours.page, colours.label, 0.45);
                    page.tile.paint_at(&slash, left, top, ink, 1.0);
                } else {
                    let legs = line.results.get(column).map_or(&[][..], Vec::as_slice);
                    draw_legs(&mut page, place, legs, two);
                }
            }
        }
        page.tile
    }
}

fn draw_legs(page: &mut Page, place: Area, legs: &[Leg], two: bool) {
    let height = if two { place.height / 2 } else { place.height };
    let mut part = Area { height, ..place };
    for leg in legs.iter().take(if two { 2 } else { 1 }) {
        leg.draw(page, part);
        part.top += i32::try_from(height).unwrap_or(0);
    }
}

impl Leg {
    fn draw(self, page: &mut Page, place: Area) {
        let colours = page.colours;
        let (ground, text) = match self {
            Leg::Open => return,
            Leg::Running => {
                let dot = Area {
                    left: place.left + place.width as i32 / 2 - 7,
                    top: place.top + place.height as i32 / 2 - 7,
                    width: 14,
                    height: 14,
                };
                page.tile.fill_rounded(dot, 7, quiet(colours));
                return;
            }
            Leg::Win => (Some(win_ground(colours)), "1"),
            Leg::Draw => (Some(draw_ground(colours)), "½"),
            Leg::Loss => (None, "0"),
            Leg::ForfeitWin => (Some(win_ground(colours)), "+"),
            Leg::ForfeitLoss => (None, "−"),
        };
        let ink = match self {
            Leg::Loss | Leg::ForfeitLoss => quiet(colours),
            _ => colours.label,
        };
        if let Some(ground) = ground {
            page.tile.fill_rounded(plate(place), 8, ground);
        }
        let x = place.left as f32 + place.width as f32 / 2.0;
        let y = place.top as f32 + place.height as f32 / 2.0;
        page.tile.write((x, y), TEXT, text, ink);
    }
}

/// Returns the part of a cell that is filled.
fn plate(place: Area) -> Area {
    place.inset(SPACE)
}

/// Returns the ground of a win.
pub(in crate::render) fn win_ground(colours: &Colours) -> Rgb {
    mix(colours.page, colours.rise, 0.36)
}

/// Returns the ground of a draw.
pub(in crate::render) fn draw_ground(colours: &Colours) -> Rgb {
    mix(colours.page, colours.label, 0.16)
}
