use std::collections::HashSet;

use super::colours::Rgb;

/// The maximum number of colours. File formats allow 256, and an animation needs one index for transparent pixels.
const ROOM: usize = 255;

/// The number of colours in the cache.
const SEEN: usize = 4096;

/// Two adjacent colours, and the wanted number of steps between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ramp {
    pub from: Rgb,
    pub to: Rgb,
    /// The number of colours between the two.
    pub steps: u8,
}

/// Up to 255 colours: the base colours of a board, and ramps between those that meet on it.
pub(super) struct Palette {
    colours: Vec<Rgb>,
    /// A cache of colours looked up: three bytes and the index, at the place of their hash. Pictures have few
    /// colours, so nearly every lookup hits.
    seen: Vec<u32>,
}

impl Palette {
    /// Creates a palette with both ends of every ramp. If not all steps fit, all ramps lose some.
    pub(super) fn new(ramps: &[Ramp]) -> Palette {
        let mut share = 1.0;
        loop {
            let colours = colours(ramps, share);
            if colours.len() <= ROOM || share <= 0.0 {
                return Palette {
                    colours: colours.into_iter().take(ROOM).collect(),
                    // An empty place. No entry is `u32::MAX`, because the highest index is 254.
                    seen: vec![u32::MAX; SEEN],
                };
            }
            share = if share > 0.1 { share - 0.1 } else { 0.0 };
        }
    }

    pub(super) fn colours(&self) -> &[Rgb] {
        &self.colours
    }

    /// Returns the index of the nearest colour of the palette.
    pub(super) fn nearest(&mut self, colour: Rgb) -> u8 {
        self.lookup(colour, |colours| {
            let nearest = (0u8..=255)
                .zip(colours.iter())
                .min_by_key(|(_, known)| distance(**known, colour));
            Some(nearest.map_or(0, |(index, _)| index))
        })
        .unwrap_or(0)
    }

    /// Returns the index of exactly this colour, added if it is new; `None` if the palette has no room for it.
    pub(super) fn exact(&mut self, colour: Rgb) -> Option<u8> {
        self.lookup(colour, |colours| {
            let known = colours.iter().position(|known| *known == colour);
            let index = known.unwrap_or(colours.len());
            if index >= ROOM {
                return None;
            }
            if known.is_none() {
                colours.push(colour);
            }
            u8::try_from(index).ok()
        })
    }

    /// Returns the index of a colour from the cache, or found and then cached.
    fn lookup(
        &mut self,
        colour: Rgb,
        find: impl FnOnce(&mut Vec<Rgb>) -> Option<u8>,
    ) -> Option<u8> {
        let [r, g, b] = colour;
        let bits = u32::from_be_bytes([r, g, b, 0]);
        // The upper bits of a product depend on all bits.
        let place = (bits.wrapping_mul(0x9e37_79b1) >> 16) as usize % SEEN;
        match self.seen.get(place) {
            Some(seen) if *seen != u32::MAX && seen & !0xff == bits => Some((seen & 0xff) as u8),
            _ => {
                let index = find(&mut self.colours)?;
                if let Some(seen) = self.seen.get_mut(place) {
                    *seen = bits | u32::from(index);
                }
                Some(index)
            }
        }
    }
}

/// Returns the ends of all ramps, then a share of the steps between them, each colour once.
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
            // A step that is nearly equal to another colour is not needed.
            if !colours.iter().any(|have| distance(*have, colour) < NEAR) && known.insert(colour) {
                colours.push(colour);
            }
        }
    }
    colours
}

/// The distance below which two colours look the same side by side.
const NEAR: u32 = 9 * 16 * 16;

/// Returns the squared distance of two colours, weighted by the eye's sensitivity; at most 9 · 255².
fn distance(a: Rgb, b: Rgb) -> u32 {
    let [r, g, b] = std::array::from_fn(|i| u32::from(a[i].abs_diff(b[i])));
    2 * r * r + 4 * g * g + 3 * b * b
}
