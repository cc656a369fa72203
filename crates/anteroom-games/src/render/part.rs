//! The differences between two pictures, as few rectangles.

/// The number of pixels of a row that are compared at once. Changes at most this far apart share a rectangle.
const PIECE: usize = 8;

/// A rectangle of whole pixels. `left` and `top` are inclusive, `right` and `bottom` are exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub left: usize,
    pub top: usize,
    pub right: usize,
    pub bottom: usize,
}

/// Returns the parts that hold all differences of two pictures of one width, from top to bottom.
pub(super) fn differences(old: &[u8], new: &[u8], width: usize) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let rows = old
        .chunks_exact(width.max(1))
        .zip(new.chunks_exact(width.max(1)));
    for (y, (old, new)) in rows.enumerate().filter(|(_, (old, new))| old != new) {
        for (x, _) in old
            .chunks(PIECE)
            .zip(new.chunks(PIECE))
            .enumerate()
            .filter(|(_, (old, new))| old != new)
        {
            let mut part = Part {
                left: x * PIECE,
                top: y,
                right: ((x + 1) * PIECE).min(width),
                bottom: y + 1,
            };
            while let Some(near) = parts.iter().position(|other| other.is_near(part)) {
                part = parts.swap_remove(near).with(part);
            }
            parts.push(part);
        }
    }
    parts.sort_unstable_by_key(|part| (part.top, part.left));
    parts
}

impl Part {
    pub(super) fn area(self) -> usize {
        (self.right - self.left) * (self.bottom - self.top)
    }

    /// Whether two parts overlap, or lie side by side at most `PIECE` pixels apart. A joint rectangle of parts that
    /// meet at a corner would be mostly unchanged.
    fn is_near(self, other: Part) -> bool {
        let overlap = |from: usize, to: usize, other_from: usize, other_to: usize| {
            to.min(other_to) as isize - from.max(other_from) as isize
        };
        let across = overlap(self.left, self.right, other.left, other.right);
        let down = overlap(self.top, self.bottom, other.top, other.bottom);
        across.max(down) > 0 && across.min(down) >= -(PIECE as isize)
    }

    /// Returns the smallest part that holds both.
    pub(super) fn with(self, other: Part) -> Part {
        Part {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}
