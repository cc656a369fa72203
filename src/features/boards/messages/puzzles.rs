//! Puzzles, and what comes of an answer.

use super::mistakes;
use super::practice::{choices, picked_deed, picture, side, ways_back, without_choices, words};
use crate::board::Seat;
use crate::discord::ui::custom_id::{CustomId, PracticeAct};
use crate::discord::ui::words::counted;
use crate::discord::ui::{Button, Composed, Tone, cut, escaped};
use crate::features::boards::model::practice::About;
use crate::features::boards::service::practice::PracticeView;
use crate::features::boards::service::puzzles::Answered;
use crate::games::{DynPosition, Game};
use crate::search::{Puzzle, puzzle};

/// How much of a turn is shown.
const MOST_TURN: usize = 200;

/// A puzzle on its board: what is asked, what was picked so far, what can be picked.
#[must_use]
pub fn task(shown: &PracticeView) -> Composed {
    let seen_from = side(shown);
    let (board, generation) = (shown.practice.number, shown.practice.generation);
    let mut lines = vec![match shown.practice.about {
        About::Mistake { .. } => mistakes::asked(shown),
        _ => asked(shown),
    }];
    let whole = shown
        .now
        .picked
        .as_ref()
        .filter(|picked| picked.choice.is_none());
    if whole.is_some() {
        let deed = picked_deed(shown);
        let deed = deed.strip_prefix("played ").unwrap_or(&deed);
        lines.push(format!("Your answer: {deed}. Is that it?"));
        let play = CustomId::Practice {
            board,
            generation,
            act: PracticeAct::Play,
        };
        let change = CustomId::Practice {
            board,
            generation,
            act: PracticeAct::Back,
        };
        let buttons = vec![
            Button::new("Play", Tone::Success, play),
            Button::new("Change", Tone::Plain, change),
        ];
        return Composed {
            content: lines.join("\n"),
            picture: Some(picture(shown, seen_from)),
            rows: vec![buttons],
            ..Composed::default()
        };
    }
    let (menus, mut rows, question) = choices(shown, seen_from);
    lines.extend(question);
    let mut last = words(shown, seen_from);
    last.extend(ways_back(shown));
    last.push(rules(shown.game));
    rows.push(last);
    Composed {
        content: lines.join("\n"),
        picture: Some(picture(shown, seen_from)),
        menus,
        rows: rows.into_iter().filter(|row| !row.is_empty()).collect(),
        ..Composed::default()
    }
}

fn rules(game: &Game) -> Button {
    let id = CustomId::Rules {
        game: game.card.key.to_owned(),
        page: 0,
    };
    Button::new("Rules", Tone::Plain, id)
}

/// What a puzzle asks.
fn asked(shown: &PracticeView) -> String {
    let About::Puzzle { number, .. } = &shown.practice.about else {
        return String::new();
    };
    let turns = puzzle(shown.game, *number).map_or(1, |puzzle| puzzle.turns);
    let name = shown.game.card.name;
    format!("**{name}**, puzzle {number}: {}", aim(&*shown.from, turns))
}

/// What is to be reached in a puzzle that is won within so many turns.
pub(crate) fn aim(position: &dyn DynPosition, turns: u32) -> String {
    let side = position.to_move().unwrap_or(Seat::First);
    let [colour, other] = called(position, side);
    if turns <= 1 {
        return format!("{colour} moves and wins at once. Exactly one turn does that.");
    }
    format!(
        "{colour} moves and wins within {turns} turns, whatever {other} plays. Exactly one first turn does that: which?"
    )
}

/// What a seat's colour and the other's are called.
fn called(position: &dyn DynPosition, seat: Seat) -> [&'static str; 2] {
    [seat, seat.other()].map(|seat| position.colours()[position.colour_of(seat).index()])
}

/// The colours of the one who solves it and of the other.
fn colours(shown: &PracticeView) -> [&'static str; 2] {
    called(&*shown.from, side(shown))
}

/// What comes of an answer. `refutation` is a turn of the other side by which a wrong one fails, where one is known.
#[must_use]
pub fn puzzle_answered(answered: &Answered, refutation: Option<&str>) -> Composed {
    let view = &answered.view;
    let [colour, other] = colours(view);
    let turn = cut(&answered.turn, MOST_TURN);
    let turns = answered.puzzle.turns;
    let mut lines = vec![asked(view)];
    if answered.right {
        lines.push(format!("**{turn}** is right.{}", course(answered.puzzle)));
    } else {
        let why = match (view.now.position.outcome(), refutation) {
            (Some(_), _) => String::from("it ends the game without a win."),
            (None, _) if turns <= 1 => format!("{colour} does not win with it at once."),
            (None, Some(reply)) => format!(
                "{other} answers **{}**, and {colour} does not win within {turns} turns any more.",
                cut(reply, MOST_TURN)
            ),
            (None, None) => format!("{colour} cannot force a win within {turns} turns then."),
        };
        lines.push(format!("**{turn}** is not it: {why}"));
    }
    lines.push(standing(answered));
    let game = view.game.card.key.to_owned();
    let next = Button::new(
        "Next Puzzle",
        Tone::Primary,
        CustomId::NextPuzzle { game: game.clone() },
    );
    let mut buttons = Vec::new();
    if !answered.right {
        let number = answered.number;
        buttons.push(Button::new(
            "Try Again",
            Tone::Plain,
            CustomId::TryPuzzle {
                game: game.clone(),
                number,
            },
        ));
        buttons.push(Button::new(
            "Show Solution",
            Tone::Plain,
            CustomId::PuzzleSolution { game, number },
        ));
    }
    buttons.push(next);
    Composed {
        content: lines.join("\n"),
        picture: Some(without_choices(view)),
        rows: vec![buttons],
        ..Composed::default()
    }
}

/// How a win goes on after its first turn; empty where that ends the game.
pub(crate) fn course(puzzle: &Puzzle) -> String {
    let rest: Vec<_> = puzzle
        .line
        .iter()
        .skip(1)
        // Anache writes jumps with a star, and two of them would turn what stands between them italic.
        .map(|turn| escaped(&cut(turn, MOST_TURN)))
        .collect();
    if rest.is_empty() {
        return String::from(" It wins at once.");
    }
    format!(" It may go on like this: {}.", rest.join(", then "))
}

/// What an answer did to somebody's rating and streak.
fn standing(answered: &Answered) -> String {
    let Some(tried) = answered.tried else {
        return String::from("-# You have tried this one before: it does not count again.");
    };
    let (before, after) = (tried.before.rating, tried.after.rating);
    let name = answered.view.game.card.name;
    let streak = match tried.after.streak {
        0 => String::new(),
        streak => {
            let best = if streak == tried.after.best && streak > 1 {
                ", your longest streak"
            } else {
                ""
            };
            format!(" · {streak} in a row{best}")
        }
    };
    format!(
        "-# Your rating against puzzles of {name}: {before} → {after} · {} of {} solved{streak}",
        tried.after.solved,
        counted(u64::from(tried.after.tries), "puzzle")
    )
}

/// The solution of a puzzle: the board after its first turn. `view` is its board.
#[must_use]
pub fn puzzle_solution(view: &PracticeView, puzzle: &Puzzle) -> Composed {
    let first = puzzle.line.first().cloned().unwrap_or_default();
    let mut shown = view.clone();
    shown.practice.turns = vec![first.clone()];
    shown.practice.picks.clear();
    if let Some(now) = shown.practice.stand(&*shown.from) {
        shown.now = now;
    }
    let next = CustomId::NextPuzzle {
        game: view.game.card.key.to_owned(),
    };
    Composed {
        content: format!(
            "{}\nThe solution is **{}**.{}",
            asked(view),
            cut(&first, MOST_TURN),
            course(puzzle)
        ),
        picture: Some(without_choices(&shown)),
        rows: vec![vec![Button::new("Next Puzzle", Tone::Primary, next)]],
        ..Composed::default()
    }
}
