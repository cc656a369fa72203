//! A ladder: an order of people who challenge people above them.

use super::column::Column;
use super::page::{Headings, MARGIN, Page, TEXT, WIDTH, quiet};
use super::shapes::{SIGN, arrow, bend, ends};
use crate::colours::{Colours, mix};
use crate::font::{text_advance, text_width};
use crate::stencil::Stencil;
use crate::tile::{Area, Tile};

/// Height of a row.
const ROW: i32 = 54;

/// The maximum number of rows.
const MOST: usize = 20;

/// Thickness of a bracket's line, and the radius of its bends.
const LINE: i32 = 4;
const BEND: i32 = 10;

/// Width of a bracket up to its first lane, the maximum distance of two lanes, and the maximum width of all.
const STUB: i32 = 34;
const LANE: i32 = 24;
const LANES: i32 = 150;

/// The heading above brackets.
const PLAYING: &str = "Playing";

/// The maximum distance of two brackets' ends in a row, and the height that all may take.
const ENDS: f32 = 15.0;
const ALL_ENDS: f32 = 44.0;

/// A ladder: one row for each person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LadderSheet {
    /// The title.
    pub title: String,
    /// The line below the title.
    pub subtitle: String,
    /// The number of people above the first row.
    pub above: usize,
    /// The rows from the top down, at most 20.
    pub lines: Vec<LadderLine>,
    /// The running challenges: indices of two lines. The upper line is the challenged person.
    pub running: Vec<[usize; 2]>,
}

/// A row of a ladder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LadderLine {
    /// The name. Characters that the font lacks are omitted, and a long name is cut.
    pub name: String,
    /// The number of matches won.
    pub wins: u32,
    /// The number of matches lost.
    pub losses: u32,
    /// The number of places moved lately: up is positive.
    pub moved: i32,
}

/// A bracket that joins two rows.
#[derive(Clone, Copy)]
struct Bracket {
    upper: usize,
    lower: usize,
    /// The lane of its upright line, counted from the left.
    lane: usize,
}

impl LadderSheet {
    pub(super) fn draw(&self, colours: &'static Colours) -> Tile {
        let lines = self.lines.get(..MOST).unwrap_or(&self.lines);
        let mut page = Page::new(
            (&self.title, &self.subtitle),
            (lines.len(), ROW),
            Headings::One,
            colours,
        );
        let brackets = brackets(&self.running, lines.len());
        let lanes = brackets.iter().map(|bracket| bracket.lane + 1).max();
        let lanes = i32::try_from(lanes.unwrap_or(0)).unwrap_or(0);
        let step = (LANES / lanes.max(1)).min(LANE);
        let wide = text_width(PLAYING) * TEXT;
        let brackets_left = WIDTH
            - MARGIN
            - if lanes > 0 {
                (STUB + step * lanes).max(wide as i32)
            } else {
                8
            };
        let own = |text: &dyn Fn((usize, &LadderLine)) -> String| -> Vec<String> {
            lines.iter().enumerate().map(text).collect()
        };
        let column =
            |heading, texts: &[String]| Column::new(heading, texts.iter().map(String::as_str));
        let places = column("", &own(&|(row, _)| (self.above + row + 1).to_string()));
        let scores = column(
            "W–L",
            &own(&|(_, line)| format!("{}–{}", line.wins, line.losses)),
        );
        let moves = own(&|(_, line)| line.moved.unsigned_abs().to_string());
        let move_width = moves.iter().map(|text| text_advance(text) * TEXT);
        let move_width = move_width.fold(0.0, f32::max);
        let place = MARGIN as f32 + 4.0;
        let sign = place + places.width() + 10.0;
        let name = sign + SIGN as f32 + move_width + 20.0;
        let score = brackets_left as f32 - 26.0 - scores.width();
        scores.head(&mut page, score);
        if lanes > 0 {
            page.heading(brackets_left as f32 + wide / 2.0, PLAYING);
        }
        let arrows = [true, false].map(arrow);
        let right = if lanes > 0 {
            brackets_left - 8
        } else {
            WIDTH - MARGIN
        };
        for (row, (line, moved)) in lines.iter().zip(&moves).enumerate() {
            page.rule(row, right);
            let middle = page.middle(row);
            places.write(&mut page, place, row, quiet(colours));
            if line.moved != 0 {
                let ([up, down], top) = (&arrows, middle as i32 - SIGN as i32 / 2);
                let (arrow, tint) = if line.moved > 0 {
                    (up, colours.rise)
                } else {
                    (down, colours.fall)
                };
                page.tile.paint_at(arrow, sign as i32, top, tint, 1.0);
                page.from((sign + SIGN as f32, middle), moved, quiet(colours));
            }
            page.name(
                (name, middle),
                score - 20.0 - name,
                &line.name,
                (colours.label, false),
            );
            scores.write(&mut page, score, row, colours.label);
        }
        draw_brackets(&mut page, &brackets, brackets_left, step);
        page.tile
    }
}

/// Finds lanes for the brackets: shorter brackets are nearer to the rows, and no two overlap.
fn brackets(running: &[[usize; 2]], rows: usize) -> Vec<Bracket> {
    let mut pairs: Vec<(usize, usize)> = running
        .iter()
        .map(|[a, b]| (*a.min(b), *a.max(b)))
        .filter(|(upper, lower)| upper < lower && *lower < rows)
        .collect();
    pairs.sort_unstable_by_key(|(upper, lower)| (lower - upper, *upper));
    pairs.dedup();
    let mut brackets: Vec<Bracket> = Vec::new();
    for (upper, lower) in pairs {
        let taken = |lane: usize| {
            brackets
                .iter()
                .any(|other| other.lane == lane && other.upper.max(upper) < other.lower.min(lower))
        };
        let lane = (0..).find(|lane| !taken(*lane)).unwrap_or(0);
        brackets.push(Bracket { upper, lower, lane });
    }
    brackets
}

/// Returns the heights of a bracket's ends. Ends in one row are spread so that their brackets do not cross there.
fn heights(page: &Page, brackets: &[Bracket], bracket: &Bracket) -> [i32; 2] {
    let key = |other: &Bracket, row: usize| {
        let lane = i32::try_from(other.lane).unwrap_or(0);
        // From the top: brackets from above, the inner ones first; brackets from below, the outer ones first.
        if other.lower == row {
            (0, lane)
        } else {
            (1, -lane)
        }
    };
    [bracket.upper, bracket.lower].map(|row| {
        let here = || {
            brackets
                .iter()
                .filter(|other| other.upper == row || other.lower == row)
        };
        let before = here()
            .filter(|other| key(other, row) < key(bracket, row))
            .count();
        let count = here().count();
        let apart = (ALL_ENDS / count as f32).min(ENDS);
        let offset = (before as f32 - (count as f32 - 1.0) / 2.0) * apart;
        (page.middle(row) + offset).round() as i32
    })
}

fn draw_brackets(page: &mut Page, brackets: &[Bracket], left: i32, step: i32) {
    let colours = page.colours;
    let ink = mix(colours.page, colours.label, 0.62);
    let radius = BEND.min(step / 2 + 2).max(LINE / 2 + 1);
    let bends = [true, false].map(|down| bend(radius.unsigned_abs(), LINE.unsigned_abs(), down));
    let [head, dot] = ends();
    // Inner brackets are drawn last and cut the outer ones where they cross.
    for bracket in brackets.iter().rev() {
        let x = left + STUB + step * i32::try_from(bracket.lane).unwrap_or(0);
        let [upper, lower] = heights(page, brackets, bracket);
        let half = LINE / 2;
        let upright = Area {
            left: x - half,
            top: upper + radius,
            width: LINE.unsigned_abs(),
            height: (lower - upper - 2 * radius).max(0).unsigned_abs(),
        };
        let casing = Area {
            left: upright.left - 4,
            width: upright.width + 8,
            ..upright
        };
        page.tile.fill(casing, colours.page);
        page.tile.fill(upright, ink);
        let [down, up] = &bends;
        for (y, bend, top) in [(upper, down, upper - half), (lower, up, lower - radius)] {
            let stub = Area {
                left,
                top: y - half,
                width: (x - radius - left).max(0).unsigned_abs(),
                height: LINE.unsigned_abs(),
            };
            page.tile.fill(stub, ink);
            page.tile.paint_at(bend, x - radius, top, ink, 1.0);
        }
        sign(page, &head, (left, upper), ink);
        sign(page, &dot, (left, lower), ink);
    }
}

fn sign(page: &mut Page, sign: &Stencil, (x, y): (i32, i32), ink: [u8; 3]) {
    let half = SIGN as i32 / 2;
    page.tile.paint_at(sign, x - half, y - half, ink, 1.0);
}
