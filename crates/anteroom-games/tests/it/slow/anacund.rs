//! A slow version of Anacund: squares as printed, groups as a list, chains followed square by square.

use super::Oracle;

#[derive(Clone)]
pub struct Slow {
    /// The value of each square as printed, the golden one with its star.
    values: Vec<String>,
    /// The content of each square: space, d, b, D or B.
    pieces: Vec<char>,
    mover: char,
    left: u32,
    groups: [Vec<u32>; 2],
}

fn other(colour: char) -> char {
    if colour == 'd' { 'b' } else { 'd' }
}

impl Slow {
    pub fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let (mut values, mut pieces) = (Vec::new(), Vec::new());
        for cell in fields[0].split(',') {
            let value = cell.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            values.push(value.to_owned());
            pieces.push(
                cell.chars()
                    .last()
                    .filter(char::is_ascii_alphabetic)
                    .unwrap_or(' '),
            );
        }
        let groups = |field: &str| field.split(',').map(|size| size.parse().unwrap()).collect();
        Self {
            values,
            pieces,
            mover: fields[1].chars().next().unwrap(),
            left: fields[2].parse().unwrap(),
            groups: [groups(fields[3]), groups(fields[4])],
        }
    }

    /// Returns the board of a seed, by the rules of the mapping.
    pub fn board(seed: u32) -> String {
        let mut state = u128::from(seed);
        let mut below = |n: u64| {
            let mask = u128::from(u64::MAX);
            state = (state + 0x9E37_79B9_7F4A_7C15) & mask;
            let mut z = state;
            z = ((z ^ (z >> 30)) * 0xBF58_476D_1CE4_E5B9) & mask;
            z = ((z ^ (z >> 27)) * 0x94D0_49BB_1331_11EB) & mask;
            ((z ^ (z >> 31)) as u64 % n) as usize
        };
        let mut pairs: Vec<(u32, u32)> = (1..=6)
            .flat_map(|small| (small + 1..=6).map(move |large| (small, large)))
            .collect();
        for i in (1..=14).rev() {
            pairs.swap(i, below(i as u64 + 1));
        }
        let pairs: Vec<(u32, u32)> = pairs
            .into_iter()
            .map(|(a, b)| if below(2) == 1 { (b, a) } else { (a, b) })
            .collect();
        let (mut left, mut right) = (vec![1, 6, 3], vec![2, 5, 4]);
        if below(2) == 1 {
            std::mem::swap(&mut left, &mut right);
        }
        for end in [&mut left, &mut right] {
            if below(2) == 1 {
                end.reverse();
            }
        }
        // Clockwise: the top row, down on the right, the bottom row back, up on the left.
        let mut ring = vec![left[0]];
        ring.extend(pairs.iter().map(|pair| pair.0));
        ring.extend(&right);
        ring.extend(pairs.iter().rev().map(|pair| pair.1));
        ring.extend([left[2], left[1]]);
        let golden = ring
            .iter()
            .enumerate()
            .filter(|(_, value)| **value == 1)
            .nth(below(6))
            .unwrap()
            .0;
        let cells: Vec<String> = ring
            .iter()
            .enumerate()
            .map(|(i, value)| {
                if i == golden {
                    format!("*{value}")
                } else {
                    value.to_string()
                }
            })
            .collect();
        cells.join(",")
    }

    pub fn points(&self) -> [u32; 2] {
        ['d', 'b'].map(|colour| {
            let worth = |value: &String| if value.starts_with('*') { 3 } else { 1 };
            self.pieces
                .iter()
                .zip(&self.values)
                .filter(|(piece, _)| piece.eq_ignore_ascii_case(&colour))
                .map(|(_, value)| worth(value))
                .sum()
        })
    }

    fn value(&self, square: usize) -> u32 {
        self.values[square].trim_start_matches('*').parse().unwrap()
    }

    /// Returns the chain of a colour beside a square, if the other colour closes it.
    /// `None` if the ring is full of the colour.
    fn closed_chain(&self, square: usize, direction: usize, colour: char) -> Option<Vec<usize>> {
        let mut chain = Vec::new();
        let mut here = (square + direction) % 36;
        while self.pieces[here] == colour && here != square {
            chain.push(here);
            here = (here + direction) % 36;
        }
        (here != square && self.pieces[here] == other(colour)).then_some(chain)
    }

    fn place(&self, square: usize) -> Self {
        let mut after = self.clone();
        let (own, enemy) = (self.mover, other(self.mover));
        let groups = &mut after.groups[usize::from(own == 'b')];
        let group = groups
            .iter()
            .position(|&size| size == self.value(square))
            .unwrap();
        groups[group] -= 1;
        groups.sort_by(|a, b| b.cmp(a));
        after.pieces[square] = own;

        let taken: Vec<usize> = [1, 35]
            .into_iter()
            .filter_map(|direction| after.closed_chain(square, direction, enemy))
            .flatten()
            .collect();
        for &piece in &taken {
            after.pieces[piece] = own.to_ascii_uppercase();
        }
        if taken.is_empty()
            && let (Some(up), Some(down)) = (
                after.closed_chain(square, 1, own),
                after.closed_chain(square, 35, own),
            )
        {
            for piece in [up, down, vec![square]].concat() {
                after.pieces[piece] = enemy.to_ascii_uppercase();
            }
        }
        after.left -= 1;
        if after.left == 0 {
            (after.left, after.mover) = (3, enemy);
        }
        after
    }
}

impl Oracle for Slow {
    fn text(&self) -> String {
        let cells: Vec<String> = self
            .values
            .iter()
            .zip(&self.pieces)
            .map(|(value, piece)| format!("{value}{piece}").trim_end().to_owned())
            .collect();
        let [dark, bright] = [0, 1].map(|i| {
            self.groups[i]
                .iter()
                .map(u32::to_string)
                .collect::<Vec<_>>()
                .join(",")
        });
        format!(
            "{} {} {} {dark} {bright}",
            cells.join(","),
            self.mover,
            self.left
        )
    }

    fn steps(&self) -> Vec<String> {
        let groups = &self.groups[usize::from(self.mover == 'b')];
        let squares = (0..36)
            .filter(|&square| self.pieces[square] == ' ' && groups.contains(&self.value(square)));
        let mut steps: Vec<_> = squares.map(|square| (square + 1).to_string()).collect();
        steps.sort();
        steps
    }

    fn after(&self, step: &str) -> Box<dyn Oracle> {
        Box::new(self.place(step.parse::<usize>().unwrap() - 1))
    }

    fn result(&self) -> Option<char> {
        (!self.pieces.contains(&' ')).then(|| {
            let [dark, bright] = self.points();
            match dark.cmp(&bright) {
                std::cmp::Ordering::Greater => 'd',
                std::cmp::Ordering::Less => 'b',
                std::cmp::Ordering::Equal => '=',
            }
        })
    }
}
