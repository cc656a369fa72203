//! Portable Game Notation, as chess programs read it.

use std::collections::BTreeMap;
use std::time::Duration;

use super::build::{Builder, Head, moment};
use super::source::ending_words;
use super::variant::{form, game_of};
use super::{NotWritten, RecordError, Recorded, Source};
use crate::board::Seat;
use crate::games::{Form, GivenOptions, Quoted, Verdict};
use crate::matches::{Ending, MatchId, Moment, TimeControl};

/// A line of moves is not longer than this.
const WIDTH: usize = 80;

/// The tag in which stands which game it is, by its key, where whoever brought a record has said so.
const GAME: &str = "AnteroomGame";

/// Variations in variations are left out down to this depth.
const DEEPEST: usize = 50;

pub(super) fn write(source: &Source<'_>) -> Result<String, NotWritten> {
    let state = source.state;
    let Form::Pgn { variant, .. } = form(state.game()) else {
        return Err(NotWritten::Broken(String::from("the game has no PGN")));
    };
    let begin = state.proposed_at();
    let (begin_day, begin_time) = day(begin);
    let start = state
        .game()
        .start(&state.proposal().options)
        .map_err(|error| NotWritten::Broken(error.to_string()))?;
    let mut tags = vec![
        ("Event", format!("Match {}", state.id())),
        ("Site", String::from("Anteroom")),
        ("Date", begin_day.clone()),
        ("Round", String::from("-")),
        ("White", source.name(Seat::First)),
        ("Black", source.name(Seat::Second)),
        ("Result", result(state.ending()).to_owned()),
        ("Variant", variant.to_owned()),
        ("SetUp", String::from("1")),
        ("FEN", start.text()),
        ("UTCDate", begin_day),
        ("UTCTime", begin_time),
        ("TimeControl", time_tag(state.proposal().time)),
        ("Termination", termination(state.ending()).to_owned()),
        ("AnteroomRules", state.proposal().rules_version.to_string()),
        ("AnteroomBegun", begin.to_string()),
    ];
    if let Some(end) = state.ended_at() {
        let (end_day, end_time) = day(end);
        tags.push(("EndDate", end_day));
        tags.push(("EndTime", end_time));
        tags.push(("AnteroomEnded", end.to_string()));
    }
    if let Some(words) = state.ending().and_then(ending_words) {
        tags.push(("AnteroomEnding", words));
    }
    let mut text = String::new();
    for (key, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{key} \"{value}\"]\n"));
    }
    text.push('\n');
    let mut words: Vec<String> = Vec::new();
    let lines = source.lines()?;
    let opening = lines.len().saturating_sub(state.record().len());
    let note = |words: &mut Vec<String>, done: usize| {
        let Some(ply) = done.checked_sub(opening) else {
            return;
        };
        for comment in source.comments(ply) {
            // Nothing can stand for the bracket that ends a comment.
            let comment = format!("{{{}}}", comment.replace('}', ")"));
            words.extend(comment.split(' ').map(str::to_owned));
        }
    };
    note(&mut words, 0);
    for (index, line) in lines.iter().enumerate() {
        let first = line.entry.seat == Seat::First;
        if first {
            words.push(format!("{}.", index / 2 + 1));
        } else if index == 0 {
            words.push(String::from("1..."));
        }
        match &line.entry.text {
            None => words.push(String::from("--")),
            Some(text) => {
                words.push(line.spelling.clone().unwrap_or_else(|| text.clone()));
                let left = line.left.as_secs();
                words.push(format!(
                    "{{[%clk {}:{:02}:{:02}] [%at {}]}}",
                    left / 3600,
                    left / 60 % 60,
                    left % 60,
                    line.entry.at
                ));
            }
        }
        note(&mut words, index + 1);
    }
    words.push(result(state.ending()).to_owned());
    let mut width = 0;
    for word in words {
        if width > 0 && width + 1 + word.len() > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        width += word.len();
        text.push_str(&word);
    }
    text.push('\n');
    Ok(text)
}

const fn result(ending: Option<&Ending>) -> &'static str {
    match ending {
        None => "*",
        Some(ending) => match ending.verdict() {
            Some(Verdict::Win(Seat::First)) => "1-0",
            Some(Verdict::Win(Seat::Second)) => "0-1",
            Some(Verdict::Draw) => "1/2-1/2",
            None => "*",
        },
    }
}

const fn termination(ending: Option<&Ending>) -> &'static str {
    match ending {
        None => "unterminated",
        Some(Ending::Flagged(_)) => "time forfeit",
        Some(Ending::Stopped(_) | Ending::Abandoned) => "abandoned",
        Some(Ending::Moderated { .. }) => "adjudication",
        Some(Ending::Game(_) | Ending::Resigned(_) | Ending::Agreed) => "normal",
    }
}

/// Day and time in UTC as PGN has them: `2026.08.01`, `12:00:00`.
fn day(at: Moment) -> (String, String) {
    let text = at.to_string();
    match (text.get(..10), text.get(11..19)) {
        (Some(day), Some(time)) => (day.replace('-', "."), time.to_owned()),
        _ => (String::from("????.??.??"), String::from("??:??:??")),
    }
}

fn time_tag(time: TimeControl) -> String {
    match time {
        TimeControl::PerTurn(time) => format!("1/{}", time.as_secs()),
        TimeControl::Bank { bank, increment } => {
            format!("{}+{}", bank.as_secs(), increment.as_secs())
        }
    }
}

fn read_time_tag(text: &str) -> Option<TimeControl> {
    let seconds = |text: &str| text.parse().ok().map(Duration::from_secs);
    let read = match (text.strip_prefix("1/"), text.split_once('+')) {
        (Some(time), _) => TimeControl::PerTurn(seconds(time)?),
        (None, Some((bank, increment))) => TimeControl::Bank {
            bank: seconds(bank)?,
            increment: seconds(increment)?,
        },
        (None, None) => TimeControl::Bank {
            bank: seconds(text)?,
            increment: Duration::ZERO,
        },
    };
    // Within the bounds that a clock has here.
    read.to_string().parse().ok()
}

/// A piece of the text.
#[derive(Debug, PartialEq, Eq)]
enum Token {
    Tag(String, String),
    Comment(String),
    Open,
    Close,
    Word(String),
}

struct Tokens<'t> {
    rest: std::iter::Peekable<std::str::Chars<'t>>,
    line: usize,
    at_line_start: bool,
}

impl Tokens<'_> {
    fn next_char(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        if c == '\n' {
            self.line += 1;
        }
        self.at_line_start = c == '\n';
        Some(c)
    }

    fn until(&mut self, end: char) -> Option<String> {
        let mut text = String::new();
        loop {
            match self.next_char()? {
                c if c == end => return Some(text),
                c => text.push(c),
            }
        }
    }

    /// A tag pair, behind its bracket.
    fn tag(&mut self) -> Option<Token> {
        let mut key = String::new();
        while self.rest.peek().is_some_and(|c| *c != '"') {
            key.push(self.next_char()?);
        }
        self.next_char()?;
        let mut value = String::new();
        loop {
            match self.next_char()? {
                '\\' => value.push(self.next_char()?),
                '"' => break,
                c => value.push(c),
            }
        }
        self.until(']')?;
        Some(Token::Tag(key.trim().to_owned(), value))
    }

    /// The next piece and the line in which it begins; `None` at the end.
    fn next(&mut self) -> Result<Option<(usize, Token)>, RecordError> {
        loop {
            let fresh = self.at_line_start;
            let Some(&c) = self.rest.peek() else {
                return Ok(None);
            };
            let line = self.line;
            let open = |what: &str| RecordError::at(line, format!("{what} is never closed."));
            if c.is_whitespace() {
                self.next_char();
                continue;
            }
            if c == '%' && fresh {
                self.until('\n');
                continue;
            }
            self.at_line_start = false;
            let token = match c {
                '[' => {
                    self.next_char();
                    self.tag().ok_or_else(|| open("This tag"))?
                }
                '{' => {
                    self.next_char();
                    Token::Comment(self.until('}').ok_or_else(|| open("This comment"))?)
                }
                ';' => {
                    self.next_char();
                    let mut text = String::new();
                    while let Some(c) = self.next_char().filter(|c| *c != '\n') {
                        text.push(c);
                    }
                    Token::Comment(text)
                }
                '(' => {
                    self.next_char();
                    Token::Open
                }
                ')' => {
                    self.next_char();
                    Token::Close
                }
                _ => {
                    let mut word = String::new();
                    while let Some(&c) = self.rest.peek()
                        && !c.is_whitespace()
                        && !"[]{}();".contains(c)
                    {
                        word.push(c);
                        self.next_char();
                    }
                    if word.is_empty() {
                        return Err(RecordError::at(
                            line,
                            format!("{} does not belong here.", Quoted(&c.to_string())),
                        ));
                    }
                    Token::Word(word)
                }
            };
            return Ok(Some((line, token)));
        }
    }
}

/// A text whose game somebody has said.
pub(super) fn said(game: &str, text: &str) -> String {
    // In the same line, so that all keep their numbers.
    format!("[{GAME} \"{game}\"] {text}")
}

pub(super) fn read(text: &str) -> Result<Recorded, RecordError> {
    let mut tokens = Tokens {
        rest: text.chars().peekable(),
        line: 1,
        at_line_start: true,
    };
    let mut tags: BTreeMap<String, String> = BTreeMap::new();
    let mut next = tokens.next()?;
    while let Some((_, Token::Tag(key, value))) = next {
        // What somebody has said of the record stands before what it says itself.
        if key == GAME {
            tags.entry(key).or_insert(value);
        } else {
            tags.insert(key, value);
        }
        next = tokens.next()?;
    }
    let mut builder = Builder::new(head(&tags)?)?;
    let (mut depth, mut told) = (0_usize, None);
    // A turn waits for the comment behind it, which may say when it was made.
    let mut waiting: Option<(usize, String)> = None;
    let flush =
        |builder: &mut Builder, waiting: &mut Option<(usize, String)>, at| match waiting.take() {
            Some((line, word)) => builder.turn(&word, at, Some(line)),
            None => Ok(()),
        };
    while let Some((line, token)) = next {
        match token {
            Token::Tag(..) => break,
            Token::Open => {
                depth += 1;
                if depth > DEEPEST {
                    return Err(RecordError::at(line, "Variations are nested too deeply."));
                }
            }
            Token::Close => {
                depth = depth
                    .checked_sub(1)
                    .ok_or_else(|| RecordError::at(line, "A variation ends that has not begun."))?;
            }
            _ if depth > 0 => {}
            Token::Comment(comment) => {
                let at = command(&comment, "%at").and_then(moment);
                flush(&mut builder, &mut waiting, at)?;
                builder.comment(&without_commands(&comment));
            }
            Token::Word(word) => {
                let Some(word) = turn_word(&word) else {
                    next = tokens.next()?;
                    continue;
                };
                flush(&mut builder, &mut waiting, None)?;
                match word {
                    "1-0" | "0-1" | "1/2-1/2" | "*" => {
                        told = Some((line, word.to_owned()));
                        break;
                    }
                    "--" | "Z0" => builder.passed_over(Some(line))?,
                    word => waiting = Some((line, word.to_owned())),
                }
            }
        }
        next = tokens.next()?;
    }
    flush(&mut builder, &mut waiting, None)?;
    end(&mut builder, &tags, told)?;
    Ok(builder.finish())
}

/// What is a turn of a word, behind the number of the move; `None` where nothing is left, and for signs that only comment.
fn turn_word(word: &str) -> Option<&str> {
    if matches!(word, "1-0" | "0-1" | "1/2-1/2") {
        return Some(word);
    }
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = if digits.len() < word.len() && (digits.is_empty() || digits.starts_with('.')) {
        digits.trim_start_matches('.')
    } else {
        word
    };
    let comments = word.starts_with('$') || word.chars().all(|c| "!?.+-/=".contains(c) && c != '-');
    // En passant is told by the squares.
    let comments = comments || matches!(word, "e.p." | "ep");
    (!word.is_empty() && !comments || word == "--").then_some(word)
}

/// What people read of a comment.
fn without_commands(comment: &str) -> String {
    let (mut words, mut rest) = (String::new(), comment);
    while let Some((before, behind)) = rest.split_once("[%") {
        words.push_str(before);
        words.push(' ');
        rest = behind.split_once(']').map_or("", |(_, after)| after);
    }
    words + rest
}

/// The value of a command in a comment: `[%clk 1:00:00]`.
fn command<'c>(comment: &'c str, name: &str) -> Option<&'c str> {
    let (_, rest) = comment.split_once(&format!("[{name} "))?;
    rest.split_once(']').map(|(value, _)| value.trim())
}

fn head(tags: &BTreeMap<String, String>) -> Result<Head, RecordError> {
    let tag = |key: &str| tags.get(key).map(String::as_str);
    let game = game_of(tag("Variant").unwrap_or_default(), tag(GAME))?;
    let usual = game
        .settle(&GivenOptions::new(), || 0)
        .and_then(|options| game.start(&options))
        .map_err(|error| RecordError::whole(error.to_string()))?;
    if tag("FEN").is_some_and(|fen| fen.trim() != usual.text()) {
        return Err(RecordError::whole(
            "The tag FEN gives another beginning than the game has. I read games from their beginning only.",
        ));
    }
    let begun = tag("AnteroomBegun").and_then(moment).or_else(|| {
        let day = tag("UTCDate").or(tag("Date"))?.replace('.', "-");
        let time = tag("UTCTime").unwrap_or("00:00:00");
        moment(&format!("{day}T{time}Z"))
    });
    Ok(Head {
        id: tag("Event")
            .filter(|_| tag("Site") == Some("Anteroom"))
            .and_then(|event| event.strip_prefix("Match ")?.parse().ok())
            .filter(|id| *id > 0)
            .map(MatchId),
        game,
        options: GivenOptions::new(),
        rules_version: tag("AnteroomRules").and_then(|version| version.parse().ok()),
        time: tag("TimeControl").and_then(read_time_tag),
        names: ["White", "Black"].map(|key| tag(key).unwrap_or_default().to_owned()),
        begun: begun.unwrap_or_default(),
    })
}

/// Ends a match that its last turn has not ended, as its tags and its result say.
fn end(
    builder: &mut Builder,
    tags: &BTreeMap<String, String>,
    told: Option<(usize, String)>,
) -> Result<(), RecordError> {
    let tag = |key: &str| tags.get(key).map(String::as_str);
    let (line, told) = match &told {
        Some((line, word)) => (Some(*line), word.as_str()),
        None => (None, tag("Result").unwrap_or("*")),
    };
    if builder.state().ending().is_some() {
        let ours = result(builder.state().ending());
        if told != "*" && told != ours {
            return Err(RecordError {
                line,
                ..RecordError::whole(format!(
                    "The result is {ours} by the rules, and not {}.",
                    Quoted(told)
                ))
            });
        }
        return Ok(());
    }
    let time = tag("Termination").is_some_and(|how| how.to_lowercase().contains("time"));
    let words = match (tag("AnteroomEnding"), told) {
        (Some(words), _) => words,
        (None, "1-0") if time => "flagged second",
        (None, "0-1") if time => "flagged first",
        (None, "1-0") => "resigned second",
        (None, "0-1") => "resigned first",
        (None, "1/2-1/2") => "agreed",
        (None, _) => return Ok(()),
    };
    let at = tag("AnteroomEnded").and_then(moment);
    builder.end(words, at, line)
}
