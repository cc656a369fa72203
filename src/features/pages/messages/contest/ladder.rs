use std::collections::BTreeSet;

use super::{in_order, joined};
use crate::contests::{How, Score};
use crate::features::ladders::messages::view::View;
use crate::features::ladders::model::{Condition, GameId, LadderResult, Side, Stage};
use crate::features::pages::model::{Content, GameStage, ListedGame, Part, Standing};
use crate::matches::UserId;

/// The most results on a page.
const MOST_RESULTS: usize = 50;

/// Returns the people whom the page names: those who have played in the order of their challenges, then the others from
/// the top.
pub(super) fn people_of(view: &View) -> Vec<UserId> {
    let results = view.records.results();
    let played = results.flat_map(|(_, result)| [result.by, result.to]);
    let running = view.ladder.games();
    let running = running.flat_map(|(_, game)| [game.by, game.to]);
    let mut seen = BTreeSet::new();
    let all = played.chain(running).chain(view.ladder.order());
    all.filter(|user| seen.insert(*user)).collect()
}

pub(super) fn content(view: &View) -> Content {
    let sheets = (0..view.pages()).filter_map(|page| view.drawing(page));
    let order = Part {
        heading: String::from("Order"),
        sheet: joined(sheets.map(|drawing| drawing.sheet)),
        ..Part::default()
    };
    let mut latest = in_order(results(view));
    latest.truncate(MOST_RESULTS);
    let parts = [("Being Played", running(view)), ("Latest Results", latest)];
    let parts = parts.into_iter().filter(|(_, games)| !games.is_empty());
    let parts = parts.map(|(heading, games)| Part {
        heading: heading.to_owned(),
        games,
        open: true,
        ..Part::default()
    });
    Content {
        state: match view.ladder.condition() {
            Condition::Open => Standing::says(
                view.people(),
                "Challengers who win move up to the place just above the other.",
            ),
            Condition::Paused { .. } => Standing::says(
                "Paused",
                "New challenges are not possible. Running matches go on.",
            ),
            Condition::Closed => Standing::says("Closed", "This ladder has ended."),
        },
        seasons: Vec::new(),
        season: None,
        parts: std::iter::once(order).chain(parts).collect(),
    }
}

fn running(view: &View) -> Vec<ListedGame> {
    let games = view.ladder.games();
    let running = games.filter_map(|(id, game)| {
        let Stage::Running(match_id) = game.stage else {
            return None;
        };
        let second = match game.first == game.by {
            true => game.to,
            false => game.by,
        };
        Some(ListedGame {
            id,
            part: String::new(),
            names: [game.first, second].map(|user| view.name(user)),
            state: GameStage::Running,
            match_id: Some(match_id),
            page: None,
        })
    });
    running.collect()
}

pub(super) fn results(view: &View) -> Vec<ListedGame> {
    let results = view.records.results();
    results
        .map(|(id, result)| listed(view, id, result))
        .collect()
}

/// Where no match was played, the challenger stands first.
fn listed(view: &View, id: GameId, result: &LadderResult) -> ListedGame {
    let swapped = result.first == Some(result.to);
    let mut people = [result.by, result.to];
    let mut scores = [Score::First, Score::Second];
    if swapped {
        people.reverse();
        scores.reverse();
    }
    let [by_challenger, by_challenged] = scores;
    ListedGame {
        id,
        part: String::new(),
        names: people.map(|user| view.name(user)),
        state: GameStage::Over {
            at: result.at,
            score: match result.winner {
                Some(Side::Challenger) => by_challenger,
                Some(Side::Challenged) => by_challenged,
                None => Score::Draw,
            },
            how: match result.played {
                true => How::Played,
                false => How::Forfeit,
            },
        },
        match_id: result.match_id,
        page: None,
    }
}
