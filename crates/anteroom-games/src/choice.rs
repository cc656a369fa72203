//! A step put together from picks: a square, then its destination; a row, then a cell; pieces, then a direction.
//!
//! A game defines the picks that lead to each of its steps ([`Position::path`]). This module turns the legal steps and
//! the picks made so far into the next [`Choice`]. A choice is short enough to be shown, has the order of the picture,
//! and names each pick. If a position has few steps, the choice offers whole steps. The picks are the only state.

use std::collections::HashMap;

use super::Picking;
use anteroom_board::Cell;
use anteroom_board::scene::{Mark, MarkKind, Scene};

/// The most picks that are shown side by side.
const BESIDE: usize = 20;
/// The most picks of a [`List`].
pub(super) const LISTED: usize = 25;
/// The most lists in a choice.
pub(super) const LISTS: usize = 4;
/// The most picks without a place on the board that are shown beside the lists.
const WORDS: usize = 2;

/// The first character of the key of a region, and of no other key.
const REGION: char = '~';
/// The first character of the key of a whole step; the canonical text follows.
/// A whole step may be picked at every beginning of a step, even if the choice does not show it.
const STEP: char = '=';

/// A pick on the way to a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    /// Its unique key in the choice: short, printable, without spaces and `/`. `e4`, `N`, `pass`.
    pub key: String,
    /// The label for the player, at most 40 characters: `e4`, `Row 8`.
    pub label: String,
    /// A description in a few words; may be empty.
    pub words: String,
    /// The cells that the picture marks for the pick: its own cell, or the cells of its region.
    pub cells: Vec<Cell>,
    /// The part of the board to which it belongs: `Row 8`. Many picks are grouped by region.
    pub region: String,
    /// Its rank among the others. Picks of equal rank are sorted as on the picture, line by line.
    pub order: u8,
}

/// Picks that are shown together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// Its common name; empty if the choice has only one list.
    pub name: String,
    /// At most 20 if it is the only list, else at most 25.
    pub picks: Vec<Pick>,
}

/// The next thing to pick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The question to the player: `Which piece moves?`
    pub question: String,
    /// The picks with a place on the board: at most four lists.
    pub lists: Vec<List>,
    /// The picks without a place on the board, at most two: `pass`.
    pub words: Vec<Pick>,
    /// Pieces of which the player may pick several at once instead of one of the other picks.
    pub group: Option<Group>,
    /// The picks that led here within the step, including those that had no alternative.
    pub made: Vec<Pick>,
}

/// Pieces of which several are picked at once.
///
/// Together they are one pick, whose key joins their keys with commas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The pieces, in at most three lists, which may overlap.
    pub lists: Vec<List>,
    /// The keys of the picked pieces.
    pub chosen: Vec<String>,
    /// The most pieces that may be picked.
    pub most: usize,
    /// The reason why the picked pieces cannot be a group; empty if they can, or if no piece is picked.
    pub note: String,
}

/// The result of some picks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// A step. Further picks may be left, for the next step.
    Step {
        /// Its canonical text.
        step: String,
        /// The number of picks that it used.
        used: usize,
    },
    /// A choice: all picks are used.
    Open(Choice),
}

impl Pick {
    /// Creates a pick of a cell, with its printed name as key and label.
    #[must_use]
    pub fn cell(name: impl Into<String>, cell: Cell) -> Self {
        Self {
            cells: vec![cell],
            ..Self::word(name)
        }
    }

    /// Creates a pick without a place on the board.
    #[must_use]
    pub fn word(name: impl Into<String>) -> Self {
        let key: String = name.into();
        Self {
            label: key.clone(),
            key,
            words: String::new(),
            cells: Vec::new(),
            region: String::new(),
            order: 0,
        }
    }

    /// Replaces the label.
    #[must_use]
    pub fn called(self, label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            ..self
        }
    }

    /// Replaces the description.
    #[must_use]
    pub fn about(self, words: impl Into<String>) -> Self {
        Self {
            words: words.into(),
            ..self
        }
    }

    /// Sets the region of the board.
    #[must_use]
    pub fn within(self, region: impl Into<String>) -> Self {
        Self {
            region: region.into(),
            ..self
        }
    }

    /// Sets the rank among the other picks.
    #[must_use]
    pub fn in_order(self, order: u8) -> Self {
        Self { order, ..self }
    }
}

impl Choice {
    /// Creates a choice with this question and without picks.
    pub(super) fn asked(question: &str) -> Self {
        Self {
            question: question.to_owned(),
            ..Self::default()
        }
    }

    /// Narrows these picks down to the region that `picked` names, or returns the named pick as `Err`.
    /// Returns `None` if `picked` names no pick. The used picks are removed from `picked`.
    pub(super) fn among(
        mut picks: Vec<Pick>,
        picked: &mut &[String],
    ) -> Option<Result<Self, Pick>> {
        loop {
            let Some((key, rest)) = picked.split_first() else {
                return Some(Ok(Self::of(picks)));
            };
            *picked = rest;
            if !key.starts_with(REGION) {
                return picks.into_iter().find(|pick| pick.key == *key).map(Err);
            }
            let (placed, _) = apart(picks);
            picks = regions(placed)
                .into_iter()
                .find(|region| region_key(region) == *key)?
                .picks;
        }
    }

    /// Lays out all of these picks in as few lists as fit.
    fn of(picks: Vec<Pick>) -> Self {
        let (placed, words) = apart(picks);
        Self {
            lists: lists(placed),
            words,
            ..Self::default()
        }
    }

    /// Returns the marks of the cells that were picked, and of those to choose from.
    #[must_use]
    pub fn marks(&self) -> Vec<Mark> {
        let mark = |kind| move |cell| Mark { cell, kind };
        let made = self.made.iter().flat_map(|pick| pick.cells.iter().copied());
        let offered = self.cells().into_iter().map(mark(MarkKind::Choice));
        made.map(mark(MarkKind::Chosen)).chain(offered).collect()
    }

    /// Returns the cells of all picks, each once and in ascending order.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        let group = self
            .group
            .iter()
            .filter(|group| group.chosen.is_empty() || self.lists.is_empty())
            .flat_map(|group| &group.lists);
        let picks = self.lists.iter().chain(group).flat_map(|list| &list.picks);
        let mut cells: Vec<Cell> = picks.flat_map(|pick| pick.cells.iter().copied()).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

impl Group {
    /// Returns the key of the group after these pieces replaced those picked from one list.
    #[must_use]
    pub fn with(&self, list: usize, keys: &[String]) -> String {
        let listed = |key: &String| {
            self.lists
                .get(list)
                .is_some_and(|list| list.picks.iter().any(|pick| pick.key == *key))
        };
        let others = self.chosen.iter().filter(|key| !listed(key));
        others
            .chain(keys)
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(",")
    }
}

/// Returns the key of a whole step.
#[must_use]
pub fn step_key(step: &str) -> String {
    format!("{STEP}{step}")
}

/// Returns the step if the first pick is a whole step. `Some(None)` if that step is not legal.
pub(super) fn whole_step<P: Picking>(position: &P, picked: &[String]) -> Option<Option<Chosen>> {
    let text = picked.first()?.strip_prefix(STEP)?;
    let step = position.read_step(text).ok().map(|step| step.to_string());
    let chosen = |step| Chosen::Step { step, used: 1 };
    Some(step.filter(|step| step == text).map(chosen))
}

/// Follows some picks through the paths of all legal steps. `None` if no step has these picks.
/// A few steps are offered as a choice of whole steps, and a single step is made at once. Otherwise a pick without an
/// alternative is made without asking, unless it is the last pick of the step. If a pick leaves only one step, it
/// means that step, and its label names the step.
pub(super) fn by_path<P: Picking>(position: &P, picked: &[String]) -> Option<Chosen> {
    let mut ways = Vec::new();
    position.for_each_step(|step| ways.push((position.path(&step), step)));
    if let [(_, step)] = ways.as_slice() {
        return Some(Chosen::Step {
            step: step.to_string(),
            used: 0,
        });
    }
    let order = reading_order(&position.scene(position.to_move()?));
    let place = |pick: &Pick| {
        let at = pick.cells.first().and_then(|cell| order.get(cell)).copied();
        (pick.order, at.unwrap_or(usize::MAX))
    };
    if picked.is_empty() && ways.len() <= LISTED && ways.iter().any(|(path, _)| path.len() > 1) {
        ways.sort_by_cached_key(|(path, _)| path.iter().map(place).collect::<Vec<_>>());
        let steps = ways.into_iter().map(|(path, step)| Pick {
            key: step_key(&step.to_string()),
            cells: path
                .first()
                .map_or_else(Vec::new, |pick| pick.cells.clone()),
            ..Pick::word(step_name(position, &step)).about(position.step_words(&step))
        });
        return Some(Chosen::Open(Choice {
            lists: vec![few(steps.collect(), "Moves")],
            ..Choice::asked("Which turn?")
        }));
    }
    let (mut rest, mut made, mut depth) = (picked, Vec::<Pick>::new(), 0);
    loop {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for (path, _) in &ways {
            *counts.entry(&path.get(depth)?.key).or_default() += 1;
        }
        let mut picks: Vec<Pick> = Vec::new();
        for (path, step) in &ways {
            let pick = path.get(depth)?;
            let last = path.len() == depth + 1;
            // A pick that several steps share is added once, at the first of them.
            match counts.remove(pick.key.as_str()) {
                None => {}
                Some(1) if last => picks.push(pick.clone().about(position.step_words(step))),
                Some(1) => picks.push(
                    pick.clone()
                        .called(way_name(path, depth))
                        .about(position.step_words(step)),
                ),
                Some(_) => picks.push(pick.clone()),
            }
        }
        picks.sort_by_key(place);
        let goes_on = ways.iter().any(|(path, _)| path.len() > depth + 1);
        let passes_over = goes_on && picks.len() == 1;
        let pick = if passes_over {
            let only = ways.first()?.0.get(depth)?.clone();
            let label = format!("{} (the only choice)", only.label);
            only.called(label)
        } else {
            match Choice::among(picks, &mut rest)? {
                Ok(choice) => {
                    return Some(Chosen::Open(Choice {
                        question: position.question(depth).to_owned(),
                        made,
                        ..choice
                    }));
                }
                Err(pick) => pick,
            }
        };
        ways.retain(|(path, _)| path.get(depth).is_some_and(|other| other.key == pick.key));
        made.push(pick);
        depth += 1;
        if let [(_, step)] = ways.as_slice()
            && !passes_over
        {
            return Some(Chosen::Step {
                step: step.to_string(),
                used: picked.len() - rest.len(),
            });
        }
    }
}

fn step_name<P: Picking>(position: &P, step: &P::Step) -> String {
    let known = position.spellings(step).into_iter().next();
    known.unwrap_or_else(|| step.to_string())
}

/// Joins a pick with the picks that must follow it: `Pawn e2 to e4`.
fn way_name(path: &[Pick], depth: usize) -> String {
    let labels = path.iter().skip(depth).map(|pick| pick.label.as_str());
    labels.collect::<Vec<_>>().join(" to ")
}

/// Joins whole regions into lists that are shown side by side or have about one size.
pub(super) fn joined(picks: Vec<Pick>) -> Vec<List> {
    join(&regions(picks))
}

/// Makes one list of at most 25 picks. It has a name only if the picks do not fit side by side.
fn few(picks: Vec<Pick>, name: &str) -> List {
    let name = if picks.len() > BESIDE { name } else { "" };
    List {
        name: name.to_owned(),
        picks,
    }
}

/// Returns the rank of each cell when the picture is read line by line.
fn reading_order(scene: &Scene) -> HashMap<Cell, usize> {
    let mut cells: Vec<_> = scene
        .board
        .cells
        .iter()
        .map(|shape| (shape.centre, shape.cell))
        .collect();
    cells.sort_by(|(a, _), (b, _)| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    cells
        .into_iter()
        .enumerate()
        .map(|(index, (_, cell))| (cell, index))
        .collect()
}

/// Separates the picks with a place on the board from those without one.
fn apart(picks: Vec<Pick>) -> (Vec<Pick>, Vec<Pick>) {
    let (words, placed): (Vec<_>, Vec<_>) = picks
        .iter()
        .cloned()
        .partition(|pick| pick.cells.is_empty());
    if placed.is_empty() || words.len() > WORDS {
        (picks, Vec::new())
    } else {
        (placed, words)
    }
}

/// Lays picks out in lists. If they do not fit, the lists offer their regions first.
fn lists(picks: Vec<Pick>) -> Vec<List> {
    if picks.len() <= BESIDE {
        return if picks.is_empty() {
            Vec::new()
        } else {
            vec![List {
                name: String::new(),
                picks,
            }]
        };
    }
    let regions = regions(picks);
    let joined = join(&regions);
    if joined.len() <= LISTS {
        return joined;
    }
    // No marks: they would cover nearly the whole board.
    let picks = regions.iter().map(|region| Pick {
        key: region_key(region),
        ..Pick::word(region.name.clone())
    });
    vec![List {
        name: String::new(),
        picks: picks.collect(),
    }]
}

/// Splits picks into at most 20 parts: the game's own regions, unless these are too many or too large.
fn regions(picks: Vec<Pick>) -> Vec<List> {
    let mut named: Vec<List> = Vec::new();
    for pick in &picks {
        match named.iter_mut().find(|list| list.name == pick.region) {
            Some(list) => list.picks.push(pick.clone()),
            None => named.push(List {
                name: pick.region.clone(),
                picks: vec![pick.clone()],
            }),
        }
    }
    let fits = (2..=BESIDE).contains(&named.len())
        && named
            .iter()
            .all(|list| list.picks.len() <= LISTED && !list.name.is_empty());
    if fits { named } else { even(picks, BESIDE) }
}

/// Splits picks evenly into at most `most` parts, none smaller than needed.
fn even(picks: Vec<Pick>, most: usize) -> Vec<List> {
    let parts = picks.len().div_ceil(LISTED).clamp(1, most);
    let size = picks.len().div_ceil(parts).max(1);
    let name = |part: &[Pick]| match part {
        [first, .., last] => format!("{} to {}", first.label, last.label),
        [one] => one.label.clone(),
        [] => String::new(),
    };
    picks
        .chunks(size)
        .map(|part| List {
            name: name(part),
            picks: part.to_vec(),
        })
        .collect()
}

/// Joins neighbouring regions into lists of about one size.
fn join(regions: &[List]) -> Vec<List> {
    let all: usize = regions.iter().map(|region| region.picks.len()).sum();
    let wanted = all.div_ceil(all.div_ceil(LISTED).max(1));
    let mut joined: Vec<(Vec<&str>, Vec<Pick>)> = Vec::new();
    for region in regions {
        match joined.last_mut() {
            Some((names, picks))
                if picks.len() < wanted && picks.len() + region.picks.len() <= LISTED =>
            {
                names.push(&region.name);
                picks.extend_from_slice(&region.picks);
            }
            _ => joined.push((vec![&region.name], region.picks.clone())),
        }
    }
    joined
        .into_iter()
        .map(|(names, picks)| List {
            name: joined_name(&names),
            picks,
        })
        .collect()
}

/// `Ranks 8 to 5` for `Rank 8`, `Rank 7` and so on.
fn joined_name(names: &[&str]) -> String {
    let (Some(first), Some(last)) = (names.first(), names.last()) else {
        return String::new();
    };
    let between = if names.len() == 2 { "and" } else { "to" };
    match (first.split_once(' '), last.split_once(' ')) {
        _ if names.len() == 1 => (*first).to_owned(),
        (Some((what, from)), Some((same, to))) if what == same => {
            format!("{what}s {from} {between} {to}")
        }
        _ => format!("{first} {between} {last}"),
    }
}

fn region_key(region: &List) -> String {
    format!(
        "{REGION}{}",
        region
            .picks
            .first()
            .map(|pick| pick.key.as_str())
            .unwrap_or_default()
    )
}

/// Lays pieces out in at most `most` overlapping lists of whole regions.
/// Neighbouring pieces are in one list if possible. The regions must be sorted by their place on the board.
pub(super) fn overlapping(pieces: Vec<Pick>, most: usize) -> Vec<List> {
    let mut regions: Vec<&[Pick]> = pieces.chunk_by(|a, b| a.region == b.region).collect();
    regions.retain(|region| !region.is_empty());
    let size = |from: usize, to: usize| {
        regions.get(from..to).map_or(usize::MAX, |part| {
            part.iter().map(|region| region.len()).sum()
        })
    };
    let list = |from: usize, to: usize| {
        let part = regions.get(from..to).unwrap_or_default();
        let names: Vec<&str> = part
            .iter()
            .filter_map(|region| Some(region.first()?.region.as_str()))
            .collect();
        List {
            name: joined_name(&names),
            picks: part.concat(),
        }
    };
    let all = regions.len();
    if size(0, all) <= LISTED {
        return vec![list(0, all)];
    }
    let first = (0..=all)
        .rev()
        .find(|&to| size(0, to) <= LISTED)
        .unwrap_or(0);
    let last = (0..=all)
        .find(|&from| size(from, all) <= LISTED)
        .unwrap_or(all);
    // Lists that share two files contain every group that is three files wide.
    if last + 2 <= first {
        return vec![list(0, first), list(last, all)];
    }
    let (mut from, mut to) = (first.min(last), first.max(last));
    if most >= 3 && size(from, to) <= LISTED {
        loop {
            let before = (from, to);
            if from > 0 && size(from - 1, to) <= LISTED {
                from -= 1;
            }
            if to < all && size(from, to + 1) <= LISTED {
                to += 1;
            }
            if (from, to) == before {
                return vec![list(0, first), list(from, to), list(last, all)];
            }
        }
    }
    if last <= first {
        return vec![list(0, first), list(last, all)];
    }
    even(pieces, most)
}
