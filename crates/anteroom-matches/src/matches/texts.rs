use super::player::Player;
use super::record::Entry;
use super::state::Match;
use super::status::Ending;
use anteroom_board::Seat;
use anteroom_games::{Outcome, Standstill, Verdict};

/// Words an ending without names: `Red won by four in a row`, `draw by agreement`.
pub fn ending_words(played: &Match, ending: &Ending) -> String {
    match ending.verdict() {
        Some(Verdict::Win(seat)) => format!("{} {}", played.colour(seat), ending_note(ending)),
        Some(Verdict::Draw) | None => ending_note(ending),
    }
}

/// Words an ending for use beside a sign for the winner: `won by four in a row`, `draw by agreement`.
pub fn ending_note(ending: &Ending) -> String {
    let how = how(ending);
    match ending.verdict() {
        // A record does not say how.
        Some(Verdict::Win(_)) if how.is_empty() => String::from("won"),
        Some(Verdict::Draw) if how.is_empty() => String::from("draw"),
        Some(Verdict::Win(_)) => format!("won {how}"),
        Some(Verdict::Draw) => format!("draw {how}"),
        None => how,
    }
}

/// Adds the colour to a player's name: `Ana (Red)`. A player without a name is called by the colour alone.
pub fn with_colour(name: String, colour: &str) -> String {
    if name == colour {
        name
    } else {
        format!("{name} ({colour})")
    }
}

/// Returns the sentence that announces a result; `None` while the match goes on.
///
/// Example: `Ana (Red) beats Bo (Black): four in a row.`
pub fn result_sentence(played: &Match, name: impl Fn(Player) -> String) -> Option<String> {
    let ending = played.ending()?;
    let who = |seat: Seat| match played.player(seat) {
        Some(player) => with_colour(name(player), played.colour(seat)),
        None => played.colour(seat).to_owned(),
    };
    let why = match ending {
        Ending::Game(outcome) => outcome_words(outcome),
        Ending::Resigned(seat) => format!("{} resigned", played.colour(*seat)),
        Ending::Flagged(seat) => format!("{} ran out of time", played.colour(*seat)),
        Ending::Moderated { .. } => String::from("a moderator decided"),
        Ending::Adjudicated { why, .. } => why.words().to_owned(),
        // The players of an exhibition do not offer draws: a lack of progress ended it.
        Ending::Agreed if played.proposal().exhibition.is_some() => played
            .standstill()
            .map(standstill_words)
            .unwrap_or_default(),
        Ending::Agreed
        | Ending::NoShow(_)
        | Ending::Stopped(_)
        | Ending::Unexplained(_)
        | Ending::Abandoned => String::new(),
    };
    let [first, second] = Seat::BOTH.map(who);
    Some(match ending.verdict() {
        None => match *ending {
            Ending::Stopped(by) => format!("{} ended the exhibition.", name(Player::Person(by))),
            Ending::Moderated {
                out: Some(seat), ..
            } => format!(
                "A moderator let {} out of the match with {}: it has no result and does not count.",
                who(seat),
                who(seat.other())
            ),
            Ending::Moderated { .. } => format!(
                "A moderator ended the match between {first} and {second} without a result."
            ),
            Ending::Adjudicated { why, .. } => format!(
                "The match between {first} and {second} ended without a result: {}.",
                why.words()
            ),
            Ending::NoShow(seat) => format!(
                "{} ran out of time before their first move against {}. No result.",
                who(seat),
                who(seat.other())
            ),
            _ => format!("The match between {first} and {second} ended without a result."),
        },
        Some(Verdict::Draw) if matches!(ending, Ending::Unexplained(_)) => {
            format!("Draw between {first} and {second}.")
        }
        Some(Verdict::Win(seat)) if why.is_empty() => {
            format!("{} beats {}.", who(seat), who(seat.other()))
        }
        Some(Verdict::Draw) if why.is_empty() => {
            format!("Draw agreed between {first} and {second}.")
        }
        Some(Verdict::Draw) => format!("Draw between {first} and {second}: {why}."),
        Some(Verdict::Win(seat)) => {
            format!("{} beats {}: {why}.", who(seat), who(seat.other()))
        }
    })
}

/// Words the reason of a standstill: `nothing was captured for 50 moves each`.
fn standstill_words(standstill: Standstill) -> String {
    format!("{} for {} moves each", standstill.without, standstill.moves)
}

/// Words an outcome by the rules, with the winner's points first: `points, 7 to 0`.
fn outcome_words(outcome: &Outcome) -> String {
    let score = outcome.score.map(|[first, second]| match outcome.verdict {
        Verdict::Win(Seat::Second) => format!(", {second} to {first}"),
        _ => format!(", {first} to {second}"),
    });
    format!("{}{}", outcome.reason, score.unwrap_or_default())
}

/// Words the reason of an ending, to follow `won` or `draw`: `by checkmate`, `on time`.
fn how(ending: &Ending) -> String {
    match ending {
        Ending::Game(outcome) => format!("by {}", outcome_words(outcome)),
        Ending::Resigned(_) => String::from("by resignation"),
        Ending::Flagged(_) => String::from("on time"),
        Ending::NoShow(_) => String::from("no first move in time"),
        Ending::Agreed => String::from("by agreement"),
        Ending::Moderated { .. } => String::from("by a moderator's decision"),
        Ending::Adjudicated { why, .. } => format!("because {}", why.words()),
        Ending::Unexplained(_) => String::new(),
        Ending::Stopped(_) => String::from("ended early"),
        Ending::Abandoned => String::from("abandoned with its server"),
    }
}

/// Writes a record on one line: `1. d d 2. e -- 3. f`.
///
/// Brackets enclose a turn of several steps if the game has such turns. `…` precedes the first turn if the
/// second seat begins.
pub fn record_text(record: &[Entry]) -> String {
    let mut text = String::new();
    let mut number = 0;
    for (index, entry) in record.iter().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        if entry.seat == Seat::First || index == 0 {
            number += 1;
            text.push_str(&format!("{number}. "));
            if entry.seat == Seat::Second {
                text.push_str("… ");
            }
        }
        match entry.text.as_deref() {
            None => text.push_str("--"),
            Some(turn) if turn.contains(' ') => text.push_str(&format!("({turn})")),
            Some(turn) => text.push_str(turn),
        }
    }
    text
}
