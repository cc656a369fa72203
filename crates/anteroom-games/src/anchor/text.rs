//! The position text: rows from number 15 down to 1, the colour to move, the passes just made, the start of the game.

use crate::Notation;
use std::fmt::{self, Write as _};

use super::hexes::{ACROSS, Hexes};
use super::{Anchor, Hex, MOST_SYMMETRIC, Mirror, Opening, Pie, Start};
use crate::TextError;
use crate::quoted::Quoted;
use anteroom_board::Seat;

pub(super) fn write(position: &Anchor, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for number in (0..ACROSS).rev() {
        let (first, many) = Hex::row(number);
        for letter in first..first + many {
            let colour = Hex::at(letter, number).and_then(|hex| position.colour_at(hex));
            f.write_char(colour.map_or('.', |colour| Anchor::LETTERS[colour.index()]))?;
        }
        f.write_char(if number == 0 { ' ' } else { '/' })?;
    }
    write!(
        f,
        "{} {} ",
        Anchor::LETTERS[position.mover.index()],
        position.passes
    )?;
    match position.opening {
        Opening::Pie(Pie::Untouched) => f.write_str("pie0"),
        Opening::Pie(Pie::Offered) => f.write_str("pie1"),
        Opening::Pie(Pie::Kept) => f.write_str("kept"),
        Opening::Pie(Pie::Swapped) => f.write_str("swapped"),
        Opening::Counted {
            handicap,
            mirror:
                Mirror {
                    counts: [black, white],
                    previous,
                },
        } => {
            let word = if handicap { "handicap" } else { "even" };
            write!(f, "{word},{black},{white},")?;
            match previous {
                Some(hex) => write!(f, "{hex}"),
                None => f.write_char('-'),
            }
        }
    }
}

pub(super) fn read(start: Start, text: &str) -> Result<Anchor, TextError> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[board, mover, passes, opening] = fields.as_slice() else {
        return refuse(
            "A position of Anchor is the board, the colour to move, the passes just made and how the game began, with one space between them.",
        );
    };
    let stones = read_board(board)?;
    let mover = match mover {
        "x" => Seat::First,
        "o" => Seat::Second,
        _ => {
            return refuse(format!(
                "The colour to move is x or o, not {}.",
                Quoted(mover)
            ));
        }
    };
    let passes = match passes {
        "0" => 0,
        "1" => 1,
        "2" => 2,
        _ => {
            return refuse(format!(
                "The passes just made are 0, 1 or 2, not {}.",
                Quoted(passes)
            ));
        }
    };
    let position = Anchor {
        stones,
        mover,
        passes,
        opening: read_opening(start, opening)?,
    };
    check_history(start, &position)?;
    if let Opening::Counted { mirror, .. } = position.opening {
        check_mirror(start, &position, mirror)?;
    }
    Ok(position)
}

fn read_board(board: &str) -> Result<[Hexes; 2], TextError> {
    let rows = board.split('/').count();
    if rows != usize::from(ACROSS) {
        return refuse(format!("The board has {rows} rows, not {ACROSS}."));
    }
    let mut stones = [Hexes::NONE; 2];
    for (row, number) in board.split('/').zip((0..ACROSS).rev()) {
        let (first, many) = Hex::row(number);
        let cells = row.chars().count();
        if cells != usize::from(many) {
            return refuse(format!("Row {} has {cells} cells, not {many}.", number + 1));
        }
        for (cell, letter) in row.chars().zip(first..) {
            let Some(hex) = Hex::at(letter, number) else {
                continue;
            };
            match cell {
                '.' => {}
                'x' => stones[0].insert(hex),
                'o' => stones[1].insert(hex),
                _ => {
                    return refuse(format!(
                        "{hex} holds {}: a cell is . or x or o.",
                        Quoted(&cell.to_string())
                    ));
                }
            }
        }
    }
    Ok(stones)
}

fn read_opening(start: Start, text: &str) -> Result<Opening, TextError> {
    let (word, counts) = text
        .split_once(',')
        .map_or((text, None), |(word, counts)| (word, Some(counts)));
    let (allowed, opening) = match (start, word, counts) {
        (Start::Pie, "pie0", None) => return Ok(Opening::Pie(Pie::Untouched)),
        (Start::Pie, "pie1", None) => return Ok(Opening::Pie(Pie::Offered)),
        (Start::Pie, "kept", None) => return Ok(Opening::Pie(Pie::Kept)),
        (Start::Pie, "swapped", None) => return Ok(Opening::Pie(Pie::Swapped)),
        (Start::Pie, ..) => ("pie0, pie1, kept or swapped", None),
        (Start::Even, "even", Some(counts)) => ("", Some((false, counts))),
        (Start::Handicap(_), "handicap", Some(counts)) => ("", Some((true, counts))),
        (Start::Even, ..) => ("even and the symmetric plays, such as even,0,0,-", None),
        (Start::Handicap(_), ..) => (
            "handicap and the symmetric plays, such as handicap,0,0,-",
            None,
        ),
    };
    let Some((handicap, counts)) = opening else {
        return refuse(format!(
            "How this game began is written {allowed}, not {}.",
            Quoted(text)
        ));
    };
    let parts: Vec<&str> = counts.split(',').collect();
    let &[black, white, previous] = parts.as_slice() else {
        return refuse(format!(
            "The symmetric plays of Black and White and the play just before are three parts, not {}.",
            Quoted(counts)
        ));
    };
    let mirror = Mirror {
        counts: [read_count(black)?, read_count(white)?],
        previous: read_previous(previous)?,
    };
    Ok(Opening::Counted { handicap, mirror })
}

fn read_count(text: &str) -> Result<u8, TextError> {
    match text.as_bytes() {
        [digit @ b'0'..=b'9'] => Ok(digit - b'0'),
        _ => refuse(format!(
            "A number of symmetric plays is from 0 to {MOST_SYMMETRIC}, not {}.",
            Quoted(text)
        )),
    }
}

fn read_previous(text: &str) -> Result<Option<Hex>, TextError> {
    match Hex::parse(text) {
        _ if text == "-" => Ok(None),
        Ok(hex) if hex.to_string() == text => Ok(Some(hex)),
        _ => refuse(format!(
            "The play just before is a cell such as h8, or -, not {}.",
            Quoted(text)
        )),
    }
}

/// Refuses combinations of stones, passes and a colour to move that no game reaches.
fn check_history(start: Start, position: &Anchor) -> Result<(), TextError> {
    if let Some(&missing) = start
        .stones()
        .iter()
        .find(|&&hex| !position.stones[0].has(hex))
    {
        return refuse(format!(
            "A black stone has stood on {missing} from the start of this game, but none stands there."
        ));
    }
    let [black, white] = position.stones.map(Hexes::count);
    // The number of Black's stones at the start, and the colour of the first counted turn.
    let (given, beginner) = match (start, position.opening) {
        (Start::Handicap(many), _) => (u32::from(many), Seat::Second),
        (_, Opening::Pie(Pie::Untouched)) => {
            let untouched =
                position.mover == Seat::First && position.passes == 0 && black + white == 0;
            return if untouched {
                Ok(())
            } else {
                refuse("With pie0 the board is empty, nobody has passed and x is to move.")
            };
        }
        (_, Opening::Pie(Pie::Offered)) => {
            let offered =
                position.mover == Seat::Second && position.passes == 0 && (black, white) == (1, 0);
            return if offered {
                Ok(())
            } else {
                refuse(
                    "With pie1 one black stone is on the board, nobody has passed and o is to move.",
                )
            };
        }
        (_, Opening::Pie(_)) => (1, Seat::Second),
        (_, Opening::Counted { .. }) => (0, Seat::First),
    };
    let Some(dropped) = black.checked_sub(given) else {
        return refuse("The first black stone of this game is missing.");
    };
    if position.opening == Opening::Pie(Pie::Kept)
        && dropped + white + u32::from(position.passes) == 0
    {
        return refuse("With kept, White has dropped a stone or passed; here he has done neither.");
    }
    // The turn before the passes dropped a stone, or the game had just begun.
    let (mover, other) = (position.mover, position.mover.other());
    let before_passes = if position.passes == 1 { mover } else { other };
    let of = |colour: Seat| {
        if colour == Seat::First {
            dropped
        } else {
            white
        }
    };
    let from_the_start = dropped + white == 0 && beginner == before_passes.other();
    if of(before_passes) > 0 || from_the_start {
        return Ok(());
    }
    let [mover, dropper] = [mover, before_passes].map(|colour| Anchor::COLOURS[colour.index()]);
    refuse(match position.passes {
        0 => format!(
            "{mover} is to move and nobody has passed, so {dropper} has dropped a stone; here he has not."
        ),
        1 => format!(
            "{mover} is to move after one pass, so {dropper} dropped a stone before it; here he has not."
        ),
        _ => format!(
            "{mover} would be next after two passes, so {dropper} dropped a stone before them; here he has not."
        ),
    })
}

/// Refuses counts of symmetric plays that contradict the board.
fn check_mirror(start: Start, position: &Anchor, mirror: Mirror) -> Result<(), TextError> {
    let (mover, other) = (position.mover, position.mover.other());
    let played = position.taken().count() as usize > start.stones().len();
    match mirror.previous {
        Some(previous) if position.passes > 0 => {
            return refuse(format!(
                "After a pass the play just before is -, not {previous}."
            ));
        }
        Some(previous)
            if position.colour_at(previous) != Some(other)
                || start.stones().contains(&previous) =>
        {
            let colour = Anchor::COLOURS[other.index()];
            return refuse(format!(
                "The play just before was {colour}'s, but no stone that {colour} played stands on {previous}."
            ));
        }
        None if position.passes == 0 && played => {
            return refuse("Nobody has just passed, so the play just before is a cell, not -.");
        }
        _ => {}
    }
    if mirror.counts.iter().all(|&count| count > 0) {
        return refuse("Only one of the players can have played symmetrically just now.");
    }
    if position.passes > 0 && mirror.counts[other.index()] > 0
        || position.passes > 1 && mirror.counts[mover.index()] > 0
    {
        return refuse("A pass sets the number of symmetric plays to 0.");
    }
    for colour in Seat::BOTH {
        let count = mirror.counts[colour.index()];
        let mirrored = position.stones[colour.index()]
            .iter()
            .filter(|hex| position.stones[colour.other().index()].has(hex.opposite()));
        if count > 0 && mirrored.count() < usize::from(count) {
            let name = Anchor::COLOURS[colour.index()];
            return refuse(format!(
                "{name} cannot have made {count} symmetric plays: fewer stones stand straight across from each other."
            ));
        }
    }
    match mirror.previous {
        Some(previous)
            if mirror.counts[other.index()] > 0
                && position.colour_at(previous.opposite()) != Some(mover) =>
        {
            refuse(format!(
                "The play on {previous} was not symmetric: no stone to match stands on {}.",
                previous.opposite()
            ))
        }
        _ => Ok(()),
    }
}

fn refuse<T>(sentence: impl Into<String>) -> Result<T, TextError> {
    Err(TextError(sentence.into()))
}
