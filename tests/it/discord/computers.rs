//! Matches against a computer: no challenge waits, and everything else is as with a person.

use std::collections::BTreeMap;
use std::time::Duration;

use anteroom::board::Seat;
use anteroom::matches::{Challenge, ChannelId, GuildId, Level, Place, Player, SeatChoice, UserId};

use crate::stage::{Stage, contents};

#[tokio::test]
async fn a_match_against_a_computer_from_the_beginning_over_a_restart_to_the_end() {
    let mut stage = Stage::new().await;
    let general = stage.general();
    let number = |id: loopback_discord::Snowflake| id.to_string().parse::<u64>().unwrap();
    let ana = stage.mention("ana");
    let user: u64 = ana.trim_matches(['<', '@', '>']).parse().unwrap();
    // A command for it comes with the engine.
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
    let card = stage.card_says(&table, "is to move").await;
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
    stage
        .card_says(&table, "The match is drawn by agreement.")
        .await;
}
