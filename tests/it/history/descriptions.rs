//! Boards in words, for anyone who asks.

use loopback_discord::Place;

use crate::support::stage::{Stage, whispered};

async fn told(place: &Place, what: &str) -> String {
    whispered(place.command("describe", [("what", what)]).await)
}

#[tokio::test]
async fn a_board_is_told_whole_and_in_parts_to_anyone() {
    let stage = Stage::new().await;
    let table = stage.begin("antichess", &[]).await;
    assert_eq!(
        told(&table.cleo, "last turn").await,
        "No turn has been played in match 1 yet."
    );
    for (place, turn) in [(&table.ana, "e4"), (&table.ben, "d5"), (&table.ana, "exd5")] {
        stage.plays(place, turn).await;
    }
    let whole = whispered(table.cleo.command("describe", [("match", "1")]).await);
    assert!(
        whole.starts_with("**Standard Antichess**, match 1: "),
        "{whole}"
    );
    assert!(
        whole.contains("played **e4d5**, taking the pawn on d5.\nRank 1: White rooks a1 h1"),
        "{whole}"
    );
    let cases = [
        ("rank 5", "**Rank 5** in match 1: White pawn d5."),
        ("RANK:4", "**Rank 4** in match 1: nothing stands there."),
        (
            "d",
            "**File d** in match 1: White queen d1, pawns d2 d5; Black queen d8.",
        ),
        ("d5", "**d5** in match 1: White pawn."),
        (
            "white knights",
            "**White knights** in match 1: White knights b1 g1.",
        ),
        (
            "rank 9",
            "This board has no \"rank 9\". Its ranks are 1, 2, 3, 4, 5, 6, 7, 8.",
        ),
    ];
    for (what, expected) in cases {
        assert_eq!(told(&table.cleo, what).await, expected, "{what}");
    }
    let last = told(&table.ben, "last").await;
    assert!(
        last.ends_with("Step by step: pawn e4 to d5; pawn on d5 captured."),
        "{last}"
    );
}

#[tokio::test]
async fn what_can_be_asked_is_offered() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    let offered = async |typed: &str| {
        let answer = table
            .cleo
            .autocomplete("describe", "what", typed, [("match", "1")])
            .await;
        answer
            .choices()
            .expect("choices")
            .iter()
            .map(|choice| choice.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        offered("").await[..4],
        ["board", "last turn", "Red", "Black"]
    );
    assert_eq!(
        offered("row").await,
        ["row 1", "row 2", "row 3", "row 4", "row 5", "row 6"]
    );
    assert_eq!(offered("column g").await, ["column g"]);
    assert!(offered("nothing like that").await.is_empty());
}

#[tokio::test]
async fn a_match_of_another_server_is_shown_to_its_players_only() {
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    stage.kill().await;
    let database = rusqlite::Connection::open(stage.database()).expect("the database");
    let moved = database.execute(
        "UPDATE events SET body = json_set(body, '$.guild', 5) WHERE kind = 'proposed'",
        [],
    );
    assert_eq!(moved, Ok(1));
    drop(database);
    stage.start().await;
    let general = stage.person("cleo", stage.general());
    // Nobody learns of it, not even that it is there.
    for command in ["resign", "draw", "takeback", "conditional list", "replay"] {
        for id in ["1", "9"] {
            let refused = whispered(general.command(command, [("match", id)]).await);
            let expected = format!("There is no match {id} here. `/games` lists yours.");
            assert_eq!(refused, expected, "{command}");
        }
    }
    for command in ["board", "describe", "history"] {
        let refused = whispered(general.command(command, [("match", "1")]).await);
        assert_eq!(
            refused, "There is no match 1 here. `/games` lists yours.",
            "{command}"
        );
        let shown = whispered(table.ben.command(command, [("match", "1")]).await);
        assert!(shown.contains("match 1"), "{command}: {shown}");
    }
}
