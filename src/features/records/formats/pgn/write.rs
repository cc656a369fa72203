use std::time::Duration;

use super::{ROSTER, result};
use crate::board::Seat;
use crate::features::records::formats::NotWritten;
use crate::features::records::formats::comments::Comments;
use crate::features::records::formats::source::{
    Gift, Source, Standing, ending_words, gifts_after,
};
use crate::features::records::formats::variant::form;
use crate::games::Form;
use crate::matches::{Ending, TimeControl};
use crate::people::Moment;

/// The longest line of moves, in characters.
const WIDTH: usize = 80;

/// Returns the value of an unknown tag.
pub(crate) fn unknown(key: &str) -> &'static str {
    match key {
        "Date" => "????.??.??",
        _ => "?",
    }
}

pub(crate) fn write(source: &Source<'_>) -> Result<String, NotWritten> {
    let state = source.state;
    let Form::Pgn { variant, .. } = form(state.game()) else {
        return Err(NotWritten::Broken(String::from("the game has no PGN")));
    };
    let start = state.proposal().start(state.game());
    let start = start.map_err(NotWritten::Broken)?.text();
    let given = &source.extras().tags;
    let own = given.is_empty().then(|| own_tags(source));
    let mut given: Vec<(&str, &str)> = match &own {
        Some(own) => own
            .iter()
            .map(|(key, value)| (*key, value.as_str()))
            .collect(),
        None => given
            .iter()
            .map(|(key, value)| (&**key, &**value))
            .collect(),
    };
    let mut take = |key: &str| {
        let place = given.iter().position(|(known, _)| *known == key)?;
        Some(given.remove(place).1)
    };
    let mut tags: Vec<(&str, &str)> = ROSTER
        .into_iter()
        .map(|key| match key {
            "Result" => (key, result(state.ending())),
            key => (key, take(key).unwrap_or_else(|| unknown(key))),
        })
        .collect();
    tags.push(("Variant", variant));
    let fen = take("FEN").is_some() || state.proposal().position.is_some();
    if fen {
        tags.extend([("SetUp", "1"), ("FEN", start.as_str())]);
    }
    tags.extend(given);
    let mut text = String::new();
    for (key, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{key} \"{value}\"]\n"));
    }
    text.push('\n');
    wrap(&mut text, &words(source, &start)?);
    Ok(text)
}

/// Generates the tags of a match without tags, except for the result and the game.
fn own_tags(source: &Source<'_>) -> Vec<(&'static str, String)> {
    let (state, extras) = (source.state, source.extras());
    let header = |key: &str| extras.header.get(key)?.as_str().map(str::to_owned);
    let begin = source.begun();
    let mut tags = Vec::new();
    if extras.foreign {
        let site = extras
            .header
            .get("site")
            .and_then(|site| site["name"].as_str());
        tags.extend(header("event").map(|event| ("Event", event)));
        tags.extend(site.map(|site| ("Site", site.to_owned())));
        tags.extend(header("round").map(|round| ("Round", round)));
    } else {
        let contest = state.contest();
        let number = format!("Match {}", state.id());
        let event = match contest {
            Some(contest) => format!("{}, {number}", contest.event),
            None => number,
        };
        tags.push(("Event", event));
        tags.push(("Site", String::from("Anteroom")));
        let round = contest.and_then(|contest| contest.round);
        let round = round.map_or_else(|| String::from("-"), |round| round.to_string());
        tags.push(("Round", round));
    }
    tags.extend(source.begun_day().map(|at| ("Date", day(at).0)));
    tags.push(("White", source.name(Seat::First)));
    tags.push(("Black", source.name(Seat::Second)));
    if !extras.foreign {
        tags.push(("FEN", String::new()));
    }
    if let Some(begin) = begin {
        let (day, time) = day(begin);
        tags.extend([("UTCDate", day), ("UTCTime", time)]);
    }
    if !extras.no_time_control {
        tags.push(("TimeControl", time_tag(state.proposal().time)));
        if let Some(own) = source.own_times() {
            let [white, black] = own.map(time_tag);
            tags.extend([("WhiteTimeControl", white), ("BlackTimeControl", black)]);
        }
    }
    if !extras.foreign || matches!(state.ending(), Some(Ending::Flagged(_))) {
        tags.push(("Termination", termination(state.ending()).to_owned()));
    }
    let version = state.proposal().rules_version;
    if !extras.foreign || version != state.game().card.rules_version {
        tags.push(("AnteroomRules", version.to_string()));
    }
    tags.extend(begin.map(|begin| ("AnteroomBegun", begin.to_string())));
    if let Some(end) = source.ended() {
        let (end_day, end_time) = day(end);
        tags.extend([("EndDate", end_day), ("EndTime", end_time)]);
        tags.push(("AnteroomEnded", end.to_string()));
    }
    let told_by_result = matches!(
        state.ending(),
        Some(Ending::Unexplained(_) | Ending::Flagged(_))
    );
    if !(extras.foreign && told_by_result) {
        let words = state.ending().and_then(ending_words);
        tags.extend(words.map(|words| ("AnteroomEnding", words)));
    }
    tags
}

/// Returns the words of the move text. A word is never split over lines.
fn words(source: &Source<'_>, start: &str) -> Result<Vec<String>, NotWritten> {
    let state = source.state;
    let mut words: Vec<String> = Vec::new();
    let lines = source.lines()?;
    let opening = lines.len().saturating_sub(state.record().len());
    let gifts = source.gifts()?;
    let comments = Comments::of(source);
    let beside = |words: &mut Vec<String>, line: Option<&Standing>, done: usize| {
        let before = words.len();
        let ply = done.checked_sub(opening);
        let ply = ply.and_then(|ply| u32::try_from(ply).ok());
        beside(source, words, line, ply, (&gifts, &comments));
        words.len() > before
    };
    beside(&mut words, None, 0);
    let number = start
        .split(' ')
        .nth(5)
        .and_then(|number| number.parse().ok());
    let mut number: u32 = number.unwrap_or(1);
    // PGN repeats the number before Black's move after a comment.
    let mut interrupted = true;
    for (index, line) in lines.iter().enumerate() {
        let first = line.entry.seat == Seat::First;
        if first {
            words.push(format!("{number}."));
        } else if interrupted {
            words.push(format!("{number}..."));
        }
        number += u32::from(!first);
        words.push(match &line.entry.text {
            None => String::from("--"),
            Some(text) => line.spelling.clone().unwrap_or_else(|| text.clone()),
        });
        interrupted = beside(&mut words, Some(line), index + 1);
    }
    words.push(result(state.ending()).to_owned());
    Ok(words)
}

/// Adds the data after a move, or before the first: signs, times, commands, comments, variations.
fn beside(
    source: &Source<'_>,
    words: &mut Vec<String>,
    line: Option<&Standing>,
    ply: Option<u32>,
    (gifts, comments): (&[Gift], &Comments),
) {
    let marks = ply.and_then(|ply| source.extras().marks.get(&ply));
    words.extend(marks.iter().flat_map(|marks| marks.signs.iter().cloned()));
    let mut commands: Vec<String> = Vec::new();
    if let Some(line) = line.filter(|line| line.entry.text.is_some()) {
        commands.extend(line.left.map(|left| format!("[%clk {}]", clock(left))));
        commands.extend(line.at.map(|at| format!("[%at {at}]")));
    }
    for gift in gifts_after(gifts, ply) {
        commands.push(format!("[%give {gift}]"));
    }
    commands.extend(
        marks
            .iter()
            .flat_map(|marks| marks.commands.iter().cloned()),
    );
    if !commands.is_empty() {
        words.push(format!("{{{}}}", commands.join(" ").replace('}', ")")));
    }
    for comment in comments.of_board(ply) {
        // PGN cannot escape the brace that ends a comment.
        let comment = format!("{{{}}}", comment.replace('}', ")"));
        words.extend(comment.split(' ').map(str::to_owned));
    }
    for variation in marks.iter().flat_map(|marks| &marks.variations) {
        words.extend(variation.split(' ').map(str::to_owned));
    }
}

/// Appends words in lines of at most [`WIDTH`] characters; a longer word has its own line.
fn wrap(text: &mut String, words: &[String]) {
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        // At the start of a line these characters begin an escape or a comment.
        let stays = word.starts_with(['%', ';']);
        if width > 0 && width + 1 + length > WIDTH && !stays {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        width += length;
        text.push_str(word);
    }
    text.push('\n');
}

/// Writes a clock: `1:00:00`, with a fraction of a second if there is one.
fn clock(left: Duration) -> String {
    let seconds = left.as_secs();
    let whole = format!(
        "{}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    );
    match left.subsec_millis() {
        0 => whole,
        millis => format!("{whole}.{}", format!("{millis:03}").trim_end_matches('0')),
    }
}

const fn termination(ending: Option<&Ending>) -> &'static str {
    match ending {
        None => "unterminated",
        Some(Ending::Flagged(_)) => "time forfeit",
        Some(Ending::NoShow(_) | Ending::Stopped(_) | Ending::Abandoned) => "abandoned",
        // Programs write this if they do not know more.
        Some(Ending::Unexplained(_)) => "normal",
        Some(Ending::Moderated { .. } | Ending::Adjudicated { .. }) => "adjudication",
        Some(Ending::Game(_) | Ending::Resigned(_) | Ending::Agreed) => "normal",
    }
}

/// Returns day and time in UTC in PGN's form: `2026.08.01`, `12:00:00`.
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
