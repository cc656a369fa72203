use maud::{Markup, html};

use crate::board::Seat;
use crate::features::pages::model::Shown;
use crate::render::{Rgb, piece_colours};

/// A small disc in the colour of a player's pieces.
pub(super) fn disc(shown: &Shown, seat: Seat) -> Markup {
    let stage = &shown.stage;
    let sides = stage.game().bar(stage.position()).sides;
    let side = &sides[seat.index()];
    let [face, edge] = piece_colours(side.kind, side.colour, shown.theme).map(hex);
    html! {
        svg class="disc" viewBox="0 0 20 20" aria-hidden="true" {
            circle cx="10" cy="10" r="8.5" fill=(face) stroke=(edge) stroke-width="2" {}
        }
    }
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
