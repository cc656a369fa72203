//! The list of a match's turns.

use maud::{Markup, html};

use super::disc::disc;
use super::words::brief;
use crate::board::Seat;
use crate::features::pages::model::Shown;

/// The longest text of a turn that has room beside another, in characters.
const NARROW: usize = 9;

/// The most turns that are listed before the shown one, and after it.
const AROUND: usize = 200;

/// Returns the list. A list of short turns has two of them on a line.
pub(super) fn list(shown: &Shown) -> Markup {
    let all = shown.listed();
    let here = all.partition_point(|turn| turn.ply < shown.stage.ply());
    let from = here.saturating_sub(AROUND);
    let listed = &all[from..all.len().min(here + AROUND)];
    let discs = Seat::BOTH.map(|seat| disc(shown, seat));
    let narrow = listed
        .iter()
        .all(|turn| turn.steps.join(" ").chars().count() <= NARROW);
    let pairs = narrow && shown.whole.position().numbers_rounds();
    html! {
        section class="panel" {
            h2 { "Turns" }
            // In the order of a column that grows upwards, so that a browser without scripts shows the latest turns.
            div class=(if shown.is_newest() { "scroll end" } else { "scroll" }) tabindex="0" role="group" aria-label="List of turns" {
                @if listed.is_empty() {
                    p class="none" { (if shown.tells_all() { "No turn has been played yet." } else { "Go forward to begin." }) }
                } @else {
                    ol class=(if pairs { "turns pairs" } else { "turns" }) {
                        @for turn in listed {
                            li {
                                a href=(shown.at_turn(turn.ply)) aria-current=[(turn.ply == shown.stage.ply()).then_some("true")] {
                                    @if !pairs { (discs[turn.seat.index()]) }
                                    span class="n" { (turn.ply) }
                                    " "
                                    span class="mv" {
                                        @for (index, step) in turn.steps.iter().enumerate() {
                                            @if index > 0 { " " }
                                            span { (step) }
                                        }
                                    }
                                    " "
                                    @if turn.captures > 0 && !pairs { em { "×" (turn.captures) } " " }
                                    @if let Some(took) = turn.took { small { (brief(took)) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
