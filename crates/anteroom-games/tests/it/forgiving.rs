//! Turns typed in every accepted way. The reader returns the intended turn or an error with candidates, but never
//! another turn.

use anteroom_games::{AnyPosition, CATALOGUE, Progress, TurnError, complete_turn, read_turn};
use fastrand::Rng;

use crate::settings::extremes;

/// A step in its strict spellings: its canonical text and the other spelling.
struct Written {
    step: String,
    spelling: Option<String>,
}

/// Returns a whole random legal turn.
fn some_turn(position: &AnyPosition, rng: &mut Rng) -> Vec<Written> {
    let mut after = position.clone();
    let mut turn = Vec::new();
    loop {
        let step = rng.choice(after.steps()).expect("a legal step");
        let (offers, _) = after.complete(&step, 1);
        turn.push(Written {
            step: step.clone(),
            spelling: offers[0].spelling.clone(),
        });
        after.play(&step).expect("a legal step");
        if after.progress() == Progress::Complete {
            return turn;
        }
    }
}

/// Reverses the names of cells: `4c,4d-N` for `c4,d4-N`.
fn turned(step: &str) -> String {
    let bytes = step.as_bytes();
    let mut turned = String::new();
    let mut at = 0;
    while at < bytes.len() {
        let digits = step[at + 1..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        if bytes[at].is_ascii_alphabetic() && digits > 0 {
            turned += &step[at + 1..=at + digits];
        }
        turned.push(char::from(bytes[at]));
        at += 1 + if bytes[at].is_ascii_alphabetic() {
            digits
        } else {
            0
        };
    }
    turned
}

/// Reorders the pieces of a group, with other signs between them.
fn shuffled(step: &str, rng: &mut Rng) -> String {
    let (group, behind) = step
        .split_once('-')
        .map_or((step, None), |(group, behind)| (group, Some(behind)));
    let mut names: Vec<&str> = group.split(',').collect();
    if names.len() < 2 {
        return step.to_owned();
    }
    rng.shuffle(&mut names);
    let between = rng
        .choice([",", ", ", " , ", "+", " ", ";", "; "])
        .expect("a sign");
    format!("{}-{}", names.join(between), behind.unwrap_or_default())
}

/// Adds spaces, except inside words and numbers.
fn spaced(text: &str, rng: &mut Rng) -> String {
    let mut spaced = String::new();
    let mut before = ' ';
    for c in text.chars() {
        let word = before.is_alphabetic() && c.is_alphabetic()
            || before.is_ascii_digit() && c.is_ascii_digit();
        if !word && rng.u8(..3) == 0 {
            spaced.push_str(rng.choice([" ", "  ", "\t", "\u{a0}"]).expect("a space"));
        }
        spaced.push(c);
        before = c;
    }
    spaced
}

fn recased(text: &str, rng: &mut Rng) -> String {
    match rng.u8(..4) {
        // The case distinguishes a pawn from a bishop there: see below.
        _ if text.starts_with(['b', 'B']) => text.to_owned(),
        0 => text.to_uppercase(),
        1 => text.to_lowercase(),
        2 => text
            .chars()
            .map(|c| {
                if rng.bool() {
                    c.to_ascii_uppercase()
                } else {
                    c.to_ascii_lowercase()
                }
            })
            .collect(),
        _ => text.to_owned(),
    }
}

fn resigned(text: &str, rng: &mut Rng) -> String {
    let dash = rng.choice(["-", "–", "—", "−", "→"]).expect("a dash");
    let times = rng.choice(["x", "×", "✕"]).expect("a sign");
    text.replace('-', dash).replace('x', times)
}

fn around(text: &str, rng: &mut Rng) -> String {
    match rng.u8(..7) {
        0 => format!("12. {text}"),
        1 => format!("3… {text}"),
        2 => format!("**{text}**"),
        3 => format!("`{text}`"),
        4 => format!("  {text}."),
        5 => format!("\u{200b}{text}\u{feff} "),
        _ => text.to_owned(),
    }
}

/// Returns a random spelling of a step.
fn rewritten(written: &Written, rng: &mut Rng) -> String {
    match (rng.u8(..6), &written.spelling) {
        (0, _) => turned(&written.step),
        (1, _) => turned(&shuffled(&written.step, rng)),
        (2, _) => shuffled(&written.step, rng),
        (3 | 4, Some(spelling)) => spelling.clone(),
        _ => written.step.clone(),
    }
}

/// Returns a random spelling of a turn.
fn typed(turn: &[Written], rng: &mut Rng) -> String {
    let between = rng
        .choice([" ", "; ", ";", ", ", ",", " , "])
        .expect("a sign");
    let mut text = turn
        .iter()
        .map(|written| rewritten(written, rng))
        .collect::<Vec<_>>()
        .join(between);
    for change in [recased, resigned, spaced, around] {
        if rng.u8(..2) == 0 {
            text = change(&text, rng);
        }
    }
    text
}

/// Checks the reading of a typed turn. Returns whether it could be read.
fn check(position: &AnyPosition, turn: &[Written], typed: &str) -> bool {
    let meant = turn
        .iter()
        .map(|written| written.step.as_str())
        .collect::<Vec<_>>()
        .join(" ");
    let place = format!("{}: {meant}, typed as {typed:?}", position.text());
    match read_turn(&**position, typed) {
        Ok(read) => {
            assert_eq!(read.text(), meant, "{place}");
            true
        }
        Err(TurnError::Step { done, illegal, .. }) if !illegal.candidates.is_empty() => {
            let candidates = illegal
                .candidates
                .iter()
                .map(|step| [&done[..], std::slice::from_ref(step)].concat().join(" "));
            assert!(
                candidates
                    .into_iter()
                    .any(|candidate| meant.starts_with(&candidate)),
                "{place}: {illegal}"
            );
            false
        }
        Err(error) => panic!("{place}: {error}"),
    }
}

/// Checks that completion offers the turn after any typed part of it.
fn check_half(position: &AnyPosition, turn: &[Written], rng: &mut Rng) {
    let Some((last, before)) = turn.split_last() else {
        return;
    };
    let lead: String = before
        .iter()
        .map(|written| format!("{} ", written.step))
        .collect();
    let step = recased(&rewritten(last, rng), rng);
    // After another step a single letter may be its direction.
    let step = if before.is_empty() {
        spaced(&step, rng)
    } else {
        step
    };
    let typed: String = step
        .trim_start()
        .chars()
        .take(rng.usize(..=step.chars().count()))
        .collect();
    let found = complete_turn(&**position, &format!("{lead}{typed}"), usize::MAX);
    let found =
        found.unwrap_or_else(|error| panic!("{}: {lead}{typed:?}: {error}", position.text()));
    let offered = found
        .steps
        .iter()
        .any(|offer| format!("{}{}", found.lead, offer.step) == format!("{lead}{}", last.step));
    assert!(
        offered,
        "{}: {lead}{} is not offered for {typed:?} but {:?}",
        position.text(),
        last.step,
        found.steps
    );
}

#[test]
fn a_turn_is_read_and_completed_however_it_is_typed() {
    let mut rng = Rng::with_seed(17);
    for game in CATALOGUE {
        for options in extremes(game) {
            let mut position = game
                .start(&game.complete_options(&options, || 7).expect("settings"))
                .expect("a position");
            let (mut tried, mut read) = (0, 0);
            for _ in 0..60 {
                if position.to_move().is_none() {
                    break;
                }
                let turn = some_turn(&position, &mut rng);
                for _ in 0..6 {
                    tried += 1;
                    read += u32::from(check(&position, &turn, &typed(&turn, &mut rng)));
                }
                check_half(&position, &turn, &mut rng);
                for written in turn {
                    position.play(&written.step).expect("a legal step");
                }
            }
            assert!(
                read * 20 >= tried * 19,
                "{}: of {tried} ways {read} are read",
                game.card.key
            );
        }
    }
}
