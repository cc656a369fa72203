//! Acts of moderators on matches and people, and the messages that players read.

use std::sync::Arc;
use std::time::Duration;

use anteroom::db::Denial;
use anteroom::discord::ui;
use anteroom::features::computers::ComputerPlayer;
use anteroom::features::moderation::ModerationRefusal;
use anteroom::features::moderation::messages;
use anteroom::matches::{Level, Match, Refusal};
use async_trait::async_trait;
use loopback_discord::Message;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::{MATCH, ends, moderates, notified};
use crate::support::computers::stage_with;
use crate::support::messages::check_seen;
use crate::support::panels::{gives_reason, referee};
use crate::support::play::challenges;
use crate::support::rest::as_bot;
use crate::support::stage::{
    NOTHING, Stage, boards, files, in_privacy, is_hidden, labels, private, said, says, updated,
    whispered,
};

#[tokio::test]
async fn a_match_is_paused_resumed_undone_and_ended_by_a_moderator() {
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    // Ana owns the server but plays in this match; Ben is no moderator.
    let own = referee(&table.ana).await;
    let why = ui::sentence(&Refusal::ModeratesOwn(MATCH));
    says(&own, &why);
    assert_eq!(labels(&own), ["Other Matches"]);
    stage.sandbox.set_owner("cleo");
    is_hidden(&table.ben.command("referee", NOTHING).await);
    let shown = referee(&table.cleo).await;
    check_seen("referee_of_a_match", [&shown]);

    let form = table.cleo.press(&shown, "Pause…").await;
    let form = form.modal().expect("a form");
    assert_eq!(form.title(), "Match 1: Pause");
    let reason = [("reason", "A *quarrel*\nabout <@1>")];
    let paused = updated(table.cleo.submit(form, reason).await);
    check_seen("referee_of_a_paused_match", [&paused]);
    stage.until_announced().await;
    let last = table.ana.messages().pop().expect("news");
    says(&last, "A \\*quarrel\\* about \\<");
    assert_eq!(notified(&last), ["ana", "ben"]);
    stage.advance(Duration::from_secs(61));
    stage.card_follows(&table).await;
    // The match stays paused after five days and a restart.
    stage.restart().await;
    stage.advance(Duration::from_secs(5 * 86_400));
    let refused = whispered(table.ben.command("move", [("turn", "d")]).await);
    let paused = ui::sentence(&Refusal::Paused(MATCH));
    assert!(refused.starts_with(&paused), "{refused}");
    stage.row_is("SELECT status FROM matches", "playing");
    stage.row_is("SELECT count(*) FROM alarms", "0");

    moderates(&table.cleo, "Resume…", "Made up").await;
    let board = stage.board(&table, 3).await;
    says(&board, "Made up");
    assert_eq!(board.mentions(), ["ben"]);
    stage.plays(&table.ben, "e").await;
    moderates(&table.cleo, "Undo Turn…", "A slip").await;
    let board = stage.board(&table, 5).await;
    says(&board, "A slip");
    stage.row_is("SELECT turns FROM matches", "1");
    // A moderator can put the turn back until a player moves.
    moderates(&table.cleo, "Put Back…", "It was none").await;
    let board = stage.board(&table, 6).await;
    says(&board, "It was none");
    assert_eq!(notified(&board), ["ana", "ben"]);
    stage.row_is("SELECT turns || ' ' || seat_to_move FROM matches", "2 0");
    let shown = referee(&table.cleo).await;
    assert!(shown.button("Put Back…").is_none(), "{shown:#?}");
    // One press reverts the latest act.
    let undone = gives_reason(&table.cleo, &shown, "Undo Turn…", "It was one");
    let undone = updated(undone.await);
    stage.board(&table, 7).await;
    let back = updated(table.cleo.press(&undone, "Take That Back").await);
    assert!(back.button("Take That Back").is_none(), "{back:#?}");
    let board = stage.board(&table, 8).await;
    says(&board, "Taken back");
    moderates(&table.cleo, "Undo Turn…", "It was one").await;
    stage.board(&table, 9).await;
    stage.plays(&table.ben, "d").await;
    stage.plays(&table.ana, "e").await;
    stage.plays(&table.ben, "e").await;

    let shown = referee(&table.cleo).await;
    let question = updated(table.cleo.press(&shown, "End…").await);
    check_seen("referee_asks_how_a_match_ends", [&question]);
    stage.row_is("SELECT status FROM matches", "playing");
    let kept = updated(table.cleo.press(&question, "Keep Playing").await);
    assert_eq!(kept.content(), shown.content());
    let over = ends(&table.cleo, "Black Wins", "A *bot*").await;
    assert!(over.button("Take That Back").is_some(), "{over:#?}");
    let end = stage.board(&table, 13).await;
    says(&end, "A \\*bot\\*");
    stage.row_is("SELECT reason || ' ' || winner FROM matches", "decided 1");
    // The result counts like any other.
    stage.row_is("SELECT count(*) FROM ratings", "2");
    let cleo = stage.person("cleo", stage.general());
    // In other channels the moderator names the match, or chooses it from a list.
    let named = private(cleo.command("referee", [("match", "1")]).await);
    assert_eq!(labels(&named), ["Reopen…", "Annul…", "Other Matches"]);
    let list = referee(&cleo).await;
    assert_eq!(list.content().lines().count(), 10, "{}", list.content());
    assert!(list.mentions().is_empty());
    let second = stage.begin("connect-n", &[]).await;
    let list = referee(&cleo).await;
    let chosen = list.menus().remove(0).custom_id;
    let shown = updated(cleo.select(&list, &chosen, ["2"]).await);
    assert_eq!(shown.content(), referee(&second.cleo).await.content());
    let ben = stage.person("ben", stage.general());
    is_hidden(&ben.command("referee", NOTHING).await);
}

#[tokio::test]
async fn excluded_person_begins_no_match() {
    let (stage, [ana, ben, cleo]) = Stage::with_people(["ana", "ben", "cleo"]).await;
    let open = stage.challenge("cleo", "anchor", &[]).await;
    let running = stage.begin("connect-n", &[]).await;
    let about_ben = [("person", "ben")];
    let shown = private(ana.command("referee", about_ben).await);
    let kept = gives_reason(&ana, &shown, "Keep Out…", "Spam, _again_").await;
    let kept = updated(kept);
    check_seen("referee_of_a_person", [&shown, &kept]);
    let reads = ModerationRefusal::KeptOut {
        reason: String::from("Spam, _again_"),
    };
    let reads = reads.sentence();
    assert!(reads.contains("\\_again\\_"), "{reads}");
    assert_eq!(whispered(challenges(&ben, "anchor", NOTHING).await), reads);
    assert_eq!(whispered(ben.press(&open, "Accept").await), reads);
    assert_eq!(
        whispered(challenges(&cleo, "anchor", [("opponent", "ben")]).await),
        ModerationRefusal::OtherKeptOut.sentence()
    );
    // Ben's running matches go on.
    stage.plays(&running.ana, "d").await;
    stage.plays(&running.ben, "d").await;
    let list = referee(&ana).await;
    for name in ["ana", "ben"] {
        says(&list, &stage.mention(name));
    }
    let data = private(in_privacy(&ben, "Get My Data").await);
    let (_, data) = files(&stage.sandbox, &data).remove(0);
    let data: serde_json::Value = serde_json::from_str(&data).expect("JSON");
    assert_eq!(data["kept_out"].as_array().map(Vec::len), Some(1));
    let undone = updated(ana.press(&kept, "Let In").await);
    assert!(undone.button("Keep Out…").is_some(), "{undone:#?}");
    said(challenges(&ben, "anchor", NOTHING).await);
    let own = private(ana.command("referee", [("person", "ana")]).await);
    check_seen("kept_out_oneself", [&own]);
    let why = private(gives_reason(&ana, &undone, "Keep Out…", " ").await);
    assert_eq!(why.content(), ui::sentence(&Refusal::NoReason));
}

#[tokio::test]
async fn a_role_that_may_use_the_command_moderates_until_it_is_taken() {
    let (stage, hall) = Stage::with_club("Referee", 0, "dan").await;
    let [ben, cleo, dan] = ["ben", "cleo", "dan"].map(|name| stage.person(name, hall));
    let challenge = said(challenges(&cleo, "connect-n", NOTHING).await);
    stage.until_announced().await;
    updated(ben.press(&challenge, "Accept").await);
    stage.until_announced().await;
    let one = [("match", "1")];
    is_hidden(&dan.command("referee", one).await);
    let club = |allowed| {
        stage
            .sandbox
            .allow_command("Club", "referee", "Referee", allowed)
    };
    assert!(club(true));
    let shown = private(dan.command("referee", one).await);
    let paused = updated(gives_reason(&dan, &shown, "Pause…", "Tea").await);
    assert!(stage.state(1).await.is_paused());
    // The panel stops working when the moderator loses the role, even in the middle of a form.
    let form = dan.press(&paused, "Undo Turn…").await;
    let form = form.modal().cloned();
    assert!(form.is_none(), "nothing was played");
    let form = dan.press(&paused, "Resume…").await;
    let form = form.modal().expect("a form").clone();
    assert!(stage.sandbox.set_role("Club", "dan", "Referee", false));
    let expired = messages::panel_expired().content;
    let answers = [
        dan.submit(&form, [("reason", "x")]).await,
        dan.press(&paused, "Take That Back").await,
        dan.press(&paused, "Other Matches").await,
    ];
    for answer in answers {
        assert_eq!(whispered(answer), expired);
    }
    assert!(stage.state(1).await.is_paused());
    // The same holds for the permission to manage threads.
    stage.sandbox.set_owner("ana");
    let table = stage.begin("connect-n", &[]).await;
    stage.sandbox.set_owner("cleo");
    let shown = referee(&table.cleo).await;
    stage.sandbox.set_owner("dan");
    let refused = messages::only_moderators().content;
    assert_eq!(whispered(table.cleo.press(&shown, "End…").await), refused);
}

#[tokio::test]
async fn reason_that_names_roles_and_everybody_notifies_the_players_only() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.sandbox.set_owner("cleo");
    stage.clear_requests();
    moderates(&table.cleo, "Pause…", "@everyone @here <@&5> <@1>").await;
    stage.until_announced().await;
    let posts = stage
        .sandbox
        .journal()
        .into_iter()
        .filter_map(|entry| entry.request);
    let told: Vec<_> = posts
        .filter(|post| {
            post["content"]
                .as_str()
                .is_some_and(|text| text.contains("everyone"))
        })
        .collect();
    assert!(!told.is_empty());
    let mut players = ["ana", "ben"].map(|name| stage.id(name).to_string());
    players.sort();
    for post in &told {
        // Nothing is parsed out of the text, and no role may be notified.
        assert_eq!(post["allowed_mentions"]["parse"], json!([]), "{post:#}");
        let keys = post["allowed_mentions"]
            .as_object()
            .expect("an object")
            .keys();
        assert_eq!(keys.collect::<Vec<_>>(), ["parse", "users"], "{post:#}");
    }
    let mut notified: Vec<_> = told[0]["allowed_mentions"]["users"]
        .as_array()
        .expect("people")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    notified.sort_unstable();
    assert_eq!(notified, players);
}

/// Returns the hash of roles that gave a right in the ids of development versions.
fn old_leave(roles: &[u64]) -> u32 {
    let bytes = roles.iter().flat_map(|role| role.to_le_bytes());
    let hash = bytes.fold(2_166_136_261_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(16_777_619)
    });
    hash.max(1)
}

#[tokio::test]
async fn panel_of_referee_is_for_one_person_on_one_day() {
    let (stage, hall) = Stage::with_club("Referee", 0, "dan").await;
    let [ben, cleo, dan] = ["ben", "cleo", "dan"].map(|name| stage.person(name, hall));
    let challenge = said(challenges(&cleo, "connect-n", NOTHING).await);
    stage.until_announced().await;
    updated(ben.press(&challenge, "Accept").await);
    stage.until_announced().await;
    assert!(
        stage
            .sandbox
            .allow_command("Club", "referee", "Referee", true)
    );
    assert!(stage.sandbox.set_role("Club", "cleo", "Referee", true));
    let one = [("match", "1")];
    let shown = private(dan.command("referee", one).await);
    let real = shown.button("End…").expect("a button").custom_id;
    // Cleo has the same roles, and learns the id. Ana has none, and the ids of development versions can be computed.
    let forged = |leave: &str| format!("set/referee/{leave}-m1-end");
    let ids = [
        real.clone(),
        forged(&old_leave(&[]).to_string()),
        forged("0"),
        forged("1"),
    ];
    let buttons = ids
        .iter()
        .map(|id| json!({"type": 2, "style": 2, "label": "Forged", "custom_id": id}));
    let body = json!({
        "content": "Forged",
        "components": [{"type": 1, "components": buttons.collect::<Value>()}],
        "allowed_mentions": {"parse": []},
    });
    let path = format!("/channels/{hall}/messages");
    let (status, posted) = as_bot(&stage.sandbox, Method::POST, &path, &body).await;
    assert_eq!(status, 200, "{posted}");
    let posted = Message::of(posted);
    let (expired, refused) = (messages::panel_expired(), messages::only_moderators());
    let ana = stage.person("ana", hall);
    for place in [&cleo, &ana] {
        for id in &ids {
            let told = match id.contains("/0-") {
                true => &refused.content,
                false => &expired.content,
            };
            assert_eq!(&whispered(place.click(&posted, id).await), told, "{id}");
        }
    }
    // Dan may use his own panel till the end of the next day, but no longer, and then opens another.
    let day = Duration::from_hours(24);
    private(dan.click(&posted, &real).await);
    stage.advance(day);
    private(dan.click(&posted, &real).await);
    stage.advance(day);
    assert_eq!(whispered(dan.click(&posted, &real).await), expired.content);
    let shown = private(dan.command("referee", one).await);
    updated(dan.press(&shown, "End…").await);
}

/// A computer whose turns are given out by hand.
struct Slow(Arc<Semaphore>);

#[async_trait]
impl ComputerPlayer for Slow {
    async fn think(&self, state: &Match, _: Level) -> String {
        self.0.acquire().await.expect("a permit").forget();
        state.position().complete("", 1).0[0].step.clone()
    }

    async fn accepts_draw(&self, _: &Match) -> bool {
        false
    }
}

#[tokio::test]
async fn a_computer_waits_while_its_match_is_paused() {
    let permits = Arc::new(Semaphore::new(0));
    let mut stage = stage_with(Arc::new(Slow(Arc::clone(&permits)))).await;
    let ben = stage.person("ben", stage.general());
    let second = anteroom::games::find("connect-n")
        .expect("a game")
        .card
        .seats[1];
    let options = [
        ("computer", Value::from(1)),
        ("colour", Value::from(second)),
    ];
    private(challenges(&ben, "connect-n", options).await);
    stage.until_announced().await;
    let ana = stage.person("ana", stage.thread(0).await);
    moderates(&ana, "Pause…", "Too loud").await;
    permits.add_permits(1);
    stage.advance(Duration::from_secs(3600));
    stage.restart().await;
    stage.advance(Duration::from_secs(3600));
    stage.row_is("SELECT ply FROM matches", "0");
    stage.row_is("SELECT count(*) FROM alarms", "0");
    moderates(&ana, "Resume…", "Go on").await;
    stage.until_row("SELECT ply FROM matches", "1").await;
    assert!(!boards(&ana).is_empty());
}
