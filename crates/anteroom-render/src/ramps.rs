use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::colours::{Colours, Family, Rgb, mix};
use super::empty::{FRAME_SHADE, FRAME_SHINE, HOLE_SHADE};
use super::light::{LIGHT_STEPS, SHADOW, SHADOW_STEPS};
use super::marks;
use super::palette::Ramp;
use super::stencil::{SHAPE_STEPS, TEXT_STEPS};
use anteroom_board::Seat;
use anteroom_board::scene::{Board, Ground, Shape};

/// Returns the ramps between colours that meet on this board.
pub(super) fn ramps(board: &Board, families: &BTreeSet<Family>, c: &Colours) -> Vec<Ramp> {
    // Steps between two colours at the edge of a shape, at the edge of a letter, in light and in shadow.
    const EDGE: u8 = SHAPE_STEPS - 1;
    const TEXT: u8 = TEXT_STEPS - 1;
    const LIGHT: u8 = LIGHT_STEPS - 1;
    const SHADES: u8 = SHADOW_STEPS - 1;
    let mut ramps = Vec::new();
    let mut ramp = |from: Rgb, to: Rgb, steps: u8| ramps.push(Ramp { from, to, steps });
    for family in families {
        for seat in Seat::BOTH {
            let body = c.body(*family, seat);
            ramp(body.face, body.shine, LIGHT);
            ramp(body.face, body.shade(), LIGHT);
            ramp(body.edge, body.shade(), EDGE);
            ramp(body.face, body.mark, TEXT);
        }
    }
    let edges: BTreeSet<Rgb> = families
        .iter()
        .flat_map(|family| Seat::BOTH.map(|seat| c.body(*family, seat).edge))
        .collect();
    let edge_of = |ground: Ground| match ground {
        Ground::Frame => c.frame_edge,
        other => mix(c.ground(other), c.line, 0.35),
    };
    ramp(c.page, c.label, TEXT);
    for ground in board.surfaces.iter().map(|surface| surface.ground) {
        if ground == Ground::Tray {
            // Pieces lie on a tray.
            let colour = c.ground(ground);
            for edge in &edges {
                ramp(colour, *edge, EDGE);
            }
            ramp(colour, mix(colour, c.shadow, SHADOW), SHADES);
        }
        if ground == Ground::Frame {
            ramp(c.frame, mix(c.frame, c.frame_label, FRAME_SHINE), 0);
            ramp(c.frame, mix(c.frame, c.frame_edge, FRAME_SHADE), 0);
            for tone in c.tones(c.frame) {
                ramp(tone, tone, 0);
            }
        }
        ramp(c.page, edge_of(ground), EDGE);
        ramp(c.ground(ground), edge_of(ground), EDGE);
        ramp(
            c.ground(ground),
            if ground == Ground::Frame {
                c.frame_label
            } else {
                c.text_on(c.ground(ground))
            },
            TEXT,
        );
    }
    let grounds: BTreeMap<Rgb, Ground> = board
        .cells
        .iter()
        .map(|cell| (c.ground(cell.ground), cell.ground))
        .collect();
    for (colour, ground) in &grounds {
        let (colour, ground) = (*colour, *ground);
        for edge in &edges {
            ramp(colour, *edge, EDGE);
        }
        for tone in c.tones(colour) {
            ramp(tone, mix(tone, c.shadow, SHADOW), SHADES);
        }
        if families.contains(&Family::Chess) {
            ramp(colour, c.glow, EDGE);
        }
        if !matches!(ground, Ground::Light | Ground::Dark | Ground::Hole)
            || board
                .cells
                .iter()
                .any(|cell| matches!(cell.shape, Shape::Hexagon { .. }))
        {
            ramp(c.line, colour, EDGE);
            ramp(c.page, c.line, EDGE);
        }
        if board
            .cells
            .iter()
            .any(|cell| cell.ground == ground && !cell.text.is_empty())
        {
            ramp(colour, c.text_on(colour), TEXT);
        }
        match ground {
            Ground::Hole => {
                ramp(colour, c.frame_edge, EDGE);
                ramp(colour, mix(colour, c.frame_edge, HOLE_SHADE), EDGE);
                ramp(c.frame, c.frame_edge, EDGE);
            }
            Ground::Home(seat) => ramp(colour, c.home_ring[seat.index()], EDGE),
            Ground::Golden => ramp(colour, c.golden_edge, EDGE),
            _ => {}
        }
    }
    for ends in [
        (c.alarm, c.alarm_edge),
        (c.badge, c.badge_text),
        (c.winning, c.winning_edge),
    ] {
        ramp(ends.0, ends.1, TEXT);
    }
    ramp(c.frost, c.frost_text, EDGE);
    ramp(c.closed, c.closed_hatch, EDGE);
    ramp(c.closed, c.text_on(c.closed), TEXT);
    // The strip above the board.
    ramp(c.page, c.winning, EDGE);
    for family in families {
        ramp(c.page, c.stand(*family), EDGE);
    }
    for colour in grounds.into_keys() {
        for mark in [c.alarm_edge, c.badge, c.alarm] {
            ramp(colour, mark, EDGE);
        }
        for tint in marks::tints(colour, c.last) {
            ramp(tint, c.last_edge, EDGE);
            for edge in &edges {
                ramp(tint, *edge, EDGE);
            }
        }
    }
    let mut known = HashSet::new();
    ramps.retain(|ramp| known.insert((ramp.from.min(ramp.to), ramp.from.max(ramp.to))));
    ramps
}
