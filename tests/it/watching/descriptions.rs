//! Descriptions of boards in words.

use anteroom::discord::ui;
use anteroom::kernel::Error;
use anteroom::matches::MatchId;

use crate::support::messages::check_seen;
use crate::support::stage::{self, Stage, bold, private, whispered};

#[tokio::test]
async fn a_board_is_told_whole_and_in_parts_to_anyone() {
    let (stage, table) = Stage::playing("antichess", &[]).await;
    let what = async |what: &str| private(table.cleo.command("describe", [("what", what)]).await);
    let mut told = vec![what("last turn").await];
    stage.play_on(&table, &["e4", "d5", "exd5"]).await;
    told.push(private(
        table.cleo.command("describe", [("match", "1")]).await,
    ));
    for part in [
        "rank 5",
        "RANK:4",
        "d",
        "d5",
        "white knights",
        "rank 9",
        "last",
    ] {
        told.push(what(part).await);
    }
    check_seen("descriptions", &told);
}

#[tokio::test]
async fn parts_of_the_board_are_completed() {
    let (_stage, table) = Stage::playing("connect-n", &[]).await;
    let offered = async |typed: &str| {
        let answer = table
            .cleo
            .autocomplete("describe", "what", typed, [("match", "1")])
            .await;
        let offered = stage::offered(&answer).into_iter();
        offered.map(|(name, _)| name).collect::<Vec<_>>()
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
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    stage.kill().await;
    stage.change("UPDATE events SET body = json_set(body, '$.guild', 5) WHERE kind = 'proposed'");
    stage.start().await;
    let general = stage.person("cleo", stage.general());
    // A refusal does not reveal that the match exists.
    for command in ["resign", "draw", "takeback", "plan"] {
        for id in [1, 9] {
            let refused = whispered(general.command(command, [("match", id.to_string())]).await);
            let expected = ui::of_kernel(&Error::NoSuchMatch(MatchId(id)));
            assert!(refused.starts_with(&expected), "{command}: {refused}");
        }
    }
    for command in ["board", "describe"] {
        let refused = whispered(general.command(command, [("match", "1")]).await);
        let expected = ui::of_kernel(&Error::NoSuchMatch(MatchId(1)));
        assert!(refused.starts_with(&expected), "{command}: {refused}");
        let shown = whispered(table.ben.command(command, [("match", "1")]).await);
        assert_eq!(bold(&shown)[0], "Connect N", "{command}");
    }
}
