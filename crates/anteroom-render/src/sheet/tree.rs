//! The drawing of a bracket, from left to right.

use super::bracket::{BracketFate, BracketSheet, BracketSide};
use super::page::{Headings, Page};
use super::pairings::{APART, Plan, ROW, line};
use crate::colours::Colours;
use crate::tile::Tile;

/// The heading of the pairing for third place.
const THIRD: &str = "Third place";

impl BracketSheet {
    pub(super) fn draw(&self, colours: &'static Colours) -> Tile {
        let plan = Plan::of(self);
        let mut page = Page::of_width(
            plan.page,
            (&self.title, &self.subtitle),
            (1, plan.height),
            Headings::One,
            colours,
        );
        let top = page.top(0);
        let way = self.way(&plan);
        for (round, (column, way)) in self.rounds.iter().zip(way).enumerate() {
            let left = plan.left(round);
            page.heading_from((left, top), plan.width, &column.name);
            let pairings = column.pairings.iter().take(plan.room(round));
            for (place, pairing) in pairings.enumerate() {
                let middle = top + plan.middle(round, place);
                let is_way = way == Some(place);
                if round < plan.last() && !pairing.sides.iter().all(BracketSide::is_bye) {
                    let row = if place % 2 == 0 { -ROW / 2 } else { ROW / 2 };
                    let row = top + plan.middle(round + 1, place / 2) + row;
                    let right = left + plan.width;
                    let bend = right + APART / 2;
                    line(&mut page, (right, middle), (bend, middle), is_way);
                    line(&mut page, (bend, middle), (bend, row), is_way);
                    line(&mut page, (bend, row), (right + APART, row), is_way);
                }
                let leads_on = (round < plan.last() || plan.aside).then_some(is_way);
                plan.pairing(&mut page, (left, middle), (pairing, leads_on));
            }
        }
        if let Some(third) = &self.third {
            let (left, middle) = (plan.left(plan.last()), top + plan.third);
            page.heading_from((left, middle - ROW), plan.width, THIRD);
            plan.pairing(&mut page, (left, middle), (third, None));
        }
        if let Some(champion) = &self.champion {
            plan.champion(&mut page, champion);
        }
        page.tile
    }

    /// Returns each round's pairing on the champion's way.
    fn way(&self, plan: &Plan) -> Vec<Option<usize>> {
        let mut way = vec![None; plan.rounds];
        let has_final = plan.rounds > 0 && plan.room(plan.last()) == 1;
        let mut place = (has_final && self.champion.is_some()).then_some(0);
        for (round, on) in self.rounds.iter().zip(&mut way).rev() {
            *on = place;
            let pairing = place.and_then(|place| round.pairings.get(place));
            let won = |side: &BracketSide| side.fate == BracketFate::Won;
            let side = pairing.and_then(|pairing| pairing.sides.iter().position(won));
            place = place.zip(side).map(|(place, side)| 2 * place + side);
        }
        way
    }
}
