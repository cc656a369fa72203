//! Small signs in tables.

use crate::stencil::{Sheet, Stencil, Stroke};

/// Width and height of a sign, in pixels.
pub(super) const SIGN: u32 = 36;

/// Returns an arrow head that points up or down, `SIGN` pixels wide and high with its margin.
pub(super) fn arrow(up: bool) -> Stencil {
    let mut sheet = Sheet::new(SIGN, SIGN);
    let (near, far) = if up { (27.0, 9.0) } else { (9.0, 27.0) };
    let middle = SIGN as f32 / 2.0;
    sheet.polygon(
        &[(middle - 11.0, near), (middle + 11.0, near), (middle, far)],
        Stroke::Draw,
    );
    sheet.stencil()
}

/// Returns a crown.
pub(super) fn crown() -> Stencil {
    let mut sheet = Sheet::new(SIGN, SIGN);
    let points = [
        (6.5, 24.5),
        (3.5, 11.0),
        (11.0, 17.0),
        (18.0, 6.0),
        (25.0, 17.0),
        (32.5, 11.0),
        (29.5, 24.5),
    ];
    sheet.polygon(&points, Stroke::Draw);
    for (x, y) in [(3.5, 10.5), (18.0, 6.0), (32.5, 10.5)] {
        sheet.disc((x, y), 2.6, Stroke::Draw);
    }
    sheet.polygon(
        &[(6.5, 27.0), (29.5, 27.0), (29.5, 31.0), (6.5, 31.0)],
        Stroke::Draw,
    );
    sheet.stencil()
}

/// Returns the bend of a line of this thickness that comes from the left and turns down or up, `radius` from its
/// centre to the middle of the line. It is `radius` and half the thickness wide and high.
pub(super) fn bend(radius: u32, thickness: u32, down: bool) -> Stencil {
    let half = thickness / 2;
    let side = radius + half;
    let mut sheet = Sheet::new(side, side);
    let centre = (0.0, if down { side as f32 } else { 0.0 });
    sheet.disc(centre, side as f32, Stroke::Draw);
    sheet.disc(centre, radius.saturating_sub(half) as f32, Stroke::Rub);
    sheet.stencil()
}

/// Returns a slanting line across a cell of this size.
pub(super) fn slash(width: u32, height: u32) -> Stencil {
    let mut sheet = Sheet::new(width, height);
    let (wide, high) = (width as f32, height as f32);
    let inset = 9.0;
    let (from, to) = ((inset, inset), (wide - inset, high - inset));
    sheet.line(from, to, 3.0, Stroke::Draw);
    sheet.stencil()
}

/// Returns an arrow head that points to the left, and a dot; both `SIGN` pixels wide and high.
pub(super) fn ends() -> [Stencil; 2] {
    let middle = SIGN as f32 / 2.0;
    let mut head = Sheet::new(SIGN, SIGN);
    let corners = [
        (middle - 8.0, middle),
        (middle + 8.0, middle - 8.0),
        (middle + 8.0, middle + 8.0),
    ];
    head.polygon(&corners, Stroke::Draw);
    let mut dot = Sheet::new(SIGN, SIGN);
    dot.disc((middle, middle), 6.0, Stroke::Draw);
    [head.stencil(), dot.stencil()]
}
