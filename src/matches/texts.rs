use super::{Ending, Entry, Match, Player};
use crate::board::Seat;
use crate::games::Verdict;

/// How a match ended, without names: `Red won by four in a row`, `draw by agreement`.
#[must_use]
pub fn ending_words(played: &Match, ending: &Ending) -> String {
    match ending.verdict() {
        Some(Verdict::Win(seat)) => format!("{} {}", played.colour(seat), ending_note(ending)),
        Some(Verdict::Draw) | None => ending_note(ending),
    }
}

/// The same beside a sign that says who has won: `won by four in a row`, `draw by agreement`.
#[must_use]
pub fn ending_note(ending: &Ending) -> String {
    let how = how(ending);
    match ending.verdict() {
        Some(Verdict::Win(_)) => format!("won {how}"),
        Some(Verdict::Draw) => format!("draw {how}"),
        None => how,
    }
}

/// The sentence that announces a result: `Ana (Red) wins by four in a row.` `None` while the match goes on.
#[must_use]
pub fn result_sentence(played: &Match, name: impl Fn(Player) -> String) -> Option<String> {
    let ending = played.ending()?;
    let how = how(ending);
    Some(match ending.verdict() {
        None => match *ending {
            Ending::Stopped(by) => format!("{} ended the exhibition.", name(Player::Person(by))),
            _ => format!("The match was {how}."),
        },
        Some(Verdict::Draw) => format!("The match is drawn {how}."),
        Some(Verdict::Win(seat)) => {
            let colour = played.colour(seat);
            match played.player(seat) {
                Some(player) => format!("{} ({colour}) wins {how}.", name(player)),
                None => format!("{colour} wins {how}."),
            }
        }
    })
}

/// How an ending came about, to stand behind `wins` or `drawn`: `by checkmate`, `on time`.
fn how(ending: &Ending) -> String {
    match ending {
        Ending::Game(outcome) => {
            let score = outcome.score.map(|[first, second]| match outcome.verdict {
                Verdict::Win(Seat::Second) => format!(", {second} to {first}"),
                _ => format!(", {first} to {second}"),
            });
            format!("by {}{}", outcome.reason, score.unwrap_or_default())
        }
        Ending::Resigned(_) => String::from("by resignation"),
        Ending::Flagged(_) => String::from("on time"),
        Ending::Agreed => String::from("by agreement"),
        Ending::Stopped(_) => String::from("ended early"),
    }
}

/// A record on one line: `1. d d 2. e -- 3. f`. A turn of several steps stands in brackets where its game has such
/// turns; a second seat that begins is preceded by `…`.
#[must_use]
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
