use std::collections::HashSet;

use super::colours::Rgb;

/// A palette has room for this many colours: those of the file formats end at 256, and an animation needs one index that
/// is no colour, for what stays as it is.
const ROOM: usize = 255;

/// This many colours are remembered.
const SEEN: usize = 4096;

/// Two colours that meet, and how many steps the way from one to the other should have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ramp {
    pub from: Rgb,
    pub to: Rgb,
    /// Colours between the two.
    pub steps: u8,
}

/// Up to 255 colours: the base colours of a board, and ramps between those that meet on it.
pub(super) struct Palette {
    colours: Vec<Rgb>,
    /// Colours looked up before, each as its three bytes and the index, at the place that its bits give it. Pictures have
    /// few colours and long runs of one, so nearly every look is answered from here.
    seen: Vec<u32>,
}

impl Palette {
    /// A palette of these ramps. Both ends of every ramp are in it exactly; where the room does not allow all steps,
    /// all ramps lose some.
    pub(super) fn new(ramps: &[Ramp]) -> Palette {
        let mut share = 1.0;
        loop {
            let colours = colours(ramps, share);
            if colours.len() <= ROOM || share <= 0.0 {
                return Palette {
                    colours: colours.into_iter().take(ROOM).collect(),
                    // No index is as high.
                    seen: vec![u32::MAX; SEEN],
                };
            }
            share = if share > 0.1 { share - 0.1 } else { 0.0 };
        }
    }

    pub(super) fn colours(&self) -> &[Rgb] {
        &self.colours
    }

    /// The index of the colour nearest to this one.
    pub(super) fn nearest(&mut self, colour: Rgb) -> u8 {
        let [r, g, b] = colour;
        let bits = u32::from_be_bytes([r, g, b, 0]);
        // The upper bits of a product depend on all bits.
        let place = (bits.wrapping_mul(0x9e37_79b1) >> 16) as usize % SEEN;
        match self.seen.get(place) {
            Some(seen) if *seen != u32::MAX && seen & !0xff == bits => (seen & 0xff) as u8,
            _ => {
                let index = (0u8..=255)
                    .zip(&self.colours)
                    .min_by_key(|(_, known)| distance(**known, colour))
                    .map_or(0, |(index, _)| index);
                if let Some(seen) = self.seen.get_mut(place) {
                    *seen = bits | u32::from(index);
                }
                index
            }
        }
    }
}

/// The ends of all ramps, then a share of the steps between them, each colour once.
fn colours(ramps: &[Ramp], share: f32) -> Vec<Rgb> {
    let mut known = HashSet::new();
    let mut colours: Vec<Rgb> = ramps
        .iter()
        .flat_map(|ramp| [ramp.from, ramp.to])
        .filter(|colour| known.insert(*colour))
        .collect();
    for ramp in ramps {
        let steps = (f32::from(ramp.steps) * share).round() as u32;
        for i in 1..=steps {
            let colour = super::colours::mix(ramp.from, ramp.to, i as f32 / (steps + 1) as f32);
            // A step that another ramp has nearly taken already need not be taken again.
            if !colours.iter().any(|have| distance(*have, colour) < NEAR) && known.insert(colour) {
                colours.push(colour);
            }
        }
    }
    colours
}

/// Colours at most this far from each other look the same beside each other.
const NEAR: u32 = 9 * 16 * 16;

/// Squared distance of two colours, weighted as the eye weighs red, green and blue; the largest is 9 · 255².
fn distance(a: Rgb, b: Rgb) -> u32 {
    let [r, g, b] = std::array::from_fn(|i| u32::from(a[i].abs_diff(b[i])));
    2 * r * r + 4 * g * g + 3 * b * b
}
