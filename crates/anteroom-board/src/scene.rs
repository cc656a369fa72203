//! The vocabulary of a picture: shapes in board units with *roles*, never colours or pixels.
//!
//! A game places the shapes, a theme gives each role its colour, and `render` draws the pixels. One unit is the side
//! of a square cell. The origin is the top left corner, x runs right, y runs down. The picture and its alternative
//! text are made from the same scene.

use super::{Cell, Seat};

/// All shapes that show a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The part that is the same after every turn.
    pub board: Board,
    /// The pieces, drawn in this order.
    pub men: Vec<Man>,
    /// Highlights, drawn under or over the pieces depending on their kind.
    pub marks: Vec<Mark>,
    /// Each player's points and pieces to place, if the board has room for them; most boards have none.
    pub panels: Vec<Panel>,
    /// The players and the state of the match, in a slim strip above the board.
    ///
    /// Games set `None`: they know no names.
    pub bar: Option<Bar>,
}

/// A player's side of the table, drawn in a part of the board without cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Its centre.
    pub centre: Point,
    /// Width in units.
    pub width: f32,
    /// Height in units.
    pub height: f32,
    /// The numbers and pieces that it shows.
    pub tally: Tally,
}

/// A player's points and the pieces still to place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tally {
    /// The player's colour, as in [`Man::colour`].
    pub colour: Seat,
    /// What the player's pieces look like.
    pub kind: Kind,
    /// The player's points.
    pub score: u32,
    /// The groups of pieces left to place, each by its size.
    pub groups: Vec<u8>,
    /// Number of pieces still to place in this turn; 0 when it is not the player's turn.
    ///
    /// The strip above the board overrides it (the match may have ended otherwise).
    pub to_place: u8,
}

/// The strip above a board: the players, the player to move, the score.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bar {
    /// The two players, the first seat first.
    pub sides: [BarSide; 2],
    /// A short line about the match: the last turn, the result. It is cut if it does not fit.
    pub note: String,
}

/// A player in the strip above a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BarSide {
    /// The colour that the player has now, as in [`Man::colour`].
    pub colour: Seat,
    /// The piece that shows the colour.
    pub kind: Kind,
    /// The player's name: any text. Characters that the font lacks are left out; a long name is cut.
    pub name: String,
    /// The player's points or number of pieces left, in games that count them.
    pub score: Option<u32>,
    /// What the score counts: `pieces`. May be empty; left out if the name needs the room.
    pub counted: &'static str,
    /// What else the player has left, in a few characters: pieces to place, time. May be empty.
    pub stock: String,
    /// Whether it is this player's turn.
    pub to_move: bool,
    /// Whether this player has won.
    pub won: bool,
}

/// The unchanging part of a scene: cells and labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// Unique key among the boards of all games: boards with equal keys are equal.
    ///
    /// It is the cache key of painted boards.
    pub key: String,
    /// Width in units, margins included.
    pub width: f32,
    /// Height in units, margins included.
    pub height: f32,
    /// Surfaces below the cells (a frame, a tray), drawn first and in order.
    pub surfaces: Vec<Surface>,
    /// The cells.
    pub cells: Vec<CellShape>,
    /// Coordinates and other fixed words, drawn over the rest.
    pub labels: Vec<Label>,
}

/// A point in units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Distance to the right.
    pub x: f32,
    /// Distance down.
    pub y: f32,
}

/// An outline, placed by its centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle with rounded corners.
    Rectangle {
        /// Width in units.
        width: f32,
        /// Height in units.
        height: f32,
        /// Radius of the corners in units, 0 for sharp ones.
        corner: f32,
    },
    /// A regular hexagon standing on a corner.
    Hexagon {
        /// From centre to corner, in units.
        radius: f32,
    },
    /// A circle.
    Disc {
        /// Radius in units.
        radius: f32,
    },
}

/// The role of a surface or a cell, coloured by the theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// The body of an upright frame (Connect N), or the rim of a board.
    Frame,
    /// An empty hole in a frame.
    Hole,
    /// A light cell of a chequered board.
    Light,
    /// A dark cell of a chequered board.
    Dark,
    /// A plain cell of a hexagon board.
    Middle,
    /// A plain cell of a hexagon board in every other column, so that the eye can follow columns.
    Stripe,
    /// A plain cell in the first seat's half.
    Near,
    /// A plain cell in the second seat's half.
    Far,
    /// A plain cell on a side of the board that belongs to a seat.
    Side(Seat),
    /// The rim of a board along a side that belongs to a seat.
    Rim(Seat),
    /// A cell that belongs to a seat: a home corner.
    Home(Seat),
    /// The cell that counts more than others.
    Golden,
    /// A tray for captured pieces.
    Tray,
}

/// A surface below the cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// Its centre.
    pub centre: Point,
    /// Its outline.
    pub shape: Shape,
    /// Its role.
    pub ground: Ground,
}

/// A cell on the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct CellShape {
    /// The cell.
    pub cell: Cell,
    /// Its centre: pieces and marks of the cell are drawn around it.
    pub centre: Point,
    /// Its outline.
    pub shape: Shape,
    /// Its role.
    pub ground: Ground,
    /// A short text printed in the empty cell (a name, a value), or nothing.
    pub text: String,
}

/// A fixed word: a coordinate.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The centre of the text.
    pub centre: Point,
    /// Height of a capital letter, in units.
    pub size: f32,
    /// The text: one line, short.
    pub text: String,
}

/// A piece on the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Man {
    /// Its place.
    pub spot: Spot,
    /// The piece's *colour*, named by the seat that has it in an ordinary game.
    ///
    /// The colour that begins (Red, White or Black) is `First`. After a swap the other seat owns the piece.
    pub colour: Seat,
    /// Its look.
    pub kind: Kind,
}

/// Where a piece is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spot {
    /// In the middle of a cell.
    On(Cell),
    /// Off the cells: a captured piece, beside the cell on which it stood. The point is the piece's centre.
    Beside(Cell, Point),
}

/// The look of a piece.
///
/// Kinds differ in shape; the two colours differ in lightness and in an inner mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A chip in a frame's hole: fills it.
    Chip,
    /// A glass stone, as in Go.
    Stone,
    /// A stack of *n* checkers; the height is printed on it from 2 on.
    Stack(u16),
    /// A chessman.
    Chess(Figure),
    /// A plain counter: a man.
    Counter,
    /// A counter with a knight's mark.
    Knight,
    /// A counter with a dragon's mark.
    Dragon,
    /// A two-sided disc of the ring game.
    Disc,
}

/// A chessman's kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Figure {
    /// ♟
    Pawn,
    /// ♞
    Knight,
    /// ♝
    Bishop,
    /// ♜
    Rook,
    /// ♛
    Queen,
    /// ♚
    King,
}

/// A highlighted cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// The cell.
    pub cell: Cell,
    /// The meaning of the mark.
    pub kind: MarkKind,
}

/// The meaning of a mark on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkKind {
    /// A piece of the last turn left from here (a tint below the pieces).
    From,
    /// A piece of the last turn arrived here (a tint below the pieces; a ring on a chip).
    To,
    /// A piece was captured here in the last turn (a cross, with the sign of the rule that took it). If another piece is here
    /// now, the cross is over a small picture of the captured one.
    Captured(Sign),
    /// A piece fell here in the last turn. It is drawn faintly if the cell is empty now.
    Ghost(Kind, Seat),
    /// Part of the winning line (a bold ring over the piece).
    Winning,
    /// A king in check, or another attacked piece (a red glow below the piece).
    Check,
    /// A cell that can be picked (a dot on an empty cell, a frame around a full one).
    Choice,
    /// An empty cell that can be picked, with a letter that distinguishes it from its neighbours in a row.
    LetteredChoice(char),
    /// A cell that has been picked for the turn being made (brackets at its corners).
    Chosen,
    /// A cell that a refusal is about.
    Refused,
    /// A piece that may not move now.
    Frozen,
    /// A cell that may not be entered now (thin lines across an empty cell).
    Forbidden,
    /// A cell out of play for good (grey, with lines across).
    Closed,
    /// A stone that is dead at the end.
    Dead,
    /// An empty cell that counts for the seat of this colour.
    Territory(Seat),
    /// The number of the step, when a turn has several.
    Step(u8),
}

/// The rule by which a piece was captured, in games with several such rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// The game's only rule of capture, or a rule without a sign of its own: a bare cross.
    Plain,
    /// Held from both ends: the cross is in brackets.
    Custodianship,
    /// Pushed apart from within: arrowheads point away from the cross.
    Intervention,
    /// Pressed against the edge: the cross touches a wall.
    Crushing,
}

impl Sign {
    /// Returns the sign as text, as similar to the drawn sign as characters allow.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Sign::Plain => "✕",
            Sign::Custodianship => "[✕]",
            Sign::Intervention => "‹✕›",
            Sign::Crushing => "✕|",
        }
    }
}

impl Scene {
    /// Creates a scene without a strip above the board.
    #[must_use]
    pub const fn new(board: Board, men: Vec<Man>, marks: Vec<Mark>) -> Scene {
        Scene {
            board,
            men,
            marks,
            panels: Vec::new(),
            bar: None,
        }
    }

    /// Turns a scene laid out for the first seat to this seat's view: by half a circle for the second seat.
    #[must_use]
    pub fn seen_from(mut self, seat: Seat) -> Scene {
        if seat == Seat::Second {
            let turned = |point: Point| Point {
                x: self.board.width - point.x,
                y: self.board.height - point.y,
            };
            for man in &mut self.men {
                if let Spot::Beside(cell, point) = man.spot {
                    man.spot = Spot::Beside(cell, turned(point));
                }
            }
            let board = &self.board;
            let labels = board.labels.iter().map(|label| board.turned_label(label));
            self.board.labels = labels.collect();
            let cells = self.board.cells.iter_mut().map(|cell| &mut cell.centre);
            let surfaces = self
                .board
                .surfaces
                .iter_mut()
                .map(|surface| &mut surface.centre);
            let panels = self.panels.iter_mut().map(|panel| &mut panel.centre);
            for centre in cells.chain(surfaces).chain(panels) {
                *centre = turned(*centre);
            }
            self.board.key.push_str(" turned");
        }
        self
    }
}

impl Board {
    /// Turns a label with the board by half a circle.
    /// A label in the corner of a square stays in its place and gets the name of the row or column that is there after
    /// the turn.
    fn turned_label(&self, label: &Label) -> Label {
        let Point { x, y } = label.centre;
        let corner = self.cells.iter().find_map(|cell| {
            let (dx, dy) = (x - cell.centre.x, y - cell.centre.y);
            let inside = matches!(cell.shape, Shape::Rectangle { width, height, .. }
                if dx.abs() < width / 2.0 && dy.abs() < height / 2.0);
            inside.then_some((dx, dy))
        });
        let Some((dx, dy)) = corner else {
            let centre = Point {
                x: self.width - x,
                y: self.height - y,
            };
            return Label {
                centre,
                ..label.clone()
            };
        };
        let opposite = |whole: f32, at: f32, by: f32| whole - (at - by) + by;
        let places = [
            (opposite(self.width, x, dx), y),
            (x, opposite(self.height, y, dy)),
        ];
        let there = |other: &&Label| {
            let at = other.centre;
            places
                .iter()
                .any(|(x, y)| (at.x - x).abs() + (at.y - y).abs() < 0.01)
        };
        let other = self.labels.iter().find(there).unwrap_or(label);
        Label {
            text: other.text.clone(),
            ..label.clone()
        }
    }

    /// Returns the cell with this number, if the board has it.
    #[must_use]
    pub fn cell(&self, cell: Cell) -> Option<&CellShape> {
        // Most games list their cells in order, so the first lookup nearly always succeeds.
        self.cells
            .get(usize::from(cell.0))
            .filter(|c| c.cell == cell)
            .or_else(|| self.cells.iter().find(|c| c.cell == cell))
    }
}
