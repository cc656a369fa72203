use std::io::{self, BufRead, Write};

use clap::Args;
use serde_json::{Map, Value, json};

use super::Failure;
use super::start::{self, Start, Started};
use crate::board::Seat;
use crate::games::{GivenOptions, Outcome, Quoted, Values, Verdict, split_steps};

/// The longest request line that is read, in bytes.
const LONGEST_LINE: usize = 1 << 20;

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
            return answer_lines(io::stdin().lock(), io::stdout().lock()).or_else(closed_pipe);
        }
        let Some(start) = self.start else {
            return Err(Failure::Refused(String::from(
                "Say which game, or --stdin to read requests.",
            )));
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

/// Prints lines of text.
pub(super) fn print_lines(lines: &[String]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    lines
        .iter()
        .try_for_each(|line| writeln!(out, "{line}"))
        .or_else(closed_pipe)
}

/// The settings as an object of strings.
pub(super) fn options_of(options: &Values) -> Value {
    options
        .iter()
        .map(|(key, value)| (key.to_owned(), Value::from(value)))
        .collect::<Map<_, _>>()
        .into()
}

/// Plays the steps and says what the position is then.
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

/// Answers every line, whatever it is, until the input ends.
pub(super) fn answer_lines(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    while let Some(whole) = read_line(&mut input, &mut line)? {
        let answer = if whole {
            answer(&line)
        } else {
            Err(Failure::Refused(format!(
                "A request is at most {LONGEST_LINE} bytes long."
            )))
        };
        let answer = answer.unwrap_or_else(
            |(Failure::Refused(sentence) | Failure::Fault(sentence))| json!({ "error": sentence }),
        );
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}

/// Reads a line without its end; `None` when there is none left, `false` when it was too long and only a part is kept.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    let (mut any, mut whole) = (false, true);
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(any.then_some(whole));
        }
        any = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let (part, used) = match end {
            Some(end) => (&chunk[..end], end + 1),
            None => (chunk, chunk.len()),
        };
        if line.len() + part.len() <= LONGEST_LINE {
            line.extend_from_slice(part);
        } else {
            whole = false;
        }
        input.consume(used);
        if end.is_some() {
            return Ok(Some(whole));
        }
    }
}

/// Answers one request.
fn answer(line: &[u8]) -> Result<Value, Failure> {
    let request: Value = serde_json::from_slice(line)
        .map_err(|error| Failure::Refused(format!("The line is not JSON: {error}.")))?;
    let Value::Object(request) = request else {
        return Err(Failure::Refused(String::from(
            "A request is a JSON object.",
        )));
    };
    if let Some(unknown) = request
        .keys()
        .find(|key| !["game", "options", "from", "play"].contains(&key.as_str()))
    {
        return Err(Failure::Refused(format!(
            "A request has game, options, from and play, but no {}.",
            Quoted(unknown)
        )));
    }
    let Some(game) = text(&request, "game")? else {
        return Err(Failure::Refused(String::from("A request names its game.")));
    };
    let options = match request.get("options") {
        None | Some(Value::Null) => GivenOptions::new(),
        Some(Value::Object(options)) => options.iter().map(option).collect::<Result<_, _>>()?,
        Some(_) => return Err(Failure::Refused(String::from("options must be an object."))),
    };
    let started = start::start(game, &options, text(&request, "from")?)?;
    describe(started, text(&request, "play")?.unwrap_or_default())
}

/// The text under a key; `None` when it is absent or null.
fn text<'a>(request: &'a Map<String, Value>, key: &str) -> Result<Option<&'a str>, Failure> {
    match request.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(Failure::Refused(format!("{key} must be a string."))),
    }
}

fn option((key, value): (&String, &Value)) -> Result<(String, String), Failure> {
    match value {
        Value::String(text) => Ok((key.clone(), text.clone())),
        Value::Number(number) => Ok((key.clone(), number.to_string())),
        _ => Err(Failure::Refused(format!(
            "The option {} must be a string or a number.",
            Quoted(key)
        ))),
    }
}

/// Who no longer reads what is printed has seen enough.
fn closed_pipe(error: io::Error) -> Result<(), Failure> {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Ok(()),
        _ => Err(Failure::Refused(format!(
            "The answer cannot be written: {error}."
        ))),
    }
}
