//! Puzzles, and the result of an answer.

use crate::board::Seat;
use crate::discord::ui::words::counted;
use crate::discord::ui::{Button, Composed, Tone, cut, escaped};
use crate::features::play::messages::picture::without_choices;
use crate::features::play::model::session::About;
use crate::features::play::model::view::BoardView;
use crate::features::study::model::puzzles::Answered;
use crate::features::study::press::Press;
use crate::games::{DynPosition, Game, written_turn, written_turns};
use crate::search::{Puzzle, puzzle};

/// The number of tries from which on a person's puzzle rating is shown.
const LEAST_TRIES: u32 = 5;

/// The most characters of a turn that are shown.
const MOST_TURN: usize = 200;

/// The question of a puzzle.
pub(crate) fn asked(shown: &BoardView) -> String {
    match shown.session.about {
        About::Puzzle { number, .. } => asked_number(shown, number),
        _ => String::new(),
    }
}

fn asked_number(shown: &BoardView, number: u32) -> String {
    let game = shown.ground.game;
    let turns = puzzle(game, number).map_or(1, |puzzle| puzzle.turns);
    let aim = aim(&*shown.ground.from, turns);
    format!("**{}**, puzzle {number}: {aim}", game.card.name)
}

/// The goal of a puzzle that can be won within this many turns.
pub(crate) fn aim(position: &dyn DynPosition, turns: u32) -> String {
    let side = position.to_move().unwrap_or(Seat::First);
    let [colour, other] = called(position, side);
    if turns <= 1 {
        return format!("{colour} moves and wins at once. Exactly one turn does that.");
    }
    format!(
        "{colour} moves and wins within {turns} turns, whatever {other} plays. Exactly one first move does that. Which?"
    )
}

/// The names of a seat's colour and of the other one.
fn called(position: &dyn DynPosition, seat: Seat) -> [&'static str; 2] {
    [seat, seat.other()].map(|seat| position.colours()[position.colour_of(seat).index()])
}

/// The answer to a person for whom a game has no puzzle: they have solved all, or it has none.
pub fn no_puzzle_left(game: &Game) -> String {
    let name = game.card.name;
    let why = match game.card.puzzles {
        Some(_) => format!("You have solved all puzzles of {name}."),
        None => format!("{name} has no puzzles yet."),
    };
    format!("{why} `/puzzle` has puzzles of other games.")
}

/// The result of an answer. `refutation` is the turn that refutes a wrong answer, if known.
pub fn puzzle_answered(answered: &Answered, refutation: Option<&str>) -> Composed {
    let shown = &answered.shown;
    let [colour, other] = called(&*shown.ground.from, shown.side());
    let turn = written_turn(&*shown.ground.from, &answered.turn);
    let turn = cut(&turn, MOST_TURN);
    let turns = answered.puzzle.turns;
    let mut lines = vec![asked_number(shown, answered.number)];
    if answered.right {
        lines.push(format!(
            "**{turn}** is right.{}",
            course(&*shown.ground.from, answered.puzzle)
        ));
    } else {
        let why = match (shown.now.position.outcome(), refutation) {
            (Some(_), _) => String::from("it ends the game without a win."),
            (None, _) if turns <= 1 => format!("{colour} does not win with it at once."),
            (None, Some(reply)) => format!(
                "{other} answers **{}**, and {colour} no longer wins within {turns} turns.",
                cut(&written_turn(&*shown.now.position, reply), MOST_TURN)
            ),
            (None, None) => format!("{colour} cannot force a win within {turns} turns then."),
        };
        lines.push(format!("**{turn}** is wrong: {why}"));
    }
    lines.push(standing(answered));
    let game = shown.ground.game.card.key.to_owned();
    let next = Button::new(
        "Next Puzzle",
        Tone::Primary,
        Press::NextPuzzle { game: game.clone() },
    );
    let mut buttons = Vec::new();
    if !answered.right {
        let number = answered.number;
        buttons.push(Button::plain(
            "Try Again",
            Press::TryPuzzle {
                game: game.clone(),
                number,
            },
        ));
        buttons.push(Button::plain(
            "Show Solution",
            Press::PuzzleSolution { game, number },
        ));
    }
    buttons.push(next);
    Composed {
        content: lines.join("\n"),
        picture: Some(without_choices(shown)),
        rows: vec![buttons],
        ..Composed::default()
    }
}

/// The winning line after its first turn, which is the solution on the board `from`.
pub(crate) fn course(from: &dyn DynPosition, puzzle: &Puzzle) -> String {
    let rest: Vec<_> = written_turns(from, &puzzle.line)
        .iter()
        .skip(1)
        // In Anache a star marks a jump; two of them would make Discord print the text between them in italics.
        .map(|turn| escaped(&cut(turn, MOST_TURN)))
        .collect();
    if rest.is_empty() {
        return String::from(" It wins at once.");
    }
    format!(" It may go on like this: {}.", rest.join(", then "))
}

/// The person's new rating and streak.
fn standing(answered: &Answered) -> String {
    let Some(tried) = answered.tried else {
        return String::from("-# You have tried this one before: it does not count again.");
    };
    let (before, after) = (&tried.before, &tried.after);
    // The first tries change a rating by hundreds of points.
    let rating = match after.tries {
        ..LEAST_TRIES => format!(" shows after {LEAST_TRIES} tries"),
        LEAST_TRIES => format!(": {}", after.rating),
        _ => format!(": {} → {}", before.rating, after.rating),
    };
    let name = answered.shown.ground.game.card.name;
    let streak = match after.streak {
        0 => String::new(),
        streak => {
            let best = if streak == after.best && streak > 1 {
                ", your longest streak"
            } else {
                ""
            };
            format!(" · {streak} in a row{best}")
        }
    };
    format!(
        "-# Your puzzle rating in {name}{rating} · {} of {} solved{streak}",
        after.solved,
        counted(u64::from(after.tries), "puzzle")
    )
}

/// The solution of a puzzle: the board after its first turn. `shown` is the puzzle's board.
pub fn puzzle_solution(shown: &BoardView, number: u32, puzzle: &Puzzle) -> Composed {
    let first = puzzle.line.first().cloned().unwrap_or_default();
    let next = Press::NextPuzzle {
        game: shown.ground.game.card.key.to_owned(),
    };
    let after = shown.clone().with_turn(first.clone());
    Composed {
        content: format!(
            "{}\nThe solution is **{}**.{}",
            asked_number(shown, number),
            cut(&written_turn(&*shown.ground.from, &first), MOST_TURN),
            course(&*shown.ground.from, puzzle)
        ),
        picture: after.ok().map(|after| without_choices(&after)),
        rows: vec![vec![Button::new("Next Puzzle", Tone::Primary, next)]],
        ..Composed::default()
    }
}
