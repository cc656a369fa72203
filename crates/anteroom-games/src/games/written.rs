//! Turns as players write and name them, where that is not their canonical text.

use super::{AnyPosition, DynPosition, read_turn};

/// A turn by its word, where players have one for it, else by its canonical text: `castles short`, `e2e4`.
#[must_use]
pub fn named(position: &dyn DynPosition, turn: &str) -> String {
    let has_word =
        read_turn(position, turn).is_ok_and(|read| position.deed(&read.effects).is_some());
    let word = position.written(turn).filter(|_| has_word);
    word.unwrap_or_else(|| turn.to_owned())
}

/// A line of turns as players write it, each with its number where it needs one: `1…b5`, `2. Bxb5`, `a6`. In games whose
/// players number turns and not rounds each has its own: `14. h7`, `15. pass`. `before` turns were made before the line.
#[must_use]
pub fn written_line(position: &dyn DynPosition, before: u32, turns: &[String]) -> Vec<String> {
    let mut at: Option<AnyPosition> = Some(position.boxed_clone());
    let mut written = Vec::new();
    for (number, turn) in (before..).zip(turns) {
        let text = at.as_ref().and_then(|at| at.written(turn));
        let text = text.unwrap_or_else(|| turn.clone());
        written.push(if !position.numbers_rounds() {
            format!("{}. {text}", number.saturating_add(1))
        } else if number % 2 == 0 {
            format!("{}. {text}", number / 2 + 1)
        } else if written.is_empty() {
            format!("{}…{text}", number / 2 + 1)
        } else {
            text
        });
        at = at.and_then(|at| Some(read_turn(&*at, turn).ok()?.after));
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, GivenOptions, find};

    fn after(game: &Game, turns: &str) -> AnyPosition {
        let values = game.settle(&GivenOptions::new(), || 0).unwrap();
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
        // What cannot be played any more keeps its text.
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
    fn only_turns_with_a_word_are_named() {
        let chess = find("encastle").unwrap();
        let position = after(chess, "g1f3, g8f6, g2g3, g7g6, f1g2, f8g7");
        assert_eq!(named(&*position, "e1g1"), "castles short");
        assert_eq!(named(&*position, "b1c3"), "b1c3");
        let anchor = find("anchor").unwrap();
        let position = after(anchor, "h7");
        assert_eq!(named(&*position, "swap"), "swap");
    }
}
