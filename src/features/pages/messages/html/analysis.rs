//! The analysis of a match: one curve, and what decided the match in at most three sentences.

use maud::{Markup, html};

use super::words::capitalised;
use crate::board::Seat;
use crate::discord::ui::cut;
use crate::features::pages::model::Shown;
use crate::features::study::messages::{chance, from_to};
use crate::features::study::model::analysis::{Analysis, TurningPoint};

/// The size of the curve in its own units.
const WIDTH: f64 = 368.0;
const HEIGHT: f64 = 68.0;

/// The most sentences.
const MOST: usize = 3;

/// The longest text of a turn in a sentence, in characters.
const LONGEST: usize = 30;

/// Returns the panel of an analysis.
pub(super) fn panel(shown: &Shown, found: &Analysis) -> Markup {
    if found.chances.len() < 2 {
        return html! {};
    }
    let points = worst(found);
    let first = shown.called(Seat::First);
    html! {
        section class="panel" {
            h2 { "Analysis" }
            div class="view" {
                (curve(shown, found, &points))
                @for point in &points { p { (sentence(shown, point)) } }
                @if points.is_empty() { p { "No single turn lost much." } }
                p { small { "The curve is the chance of " (first) " to win, as a computer estimates it." } }
            }
        }
    }
}

/// Returns the turns that lost most, in the order of the match.
fn worst(found: &Analysis) -> Vec<&TurningPoint> {
    let lost = |point: &TurningPoint| point.before.value - point.after.value;
    let mut points: Vec<_> = found.points.iter().collect();
    points.sort_by(|one, other| lost(other).total_cmp(&lost(one)));
    points.truncate(MOST);
    points.sort_by_key(|point| point.ply);
    points
}

/// Words a turn that lost much: `Turn 9, Nc3 by Cleo: from an estimated 69 % to 42 %. Better: Na3.`
fn sentence(shown: &Shown, point: &TurningPoint) -> Markup {
    let turn = cut(&point.written.turn, LONGEST);
    let better = point.written.better.first();
    html! {
        a href=(shown.at_turn(point.ply)) { "Turn " (point.ply) }
        ", " b { (turn) } " by " (shown.called(point.seat)) ": " (whole(&from_to(point.before, point.after))) "."
        @if let Some(better) = better { " Better: " b { (cut(better, LONGEST)) } "." }
    }
}

/// Keeps numbers and their signs on one line.
fn whole(text: &str) -> String {
    text.replace(" %", "\u{a0}%")
}

fn curve(shown: &Shown, found: &Analysis, points: &[&TurningPoint]) -> Markup {
    let (start, end) = match (found.chances.first(), found.chances.last()) {
        (Some((start, _)), Some((end, _))) => (f64::from(*start), f64::from(*end)),
        _ => return html! {},
    };
    let across = |ply: u32| (f64::from(ply) - start) / (end - start).max(1.0) * WIDTH;
    let down = |value: f64| (1.0 - value) * HEIGHT;
    let line = found.chances.iter();
    let line: Vec<_> = line
        .map(|(ply, chance)| format!("{:.1} {:.1}", across(*ply), down(chance.value)))
        .collect();
    let area = format!("M0 {HEIGHT} L{} L{WIDTH} {HEIGHT} Z", line.join(" L"));
    let here = across(shown.stage.ply()).clamp(0.0, WIDTH);
    let middle = HEIGHT / 2.0;
    let last = found.chances.last();
    let words = last.map(|(_, last)| capitalised(&chance(*last)));
    let alt = format!(
        "Curve of the chance of {} to win over {} boards. At the end: {}.",
        shown.called(Seat::First),
        found.chances.len(),
        words.unwrap_or_default()
    );
    html! {
        svg class="chart" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } preserveAspectRatio="none" role="img" aria-label=(alt) {
            rect class="bk" width=(WIDTH) height=(HEIGHT) {}
            path class="wt" d=(area) {}
            path class="mid" d={ "M0 " (middle) "H" (WIDTH) } {}
            path class="here" d=(format!("M{here:.1} 0V{HEIGHT}")) {}
            @for point in points {
                circle cx=(format!("{:.1}", across(point.ply))) cy=(format!("{:.1}", found.chances.iter().find(|(ply, _)| *ply == point.ply).map_or(middle, |(_, chance)| down(chance.value)))) r="4.5" {}
            }
        }
    }
}
