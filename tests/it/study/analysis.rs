//! The analysis of a match, turn by turn.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anteroom::features::computers::{ComputerPlayer, Engine};
use anteroom::features::study::{self, Analysis, Chance};
use anteroom::games::AnyPosition;
use anteroom::matches::{Command, Level, Match};
use anteroom::search::{Proven, Strength, Thought, think};
use async_trait::async_trait;
use loopback_discord::{Message, Place};
use tokio::sync::Semaphore;

use crate::support::computers::{lost_match, stage_with};
use crate::support::messages::{ANA, BO, Game, check, check_seen};
use crate::support::people::plays;
use crate::support::stage::{Stage, boards, bold, labels, on_board, page, private, says};

/// The real engine, with few nodes to keep the test fast.
fn quick_engine() -> Arc<dyn ComputerPlayer> {
    Arc::new(Engine::with_search(|position, _, seed, stop| {
        think(position, Strength::Nodes(400), seed, stop)
    }))
}

/// Whether a message shows a finished analysis; an unfinished one has no chart.
fn is_whole(shown: &Message) -> bool {
    !shown.attachments().is_empty()
}

async fn analysed(stage: &Stage, place: &Place) -> Message {
    let shown = private(on_board(place, "Analyse").await);
    stage.message_is(place, &shown, is_whole).await
}

#[tokio::test]
async fn an_analysis_tells_where_a_match_turned() {
    let stage = stage_with(quick_engine()).await;
    let table = lost_match(&stage).await;
    stage.clear_requests();
    let shown = analysed(&stage, &table.cleo).await;
    // Ben let Ana win, and should have blocked her column.
    let turned = shown.button("Turn 6").expect("where it turned");
    let mut lines = shown.content().lines();
    let told = lines.find(|line| bold(line).first() == Some(&"c"));
    let told = told.expect("a line for it");
    assert!(told.contains(&stage.mention("ben")), "{told}");
    assert_eq!(bold(told)[1], "d");
    let won_by_ana = "SELECT proven FROM weighed WHERE ply = 6";
    assert_eq!(stage.row(won_by_ana), (Proven::Win as u8).to_string());
    stage.check_picture(&shown);
    // The end of the match updates the card and the thread's name, and the analysis posts no message.
    let counted = stage.counted();
    assert!(
        counted.iter().all(|route| !route.starts_with("POST")),
        "{counted:?}"
    );
    assert!(shown.mentions().is_empty());

    // The buttons of the analysis open the history.
    let leaf = private(table.cleo.click(&shown, &turned.custom_id).await);
    assert_eq!(bold(leaf.content()), ["Connect N", "c"]);

    // The analysis is stored for everybody. The bot hides a player's better turns, which that player should find alone.
    let end = boards(&table.cleo).pop().expect("a board");
    assert!(labels(&end).contains(&String::from("Analyse")));
    let rows = stage.row("SELECT count(*) || ' ' || total(value) FROM weighed");
    let again = private(table.ana.press(&end, "Analyse").await);
    says(&again, told);
    let again = private(table.ben.press(&end, "Analyse").await);
    let spoiled = again.content().lines().any(|line| line == told);
    let (asked, _) = told.split_once(" Better: ").expect("a better turn");
    assert!(
        !spoiled && again.content().contains(asked),
        "{}",
        again.content()
    );
    assert_eq!(
        stage.row("SELECT count(*) || ' ' || total(value) FROM weighed"),
        rows
    );
}

#[tokio::test]
async fn a_match_that_goes_on_is_not_analysed() {
    let stage = stage_with(quick_engine()).await;
    let table = stage.begin("connect-n", &[]).await;
    assert!(page(&table.ana).await.button("Analyse").is_none());
}

/// A computer that thinks a limited number of times.
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

#[async_trait]
impl ComputerPlayer for Counting {
    async fn think(&self, state: &Match, _: Level) -> String {
        state.position().steps()[0].clone()
    }

    async fn accepts_draw(&self, _: &Match) -> bool {
        false
    }

    async fn evaluate(&self, position: AnyPosition, _: u64) -> Option<Thought> {
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
    }
}

#[tokio::test]
async fn an_analysis_that_was_killed_goes_on_where_it_stopped() {
    let mut stage = stage_with(Counting::new(3)).await;
    let table = lost_match(&stage).await;
    let shown = private(on_board(&table.ana, "Analyse").await);
    assert_eq!(labels(&shown), ["Refresh"]);
    stage.until_row("SELECT count(*) FROM weighed", "3").await;
    stage.kill().await;
    let computer = Counting::new(100);
    stage.computer = Arc::clone(&computer) as Arc<dyn ComputerPlayer>;
    stage.start().await;
    let refreshed = private(table.ana.press(&shown, "Refresh").await);
    stage.message_is(&table.ana, &refreshed, is_whole).await;
    stage.row_is("SELECT count(*) FROM weighed", "7");
    // The other four boards, and twice more about turn 6: the end of the match proves that it lost.
    let thought = computer.thought.load(Ordering::SeqCst);
    assert_eq!(thought, 6);
}

/// Opens a player's mistakes, and skips those before turn 6.
async fn mistake_of_turn_6(ben: &Place, analysis: &Message) -> Message {
    let mut task = private(ben.press(analysis, "Learn From Mistakes").await);
    while bold(task.content())[1] != "c" {
        let answered = answers(ben, &task, "a").await;
        task = private(ben.press(&answered, "Next Mistake").await);
    }
    task
}

async fn answers(ben: &Place, task: &Message, column: &str) -> Message {
    let turn = private(ben.press(task, column).await);
    private(ben.press(&turn, "Play").await)
}

#[tokio::test]
async fn ones_own_mistakes_are_made_better() {
    let mut stage = stage_with(quick_engine()).await;
    let table = lost_match(&stage).await;
    let shown = analysed(&stage, &table.cleo).await;
    assert!(shown.button("Learn From Mistakes").is_none());
    // Every column but d, which blocks Ana's, loses at once. The update keeps the engine's other values out of the
    // snapshot.
    stage.change(
        "UPDATE weighed SET better = 0.5, better_proven = NULL, value = 0.5, proven = NULL, deep = 1, line = 'd' WHERE ply = 5",
    );
    let shown = analysed(&stage, &table.ben).await;
    let task = mistake_of_turn_6(&table.ben, &shown).await;
    stage.check_picture(&task);
    let turn = private(table.ben.press(&task, "c").await);
    stage.restart().await;
    let same = private(table.ben.press(&turn, "Play").await);
    // The bot evaluates another turn before it judges that turn.
    let again = private(table.ben.press(&same, "Try Again").await);
    let bad = answers(&table.ben, &again, "a").await;
    let solution = private(table.ben.press(&bad, "Show Solution").await);
    let shown = private(table.ben.press(&solution, "See Analysis").await);
    assert!(is_whole(&shown));
    let task = mistake_of_turn_6(&table.ben, &shown).await;
    let best = answers(&table.ben, &task, "d").await;
    check_seen("mistakes", [&task, &turn, &same, &bad, &solution, &best]);
}

#[test]
fn a_rout_says_how_the_match_slipped_away() {
    // The first seat loses 4 to 9 % with each turn, the second one nothing.
    let values = [
        0.52, 0.48, 0.48, 0.41, 0.41, 0.32, 0.32, 0.23, 0.22, 0.13, 0.09,
    ];
    for (name, game, turns) in [
        ("rout", "connect-n", "a b a b c b d c e c"),
        (
            "rout_in_antichess",
            "antichess",
            "g1f3 g8f6 f3g1 f6g8 b1c3 b8c6 c3b1 c6b8 g1h3 g8h6",
        ),
        (
            "rout_in_anache",
            "anache",
            "c4-N|h9-S end|c5-N end|h8-S end|d4-N end|g9-S end|e4-N end|f9-S end|b4-N end|i9-S end",
        ),
    ] {
        let mut game = Game::begun(game);
        for turn in turns.split(if turns.contains('|') { '|' } else { ' ' }) {
            let by = game.played.person_to_move().expect("somebody to move");
            game.does(plays(by, turn));
        }
        game.does(Command::Resign { by: ANA });
        let chances = (0..).zip(values).map(|(ply, value)| {
            let proven = None;
            (ply, Chance { value, proven })
        });
        let analysis = Analysis {
            chances: chances.collect(),
            points: Vec::new(),
        };
        let of = |user| study::messages::analysis(&game.played, &analysis, user);
        check(name, &of(BO));
        assert_eq!(of(ANA).rows.len(), 1, "buttons for its turns");
    }
}
