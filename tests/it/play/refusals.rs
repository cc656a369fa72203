//! Everything that can be tried in vain in a match, and that nothing comes of it but an answer.

use loopback_discord::{Answer, DeliveryFault, Message};

use crate::support::hand::Hand;
use crate::support::stage::{Stage, Table, boards, said, whispered};

/// How much has happened in the first match, and how much was posted.
fn state(stage: &Stage, table: &Table) -> (String, usize) {
    (
        stage.row("SELECT seq FROM matches WHERE match_id = 1"),
        boards(&table.cleo).len(),
    )
}

#[tokio::test]
async fn a_turn_that_is_not_legal_is_explained() {
    let stage = Stage::new().await;
    let table = stage.begin("antichess", &[]).await;
    let before = state(&stage, &table);
    let cases = [
        ("e2e5", "e2e5 is not legal: a pawn cannot go from e2 to e5."),
        ("hello", "\"hello\" "),
        ("e7e5", "e7"),
        ("e2e4 e7e5", "A turn ends after e2e4; leave out"),
    ];
    for (turn, sentence) in cases {
        let refused = whispered(table.ana.command("move", [("turn", turn)]).await);
        assert!(refused.contains(sentence), "{turn}: {refused}");
        assert!(
            refused.contains(&format!("`{turn}` was not played.")),
            "{turn}: {refused}"
        );
        // A rule that is broken is quoted; its id is nothing to read.
        assert_eq!(
            refused.contains("\n> "),
            turn != "e2e4 e7e5",
            "{turn}: {refused}"
        );
        assert!(!refused.contains("antichess."), "{turn}: {refused}");
    }
    // From a refusal it goes on by buttons, or to the rule.
    let Answer::Message(refused) = table.ana.command("move", [("turn", "e2e5")]).await else {
        panic!("no message")
    };
    let rules = whispered(table.ana.press(&refused, "Show Me").await);
    let quoted = refused
        .content()
        .lines()
        .find_map(|line| line.strip_prefix("> **Men.** "))
        .expect("a rule");
    assert!(rules.contains(quoted), "{quoted}: {rules}");
    let mut hand = Hand::of(&table.ana, table.ana.press(&refused, "Move…").await);
    hand.make("e2e4").await;
    assert!(hand.says("Your turn: **e2e4**"), "{:#?}", hand.message);
    hand.press("Change").await;
    // The text field says the same, and gives the text back.
    let board = boards(&table.cleo).pop().expect("a board");
    let form = stage.form(&table.ana, &board).await;
    assert_eq!(form.title(), "Standard Antichess, turn 1");
    let refused = whispered(table.ana.submit(&form, [("turn", "e2e5 or d4")]).await);
    assert!(
        refused.contains("a pawn cannot go from e2 to e5") && refused.contains("`e2e5 or d4`"),
        "{refused}"
    );
    assert_eq!(state(&stage, &table), before);
}

#[tokio::test]
async fn captures_are_compulsory_and_the_refusal_says_so() {
    let stage = Stage::new().await;
    let table = stage.begin("antichess", &[]).await;
    stage.plays(&table.ana, "e2e4").await;
    stage.plays(&table.ben, "d7d5").await;
    let refused = whispered(table.ana.command("move", [("turn", "a2a3")]).await);
    assert!(refused.contains("exd5"), "{refused}");
}

#[tokio::test]
async fn only_the_player_to_move_moves() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    let ana = stage.mention("ana");
    let before = state(&stage, &table);
    let board = boards(&table.cleo).pop().expect("a board");
    let Answer::Message(waiting) = table.ben.command("move", [("turn", "d")]).await else {
        panic!("an answer")
    };
    let words = format!("It is {ana}'s turn (Red).\n`d` was not played.");
    assert!(
        waiting.is_ephemeral() && waiting.content() == words,
        "{waiting:#?}"
    );
    assert!(waiting.button("Plan Reply").is_some(), "{waiting:#?}");
    assert_eq!(
        whispered(table.ben.press(&board, "Move…").await),
        format!("It is {ana}'s turn (Red).")
    );
    let stranger = "You are watching match 1.";
    assert_eq!(
        whispered(table.cleo.command("move", [("turn", "d")]).await),
        stranger
    );
    for label in ["Move…", "Offer Draw", "Abort…"] {
        assert_eq!(
            whispered(table.cleo.press(&board, label).await),
            stranger,
            "{label}"
        );
    }
    // Everybody may look.
    assert!(
        whispered(table.cleo.command("board", [("match", "1")]).await)
            .starts_with("**Connect N**, match 1")
    );
    assert!(whispered(table.cleo.press(&board, "Rules").await).contains("Connect N"));
    assert_eq!(state(&stage, &table), before);
}

#[tokio::test]
async fn an_old_board_says_that_the_match_has_moved_on() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    let first = boards(&table.cleo).pop().expect("a board");
    let form = stage.form(&table.ana, &first).await;
    for (place, turn) in [(&table.ana, "a"), (&table.ben, "b")] {
        stage.plays(place, turn).await;
    }
    let before = state(&stage, &table);
    let latest = boards(&table.cleo).pop().expect("a board");
    let link = format!(
        "That board is old. The current one: https://discord.com/channels/{}/{}/{}",
        stage.sandbox.guild_id(),
        table.thread,
        latest.id()
    );
    for label in ["Move…", "Offer Draw"] {
        assert_eq!(
            whispered(table.ana.press(&first, label).await),
            link,
            "{label}"
        );
    }
    // A board that was an answer loses its buttons for nothing; one that was posted keeps them, and says the above.
    let second = boards(&table.cleo)[1].clone();
    stage
        .message_has(&table.cleo, &second, &["History", "Rules"])
        .await;
    assert!(latest.button("Move…").is_some() && boards(&table.cleo)[0].button("Move…").is_some());
    // To resign is possible from any board, but not without a look at the latest one.
    let question = whispered(table.ana.press(&first, "Abort…").await);
    assert!(
        question.starts_with(&format!("{link}\nDo you want to resign")),
        "{question}"
    );
    let late = whispered(table.ana.submit(&form, [("turn", "c")]).await);
    assert_eq!(
        late,
        "The match has moved on: it is turn 3 now.\n`c` was not played."
    );
    assert_eq!(state(&stage, &table), before);
}

#[tokio::test]
async fn the_same_click_twice_makes_one_turn() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    stage.sandbox.fail_delivery(DeliveryFault::Twice);
    let posted = table.ana.command("move", [("turn", "d")]).await;
    assert!(matches!(posted, Answer::Message(_)), "{posted:#?}");
    stage.board(&table, 2).await;
    // The second one is answered in vain, and changes nothing.
    stage.plays(&table.ben, "d").await;
    assert_eq!(
        stage.row("SELECT count(*) FROM events WHERE kind = 'turn'"),
        "2"
    );
    let posts: Vec<Message> = boards(&table.cleo);
    assert_eq!(posts.len(), 3);
}

#[tokio::test]
async fn nothing_happens_in_a_finished_match() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    let board = boards(&table.cleo).pop().expect("a board");
    let question = table.ana.press(&board, "Abort…").await;
    let question = question.message().expect("a question").clone();
    assert!(matches!(
        table.ana.press(&question, "Resign").await,
        Answer::Update(_)
    ));
    let result = stage.board(&table, 2).await;
    assert!(
        result.content().contains("Red resigned."),
        "{}",
        result.content()
    );
    let over = "Match 1 is over: Black won by resignation.";
    assert!(whispered(table.ben.command("move", [("turn", "d")]).await).starts_with(over));
    for label in ["Move…", "Offer Draw", "Abort…"] {
        assert_eq!(
            whispered(table.ben.press(&board, label).await),
            over,
            "{label}"
        );
    }
    assert_eq!(
        whispered(table.ben.command("resign", [("match", "1")]).await),
        over
    );
    assert_eq!(
        whispered(table.ben.command("draw", [("match", "1")]).await),
        over
    );
    assert_eq!(
        stage.row("SELECT count(*) FROM events WHERE kind = 'resigned'"),
        "1"
    );
}

#[tokio::test]
async fn matches_that_are_not_there() {
    let stage = Stage::new().await;
    let ana = stage.person("ana", stage.general());
    assert_eq!(
        whispered(ana.command("move", [("turn", "d")]).await),
        "No match waits for your move. `/games` lists your matches."
    );
    assert_eq!(
        whispered(ana.command("move", [("turn", "d"), ("match", "7")]).await),
        "There is no match 7 here. `/games` lists yours."
    );
    assert!(
        whispered(ana.command("board", [("match", "mine")]).await)
            .starts_with("A match is named by its number")
    );
    assert!(
        whispered(ana.command("resign", Vec::<(&str, &str)>::new()).await)
            .starts_with("You play in no match now.")
    );
    said(ana.command("play connect-n", [("opponent", "ben")]).await);
    assert_eq!(
        whispered(ana.command("move", [("turn", "d"), ("match", "1")]).await),
        "Match 1 has not begun: the challenge has not been accepted."
    );
}
