//! The strip above a board: the players with their colours, the side to move, and the score.

use super::colours::{Colours, Rgb};
use super::easel::Stencils;
use super::font::{printable, text_width};
use super::men;
use super::tile::{Area, Tile};
use anteroom_board::scene::{Bar, BarSide};

/// Height of the strip as a part of the board's longer edge, and its minimum in pixels. The minimum keeps names
/// readable on a phone.
const HEIGHT: f32 = 0.064;
const LEAST: f32 = 30.0;

/// Heights of capitals, as parts of the strip's height.
const NAME: f32 = 0.34;
const SMALL: f32 = 0.26;

/// The space between a name and a number beyond the usual gap, in heights of a capital.
const APART: f32 = 0.6;

/// The maximum part of the strip's width that the note takes from the names.
const NOTE_SHARE: f32 = 0.30;

/// The minimum width of a cut name, in heights of a capital. The stock is omitted before a name is cut further.
const LEAST_NAME: f32 = 7.0;

/// The minimum width of a cut text, in heights of a capital. A text with less room is omitted.
const LEAST_TEXT: f32 = 3.0;

/// Returns the height in pixels of the strip above a board of this size.
pub(super) fn height(width: u32, height: u32) -> u32 {
    (width.max(height) as f32 * HEIGHT).max(LEAST).round() as u32
}

/// A player's half: texts from the picture's border inwards, each with the height of its capitals.
#[derive(Clone)]
struct Side {
    texts: Vec<Text>,
    /// Colours of the plate behind the texts, if any, of the plate's edge, and of the texts.
    plate: Option<Rgb>,
    edge: Rgb,
    ink: Rgb,
}

#[derive(Clone)]
struct Text {
    part: Part,
    text: String,
    /// The height of its capitals, and its width.
    capital: f32,
    width: f32,
    /// The space beyond the gap on its inner side.
    apart: f32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The sign of the turn or of the victory.
    Sign,
    /// The only text that may be cut.
    Name,
    Score,
    /// What the score counts.
    Counted,
    /// The pieces that the player has left to place, and the time.
    Stock,
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
    // Width of the piece, and distance from the border of the picture to the texts.
    let piece = (tall * 0.80).round();
    let lead = piece + gap;
    let sides = [
        side(&bar.sides[0], '▶', tall, colours),
        side(&bar.sides[1], '◀', tall, colours),
    ];
    let room = width as f32 - 2.0 * lead - 2.0 * gap;
    let note = printable(&bar.note);
    let most = room * NOTE_SHARE;
    let lines = if text_width(&note) * small + 3.0 * gap <= most {
        vec![note]
    } else {
        in_two_lines(&note)
    };
    let widths = lines.iter().map(|line| text_width(line) * small);
    let note_width = widths.fold(0.0, f32::max);
    let reserved = if note_width == 0.0 {
        0.0
    } else {
        (note_width + 3.0 * gap).min(most)
    };
    let sides = fit(sides, room - reserved, gap);
    let taken = sides.each_ref().map(|side| side.width(gap));
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
    let middle = (from + to) / 2.0;
    for (line, at) in lines.iter().zip(heights(lines.len())) {
        let line = cut(line, small, to - from);
        if !line.is_empty() {
            strip.write((middle, tall * at), small, &line, colours.label);
        }
    }
    strip
}

/// The middles of this many lines, as parts of the strip's height.
const fn heights(lines: usize) -> [f32; 2] {
    match lines {
        2 => [0.29, 0.71],
        _ => [0.5, 0.5],
    }
}

/// Breaks a text at the space that makes the longer line the shortest.
fn in_two_lines(text: &str) -> Vec<String> {
    let breaks = text.match_indices(' ').map(|(at, _)| text.split_at(at));
    let longer = |(first, second): &(&str, &str)| text_width(first).max(text_width(second.trim()));
    let best = breaks.min_by(|one, other| longer(one).total_cmp(&longer(other)));
    match best {
        Some((first, second)) => vec![first.to_owned(), second.trim().to_owned()],
        None => vec![text.to_owned()],
    }
}

/// Makes the sides fit into `room` pixels. What the scores count is shown for both players or for none: beside
/// "32 pieces" a bare "37" would read as another kind of number.
fn fit(mut sides: [Side; 2], room: f32, gap: f32) -> [Side; 2] {
    let fitted = share(sides.clone(), room, gap);
    let is_bare = |side: &Side| side.has(Part::Score) && !side.has(Part::Counted);
    if !fitted.iter().any(is_bare) {
        return fitted;
    }
    for side in &mut sides {
        side.texts.retain(|text| text.part != Part::Counted);
    }
    share(sides, room, gap)
}

/// Shares `room` among the sides. One that needs less than its half leaves the rest to the other one.
fn share(mut sides: [Side; 2], room: f32, gap: f32) -> [Side; 2] {
    let [first, second] = sides.each_ref().map(|side| side.width(gap));
    sides[0].fit((room / 2.0).max(room - second), gap);
    sides[1].fit((room / 2.0).max(room - first), gap);
    sides
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
    let score = player.score.map(|score| score.to_string());
    let counted = score.as_ref().map(|_| player.counted.to_owned());
    let texts = [
        (Part::Sign, sign.map(String::from), large),
        (Part::Name, Some(printable(&player.name)), large),
        (Part::Score, score, large),
        (Part::Counted, counted, small),
        (Part::Stock, Some(printable(&player.stock)), small),
    ];
    let texts = texts.into_iter().filter_map(|(part, text, capital)| {
        let text = text.filter(|text| !text.is_empty())?;
        // Keeps the score from reading as part of the name.
        let numbered = part == Part::Name && player.score.is_some();
        Some(Text {
            part,
            width: text_width(&text) * capital,
            text,
            capital,
            apart: if numbered { capital * APART } else { 0.0 },
        })
    });
    Side {
        texts: texts.collect(),
        plate,
        edge: if player.won { ink } else { colours.label },
        ink,
    }
}

impl Side {
    fn has(&self, part: Part) -> bool {
        self.texts.iter().any(|text| text.part == part)
    }

    /// Returns the width of the side with its gaps.
    fn width(&self, gap: f32) -> f32 {
        let texts = self.texts.iter();
        let widths = texts.map(|text| text.width + text.apart + gap);
        widths.sum::<f32>() + gap
    }

    /// Omits texts and cuts the name, so that the side is at most `room` pixels wide. Before the name is cut, what the
    /// score counts is omitted; before the name becomes too short, the stock. Texts that still do not fit are omitted
    /// from the inner end.
    fn fit(&mut self, room: f32, gap: f32) {
        let is = |part: Part| move |text: &&Text| text.part == part;
        let width_of = |part: Part| {
            self.texts
                .iter()
                .find(is(part))
                .map_or(0.0, |text| text.width + gap)
        };
        let (counted, stock) = (width_of(Part::Counted), width_of(Part::Stock));
        let over = self.width(gap) - room;
        let name = self.texts.iter().find(is(Part::Name));
        let spare = name.map_or(0.0, |name| {
            (name.width - LEAST_NAME * name.capital).max(0.0)
        });
        let omitted: &[Part] = if over <= 0.0 {
            &[]
        } else if over - counted <= spare {
            &[Part::Counted]
        } else if over <= stock {
            &[Part::Stock]
        } else {
            &[Part::Counted, Part::Stock]
        };
        self.texts.retain(|text| !omitted.contains(&text.part));
        let over = self.width(gap) - room;
        let mut texts = self.texts.iter_mut();
        if let Some(name) = texts.find(|text| text.part == Part::Name) {
            name.text = cut(&name.text, name.capital, name.width - over.max(0.0));
            name.width = text_width(&name.text) * name.capital;
        }
        self.texts.retain(|text| !text.text.is_empty());
        while self.width(gap) > room && !self.texts.is_empty() {
            self.texts.pop();
        }
    }

    /// Paints the plate and the texts, sign and name nearest to the picture's border. `mirrored` means the right half.
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
        let order = if mirrored {
            [
                Part::Stock,
                Part::Score,
                Part::Counted,
                Part::Name,
                Part::Sign,
            ]
        } else {
            [
                Part::Sign,
                Part::Name,
                Part::Score,
                Part::Counted,
                Part::Stock,
            ]
        };
        for part in order {
            if let Some(text) = self.texts.iter().find(|text| text.part == part) {
                let width = text.width;
                let from = if mirrored { x + text.apart } else { x };
                let middle = (from + width / 2.0, tall as f32 / 2.0);
                strip.write(middle, text.capital, &text.text, self.ink);
                x += width + text.apart + gap;
            }
        }
    }
}

/// Cuts a text to `room` pixels and ends it with `…`; returns an empty text if there is too little room.
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

#[cfg(test)]
mod tests {
    use super::*;
    use anteroom_board::scene::Kind;
    use anteroom_board::{Seat, Theme};

    #[test]
    fn both_scores_have_their_unit_or_none() {
        let colours = Colours::of(Theme::Dark, None);
        let player = |name: &str, score| BarSide {
            colour: Seat::First,
            kind: Kind::Stone,
            name: name.to_owned(),
            score: Some(score),
            counted: "pieces",
            stock: String::new(),
            to_move: false,
            won: false,
        };
        let players = [player("Ana", 32), player("Bartholomew the Younger", 37)];
        let mut bare = 0;
        for room in (0_u16..1200).map(f32::from) {
            let sides = players
                .each_ref()
                .map(|player| side(player, '▶', 50.0, colours));
            let sides = fit(sides, room, 11.0);
            let units = sides.map(|side| side.has(Part::Score).then(|| side.has(Part::Counted)));
            if let [Some(one), Some(other)] = units {
                assert_eq!(one, other, "{room} pixels");
                bare += usize::from(!one);
            }
        }
        assert!(bare > 0, "somewhere there is no room for the unit");
    }
}
