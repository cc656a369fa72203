//! A slow version of Connect N: rows of letters, and lines searched cell by cell in every direction. It shares only
//! the rules and the position text with the program.

use super::Oracle;

#[derive(Clone, Debug)]
pub struct Slow {
    /// Rows from top to bottom.
    rows: Vec<Vec<char>>,
    mover: char,
    n: usize,
}

impl Slow {
    pub fn read(text: &str) -> Self {
        let mut fields = text.split(' ');
        let rows = fields
            .next()
            .unwrap()
            .split('/')
            .map(|row| row.chars().collect())
            .collect();
        let mover = fields.next().unwrap().chars().next().unwrap();
        Self {
            rows,
            mover,
            n: fields.next().unwrap().parse().unwrap(),
        }
    }
}

impl Oracle for Slow {
    fn text(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        format!("{} {} {}", rows.join("/"), self.mover, self.n)
    }

    fn result(&self) -> Option<char> {
        for (y, row) in self.rows.iter().enumerate() {
            for (x, &chip) in row.iter().enumerate() {
                for (right, down) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let same = |i: usize| {
                        let (x, y) = (x as i32 + right * i as i32, y as i32 + down * i as i32);
                        let row = usize::try_from(y).ok().and_then(|y| self.rows.get(y));
                        row.and_then(|row| row.get(x as usize)) == Some(&chip)
                    };
                    if chip != '.' && (0..self.n).all(same) {
                        return Some(chip);
                    }
                }
            }
        }
        let full = self.rows.iter().flatten().all(|&cell| cell != '.');
        full.then_some('=')
    }

    fn steps(&self) -> Vec<String> {
        if self.result().is_some() {
            return Vec::new();
        }
        let open = ('a'..='p')
            .zip(&self.rows[0])
            .filter(|(_, top)| **top == '.');
        open.map(|(letter, _)| letter.to_string()).collect()
    }

    fn after(&self, step: &str) -> Box<dyn Oracle> {
        let mut after = self.clone();
        let x = "abcdefghijklmnop".find(step).unwrap();
        let landing = after
            .rows
            .iter_mut()
            .rev()
            .find(|row| row[x] == '.')
            .unwrap();
        landing[x] = self.mover;
        after.mover = if self.mover == 'r' { 'b' } else { 'r' };
        Box::new(after)
    }
}
