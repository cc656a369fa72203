//! A slow version of анааш: stacks in a map by square, distances between all pairs.

use std::collections::BTreeMap;

use super::Oracle;

type Place = (i32, i32);

#[derive(Clone)]
pub struct Slow {
    side: i32,
    stacks: BTreeMap<Place, (char, u32)>,
    mover: char,
}

fn other(colour: char) -> char {
    if colour == 'r' { 'b' } else { 'r' }
}

fn name((file, rank): Place) -> String {
    format!(
        "{}{}",
        "abcdefghij".chars().nth(file as usize).unwrap(),
        rank + 1
    )
}

fn place(name: &str) -> Place {
    let (file, rank) = name.split_at(1);
    (
        "abcdefghij".find(file).unwrap() as i32,
        rank.parse::<i32>().unwrap() - 1,
    )
}

fn distance(a: Place, b: Place) -> i32 {
    (a.0 - b.0).abs() + (a.1 - b.1).abs()
}

impl Slow {
    pub fn read(text: &str) -> Self {
        let (board, mover) = text.split_once(' ').unwrap();
        let rows: Vec<&str> = board.split('/').collect();
        let side = rows.len() as i32;
        let mut stacks = BTreeMap::new();
        for (down, row) in rows.iter().enumerate() {
            for (file, cell) in row.split(',').enumerate() {
                if cell != "." {
                    let (colour, height) = cell.split_at(1);
                    stacks.insert(
                        (file as i32, side - 1 - down as i32),
                        (colour.chars().next().unwrap(), height.parse().unwrap()),
                    );
                }
            }
        }
        let mut slow = Self {
            side,
            stacks,
            mover: mover.chars().next().unwrap(),
        };
        slow.sit_out();
        slow
    }

    pub fn checkers(&self, colour: char) -> u32 {
        self.stacks
            .values()
            .filter(|stack| stack.0 == colour)
            .map(|stack| stack.1)
            .sum()
    }

    /// Passes over a colour without a move while both colours are on the board.
    fn sit_out(&mut self) {
        if self.result().is_none() && self.of(self.mover).is_empty() {
            self.mover = other(self.mover);
        }
    }

    /// Returns origin, sign and destination of every move of a colour.
    fn of(&self, colour: char) -> Vec<(Place, char, Place)> {
        let mut found = Vec::new();
        for (&from, &(owner, height)) in &self.stacks {
            if owner != colour {
                continue;
            }
            let on_board = |place: &Place| {
                (0..self.side).contains(&place.0) && (0..self.side).contains(&place.1)
            };
            let others = || self.stacks.keys().copied().filter(|&place| place != from);
            let least = others().map(|place| distance(place, from)).min().unwrap();
            for to in [(0, 1), (0, -1), (1, 0), (-1, 0)]
                .map(|(right, up)| (from.0 + right, from.1 + up))
                .into_iter()
                .filter(on_board)
            {
                match self.stacks.get(&to) {
                    Some(&(there, below)) if there == colour && below >= height => {
                        found.push((from, '+', to))
                    }
                    Some(&(there, enemy)) if there != colour && enemy <= height => {
                        found.push((from, 'x', to))
                    }
                    None if least > 1
                        && others().any(|place| {
                            distance(place, from) == least && distance(place, to) == least - 1
                        }) =>
                    {
                        found.push((from, '-', to));
                    }
                    _ => {}
                }
            }
        }
        found
    }
}

impl Oracle for Slow {
    fn text(&self) -> String {
        let rows: Vec<String> = (0..self.side)
            .rev()
            .map(|rank| {
                let cells: Vec<String> = (0..self.side)
                    .map(|file| {
                        self.stacks
                            .get(&(file, rank))
                            .map_or(".".to_owned(), |(colour, height)| {
                                format!("{colour}{height}")
                            })
                    })
                    .collect();
                cells.join(",")
            })
            .collect();
        format!("{} {}", rows.join("/"), self.mover)
    }

    fn steps(&self) -> Vec<String> {
        if self.result().is_some() {
            return Vec::new();
        }
        let moves = self.of(self.mover).into_iter();
        let mut steps: Vec<_> = moves
            .map(|(from, sign, to)| format!("{}{sign}{}", name(from), name(to)))
            .collect();
        steps.sort();
        steps
    }

    fn after(&self, step: &str) -> Box<dyn Oracle> {
        let mut after = self.clone();
        let (from, to) = step.split_once(['-', '+', 'x']).unwrap();
        let to = place(to);
        let (colour, mut height) = after.stacks.remove(&place(from)).unwrap();
        if step.contains('+') {
            height += after.stacks[&to].1;
        }
        after.stacks.insert(to, (colour, height));
        after.mover = other(colour);
        after.sit_out();
        Box::new(after)
    }

    fn result(&self) -> Option<char> {
        ['r', 'b']
            .into_iter()
            .find(|&colour| self.stacks.values().all(|stack| stack.0 == colour))
    }
}
