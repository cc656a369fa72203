//! Lessons: texts, wrong and right answers by picks and by typing, kills, and the match at the end.

use anteroom::features::play::FoundLesson;
use anteroom::features::play::PlayRefusal;
use anteroom::features::study;
use anteroom::games::lessons::Lesson;
use anteroom::games::{Game, find, with_lessons};
use loopback_discord::{Answer, Message, Place};

use crate::support::hand::Hand;
use crate::support::messages::check_seen;
use crate::support::stage::{NOTHING, Stage, bold, caption, labels, private, refusal_of, says};

/// Answers a lesson by its form.
async fn types(place: &Place, lesson: &Message, turn: &str) -> Message {
    let answer = place.press(lesson, "Type Instead…").await;
    let form = answer
        .modal()
        .unwrap_or_else(|| panic!("no form: {answer:#?}"));
    assert!(form.title().chars().count() <= 45, "{}", form.title());
    private(place.submit(form, [("turn", turn)]).await)
}

fn is_done(answered: &Message) -> bool {
    answered.button("Next Lesson").is_some()
}

/// Solves a lesson, by picks if the picker offers the steps.
async fn solve(stage: &Stage, place: &Place, shown: Message, lesson: &Lesson) -> Message {
    let exercise = lesson.exercise.as_ref().expect("a task");
    stage.check_picture(&shown);
    let mut hand = Hand::of(place, Answer::Message(shown));
    for step in exercise.solution.split(' ') {
        // The picker makes a forced step itself.
        if is_done(&hand.message) {
            break;
        }
        if !hand.offers(step) {
            return types(place, &hand.message, &exercise.solution).await;
        }
        hand.make(step).await;
    }
    hand.message
}

/// Solves all tasks of a game's lessons in order, and returns the last page.
async fn learn(stage: &Stage, place: &Place, game: &Game) -> Message {
    let key = game.card.key;
    let list = private(place.command("learn", [("game", key)]).await);
    let lessons = game.lessons().expect("lessons");
    let mut shown = private(place.press(&list, "Begin").await);
    for (at, lesson) in lessons.iter().enumerate() {
        let titles = [game.card.name, lesson.title.as_str()];
        let content = shown.content();
        assert_eq!(bold(content)[..2], titles, "lesson {}", at + 1);
        assert!(content.contains(&lesson.text), "{content}");
        let Some(exercise) = &lesson.exercise else {
            break;
        };
        assert!(caption(&shown).contains(&exercise.task), "{shown:#?}");
        let done = solve(stage, place, shown, lesson).await;
        says(&done, &exercise.done);
        stage.check_picture(&done);
        assert_eq!(labels(&done), ["Next Lesson", "Once More", "All Lessons"]);
        shown = private(place.press(&done, "Next Lesson").await);
    }
    shown
}

#[tokio::test]
async fn every_lesson_of_every_game_is_done_and_costs_nothing() {
    let (stage, [place]) = Stage::with_people(["ana"]).await;
    stage.clear_requests();
    for game in with_lessons() {
        let last = learn(&stage, &place, game).await;
        assert_eq!(labels(&last), ["Play Beginner", "Play Here", "All Lessons"]);
        stage.check_picture(&last);
    }
    assert_eq!(stage.counted(), [] as [String; 0]);
    // All lessons are done except the matches.
    let games = private(place.command("learn", NOTHING).await);
    for game in with_lessons() {
        let count = game.lessons().expect("lessons").len();
        let line = format!("**{}** · {} ", game.card.name, count - 1);
        says(&games, &line);
    }
    // Another person has done no lesson.
    let ben = stage.person("ben", stage.general());
    let games = private(ben.command("learn", NOTHING).await);
    let nothing_done = study::messages::games_to_learn(&[]);
    assert_eq!(games.content(), nothing_done.content);
}

#[tokio::test]
async fn the_last_lesson_is_a_match_and_is_done_when_that_is_over() {
    let (stage, [place]) = Stage::with_people(["ana"]).await;
    let list = private(place.command("learn", [("game", "connect-n")]).await);
    let menu = &list.menus()[0];
    let chosen = place
        .select(&list, &menu.custom_id, ["connect-n.match"])
        .await;
    let last = private(chosen);
    stage.clear_requests();
    let begun = private(place.press(&last, "Play Beginner").await);
    // The match runs in a direct channel, and the bot posts nothing in the server's channel.
    let direct = stage.sandbox.direct_channel("ana");
    let ana = stage.person("ana", direct);
    let told = stage.sandbox.until(|_| {
        let there = ana.messages();
        let board = there.last()?.button("Move…").is_some();
        board.then_some(there)
    });
    let told = told.await.expect("the first board");
    check_seen("lesson_match_begun", [&begun, &told[0]]);
    let general = stage.person("ben", stage.general());
    assert!(general.messages().is_empty(), "{:#?}", general.messages());
    let list = private(place.press(&begun, "All Lessons").await);
    assert!(!list.content().contains("✓ 10"), "{}", list.content());
    // The test computer always plays the first column, so four in the last column win.
    for _ in 0..4 {
        let answer = ana.command("move", [("turn", "g")]).await;
        assert!(matches!(answer, Answer::Message(_)), "{answer:#?}");
        stage.until_announced().await;
        stage
            .until_row("SELECT count(*) FROM matches WHERE computer_due = 1", "0")
            .await;
    }
    stage.until_row("SELECT winner FROM matches", "0").await;
    let list = private(place.command("learn", [("game", "connect-n")]).await);
    says(&list, "✓ 10");
}

#[tokio::test]
async fn a_learner_who_takes_no_messages_may_play_in_the_channel() {
    let (stage, [place]) = Stage::with_people(["ana"]).await;
    let list = private(place.command("learn", [("game", "connect-n")]).await);
    let menu = &list.menus()[0];
    let last = place
        .select(&list, &menu.custom_id, ["connect-n.match"])
        .await;
    let closed = refusal_of(403, 50007);
    stage.fails("POST", "/channels/{channel_id}/messages", 1, closed);
    let unsent = private(place.press(&private(last), "Play Beginner").await);
    check_seen("lesson_match_unsent", [&unsent]);
    stage.row_is("SELECT count(*) FROM events", "0");
    let begun = private(place.press(&unsent, "Play Here").await);
    assert!(begun.button("d").is_some(), "{begun:#?}");
    stage.thread(0).await;
}

#[tokio::test]
async fn wrong_answer_is_explained_and_can_be_tried_again() {
    let (stage, [place]) = Stage::with_people(["ana"]).await;
    let list = private(place.command("learn", [("game", "connect-n")]).await);
    assert_eq!(labels(&list), ["Begin", "Other Games", "Rules"]);
    let rules = private(place.press(&list, "Rules").await);
    let list = private(place.press(&rules, "Learn").await);
    let lesson = private(place.press(&list, "Begin").await);
    // A wrong answer, explained by the task itself.
    let mut hand = Hand::of(&place, Answer::Message(lesson));
    hand.make("a").await;
    stage.check_picture(&hand.message);
    assert_eq!(
        labels(&hand.message),
        ["Try Again", "Show Solution", "All Lessons"]
    );
    stage.row_is(
        "SELECT count(*) FROM lessons WHERE done_at IS NOT NULL",
        "0",
    );
    hand.press("Try Again").await;
    let lessons = find("connect-n")
        .expect("a game")
        .lessons()
        .expect("lessons");
    let task = &lessons[0].exercise.as_ref().expect("a task").task;
    assert!(hand.says(task));
    // An illegal turn, explained by the rules.
    let refused = types(&place, &hand.message, "d9 <@1>").await;
    assert!(caption(&refused).contains(task), "{refused:#?}");
    assert!(refused.mentions().is_empty());
    assert_eq!(
        labels(&refused),
        [
            "Try Again",
            "Type Instead…",
            "Show Rule",
            "Show Solution",
            "All Lessons"
        ]
    );
    // The solution.
    let shown = private(place.press(&refused, "Show Solution").await);
    assert!(bold(shown.content()).contains(&"d"), "{shown:#?}");
    stage.row_is(
        "SELECT count(*) FROM lessons WHERE done_at IS NOT NULL",
        "0",
    );
    let again = private(place.press(&shown, "Try It").await);
    let done = types(&place, &again, " D ").await;
    assert!(is_done(&done), "{done:#?}");
    let list = private(place.press(&done, "All Lessons").await);
    says(&list, "✓ 1. ");
    assert!(!list.content().contains("✓ 2. "), "{}", list.content());
    let next = private(place.press(&list, "Go On").await);
    assert_eq!(bold(next.content())[1], lessons[1].title);
    let list = private(place.press(&next, "All Lessons").await);
    let games = private(place.press(&list, "Other Games").await);
    let done = study::messages::games_to_learn(&[lessons[0].id.clone()]);
    assert_eq!(games.content(), done.content);
}

#[tokio::test]
async fn a_turn_of_several_steps_goes_on_after_a_kill_and_where_text_stops() {
    let mut stage = Stage::new().await;
    let game = find("anacund").expect("a game");
    let lesson = game.lessons().expect("lessons").swap_remove(0);
    let place = stage.person("ana", stage.general());
    let list = private(place.command("learn", [("game", "anacund")]).await);
    let shown = private(place.press(&list, "Begin").await);
    let mut hand = Hand::of(&place, Answer::Message(shown));
    hand.make("3").await;
    stage.restart().await;
    let place = stage.person("ana", stage.general());
    let mut hand = Hand::of(&place, Answer::Message(hand.message));
    hand.make("2").await;
    assert!(hand.says(" 3 2"), "{}", hand.message.content());
    hand.press("Back").await;
    assert!(!hand.says(" 3 2"), "{}", hand.message.content());
    // The player can also continue an incomplete text.
    let begun = types(&place, &hand.message, "3, 2").await;
    assert!(caption(&begun).contains(" 3 2"), "{begun:#?}");
    let mut hand = Hand::of(&place, Answer::Message(begun));
    stage.restart().await;
    let place = stage.person("ana", stage.general());
    hand = Hand::of(&place, Answer::Message(hand.message));
    hand.make("4").await;
    let done = &lesson.exercise.as_ref().expect("a task").done;
    assert!(is_done(&hand.message) && hand.says(done));
    stage.restart().await;
    let place = stage.person("ana", stage.general());
    let list = private(place.command("learn", [("game", "anacund")]).await);
    says(&list, "✓ 1. ");
}

#[test]
fn lessons_that_are_gone_say_so() {
    for gone in [String::from("go.first"), ["connect-n", "gone"].join(".")] {
        let id = gone.parse().expect("a name");
        let error = FoundLesson::of(&id).err().expect("no lesson");
        assert_eq!(error, PlayRefusal::NoSuchLesson);
    }
}
