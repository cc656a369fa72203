//! Smart Game Format FF[4]: properties only, for no number stands for our game there.

use std::collections::BTreeMap;

use super::build::{Builder, Head, moment};
use super::source::ending_words;
use super::{NotWritten, RecordError, Recorded, Source};
use crate::board::Seat;
use crate::games::{CATALOGUE, Form, GivenOptions, Quoted, Verdict};
use crate::matches::{Ending, MatchId};

/// Trees in trees are read down to this depth.
const DEEPEST: usize = 100;

pub(super) fn write(source: &Source<'_>) -> Result<String, NotWritten> {
    let state = source.state;
    let proposal = state.proposal();
    let begin = state.proposed_at();
    // The players stand by the colours that they had at the end.
    let named = |colour: Seat| {
        let seat = Seat::BOTH
            .into_iter()
            .find(|seat| state.position().colour_of(*seat) == colour);
        source.name(seat.unwrap_or(colour))
    };
    let colours = state.position().colours();
    let mut text = String::from("(;FF[4]CA[UTF-8]");
    let mut property = |key: &str, value: &str| {
        text.push_str(&format!("{key}[{}]", escaped(value)));
    };
    property("AP", concat!("Anteroom:", env!("CARGO_PKG_VERSION")));
    property("GN", &format!("Match {}", state.id()));
    property(
        "RU",
        &format!("{} {}", proposal.game, proposal.rules_version),
    );
    for colour in Seat::BOTH {
        property(&format!("P{}", letter(colours, colour)), &named(colour));
    }
    property(
        "DT",
        &begin.to_string().chars().take(10).collect::<String>(),
    );
    property("XB", &begin.to_string());
    if let Some(end) = state.ended_at() {
        property("XE", &end.to_string());
    }
    property("OT", &proposal.time.to_string());
    for (key, value) in proposal.options.iter() {
        property("XO", &format!("{key}={value}"));
    }
    property("RE", &result(source, colours));
    if let Some(words) = state.ending().and_then(ending_words) {
        property("XR", &words);
    }
    let lines = source.lines()?;
    let opening = lines.len().saturating_sub(state.record().len());
    let note = |text: &mut String, done: usize| {
        let ply = done.checked_sub(opening);
        let comments: Vec<_> = ply
            .into_iter()
            .flat_map(|ply| source.comments(ply))
            .collect();
        if !comments.is_empty() {
            text.push_str(&format!("C[{}]", escaped(&comments.join("\n"))));
        }
    };
    note(&mut text, 0);
    for (index, line) in lines.iter().enumerate() {
        let colour = letter(colours, line.colour);
        if let Some(turn) = &line.entry.text {
            text.push_str(&format!(
                "\n;{colour}[{}]{colour}L[{}]XT[{}]",
                escaped(turn),
                line.left.as_secs(),
                line.entry.at
            ));
        }
        note(&mut text, index + 1);
    }
    text.push_str(")\n");
    Ok(text)
}

/// The first letter of a colour: `B`, `W`.
fn letter(colours: [&'static str; 2], colour: Seat) -> char {
    colours[colour.index()].chars().next().unwrap_or('?')
}

/// The result as SGF writes it: `B+3`, `W+R`, `B+T`, `Draw`, `Void`, `?`.
fn result(source: &Source<'_>, colours: [&'static str; 2]) -> String {
    let state = source.state;
    let Some(ending) = state.ending() else {
        return String::from("?");
    };
    let winner = match ending.verdict() {
        None => return String::from("Void"),
        Some(Verdict::Draw) => return String::from("Draw"),
        Some(Verdict::Win(seat)) => letter(colours, state.position().colour_of(seat)),
    };
    match ending {
        Ending::Resigned(_) => format!("{winner}+R"),
        Ending::Flagged(_) => format!("{winner}+T"),
        Ending::Game(outcome) => match outcome.score {
            Some([first, second]) => format!("{winner}+{}", first.abs_diff(second)),
            None => format!("{winner}+"),
        },
        Ending::Moderated { .. } => format!("{winner}+"),
        Ending::Agreed | Ending::Stopped(_) | Ending::Abandoned => String::from("Void"),
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace(']', "\\]")
        .replace(':', "\\:")
}

/// A property with its values, and the line in which it begins.
type Property = (usize, String, Vec<String>);

/// The nodes of the main line: the first tree of each.
fn nodes(text: &str) -> Result<Vec<Vec<Property>>, RecordError> {
    let mut chars = text.chars().peekable();
    let (mut line, mut depth, mut closed) = (1_usize, 0_usize, false);
    let mut nodes: Vec<Vec<Property>> = Vec::new();
    let mut key = String::new();
    while let Some(c) = chars.next() {
        match c {
            '\n' => line += 1,
            c if c.is_whitespace() => {}
            '(' => {
                depth += 1;
                if depth > DEEPEST {
                    return Err(RecordError::at(line, "Variations are nested too deeply."));
                }
                if closed {
                    // What follows a tree that has ended are variations.
                    return Ok(nodes);
                }
            }
            ')' => {
                closed = true;
                depth = depth
                    .checked_sub(1)
                    .ok_or_else(|| RecordError::at(line, "A tree ends that has not begun."))?;
            }
            ';' if depth > 0 => {
                if closed {
                    return Ok(nodes);
                }
                nodes.push(Vec::new());
                key.clear();
            }
            '[' => {
                let begins = line;
                let mut value = String::new();
                loop {
                    match chars.next() {
                        Some(']') => break,
                        Some('\\') => match chars.next() {
                            Some('\n') => line += 1,
                            Some(c) => value.push(c),
                            None => {}
                        },
                        Some(c) => {
                            line += usize::from(c == '\n');
                            value.push(c);
                        }
                        None => {
                            return Err(RecordError::at(begins, "This value is never closed."));
                        }
                    }
                }
                let node = nodes.last_mut().ok_or_else(|| {
                    RecordError::at(begins, "A value stands before the first node.")
                })?;
                match node.last_mut() {
                    Some((_, last, values)) if key.is_empty() || *last == key => values.push(value),
                    _ if key.is_empty() => {
                        return Err(RecordError::at(begins, "A value has no property."));
                    }
                    _ => node.push((begins, std::mem::take(&mut key), vec![value])),
                }
                key.clear();
            }
            c if c.is_ascii_uppercase() => key.push(c),
            // Older files have small letters in the names of properties, which mean nothing.
            c if c.is_ascii_lowercase() => {}
            c => {
                return Err(RecordError::at(
                    line,
                    format!("{} does not belong here.", Quoted(&c.to_string())),
                ));
            }
        }
    }
    if depth > 0 {
        return Err(RecordError::at(line, "The tree is never closed."));
    }
    Ok(nodes)
}

pub(super) fn read(text: &str) -> Result<Recorded, RecordError> {
    let mut nodes = nodes(text)?.into_iter();
    let root = nodes
        .next()
        .ok_or_else(|| RecordError::at(1, "There is no node in this file."))?;
    let values: BTreeMap<&str, &Vec<String>> = root
        .iter()
        .map(|(_, key, values)| (key.as_str(), values))
        .collect();
    let one = |key: &str| values.get(key)?.first().map(String::as_str);
    let rules = one("RU").unwrap_or_default();
    let (key, version) = rules.split_once(' ').unwrap_or((rules, ""));
    let game = CATALOGUE.iter().find(|game| {
        let usual = game.settle(&GivenOptions::new(), || 0);
        let written = usual.is_ok_and(|usual| (game.card.form)(&usual) == Form::Sgf);
        written && game.card.key.eq_ignore_ascii_case(key)
    });
    let game = game.ok_or_else(|| {
        RecordError::whole(format!(
            "The property RU must name a game that is written in SGF here, not {}.",
            Quoted(rules)
        ))
    })?;
    let mut options = GivenOptions::new();
    for option in values
        .get("XO")
        .into_iter()
        .flat_map(|values| values.iter())
    {
        if let Some((key, value)) = option.split_once('=') {
            options.insert(key.to_owned(), value.to_owned());
        }
    }
    let colours = game.card.seats;
    let name = |seat: Seat| one(&format!("P{}", letter(colours, seat))).unwrap_or_default();
    let begun = one("XB")
        .or(one("DT"))
        .and_then(|text| moment(text).or_else(|| moment(&format!("{text}T00:00:00Z"))));
    let mut names = Seat::BOTH.map(|seat| name(seat).to_owned());
    let mut builder = Builder::new(Head {
        id: one("GN")
            .and_then(|name| name.strip_prefix("Match ")?.parse().ok())
            .filter(|id| *id > 0)
            .map(MatchId),
        game,
        options,
        rules_version: version.parse().ok(),
        time: one("OT").and_then(|time| time.parse().ok()),
        names: Default::default(),
        begun: begun.unwrap_or_default(),
    })?;
    let comments = |builder: &mut Builder, node: &[Property]| {
        let all = node.iter().filter(|(_, key, _)| key == "C");
        for text in all
            .flat_map(|(.., values)| values)
            .flat_map(|text| text.lines())
        {
            builder.comment(text);
        }
    };
    comments(&mut builder, &root);
    for node in nodes {
        let at = node
            .iter()
            .find(|(_, key, _)| key == "XT")
            .and_then(|(_, _, values)| moment(values.first()?));
        for (line, key, values) in &node {
            let turn = Seat::BOTH
                .into_iter()
                .find(|seat| *key == letter(colours, *seat).to_string());
            let (Some(colour), [text]) = (turn, values.as_slice()) else {
                continue;
            };
            let state = builder.state();
            if let Some(mover) = state.to_move()
                && state.position().colour_of(mover) != colour
            {
                return Err(RecordError {
                    line: Some(*line),
                    turn: Some(state.record().len() + 1),
                    why: format!(
                        "It is {}'s turn, not {}'s.",
                        state.colour(mover),
                        colours[colour.index()]
                    ),
                    before: Some(Box::new(state.clone())),
                });
            }
            // An empty move is a pass.
            let text = if text.is_empty() { "pass" } else { text };
            builder.turn(text, at, Some(*line))?;
        }
        comments(&mut builder, &node);
    }
    // By the colours that they had at the end.
    let position = builder.state().position();
    if position.colour_of(Seat::First) != Seat::First {
        names.swap(0, 1);
    }
    if builder.state().ending().is_none() {
        let seat_of = |letter_of: &str| {
            Seat::BOTH.into_iter().find(|seat| {
                let colour = position.colour_of(*seat);
                letter(colours, colour).to_string() == letter_of
            })
        };
        let loser = |result: &str| {
            let winner = result.split('+').next().and_then(seat_of)?;
            Some(match winner.other() {
                Seat::First => "first",
                Seat::Second => "second",
            })
        };
        let result = one("RE").unwrap_or_default();
        let words = match (one("XR"), loser(result)) {
            (Some(words), _) => Some(words.to_owned()),
            (None, Some(loser)) if result.ends_with("+T") => Some(format!("flagged {loser}")),
            (None, Some(loser)) => Some(format!("resigned {loser}")),
            (None, None) if matches!(result, "Draw" | "0") => Some(String::from("agreed")),
            (None, None) => None,
        };
        if let Some(words) = words {
            builder.end(&words, one("XE").and_then(moment), None)?;
        }
    }
    Ok(builder.named(names))
}
