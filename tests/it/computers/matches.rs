//! Matches against a computer: no open challenge, and everything else as with a person.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anteroom::board::Seat;
use anteroom::features::computers::{ComputerPlayer, Engine};
use anteroom::games::CATALOGUE;
use anteroom::matches::{
    Challenge, ChannelId, GuildId, Level, Match, MatchTerms, Place as PlaceOfMatch, Player,
    SeatChoice, UserId,
};
use async_trait::async_trait;
use loopback_discord::{Message, Place, RequestFault};
use serde_json::Value;
use tokio::sync::watch;

use crate::support::computers::{begin, stage_with};
use crate::support::hand::Hand;
use crate::support::messages::{check_lines, check_seen, small_lines};
use crate::support::people::challenge;
use crate::support::play::challenges;
use crate::support::stage::{
    NOTHING, Stage, boards, bold, contents, offered, private, refusal_of, said, updated, whispered,
};
use crate::support::wait;

const CALLBACK: &str = "/interactions/{interaction_id}/{interaction_token}/callback";

const ANSWER: &str = "/webhooks/{webhook_id}/{webhook_token}/messages/@original";

/// The number of matches in which a computer must answer.
const TO_ANSWER: &str = "SELECT sum(computer_due) FROM matches";

/// A computer that plays the first offered turn, but only while the test lets it. It accepts every draw.
struct Slow {
    goes: watch::Sender<bool>,
    /// The number of searches that have begun.
    begun: watch::Sender<usize>,
    /// The number of concurrent searches, now and at most.
    thinking: AtomicUsize,
    most: AtomicUsize,
    /// The people for whom the computer has searched, in order.
    order: Mutex<Vec<UserId>>,
}

impl Slow {
    fn new() -> Arc<Self> {
        Arc::new(Self {
            goes: watch::Sender::new(true),
            begun: watch::Sender::new(0),
            thinking: AtomicUsize::new(0),
            most: AtomicUsize::new(0),
            order: Mutex::default(),
        })
    }

    /// Makes all later searches wait.
    fn hold(&self) {
        self.goes.send_replace(false);
    }

    fn go(&self) {
        self.goes.send_replace(true);
    }

    async fn wait(&self) {
        self.begun.send_modify(|begun| *begun += 1);
        let _ = self.goes.subscribe().wait_for(|goes| *goes).await;
    }
}

#[async_trait]
impl ComputerPlayer for Slow {
    async fn think(&self, state: &Match, _: Level) -> String {
        self.order.lock().expect("no panic").push(state.host());
        let now = self.thinking.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(now, Ordering::SeqCst);
        self.wait().await;
        self.thinking.fetch_sub(1, Ordering::SeqCst);
        state.position().complete("", 1).0[0].step.clone()
    }

    async fn accepts_draw(&self, _: &Match) -> bool {
        self.wait().await;
        true
    }
}

/// Returns a stage with a computer that can be held. The bot waits two seconds for its answer.
async fn slow_stage() -> (Stage, Arc<Slow>) {
    let slow = Slow::new();
    let mut stage = Stage::without_bot().await;
    stage.computer = Arc::clone(&slow) as Arc<dyn ComputerPlayer>;
    stage.patience = Duration::from_secs(4);
    stage.start().await;
    (stage, slow)
}

/// Waits until a message names this many turns.
async fn until_told(stage: &Stage, place: &Place, message: &Message, turns: usize) -> Message {
    let told = |message: &Message| bold(message.content()).len() == turns;
    stage.message_is(place, message, told).await
}

/// Waits until the computer has begun this many searches.
async fn until_thinking(slow: &Slow, times: usize) {
    let mut begun = slow.begun.subscribe();
    let thinks = begun.wait_for(|begun| *begun >= times);
    let thinks = tokio::time::timeout(Duration::from_secs(60), thinks).await;
    thinks.expect("a computer that thinks").expect("a sender");
}

#[tokio::test]
async fn a_match_against_a_computer_from_the_beginning_over_a_restart_to_the_end() {
    let mut stage = Stage::new().await;
    let table = begin(&stage, "connect-n", &[]).await;
    let told = stage.plays(&table.ana, "a").await;
    assert_eq!(told.mentions(), ["ana"]);
    // The computer agrees to every take-back, and its clock never runs out.
    let taken_back = said(table.ana.command("takeback", NOTHING).await);
    stage.restart().await;
    stage.plays(&table.ana, "g").await;
    stage.board(&table, 4).await;
    stage.advance(Duration::from_hours(24));
    // The offer and the computer's answer are one post.
    let drawn = said(table.ana.command("draw", NOTHING).await);
    stage.row_is("SELECT reason FROM matches", "agreed");
    stage.until_announced().await;
    let last = table.cleo.messages().pop().expect("a post");
    assert_eq!(last.id(), drawn.id());
    check_seen("match_with_a_computer", [&told, &taken_back, &last]);
}

#[tokio::test]
async fn first_player_against_a_computer_picks_a_turn_at_once() {
    let (stage, _) = slow_stage().await;
    let general = stage.general();
    let ana = stage.person("ana", general);
    let options = [
        ("game", Value::from("connect-n")),
        ("computer", Value::from(1)),
        ("colour", Value::from("Red")),
    ];
    let begun = private(ana.command("play", options.clone()).await);
    let mut hand = Hand {
        place: &ana,
        message: begun.clone(),
        presses: 0,
    };
    hand.pick("d").await;
    let played = updated(ana.press(&hand.message, "Play").await);
    check_seen(
        "first_turn_against_a_computer",
        [&begun, &hand.message, &played],
    );
    let thread = stage.thread(0).await;
    let table = stage.table(thread, thread);
    stage.board(&table, 2).await;
    // The page of the game turns into the picker; the second player gets no picker.
    let games = private(ana.command("play", NOTHING).await);
    let page = updated(ana.press(&games, "Connect N").await);
    // The computer's level is asked for, and is that of the last match.
    let page = updated(ana.press(&page, "Play the Computer").await);
    check_seen("page_of_the_computer", [&page]);
    let menu = page.menus().remove(0);
    let page = updated(ana.select(&page, &menu.custom_id, ["1"]).await);
    let begun = updated(ana.press(&page, "Play").await);
    stage.row_is(
        "SELECT coalesce(first_computer, second_computer) FROM matches WHERE match_id = 2",
        "1",
    );
    let first = stage.state(2).await.person_to_move().is_some();
    let picks = begun
        .buttons()
        .iter()
        .any(|button| button.custom_id.starts_with("pick/"));
    assert_eq!(picks, first, "{begun:#?}");
}

#[tokio::test]
async fn the_answer_comes_in_the_same_message() {
    let (stage, slow) = slow_stage().await;
    let table = begin(&stage, "connect-n", &[]).await;
    stage.clear_requests();
    // A typed turn, answered at once.
    let posted = stage.plays(&table.ana, "d").await;
    assert_eq!(bold(posted.content()), ["d", "d"]);
    let words = stage.check_picture(&posted);
    assert!(words.contains("d1") && words.contains("d2"), "{words}");
    // A picked turn, answered at once.
    let before = boards(&table.cleo).len();
    let mut hand = Hand::open(&table.ana, &posted).await;
    hand.pick("a").await;
    hand.press("Play").await;
    let posted = stage.board(&table, before + 1).await;
    assert_eq!(bold(posted.content()).len(), 2);
    // A typed turn, answered later: the bot edits the answer into the same message.
    slow.hold();
    let posted = stage.plays(&table.ana, "d").await;
    assert_eq!(bold(posted.content()), ["d"]);
    slow.go();
    let told = until_told(&stage, &table.cleo, &posted, 2).await;
    assert_eq!(bold(told.content())[0], "d");
    stage.check_picture(&told);
    stage.until_announced().await;
    // A picked turn, answered later.
    slow.hold();
    let before = boards(&table.cleo).len();
    let mut hand = Hand::open(&table.ana, &told).await;
    hand.pick("b").await;
    hand.press("Play").await;
    let posted = stage.board(&table, before + 1).await;
    assert_eq!(bold(posted.content()), ["b"]);
    slow.go();
    until_told(&stage, &table.cleo, &posted, 2).await;
    stage.until_announced().await;
    assert_eq!(boards(&table.cleo).len(), 5);
    // Typed turns cost nothing but the buttons of the first board. A picked turn is a post, which is edited twice.
    let message = "PATCH /channels/{channel_id}/messages/{message_id}";
    let post = "POST /channels/{channel_id}/messages";
    assert_eq!(stage.counted(), [message, post, message, post, message]);
}

#[tokio::test]
async fn a_kill_in_the_middle_of_a_search_loses_and_doubles_nothing() {
    let (mut stage, slow) = slow_stage().await;
    let table = begin(&stage, "connect-n", &[]).await;
    slow.hold();
    let posted = stage.plays(&table.ana, "d").await;
    assert_eq!(bold(posted.content()), ["d"]);
    let begun = *slow.begun.borrow();
    stage.kill().await;
    slow.go();
    stage.start().await;
    // The bot cannot edit the message any more: the interaction token was lost with the process.
    let answer = stage.board(&table, 3).await;
    assert_eq!(bold(answer.content()).len(), 2);
    assert_eq!(*slow.begun.borrow(), begun + 1);
    assert_eq!(stage.turns(), "2");
    stage.restart().await;
    stage.until_announced().await;
    assert_eq!(boards(&table.cleo).len(), 3);
    assert_eq!(*slow.begun.borrow(), begun + 1);
}

#[tokio::test]
async fn posted_turns_are_not_posted_again_after_a_kill_before_the_note() {
    let (mut stage, slow) = slow_stage().await;
    let table = begin(&stage, "connect-n", &[]).await;
    let forget = |stage: &Stage, events: u32| {
        stage.change(&format!(
            "UPDATE places SET announced = announced - {events}; \
             INSERT INTO owed SELECT 'news', match_id, 0, 0, 0, 0 FROM places"
        ));
    };
    // Killed after the answer with both turns was posted and before it was noted.
    stage.plays(&table.ana, "d").await;
    stage.kill().await;
    forget(&stage, 2);
    stage.start().await;
    stage.until_announced().await;
    assert_eq!(boards(&table.cleo).len(), 2, "{:#?}", contents(&table.cleo));
    // Killed after the message was edited and before the edit was noted.
    slow.hold();
    let posted = stage.plays(&table.ana, "d").await;
    slow.go();
    until_told(&stage, &table.cleo, &posted, 2).await;
    stage.until_announced().await;
    stage.kill().await;
    forget(&stage, 1);
    stage.start().await;
    stage.until_announced().await;
    assert_eq!(boards(&table.cleo).len(), 3, "{:#?}", contents(&table.cleo));
}

#[tokio::test]
async fn an_answer_that_cannot_be_told_in_its_message_is_posted() {
    let (stage, slow) = slow_stage().await;
    let table = begin(&stage, "connect-n", &[]).await;
    for (column, fault, boards_then) in [
        // Discord edited the message, but the response was lost.
        ("d", RequestFault::CutAfter, 2),
        // Discord refused the edit.
        ("e", refusal_of(404, 10008), 4),
    ] {
        slow.hold();
        stage.plays(&table.ana, column).await;
        // The board before loses its buttons by an edit as well.
        let retired = stage.sandbox.until(|_| {
            let boards = boards(&table.cleo);
            let mut old = boards.iter().skip(1).rev().skip(1);
            old.all(|board| board.button("Move…").is_none())
                .then_some(())
        });
        retired.await.expect("a board without buttons");
        stage.fails("PATCH", ANSWER, 1, fault);
        slow.go();
        stage.board(&table, boards_then).await;
        stage.until_row(TO_ANSWER, "0").await;
        stage.until_announced().await;
        assert_eq!(boards(&table.cleo).len(), boards_then);
    }
    let last = boards(&table.cleo).pop().expect("a board");
    assert_eq!(bold(last.content()), ["e", "d"]);
}

#[tokio::test]
async fn a_token_that_has_ended_is_no_reason_to_wait() {
    let (stage, slow) = slow_stage().await;
    let table = begin(&stage, "connect-n", &[]).await;
    slow.hold();
    stage.plays(&table.ana, "d").await;
    // Discord accepts edits for 15 minutes.
    stage.sandbox.clock().advance(Duration::from_secs(16 * 60));
    slow.go();
    let answer = stage.board(&table, 3).await;
    assert_eq!(bold(answer.content()).len(), 2);
}

#[tokio::test]
async fn acts_of_the_person_count_while_the_computer_thinks() {
    let (stage, slow) = slow_stage().await;
    let table = begin(&stage, "connect-n", &[]).await;
    // Taken back: the search is obsolete.
    slow.hold();
    stage.plays(&table.ana, "d").await;
    until_thinking(&slow, 1).await;
    said(table.ana.command("takeback", NOTHING).await);
    stage.until_announced().await;
    slow.go();
    let posted = stage.plays(&table.ana, "e").await;
    let turns = bold(posted.content());
    assert!(turns.len() == 2 && turns[0] == "e", "{turns:?}");
    assert_eq!(stage.turns(), "3");
    // Resigned.
    slow.hold();
    let posted = stage.plays(&table.ana, "f").await;
    let question = table.ana.press(&posted, "Resign…").await;
    let question = question.message().expect("a question").clone();
    table.ana.press(&question, "Resign").await;
    stage
        .until_row("SELECT reason FROM matches", "resigned")
        .await;
    slow.go();
    stage.until_announced().await;
    wait::for_absence().await;
    assert_eq!(stage.turns(), "4");
    stage.until_row(TO_ANSWER, "0").await;
}

#[tokio::test]
async fn a_clock_runs_out_while_the_computer_thinks_of_a_draw() {
    let (stage, slow) = slow_stage().await;
    let table = begin(&stage, "connect-n", &[("time", Value::from("5m"))]).await;
    slow.hold();
    table.ana.command("draw", NOTHING).await;
    stage.until_announced().await;
    stage.advance(Duration::from_secs(301));
    stage
        .until_row("SELECT reason FROM matches", "flagged")
        .await;
    slow.go();
    stage.until_announced().await;
    stage.row_is(
        "SELECT group_concat(kind, ' ') FROM (SELECT kind FROM events ORDER BY seq)",
        "proposed accepted draw-offered flagged",
    );
}

#[tokio::test]
async fn a_position_that_the_engine_cannot_think_about_leaves_no_match_standing() {
    for engine in [
        Engine::with_search(|_, _, _, _| None),
        Engine::with_search(|_, _, _, _| panic!("a fault on purpose")),
    ] {
        let stage = stage_with(Arc::new(engine)).await;
        let table = begin(&stage, "connect-n", &[]).await;
        let posted = stage.plays(&table.ana, "d").await;
        assert_eq!(bold(posted.content()), ["d", "a"]);
        // A broken engine declines every draw.
        said(table.ana.command("draw", NOTHING).await);
        let declined = "SELECT kind FROM events ORDER BY seq DESC";
        stage.row_is(declined, "draw-declined");
    }
}

#[tokio::test]
async fn a_draw_is_answered_by_what_the_position_is_worth() {
    let stage = stage_with(Arc::new(Engine::default())).await;
    // On this board the first player wins, and the Master level knows that.
    let small = |colour: &str| {
        vec![
            ("computer", Value::from(5)),
            ("columns", Value::from(4)),
            ("rows", Value::from(4)),
            ("n", Value::from(3)),
            ("colour", Value::from(colour)),
        ]
    };
    let general = stage.person("ana", stage.general());
    let mut answers = Vec::new();
    for (id, colour, answer) in [(1, "Black", "draw-declined"), (2, "Red", "draw-agreed")] {
        private(challenges(&general, "connect-n", small(colour)).await);
        stage.until_row(TO_ANSWER, "0").await;
        stage.until_announced().await;
        let thread = stage.row(&format!("SELECT thread FROM places WHERE match_id = {id}"));
        let ana = stage.person("ana", thread.parse().expect("a thread"));
        if colour == "Red" {
            stage.plays(&ana, "b").await;
        }
        answers.push(said(ana.command("draw", NOTHING).await));
        stage.until_announced().await;
        let last = "SELECT kind FROM events ORDER BY position DESC";
        assert_eq!(stage.row(last), answer);
    }
    check_seen("draw_declined", &answers[..1]);
}

/// Plays the first offered turn, step by step if the turn has several.
async fn plays_what_is_offered_first(stage: &Stage, place: &Place) -> Message {
    let mut turn = String::new();
    for _ in 0..10 {
        let answer = place
            .autocomplete("move", "turn", &turn, [("", ""); 0])
            .await;
        let (name, value) = offered(&answer).swap_remove(0);
        turn = value;
        if !name.ends_with('…') {
            break;
        }
        turn.push(' ');
    }
    stage.plays(place, turn.trim()).await
}

#[tokio::test]
async fn every_game_can_be_played_against_the_engine_by_command() {
    let stage = stage_with(Arc::new(Engine::default())).await;
    for game in CATALOGUE {
        let table = begin(&stage, game.card.key, &[]).await;
        // Nobody had to accept, and the computer answers each of Ana's turns.
        for _ in 0..2 {
            let answered = plays_what_is_offered_first(&stage, &table.ana).await;
            stage.check_picture(&answered);
            // A swap is told without a notation.
            let turns = answered.content().matches("\nTurn ").count();
            assert!(turns >= 2, "{answered:#?}");
        }
    }
    let ana = stage.person("ana", stage.general());
    let both = [
        ("computer", Value::from(2)),
        ("opponent", Value::from("ben")),
    ];
    let refused = private(challenges(&ana, "anchor", both).await);
    check_seen("opponent_or_computer", [&refused]);
    assert_eq!(
        stage.row("SELECT count(*) FROM matches"),
        CATALOGUE.len().to_string()
    );
}

#[tokio::test]
async fn player_in_queue_learns_number_of_searches_ahead() {
    let (stage, slow) = slow_stage().await;
    let tables = [
        begin(&stage, "connect-n", &[]).await,
        begin(&stage, "connect-n", &[]).await,
    ];
    slow.hold();
    let first = stage.plays(&tables[0].ana, "d").await;
    // The bot runs one search at a time for a person, and tells the person in the second match.
    let second = stage.plays(&tables[1].ana, "d").await;
    assert_eq!(small_lines(&first).count(), 0);
    check_lines("waiting_for_a_computer", small_lines(&second));
    slow.go();
    for (table, posted) in tables.iter().zip([first, second]) {
        let told = until_told(&stage, &table.cleo, &posted, 2).await;
        assert_eq!(small_lines(&told).count(), 0);
    }
    // The bot finds an answer whose delivery is unknown, even below another post.
    slow.hold();
    stage.plays(&tables[0].ana, "e").await;
    stage.fails("POST", CALLBACK, 1, RequestFault::CutAfter);
    tables[1].ana.command("move", [("turn", "e")]).await;
    stage.until_announced().await;
    slow.go();
    stage.until_row(TO_ANSWER, "0").await;
    stage.until_announced().await;
    let posts = contents(&tables[1].cleo);
    let answers = posts.iter().filter(|post| bold(post).first() == Some(&"e"));
    assert_eq!(answers.count(), 1, "{posts:#?}");
}

#[tokio::test]
async fn a_thousand_people_begin_a_match_in_one_minute() {
    const PEOPLE: u64 = 1000;
    let (stage, slow) = slow_stage().await;
    let (guild, channel) = (stage.sandbox.guild_id().0, stage.general().0);
    let arbiter = stage.arbiter();
    let begins = |user: u64| {
        let arbiter = arbiter.clone();
        async move {
            let challenge = Challenge {
                place: PlaceOfMatch {
                    guild: Some(GuildId(guild)),
                    channel: ChannelId(channel),
                },
                challenger: UserId(user),
                invited: Some(Player::Computer(Level::Beginner)),
                // The computer has the first move.
                seat: SeatChoice::Seat(Seat::Second),
                terms: MatchTerms::default(),
                ..challenge("connect-n", "3d")
            };
            drop(arbiter.propose(challenge).await.expect("a match"));
        }
    };
    slow.hold();
    // One person asks for many searches at once.
    for _ in 0..5 {
        begins(1).await;
    }
    until_thinking(&slow, 1).await;
    for user in 2..=PEOPLE {
        begins(user).await;
    }
    assert_eq!(*slow.begun.borrow(), 1);
    let ana = stage.person("ana", stage.general());
    let asked = Instant::now();
    whispered(ana.command("help", NOTHING).await);
    println!(
        "a command beside a thousand searches: {:?}",
        asked.elapsed()
    );
    slow.go();
    stage.until_row(TO_ANSWER, "0").await;
    assert_eq!(slow.most.load(Ordering::SeqCst), 1);
    let order = slow.order.lock().expect("no panic").clone();
    assert_eq!(order.len(), PEOPLE as usize + 4);
    // Every person's first search ran before any person's second one.
    let first: std::collections::BTreeSet<_> = order[..PEOPLE as usize].iter().collect();
    assert_eq!(first.len(), PEOPLE as usize);
}
