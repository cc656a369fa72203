use std::io::{self, Write};

use clap::Args;
use serde_json::{Map, Value, json};

use super::requests::{self, answer_lines, closed_pipe};
use super::start::{Start, Started};
use crate::board::Seat;
use crate::games::{Outcome, Values, Verdict, split_steps};
use crate::ops::failure::Failure;

/// The arguments of `anteroom rules`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    start: Option<Start>,
    /// Steps to play from there, separated by spaces
    #[arg(long, value_name = "STEPS", allow_hyphen_values = true)]
    play: Option<String>,
    /// Answer JSON requests from standard input, one a line
    #[arg(long, conflicts_with_all = ["game", "set", "from", "play"])]
    stdin: bool,
}

impl Arguments {
    /// Prints one position, or answers requests until the end of standard input.
    pub(super) fn run(self) -> Result<(), Failure> {
        if self.stdin {
            return answer_lines(io::stdin().lock(), io::stdout().lock(), answer)
                .or_else(closed_pipe);
        }
        let Some(start) = self.start else {
            return Err(Failure::of("Say which game, or --stdin to read requests."));
        };
        print(&describe(
            start.find()?,
            self.play.as_deref().unwrap_or_default(),
        )?)
    }
}

/// Prints an answer as one line on standard output.
pub(super) fn print(answer: &Value) -> Result<(), Failure> {
    writeln!(io::stdout(), "{answer}").or_else(closed_pipe)
}

pub(super) fn print_lines(lines: &[String]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    lines
        .iter()
        .try_for_each(|line| writeln!(out, "{line}"))
        .or_else(closed_pipe)
}

/// Reports the progress of long work on stderr. The work continues if the reader is gone.
pub(super) fn progress(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Returns the settings as an object of strings.
pub(super) fn options_of(options: &Values) -> Value {
    options
        .iter()
        .map(|(key, value)| (key.to_owned(), Value::from(value)))
        .collect::<Map<_, _>>()
        .into()
}

/// Plays the steps and describes the resulting position.
fn describe(started: Started, play: &str) -> Result<Value, Failure> {
    let Started {
        game,
        options,
        mut position,
    } = started;
    for step in split_steps(play) {
        position.play(step).map_err(Failure::of)?;
    }
    let letter = |seat| Value::from(position.letter(seat).to_string());
    Ok(json!({
        "game": game.card.key,
        "options": options_of(&options),
        "position": position.text(),
        "to_move": position.to_move().map(letter),
        "steps": position.steps(),
        "turn": position.turn(),
        "outcome": position.outcome().map(|outcome| describe_outcome(&outcome, letter)),
    }))
}

fn describe_outcome(outcome: &Outcome, letter: impl Fn(Seat) -> Value) -> Value {
    let mut answer = match outcome.verdict {
        Verdict::Win(seat) => json!({ "winner": letter(seat), "reason": outcome.reason }),
        Verdict::Draw => json!({ "draw": outcome.reason }),
    };
    if let Some(points) = outcome.score {
        let score = Seat::BOTH.into_iter().zip(points);
        let score = score.filter_map(|(seat, points)| {
            Some((letter(seat).as_str()?.to_owned(), Value::from(points)))
        });
        answer["score"] = score.collect::<Map<_, _>>().into();
    }
    answer
}

pub(super) fn answer(request: &Map<String, Value>) -> Result<Value, Failure> {
    requests::check_keys(request, &["game", "options", "from", "play"])?;
    let started = requests::started(request)?;
    describe(
        started,
        requests::text(request, "play")?.unwrap_or_default(),
    )
}
