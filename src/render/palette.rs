use std::collections::HashSet;

use super::theme::Rgb;

/// A PNG or GIF palette has room for this many colours.
const ROOM: usize = 256;

/// The ramps are not made finer than this: the eye would not see it, and the file would grow.
const FINEST: u32 = 18;

/// Up to 256 colours: the base colours of a board, and ramps between those that meet on it.
pub(super) struct Palette {
    colours: Vec<Rgb>,
    /// Colours looked up before, with their index, each at the place that its bits give it. Pictures have few colours
    /// and long runs of one, so nearly every look is answered from here.
    seen: Vec<Option<(Rgb, u8)>>,
}

impl Palette {
    /// A palette for pictures in which these pairs of colours meet.
    ///
    /// Both ends of every pair are in it exactly, and between them as many steps as the room allows, the same
    /// distance apart on all ramps.
    pub(super) fn new(pairs: &[(Rgb, Rgb)]) -> Palette {
        let mut step = FINEST;
        loop {
            let colours = ramps(pairs, step);
            if colours.len() <= ROOM || step > 1 << 12 {
                let colours = colours.into_iter().take(ROOM).collect();
                return Palette { colours, seen: vec![None; 4096] };
            }
            step += 2;
        }
    }

    pub(super) fn colours(&self) -> &[Rgb] {
        &self.colours
    }

    /// The index of the colour nearest to this one.
    pub(super) fn nearest(&mut self, colour: Rgb) -> u8 {
        let [r, g, b] = colour.map(usize::from);
        let place = (r * 7 + g * 61 + b * 509) % self.seen.len().max(1);
        if let Some(Some((seen, index))) = self.seen.get(place)
            && *seen == colour
        {
            return *index;
        }
        let index = (0u8..=255).zip(&self.colours).min_by_key(|(_, known)| distance(**known, colour)).map_or(0, |(index, _)| index);
        if let Some(entry) = self.seen.get_mut(place) {
            *entry = Some((colour, index));
        }
        index
    }
}

/// The ends of all pairs, then the steps between them, each colour once.
fn ramps(pairs: &[(Rgb, Rgb)], step: u32) -> Vec<Rgb> {
    let mut known = HashSet::new();
    let mut colours: Vec<Rgb> = pairs.iter().flat_map(|(from, to)| [*from, *to]).filter(|colour| known.insert(*colour)).collect();
    for (from, to) in pairs {
        let steps = distance(*from, *to).isqrt() / step.max(1);
        for i in 1..steps {
            let colour = super::theme::mix(*from, *to, i as f32 / steps as f32);
            // A step that another ramp has nearly taken already is none of this one's.
            if !colours.iter().any(|have| distance(*have, colour) < 30) && known.insert(colour) {
                colours.push(colour);
            }
        }
    }
    colours
}

/// Squared distance of two colours, weighted as the eye weighs red, green and blue; the largest is 9 · 255².
fn distance(a: Rgb, b: Rgb) -> u32 {
    let [r, g, b] = std::array::from_fn(|i| u32::from(a[i].abs_diff(b[i])));
    2 * r * r + 4 * g * g + 3 * b * b
}
