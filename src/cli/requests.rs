//! JSON requests, one a line, for several commands.

use std::io::{self, BufRead, Write};

use serde_json::{Map, Value, json};

use super::start::{self, Started};
use crate::games::{GivenOptions, Quoted};
use crate::ops::failure::Failure;

/// The maximum length of a request line in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// Answers every line, valid or not, until the input ends.
pub(super) fn answer_lines(
    mut input: impl BufRead,
    mut output: impl Write,
    answer: impl Fn(&Map<String, Value>) -> Result<Value, Failure>,
) -> io::Result<()> {
    let mut line = Vec::new();
    while let Some(whole) = read_line(&mut input, &mut line)? {
        let answer = if whole {
            read_object(&line).and_then(|request| answer(&request))
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

/// Reads a line without its end. `None` at the end of the input; `false` if a long line was cut.
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

/// Reads a request: a JSON object.
fn read_object(line: &[u8]) -> Result<Map<String, Value>, Failure> {
    let request: Value = serde_json::from_slice(line)
        .map_err(|error| Failure::Refused(format!("The line is not JSON: {error}.")))?;
    match request {
        Value::Object(request) => Ok(request),
        _ => Err(Failure::of("A request is a JSON object.")),
    }
}

/// Refuses a request that has an unknown key.
pub(super) fn check_keys(request: &Map<String, Value>, known: &[&str]) -> Result<(), Failure> {
    let Some(unknown) = request.keys().find(|key| !known.contains(&key.as_str())) else {
        return Ok(());
    };
    let known = match known {
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
        [] => String::new(),
    };
    Err(Failure::Refused(format!(
        "A request has {known}, but no {}.",
        Quoted(unknown)
    )))
}

/// Returns the position that a request names by `game`, `options` and `from`.
pub(super) fn started(request: &Map<String, Value>) -> Result<Started, Failure> {
    let Some(game) = text(request, "game")? else {
        return Err(Failure::of("A request names its game."));
    };
    let options = match request.get("options") {
        None | Some(Value::Null) => GivenOptions::new(),
        Some(Value::Object(options)) => options.iter().map(option).collect::<Result<_, _>>()?,
        Some(_) => return Err(Failure::of("options must be an object.")),
    };
    start::start(game, &options, text(request, "from")?)
}

/// Returns the whole number of a key; `None` if it is absent or null.
pub(super) fn number(request: &Map<String, Value>, key: &str) -> Result<Option<u64>, Failure> {
    match request.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => value.as_u64().map(Some).ok_or_else(|| {
            Failure::Refused(format!(
                "{key} must be a whole number that is not negative."
            ))
        }),
    }
}

/// Returns the text of a key; `None` if it is absent or null.
pub(super) fn text<'a>(
    request: &'a Map<String, Value>,
    key: &str,
) -> Result<Option<&'a str>, Failure> {
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

/// Treats a closed pipe as success: the reader needs no more output.
pub(super) fn closed_pipe(error: io::Error) -> Result<(), Failure> {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Ok(()),
        _ => Err(Failure::Refused(format!(
            "The answer cannot be written: {error}."
        ))),
    }
}
