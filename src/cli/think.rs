use std::io;
use std::time::{Duration, Instant};

use clap::Args;
#[cfg(unix)]
use serde_json::{Map, Value, json};

use super::requests::{self, answer_lines};
use super::rules::print;
use super::start::{Start, Started};
use crate::board::Level;
use crate::games::split_steps;
use crate::kernel::fair::processor_time;
use crate::ops::failure::Failure;
use crate::search::{self, Strength, Thought};

/// The arguments of `anteroom think`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    start: Option<Start>,
    /// Steps to play from there, separated by spaces
    #[arg(long, value_name = "STEPS", allow_hyphen_values = true)]
    play: Option<String>,
    #[command(flatten)]
    effort: EffortArguments,
    /// The seed of the random numbers: the same seed gives the same answer
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Answer JSON requests from standard input, one a line
    #[arg(long, conflicts_with_all = ["game", "set", "from", "play", "level", "nodes", "time", "core_time", "seed"])]
    stdin: bool,
}

/// How hard to think: one of four, or the Master's level.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub(super) struct EffortArguments {
    /// The level: 1 Beginner, 2 Casual, 3 Club, 4 Strong, 5 Master (the default)
    #[arg(long, value_name = "1-5", value_parser = clap::value_parser!(u8).range(1..=5))]
    level: Option<u8>,
    /// The number of nodes to search
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The time to search, for example 500ms; the result depends on the machine
    #[arg(long, value_parser = humantime::parse_duration)]
    time: Option<Duration>,
    /// The time of one core to search, for example 500ms: like --time, but for a busy machine
    #[arg(long, value_parser = humantime::parse_duration)]
    core_time: Option<Duration>,
}

/// The limit of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    /// A number of nodes.
    Nodes(Strength),
    /// A duration.
    Time(Duration),
    /// A duration of one core.
    CoreTime(Duration),
}

impl EffortArguments {
    pub(super) fn effort(&self) -> Option<Effort> {
        match (self.level, self.nodes, self.time) {
            (Some(level), ..) => Level::numbered(level)
                .map(Strength::Level)
                .map(Effort::Nodes),
            (_, Some(nodes), _) => Some(Effort::Nodes(Strength::Nodes(nodes))),
            (.., Some(time)) => Some(Effort::Time(time)),
            (None, None, None) => self.core_time.map(Effort::CoreTime),
        }
    }
}

impl Effort {
    /// Searches a position within this limit.
    pub(super) fn think(
        self,
        position: &dyn crate::games::DynPosition,
        seed: u64,
    ) -> Option<Thought> {
        let strength = match self {
            Effort::Nodes(strength) => strength,
            Effort::Time(_) | Effort::CoreTime(_) => Strength::Nodes(u64::MAX),
        };
        search::think(position, strength, seed, &*self.end())
    }

    /// Returns a check whether the time of a search that begins now is over; never for nodes.
    pub(super) fn end(self) -> Box<dyn Fn() -> bool> {
        match self {
            Effort::Nodes(_) => Box::new(|| false),
            Effort::Time(time) => {
                let begun = Instant::now();
                Box::new(move || begun.elapsed() >= time)
            }
            Effort::CoreTime(time) => {
                let begun = processor_time();
                Box::new(move || processor_time().saturating_sub(begun) >= time)
            }
        }
    }
}

impl Arguments {
    /// Prints one search result, or answers requests until the end of standard input.
    pub(super) fn run(self) -> Result<(), Failure> {
        if self.stdin {
            return answer_lines(io::stdin().lock(), io::stdout().lock(), answer)
                .or_else(requests::closed_pipe);
        }
        let Some(start) = self.start else {
            return Err(Failure::of("Say which game, or --stdin to read requests."));
        };
        let effort = self.effort.effort().unwrap_or(MASTER);
        let play = self.play.as_deref().unwrap_or_default();
        print(&describe(start.find()?, play, effort, self.seed)?)
    }
}

const MASTER: Effort = Effort::Nodes(Strength::Level(Level::Master));

/// Plays the steps and searches the resulting position.
fn describe(started: Started, play: &str, effort: Effort, seed: u64) -> Result<Value, Failure> {
    let Started {
        game, mut position, ..
    } = started;
    for step in split_steps(play) {
        position.play(step).map_err(Failure::of)?;
    }
    let thought = effort
        .think(&*position, seed)
        .ok_or_else(|| Failure::of("The game is over: there is nothing to think about."))?;
    let candidates = thought
        .candidates
        .into_iter()
        .map(|(turn, value)| json!({ "turn": turn, "value": value }));
    Ok(json!({
        "game": game.card.key,
        "turn": thought.turn,
        "value": thought.value,
        "proven": thought.proven.map(search::Proven::word),
        "nodes": thought.nodes,
        "line": thought.line,
        "candidates": candidates.collect::<Vec<_>>(),
    }))
}

fn answer(request: &Map<String, Value>) -> Result<Value, Failure> {
    requests::check_keys(
        request,
        &[
            "game", "options", "from", "play", "level", "nodes", "time_ms", "seed",
        ],
    )?;
    let started = requests::started(request)?;
    let number = |key| requests::number(request, key);
    let refuse = |sentence: &str| Err(Failure::Refused(sentence.to_owned()));
    let effort = match (number("level")?, number("nodes")?, number("time_ms")?) {
        (None, None, None) => MASTER,
        (Some(level), None, None) => match u8::try_from(level).ok().and_then(Level::numbered) {
            Some(level) => Effort::Nodes(Strength::Level(level)),
            None => return refuse("level must be a whole number from 1 to 5."),
        },
        (None, Some(0), None) => return refuse("nodes must be at least 1."),
        (None, Some(nodes), None) => Effort::Nodes(Strength::Nodes(nodes)),
        (None, None, Some(time)) => Effort::Time(Duration::from_millis(time)),
        _ => return refuse("A request has only one of level, nodes and time_ms."),
    };
    let seed = number("seed")?.unwrap_or(0);
    let play = requests::text(request, "play")?.unwrap_or_default();
    describe(started, play, effort, seed)
}
