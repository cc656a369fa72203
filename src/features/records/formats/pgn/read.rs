use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Duration;

use super::signs::{Meaning, meaning, result_word};
use super::tokens::{Placed, Token, Tokens};
use super::{GAME, ROSTER, result, unsaid};
use crate::features::records::formats::build::{Begun, Builder, Head};
use crate::features::records::formats::extras::Marks;
use crate::features::records::formats::listed::Listed;
use crate::features::records::formats::moment::moment;
use crate::features::records::formats::notes::one_line;
use crate::features::records::formats::source::read_gift;
use crate::features::records::formats::variant::game_of;
use crate::features::records::formats::{RecordError, Recorded};
use crate::games::{Game, GivenOptions, Quoted};
use crate::matches::{MatchId, TimeControl};

/// The deepest nesting of variations that is read.
const DEEPEST: usize = 50;

/// Returns the first byte and the line, counted from 1, of each game.
pub(crate) fn split(text: &str) -> Vec<(usize, usize)> {
    let mut starts = vec![(0, 1)];
    let (mut has_moves, mut ended, mut has_event, mut depth) = (false, false, false, 0_usize);
    for Placed { at, line, token } in Tokens::of(text) {
        let is_tag = text.get(at..).is_some_and(|rest| rest.starts_with('['));
        let begins = match &token {
            Ok(Token::Tag(key, _)) => has_moves || ended || key == "Event" && has_event,
            Ok(Token::Word(word)) if ended && depth == 0 => matches!(
                meaning(word),
                Meaning::Move(..) | Meaning::Nothing | Meaning::Pass
            ),
            Ok(_) => false,
            Err(_) => is_tag && (has_moves || ended),
        };
        if begins {
            starts.push((at, line));
            (has_moves, ended, has_event, depth) = (false, false, false, 0);
        }
        match token {
            Ok(Token::Tag(key, _)) => has_event |= key == "Event",
            Ok(Token::Open) => (depth, has_moves) = (depth + 1, true),
            Ok(Token::Close) => depth = depth.saturating_sub(1),
            Ok(Token::Word(word)) => {
                has_moves = true;
                ended |= depth == 0 && matches!(meaning(&word), Meaning::Result(_));
            }
            Ok(Token::Comment(_)) | Err(_) => {}
        }
    }
    starts
}

/// Returns the summary of a game from its tags.
pub(crate) fn listed(text: &str) -> Listed {
    let tags = Tokens::of(text)
        .filter_map(|placed| placed.token.ok())
        .take_while(|token| matches!(token, Token::Tag(..) | Token::Comment(_)));
    let mut listed = Listed::default();
    for token in tags {
        let Token::Tag(key, value) = token else {
            continue;
        };
        match key.as_str() {
            "White" => listed.names[0] = value,
            "Black" => listed.names[1] = value,
            "Result" => listed.result = value,
            "Date" => listed.day = value,
            _ => {}
        }
    }
    listed
}

/// A parsed game before its replay.
#[derive(Default)]
struct Written {
    tags: Vec<(String, String)>,
    /// The place of each tag among them: a file may have very many.
    places: HashMap<String, usize>,
    /// The data before the first move, then each move with the data after it.
    moves: Vec<Move>,
    told: Option<(usize, &'static str)>,
}

#[derive(Default)]
struct Move {
    line: usize,
    /// `None` for the board before the first move.
    word: Option<Word>,
    comments: Vec<String>,
    marks: Marks,
}

enum Word {
    Turn(String),
    Pass,
}

impl Written {
    fn of(text: &str) -> Result<Self, RecordError> {
        let mut written = Self::default();
        let mut open: Vec<usize> = Vec::new();
        let mut last = Move::default();
        for placed in Tokens::of(text) {
            let (line, token) = placed.read()?;
            match token {
                Token::Tag(key, value) => written.tag(key, value),
                Token::Open => {
                    open.push(line);
                    if open.len() > DEEPEST {
                        return Err(RecordError::at(line, "Variations are nested too deeply."));
                    }
                    if open.len() == 1 {
                        last.marks.variations.push(String::from("("));
                    } else {
                        last.vary(" (");
                    }
                }
                Token::Close => {
                    open.pop().ok_or_else(|| {
                        RecordError::at(line, "A variation ends that has not begun.")
                    })?;
                    last.vary(")");
                }
                Token::Comment(comment) if !open.is_empty() => {
                    last.vary_word(&format!("{{{}}}", one_line(&comment).replace('}', ")")));
                }
                Token::Word(word) if !open.is_empty() => last.vary_word(&word),
                Token::Comment(comment) => last.comment(&comment),
                Token::Word(word) => match meaning(&word) {
                    Meaning::Nothing => {}
                    Meaning::Sign(nag) => last.marks.signs.push(nag),
                    Meaning::Result(word) => written.told(line, word)?,
                    found => {
                        let (word, signs) = match found {
                            Meaning::Move(word, signs) => (Word::Turn(word.to_owned()), signs),
                            _ => (Word::Pass, Vec::new()),
                        };
                        let next = Move {
                            line,
                            word: Some(word),
                            ..Move::default()
                        };
                        written.moves.push(std::mem::replace(&mut last, next));
                        last.marks.signs.extend(signs);
                    }
                },
            }
        }
        if let Some(line) = open.first() {
            return Err(RecordError::at(*line, "This variation is never closed."));
        }
        written.moves.push(last);
        Ok(written)
    }

    /// A repeated tag replaces the earlier one.
    fn tag(&mut self, key: String, value: String) {
        match self.places.entry(key) {
            Entry::Occupied(place) => {
                if let Some((_, known)) = self.tags.get_mut(*place.get()) {
                    *known = value;
                }
            }
            Entry::Vacant(place) => {
                self.tags.push((place.key().clone(), value));
                place.insert(self.tags.len() - 1);
            }
        }
    }

    fn told(&mut self, line: usize, word: &'static str) -> Result<(), RecordError> {
        match self.told {
            Some((_, before)) if before != word => Err(RecordError::at(
                line,
                format!("The game ends with {before}, and then with {word}."),
            )),
            _ => {
                self.told = Some((line, word));
                Ok(())
            }
        }
    }

    fn find(&self, key: &str) -> Option<&str> {
        let (_, value) = self.tags.get(*self.places.get(key)?)?;
        Some(value)
    }

    /// Returns the result after the moves, or else the tag's. They must not contradict each other.
    fn result(&self) -> Result<(Option<usize>, &'static str), RecordError> {
        let tag = self.find("Result").unwrap_or_default();
        let tagged = match tag.trim() {
            "" | "?" | "-" => None,
            tag => Some(result_word(tag).ok_or_else(|| {
                RecordError::whole(format!(
                    "The tag Result says {}: a result is 1-0, 0-1, 1/2-1/2 or *.",
                    Quoted(tag)
                ))
            })?),
        };
        match (self.told, tagged.filter(|tag| *tag != "*")) {
            (Some((line, "*")), Some(tag)) => Ok((Some(line), tag)),
            (Some((line, told)), Some(tag)) if told != tag => Err(RecordError::at(
                line,
                format!("The game ends with {told}, and the tag Result says {tag}."),
            )),
            (Some((line, told)), _) => Ok((Some(line), told)),
            (None, tag) => Ok((None, tag.unwrap_or("*"))),
        }
    }
}

impl Move {
    fn vary(&mut self, text: &str) {
        if let Some(variation) = self.marks.variations.last_mut() {
            variation.push_str(text);
        }
    }

    fn vary_word(&mut self, word: &str) {
        let first = self
            .marks
            .variations
            .last()
            .is_none_or(|before| before.ends_with('('));
        if !first {
            self.vary(" ");
        }
        self.vary(word);
    }

    /// Splits a comment into commands for programs and text for people.
    fn comment(&mut self, comment: &str) {
        let (mut words, mut rest) = (String::new(), comment);
        while let Some((before, behind)) = rest.split_once("[%") {
            words.push_str(before);
            words.push(' ');
            let (command, after) = behind.split_once(']').unwrap_or((behind, ""));
            self.marks
                .commands
                .push(format!("[%{}]", one_line(command)));
            rest = after;
        }
        self.comments.push(words + rest);
    }

    /// Removes all readable commands of this name and returns their values.
    fn take_all<T>(&mut self, name: &str, read: impl Fn(&str) -> Option<T>) -> Vec<T> {
        let mut values = Vec::new();
        let commands = &mut self.marks.commands;
        commands.retain(|command| match value(command, name, &read) {
            Some(value) => {
                values.push(value);
                false
            }
            None => true,
        });
        values
    }

    /// Removes the first readable command of this name and returns its value: `[%clk 1:00:00]`.
    fn take<T>(&mut self, name: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let value = |command: &str| value(command, name, &read);
        let mut commands = self.marks.commands.iter().enumerate();
        let (index, value) =
            commands.find_map(|(index, command)| Some((index, value(command)?)))?;
        self.marks.commands.remove(index);
        Some(value)
    }
}

/// Reads a command of this name: `[%clk 1:00:00]`.
fn value<T>(command: &str, name: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
    let command = command.strip_prefix("[%")?.strip_suffix(']')?;
    read(command.strip_prefix(name)?.strip_prefix(' ')?.trim())
}

pub(crate) fn read(text: &str) -> Result<Recorded, RecordError> {
    let (said, text) = unsaid(text);
    let mut written = Written::of(text)?;
    let mut builder = Builder::new(head(&written, said)?)?;
    for mut one in std::mem::take(&mut written.moves) {
        match one.word.take() {
            None => {}
            Some(Word::Pass) => builder.passed_over(Some(one.line))?,
            Some(Word::Turn(word)) => {
                let (at, clock) = (one.take("at", moment), one.take("clk", read_clock));
                builder.turn(&word, at, Some(one.line))?;
                builder.clock(clock);
            }
        }
        for gift in one.take_all("give", read_gift) {
            builder.gift(gift, Some(one.line))?;
        }
        for comment in &one.comments {
            builder.comment(comment);
        }
        builder.mark(one.marks);
    }
    end(&mut builder, &written)?;
    // These tags are generated from the match.
    let own = ["Result", "Variant", "SetUp", GAME];
    let tags = written.tags.into_iter();
    builder.extras.tags = tags
        .filter(|(key, _)| !own.contains(&key.as_str()))
        .collect();
    if builder.extras.tags.is_empty() {
        // The program's own records always have tags, so unknown ones mark a record without tags.
        let unknown = ROSTER.iter().filter(|key| **key != "Result");
        builder.extras.tags = unknown
            .map(|key| ((*key).to_owned(), super::write::unknown(key).to_owned()))
            .collect();
    }
    Ok(builder.finish())
}

/// Reads a clock: `0:09:57`, `1:00:00.5`.
fn read_clock(text: &str) -> Option<Duration> {
    let mut parts = text.splitn(3, ':');
    let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next()?);
    let (seconds, tenths) = seconds.split_once('.').unwrap_or((seconds, ""));
    let number = |text: &str| text.parse::<u64>().ok();
    let millis = match tenths.len() {
        0 => 0,
        1..=3 => number(&format!("{tenths:0<3}"))?,
        _ => return None,
    };
    let minutes = number(hours)?
        .checked_mul(60)?
        .checked_add(number(minutes)?)?;
    let seconds = minutes.checked_mul(60)?.checked_add(number(seconds)?)?;
    Some(Duration::from_millis(
        seconds.checked_mul(1000)?.checked_add(millis)?,
    ))
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
    // Parsing again checks the bounds of clocks here.
    read.to_string().parse().ok()
}

fn head(written: &Written, said: Option<&str>) -> Result<Head, RecordError> {
    let tag = |key: &str| written.find(key);
    let said = said.or(tag(GAME));
    let game = game_of(tag("Variant").unwrap_or_default(), said)?;
    let day = |key: &str| {
        let day = tag(key)?.replace('.', "-");
        moment(&format!("{day}T00:00:00Z")).map(|at| (at, day))
    };
    let exact = tag("AnteroomBegun").and_then(moment).or_else(|| {
        let day = day("UTCDate").or(day("Date"))?.1;
        moment(&format!("{day}T{}Z", tag("UTCTime")?))
    });
    let begun = match (exact, day("UTCDate").or(day("Date"))) {
        (Some(at), _) => Begun::At(at),
        (None, Some((at, _))) => Begun::Day(at),
        (None, None) => Begun::Unknown,
    };
    Ok(Head {
        id: tag("Event")
            .filter(|_| tag("Site") == Some("Anteroom"))
            .and_then(|event| {
                // The name of a league or ladder may come first.
                let last = event.rsplit(", ").next()?;
                last.strip_prefix("Match ")?.parse().ok()
            })
            .filter(|id| *id > 0)
            .map(MatchId),
        game,
        options: GivenOptions::new(),
        rules_version: tag("AnteroomRules").and_then(|version| version.parse().ok()),
        time: tag("TimeControl").and_then(read_time_tag),
        names: ["White", "Black"].map(|key| tag(key).unwrap_or_default().to_owned()),
        begun,
        position: set_up(written, game)?,
    })
}

/// Returns the initial position, if it is not the game's usual one.
fn set_up(written: &Written, game: &'static Game) -> Result<Option<String>, RecordError> {
    let Some(fen) = written
        .find("FEN")
        .map(str::trim)
        .filter(|fen| !fen.is_empty())
    else {
        return Ok(None);
    };
    let whole = |why: String| RecordError::whole(why);
    let usual = game
        .complete_options(&GivenOptions::new(), || 0)
        .map_err(|error| whole(error.to_string()))?;
    let start = game
        .start(&usual)
        .map_err(|error| whole(error.to_string()))?;
    let usual_text = start.text();
    let mut fields: Vec<&str> = fen.split_whitespace().collect();
    // Positions without the two counters (EPD) are read too.
    match fields.len() {
        4 => fields.extend(["0", "1"]),
        5 => fields.push("1"),
        _ => {}
    }
    // Other programs write the castling rights of chess; rights that the game lacks are ignored.
    let usual_fields: Vec<&str> = usual_text.split(' ').collect();
    let without = |places: &[usize]| {
        let mut fields = fields.clone();
        for place in places {
            if let Some(field) = fields.get_mut(*place)
                && usual_fields.get(*place) == Some(&"-")
            {
                *field = "-";
            }
        }
        fields.join(" ")
    };
    let read = |text: String| game.read(&usual, &text);
    let position = read(without(&[]))
        .or_else(|error| {
            read(without(&[2]))
                .or_else(|_| read(without(&[2, 3])))
                .or(Err(error))
        })
        .map_err(|error| whole(format!("The tag FEN cannot be read. {error}")))?;
    if position.text() == usual_text {
        return Ok(None);
    }
    if written.find("SetUp").map(str::trim) == Some("0") {
        return Err(whole(String::from(
            "The tag SetUp says that the game begins as usual, and the tag FEN gives another position.",
        )));
    }
    if position.outcome().is_some() {
        return Err(whole(String::from(
            "The game is over in the position of the tag FEN.",
        )));
    }
    Ok(Some(position.text()))
}

/// Returns the words for the end that a result and the tag Termination tell; `None` if the game goes on.
///
/// `normal` says of a win only that nothing unusual ended the game. A draw has no loser, so its time forfeit is no reason.
fn ending(told: &str, termination: &str) -> Option<String> {
    let termination = termination.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|words| termination.contains(words));
    let (winner, loser) = match told {
        "1-0" => ("first", "second"),
        "0-1" => ("second", "first"),
        "1/2-1/2" if says(&["agree"]) => return Some(String::from("agreed")),
        "1/2-1/2" => return Some(String::from("drawn")),
        _ => return None,
    };
    Some(
        if says(&["time forfeit", "on time", "timeout", "time out"]) {
            format!("flagged {loser}")
        } else if says(&["resign"]) {
            format!("resigned {loser}")
        } else {
            format!("won {winner}")
        },
    )
}

/// Ends an unfinished match according to the tags and the result.
fn end(builder: &mut Builder, written: &Written) -> Result<(), RecordError> {
    let tag = |key: &str| written.find(key);
    let (line, told) = written.result()?;
    if builder.state().ending().is_none() {
        let words = match tag("AnteroomEnding") {
            Some(words) => Some(String::from(words)),
            None => ending(told, tag("Termination").unwrap_or_default()),
        };
        if let Some(words) = words {
            let at = tag("AnteroomEnded").and_then(moment);
            builder.end(&words, at, line)?;
        }
    }
    let ours = result(builder.state().ending());
    if told == "*" || told == ours {
        return Ok(());
    }
    Err(RecordError {
        line,
        ..RecordError::whole(format!(
            "The result is {ours} by the rules, and not {}.",
            Quoted(told)
        ))
    })
}
