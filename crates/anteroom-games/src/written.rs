//! Turns in the players' notation, if it differs from the canonical text.

use super::{AnyPosition, DynPosition, read_turn};

/// Returns a turn in the players' notation: `Nf3`, `O-O`.
///
/// Returns the canonical text if the game has no other notation, or if the turn is illegal.
#[must_use]
pub fn written_turn(position: &dyn DynPosition, turn: &str) -> String {
    position.written(turn).unwrap_or_else(|| turn.to_owned())
}

/// Returns consecutive turns in the players' notation.
#[must_use]
pub fn written_turns<T: AsRef<str>>(
    position: &dyn DynPosition,
    turns: impl IntoIterator<Item = T>,
) -> Vec<String> {
    let mut at: Option<AnyPosition> = Some(position.boxed_clone());
    let turns = turns.into_iter().map(|turn| {
        let turn = turn.as_ref();
        let Some(position) = at.take() else {
            return turn.to_owned();
        };
        at = read_turn(&*position, turn).ok().map(|read| read.after);
        written_turn(&*position, turn)
    });
    turns.collect()
}

/// Returns a line of turns in the players' notation, with necessary numbers: `1…b5`, `2. Bxb5`, `a6`.
///
/// In games that number turns instead of rounds each turn has a number: `14. h7`, `15. pass`. `before` is the number
/// of turns before the line.
#[must_use]
pub fn written_line(position: &dyn DynPosition, before: u32, turns: &[String]) -> Vec<String> {
    let written = (before..).zip(written_turns(position, turns));
    let line = written.map(|(number, turn)| {
        let has_number = !position.numbers_rounds() || number.is_multiple_of(2) || number == before;
        if has_number {
            numbered(position, number, &turn)
        } else {
            turn
        }
    });
    line.collect()
}

/// Returns a turn in the players' notation with its number, after `before` turns: `2. Bxb5`, `1…b5`.
///
/// In games that number turns instead of rounds: `14. h7`.
#[must_use]
pub fn numbered(position: &dyn DynPosition, before: u32, turn: &str) -> String {
    if !position.numbers_rounds() {
        format!("{}. {turn}", before.saturating_add(1))
    } else if before.is_multiple_of(2) {
        format!("{}. {turn}", before / 2 + 1)
    } else {
        format!("{}…{turn}", before / 2 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, GivenOptions, find};

    fn after(game: &Game, turns: &str) -> AnyPosition {
        let values = game.complete_options(&GivenOptions::new(), || 0).unwrap();
        let start = game.start(&values).unwrap();
        turns
            .split(", ")
            .filter(|turn| !turn.is_empty())
            .fold(start, |position, turn| {
                read_turn(&*position, turn).unwrap().after
            })
    }

    fn line(turns: &str) -> Vec<String> {
        turns.split(", ").map(str::to_owned).collect()
    }

    #[test]
    fn lines_of_chess_are_numbered_by_rounds() {
        let chess = find("antichess").unwrap();
        let position = after(chess, "e2e4, b7b5");
        assert_eq!(
            written_line(&*position, 2, &line("f1b5, c7c6, b5c6")),
            ["2. Bxb5", "c6", "3. Bxc6"]
        );
        let position = after(chess, "e2e4");
        assert_eq!(
            written_line(&*position, 1, &line("b7b5, f1b5")),
            ["1…b5", "2. Bxb5"]
        );
        // A turn that can no longer be played keeps its text.
        assert_eq!(
            written_line(&*position, 1, &line("b7b5, e7e5, d2d4")),
            ["1…b5", "2. e7e5", "d2d4"]
        );
    }

    #[test]
    fn lines_of_other_games_are_numbered_by_turns() {
        let game = find("connect-n").unwrap();
        let position = after(game, "d");
        assert_eq!(written_line(&*position, 1, &line("d, e")), ["2. d", "3. e"]);
    }

    #[test]
    fn turns_of_games_without_their_own_notation_keep_their_text() {
        let chess = find("encastle").unwrap();
        let position = after(chess, "g1f3, g8f6, g2g3, g7g6, f1g2, f8g7");
        assert_eq!(written_turn(&*position, "e1g1"), "O-O");
        assert_eq!(written_turn(&*position, "b1c3"), "Nc3");
        assert_eq!(written_turn(&*position, "b1b5"), "b1b5");
        let anchor = find("anchor").unwrap();
        let position = after(anchor, "h7");
        assert_eq!(written_turn(&*position, "swap"), "swap");
    }
}
