//! A slow version of both Antichesses: a board of letters, and every move made on a copy to see whether the king is
//! safe. It shares only the rules and the position text with the program.
//!
//! With [`Rules::Orthodox`] it counts the moves of ordinary chess, whose numbers are published.

use super::Oracle;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    Standard,
    EnCastle,
    /// Chess with promotion to a queen only, without compulsory captures.
    Orthodox,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Slow {
    rules: Rules,
    /// Files of ranks: `board[x][y]`, a space for an empty square.
    board: [[char; 8]; 8],
    white: bool,
    castling: String,
    en_passant: String,
    clock: u32,
    number: u32,
}

const KNIGHT: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (-1, 2),
    (-2, 1),
    (1, -2),
    (2, -1),
    (-1, -2),
    (-2, -1),
];
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

impl Slow {
    pub fn read(rules: Rules, text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut board = [[' '; 8]; 8];
        for (i, rank) in fields[0].split('/').enumerate() {
            let mut x = 0;
            for c in rank.chars() {
                if let Some(empty) = c.to_digit(10) {
                    x += empty as usize;
                } else {
                    board[x][7 - i] = c;
                    x += 1;
                }
            }
        }
        let mut slow = Self {
            rules,
            board,
            white: fields[1] == "w",
            castling: fields[2].to_owned(),
            en_passant: fields[3].to_owned(),
            clock: fields[4].parse().unwrap(),
            number: fields[5].parse().unwrap(),
        };
        slow.pass_if_stuck();
        slow
    }

    /// Whether the side to move could take the other side's king.
    pub fn waiting_king_attacked(&self) -> bool {
        self.is_checked(!self.white)
    }

    fn men(&self, white: bool) -> usize {
        self.board
            .iter()
            .flatten()
            .filter(|&&c| c != ' ' && c.is_ascii_uppercase() == white)
            .count()
    }

    fn pass_if_stuck(&mut self) {
        if self.rules == Rules::Orthodox || self.result() != Some('=') {
            return;
        }
        let mut passed = self.clone();
        passed.clock += 1;
        passed.number += u32::from(!self.white);
        passed.white = !self.white;
        passed.en_passant = String::from("-");
        if passed.result() != Some('=') {
            *self = passed;
        }
    }

    fn at(&self, x: i32, y: i32) -> Option<char> {
        self.board
            .get(usize::try_from(x).ok()?)?
            .get(usize::try_from(y).ok()?)
            .copied()
    }

    fn is_ours(&self, c: char) -> bool {
        c != ' ' && c.is_ascii_uppercase() == self.white
    }

    fn in_check(&self) -> bool {
        self.is_checked(self.white)
    }

    fn is_checked(&self, white: bool) -> bool {
        let king = if white { 'K' } else { 'k' };
        let place = (0..64).find(|i| self.board[i / 8][i % 8] == king).unwrap();
        self.is_attacked(place as i32 / 8, place as i32 % 8, !white)
    }

    /// Whether a man of this colour could capture on this square.
    fn is_attacked(&self, x: i32, y: i32, by_white: bool) -> bool {
        for from_x in 0..8 {
            for from_y in 0..8 {
                let c = self.board[from_x as usize][from_y as usize];
                if c == ' ' || c.is_ascii_uppercase() != by_white {
                    continue;
                }
                let (dx, dy) = (x - from_x, y - from_y);
                let hits = match c.to_ascii_lowercase() {
                    'p' => dx.abs() == 1 && dy == if c == 'P' { 1 } else { -1 },
                    'n' => KNIGHT.contains(&(dx, dy)),
                    'k' => dx.abs().max(dy.abs()) == 1,
                    'r' => self.walks(from_x, from_y, x, y, &STRAIGHT),
                    'b' => self.walks(from_x, from_y, x, y, &DIAGONAL),
                    _ => {
                        self.walks(from_x, from_y, x, y, &STRAIGHT)
                            || self.walks(from_x, from_y, x, y, &DIAGONAL)
                    }
                };
                if hits {
                    return true;
                }
            }
        }
        false
    }

    fn walks(&self, from_x: i32, from_y: i32, x: i32, y: i32, directions: &[(i32, i32)]) -> bool {
        directions.iter().any(|&(dx, dy)| {
            let (mut at_x, mut at_y) = (from_x + dx, from_y + dy);
            while (at_x, at_y) != (x, y) && self.at(at_x, at_y) == Some(' ') {
                (at_x, at_y) = (at_x + dx, at_y + dy);
            }
            (at_x, at_y) == (x, y)
        })
    }

    /// Returns all moves that leave the own king safe: name, next board, whether it captures.
    /// No side has been passed over yet on the next board.
    fn all_moves(&self) -> Vec<(String, Slow, bool)> {
        let mut found = self.unsafe_moves();
        found.retain(|(_, after, _)| !after.waiting_king_attacked());
        found
    }

    /// Returns these moves and those that leave the king in check.
    fn unsafe_moves(&self) -> Vec<(String, Slow, bool)> {
        let mut found = Vec::new();
        for x in 0..8 {
            for y in 0..8 {
                let c = self.board[x as usize][y as usize];
                if !self.is_ours(c) {
                    continue;
                }
                match c.to_ascii_lowercase() {
                    'p' => self.pawn_moves(x, y, &mut found),
                    'n' => self.leaps(x, y, &KNIGHT, &mut found),
                    'k' => {
                        self.leaps(x, y, &STRAIGHT, &mut found);
                        self.leaps(x, y, &DIAGONAL, &mut found);
                        self.castlings(x, y, &mut found);
                    }
                    'r' => self.slides(x, y, &STRAIGHT, &mut found),
                    'b' => self.slides(x, y, &DIAGONAL, &mut found),
                    _ => {
                        self.slides(x, y, &STRAIGHT, &mut found);
                        self.slides(x, y, &DIAGONAL, &mut found);
                    }
                }
            }
        }
        found
    }

    fn leaps(&self, x: i32, y: i32, by: &[(i32, i32)], found: &mut Vec<(String, Slow, bool)>) {
        for (dx, dy) in by {
            if self.at(x + dx, y + dy).is_some_and(|c| !self.is_ours(c)) {
                found.push(self.moved(x, y, x + dx, y + dy));
            }
        }
    }

    fn slides(&self, x: i32, y: i32, by: &[(i32, i32)], found: &mut Vec<(String, Slow, bool)>) {
        for (dx, dy) in by {
            for far in 1..8 {
                let (to_x, to_y) = (x + dx * far, y + dy * far);
                let Some(c) = self.at(to_x, to_y) else { break };
                if !self.is_ours(c) {
                    found.push(self.moved(x, y, to_x, to_y));
                }
                if c != ' ' {
                    break;
                }
            }
        }
    }

    fn pawn_moves(&self, x: i32, y: i32, found: &mut Vec<(String, Slow, bool)>) {
        let (up, home) = if self.white { (1, 1) } else { (-1, 6) };
        if self.at(x, y + up) == Some(' ') {
            found.push(self.moved(x, y, x, y + up));
            if y == home && self.at(x, y + 2 * up) == Some(' ') {
                found.push(self.moved(x, y, x, y + 2 * up));
            }
        }
        for to_x in [x - 1, x + 1] {
            match self.at(to_x, y + up) {
                Some(' ') if square(to_x, y + up) == self.en_passant => {
                    found.push(self.moved(x, y, to_x, y + up))
                }
                Some(c) if c != ' ' && !self.is_ours(c) => {
                    found.push(self.moved(x, y, to_x, y + up))
                }
                _ => {}
            }
        }
    }

    fn castlings(&self, x: i32, y: i32, found: &mut Vec<(String, Slow, bool)>) {
        let letters = if self.white { ['K', 'Q'] } else { ['k', 'q'] };
        if self.castling.contains(letters[0])
            && (5..7).all(|x| self.at(x, y) == Some(' '))
            && (4..7).all(|x| !self.is_attacked(x, y, !self.white))
        {
            found.push(self.moved(x, y, 6, y));
        }
        if self.castling.contains(letters[1])
            && (1..4).all(|x| self.at(x, y) == Some(' '))
            && (2..5).all(|x| !self.is_attacked(x, y, !self.white))
        {
            found.push(self.moved(x, y, 2, y));
        }
    }

    fn moved(&self, x: i32, y: i32, to_x: i32, to_y: i32) -> (String, Slow, bool) {
        let mut after = self.clone();
        let name = square(x, y) + &square(to_x, to_y);
        let [from_x, from_y, at_x, at_y] = [x, y, to_x, to_y].map(|n| n as usize);
        let man = self.board[from_x][from_y];
        let mut captures = self.board[at_x][at_y] != ' ';
        after.board[from_x][from_y] = ' ';
        after.board[at_x][at_y] = man;
        after.en_passant = String::from("-");
        if man.eq_ignore_ascii_case(&'p') {
            if x != to_x && !captures {
                after.board[at_x][from_y] = ' ';
                captures = true;
            }
            if to_y == 7 || to_y == 0 {
                after.board[at_x][at_y] = if self.white { 'Q' } else { 'q' };
            }
            if (y - to_y).abs() == 2 && self.rules != Rules::Standard {
                after.en_passant = square(x, (y + to_y) / 2);
            }
        }
        if man.eq_ignore_ascii_case(&'k') && (x - to_x).abs() == 2 {
            let (rook_from, rook_to) = if to_x == 6 { (7, 5) } else { (0, 3) };
            after.board[rook_to][from_y] = self.board[rook_from][from_y];
            after.board[rook_from][from_y] = ' ';
        }
        for (corner, letter) in [("a1", 'Q'), ("h1", 'K'), ("a8", 'q'), ("h8", 'k')] {
            if name.contains(corner) {
                after.castling = after.castling.replace(letter, "");
            }
        }
        if name.contains("e1") {
            after.castling = after.castling.replace(['K', 'Q'], "");
        }
        if name.contains("e8") {
            after.castling = after.castling.replace(['k', 'q'], "");
        }
        if after.castling.is_empty() {
            after.castling = String::from("-");
        }
        after.clock = if captures || man.eq_ignore_ascii_case(&'p') {
            0
        } else {
            self.clock + 1
        };
        after.number += u32::from(!self.white);
        after.white = !self.white;
        (name, after, captures)
    }
}

impl Oracle for Slow {
    fn text(&self) -> String {
        let mut text = String::new();
        for y in (0..8).rev() {
            let rank: String = (0..8).map(|x| self.board[x][y]).collect();
            let mut rank = rank.replace(' ', "1");
            for many in (2..=8).rev() {
                rank = rank.replace(&"1".repeat(many), &many.to_string());
            }
            text += &rank;
            text.push(if y == 0 { ' ' } else { '/' });
        }
        let side = if self.white { "w" } else { "b" };
        text + &format!(
            "{side} {} {} {} {}",
            self.castling, self.en_passant, self.clock, self.number
        )
    }

    fn result(&self) -> Option<char> {
        let (us, them) = if self.white { ('w', 'b') } else { ('b', 'w') };
        // One safe move suffices.
        let can_move = self
            .unsafe_moves()
            .iter()
            .any(|(_, after, _)| !after.waiting_king_attacked());
        if !can_move && self.in_check() {
            return Some(them);
        }
        if self.rules != Rules::Orthodox && self.men(self.white) == 1 {
            return Some(us);
        }
        // A side without a move was passed over already, if possible.
        (!can_move).then_some('=')
    }

    fn steps(&self) -> Vec<String> {
        if self.result().is_some() {
            return Vec::new();
        }
        let mut moves = self.all_moves();
        if self.rules != Rules::Orthodox && moves.iter().any(|(_, _, captures)| *captures) {
            moves.retain(|(_, _, captures)| *captures);
        }
        let mut steps: Vec<_> = moves.into_iter().map(|(name, ..)| name).collect();
        steps.sort();
        steps
    }

    fn after(&self, step: &str) -> Box<dyn Oracle> {
        let at: Vec<i32> = step
            .bytes()
            .map(|c| {
                i32::from(if c.is_ascii_digit() {
                    c - b'1'
                } else {
                    c - b'a'
                })
            })
            .collect();
        let (_, mut after, _) = self.moved(at[0], at[1], at[2], at[3]);
        after.pass_if_stuck();
        Box::new(after)
    }
}

fn square(x: i32, y: i32) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}
