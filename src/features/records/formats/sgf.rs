//! Smart Game Format FF[4], without a game number (GM), as none is assigned to this game.

use std::collections::BTreeMap;
use std::time::Duration;

use super::build::{Begun, Builder, Head};
use super::comments::Comments;
use super::extras::Marks;
use super::listed::Listed;
use super::moment::moment;
use super::source::{ending_words, gifts_after, read_gift};
use super::variant::form;
use super::{NotWritten, RecordError, Recorded, Source, seat};
use crate::board::Seat;
use crate::games::{CATALOGUE, Form, GivenOptions, Quoted, Verdict};
use crate::matches::{Ending, Match, MatchId};

/// The root properties that are generated from the match.
const OWN: [&str; 19] = [
    "FF", "CA", "AP", "RU", "PB", "PW", "XB", "XE", "XP", "XO", "RE", "XR", "XT", "XG", "C", "B",
    "W", "BL", "WL",
];

/// The deepest nesting of trees that is read.
const DEEPEST: usize = 100;

pub(crate) fn write(source: &Source<'_>) -> Result<String, NotWritten> {
    let state = source.state;
    let proposal = state.proposal();
    let extras = source.extras();
    // The players are named by their colours at the end.
    let seat_of = |colour: Seat| {
        let mut seats = Seat::BOTH.into_iter();
        let seat = seats.find(|seat| state.position().colour_of(*seat) == colour);
        seat.unwrap_or(colour)
    };
    let named = |colour: Seat| source.name(seat_of(colour));
    let colours = state.position().colours();
    let mut text = String::from("(;FF[4]CA[UTF-8]");
    let mut property = |key: &str, value: &str| {
        text.push_str(&format!("{key}[{}]", escaped(value)));
    };
    property("AP", concat!("Anteroom:", env!("CARGO_PKG_VERSION")));
    if !extras.foreign {
        property("GN", &format!("Match {}", state.id()));
    }
    property(
        "RU",
        &format!("{} {}", proposal.game, proposal.rules_version),
    );
    for colour in Seat::BOTH {
        property(&format!("P{}", letter(colours, colour)), &named(colour));
    }
    if let Some(begin) = source.begun_day() {
        property(
            "DT",
            &begin.to_string().chars().take(10).collect::<String>(),
        );
    }
    if let Some(begin) = source.begun() {
        property("XB", &begin.to_string());
    }
    if let Some(end) = source.ended() {
        property("XE", &end.to_string());
    }
    if !extras.no_time_control {
        property("OT", &proposal.time.to_string());
    }
    if let Some(position) = &proposal.position {
        property("XP", position);
    }
    for (key, value) in proposal.options.iter() {
        property("XO", &format!("{key}={value}"));
    }
    // A result of another program without a known reason is kept as it came.
    if !extras.properties.iter().any(|(key, _)| key == "RE") {
        property("RE", &result(state, colours));
    }
    let told_by_result = matches!(state.ending(), Some(Ending::Unexplained(_)));
    if let Some(words) = state.ending().and_then(ending_words)
        && !(extras.foreign && told_by_result)
    {
        property("XR", &words);
    }
    for (key, values) in &extras.properties {
        let values: String = values
            .iter()
            .map(|value| format!("[{}]", escaped(value)))
            .collect();
        text.push_str(&format!("{key}{values}"));
    }
    // A record that is read keeps them among the properties above, in the same place.
    if let Some(own) = source.own_times() {
        for colour in Seat::BOTH {
            let time = own[seat_of(colour).index()];
            text.push_str(&format!("XC{}[{time}]", letter(colours, colour)));
        }
    }
    let gifts = source.gifts()?;
    let lines = source.lines()?;
    let opening = lines.len().saturating_sub(state.record().len());
    let notes = Comments::of(source);
    let note = |text: &mut String, done: usize| {
        let ply = done.checked_sub(opening);
        let ply = ply.and_then(|ply| u32::try_from(ply).ok());
        for gift in gifts_after(&gifts, ply) {
            text.push_str(&format!("XG[{}]", escaped(&gift.to_string())));
        }
        if let Some(marks) = ply.and_then(|ply| extras.marks.get(&ply)) {
            text.push_str(&marks.properties);
        }
        let comments = notes.of_board(ply);
        if !comments.is_empty() {
            text.push_str(&format!("C[{}]", escaped(&comments.join("\n"))));
        }
    };
    note(&mut text, 0);
    for (index, line) in lines.iter().enumerate() {
        let colour = letter(colours, line.colour);
        if let Some(turn) = &line.entry.text {
            text.push_str(&format!("\n;{colour}[{}]", escaped(turn)));
            if let Some(left) = line.left {
                text.push_str(&format!("{colour}L[{}]", left.as_secs_f64()));
            }
            if let Some(at) = line.at {
                text.push_str(&format!("XT[{at}]"));
            }
        }
        note(&mut text, index + 1);
    }
    text.push_str(")\n");
    Ok(text)
}

/// Returns the letter of a colour: `B`, `W`.
fn letter(colours: [&'static str; 2], colour: Seat) -> char {
    colours[colour.index()].chars().next().unwrap_or('?')
}

/// Returns the result in SGF's form: `B+3`, `W+R`, `B+T`, `Draw`, `Void`, `?`.
fn result(state: &Match, colours: [&'static str; 2]) -> String {
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
        Ending::Moderated { .. } | Ending::Adjudicated { .. } | Ending::Unexplained(_) => {
            format!("{winner}+")
        }
        Ending::Agreed | Ending::NoShow(_) | Ending::Stopped(_) | Ending::Abandoned => {
            String::from("Void")
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace(']', "\\]")
        .replace(':', "\\:")
}

/// The line, key and values of a property.
type Property = (usize, String, Vec<String>);

/// Returns the first byte and the line, counted from 1, of each game of a collection.
pub(crate) fn split(text: &str) -> Vec<(usize, usize)> {
    let mut starts = Vec::new();
    let (mut line, mut depth, mut in_value, mut escaped) = (1_usize, 0_usize, false, false);
    for (at, c) in text.char_indices() {
        match c {
            '\n' => line += 1,
            _ if std::mem::take(&mut escaped) => {}
            '\\' => escaped = in_value,
            ']' => in_value = false,
            _ if in_value => {}
            '[' if depth > 0 => in_value = true,
            '(' => {
                if depth == 0 {
                    starts.push((at, line));
                }
                depth += 1;
            }
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    match starts.first_mut() {
        Some(first) => *first = (0, 1),
        None => starts.push((0, 1)),
    }
    starts
}

/// Returns the encoding that a file names.
pub(crate) fn encoding(bytes: &[u8]) -> Option<&[u8]> {
    let at = bytes
        .windows(3)
        .take(4096)
        .position(|three| three == b"CA[")?;
    let name = bytes.get(at + 3..)?;
    let end = name.iter().position(|byte| *byte == b']')?;
    name.get(..end)
}

/// Returns the summary of a game from its root.
pub(crate) fn listed(text: &str) -> Listed {
    let root = nodes(text).ok().and_then(|nodes| nodes.into_iter().next());
    let root = root.unwrap_or_default();
    let one = |key: &str| {
        let found = root.iter().find(|(_, known, _)| known == key);
        found
            .and_then(|(.., values)| values.first().cloned())
            .unwrap_or_default()
    };
    Listed {
        names: [one("PB"), one("PW")],
        result: one("RE"),
        day: one("DT"),
    }
}

/// Returns the nodes of the main line, the first subtree at each branch. Variations are dropped.
fn nodes(text: &str) -> Result<Vec<Vec<Property>>, RecordError> {
    let mut chars = text.chars().peekable();
    let (mut line, mut closed) = (1_usize, false);
    // The first lines of the open trees.
    let mut open: Vec<usize> = Vec::new();
    let mut nodes: Vec<Vec<Property>> = Vec::new();
    // The current node of a variation, which is dropped.
    let mut aside: Vec<Property> = Vec::new();
    let mut key = String::new();
    while let Some(c) = chars.next() {
        match c {
            '\n' => line += 1,
            c if c.is_whitespace() => {}
            '(' => {
                open.push(line);
                if open.len() > DEEPEST {
                    return Err(RecordError::at(line, "Variations are nested too deeply."));
                }
            }
            ')' => {
                // All trees after the first end are variations.
                closed = true;
                open.pop()
                    .ok_or_else(|| RecordError::at(line, "A tree ends that has not begun."))?;
            }
            // Any text may stand between games.
            _ if open.is_empty() => {}
            ';' => {
                aside.clear();
                key.clear();
                if !closed {
                    nodes.push(Vec::new());
                }
            }
            '[' => {
                let begins = line;
                let mut value = String::new();
                loop {
                    match chars.next() {
                        Some(']') => break,
                        Some('\\') => match chars.next() {
                            Some('\n') => line += 1,
                            Some('\r') => {
                                line += usize::from(chars.next_if_eq(&'\n').is_some());
                            }
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
                let node = if closed {
                    Some(&mut aside)
                } else {
                    nodes.last_mut()
                };
                let node = node.ok_or_else(|| {
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
            // Old files have lowercase letters in property names, which are ignored.
            c if c.is_ascii_lowercase() => {}
            c => {
                return Err(RecordError::at(
                    line,
                    format!("{} does not belong here.", Quoted(&c.to_string())),
                ));
            }
        }
    }
    match open.first() {
        Some(line) => Err(RecordError::at(*line, "This tree is never closed.")),
        None => Ok(nodes),
    }
}

pub(crate) fn read(text: &str) -> Result<Recorded, RecordError> {
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
    let game = CATALOGUE
        .iter()
        .find(|game| form(game) == Form::Sgf && game.card.key.eq_ignore_ascii_case(key));
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
    let day = |text: &str| moment(&format!("{text}T00:00:00Z"));
    let begun = match (one("XB").and_then(moment), one("DT").and_then(day)) {
        (Some(at), _) => Begun::At(at),
        (None, Some(at)) => Begun::Day(at),
        (None, None) => Begun::Unknown,
    };
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
        begun,
        position: one("XP").map(str::to_owned),
    })?;
    let (foreign, no_day) = (builder.extras.foreign, matches!(begun, Begun::Unknown));
    let no_control = builder.extras.no_time_control;
    builder.extras.properties = root
        .iter()
        .filter(|(_, key, _)| match key.as_str() {
            "GN" => foreign,
            "DT" => no_day,
            "OT" => no_control,
            key => !OWN.contains(&key),
        })
        .map(|(_, key, values)| (key.clone(), values.clone()))
        .collect();
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
    node_read(&mut builder, &root, colours)?;
    for node in nodes {
        let before = builder.state().record().len();
        node_read(&mut builder, &node, colours)?;
        comments(&mut builder, &node);
        // Other properties of a node are kept as they are.
        let mut properties = String::new();
        for (_, key, values) in &node {
            let is_turn = builder.state().record().len() > before
                && Seat::BOTH.iter().any(|seat| {
                    let letter = letter(colours, *seat);
                    *key == letter.to_string() || *key == format!("{letter}L")
                });
            if !is_turn && !["XT", "XG", "C"].contains(&key.as_str()) {
                properties.push_str(key);
                properties.extend(values.iter().map(|value| format!("[{}]", escaped(value))));
            }
        }
        builder.mark(Marks {
            properties,
            ..Marks::default()
        });
    }
    // The players are named by their colours at the end.
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
        let result = one("RE").unwrap_or_default().trim();
        let won = result.split_once('+').and_then(|(winner, how)| {
            Some((seat_of(winner.trim())?, how.trim().to_ascii_lowercase()))
        });
        let words = match (one("XR"), won) {
            (Some(words), _) => Some(words.to_owned()),
            (None, Some((winner, how))) => Some(match how.as_str() {
                "t" | "time" => format!("flagged {}", seat(winner.other())),
                "r" | "resign" => format!("resigned {}", seat(winner.other())),
                // Points, a forfeit, or nothing: the moves do not tell how.
                _ => format!("won {}", seat(winner)),
            }),
            (None, None) if result == "0" || result.eq_ignore_ascii_case("draw") => {
                Some(String::from("drawn"))
            }
            (None, None) => None,
        };
        if let Some(words) = words {
            builder.end(&words, one("XE").and_then(moment), None)?;
            if let (true, Some(Ending::Unexplained(_))) = (foreign, builder.state().ending()) {
                let told = (String::from("RE"), vec![result.to_owned()]);
                builder.extras.properties.push(told);
            }
        }
    }
    check_result(
        one("RE").unwrap_or_default(),
        &result(builder.state(), colours),
    )?;
    Ok(builder.named(names))
}

/// Plays the turns and the gifts of time of a node.
fn node_read(
    builder: &mut Builder,
    node: &[Property],
    colours: [&'static str; 2],
) -> Result<(), RecordError> {
    let value = |key: &str| {
        let found = node.iter().find(|(_, known, _)| known == key);
        found.and_then(|(.., values)| values.first())
    };
    let at = value("XT").and_then(|at| moment(at));
    for (line, key, values) in node {
        if ["AB", "AW", "AE"].contains(&key.as_str()) {
            return Err(RecordError::at(
                *line,
                format!(
                    "The property {key} sets up stones. A game here is read from its beginning."
                ),
            ));
        }
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
            let (turn, not) = (state.colour(mover), colours[colour.index()]);
            let why = format!("It is {turn}'s turn, not {not}'s.");
            return Err(RecordError::next_turn(state, Some(*line), why));
        }
        // A pass is `[]` in FF[4], and `[tt]` in older files.
        let text = match text.trim() {
            "" | "tt" => "pass",
            text => text,
        };
        builder.turn(text, at, Some(*line))?;
        let left = value(&format!("{key}L")).and_then(|left| left.trim().parse().ok());
        builder.clock(left.and_then(|left| Duration::try_from_secs_f64(left).ok()));
    }
    for (line, _, values) in node.iter().filter(|(_, key, _)| key == "XG") {
        for gift in values.iter().filter_map(|text| read_gift(text)) {
            builder.gift(gift, Some(*line))?;
        }
    }
    Ok(())
}

/// Refuses a result that contradicts the moves: another winner, or another difference of points.
fn check_result(told: &str, ours: &str) -> Result<(), RecordError> {
    let told = told.trim();
    let told = if told == "0" { "Draw" } else { told };
    let named = |result: &str| {
        let (winner, how) = result.split_once('+')?;
        Some((winner.trim().chars().next(), how.trim().parse::<f64>().ok()))
    };
    let contradicts = match (named(told), named(ours)) {
        (Some((theirs, points)), Some((winner, counted))) => {
            theirs != winner || points.zip(counted).is_some_and(|(a, b)| a != b)
        }
        (Some(_), None) => ours == "Draw",
        (None, Some(_)) => told.eq_ignore_ascii_case("draw"),
        (None, None) => false,
    };
    if contradicts {
        return Err(RecordError::whole(format!(
            "The result is {ours} by the rules, and not {}.",
            Quoted(told)
        )));
    }
    Ok(())
}
