//! Ratings in Discord: challenges, results, lists, profiles, and matches that moderators annul.

use std::time::Duration;

use anteroom::discord::ui;
use anteroom::matches::{MatchId, Refusal};
use loopback_discord::{Message, Place};

use crate::support::messages::{check_lines, check_seen, small_lines, terms};
use crate::support::panels::moderates;
use crate::support::play::challenges;
use crate::support::stage::{
    NOTHING, Stage, Table, bold, export_all, private, said, says, tab, updated, whispered,
};

/// Plays two turns for each player, then resigns.
async fn resigns(stage: &Stage, table: &Table, place: &Place) -> Message {
    stage.opens(table).await;
    stage.resigns(place).await
}

#[tokio::test]
async fn a_challenge_says_what_is_at_stake_and_a_result_what_it_changed() {
    let (stage, table) = Stage::playing("antichess", &[]).await;
    let result = resigns(&stage, &table, &table.ben).await;
    assert_eq!(result.mentions(), ["ana"]);
    let ana = [("opponent", "ana")];
    let challenge = stage.challenge("ben", "antichess", &ana).await;
    assert_eq!(challenge.mentions(), ["ana"]);
    // Three more matches count. The next challenge names the moment from which it can count, and never calls itself
    // both rated and unrated.
    for _ in 0..3 {
        let table = stage.begin("antichess", &[]).await;
        resigns(&stage, &table, &table.ana).await;
    }
    let ben = [("opponent", "ben")];
    let often = stage.challenge("ana", "antichess", &ben).await;
    let table = stage.begin("antichess", &[]).await;
    let begun = stage.board(&table, 1).await;
    let from = stage.clock.now().after(Duration::from_hours(30 * 24));
    for told in [&often, &begun] {
        let from = format!("<t:{}:f>", from.seconds());
        says(told, &from);
    }
    let uncounted = resigns(&stage, &table, &table.ana).await;
    let told = [&result, &challenge, &often, &begun, &uncounted];
    check_lines("stakes", told.into_iter().flat_map(small_lines));
    assert_eq!(terms(&often), terms(&challenge));
    stage.row_is("SELECT count(*) FROM rating_changes", "8");
}

#[tokio::test]
async fn a_match_of_less_than_two_turns_each_is_not_rated() {
    let stage = Stage::new().await;
    // Ana moves once.
    let table = stage.begin("antichess", &[("time", "1h")]).await;
    stage.play_on(&table, &["a3", "a6"]).await;
    stage.advance(Duration::from_hours(1));
    let missed = stage.board(&table, 4).await;
    stage.until_announced().await;
    // The missed deadline counts for punctuality all the same.
    stage.row_is("SELECT sum(lost_on_time) FROM punctuality", "1");
    // Three turns.
    let table = stage.begin("connect-n", &[]).await;
    stage.play_on(&table, &["a", "b", "c"]).await;
    let given_up = stage.resigns(&table.ben).await;
    assert!(small_lines(&missed).eq(small_lines(&given_up)));
    check_lines("stakes_of_few_turns", small_lines(&missed));
    stage.row_is("SELECT count(*) FROM ratings", "0");
    let general = stage.general();
    stage.sandbox.set_owner("cleo");
    let cleo = stage.person("cleo", general);
    let shown = private(cleo.command("referee", [("match", "2")]).await);
    assert!(shown.button("Annul…").is_none(), "{shown:#?}");
}

#[tokio::test]
async fn a_match_that_is_not_to_be_rated_is_not() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    let challenge = said(challenges(&ana, "antichess", [("rated", false)]).await);
    let wide = stage
        .challenge("ana", "connect-n", &[("columns", "9")])
        .await;
    check_lines("stakes_of_none", [&challenge, &wide].map(terms));
}

#[tokio::test]
async fn the_list_shows_who_is_known_here_and_ones_own_place() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    let general = stage.general();
    let empty = private(ana.command("leaderboard", [("game", "antichess")]).await);
    let table = stage.begin("antichess", &[]).await;
    resigns(&stage, &table, &table.ben).await;
    let uncertain = private(ana.command("leaderboard", NOTHING).await);

    // Many matches have made these ratings certain.
    stage.change(
        "UPDATE ratings SET deviation = 60, points = 1700 + (points > 1500), games = 30;
         WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 40)
         INSERT INTO ratings SELECT 9000 + value, game, at, 9, 1600 - value, 60, 0.06 FROM ratings, n
         WHERE user = (SELECT min(user) FROM ratings)",
    );
    let list = private(ana.command("leaderboard", NOTHING).await);
    assert!(list.mentions().is_empty());
    // The global list has more players, on several pages.
    let all = private(ana.press(&list, "Everywhere").await);
    let next = private(ana.press(&all, "▶").await);
    let other = private(ana.select(&next, "leaders-of/1", ["connect-n"]).await);
    assert_eq!(bold(other.content()), ["Connect N"]);
    check_seen("leaderboards", [&empty, &uncertain, &list, &all, &next]);

    // An unlisted player is not in the list.
    let ben = stage.person("ben", general);
    let panel = private(ben.command("privacy", NOTHING).await);
    ben.select(&panel, "set/privacy/unlisted", ["unlisted"])
        .await;
    let own = private(ben.command("leaderboard", NOTHING).await);
    check_seen("leaderboard_without_oneself", [&own]);
}

#[tokio::test]
async fn a_profile_tells_what_its_owner_lets_others_see() {
    let (stage, [ana, ben, cleo]) = Stage::with_people(["ana", "ben", "cleo"]).await;
    let nothing = private(ana.command("profile", NOTHING).await);
    let first = stage.begin("connect-n", &[]).await;
    for turn in ["a", "b", "a", "b", "a", "b", "a"] {
        stage.advance(Duration::from_hours(5));
        stage.play_on(&first, &[turn]).await;
    }
    let second = stage.begin("antichess", &[]).await;
    for turn in ["a3", "a6", "h3", "h6"] {
        stage.advance(Duration::from_hours(5));
        stage.play_on(&second, &[turn]).await;
    }
    stage.resigns(&second.ana).await;
    let third = stage.begin("antichess", &[("time", "1h")]).await;
    stage.advance(Duration::from_secs(3600));
    stage.board(&third, 2).await;
    stage.until_announced().await;
    let late = private(cleo.command("profile", [("person", "ana")]).await);
    let fourth = stage.begin("antichess", &[]).await;
    stage.resigns(&fourth.ben).await;
    let challenge = stage.challenge("ana", "connect-n", &[]).await;
    check_lines(
        "challenge_of_somebody_known",
        small_lines(&challenge).take(1),
    );
    let own = private(ana.command("profile", NOTHING).await);
    let others = private(cleo.command("profile", [("person", "ana")]).await);
    // A person unknown in this server, and an unlisted person.
    let stranger = private(ana.command("profile", [("person", "dan")]).await);
    let panel = private(ben.command("privacy", NOTHING).await);
    ben.select(&panel, "set/privacy/unlisted", ["unlisted"])
        .await;
    let hidden = private(cleo.command("profile", [("person", "ben")]).await);
    assert!(own.content().starts_with(others.content()));
    check_seen("profiles", [&nothing, &late, &own, &stranger, &hidden]);
    let others = whispered(cleo.command("profile", [("person", "ana")]).await);
    assert!(!others.contains(&stage.mention("ben")), "{others}");
    let own = whispered(ben.command("profile", NOTHING).await);
    assert!(own.contains(&stage.mention("ana")), "{own}");
}

#[tokio::test]
async fn a_moderator_annuls_a_match_of_their_server() {
    let stage = Stage::new().await;
    let table = stage.begin("antichess", &[]).await;
    let [ana, ben] = stage.people(["ana", "ben"]);
    let one = [("match", "1")];
    let shown = private(ana.command("referee", one).await);
    assert!(shown.button("Annul…").is_none(), "{shown:#?}");
    resigns(&stage, &table, &table.ben).await;
    stage.row_is("SELECT count(*) FROM ratings", "2");
    let nowhere = private(ana.command("referee", [("match", "77")]).await);
    let mut questions = Vec::new();
    for _ in 0..2 {
        let shown = private(ana.command("referee", one).await);
        questions.push(updated(ana.press(&shown, "Annul…").await));
    }
    let asked = questions[0].clone();
    let annulled = updated(ana.press(&asked, "Annul").await);
    let said = |told: &Message| told.content().contains("annulled match");
    let told = stage
        .sandbox
        .until(|_| ben.messages().pop().filter(said))
        .await
        .expect("what everybody reads");
    check_seen("annulled", [&nowhere, &asked, &annulled, &told]);
    stage.row_is("SELECT count(*) FROM ratings", "0");
    assert_eq!(
        whispered(ana.press(&questions[1], "Annul").await),
        ui::sentence(&Refusal::AnnulledAlready(MatchId(1)))
    );
}

#[tokio::test]
async fn in_a_conversation_with_the_bot_everybody_has_their_own() {
    let (stage, table) = Stage::playing("antichess", &[]).await;
    resigns(&stage, &table, &table.ben).await;
    let here = stage.sandbox.direct_channel("ana");
    let direct = stage.person("ana", here);
    let list = whispered(direct.command("leaderboard", NOTHING).await);
    let own = whispered(direct.command("profile", NOTHING).await);
    let finished = tab(&direct, "Finished").await.content().to_owned();
    assert_eq!(bold(&list)[1], "1741?");
    for shown in [own, finished] {
        assert!(shown.contains(&stage.mention("ben")), "{shown}");
    }
    let ben = [("person", "ben")];
    let profile = private(direct.command("profile", ben).await);
    let finished = private(direct.command("games", ben).await);
    check_seen("profiles_in_private", [&profile, &finished]);
    let all = private(export_all(&direct).await);
    assert_eq!(all.attachments().len(), 1);
}

#[tokio::test]
async fn profile_counts_the_openings_that_stand_in_the_record() {
    let stage = Stage::new().await;
    stage.sandbox.set_owner("cleo");
    let general = stage.general();
    let ana = stage.person("ana", general);
    let taken_back = "SELECT count(*) FROM events WHERE kind IN ('taken-back', 'moderated')";
    // Taken back at once.
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "a").await;
    drop(table.ana.command("takeback", NOTHING).await);
    stage.until_row(taken_back, "1").await;
    stage.until_announced().await;
    stage.plays(&table.ana, "b").await;
    stage.resigns(&table.ben).await;
    // Undone by a moderator, put back, and undone again.
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "c").await;
    for what in ["Undo Turn…", "Put Back…", "Undo Turn…"] {
        moderates(&table.cleo, what, "A slip").await;
    }
    stage.until_row(taken_back, "4").await;
    stage.until_announced().await;
    stage.plays(&table.ana, "b").await;
    stage.resigns(&table.ben).await;
    // A later turn is taken back, and an opening is undone and put back.
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    for what in ["Undo Turn…", "Put Back…"] {
        moderates(&table.cleo, what, "A slip").await;
    }
    stage.until_row(taken_back, "6").await;
    stage.until_announced().await;
    stage.plays(&table.ben, "e").await;
    drop(table.ben.command("takeback", NOTHING).await);
    stage.until_row(taken_back, "7").await;
    stage.until_announced().await;
    stage.resigns(&table.ben).await;
    let own = whispered(ana.command("profile", NOTHING).await);
    assert!(own.contains(" `b` (2×), `d` (1×)\n"), "{own}");
}
