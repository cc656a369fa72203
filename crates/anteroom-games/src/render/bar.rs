//! The slim strip above a board: who plays which colour, whose turn it is, how it stands.

use super::colours::{Colours, Rgb};
use super::easel::Stencils;
use super::font::{printable, text_width};
use super::men;
use super::tile::{Area, Tile};
use crate::board::scene::{Bar, BarSide};

/// Height of the strip as a part of the board's longer edge, and the least in pixels: names stay readable on a phone.
const HEIGHT: f32 = 0.064;
const LEAST: f32 = 30.0;

/// Heights of capitals, as parts of the strip's height.
const NAME: f32 = 0.34;
const SMALL: f32 = 0.26;

/// The note takes at most this part of the strip's width away from the names.
const NOTE_SHARE: f32 = 0.30;

/// Before a name is cut to less than this many capitals, what the player has left to place is left out.
const LEAST_NAME: f32 = 7.0;

/// A note or name that would be cut to less than this many capitals is left out.
const LEAST_TEXT: f32 = 3.0;

/// How high the strip above a board of this size is, in pixels.
pub(super) fn height(width: u32, height: u32) -> u32 {
    (width.max(height) as f32 * HEIGHT).max(LEAST).round() as u32
}

/// A player's half, measured: texts with the heights of their capitals, from the border of the picture inwards.
struct Side {
    texts: Vec<(String, f32)>,
    /// Index of the name among the texts: the one that may be cut.
    name: usize,
    /// Whether the last text is what the player has left to place.
    stocked: bool,
    /// What lies below the texts, and what they are written with.
    plate: Option<Rgb>,
    edge: Rgb,
    ink: Rgb,
}

/// Paints the strip above a board of this size.
pub(super) fn paint(
    bar: &Bar,
    width: u32,
    board_height: u32,
    colours: &'static Colours,
    stencils: &Stencils,
) -> Tile {
    let high = height(width, board_height);
    let mut strip = Tile::new(width, high, colours.page);
    let tall = high as f32;
    let (small, gap) = ((tall * SMALL).round(), (tall * 0.22).round());
    // From the border to the piece, the piece, and from there to the texts.
    let piece = (tall * 0.80).round();
    let lead = piece + gap;
    let mut sides = [
        side(&bar.sides[0], '▶', tall, colours),
        side(&bar.sides[1], '◀', tall, colours),
    ];
    let room = width as f32 - 2.0 * lead - 2.0 * gap;
    let note = printable(&bar.note);
    let note_width = text_width(&note) * small;
    let reserved = if note.is_empty() {
        0.0
    } else {
        (note_width + 3.0 * gap).min(room * NOTE_SHARE)
    };
    // A side that needs less than its half leaves the rest to the other one.
    let wanted = [0, 1].map(|i: usize| sides.get(i).map_or(0.0, |side| side.width(gap)));
    let half = (room - reserved) / 2.0;
    let widest = [
        half.max(room - reserved - wanted[1]),
        half.max(room - reserved - wanted[0]),
    ];
    let mut taken = [0.0; 2];
    for (index, side) in sides.iter_mut().enumerate() {
        side.fit(widest[index], gap);
        taken[index] = side.width(gap);
    }
    for (index, (side, player)) in sides.iter().zip(&bar.sides).enumerate() {
        let tile = men::standing(
            (player.kind, player.colour, piece as u32),
            colours,
            stencils,
        );
        let left = if index == 0 {
            gap / 2.0
        } else {
            width as f32 - gap / 2.0 - piece
        };
        strip.copy(
            &tile,
            &vec![(0, tile.width()); tile.height() as usize],
            left as i32,
            ((tall - piece) / 2.0) as i32,
        );
        let from = if index == 0 {
            lead
        } else {
            width as f32 - lead - taken[1]
        };
        side.paint(&mut strip, (from, taken[index]), gap, index == 1);
    }
    let apart = 1.5 * gap;
    let (from, to) = (
        lead + taken[0] + apart,
        width as f32 - lead - taken[1] - apart,
    );
    let note = cut(&note, small, to - from);
    if !note.is_empty() {
        strip.write(((from + to) / 2.0, tall / 2.0), small, &note, colours.label);
    }
    strip
}

fn side(player: &BarSide, pointer: char, tall: f32, colours: &Colours) -> Side {
    let (large, small) = ((tall * NAME).round(), (tall * SMALL).round());
    let (plate, ink, sign) = if player.won {
        (Some(colours.winning), colours.winning_edge, Some('★'))
    } else if player.to_move {
        (Some(colours.label), colours.page, Some(pointer))
    } else {
        (None, colours.label, None)
    };
    let mut texts: Vec<(String, f32)> = sign
        .map(|sign| (sign.to_string(), large))
        .into_iter()
        .collect();
    let name = texts.len();
    texts.push((printable(&player.name), large));
    texts.extend(player.score.map(|score| (score.to_string(), large)));
    let stock = Some(printable(&player.stock)).filter(|stock| !stock.is_empty());
    let stocked = stock.is_some();
    texts.extend(stock.map(|stock| (stock, small)));
    Side {
        texts,
        name,
        stocked,
        plate,
        edge: if player.won { ink } else { colours.label },
        ink,
    }
}

impl Side {
    fn width(&self, gap: f32) -> f32 {
        let texts = self.texts.iter().filter(|(text, _)| !text.is_empty());
        texts
            .map(|(text, capital)| text_width(text) * capital + gap)
            .sum::<f32>()
            + gap
    }

    /// Cuts the name so that all is no wider than `room`, but leaves the stock out before little is left of the name.
    /// What still does not fit is left out, from the inner end.
    fn fit(&mut self, room: f32, gap: f32) {
        // How wide the name is, how wide it may be, and its capitals.
        let name = |side: &Side| {
            let (name, capital) = side.texts.get(side.name)?;
            let wide = text_width(name) * capital;
            Some((wide, wide - (side.width(gap) - room).max(0.0), *capital))
        };
        if self.stocked
            && name(self).is_some_and(|(wide, left, capital)| left < wide.min(LEAST_NAME * capital))
        {
            self.texts.pop();
            self.stocked = false;
        }
        if let Some((_, left, _)) = name(self)
            && let Some((name, capital)) = self.texts.get_mut(self.name)
        {
            *name = cut(name, *capital, left);
        }
        while self.width(gap) > room && !self.texts.is_empty() {
            self.texts.pop();
        }
    }

    /// Paints the texts from left to right, or in the other order, between a place and as far as they go.
    fn paint(&self, strip: &mut Tile, (from, width): (f32, f32), gap: f32, mirrored: bool) {
        let tall = strip.height();
        if let Some(plate) = self.plate {
            let inset = tall / 10;
            let area = Area {
                left: from as i32,
                top: inset as i32,
                width: width as u32,
                height: tall.saturating_sub(2 * inset),
            };
            let line = (tall / 24).max(1);
            strip.fill_rounded(area, tall / 6, self.edge);
            strip.fill_rounded(area.inset(line as i32), tall / 6 - line, plate);
        }
        let mut x = from + gap;
        let shown = self.texts.iter().filter(|(text, _)| !text.is_empty());
        let shown: Vec<_> = if mirrored {
            shown.rev().collect()
        } else {
            shown.collect()
        };
        for (text, capital) in shown {
            let width = text_width(text) * capital;
            strip.write(
                (x + width / 2.0, tall as f32 / 2.0),
                *capital,
                text,
                self.ink,
            );
            x += width + gap;
        }
    }
}

/// A text no wider than `room`, with `…` in place of what was cut off; empty when too little would be left.
pub(super) fn cut(text: &str, capital: f32, room: f32) -> String {
    if text_width(text) * capital <= room {
        return text.to_owned();
    }
    if room < LEAST_TEXT * capital {
        return String::new();
    }
    let mut letters: Vec<char> = text.chars().collect();
    while letters.pop().is_some() {
        let shorter = format!("{}…", letters.iter().collect::<String>().trim_end());
        if text_width(&shorter) * capital <= room {
            return shorter;
        }
    }
    String::new()
}
