use super::Cell;

/// A rectangular board of squares: files `a b c …` from the left, ranks `1 2 3 …` from the bottom.
///
/// Cells are numbered rank by rank from `a1`: `rank * columns + file`, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// Number of files, 1–26.
    pub columns: u8,
    /// Number of ranks, 1–99.
    pub rows: u8,
}

impl Grid {
    /// Returns the number of cells.
    #[must_use]
    pub const fn len(self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// Whether the grid has no cells.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the cell on a file and a rank, both counted from 0; `None` if it is off the board.
    #[must_use]
    pub fn cell(self, file: i32, rank: i32) -> Option<Cell> {
        let on_board = (0..i32::from(self.columns)).contains(&file)
            && (0..i32::from(self.rows)).contains(&rank);
        on_board.then(|| Cell((rank * i32::from(self.columns) + file) as u16))
    }

    /// Returns the file and the rank of a cell, both counted from 0.
    #[must_use]
    pub fn file_rank(self, cell: Cell) -> (u8, u8) {
        let columns = u16::from(self.columns);
        ((cell.0 % columns) as u8, (cell.0 / columns) as u8)
    }

    /// Returns the letter of a file counted from 0.
    #[must_use]
    pub const fn file_letter(file: u8) -> char {
        (b'a' + file) as char
    }

    /// Returns the printed name of a cell: `c12`.
    #[must_use]
    pub fn name(self, cell: Cell) -> String {
        let (file, rank) = self.file_rank(cell);
        format!("{}{}", Self::file_letter(file), rank + 1)
    }

    /// Reads the printed name of a cell, in either case; `None` if the board has no such cell.
    #[must_use]
    pub fn parse(self, name: &str) -> Option<Cell> {
        let mut letters = name.chars();
        let file = letters.next()?.to_ascii_lowercase();
        let rank = letters.as_str();
        if !file.is_ascii_lowercase()
            || rank.starts_with('0')
            || !rank.bytes().all(|b| b.is_ascii_digit())
        {
            return None;
        }
        self.cell(
            file as i32 - 'a' as i32,
            rank.parse::<i32>().ok()?.checked_sub(1)?,
        )
    }

    /// Iterates over all cells, rank by rank from `a1`.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.len() as u16).map(Cell)
    }
}
