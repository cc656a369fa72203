//! Whole matches of every game: between people, against a computer, in a channel, in a conversation.

use std::sync::{Arc, Mutex};

use anteroom::features::computers::ComputerPlayer;
use anteroom::features::play;
use anteroom::games::{CATALOGUE, OptionKind};
use anteroom::matches::{Level, Match};
use async_trait::async_trait;
use fastrand::Rng;
use loopback_discord::{Message, Place};
use serde_json::Value;

use crate::support::computers::{begin, stage_with};
use crate::support::hand::Hand;
use crate::support::play::challenges;
use crate::support::random_turn::random_turn;
use crate::support::scripts::{Script, scripts};
use crate::support::stage::{
    NOTHING, Stage, boards as all_boards, contents, private, said, says, whispered,
};
use crate::support::typing::{By, by_button};

/// The ways of making turns, in rotation: the second player picks every turn.
const WAYS: [By; 4] = [By::Command, By::Picker, By::Form, By::Picker];

#[tokio::test]
async fn whole_match_of_every_game_is_typed_and_picked() {
    let stage = Stage::new().await;
    for script in scripts() {
        let table = stage.begin(script.key(), &script.options()).await;
        let turns = script.turns.iter().zip(script.picks());
        for (number, (turn, picks)) in turns.enumerate() {
            let board = stage.board(&table, number + 1).await;
            let place = table.notified(&board);
            match WAYS[number % WAYS.len()] {
                By::Command => drop(stage.plays(place, turn).await),
                By::Form => drop(by_button(&stage, &table, place, turn).await),
                By::Picker => {
                    let mut hand = Hand::open(place, &board).await;
                    stage.check_picture(&hand.message);
                    for key in picks {
                        hand.pick(&key).await;
                    }
                    if hand.message.button("Play").is_some() {
                        stage.check_picture(&hand.message);
                        hand.press("Play").await;
                    }
                }
            }
        }
        let board = stage.board(&table, script.turns.len() + 1).await;
        let result = stage.result(stage.match_of(&table).await).await;
        assert!(
            board.content().contains(&result) && board.button("Move…").is_none(),
            "{}: {}",
            script.key(),
            board.content()
        );
    }
}

/// A computer that plays prepared turns, and random ones after them.
#[derive(Default)]
struct Written {
    turns: Mutex<Vec<String>>,
}

impl Written {
    fn turn(&self, state: &Match) -> String {
        let ply = state.record().len();
        if let Some(turn) = self.turns.lock().expect("no panic").get(ply) {
            return turn.clone();
        }
        let mut rng = Rng::with_seed(u64::from(state.ply()) + 7);
        random_turn(state, &mut rng)
    }
}

#[async_trait]
impl ComputerPlayer for Written {
    async fn think(&self, state: &Match, _: Level) -> String {
        self.turn(state)
    }

    async fn accepts_draw(&self, _: &Match) -> bool {
        false
    }
}

/// Returns the boards of a place without cards. In a conversation the card is among the messages.
fn boards(stage: &Stage, place: &Place) -> Vec<Message> {
    let cards = stage.row("SELECT ' ' || coalesce(group_concat(card, ' '), '') || ' ' FROM places");
    let mut boards = all_boards(place);
    boards.retain(|board| !cards.contains(&format!(" {} ", board.id())));
    boards
}

/// Waits for this many boards, and returns the latest.
async fn board(stage: &Stage, place: &Place, count: usize) -> Message {
    let found = stage.sandbox.until(|_| {
        let boards = boards(stage, place);
        (boards.len() >= count).then(|| boards.into_iter().next_back())?
    });
    let board = found
        .await
        .unwrap_or_else(|_| panic!("{count} boards: {:#?}", contents(place)));
    stage.until_announced().await;
    board
}

/// Returns the options in a command's types: whole numbers as numbers.
fn options(script: &Script) -> Vec<(&str, Value)> {
    let given = script.options().into_iter();
    given
        .map(|(key, value)| {
            let options = &script.game.card.options;
            let spec = options.iter().find(|spec| spec.key == key);
            let is_choice = matches!(spec.expect("an option").kind, OptionKind::Choice { .. });
            let number = value.parse::<i64>().ok().filter(|_| !is_choice);
            (key, number.map_or_else(|| Value::from(value), Value::from))
        })
        .collect()
}

/// Plays a match to its end by picks, from the first board on. Returns the last board.
async fn by_picks(stage: &Stage, place: &Place, script: &Script, mut latest: Message) -> Message {
    let mut shown = boards(stage, place).len();
    for keys in script.picks().iter().step_by(2) {
        let mut hand = Hand::open(place, &latest).await;
        for key in keys {
            hand.pick(key).await;
        }
        // If the turn could continue, the player has seen its board before ending it.
        if !hand.has_played() {
            hand.press("Play").await;
        }
        assert!(hand.has_played(), "{:#?}", hand.message);
        shown += 1;
        latest = board(stage, place, shown).await;
        // The computer's turn is in the same post.
        assert_eq!(boards(stage, place).len(), shown, "{:#?}", contents(place));
    }
    assert!(latest.button("Move…").is_none(), "{}", latest.content());
    latest
}

fn turns(stage: &Stage, id: usize) -> Vec<String> {
    let all = stage.row(&format!(
        "SELECT group_concat(json_extract(body, '$.text'), '|') FROM \
         (SELECT body FROM events WHERE kind = 'turn' AND match_id = {id} ORDER BY seq)"
    ));
    all.split('|').map(str::to_owned).collect()
}

#[tokio::test]
async fn every_game_is_played_to_its_end_in_a_channel_and_in_a_conversation() {
    let written = Arc::new(Written::default());
    let stage = stage_with(Arc::clone(&written) as Arc<dyn ComputerPlayer>).await;
    let here = stage.sandbox.direct_channel("ana");
    let alone = stage.person("ana", here);
    for (index, script) in scripts().enumerate() {
        // By picks, in a channel.
        written
            .turns
            .lock()
            .expect("no panic")
            .clone_from(&script.turns);
        let table = begin(&stage, script.key(), &options(&script)).await;
        let first = board(&stage, &table.ana, 1).await;
        let last = by_picks(&stage, &table.ana, &script, first).await;
        let result = stage.result(stage.match_of(&table).await).await;
        says(&last, &result);

        // By typing, in a conversation with the bot.
        assert_eq!(turns(&stage, index * 2 + 1), script.turns);
        let before = boards(&stage, &alone).len();
        let first = script.game.card.seats[0];
        let mut given = vec![("computer", Value::from(1)), ("colour", Value::from(first))];
        given.extend(options(&script));
        private(challenges(&alone, script.key(), given).await);
        board(&stage, &alone, before + 1).await;
        let mut last = None;
        for (number, turn) in script.turns.iter().step_by(2).enumerate() {
            let posted = stage.plays(&alone, turn).await;
            assert_eq!(boards(&stage, &alone).len(), before + 2 + number);
            last = Some(posted);
        }
        let last = last.expect("a turn");
        let result = stage.result(index as u64 * 2 + 2).await;
        assert!(
            last.content().contains(&result) && last.button("Move…").is_none(),
            "{}: {}",
            script.key(),
            last.content()
        );
        stage.check_picture(&last);
    }
    // A conversation has no threads.
    assert!(stage.sandbox.threads(here).is_empty());
    assert_eq!(
        stage.row("SELECT count(*) FROM matches WHERE status = 'finished'"),
        (2 * CATALOGUE.len()).to_string()
    );
}

#[tokio::test]
async fn in_a_conversation_with_the_bot_one_plays_against_the_computer() {
    let mut stage = stage_with(Arc::new(Written::default())).await;
    let here = stage.sandbox.direct_channel("ana");
    let alone = stage.person("ana", here);
    let refused = whispered(challenges(&alone, "connect-n", NOTHING).await);
    assert_eq!(refused, play::messages::BOT_ALONE);
    for _ in 0..2 {
        let options = [("computer", Value::from(1)), ("colour", Value::from("Red"))];
        private(challenges(&alone, "connect-n", options).await);
        stage.until_announced().await;
    }
    // By picks in a conversation, across a restart. The command applies to the latest match.
    let latest = board(&stage, &alone, 2).await;
    stage.restart().await;
    let mut hand = Hand::open(&alone, &latest).await;
    hand.pick("a").await;
    hand.press("Play").await;
    board(&stage, &alone, 3).await;
    stage.row_is("SELECT ply FROM matches WHERE match_id = 2", "2");
    stage.plays(&alone, "b").await;
    stage.row_is("SELECT ply FROM matches WHERE match_id = 2", "4");
    // The other commands work there too.
    for command in ["board", "games", "describe", "help", "settings"] {
        whispered(alone.command(command, NOTHING).await);
    }
    said(alone.command("takeback", NOTHING).await);
    stage.until_announced().await;
    said(alone.command("draw", NOTHING).await);
    stage
        .until_row(
            "SELECT count(*) FROM events WHERE kind = 'draw-declined'",
            "1",
        )
        .await;
    stage.resigns(&alone).await;
    stage.row_is("SELECT status FROM matches WHERE match_id = 2", "finished");
    // Now the command applies to the other match.
    stage.plays(&alone, "c").await;
    stage.row_is("SELECT ply FROM matches WHERE match_id = 1", "2");
    // Commands for servers are missing.
    let none = alone.command("server", NOTHING).await;
    assert!(
        !matches!(none, loopback_discord::Answer::Message(_)),
        "{none:?}"
    );
}
