/// The heights of the stacks of one seat beside a square, at most four, lowest first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beside {
    heights: [u8; 4],
    many: u8,
}

impl Beside {
    /// Adds a height; at most four fit.
    #[inline]
    pub fn push(&mut self, height: u8) {
        let mut at = usize::from(self.many) & 3;
        self.many += 1;
        while at > 0 && self.heights[at - 1] > height {
            self.heights[at] = self.heights[at - 1];
            at -= 1;
        }
        self.heights[at] = height;
    }

    /// Returns the heights, lowest first.
    #[inline]
    pub fn heights(&self) -> &[u8] {
        &self.heights[..usize::from(self.many).min(4)]
    }

    /// Returns the heights without the one at this place, counted from 0.
    #[inline]
    pub fn without(&self, place: usize) -> Self {
        let mut rest = Self::default();
        for (at, &height) in self.heights().iter().enumerate() {
            if at != place {
                rest.heights[usize::from(rest.many) & 3] = height;
                rest.many += 1;
            }
        }
        rest
    }
}
