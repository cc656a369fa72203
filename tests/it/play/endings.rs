//! Draws, resignations and clocks.

use std::time::Duration;

use loopback_discord::Answer;

use crate::support::stage::{Stage, boards, contents, said, whispered};

const NOTHING: [(&str, &str); 0] = [];

#[tokio::test]
async fn a_draw_is_offered_declined_and_agreed() {
    let stage = Stage::new().await;
    let table = stage.begin("antichess", &[]).await;
    let [ana, ben] = ["ana", "ben"].map(|name| stage.mention(name));
    stage.forget_requests();
    let offer = said(table.ana.command("draw", NOTHING).await);
    stage.until_announced().await;
    assert_eq!(
        offer.content(),
        format!("{ben}, {ana} offers a draw. It stands until the next turn.")
    );
    assert_eq!(offer.mentions(), ["ben"]);
    assert_eq!(
        whispered(table.ana.command("draw", NOTHING).await),
        "You have already offered a draw. You can offer again after the next turn."
    );
    assert_eq!(
        whispered(table.ana.press(&offer, "Accept Draw").await),
        "The draw is your own offer: the other player has to answer it."
    );
    assert_eq!(
        whispered(table.cleo.press(&offer, "Accept Draw").await),
        "You are watching match 1."
    );
    let declined = table.ben.press(&offer, "Decline").await;
    stage.until_announced().await;
    let Answer::Update(declined) = declined else {
        panic!("{declined:#?}")
    };
    assert_eq!(
        declined.content(),
        format!("{ben} declined the draw. The match goes on.")
    );
    assert!(declined.buttons().is_empty());

    // An offer ends with the next turn.
    stage.plays(&table.ana, "e4").await;
    let board = boards(&table.cleo).pop().expect("a board");
    let offer = said(table.ana.press(&board, "Offer Draw").await);
    stage.until_announced().await;
    stage.plays(&table.ben, "e6").await;
    let offer = stage.message_says(&table.cleo, &offer, "lapsed").await;
    assert_eq!(
        (offer.content(), offer.buttons().len()),
        ("This request has lapsed: the match went on.", 0)
    );

    // Who offers what is offered to them, accepts.
    said(table.ben.command("draw", NOTHING).await);
    stage.until_announced().await;
    let agreed = said(table.ana.command("draw", NOTHING).await);
    assert!(
        agreed.content().starts_with(&format!(
            "**Draw agreed between {ana} (White) and {ben} (Black).**\n"
        )),
        "{}",
        agreed.content()
    );
    assert_eq!(agreed.mentions(), ["ben"]);
    assert!(
        stage
            .check_picture(&agreed)
            .ends_with("The match is over: draw by agreement.")
    );
    stage.card_says(&table, ". 2 turns played.").await;
    stage
        .until_thread_is(&table, "Ana drew with Ben · Standard Antichess 1")
        .await;
    let requests = stage.counted();
    assert!(
        requests.len() <= 2,
        "all but the card and the thread's name were answers: {requests:?}"
    );
}

#[tokio::test]
async fn resigning_is_asked_twice() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    let [ana, ben] = ["ana", "ben"].map(|name| stage.mention(name));
    let Answer::Message(question) = table.ana.command("resign", NOTHING).await else {
        panic!("a question")
    };
    assert!(question.is_ephemeral());
    assert_eq!(
        question.content(),
        format!(
            "Do you want to abort match 1, **Connect N**? Not both of you have made a turn, so it would count for nothing. If you resign instead, {ben} wins."
        )
    );
    let kept = table.ana.press(&question, "Keep Playing").await;
    assert_eq!(
        kept.message().map(|message| message.content().to_owned()),
        Some(String::from("You play on."))
    );

    let Answer::Message(question) = table.ana.command("resign", NOTHING).await else {
        panic!("a question")
    };
    stage.plays(&table.ana, "d").await;
    let moved_on = whispered(table.ana.press(&question, "Resign").await);
    assert_eq!(
        moved_on,
        "The match has moved on: it is turn 2 now. If you still want to resign, ask again."
    );

    // It may be done from anywhere.
    let elsewhere = stage.person("ana", stage.general());
    let Answer::Message(question) = elsewhere.command("resign", NOTHING).await else {
        panic!("a question")
    };
    let Answer::Update(done) = elsewhere.press(&question, "Resign").await else {
        panic!("done")
    };
    assert_eq!(
        done.content(),
        format!("You resigned match 1. The match is in <#{}>.", table.thread)
    );
    let result = stage.board(&table, 3).await;
    assert!(
        result.content().starts_with(&format!(
            "**{ben} (Black) beats {ana} (Red): Red resigned.**\nTurn 1: "
        )),
        "{}",
        result.content()
    );
    assert_eq!(result.mentions(), ["ben"]);
    stage.card_says(&table, "Red resigned.").await;
    // In the thread nobody need be told where it is.
    let next = stage.begin("connect-n", &[]).await;
    let Answer::Message(question) = next.ben.command("resign", NOTHING).await else {
        panic!("a question")
    };
    let Answer::Update(done) = next.ben.press(&question, "Resign").await else {
        panic!("done")
    };
    assert_eq!(done.content(), "You resigned match 2.");
}

#[tokio::test]
async fn a_match_is_aborted_until_both_have_made_a_turn() {
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    let [ana, ben] = ["ana", "ben"].map(|name| stage.mention(name));
    stage.plays(&table.ana, "d").await;
    let board = boards(&table.cleo).pop().expect("a board");
    assert!(board.button("Resign…").is_none());
    assert_eq!(
        whispered(table.cleo.command("abort", NOTHING).await),
        "You are watching match 1."
    );
    // By the button, with a question.
    let Answer::Message(question) = table.ben.press(&board, "Abort…").await else {
        panic!("a question")
    };
    stage.forget_requests();
    let Answer::Update(done) = table.ben.press(&question, "Abort").await else {
        panic!("done")
    };
    assert_eq!(
        done.content(),
        "You aborted match 1: it counts for nothing."
    );
    stage.until_thread_is(&table, "Aborted · Connect N 1").await;
    // The thread may have its new name before the post is there.
    let post = format!("{ana}: **{ben} aborted the match. It counts for nothing.**");
    stage
        .until(
            || contents(&table.cleo).last() == Some(&post),
            || {
                format!(
                    "the last post is not {post:?}: {:#?}",
                    contents(&table.cleo)
                )
            },
        )
        .await;
    let card = stage.card_says(&table, "counts for nothing").await;
    assert_eq!(
        card.content().lines().last(),
        Some(&*format!("{ben} aborted the match. It counts for nothing."))
    );
    assert_eq!(stage.counted().len(), 3, "{:?}", stage.counted());
    let over = "Match 1 was never played: one of its players aborted it.";
    for (command, options) in [
        ("move", &[("turn", "a"), ("match", "1")][..]),
        ("resign", &[("match", "1")]),
        ("abort", &[("match", "1")]),
    ] {
        let options = options.iter().copied();
        assert_eq!(whispered(table.ben.command(command, options).await), over);
    }
    let games = whispered(table.ben.command("games", NOTHING).await);
    assert!(games.starts_with("You have no matches."), "{games}");
    assert_eq!(
        stage.row("SELECT status || (ended_at IS NULL) || (deadline IS NULL) FROM matches"),
        "aborted11"
    );
    assert_eq!(stage.row("SELECT count(*) FROM alarms"), "0");
    stage.restart().await;
    assert_eq!(
        whispered(table.ben.command("abort", [("match", "1")]).await),
        over
    );

    // By the command, at once; and no more when each has made a turn.
    let table = stage.begin("connect-n", &[]).await;
    let posted = said(table.ana.command("abort", NOTHING).await);
    stage.until_announced().await;
    assert_eq!(
        posted.content(),
        format!("{ben}: **{ana} aborted the match. It counts for nothing.**")
    );
    assert_eq!(posted.mentions(), ["ben"]);
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    stage.plays(&table.ben, "d").await;
    assert!(
        whispered(table.ana.command("abort", NOTHING).await)
            .starts_with("Both of you have made a turn in match 3, so it counts.")
    );
    let board = boards(&table.cleo).pop().expect("a board");
    assert!(board.button("Abort…").is_none() && board.button("Resign…").is_some());
}

#[tokio::test]
async fn who_runs_out_of_time_loses() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[("time", "1h")]).await;
    let [ana, ben] = ["ana", "ben"].map(|name| stage.mention(name));
    stage.advance(Duration::from_secs(3599));
    stage.plays(&table.ana, "d").await;
    stage.advance(Duration::from_secs(3599));
    stage.plays(&table.ben, "d").await;
    stage.advance(Duration::from_secs(3600));
    let result = stage.board(&table, 4).await;
    assert!(
        result.content().contains(&format!(
            "**{ben} (Black) beats {ana} (Red): Red ran out of time.**"
        )),
        "{}",
        result.content()
    );
    let mut notified = result.mentions();
    notified.sort_unstable();
    assert_eq!(notified, ["ana", "ben"]);
    let late = whispered(table.ana.command("move", [("turn", "d")]).await);
    assert!(
        late.starts_with("Match 1 is over: Black won on time."),
        "{late}"
    );
    stage
        .card_says(&table, "ran out of time. 2 turns played.")
        .await;
}

#[tokio::test]
async fn a_deadline_that_passed_while_the_bot_was_away_counts() {
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[("time", "1h+1m")]).await;
    stage.kill().await;
    stage.advance(Duration::from_secs(2 * 3600));
    stage.start().await;
    let result = stage.board(&table, 2).await;
    assert!(
        result.content().contains("Red ran out of time."),
        "{}",
        result.content()
    );
    let deadline = stage.row("SELECT at FROM events WHERE kind = 'flagged'");
    let began = stage.row("SELECT at + 3600000 FROM events WHERE kind = 'accepted'");
    assert_eq!(
        deadline, began,
        "it ended when the time ran out, not when the bot woke up"
    );
    assert_eq!(contents(&table.cleo).len(), 2);
}

#[tokio::test]
async fn the_card_follows_the_match_in_good_time() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    stage.advance(Duration::from_secs(61));
    stage.forget_requests();
    stage.plays(&table.ana, "d").await;
    stage.card_says(&table, "Turn 2: ").await;
    for (place, turn) in [(&table.ben, "a"), (&table.ana, "b"), (&table.ben, "c")] {
        stage.plays(place, turn).await;
    }
    stage.advance(Duration::from_secs(61));
    stage.card_says(&table, "Turn 5: ").await;
    let requests = stage.counted();
    assert_eq!(
        requests.len(),
        2,
        "four turns, two updates of the card and nothing else: {requests:?}"
    );
}

#[tokio::test]
async fn a_question_from_before_a_restart_loses_its_buttons_when_one_is_pressed() {
    let mut stage = Stage::new().await;
    let table = stage.begin("antichess", &[]).await;
    let declined = said(table.ana.command("draw", NOTHING).await);
    stage.until_announced().await;
    stage.restart().await;
    table.ben.command("draw", NOTHING).await;
    stage.until_announced().await;
    let agreed = stage.row("SELECT reason FROM matches");
    assert_eq!(agreed, "agreed");
    let Answer::Update(over) = table.ben.press(&declined, "Decline").await else {
        panic!("the question says how it ended")
    };
    assert_eq!(over.content(), "This offer has lapsed: the match is over.");
    assert!(over.buttons().is_empty());

    let table = stage.begin("antichess", &[]).await;
    stage.plays(&table.ana, "e4").await;
    stage.plays(&table.ben, "e6").await;
    // What nobody has seen would be taken back at once.
    table.ana.command("board", NOTHING).await;
    let asked = said(table.ben.command("takeback", NOTHING).await);
    stage.until_announced().await;
    stage.restart().await;
    stage.plays(&table.ana, "a3").await;
    stage.forget_requests();
    let Answer::Update(over) = table.ana.press(&asked, "Decline").await else {
        panic!("the question says how it ended")
    };
    assert!(
        over.content()
            .starts_with("This request has lapsed: the match went on. The current one: https://"),
        "{}",
        over.content()
    );
    assert!(over.buttons().is_empty());
    assert_eq!(stage.counted(), Vec::<String>::new());
}
