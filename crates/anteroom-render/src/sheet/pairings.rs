//! The pairings of a bracket: their places, and how they look.

use super::bracket::{BracketEntrant, BracketFate, BracketPairing, BracketSheet, BracketSide};
use super::column::printed;
use super::crosstable::draw_ground;
use super::page::{MARGIN, Page, WIDTH, quiet, rule};
use super::shapes::{SIGN, crown};
use crate::bar::cut;
use crate::colours::{Colours, Rgb, mix};
use crate::font::{Setting, table_name, text_advance};
use crate::tile::Area;

/// The maximum number of pairings in the first round.
const MOST: usize = 8;

/// Height of a person's row, and the gap between two pairings of the first round.
pub(super) const ROW: i32 = 52;
const GAP: i32 = 28;

/// Minimum width of a pairing without its seeds, the maximum width of a pairing, and the gap between two rounds.
const LEAST: i32 = 260;
const WIDEST: i32 = 447;
pub(super) const APART: i32 = 34;

/// Heights of capitals: in a row, in a seed, and the maximum on the champion's plate.
const TEXT: f32 = 22.0;
const SEED: f32 = 16.0;
const CHAMPION: f32 = 30.0;

/// Space within a row beside its texts, between them, and the maximum width of a score.
const PADDING: i32 = 13;
const SPACE: i32 = 10;
const SCORE: f32 = 90.0;

/// Thickness of an outline and of a line, and of those that stand out.
const THIN: i32 = 3;
const THICK: i32 = 4;

/// Radius of the corners of a pairing, and of the dot of one that is running.
const CORNER: u32 = 10;
const DOT: i32 = 9;

/// Height of the champion's plate, its distance from the final, and the distance of the pairing for third place.
const PLATE: i32 = 68;
const PLATE_GAP: i32 = 30;
const THIRD_GAP: i32 = 74;

impl BracketSide {
    pub(super) fn is_bye(&self) -> bool {
        self.who == BracketEntrant::Bye
    }

    fn name(&self) -> String {
        match &self.who {
            BracketEntrant::Person { name, .. } => table_name(name),
            BracketEntrant::Open(who) => printed(who),
            BracketEntrant::Bye => String::new(),
        }
    }

    fn seed(&self) -> String {
        match self.who {
            BracketEntrant::Person { seed, .. } if seed > 0 => seed.to_string(),
            _ => String::new(),
        }
    }

    fn ink(&self, colours: &Colours) -> Rgb {
        match (&self.who, self.fate) {
            (BracketEntrant::Person { .. }, BracketFate::Open) | (_, BracketFate::Won) => {
                colours.label
            }
            _ => quiet(colours),
        }
    }
}

/// The places of a bracket's parts. Heights count from the upper edge of the first round.
pub(super) struct Plan {
    /// The number of rounds that are drawn, and of pairings for which the first has room.
    pub rounds: usize,
    slots: usize,
    /// Width of the page, of a pairing, and of the widest seed.
    pub page: i32,
    pub width: i32,
    seeds: i32,
    pub height: i32,
    /// The middle of the pairing for third place.
    pub third: i32,
    /// Whether the champion stands behind the last round rather than above its pairing.
    pub aside: bool,
}

impl Plan {
    pub(super) fn of(sheet: &BracketSheet) -> Plan {
        let rounds = sheet.rounds.iter().take(MOST).enumerate();
        let needed = rounds.map(|(round, column)| column.pairings.len() << round);
        let slots = needed.max().unwrap_or(0).next_power_of_two().min(MOST);
        let rounds = sheet.rounds.len().min(slots.ilog2() as usize + 1);
        // Above a final of more than four people, there is room.
        let aside = sheet.champion.is_some() && (rounds < 3 || slots >> (rounds - 1) > 1);
        let pairings = sheet.rounds.iter().flat_map(|column| &column.pairings);
        let sides = pairings.chain(&sheet.third).flat_map(|pair| &pair.sides);
        let seeds = sides.map(|side| text_advance(&side.seed()) * SEED);
        let seeds = match seeds.fold(0.0, f32::max).ceil() as i32 {
            0 => 0,
            width => width + SPACE,
        };
        let columns = i32::try_from(rounds + usize::from(aside)).map_or(1, |count| count.max(1));
        let between = APART * (columns - 1);
        let page = WIDTH.max(2 * MARGIN + (LEAST + seeds) * columns + between);
        let mut plan = Plan {
            rounds,
            slots,
            page,
            width: ((page - 2 * MARGIN - between) / columns).min(WIDEST),
            seeds,
            height: 0,
            third: ROW,
            aside,
        };
        if rounds > 0 {
            let last = plan.middle(plan.last(), plan.room(plan.last()) - 1);
            plan.height = plan.middle(0, slots - 1) + ROW;
            plan.third = (plan.height - ROW).max(last + 2 * ROW + THIRD_GAP);
        }
        if sheet.third.is_some() {
            plan.height = plan.height.max(plan.third + ROW);
        }
        if sheet.champion.is_some() {
            plan.height = plan.height.max(PLATE);
        }
        plan
    }

    pub(super) fn last(&self) -> usize {
        self.rounds.saturating_sub(1)
    }

    /// Returns the number of pairings for which a round has room.
    pub(super) fn room(&self, round: usize) -> usize {
        self.slots >> round
    }

    pub(super) fn left(&self, column: usize) -> i32 {
        MARGIN + (self.width + APART) * i32::try_from(column).unwrap_or(0)
    }

    /// Returns the middle of a pairing's height.
    pub(super) fn middle(&self, round: usize, place: usize) -> i32 {
        let halves = i32::try_from((2 * place + 1) << round).unwrap_or(0);
        halves * (2 * ROW + GAP) / 2 - GAP / 2
    }

    /// Draws a pairing around a height. A person without an opponent has only a line, if it leads on: the
    /// flag says whether it stands out.
    pub(super) fn pairing(
        &self,
        page: &mut Page,
        (left, middle): (i32, i32),
        (pairing, leads_on): (&BracketPairing, Option<bool>),
    ) {
        let (colours, right) = (page.colours, left + self.width);
        let [upper, lower] = &pairing.sides;
        if upper.is_bye() || lower.is_bye() {
            let side = if upper.is_bye() { lower } else { upper };
            let end = self.row(page, (left, middle), (side, ""), quiet(colours));
            if let Some(stands_out) = leads_on.filter(|_| !side.is_bye()) {
                line(page, (end + SPACE, middle), (right, middle), stands_out);
            }
            return;
        }
        let frame = area((left, middle - ROW), (self.width, 2 * ROW));
        let (edge, thick) = if pairing.running {
            (colours.label, THICK)
        } else {
            (faint(colours), THIN)
        };
        let corner = CORNER - thick.unsigned_abs();
        page.tile.fill_rounded(frame, CORNER, edge);
        page.tile
            .fill_rounded(frame.inset(thick), corner, colours.page);
        if pairing
            .sides
            .iter()
            .all(|side| side.fate == BracketFate::Open)
        {
            let between = area((left + PADDING, middle - 1), (self.width - 2 * PADDING, 2));
            page.tile.fill(between, rule(colours));
        }
        for (side, top) in pairing.sides.iter().zip([middle - ROW, middle]) {
            if side.fate == BracketFate::Won {
                let row = area((left, top), (self.width, ROW)).inset(THICK + 1);
                page.tile.fill_rounded(row, corner, draw_ground(colours));
            }
            let at = (left, top + ROW / 2);
            self.row(page, at, (side, &side.score), side.ink(colours));
        }
        if pairing.running {
            let at = (right - THICK / 2 - DOT, middle - DOT);
            let dot = area(at, (2 * DOT, 2 * DOT));
            page.tile
                .fill_rounded(dot, DOT.unsigned_abs(), colours.label);
        }
    }

    /// Writes a side's row: the seed, the name, and the score. Returns the end of the name.
    fn row(
        &self,
        page: &mut Page,
        (left, middle): (i32, i32),
        (side, score): (&BracketSide, &str),
        ink: Rgb,
    ) -> i32 {
        let y = middle as f32;
        let (name, right) = (left + PADDING + self.seeds, left + self.width - PADDING);
        let mut write = |x: i32, y, capital, text: &str, ink, setting| {
            let at = (x as f32, y);
            page.tile.write_line(at, capital, text, ink, setting);
            (text_advance(text) * capital).ceil() as i32
        };
        // A seed stands on the line of the name.
        let on_line = y + (TEXT - SEED) / 2.0;
        let second = match side.fate {
            BracketFate::Won => ink,
            _ => quiet(page.colours),
        };
        write(
            name - SPACE,
            on_line,
            SEED,
            &side.seed(),
            second,
            Setting::Ending,
        );
        let score = cut(&printed(score), TEXT, SCORE);
        let wide = write(right, y, TEXT, &score, ink, Setting::Ending);
        let room = right - name - wide - if wide > 0 { SPACE } else { 0 };
        let called = cut(&side.name(), TEXT, room as f32);
        name + write(name, y, TEXT, &called, ink, Setting::Starting)
    }

    /// Draws the champion's plate and its line from the last pairing.
    pub(super) fn champion(&self, page: &mut Page, champion: &str) {
        let top = page.top(0);
        let column = self.left(self.last());
        let last = top + self.middle(self.last(), 0);
        let (left, middle) = match self.aside {
            _ if self.rounds == 0 => (column, top + PLATE / 2),
            true => (self.left(self.rounds), last),
            false => (column, last - ROW - PLATE_GAP - PLATE / 2),
        };
        if self.aside && self.rounds > 0 {
            line(page, (left - APART, middle), (left, middle), true);
        } else if self.rounds > 0 {
            let x = left + self.width / 2;
            line(page, (x, middle), (x, last - ROW), true);
        }
        page.champion(area((left, middle - PLATE / 2), (self.width, PLATE)));
        let ink = page.colours.winning_edge;
        let (sign, half) = (left + PADDING, SIGN as i32 / 2);
        page.tile.paint_at(&crown(), sign, middle - half, ink, 1.0);
        let name = sign + 2 * half + SPACE;
        let room = (left + self.width - PADDING - name) as f32;
        let called = table_name(champion);
        // A long name becomes smaller before it is cut.
        let capital = (room / text_advance(&called).max(1.0)).floor();
        let capital = capital.clamp(TEXT, CHAMPION);
        let called = cut(&called, capital, room);
        let at = (name as f32, middle as f32);
        page.tile
            .write_line(at, capital, &called, ink, Setting::Starting);
    }
}

/// Draws a level or an upright line between two points.
pub(super) fn line(page: &mut Page, from: (i32, i32), to: (i32, i32), stands_out: bool) {
    let (ink, thick) = if stands_out {
        (page.colours.label, THICK)
    } else {
        (faint(page.colours), THIN)
    };
    let start = (from.0.min(to.0) - thick / 2, from.1.min(to.1) - thick / 2);
    let size = ((to.0 - from.0).abs() + thick, (to.1 - from.1).abs() + thick);
    page.tile.fill(area(start, size), ink);
}

fn area((left, top): (i32, i32), (width, height): (i32, i32)) -> Area {
    Area {
        left,
        top,
        width: width.max(0).unsigned_abs(),
        height: height.max(0).unsigned_abs(),
    }
}

/// Returns the colour of outlines and lines that do not stand out.
fn faint(colours: &Colours) -> Rgb {
    mix(colours.page, colours.label, 0.45)
}
