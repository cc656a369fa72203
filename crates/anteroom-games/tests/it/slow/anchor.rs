//! A slow version of Anchor: stones as letters in a square, groups and regions followed cell by cell, and the rule
//! sheet's definition of an anchor word for word.

use std::collections::{BTreeMap, BTreeSet};

use super::Oracle;

/// Letter and number, both counted from 1.
type Place = (i32, i32);

/// Each corner and its owner. Two sides meet there.
const CORNERS: [(Place, char); 6] = [
    ((1, 1), 'x'),
    ((1, 8), 'o'),
    ((8, 15), 'x'),
    ((15, 15), 'o'),
    ((15, 8), 'x'),
    ((8, 1), 'o'),
];

#[derive(Clone)]
pub struct Slow {
    /// By number and letter; `.` for an empty cell.
    stones: [[char; 16]; 16],
    mover: char,
    passes: u32,
    opening: Opening,
}

#[derive(Clone, Debug, PartialEq)]
enum Opening {
    Pie(&'static str),
    Counted {
        word: String,
        counts: BTreeMap<char, u32>,
        previous: Option<Place>,
    },
}

fn other(colour: char) -> char {
    if colour == 'x' { 'o' } else { 'x' }
}

fn row(number: i32) -> impl Iterator<Item = Place> {
    (1..=15)
        .filter(move |letter| (letter - number).abs() <= 7)
        .map(move |letter| (letter, number))
}

fn name((letter, number): Place) -> String {
    format!(
        "{}{number}",
        " abcdefghijklmno".chars().nth(letter as usize).unwrap()
    )
}

fn place(name: &str) -> Place {
    let (letter, number) = name.split_at(1);
    (
        " abcdefghijklmno".find(letter).unwrap() as i32,
        number.parse().unwrap(),
    )
}

fn neighbours((letter, number): Place) -> impl Iterator<Item = Place> {
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)]
        .into_iter()
        .map(move |(x, y)| (letter + x, number + y))
        .filter(|(x, y)| (1..=15).contains(x) && (1..=15).contains(y) && (x - y).abs() <= 7)
}

/// Returns the maximal connected sets of cells that look alike, except those that look like `not`.
fn regions(look: impl Fn(Place) -> char, not: char) -> Vec<BTreeSet<Place>> {
    let (mut regions, mut done) = (Vec::new(), BTreeSet::new());
    for from in (1..=15).flat_map(row).filter(|&cell| look(cell) != not) {
        if !done.insert(from) {
            continue;
        }
        let (mut region, mut open) = (BTreeSet::from([from]), vec![from]);
        while let Some(here) = open.pop() {
            for next in neighbours(here) {
                if look(next) == look(from) && done.insert(next) {
                    region.insert(next);
                    open.push(next);
                }
            }
        }
        regions.push(region);
    }
    regions
}

/// Returns the sides of a cell: side n runs from corner n to the next one.
fn sides(cell: Place) -> BTreeSet<usize> {
    let on_line = |a: Place, b: Place| {
        let straight = (b.0 - a.0) * (cell.1 - a.1) == (b.1 - a.1) * (cell.0 - a.0);
        let between = |a: i32, b: i32, x: i32| x >= a.min(b) && x <= a.max(b);
        straight && between(a.0, b.0, cell.0) && between(a.1, b.1, cell.1)
    };
    (0..6)
        .filter(|&side| on_line(CORNERS[side].0, CORNERS[(side + 1) % 6].0))
        .collect()
}

fn is_anchor(group: &BTreeSet<Place>, colour: char) -> bool {
    let touched: BTreeSet<usize> = group.iter().flat_map(|&cell| sides(cell)).collect();
    let touched: Vec<usize> = touched.into_iter().collect();
    match touched[..] {
        [] | [_] => false,
        [a, b] => {
            // Side a ends at corner a + 1, where the next side begins.
            let meets = if b == a + 1 {
                Some(b)
            } else {
                (a == 0 && b == 5).then_some(0)
            };
            meets.is_none_or(|corner| CORNERS[corner].1 == colour)
        }
        _ => true,
    }
}

impl Slow {
    pub fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut stones = [['.'; 16]; 16];
        for (cells, number) in fields[0].split('/').zip((1..=15).rev()) {
            for ((letter, _), cell) in row(number).zip(cells.chars()) {
                stones[number as usize][letter as usize] = cell;
            }
        }
        let opening = match fields[3].split(',').collect::<Vec<_>>()[..] {
            [word] => Opening::Pie(
                ["pie0", "pie1", "kept", "swapped"]
                    .into_iter()
                    .find(|known| *known == word)
                    .unwrap(),
            ),
            [word, black, white, previous] => Opening::Counted {
                word: word.to_owned(),
                counts: BTreeMap::from([
                    ('x', black.parse().unwrap()),
                    ('o', white.parse().unwrap()),
                ]),
                previous: (previous != "-").then(|| place(previous)),
            },
            _ => panic!("{text}"),
        };
        Self {
            stones,
            mover: fields[1].chars().next().unwrap(),
            passes: fields[2].parse().unwrap(),
            opening,
        }
    }

    fn at(&self, (letter, number): Place) -> char {
        self.stones[number as usize][letter as usize]
    }

    /// Returns the points of x and o, if the game is over.
    pub fn points(&self) -> [u32; 2] {
        let mut alive = BTreeMap::new();
        let mut points = [0, 0];
        for group in regions(|cell| self.at(cell), '.') {
            let colour = self.at(*group.first().unwrap());
            if is_anchor(&group, colour) {
                alive.extend(group.into_iter().map(|cell| (cell, colour)));
            } else {
                points[usize::from(colour == 'x')] += group.len() as u32;
            }
        }
        for region in regions(
            |cell| if alive.contains_key(&cell) { 'x' } else { '.' },
            'x',
        ) {
            let around = region.iter().flat_map(|&here| neighbours(here));
            let touched: BTreeSet<char> = around
                .filter_map(|next| alive.get(&next))
                .copied()
                .collect();
            if touched.len() == 1 {
                points[usize::from(touched.contains(&'o'))] += region.len() as u32;
            }
        }
        points
    }

    /// The letters of the seats' colours: the first player's, the second's.
    pub fn colours(&self) -> [char; 2] {
        if self.opening == Opening::Pie("swapped") {
            ['o', 'x']
        } else {
            ['x', 'o']
        }
    }

    fn pass(&self) -> Self {
        let mut after = self.clone();
        after.passes += 1;
        after.mover = other(self.mover);
        match &mut after.opening {
            Opening::Pie(word) => {
                if *word == "pie1" {
                    *word = "kept";
                }
            }
            Opening::Counted {
                counts, previous, ..
            } => {
                counts.insert(self.mover, 0);
                *previous = None;
            }
        }
        after
    }

    /// Returns the number of consecutive symmetric plays by the mover, with a stone here.
    fn symmetric(&self, cell: Place) -> u32 {
        match &self.opening {
            Opening::Counted {
                counts,
                previous: Some((letter, number)),
                ..
            } if (16 - letter, 16 - number) == cell => counts[&self.mover] + 1,
            _ => 0,
        }
    }

    fn drop(&self, cell: Place) -> Self {
        let mut after = self.clone();
        after.stones[cell.1 as usize][cell.0 as usize] = self.mover;
        after.passes = 0;
        after.mover = other(self.mover);
        match &mut after.opening {
            Opening::Pie(word) => {
                *word = match *word {
                    "pie0" => "pie1",
                    "pie1" => "kept",
                    later => later,
                }
            }
            Opening::Counted {
                counts, previous, ..
            } => {
                counts.insert(self.mover, self.symmetric(cell));
                *previous = Some(cell);
            }
        }
        after
    }
}

impl Oracle for Slow {
    fn text(&self) -> String {
        let rows: Vec<String> = (1..=15)
            .rev()
            .map(|number| row(number).map(|cell| self.at(cell)).collect())
            .collect();
        let opening = match &self.opening {
            Opening::Pie(word) => (*word).to_owned(),
            Opening::Counted {
                word,
                counts,
                previous,
            } => {
                format!(
                    "{word},{},{},{}",
                    counts[&'x'],
                    counts[&'o'],
                    previous.map_or("-".to_owned(), name)
                )
            }
        };
        format!(
            "{} {} {} {opening}",
            rows.join("/"),
            self.mover,
            self.passes
        )
    }

    fn steps(&self) -> Vec<String> {
        if self.passes == 2 {
            return Vec::new();
        }
        let open = (1..=15)
            .flat_map(row)
            .filter(|&cell| self.at(cell) == '.' && self.symmetric(cell) < 10);
        let mut steps: Vec<_> = open.map(name).collect();
        if self.opening != Opening::Pie("pie0") {
            steps.push("pass".to_owned());
        }
        if self.opening == Opening::Pie("pie1") {
            steps.push("swap".to_owned());
        }
        steps.sort();
        steps
    }

    fn after(&self, step: &str) -> Box<dyn Oracle> {
        Box::new(match step {
            "pass" => self.pass(),
            "swap" => Self {
                opening: Opening::Pie("swapped"),
                ..self.clone()
            },
            cell => self.drop(place(cell)),
        })
    }

    fn result(&self) -> Option<char> {
        (self.passes == 2).then(|| {
            let [black, white] = self.points();
            match black.cmp(&white) {
                std::cmp::Ordering::Greater => 'x',
                std::cmp::Ordering::Less => 'o',
                std::cmp::Ordering::Equal => '=',
            }
        })
    }
}
