//! People whom others have blocked: neither side's challenges reach the other, by whatever way.

use loopback_discord::{Answer, Message};

use crate::support::stage::{Stage, said, whispered};

const NOTHING: [(&str, &str); 0] = [];
const NO_CHALLENGE: &str = "This challenge cannot be made to that player.";
const NOT_OPEN: &str = "This challenge is not open to you.";

#[track_caller]
fn private(answer: Answer) -> Message {
    match answer {
        Answer::Message(message) | Answer::Update(message) if message.is_ephemeral() => message,
        other => panic!("not a message for one person: {other:#?}"),
    }
}

#[tokio::test]
async fn whom_somebody_has_blocked_reaches_them_by_no_way() {
    let stage = Stage::new().await;
    let general = stage.general();
    let [ana, ben, cleo] = ["ana", "ben", "cleo"].map(|name| stage.person(name, general));
    // A match that is over offers a rematch.
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    stage.plays(&table.ben, "d").await;
    let question = private(table.ana.command("resign", NOTHING).await);
    table.ana.press(&question, "Resign").await;
    let end = stage.board(&table, 4).await;
    // One that is going on stays.
    let running = stage.begin("connect-n", &[]).await;
    let open = stage.challenge("ana", "anchor", &[]).await;

    let answer = whispered(ana.command("block add", [("person", "ben")]).await);
    assert!(
        answer.starts_with(&format!("You have blocked {}.", stage.mention("ben"))),
        "{answer}"
    );
    let listed = whispered(ana.command("block list", NOTHING).await);
    assert!(listed.contains(&stage.mention("ben")), "{listed}");
    assert!(
        whispered(ben.command("block list", NOTHING).await).starts_with("You have blocked nobody.")
    );

    // Ben is told nothing but that it does not work: to a direct challenge, a rematch, another game, an open challenge.
    let direct = ben.command("play connect-n", [("opponent", "ana")]).await;
    assert_eq!(whispered(direct), NO_CHALLENGE);
    assert_eq!(
        whispered(table.ben.press(&end, "Rematch").await),
        NO_CHALLENGE
    );
    let games = private(table.ben.press(&end, "Another Game…").await);
    let game = games.buttons().first().expect("a game").label.clone();
    let page = private(table.ben.press(&games, &game).await);
    let challenge = page
        .buttons()
        .iter()
        .map(|button| button.label.clone())
        .find(|label| label.starts_with("Challenge"))
        .expect("a way to challenge");
    assert_eq!(
        whispered(table.ben.press(&page, &challenge).await),
        NO_CHALLENGE
    );
    assert_eq!(whispered(ben.press(&open, "Accept").await), NOT_OPEN);
    let lobby = private(ben.command("lobby", NOTHING).await);
    assert!(!lobby.content().contains("Anchor"), "{}", lobby.content());
    let seen = private(cleo.command("lobby", NOTHING).await);
    assert!(seen.content().contains("Anchor"), "{}", seen.content());
    // What Ana wants of him she cannot have either, and knows why.
    let own = ana.command("play connect-n", [("opponent", "ben")]).await;
    assert!(whispered(own).starts_with("You have blocked this player."));
    let bens = said(ben.command("play anchor", NOTHING).await);
    stage.until_announced().await;
    assert!(
        whispered(ana.press(&bens, "Accept").await).starts_with("You have blocked this player.")
    );
    assert_eq!(stage.row("SELECT count(*) FROM matches"), "4");
    stage.plays(&running.ana, "d").await;
    stage.plays(&running.ben, "d").await;

    let undone = whispered(ana.command("block remove", [("person", "ben")]).await);
    assert!(undone.starts_with("You no longer block"), "{undone}");
    let undone = whispered(ana.command("block remove", [("person", "ben")]).await);
    assert!(undone.starts_with("You have not blocked"), "{undone}");
    let accepted = ben.press(&open, "Accept").await;
    assert!(matches!(accepted, Answer::Update(_)), "{accepted:?}");
}

#[tokio::test]
async fn nobody_blocks_themselves_or_a_whole_town() {
    let stage = Stage::new().await;
    let ana = stage.person("ana", stage.general());
    let own = whispered(ana.command("block add", [("person", "ana")]).await);
    assert_eq!(
        own,
        "You can block other people only, neither bots nor yourself."
    );
    whispered(ana.command("block add", [("person", "ben")]).await);
    stage.change(
        "WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 99)
         INSERT INTO blocks SELECT blocker, value, 0 FROM blocks, n",
    );
    let more = whispered(ana.command("block add", [("person", "cleo")]).await);
    assert!(
        more.starts_with("You have blocked 100 people, which is the most there can be."),
        "{more}"
    );
    let listed = whispered(ana.command("block list", NOTHING).await);
    assert!(listed.ends_with("… and 75 more, from earlier."), "{listed}");
    // Whom she has blocked already changes nothing.
    whispered(ana.command("block add", [("person", "ben")]).await);
}
