use std::collections::HashMap;

use super::stencil::SLOPE;
use super::tile::Area;
use anteroom_board::Cell;
use anteroom_board::scene::{Board, CellShape, Ground, Point, Shape};

/// The maximum size of a unit as a part of the long edge. A board of few cells thus stays a small picture.
const LARGEST_UNIT: f32 = 0.156;

/// The maximum width and height of a cell, in pixels.
const LARGEST_CELL: u32 = 160;

/// The range of a picture's edge in pixels, regardless of the scene.
const EDGE: std::ops::RangeInclusive<f32> = 16.0..=1400.0;

/// The places of all parts of a board on the picture, in whole pixels.
pub(super) struct Layout {
    pub width: u32,
    pub height: u32,
    /// Pixels per unit, to the right and down. They differ a little so that corners of hexagons lie on whole pixels.
    scale: (f32, f32),
    pub surfaces: Vec<(Outline, Area, Ground)>,
    /// Groups of cells that look alike when empty, apart from their text.
    pub classes: Vec<Class>,
    cells: HashMap<Cell, CellBox>,
    /// The cells of the board in their order.
    pub order: Vec<CellBox>,
}

/// A shape in pixels. The area that it fills gives its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Outline {
    Rectangle {
        /// Radius of its corners.
        corner: u32,
    },
    Hexagon,
    Disc,
}

/// A group of cells with the same size, shape, ground and underlying ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Class {
    pub outline: Outline,
    pub width: u32,
    pub height: u32,
    /// The ground of the cell; `None` for a place beside the cells, where only a piece is drawn.
    pub ground: Option<Ground>,
    /// The ground below the cell; `None` for the page.
    pub under: Option<Ground>,
}

/// A cell on the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellBox {
    /// Index in the list of classes.
    pub class: usize,
    /// Index in the board's list of cells; `usize::MAX` for a piece beside the cells.
    pub index: usize,
    pub left: i32,
    pub top: i32,
}

impl Layout {
    /// Lays out a board on a picture whose long edge is about `edge` pixels.
    pub(super) fn of(board: &Board, edge: u32) -> Layout {
        let (unit_x, unit_y) = scale(board, edge);
        let mut layout = Layout {
            width: pixels(board.width * unit_x),
            height: pixels(board.height * unit_y),
            scale: (unit_x, unit_y),
            surfaces: Vec::with_capacity(board.surfaces.len()),
            classes: Vec::new(),
            cells: HashMap::with_capacity(board.cells.len()),
            order: Vec::with_capacity(board.cells.len()),
        };
        for surface in &board.surfaces {
            let (outline, area) = layout.area(surface.shape, surface.centre);
            layout.surfaces.push((outline, area, surface.ground));
        }
        let mut classes = HashMap::new();
        for (index, cell) in board.cells.iter().enumerate() {
            let (outline, area) = layout.area(cell.shape, cell.centre);
            let Area {
                width,
                height,
                left,
                top,
            } = area;
            // A larger cell, which no real board has, is painted only in part.
            let (width, height) = (width.min(LARGEST_CELL), height.min(LARGEST_CELL));
            let class = Class {
                outline,
                width,
                height,
                ground: Some(cell.ground),
                under: under(board, cell.centre),
            };
            let class = *classes.entry(class).or_insert_with(|| {
                layout.classes.push(class);
                layout.classes.len() - 1
            });
            let place = CellBox {
                class,
                index,
                left,
                top,
            };
            layout.cells.entry(cell.cell).or_insert(place);
            layout.order.push(place);
        }
        // Pieces may lie beside the cells, on the page and on every surface.
        let mut grounds: Vec<Option<Ground>> = vec![None];
        for surface in &board.surfaces {
            if !grounds.contains(&Some(surface.ground)) {
                grounds.push(Some(surface.ground));
            }
        }
        for under in grounds {
            let (width, height) = (even(unit_x * BESIDE), even(unit_y * BESIDE));
            layout.classes.push(Class {
                outline: Outline::Disc,
                width,
                height,
                ground: None,
                under,
            });
        }
        layout
    }

    /// Returns the first and the end row of pixels of each band. A band begins at a row of cells and has at least 24
    /// rows of pixels, except perhaps the last.
    pub(super) fn cuts(&self) -> Vec<(usize, usize)> {
        const LEAST: i32 = 24;
        let mut tops: Vec<i32> = self.order.iter().map(|place| place.top).collect();
        tops.sort_unstable();
        let mut cuts = vec![0];
        for top in tops {
            if top >= cuts.last().map_or(0, |last| last + LEAST) && top < self.height as i32 {
                cuts.push(top);
            }
        }
        cuts.push(self.height as i32);
        let places: Vec<usize> = cuts
            .iter()
            .filter_map(|cut| usize::try_from(*cut).ok())
            .collect();
        let pairs = places.iter().copied().zip(places.iter().copied().skip(1));
        pairs.collect()
    }

    /// Returns the distance in pixels after which cells repeat to the right. For hexagons that is half a cell,
    /// because each row is shifted by half a cell.
    pub(super) fn period(&self) -> f32 {
        match self.classes.first() {
            Some(class) if class.outline == Outline::Hexagon => class.width as f32 / 2.0,
            _ => self.scale.0.max(1.0),
        }
    }

    pub(super) fn cell(&self, cell: Cell) -> Option<CellBox> {
        self.cells.get(&cell).copied()
    }

    /// Returns the place of a piece that lies beside the cells.
    pub(super) fn beside(&self, board: &Board, centre: Point) -> Option<CellBox> {
        let under = under(board, centre);
        let (class, found) = self
            .classes
            .iter()
            .enumerate()
            .find(|(_, class)| class.ground.is_none() && class.under == under)?;
        let (x, y) = self.point(centre);
        let left = snap(x) - (found.width / 2) as i32;
        let top = snap(y) - (found.height / 2) as i32;
        Some(CellBox {
            class,
            index: usize::MAX,
            left,
            top,
        })
    }

    /// Returns the ground of the uppermost cell or surface at a point; `None` for the page.
    pub(super) fn ground_at(board: &Board, point: Point) -> Option<Ground> {
        let cell = Layout::cell_at(board, point).and_then(|index| board.cells.get(index));
        cell.map(|cell| cell.ground).or_else(|| under(board, point))
    }

    /// Returns the index of the uppermost cell at a point in the board's list of cells.
    pub(super) fn cell_at(board: &Board, point: Point) -> Option<usize> {
        board
            .cells
            .iter()
            .rposition(|cell| holds(cell.shape, point.x - cell.centre.x, point.y - cell.centre.y))
    }

    /// Converts a point from units to pixels.
    pub(super) fn point(&self, point: Point) -> (f32, f32) {
        (
            bounded(point.x * self.scale.0),
            bounded(point.y * self.scale.1),
        )
    }

    /// Returns the vertical scale in pixels per unit.
    pub(super) fn unit(&self) -> f32 {
        self.scale.1
    }

    pub(super) fn rectangle(&self, centre: Point, width: f32, height: f32) -> Area {
        let shape = Shape::Rectangle {
            width,
            height,
            corner: 0.0,
        };
        self.area(shape, centre).1
    }

    /// Returns the outline and the area of a shape in pixels. The edges of a rectangle are rounded, so that
    /// neighbours meet. The middle of another shape is rounded, so that shapes of one size look alike.
    fn area(&self, shape: Shape, centre: Point) -> (Outline, Area) {
        let (x, y) = self.point(centre);
        let (unit_x, unit_y) = self.scale;
        let around = |half_width: f32, half_height: f32| {
            let (width, height) = (
                self.length(2.0 * half_width * unit_x),
                self.length(2.0 * half_height * unit_y),
            );
            Area {
                left: snap(x) - (width / 2) as i32,
                top: snap(y) - (height / 2) as i32,
                width,
                height,
            }
        };
        match shape {
            Shape::Rectangle {
                width,
                height,
                corner,
            } => {
                let (width, height) = (
                    bounded(width * unit_x).max(0.0),
                    bounded(height * unit_y).max(0.0),
                );
                let (left, right) = (snap(x - width / 2.0), snap(x + width / 2.0));
                let (top, bottom) = (snap(y - height / 2.0), snap(y + height / 2.0));
                let length = |from: i32, to: i32| {
                    to.saturating_sub(from).clamp(0, 2 * self.longest() as i32) as u32
                };
                let area = Area {
                    left,
                    top,
                    width: length(left, right),
                    height: length(top, bottom),
                };
                let corner = snap(bounded(corner * unit_x)).max(0) as u32;
                (
                    Outline::Rectangle {
                        corner: corner
                            .min(area.width / 2)
                            .min(area.height / 2)
                            .min(LARGEST_CELL / 2),
                    },
                    area,
                )
            }
            Shape::Hexagon { radius } => {
                // The distance between rows, and from the top corner to the shoulder: a quarter of the width.
                let (row, shoulder) = (radius * ROW * unit_y, radius * ACROSS * unit_x / 4.0);
                (
                    Outline::Hexagon,
                    around(radius * ACROSS / 2.0, (row + shoulder) / 2.0 / unit_y),
                )
            }
            Shape::Disc { radius } => (
                Outline::Disc,
                around(radius + 1.0 / unit_x, radius + 1.0 / unit_y),
            ),
        }
    }

    /// Rounds to an even number of pixels, at most twice the picture's long edge.
    fn length(&self, length: f32) -> u32 {
        even(length).min(2 * self.longest())
    }

    fn longest(&self) -> u32 {
        self.width.max(self.height)
    }
}

/// Width of a regular hexagon that stands on a corner, in radii: the square root of 3.
const ACROSS: f32 = 1.732_050_8;
/// Distance between two rows of hexagons, in radii.
const ROW: f32 = 1.5;

/// Diameter of the place for a piece beside the cells, in units.
const BESIDE: f32 = 0.68;

impl Class {
    pub(super) fn centre(&self) -> (f32, f32) {
        (self.width as f32 / 2.0, self.height as f32 / 2.0)
    }

    /// Returns the radius of the largest circle within the cell.
    pub(super) fn radius(&self) -> f32 {
        self.width.min(self.height) as f32 / 2.0 - self.margin()
    }

    /// Returns the margin that keeps a disc's soft rim inside its tile.
    fn margin(&self) -> f32 {
        if self.outline == Outline::Disc {
            1.0
        } else {
            0.0
        }
    }

    /// Returns the range of columns that belong to the cell in each row of pixels.
    ///
    /// A rectangle or a disc owns its whole tile, because the ground around a disc is known. A hexagon, or a place
    /// beside the cells, owns the pixels whose middles lie in it.
    pub(super) fn spans(&self) -> Vec<(u32, u32)> {
        let (half_width, half_height) = self.centre();
        let reach = |y: f32| match (self.outline, self.ground) {
            (Outline::Hexagon, _) => half_width.min((half_height - y.abs()) / SLOPE),
            (Outline::Disc, None) => half_width * (1.0 - (y / half_height).powi(2)).max(0.0).sqrt(),
            _ => half_width,
        };
        let span = |row: u32| {
            let reach = reach(row as f32 + 0.5 - half_height);
            (
                ((half_width - reach).round().max(0.0)) as u32,
                ((half_width + reach).round().max(0.0) as u32).min(self.width),
            )
        };
        (0..self.height).map(span).collect()
    }
}

/// Returns the pixels per unit, to the right and down.
fn scale(board: &Board, edge: u32) -> (f32, f32) {
    let edge = (edge as f32).clamp(*EDGE.start(), *EDGE.end());
    let largest = edge * LARGEST_UNIT;
    let longest = board.width.max(board.height);
    let mut unit = if longest.is_finite() && longest > 0.0 {
        (edge / longest).min(largest)
    } else {
        largest
    };
    let hexagon = board.cells.iter().find_map(|cell| match cell.shape {
        Shape::Hexagon { radius } if radius.is_finite() && radius * unit > 4.0 => Some(radius),
        _ => None,
    });
    if let Some(radius) = hexagon {
        // The next row lies half a cell to the side, and all corners lie on whole pixels.
        let (across, down) = (radius * ACROSS, radius * ROW);
        let quarter = (across * unit / 4.0).floor();
        let unit_x = quarter * 4.0 / across;
        return (
            unit_x,
            (((down * unit_x + quarter) / 2.0).round() * 2.0 - quarter) / down,
        );
    }
    if unit >= 8.0 {
        // Half a unit is a whole number of pixels as well.
        unit = (unit / 2.0).floor() * 2.0;
    }
    (unit, unit)
}

/// Returns the ground of the uppermost surface at a point; `None` for the page.
fn under(board: &Board, point: Point) -> Option<Ground> {
    let found = board
        .surfaces
        .iter()
        .rev()
        .find(|s| holds(s.shape, point.x - s.centre.x, point.y - s.centre.y));
    found.map(|surface| surface.ground)
}

/// Whether a shape contains the point at this offset from its middle. A hexagon counts as its inner circle.
fn holds(shape: Shape, dx: f32, dy: f32) -> bool {
    match shape {
        Shape::Rectangle { width, height, .. } => {
            dx.abs() <= width / 2.0 && dy.abs() <= height / 2.0
        }
        Shape::Hexagon { radius } => dx.hypot(dy) <= radius * 0.75_f32.sqrt(),
        Shape::Disc { radius } => dx.hypot(dy) <= radius,
    }
}

pub(super) fn text_of(cell: &CellShape) -> Option<&str> {
    Some(cell.text.as_str()).filter(|text| !text.is_empty())
}

fn pixels(length: f32) -> u32 {
    if length.is_nan() {
        *EDGE.start() as u32
    } else {
        length.ceil().clamp(*EDGE.start(), *EDGE.end()) as u32
    }
}

/// Rounds to the nearest even number of pixels.
fn even(length: f32) -> u32 {
    (bounded(length) / 2.0).round().max(0.0) as u32 * 2
}

/// Limits a length to ±10,000 pixels, so that no scene causes an overflow.
fn bounded(length: f32) -> f32 {
    if length.is_nan() {
        0.0
    } else {
        length.clamp(-10_000.0, 10_000.0)
    }
}

/// Rounds to the nearest edge between pixels. Rounding to 1/64 first hides errors of float arithmetic.
fn snap(length: f32) -> i32 {
    ((length * 64.0).round() / 64.0 + 0.5).floor() as i32
}
