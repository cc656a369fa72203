use std::collections::BTreeSet;

use super::{in_order, joined};
use crate::contests::{How, Score};
use crate::features::ladders::messages::view::View;
use crate::features::ladders::model::{Condition, LadderResult, Side, Stage};
use crate::features::pages::model::{Content, GameStage, ListedGame, Part, Standing};
use crate::matches::UserId;

/// The most results on a page.
const MOST_RESULTS: usize = 50;

pub(super) fn people(view: &View) -> BTreeSet<UserId> {
    let results = view.records.results();
    let played = results.flat_map(|(_, result)| [result.by, result.to]);
    let running = view.ladder.games();
    let running = running.flat_map(|(_, game)| [game.by, game.to]);
    view.ladder.order().chain(played).chain(running).collect()
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
        unfolded: true,
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
        let (Stage::Running(match_id) | Stage::Ending(match_id, _)) = game.stage else {
            return None;
        };
        let second = if game.first == game.by {
            game.to
        } else {
            game.by
        };
        Some(ListedGame {
            id,
            part: String::new(),
            names: [game.first, second].map(|user| called(view, user)),
            state: GameStage::Running,
            match_id: Some(match_id),
            page: None,
        })
    });
    running.collect()
}

pub(super) fn results(view: &View) -> Vec<ListedGame> {
    let results = view.records.results();
    let listed = results.map(|(id, result)| ListedGame {
        id,
        part: String::new(),
        names: [result.by, result.to].map(|user| called(view, user)),
        state: GameStage::Over {
            at: result.at,
            score: score(result),
            how: match result.played {
                true => How::Played,
                false => How::Forfeit,
            },
        },
        match_id: result.match_id,
        page: None,
    });
    listed.collect()
}

/// The challenger stands first.
const fn score(result: &LadderResult) -> Score {
    match result.winner {
        Some(Side::Challenger) => Score::First,
        Some(Side::Challenged) => Score::Second,
        None => Score::Draw,
    }
}

fn called(view: &View, user: UserId) -> String {
    let deleted = user.deleted_name();
    deleted.unwrap_or_else(|| view.name(user).to_owned())
}
