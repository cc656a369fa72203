//! The vocabulary of a picture: shapes in board units with *roles*, never colours or pixels.
//!
//! A game says what stands where; a theme gives each role its colour; `render` gives it its pixels. One unit is the
//! side of a square cell. The origin is the top left corner, x runs right, y runs down. The same scene gives the
//! picture and its alternative text.

use super::{Cell, Seat};

/// Everything that is shown of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// What does not change from turn to turn.
    pub board: Board,
    /// The pieces, drawn in this order.
    pub men: Vec<Man>,
    /// What is pointed out, drawn under or over the pieces as its kind asks.
    pub marks: Vec<Mark>,
    /// What each player has and has still to place, where the board leaves room for it; most boards leave none.
    pub panels: Vec<Panel>,
    /// The players and the state of the match, in a slim strip above the board. Games leave it out: they know no names.
    pub bar: Option<Bar>,
}

/// A player's side of the table, drawn on the board where no cells are.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Its centre.
    pub centre: Point,
    /// Width in units.
    pub width: f32,
    /// Height in units.
    pub height: f32,
    /// What it shows.
    pub tally: Tally,
}

/// What a player has, and has still to place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tally {
    /// Whose colour it is, as in [`Man::colour`].
    pub colour: Seat,
    /// What the player's pieces look like.
    pub kind: Kind,
    /// The player's points.
    pub score: u32,
    /// The groups of pieces left to place, each by its size.
    pub groups: Vec<u8>,
    /// How many pieces are still to be placed in this turn; 0 when it is not the player's. A strip above the board that
    /// knows better (the match may have ended otherwise) prevails.
    pub to_place: u8,
}

/// The strip above a board: the players, the player to move, the score.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bar {
    /// The two players, the first seat first.
    pub sides: [BarSide; 2],
    /// A short line about the match: the turn that was made last, the result. It is cut where it does not fit.
    pub note: String,
}

/// A player in the strip above a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BarSide {
    /// Whose colour the player has just now, as in [`Man::colour`].
    pub colour: Seat,
    /// The piece that shows the colour.
    pub kind: Kind,
    /// What the player is called: any text. What the font lacks is left out, and it is cut where it does not fit.
    pub name: String,
    /// The player's points, or pieces left, in games where a number says how it stands.
    pub score: Option<u32>,
    /// What else the player has left, in a few characters: pieces to place in games where that matters, time; else empty.
    pub stock: String,
    /// Whether it is this player's turn.
    pub to_move: bool,
    /// Whether this player has won.
    pub won: bool,
}

/// The unchanging part of a scene: cells and labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// Names this board among all boards of all games: two boards with one key are equal. Painted boards are kept by it.
    pub key: String,
    /// Width in units, margins included.
    pub width: f32,
    /// Height in units, margins included.
    pub height: f32,
    /// Surfaces below the cells (a frame, a tray), drawn first and in order.
    pub surfaces: Vec<Surface>,
    /// The cells.
    pub cells: Vec<CellShape>,
    /// Coordinates and other fixed words, drawn last.
    pub labels: Vec<Label>,
}

/// A point in units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Down.
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
        /// In units.
        radius: f32,
    },
}

/// What a surface or a cell is, for a theme to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// The body of an upright frame (Connect N), or the rim of a board.
    Frame,
    /// A hole in a frame with nothing in it.
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
    /// A cell that belongs to a seat: a home corner, an own corner.
    Home(Seat),
    /// The cell that counts more than others.
    Golden,
    /// Where captured pieces are laid down.
    Tray,
}

/// A surface below the cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// Its centre.
    pub centre: Point,
    /// Its outline.
    pub shape: Shape,
    /// What it is.
    pub ground: Ground,
}

/// A cell as it lies on the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct CellShape {
    /// Which cell.
    pub cell: Cell,
    /// Its centre: pieces and marks of the cell are drawn around it.
    pub centre: Point,
    /// Its outline.
    pub shape: Shape,
    /// What it is.
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
    /// Where it stands.
    pub spot: Spot,
    /// Whose *colour* it has: the seat that has this colour in an ordinary game (Red, White or Black who begins is
    /// `First`), the one who may own it after a swap.
    pub colour: Seat,
    /// What it looks like.
    pub kind: Kind,
}

/// Where a piece is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spot {
    /// In the middle of a cell.
    On(Cell),
    /// Off the cells: a captured piece, laid beside the cell on which it stood. The point is the piece's centre.
    Beside(Cell, Point),
}

/// What a piece looks like. Kinds are told apart by shape, the two colours by lightness and an inner mark as well.
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

/// Something pointed out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// On which cell.
    pub cell: Cell,
    /// As what.
    pub kind: MarkKind,
}

/// What a mark says of its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkKind {
    /// A piece of the last turn left from here (a tint below the pieces).
    From,
    /// A piece of the last turn arrived here (a tint below the pieces; a ring on a chip).
    To,
    /// A piece was captured here in the last turn (a cross, with the sign of the rule that took it).
    Captured(Sign),
    /// What fell here in the last turn: it is seen faintly if the cell is empty now.
    Ghost(Kind, Seat),
    /// Part of the winning line (a bold ring over the piece).
    Winning,
    /// A king in check, or whatever else is attacked (a red glow below the piece).
    Check,
    /// What can be chosen (a dot on an empty cell, a frame around a full one).
    Choice,
    /// What can be chosen on an empty cell, with the letter by which it is told from its neighbours in a row.
    LetteredChoice(char),
    /// What a refusal is about.
    Refused,
    /// A piece that may not move just now.
    Frozen,
    /// A cell that may not be entered just now (thin lines across an empty cell).
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

/// By which rule a piece was captured, in games that have several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// The game's only rule, or one that needs no sign of its own: a bare cross.
    Plain,
    /// Held from both ends: the cross stands in brackets.
    Custodianship,
    /// Pushed apart from within: arrowheads point away from the cross.
    Intervention,
    /// Pressed against the edge: the cross stands at a wall.
    Crushing,
}

impl Sign {
    /// The sign as a text, as much like the drawn one as letters can be.
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
    /// A scene without a strip above the board.
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

    /// A scene laid out for the first seat, as this seat sees it: for the second one everything is turned by half a
    /// circle.
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
    /// A label as it stands on the board turned by half a circle. One in the corner of a square stays there, and says the name
    /// of the row or column that comes to lie there.
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

    /// The cell with this number, if the board has it.
    #[must_use]
    pub fn cell(&self, cell: Cell) -> Option<&CellShape> {
        // Most games list their cells in order, so the first look is nearly always right.
        self.cells
            .get(usize::from(cell.0))
            .filter(|c| c.cell == cell)
            .or_else(|| self.cells.iter().find(|c| c.cell == cell))
    }
}
