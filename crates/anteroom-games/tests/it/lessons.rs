//! Lessons: each can be solved, its own solution solves it, not every turn does, and they are in order.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, RangeInclusive};

use anteroom_games::lessons::{Exercise, Goal, Lesson, LessonBoard, each_turn};
use anteroom_games::{Game, Progress, TurnRead, Verdict, find, read_turn, with_lessons};

/// The most steps that are tried to find a turn that solves a lesson, and one for each way to miss it.
const MOST_TRIED: usize = 60_000;

/// The number of lessons with a task.
const TASKS: RangeInclusive<usize> = 6..=11;

fn check(game: &Game) {
    let lessons = game.lessons().expect("lessons that can be read");
    let [exercises @ .., last] = lessons.as_slice() else {
        panic!("{} has no lessons", game.card.key)
    };
    assert!(
        TASKS.contains(&exercises.len()),
        "{} has {} lessons with a task",
        game.card.key,
        exercises.len()
    );
    assert!(last.exercise.is_none(), "{} is a match", last.id);
    last.board(game).expect("a match");
    let mut before = BTreeSet::new();
    for lesson in &lessons {
        for needed in &lesson.needs {
            assert!(
                before.contains(needed.as_str()),
                "{} needs {needed}",
                lesson.id
            );
        }
        assert!(
            before.is_empty() == lesson.needs.is_empty(),
            "{}: all but the first need another",
            lesson.id
        );
        assert!(
            before.insert(lesson.id.key()),
            "{} is there twice",
            lesson.id
        );
        check_words(lesson);
    }
    for lesson in exercises {
        let exercise = lesson.exercise.as_ref();
        check_exercise(game, lesson, exercise.expect("a task"));
    }
}

fn check_exercise(game: &Game, lesson: &Lesson, exercise: &Exercise) {
    let id = &lesson.id;
    let board = lesson.board(game).unwrap_or_else(|error| panic!("{error}"));
    assert!(board.position.to_move().is_some(), "{id}: the game is over");
    let solved = read_turn(&*board.position, &exercise.solution)
        .unwrap_or_else(|error| panic!("{id}: {error}"));
    assert_eq!(solved.progress, Progress::Complete, "{id}");
    assert_eq!(solved.text(), exercise.solution, "{id}: in canonical form");
    assert_eq!(exercise.judge(&board, &solved), Ok(()), "{id}");
    let outcome = solved.after.outcome().map(|outcome| outcome.verdict);
    let learner = board.position.to_move().map(Verdict::Win);
    assert!(outcome.is_none() || outcome == learner, "{id}: {outcome:?}");
    let (found, missed) = searched(&board, exercise);
    assert!(found.is_some(), "{id}: no turn that was tried does it");
    for (goal, sentence) in &exercise.goals {
        assert!(
            missed.contains(sentence.as_str()),
            "{id}: no turn that was tried misses {goal:?}"
        );
    }
}

/// Searches for a turn that solves the lesson, and collects the sentences for those that do not.
fn searched(board: &LessonBoard, exercise: &Exercise) -> (Option<TurnRead>, BTreeSet<String>) {
    let (mut found, mut missed) = (None, BTreeSet::new());
    each_turn(&*board.position, MOST_TRIED, |turn| {
        match exercise.judge(board, turn) {
            Ok(()) => found = found.take().or_else(|| Some(turn.clone())),
            Err(sentence) => drop(missed.insert(sentence.to_owned())),
        }
        if found.is_some() && missed.len() == exercise.goals.len() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    (found, missed)
}

/// Checks that texts are sentences of limited length that fit on a phone above the board.
fn check_words(lesson: &Lesson) {
    let id = &lesson.id;
    assert!((4..=40).contains(&lesson.title.chars().count()), "{id}");
    let texts = lesson.exercise.iter().flat_map(|exercise| {
        let missed = exercise.goals.iter().map(|(_, sentence)| sentence);
        missed.chain([&exercise.task, &exercise.done])
    });
    for text in texts.chain([&lesson.text]) {
        assert!((4..=560).contains(&text.chars().count()), "{id}: {text}");
        let ends = ['.', '!', '?'];
        for paragraph in text.split("\n\n") {
            assert!(paragraph.trim().ends_with(ends), "{id}: {paragraph}");
        }
        for sentence in text.split(ends) {
            let words = sentence.split_whitespace().count();
            assert!(words <= 22, "{id}: a long sentence: {sentence}");
        }
    }
}

#[test]
fn every_lesson_can_be_done_and_missed() {
    for game in with_lessons() {
        check(game);
    }
}

/// A goal, a game with its options and a position, a turn that meets the goal and one that does not.
type GoalCase = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static str,
    &'static str,
    &'static str,
);

const PAIRS: &str = ".,.,.,./.,b1,.,b1/.,r1,r1,./.,.,.,. r";
const FOUR: &[(&str, &str)] = &[("size", "4")];
const TEN: &[(&str, &str)] = &[("size", "10")];
const FRAME: &str = "......./......./......./......./..bb.../..rr... r 4";
const MEN: &str = "........../........../...o....../........../...o.o..../....x...../....x...../......x.../........../.......... x 20";

const GOALS: &[GoalCase] = &[
    ("passes", "anchor", &[("start", "even")], "", "pass", "a1"),
    ("captures 1", "anaash", FOUR, PAIRS, "b2xb3", "b2+c2"),
    ("not captures 1", "anaash", FOUR, PAIRS, "b2+c2", "b2xb3"),
    ("moves to c2", "anaash", FOUR, PAIRS, "b2+c2", "b2xb3"),
    ("moves from b2", "anaash", FOUR, PAIRS, "b2+c2", "c2+b2"),
    ("has 1 stack of 2", "anaash", FOUR, PAIRS, "b2+c2", "b2xb3"),
    (
        "captures 1 and moves from b2",
        "anaash",
        FOUR,
        PAIRS,
        "b2xb3",
        "c2+b2",
    ),
    ("places on d3", "connect-n", &[], FRAME, "d", "c"),
    ("plays b, e", "connect-n", &[], FRAME, "b", "a"),
    ("wins next", "connect-n", &[], FRAME, "b", "a"),
    (
        "captures 2 by intervention",
        "anache",
        TEN,
        MEN,
        "e5-N end",
        "g3-N end",
    ),
    (
        "not captures 1 by intervention",
        "anache",
        TEN,
        MEN,
        "g3-N end",
        "e5-N end",
    ),
    ("moves 2", "anache", TEN, MEN, "e4,e5-N end", "e5-N end"),
];

#[test]
fn what_is_no_goal_is_refused() {
    for text in [
        "",
        "captures",
        "captures x",
        "captures 1 crushing",
        "moves",
        "moves up c3",
        "wins now",
        "wins and",
        "not",
        "has dragons",
        "places d1",
        "counts -1",
        "flies",
    ] {
        assert!(text.parse::<Goal>().is_err(), "{text}");
    }
}

#[test]
fn goals_are_met_or_missed() {
    for (goal, key, options, from, meets, misses) in GOALS {
        let game = find(key).expect("a game");
        let options = options
            .iter()
            .map(|(key, value)| (String::from(*key), String::from(*value)));
        let values = game
            .complete_options(&options.collect(), || 0)
            .expect("options");
        let position = match *from {
            "" => game.start(&values).expect("a start"),
            from => game.read(&values, from).expect("a position"),
        };
        for (turn, met) in [(meets, true), (misses, false)] {
            let read = read_turn(&*position, turn).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(read.progress, Progress::Complete, "{goal}: {turn}");
            let parsed: Goal = goal.parse().expect("a goal");
            assert_eq!(parsed.is_met(&*position, &read), met, "{goal}: {turn}");
        }
    }
}
