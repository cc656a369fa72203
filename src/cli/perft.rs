use clap::Args;
use serde_json::{Map, Value, json};

use super::rules;
use super::start::Start;
use crate::ops::failure::Failure;

/// The maximum depth. Longer counts would never end, and each step takes room on the stack.
const DEEPEST: i64 = 100;

/// The arguments of `anteroom perft`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    start: Start,
    /// How many steps each sequence has, at most 100
    #[arg(value_parser = clap::value_parser!(u32).range(..=DEEPEST))]
    depth: u32,
    /// Count by first step as well
    #[arg(long)]
    divide: bool,
}

impl Arguments {
    /// Prints the number of sequences of `depth` steps.
    pub(super) fn run(self) -> Result<(), Failure> {
        let started = self.start.find()?;
        let mut answer = json!({
            "game": started.game.card.key,
            "options": rules::options_of(&started.options),
            "position": started.position.text(),
            "depth": self.depth,
        });
        if self.divide {
            let parts = started.position.divide(self.depth);
            // The empty sequence has no first step.
            let nodes = if self.depth == 0 {
                1
            } else {
                parts.iter().map(|(_, nodes)| nodes).sum::<u64>()
            };
            answer["nodes"] = nodes.into();
            answer["divide"] = parts
                .into_iter()
                .map(|(step, nodes)| (step, Value::from(nodes)))
                .collect::<Map<_, _>>()
                .into();
        } else {
            answer["nodes"] = started.position.perft(self.depth).into();
        }
        rules::print(&answer)
    }
}
