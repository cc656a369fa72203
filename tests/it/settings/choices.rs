//! Settings of people and servers, and where they apply.

use anteroom::board::Seat;
use anteroom::features::play;
use anteroom::matches::MatchId;
use loopback_discord::{Answer, Message, Place};

use crate::support::film::decoded;
use crate::support::messages::check_seen;
use crate::support::panels::{chooses, chosen, page};
use crate::support::stage::{NOTHING, Stage, boards, bold, private, updated, whispered};

fn pixels(stage: &Stage, message: &Message) -> Vec<[u8; 3]> {
    let attachments = message.attachments();
    let [picture] = attachments.as_slice() else {
        panic!("one picture, not {attachments:?}")
    };
    decoded(&stage.sandbox.attachment(&picture.url).expect("the file")).1
}

/// Whether the page around the board is light.
fn is_light(stage: &Stage, message: &Message) -> bool {
    pixels(stage, message)[0]
        .iter()
        .all(|channel| *channel > 200)
}

async fn board(place: &Place) -> Message {
    private(place.command("board", NOTHING).await)
}

#[tokio::test]
async fn a_person_chooses_the_colours_of_what_only_they_see() {
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    assert!(!is_light(&stage, &board(&table.ana).await));
    let panel = private(table.ana.command("settings", NOTHING).await);
    assert_eq!(chosen(&panel, "set/boards/theme"), "default");
    assert!(!is_light(&stage, &panel));
    // The panel and its board change.
    let answer = table
        .ana
        .select(&panel, "set/boards/theme", ["light"])
        .await;
    let changed = updated(answer);
    assert_eq!(
        (changed.id(), chosen(&changed, "set/boards/theme").as_str()),
        (panel.id(), "light")
    );
    assert!(is_light(&stage, &changed));

    assert!(is_light(&stage, &board(&table.ana).await));
    assert!(!is_light(&stage, &board(&table.ben).await));
    // Ana's own theme does not apply to her posts, since everybody sees them.
    assert!(!is_light(&stage, &stage.plays(&table.ana, "d").await));

    // The setting is stored, and the old panel still works.
    stage.restart().await;
    assert!(is_light(&stage, &board(&table.ana).await));
    let back = private(
        table
            .ana
            .select(&changed, "set/boards/theme", ["default"])
            .await,
    );
    assert_eq!(chosen(&back, "set/boards/theme"), "default");
    assert!(!is_light(&stage, &board(&table.ana).await));
    stage.row_is("SELECT count(*) FROM user_preferences", "0");
}

#[tokio::test]
async fn a_server_chooses_the_colours_of_what_everyone_sees() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    let panel = chooses(&table.ana, "server", ("defaults", "theme"), ["light"]).await;
    assert_eq!(chosen(&panel, "set/defaults/theme"), "light");
    assert!(is_light(&stage, &panel));
    assert!(is_light(&stage, &stage.plays(&table.ana, "d").await));
    // The arbiter's own posts use the same theme.
    let general = stage.person("ben", stage.general());
    let played = whispered(general.command("move", [("turn", "d")]).await);
    assert_eq!(bold(&played), ["d"]);
    assert!(is_light(&stage, &stage.board(&table, 3).await));

    assert!(is_light(&stage, &board(&table.ben).await));
    let own = chooses(&table.ben, "settings", ("boards", "theme"), ["dark"]).await;
    let (label, of_server) = own.menus().remove(0).options.remove(0);
    assert!(of_server == "default" && label.contains("light"), "{label}");
    assert!(!is_light(&stage, &board(&table.ben).await));
    assert!(is_light(&stage, &board(&table.cleo).await));
}

#[tokio::test]
async fn only_who_manages_the_server_chooses_for_it() {
    let (stage, [ana, ben]) = Stage::with_people(["ana", "ben"]).await;
    let hidden = ben.command("server", NOTHING).await;
    assert!(
        matches!(&hidden, Answer::NotSent(why) if why.contains("no command")),
        "{hidden:#?}"
    );
    let panel = page(&ana, "server", "defaults").await;
    // The panel refuses a person who has lost the right.
    stage.sandbox.set_owner("ben");
    let refused = private(ana.select(&panel, "set/defaults/theme", ["light"]).await);
    check_seen("server_refused", [&refused]);
    stage.row_is("SELECT count(*) FROM server_preferences", "0");
    let panel = chooses(&ben, "server", ("defaults", "theme"), ["wood"]).await;
    assert_eq!(chosen(&panel, "set/defaults/theme"), "wood");
}

#[tokio::test]
async fn boards_as_texts_carry_no_picture() {
    let (stage, table) = Stage::playing("antichess", &[]).await;
    let panel = chooses(&table.ben, "settings", ("boards", "text-only"), ["texts"]).await;
    assert!(panel.attachments().is_empty() && chosen(&panel, "set/boards/text-only") == "texts");
    let posted = stage.plays(&table.ana, "e2e4").await;
    assert_eq!(posted.attachments().len(), 1, "everyone else sees a board");
    let read = board(&table.ben).await;
    assert!(read.attachments().is_empty());
    let view = stage.arbiter().view(MatchId(1)).await.expect("a match");
    let now = &view.state;
    let words = play::messages::board(
        now,
        None,
        stage.id("ben"),
        Seat::Second,
        now.changed_at(),
        false,
    );
    assert_eq!(read.content(), words.in_words().content);
    // The buttons stay, and other people still see pictures.
    assert!(read.button("Move…").is_some());
    assert_eq!(board(&table.ana).await.attachments().len(), 1);
}

#[tokio::test]
async fn a_board_is_seen_from_where_its_reader_wants() {
    let (stage, table) = Stage::playing("antichess", &[]).await;
    stage.plays(&table.ana, "e2e4").await;
    let see = async |place: &Place| pixels(&stage, &board(place).await);
    let posted = pixels(&stage, &boards(&table.cleo).pop().expect("a board"));
    // Black is to move, so both players see Black at the bottom in private. A spectator sees the public board.
    let from_black = see(&table.ben).await;
    assert!(from_black != posted);
    assert!(see(&table.ana).await == from_black && see(&table.cleo).await == posted);
    chooses(&table.ana, "settings", ("boards", "viewpoint"), ["own"]).await;
    chooses(&table.ben, "settings", ("boards", "viewpoint"), ["own"]).await;
    chooses(&table.cleo, "settings", ("boards", "viewpoint"), ["first"]).await;
    assert!(see(&table.ana).await == posted && see(&table.cleo).await == posted);
    assert!(see(&table.ben).await == from_black);
    stage.plays(&table.ben, "e7e5").await;
    assert!(see(&table.ben).await != see(&table.ana).await);
    chooses(&table.ben, "settings", ("boards", "viewpoint"), ["mover"]).await;
    assert!(see(&table.ben).await == see(&table.ana).await);
}

#[tokio::test]
async fn two_choices_at_once_both_count() {
    let (_stage, [ana]) = Stage::with_people(["ana"]).await;
    let panel = private(ana.command("settings", NOTHING).await);
    let (theme, text) = tokio::join!(
        ana.select(&panel, "set/boards/theme", ["wood"]),
        ana.select(&panel, "set/boards/text-only", ["texts"])
    );
    private(theme);
    private(text);
    let panel = private(ana.command("settings", NOTHING).await);
    assert_eq!(
        (
            chosen(&panel, "set/boards/theme").as_str(),
            chosen(&panel, "set/boards/text-only").as_str()
        ),
        ("wood", "texts")
    );
}
