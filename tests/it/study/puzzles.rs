//! Puzzles, solved and not.

use anteroom::db::Denial;
use anteroom::features::play::PlayRefusal;
use anteroom::games::{self, AnyPosition, CATALOGUE, with_puzzles};
use anteroom::search::{Puzzle, puzzle};
use loopback_discord::{Answer, Message, Place};

use crate::support::hand::Hand;
use crate::support::messages::check_seen;
use crate::support::scripts::picks;
use crate::support::stage::{Stage, bold, labels, private, updated, whispered};

fn shown_puzzle(message: &Message) -> (u32, &'static Puzzle) {
    let content = message.content();
    let (name, rest) = content
        .strip_prefix("**")
        .and_then(|rest| rest.split_once("**"))
        .unwrap_or_else(|| panic!("no puzzle: {content}"));
    let mut digits = rest.split(|c: char| !c.is_ascii_digit());
    let number: u32 = digits.find_map(|text| text.parse().ok()).unwrap();
    let game = CATALOGUE.iter().find(|game| game.card.name == name);
    (number, puzzle(game.unwrap(), number).unwrap())
}

/// Picks a whole turn of a puzzle, up to *Play*.
async fn pick(place: &Place, shown: Message, position: &AnyPosition, turn: &str) -> Message {
    let mut hand = Hand::of(place, Answer::Message(shown));
    for key in picks(position, turn) {
        hand.pick(&key).await;
    }
    hand.message
}

#[tokio::test]
async fn a_puzzle_of_every_game_is_solved_by_its_solution() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    for game in with_puzzles() {
        let shown = private(ana.command("puzzle", [("game", game.card.key)]).await);
        stage.check_picture(&shown);
        let (number, puzzle) = shown_puzzle(&shown);
        let position = puzzle.start(game).unwrap();
        let whole = pick(&ana, shown, &position, &puzzle.line[0]).await;
        assert_eq!(labels(&whole), ["Play", "Change"]);
        let solved = updated(ana.press(&whole, "Play").await);
        stage.check_picture(&solved);
        assert_eq!(labels(&solved), ["Next Puzzle"]);
        // *Next Puzzle* shows a different one.
        let next = private(ana.press(&solved, "Next Puzzle").await);
        assert_ne!(shown_puzzle(&next).0, number);
    }
    assert_eq!(
        stage.row("SELECT count(*) || ' ' || min(points > 1500) FROM solvers"),
        format!("{} 1", with_puzzles().count())
    );
}

fn wrong(puzzle: &Puzzle) -> String {
    let position = puzzle.start(games::find("connect-n").unwrap()).unwrap();
    let steps = position.steps().into_iter();
    let mut wrong = steps.filter(|step| *step != puzzle.line[0]);
    wrong.next().unwrap()
}

#[tokio::test]
async fn a_wrong_answer_says_why_and_ends_the_streak() {
    let (mut stage, [ana]) = Stage::with_people(["ana"]).await;
    let game = games::find("connect-n").unwrap();
    // This puzzle's rating equals Ana's, so it comes first.
    stage.change("INSERT INTO puzzle_ratings VALUES ('connect-n', 7, 0, 1500, 350, 0.06)");
    let shown = private(ana.command("puzzle", [("game", "connect-n")]).await);
    let (number, puzzle) = shown_puzzle(&shown);
    assert_eq!(number, 7);
    let position = || puzzle.start(game).unwrap();
    let whole = pick(&ana, shown, &position(), &wrong(puzzle)).await;
    stage.restart().await;
    // Two presses count once.
    let (one, other) = tokio::join!(ana.press(&whole, "Play"), ana.press(&whole, "Play"));
    let first = matches!(one, Answer::Update(_));
    let (failed, stale) = if first { (one, other) } else { (other, one) };
    assert_eq!(whispered(stale), PlayRefusal::PickedAlready.sentence());
    let failed = updated(failed);
    assert_eq!(
        labels(&failed),
        ["Try Again", "Show Solution", "Next Puzzle"]
    );
    // A second try does not count.
    let again = private(ana.press(&failed, "Try Again").await);
    let whole = pick(&ana, again, &position(), &puzzle.line[0]).await;
    let solved = private(ana.press(&whole, "Play").await);
    check_seen("puzzles", [&whole, &failed, &solved]);
    stage.row_is(
        "SELECT tries || ' ' || solved || ' ' || streak || ' ' || (points < 1500) FROM solvers",
        "1 0 0 1",
    );
    stage.row_is("SELECT number || ' ' || tries FROM puzzle_ratings", "7 1");
}

#[tokio::test]
async fn a_rating_shows_from_the_fifth_try_on() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    let game = games::find("connect-n").unwrap();
    stage.change(&format!(
        "INSERT INTO solvers VALUES ({}, 'connect-n', 4, 0, 0, 0, 1500, 200, 0.06)",
        stage.id("ana")
    ));
    let mut shown = private(ana.command("puzzle", [("game", "connect-n")]).await);
    for changes in [false, true] {
        let (_, puzzle) = shown_puzzle(&shown);
        let position = puzzle.start(game).unwrap();
        let whole = pick(&ana, shown, &position, &puzzle.line[0]).await;
        let solved = updated(ana.press(&whole, "Play").await);
        let content = solved.content();
        assert!(
            content.contains("puzzle rating in Connect N: "),
            "{content}"
        );
        assert_eq!(content.contains(" → "), changes, "{content}");
        shown = private(ana.press(&solved, "Next Puzzle").await);
    }
}

#[tokio::test]
async fn a_solution_can_be_seen_in_a_direct_message_too() {
    let stage = Stage::new().await;
    let ana = stage.person("ana", stage.sandbox.direct_channel("ana"));
    let game = games::find("connect-n").unwrap();
    let shown = private(ana.command("puzzle", [("game", "connect-n")]).await);
    let (_, puzzle) = shown_puzzle(&shown);
    let whole = pick(&ana, shown, &puzzle.start(game).unwrap(), &wrong(puzzle)).await;
    let failed = updated(ana.press(&whole, "Play").await);
    let solution = updated(ana.press(&failed, "Show Solution").await);
    assert!(bold(solution.content()).contains(&puzzle.line[0].as_str()));
    stage.check_picture(&solution);
    // Without an option, `/puzzle` takes the game that the person tried last.
    let next = private(ana.command("puzzle", [("game", ""); 0]).await);
    shown_puzzle(&next);
    assert_eq!(bold(next.content())[0], "Connect N");
}
