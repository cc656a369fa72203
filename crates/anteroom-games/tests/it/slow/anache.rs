//! A slow version of Anache: a board of letters, groups found by trying every neighbour, captures found along whole
//! lines, and every earlier board kept. It shares only the rules and the texts with the program.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::Oracle;

/// A square: `file * size + rank`, both counted from 0.
type Place = usize;

type Places = Vec<Place>;

/// The constants of a board of some size.
#[derive(Debug)]
struct Lore {
    size: usize,
    /// The next square in each direction of [`COMPASS`].
    next: Vec<[Option<Place>; 8]>,
    /// The four lines through a square, from border to border.
    lines: Vec<[Places; 4]>,
    corner: Vec<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    First,
    Second,
    /// The square of the dragon that may step on.
    Dragon(Place),
    Removing,
}

#[derive(Clone, Debug)]
pub struct Slow {
    lore: Rc<Lore>,
    board: Vec<char>,
    mover: char,
    turns: u32,
    /// The board at the start of the turn.
    start: Rc<Vec<char>>,
    /// The boards at the start and at the ends of turns.
    earlier: Rc<Vec<Vec<char>>>,
    steps: Vec<String>,
    state: State,
    moved: Places,
    /// The winner, and the reason.
    pub result: Option<(char, &'static str)>,
}

#[derive(Clone, Debug)]
enum Act {
    /// Pieces and a direction of [`COMPASS`].
    Go(Places, usize),
    Jump(Place, Place),
    Remove(Place),
    End,
}

/// Name, files to the right, ranks up. Opposite directions are four entries apart.
const COMPASS: [(&str, i32, i32); 8] = [
    ("N", 0, 1),
    ("NE", 1, 1),
    ("E", 1, 0),
    ("SE", 1, -1),
    ("S", 0, -1),
    ("SW", -1, -1),
    ("W", -1, 0),
    ("NW", -1, 1),
];

impl Lore {
    fn new(size: usize) -> Self {
        let places = 0..size * size;
        let step = |place: Place, (_, right, up): (&str, i32, i32)| {
            let file = usize::try_from((place / size) as i32 + right)
                .ok()
                .filter(|&file| file < size)?;
            let rank = usize::try_from((place % size) as i32 + up)
                .ok()
                .filter(|&rank| rank < size)?;
            Some(file * size + rank)
        };
        let line = |place: Place, axis: usize| {
            let (ahead, back) = (COMPASS[axis], COMPASS[axis + 4]);
            let first = std::iter::successors(Some(place), |&place| step(place, back)).last();
            std::iter::successors(first, |&place| step(place, ahead)).collect()
        };
        let is_end = |coordinate: usize| coordinate == 0 || coordinate == size - 1;
        Self {
            size,
            next: places
                .clone()
                .map(|place| COMPASS.map(|direction| step(place, direction)))
                .collect(),
            lines: places
                .clone()
                .map(|place| std::array::from_fn(|axis| line(place, axis)))
                .collect(),
            corner: places
                .map(|place| is_end(place / size) && is_end(place % size))
                .collect(),
        }
    }

    fn name(&self, place: Place) -> String {
        format!(
            "{}{}",
            (b'a' + (place / self.size) as u8) as char,
            place % self.size + 1
        )
    }

    fn place(&self, name: &str) -> Place {
        let rank: usize = name[1..].parse().unwrap();
        usize::from(name.as_bytes()[0] - b'a') * self.size + rank - 1
    }

    fn write(&self, act: &Act) -> String {
        match act {
            Act::Go(group, direction) => {
                let names: Vec<_> = group.iter().map(|&place| self.name(place)).collect();
                format!("{}-{}", names.join(","), COMPASS[*direction].0)
            }
            Act::Jump(from, to) => format!("{}*{}", self.name(*from), self.name(*to)),
            Act::Remove(place) => format!("!{}", self.name(*place)),
            Act::End => String::from("end"),
        }
    }

    fn read(&self, step: &str) -> Act {
        if let Some((names, direction)) = step.split_once('-') {
            let direction = COMPASS
                .iter()
                .position(|(name, ..)| *name == direction)
                .unwrap();
            Act::Go(
                names.split(',').map(|name| self.place(name)).collect(),
                direction,
            )
        } else if let Some((from, to)) = step.split_once('*') {
            Act::Jump(self.place(from), self.place(to))
        } else if let Some(place) = step.strip_prefix('!') {
            Act::Remove(self.place(place))
        } else {
            Act::End
        }
    }

    /// Returns every connected set of at most `most` pieces: each is a smaller one plus a neighbour.
    fn groups(&self, pieces: &[Place], most: usize) -> Vec<Places> {
        let mut all = Vec::new();
        let mut groups: BTreeSet<Places> = pieces.iter().map(|&piece| vec![piece]).collect();
        for size in 1..=most {
            let mut larger = BTreeSet::new();
            for group in groups.iter().filter(|_| size < most) {
                for &piece in group
                    .iter()
                    .flat_map(|&piece| self.next[piece].iter().flatten())
                {
                    if pieces.contains(&piece) && !group.contains(&piece) {
                        let mut with = group.clone();
                        with.push(piece);
                        with.sort_unstable();
                        larger.insert(with);
                    }
                }
            }
            all.extend(groups);
            groups = larger;
        }
        all
    }
}

impl Slow {
    pub fn read(text: &str) -> Self {
        let (between, steps) = text.split_once(" | ").unwrap_or((text, ""));
        let fields: Vec<_> = between.split(' ').collect();
        let rows: Vec<Vec<char>> = fields[0]
            .split('/')
            .map(|row| row.chars().collect())
            .collect();
        let size = rows.len();
        let board: Vec<char> = (0..size * size)
            .map(|place| rows[size - 1 - place % size][place / size])
            .collect();
        let mut slow = Self {
            lore: Rc::new(Lore::new(size)),
            start: Rc::new(board.clone()),
            earlier: Rc::new(vec![board.clone()]),
            board,
            mover: fields[1].chars().next().unwrap(),
            turns: fields[2].parse().unwrap(),
            steps: Vec::new(),
            state: State::First,
            moved: Vec::new(),
            result: None,
        };
        slow.judge();
        for step in steps.split_whitespace() {
            slow = slow.after(step);
        }
        slow
    }

    pub fn text(&self) -> String {
        let size = self.lore.size;
        let row = |rank: usize| {
            (0..size)
                .map(|file| self.start[file * size + rank])
                .collect::<String>()
        };
        let rows: Vec<_> = (0..size).rev().map(row).collect();
        let steps = if self.steps.is_empty() {
            String::new()
        } else {
            format!(" | {}", self.steps.join(" "))
        };
        format!("{} {} {}{steps}", rows.join("/"), self.mover, self.turns)
    }

    pub fn steps(&self) -> Vec<String> {
        if self.result.is_some() {
            return Vec::new();
        }
        let mut acts = match self.state {
            State::Removing => self.barrier_pieces().into_iter().map(Act::Remove).collect(),
            _ => self
                .candidates(5)
                .into_iter()
                .filter(|act| self.can_end_after(act))
                .collect::<Vec<_>>(),
        };
        if matches!(self.state, State::Second | State::Dragon(_)) && self.can_stop() {
            acts.push(Act::End);
        }
        let mut steps: Vec<_> = acts.iter().map(|act| self.lore.write(act)).collect();
        steps.sort();
        steps
    }

    pub fn after(&self, step: &str) -> Slow {
        let mut next = self.clone();
        next.steps.push(step.to_owned());
        next.act(&self.lore.read(step));
        if next.has_won(next.mover) {
            next.pass_on();
        } else if next.state == State::Removing || !next.has_a_move() {
            next.state = State::Removing;
            if next.barrier_pieces().is_empty() {
                next.pass_on();
            }
        }
        next
    }

    fn pass_on(&mut self) {
        Rc::make_mut(&mut self.earlier).push(self.board.clone());
        self.start = Rc::new(self.board.clone());
        self.mover = other(self.mover);
        self.turns += 1;
        self.steps.clear();
        self.state = State::First;
        self.moved.clear();
        self.judge();
    }

    /// Decides at the start of a turn whether the game is over.
    fn judge(&mut self) {
        let last = other(self.mover);
        self.result = if self.has_won(last) {
            let reason = if self.pieces(last).len() == 1 {
                "bringing the last piece to a corner"
            } else {
                "two dragons"
            };
            Some((last, reason))
        } else if self.pieces(self.mover).is_empty() {
            Some((last, "taking every piece"))
        } else if !self.has_a_move() {
            Some((last, "leaving no legal turn"))
        } else {
            None
        };
    }

    /// Whether a move or jump is legal now.
    /// Single pieces are tried first, because usually one of them can go.
    fn has_a_move(&self) -> bool {
        [1, 5].into_iter().any(|most| {
            self.candidates(most)
                .iter()
                .any(|act| self.can_end_after(act))
        })
    }

    fn can_end_after(&self, act: &Act) -> bool {
        let mut next = self.clone();
        next.act(act);
        next.can_end()
    }

    /// Whether the turn can end on a new board.
    fn can_end(&self) -> bool {
        if self.has_won(self.mover) {
            return !self.earlier.contains(&self.board);
        }
        self.can_stop() || (self.state != State::Removing && self.has_a_move())
    }

    /// Whether the moves may end here: some way of removing barriers leads to a new board.
    fn can_stop(&self) -> bool {
        let barrier = self.barrier_pieces();
        if barrier.is_empty() {
            return !self.earlier.contains(&self.board);
        }
        barrier.into_iter().any(|place| {
            let mut next = self.clone();
            next.board[place] = '.';
            next.can_stop()
        })
    }

    /// Returns moves and jumps of groups of at most `most` pieces, without regard to superko.
    fn candidates(&self, most: usize) -> Vec<Act> {
        let own = self.pieces(self.mover);
        match self.state {
            State::Removing => Vec::new(),
            State::Dragon(dragon) => {
                let mut acts = Vec::new();
                for group in self
                    .lore
                    .groups(&own, most)
                    .into_iter()
                    .filter(|group| group.contains(&dragon))
                {
                    let ways = (0..8).filter(|&direction| self.fits(&group, direction));
                    acts.extend(ways.map(|direction| Act::Go(group.clone(), direction)));
                }
                acts
            }
            State::First | State::Second => {
                let (dragons, movers): (Places, Places) = own
                    .into_iter()
                    .partition(|place| self.far_corners(self.mover).contains(place));
                let mut acts = self.standard_moves(&movers, most);
                if self.state == State::First {
                    for from in dragons {
                        acts.extend(
                            self.landings(from)
                                .into_iter()
                                .map(|to| Act::Jump(from, to)),
                        );
                    }
                }
                acts
            }
        }
    }

    fn standard_moves(&self, movers: &[Place], most: usize) -> Vec<Act> {
        let mut acts = Vec::new();
        let any_knight = movers.iter().any(|&place| self.is_knight(place));
        for group in self
            .lore
            .groups(movers, if any_knight { most } else { most.min(3) })
        {
            let knights = group.iter().any(|&place| self.is_knight(place));
            if (!knights && group.len() > 3) || (group.len() == 1 && self.is_stuck(group[0])) {
                continue;
            }
            if self.state == State::Second && group.iter().all(|place| self.moved.contains(place)) {
                continue;
            }
            for (direction, (_, _, up)) in COMPASS.into_iter().enumerate() {
                let forward = up == self.up();
                if (forward || (knights && up == 0)) && self.fits(&group, direction) {
                    acts.push(Act::Go(group.clone(), direction));
                }
            }
        }
        acts
    }

    fn landings(&self, dragon: Place) -> Places {
        let size = self.lore.size;
        let quarter = |place: Place| (place / size < size / 2, place % size < size / 2);
        let across = self
            .far_corners(self.mover)
            .into_iter()
            .find(|&corner| corner != dragon)
            .unwrap();
        let all = 0..size * size;
        all.filter(|&to| {
            self.board[to] == '.' && !self.lore.corner[to] && quarter(to) != quarter(across)
        })
        .collect()
    }

    fn fits(&self, group: &[Place], direction: usize) -> bool {
        group
            .iter()
            .all(|&piece| match self.lore.next[piece][direction] {
                Some(to) if self.lore.corner[to] && !self.far_corners(self.mover).contains(&to) => {
                    false
                }
                Some(to) => self.board[to] == '.' || group.contains(&to),
                None => false,
            })
    }

    /// Whether a lone piece has an opposing piece ahead of it.
    fn is_stuck(&self, piece: Place) -> bool {
        let around = self.lore.next[piece].map(|place| place.map(|place| self.board[place]));
        let ahead = (0..8).filter(|&direction| COMPASS[direction].2 == self.up());
        !around.contains(&Some(self.mover))
            && ahead
                .into_iter()
                .any(|direction| around[direction] == Some(other(self.mover)))
    }

    /// Makes a step without deciding what may follow.
    fn act(&mut self, act: &Act) {
        match act {
            Act::Go(group, direction) => {
                let to = |place: Place| self.lore.next[place][*direction].unwrap();
                let ways: Vec<_> = group.iter().map(|&place| (place, to(place))).collect();
                let captured = self.transfer(&ways);
                self.state = match self.state {
                    State::First if self.turns > 0 => State::Second,
                    State::Dragon(dragon) if captured => {
                        State::Dragon(self.lore.next[dragon][*direction].unwrap())
                    }
                    _ => State::Removing,
                };
            }
            Act::Jump(from, to) => {
                self.transfer(&[(*from, *to)]);
                self.state = State::Dragon(*to);
            }
            Act::Remove(place) => self.board[*place] = '.',
            Act::End => self.state = State::Removing,
        }
    }

    /// Moves pieces and captures. Returns whether a piece was captured.
    fn transfer(&mut self, ways: &[(Place, Place)]) -> bool {
        for (from, _) in ways {
            self.board[*from] = '.';
            self.moved.retain(|place| place != from);
        }
        for &(_, to) in ways {
            self.board[to] = self.mover;
            self.moved.push(to);
        }
        let captured = self.captured_by(&self.moved);
        // Every capture includes a piece that has just moved: a line without one has not changed since the captures
        // before. Pieces that moved earlier in the turn take part, but never alone.
        let last: Places = ways.iter().map(|&(_, to)| to).collect();
        assert_eq!(captured, self.captured_by(&last), "{}", self.text());
        for &place in &captured {
            self.board[place] = '.';
        }
        !captured.is_empty()
    }

    /// Returns the captures after these pieces have moved.
    fn captured_by(&self, moved: &[Place]) -> BTreeSet<Place> {
        let lines = moved.iter().flat_map(|&place| &self.lore.lines[place]);
        lines
            .flat_map(|line| self.captured_in(line, moved))
            .collect()
    }

    /// Returns the captures on a whole line of the board, from border to border.
    fn captured_in(&self, line: &[Place], moved: &[Place]) -> Places {
        let mut captured = Vec::new();
        if line
            .iter()
            .all(|&place| self.board[place] != other(self.mover))
        {
            return captured;
        }
        let own = |i: usize| self.board[line[i]] == self.mover;
        let moved = |i: usize| own(i) && moved.contains(&line[i]);
        let enemy =
            |i: usize| self.board[line[i]] == other(self.mover) && !self.lore.corner[line[i]];
        let end = |i: usize| own(i) || self.lore.corner[line[i]];
        for first in 0..line.len() {
            for last in (first..line.len()).take_while(|&last| enemy(last)) {
                let before = first.checked_sub(1);
                let behind = Some(last + 1).filter(|&i| i < line.len());
                let taken = match (before, behind) {
                    (Some(a), Some(b)) => end(a) && end(b) && (moved(a) || moved(b)),
                    (Some(a), None) | (None, Some(a)) => moved(a) && last > first,
                    (None, None) => false,
                };
                if taken {
                    captured.extend_from_slice(&line[first..=last]);
                }
            }
            for last in (first..line.len()).take_while(|&last| own(last)) {
                if !(first..=last).any(moved) {
                    continue;
                }
                let before = (0..first).rev().take_while(|&i| enemy(i)).count();
                let behind = (last + 1..line.len()).take_while(|&i| enemy(i)).count();
                for n in 1..=before.min(behind) {
                    captured.extend([line[first - n], line[last + n]]);
                }
            }
        }
        captured
    }

    fn has_won(&self, colour: char) -> bool {
        let [left, right] = self
            .far_corners(colour)
            .map(|corner| self.board[corner] == colour);
        (left && right) || ((left || right) && self.pieces(colour).len() == 1)
    }

    /// Returns the mover's pieces that belong to a barrier.
    fn barrier_pieces(&self) -> Places {
        let mut pieces = Vec::new();
        if !self
            .board
            .chunks(self.lore.size)
            .all(|file| file.contains(&self.mover))
        {
            return pieces;
        }
        for piece in self.pieces(self.mover) {
            let mut group = vec![piece];
            let mut looked = 0;
            while let Some(&place) = group.get(looked) {
                for &next in self.lore.next[place].iter().flatten() {
                    if self.board[next] == self.mover && !group.contains(&next) {
                        group.push(next);
                    }
                }
                looked += 1;
            }
            if (0..self.lore.size)
                .all(|file| group.iter().any(|place| place / self.lore.size == file))
            {
                pieces.push(piece);
            }
        }
        pieces
    }

    fn pieces(&self, colour: char) -> Places {
        (0..self.board.len())
            .filter(|&place| self.board[place] == colour)
            .collect()
    }

    fn is_knight(&self, place: Place) -> bool {
        (place % self.lore.size < self.lore.size / 2) != (self.mover == 'x')
    }

    /// Returns the forward direction along ranks.
    fn up(&self) -> i32 {
        if self.mover == 'x' { 1 } else { -1 }
    }

    fn far_corners(&self, colour: char) -> [Place; 2] {
        let size = self.lore.size;
        if colour == 'x' {
            [size - 1, size * size - 1]
        } else {
            [0, size * size - size]
        }
    }
}

impl Oracle for Slow {
    fn text(&self) -> String {
        self.text()
    }

    fn steps(&self) -> Vec<String> {
        self.steps()
    }

    fn after(&self, step: &str) -> Box<dyn Oracle> {
        Box::new(self.after(step))
    }

    fn result(&self) -> Option<char> {
        self.result.map(|(winner, _)| winner)
    }
}

fn other(colour: char) -> char {
    if colour == 'x' { 'o' } else { 'x' }
}
