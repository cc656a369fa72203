//! Matches against a computer: no challenge waits, and everything else is as with a person.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use anteroom::arbiter::Engine;
use anteroom::board::Seat;
use anteroom::games::CATALOGUE;
use anteroom::matches::{Challenge, ChannelId, GuildId, Level, Place, Player, SeatChoice, UserId};

use crate::stage::{Stage, contents, said, whispered};
use serde_json::Value;

#[tokio::test]
async fn a_match_against_a_computer_from_the_beginning_over_a_restart_to_the_end() {
    let mut stage = Stage::new().await;
    let general = stage.general();
    let number = |id: loopback_discord::Snowflake| id.to_string().parse::<u64>().unwrap();
    let ana = stage.mention("ana");
    let user: u64 = ana.trim_matches(['<', '@', '>']).parse().unwrap();
    // As the command does, but against somebody of whom it is known what they play.
    let challenge = Challenge {
        place: Place {
            guild: Some(GuildId(number(stage.sandbox.guild_id()))),
            channel: ChannelId(number(general)),
        },
        game: String::from("connect-n"),
        options: BTreeMap::new(),
        time: "3d".parse().unwrap(),
        challenger: UserId(user),
        invited: Some(Player::Computer(Level::Beginner)),
        seat: SeatChoice::Seat(Seat::First),
    };
    drop(stage.arbiter().propose(challenge).await.unwrap());
    stage.until_announced().await;
    let card = stage.person("cleo", general).messages()[0].clone();
    let thread = stage.sandbox.threads(general)[0]["id"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    let table = stage.table(thread, card.id());
    let card = stage.card_says(&table, " to move").await;
    assert!(
        card.content().starts_with(&format!(
            "**Connect N**, match 1: {ana} (Red) against Beginner (computer) (Black)\n"
        )),
        "{}",
        card.content()
    );
    stage.board(&table, 1).await;
    stage.plays(&table.ana, "a").await;
    stage.board(&table, 3).await;
    let posts = contents(&table.cleo);
    assert!(
        posts[2].starts_with(&format!("{ana}, your move as Red."))
            && posts[2].contains("Turn 2: Beginner (computer) played **d**"),
        "{posts:?}"
    );
    // It agrees to every take-back, and its own time never runs out.
    table.ana.command("takeback", [] as [(&str, &str); 0]).await;
    stage.until_announced().await;
    let posts = contents(&table.cleo);
    assert!(
        posts
            .last()
            .unwrap()
            .contains("Beginner (computer) agreed to take back"),
        "{posts:?}"
    );
    stage.restart().await;
    stage.plays(&table.ana, "g").await;
    stage.board(&table, 6).await;
    stage.advance(Duration::from_hours(24));
    table.ana.command("draw", [] as [(&str, &str); 0]).await;
    stage.card_says(&table, "Draw agreed between ").await;
}

/// Plays the turn that is offered first, step by step where it has several.
async fn plays_what_is_offered_first(stage: &Stage, place: &loopback_discord::Place) {
    let mut turn = String::new();
    for _ in 0..10 {
        let answer = place
            .autocomplete("move", "turn", &turn, [("", ""); 0])
            .await;
        let choices = answer.choices().expect("choices").to_vec();
        let first = choices.first().expect("a turn");
        turn = first.value.as_str().expect("a text").to_owned();
        if !first.name.ends_with('…') {
            break;
        }
        turn.push(' ');
    }
    stage.plays(place, turn.trim()).await;
}

#[tokio::test]
async fn every_game_can_be_played_against_the_engine_by_command() {
    let mut stage = Stage::without_bot().await;
    stage.computer = Arc::new(Engine::default());
    stage.start().await;
    let general = stage.general();
    for game in CATALOGUE {
        let ana = stage.person("ana", general);
        let begun = stage.sandbox.threads(general).len();
        let options = [
            ("computer", Value::from(1)),
            ("colour", Value::from(game.card.seats[0])),
        ];
        let command = format!("play {}", game.card.key);
        let card = said(ana.command(&command, options).await);
        assert!(
            card.content().contains("Beginner (computer)"),
            "{}",
            card.content()
        );
        let thread = stage
            .sandbox
            .until(|sandbox| {
                sandbox.threads(general).get(begun)?["id"]
                    .as_str()?
                    .parse()
                    .ok()
            })
            .await
            .expect("a thread");
        let table = stage.table(thread, card.id());
        // Nobody had to accept, and every turn of hers is answered.
        for boards in [1, 3] {
            stage.board(&table, boards).await;
            plays_what_is_offered_first(&stage, &table.ana).await;
        }
        let answered = stage.board(&table, 5).await;
        stage.check_picture(&answered);
        assert!(
            answered.content().contains("Beginner (computer)"),
            "{}",
            answered.content()
        );
    }
    let ana = stage.person("ana", general);
    let refused = ana.command(
        "play anchor",
        [
            ("computer", Value::from(2)),
            ("opponent", Value::from("ben")),
        ],
    );
    assert_eq!(
        whispered(refused.await),
        "Choose either an opponent or the computer, not both."
    );
}
