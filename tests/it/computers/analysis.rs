//! What a match came to turn by turn.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anteroom::features::computers::{ComputerPlayer, Engine};
use anteroom::games::AnyPosition;
use anteroom::kernel::BoxFuture;
use anteroom::matches::{Level, Match};
use anteroom::search::{Strength, Thought, think};
use loopback_discord::{Message, Place};
use tokio::sync::Semaphore;

use crate::support::computers::{NOTHING, lost_match, private, stage_with};
use crate::support::stage::{Stage, boards, labels, whispered};

/// The real engine, with as few nodes as a test has time for.
fn quick_engine() -> Arc<dyn ComputerPlayer> {
    Arc::new(Engine::with_search(|position, _, seed, stop| {
        think(position, Strength::Nodes(400), seed, stop)
    }))
}

/// The analysis, once it is there.
async fn analysed(stage: &Stage, place: &Place) -> Message {
    let shown = private(place.command("analyse", [("match", "1")]).await);
    if shown.content().starts_with("**Analysis**") {
        return shown;
    }
    stage.message_says(place, &shown, "**Analysis**").await
}

#[tokio::test]
async fn an_analysis_tells_where_a_match_turned() {
    let stage = stage_with(quick_engine()).await;
    let table = lost_match(&stage).await;
    stage.forget_requests();
    let shown = analysed(&stage, &table.cleo).await;
    let ben = stage.mention("ben");
    let line = shown
        .content()
        .lines()
        .find(|line| line.starts_with("Turn 6, "))
        .unwrap_or_else(|| panic!("{}", shown.content()));
    assert!(
        line.starts_with(&format!("Turn 6, {ben}: **c**?")) && line.contains(" to a proven loss."),
        "{line}"
    );
    assert!(line.contains("Better: **d**"), "{line}");
    assert!(
        stage
            .check_picture(&shown)
            .starts_with("A chart. Red's chance to win, turn by turn: "),
    );
    assert!(
        stage
            .check_picture(&shown)
            .contains(" a proven win at the end."),
    );
    // The card and the name of the thread follow the end of the match; nothing is posted.
    let counted = stage.counted();
    assert!(
        counted.iter().all(|route| !route.starts_with("POST")),
        "{counted:?}"
    );
    assert!(shown.mentions().is_empty());

    // Its buttons lead into the history.
    let leaf = private(table.cleo.press(&shown, "Turn 6").await);
    assert!(leaf.content().contains("turn 6 of 7"), "{}", leaf.content());

    // For everybody else it is there already, and the same.
    let end = boards(&table.cleo).pop().expect("a board");
    assert!(labels(&end).contains(&String::from("Analyse")));
    let rows = stage.row("SELECT count(*) || ' ' || total(value) FROM weighed");
    let again = private(table.ana.press(&end, "Analyse").await);
    assert_eq!(again.content(), shown.content());
    assert_eq!(
        stage.row("SELECT count(*) || ' ' || total(value) FROM weighed"),
        rows
    );
}

#[tokio::test]
async fn a_match_that_goes_on_is_not_analysed() {
    let stage = stage_with(quick_engine()).await;
    let table = stage.begin("connect-n", &[]).await;
    let refused = whispered(table.ana.command("analyse", NOTHING).await);
    assert_eq!(refused, "Match 1 is not over yet.");
}

/// A computer that thinks so many thoughts and no more.
struct Counting {
    left: Semaphore,
    thought: AtomicUsize,
}

impl Counting {
    fn new(most: usize) -> Arc<Self> {
        Arc::new(Self {
            left: Semaphore::new(most),
            thought: AtomicUsize::new(0),
        })
    }
}

impl ComputerPlayer for Counting {
    fn think<'a>(&'a self, state: &'a Match, _: Level) -> BoxFuture<'a, String> {
        Box::pin(async move { state.position().steps()[0].clone() })
    }

    fn accepts_draw<'a>(&'a self, _: &'a Match) -> BoxFuture<'a, bool> {
        Box::pin(std::future::ready(false))
    }

    fn opine(&self, position: AnyPosition, _: u64) -> BoxFuture<'_, Option<Thought>> {
        Box::pin(async move {
            self.left.acquire().await.ok()?.forget();
            self.thought.fetch_add(1, Ordering::SeqCst);
            let turn = position.steps().pop()?;
            Some(Thought {
                line: vec![turn.clone()],
                turn,
                value: 0.5,
                proven: None,
                nodes: 1,
                candidates: Vec::new(),
            })
        })
    }
}

#[tokio::test]
async fn an_analysis_that_was_killed_goes_on_where_it_stopped() {
    let mut stage = stage_with(Counting::new(3)).await;
    let table = lost_match(&stage).await;
    let shown = private(table.ana.command("analyse", NOTHING).await);
    assert!(
        shown.content().starts_with("I am looking at match 1: "),
        "{}",
        shown.content()
    );
    assert_eq!(labels(&shown), ["Refresh"]);
    stage.until_row("SELECT count(*) FROM weighed", "3").await;
    stage.kill().await;
    let computer = Counting::new(100);
    stage.computer = Arc::clone(&computer) as Arc<dyn ComputerPlayer>;
    stage.start().await;
    let refreshed = private(table.ana.press(&shown, "Refresh").await);
    if !refreshed.content().starts_with("**Analysis**") {
        stage
            .message_says(&table.ana, &refreshed, "**Analysis**")
            .await;
    }
    assert_eq!(stage.row("SELECT count(*) FROM weighed"), "7");
    // The other four boards: no turn looks bad to it, so none is looked at twice.
    let thought = computer.thought.load(Ordering::SeqCst);
    assert_eq!(thought, 4);
}

#[tokio::test]
async fn without_an_answer_an_analysis_may_be_tried_again() {
    let stage = Stage::new().await;
    let table = lost_match(&stage).await;
    let silent = private(table.ana.command("analyse", NOTHING).await);
    let silent = if silent.content().starts_with("I am looking") {
        stage
            .message_says(&table.ana, &silent, "has not come up")
            .await
    } else {
        silent
    };
    assert_eq!(labels(&silent), ["Try Again"]);
}

#[tokio::test]
async fn ones_own_mistakes_are_made_better() {
    let mut stage = stage_with(quick_engine()).await;
    let table = lost_match(&stage).await;
    let shown = analysed(&stage, &table.cleo).await;
    assert!(!labels(&shown).contains(&String::from("Learn From Mistakes")));
    let shown = analysed(&stage, &table.ben).await;
    // The last of Ben's is the column that he did not stop.
    let mut task = private(table.ben.press(&shown, "Learn From Mistakes").await);
    let own = |message: &Message| message.content().contains(": in turn 6 you played **c**, ");
    while !own(&task) {
        let turn = private(table.ben.press(&task, "Column a").await);
        let answered = private(table.ben.press(&turn, "Play").await);
        task = private(table.ben.press(&answered, "Next Mistake").await);
    }
    stage.check_picture(&task);
    let turn = private(table.ben.press(&task, "Column c").await);
    assert!(
        turn.content().contains("Your answer: "),
        "{}",
        turn.content()
    );
    stage.restart().await;
    let same = private(table.ben.press(&turn, "Play").await);
    assert!(
        same.content()
            .contains("**c** is what you played. It left you with a proven loss; "),
        "{}",
        same.content()
    );
    assert_eq!(labels(&same), ["Try Again", "Show Solution"]);
    let again = private(table.ben.press(&same, "Try Again").await);
    let turn = private(table.ben.press(&again, "Column d").await);
    let best = private(table.ben.press(&turn, "Play").await);
    assert!(
        best.content()
            .contains("**d** is what I would have played, too: "),
        "{}",
        best.content()
    );
    assert_eq!(labels(&best), ["See Analysis"]);
    let analysis = private(table.ben.press(&best, "See Analysis").await);
    assert!(analysis.content().starts_with("**Analysis**"));
}

#[tokio::test]
async fn another_turn_is_weighed_before_it_is_judged() {
    let stage = stage_with(quick_engine()).await;
    let table = lost_match(&stage).await;
    analysed(&stage, &table.ben).await;
    // Every column but d loses at once.
    stage.change("UPDATE weighed SET better = 0.5, value = 0.5, proven = NULL WHERE ply = 5");
    let shown = analysed(&stage, &table.ben).await;
    let mut task = private(table.ben.press(&shown, "Learn From Mistakes").await);
    while !task.content().contains(": in turn 6 ") {
        let turn = private(table.ben.press(&task, "Column a").await);
        let answered = private(table.ben.press(&turn, "Play").await);
        task = private(table.ben.press(&answered, "Next Mistake").await);
    }
    let turn = private(table.ben.press(&task, "Column a").await);
    let bad = private(table.ben.press(&turn, "Play").await);
    assert!(
        bad.content().contains(
            "**a** is not it: it comes to a proven loss. There is a turn that comes to 50 %."
        ),
        "{}",
        bad.content()
    );
    let solution = private(table.ben.press(&bad, "Show Solution").await);
    assert!(
        solution.content().contains("\nBetter is **d**"),
        "{}",
        solution.content()
    );
}
