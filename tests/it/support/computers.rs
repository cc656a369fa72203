//! Stages with a computer player, and a computer that advises.

use std::sync::Arc;

use anteroom::features::computers::ComputerPlayer;
use anteroom::games::AnyPosition;
use anteroom::matches::{Level, Match};
use anteroom::search::Thought;
use async_trait::async_trait;
use serde_json::Value;

use super::play::challenges;
use crate::support::stage::{Stage, Table, private};

pub async fn stage_with(computer: Arc<dyn ComputerPlayer>) -> Stage {
    let mut stage = Stage::without_bot().await;
    stage.computer = computer;
    stage.start().await;
    stage
}

/// Ana begins a match against a computer in #general. Returns once the first board is posted.
pub async fn begin(stage: &Stage, game: &str, options: &[(&str, Value)]) -> Table {
    let general = stage.general();
    let begun = stage.sandbox.threads(general).len();
    let first = anteroom::games::find(game).expect("a game").card.seats[0];
    let mut given = vec![("computer", Value::from(1)), ("colour", Value::from(first))];
    given.extend_from_slice(options);
    let ana = stage.person("ana", general);
    private(challenges(&ana, game, given).await);
    let thread = stage.thread(begun).await;
    // Practice has no card.
    let table = stage.table(thread, thread);
    stage.board(&table, 1).await;
    let lines = "SELECT count(*) FROM owed WHERE kind = 'thread-lines'";
    stage.until_row(lines, "0").await;
    table
}

/// A computer that plays the first offered turn, and that analyses the last offered turn as best.
pub struct Adviser;

#[async_trait]
impl ComputerPlayer for Adviser {
    async fn think(&self, state: &Match, _: Level) -> String {
        state.position().complete("", 1).0[0].step.clone()
    }

    async fn accepts_draw(&self, _: &Match) -> bool {
        false
    }

    async fn evaluate(&self, position: AnyPosition, _: u64) -> Option<Thought> {
        let turn = position.steps().pop()?;
        Some(Thought {
            line: vec![turn.clone()],
            turn,
            value: 0.75,
            proven: None,
            nodes: 1,
            candidates: Vec::new(),
        })
    }
}

/// Ana beats Ben with a column of four, which Ben does not block.
pub async fn lost_match(stage: &Stage) -> Table {
    let table = stage
        .begin("connect-n", &[("columns", "8"), ("rows", "7")])
        .await;
    stage
        .play_on(&table, &["d", "a", "d", "b", "d", "c", "d"])
        .await;
    table
}
