//! Organisers of ladders, and people whom a ladder loses.

use std::time::Duration;

use anteroom::db::Denial;
use anteroom::features::moderation::ModerationRefusal;
use loopback_discord::Answer;

use super::flow::{
    DAY, Table, accepts, begins, challenges, chooses, fills_in, founds, joins, ladder, order,
    sets_up, until_told,
};
use crate::support::messages::check_seen;
use crate::support::panels::{self, gives_reason, page, role};
use crate::support::stage::{NOTHING, Stage, private, says, updated, whispered};

#[tokio::test]
async fn ladder_is_set_up_by_menus_and_forms() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    let shown = sets_up(&ana).await;
    let game = updated(chooses(&ana, &shown, "ladder-set/game", "connect-n").await);
    let small = updated(chooses(&ana, &game, "ladder-set/setup", "5").await);
    assert!(small.button("Not Rated").expect("a button").disabled);
    let setup = updated(chooses(&ana, &small, "ladder-set/setup", "0").await);
    let clock = updated(chooses(&ana, &setup, "ladder-set/clock", "7d+12h").await);
    let lounge = stage.sandbox.channel("lounge");
    let channel = chooses(&ana, &clock, "ladder-set/channel", &lounge.to_string()).await;
    let channel = updated(channel);
    let unrated = updated(ana.press(&channel, "Not Rated").await);
    for (field, value, why) in [
        ("clock", "soon", "soon"),
        ("reach", "0", "from 1 to 20 places"),
        ("reach", "21", "from 1 to 20 places"),
        ("reach", "five", "whole number"),
        ("idle", "6", "from 7 to 90 days"),
        ("idle", "91", "from 7 to 90 days"),
    ] {
        let form = ana.press(&unrated, "Clock, Reach, Idle…").await;
        let refused = fills_in(&ana, form, &[(field, value)]).await;
        let refused = whispered(refused);
        assert!(refused.contains(why), "{refused}");
    }
    let form = ana.press(&unrated, "Clock, Reach, Idle…").await;
    let texts = [("clock", "4d"), ("reach", "3"), ("idle", "14")];
    let ready = updated(fills_in(&ana, form, &texts).await);
    check_seen("set_up", [&shown, &ready]);
    for (name, why) in [
        ("  ", "empty"),
        ("@everyone", "cannot contain `@`"),
        ("**Bold**", "cannot contain `*`"),
        ("# Big", "cannot begin with `#`"),
        ("https://example.org", "cannot contain `://`"),
        ("<#1>", "cannot contain `<`"),
    ] {
        let form = ana.press(&ready, "Create…").await;
        let refused = whispered(fills_in(&ana, form, &[("name", name)]).await);
        assert!(refused.contains(why), "{name}: {refused}");
    }
    stage.row_is("SELECT count(*) FROM journals", "0");
    let form = ana.press(&ready, "Create…").await;
    let made = updated(fills_in(&ana, form, &[("name", "Lounge Ladder")]).await);
    check_seen("created", [&made]);
    let form = ana.press(&sets_up(&ana).await, "Create…").await;
    let twice = whispered(fills_in(&ana, form, &[("name", "lounge ladder")]).await);
    assert!(twice.contains("Choose another name"), "{twice}");
    let dan = stage.person("dan", lounge);
    let found = stage.sandbox.until(|_| {
        let mut posts = dan.messages().into_iter();
        posts.find(|post| post.content().contains("Lounge Ladder"))
    });
    let post = found.await.expect("a post");
    assert!(post.attachments().is_empty(), "nobody is on it");
    // Its name finds it from anywhere.
    let choices = ana.autocomplete("ladder", "ladder", "loun", NOTHING).await;
    let choices = choices.choices().expect("choices");
    assert_eq!(choices[0].name, "Lounge Ladder");
    let named = private(ana.command("ladder", [("ladder", "LOUNGE LADDER")]).await);
    says(&named, "Lounge Ladder");
}

#[tokio::test]
async fn bot_without_permissions_is_told_before_a_ladder_is_made() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    let lounge = stage.sandbox.channel("lounge");
    stage.sandbox.set_bot_permissions(lounge, 1 << 10);
    let shown = sets_up(&ana).await;
    let refused = chooses(&ana, &shown, "ladder-set/channel", &lounge.to_string()).await;
    let refused = whispered(refused);
    assert!(refused.contains("The bot lacks **"), "{refused}");
    stage.sandbox.set_bot_permissions(stage.general(), 1 << 10);
    let form = ana.press(&shown, "Create…").await;
    let refused = whispered(fills_in(&ana, form, &[("name", "Ladder")]).await);
    assert!(refused.contains("it lacks **"), "{refused}");
    stage.row_is("SELECT count(*) FROM journals", "0");
}

#[tokio::test]
async fn organiser_pauses_resumes_removes_undoes_and_closes() {
    let (stage, table) = Table::on_stage().await;
    let shown = ladder(&table.ana).await;
    let manage = updated(table.ana.press(&shown, "Manage…").await);
    let paused = gives_reason(&table.ana, &manage, "Pause…", "Holidays").await;
    let paused = updated(paused);
    says(&paused, "**Paused**");
    let shown = ladder(&table.cleo).await;
    let button = shown.button("Challenge…").expect("a button");
    assert!(button.disabled);
    updated(gives_reason(&table.ana, &paused, "Resume…", "Back").await);
    challenges(&table.cleo, stage.id("ben")).await;
    let manage = updated(table.ana.press(&ladder(&table.ana).await, "Manage…").await);
    let form = chooses(&table.ana, &manage, "ladder-cancel", "1").await;
    updated(fills_in(&table.ana, form, &[("reason", "A mistake")]).await);
    let manage = updated(table.ana.press(&ladder(&table.ana).await, "Manage…").await);
    let ben = stage.id("ben").to_string();
    let form = chooses(&table.ana, &manage, "ladder-remove", &ben).await;
    updated(fills_in(&table.ana, form, &[("reason", "He asked for it")]).await);
    until_told(&stage).await;
    assert_eq!(order(&stage, &table.post()), "1 Ana, 2 Cleo");
    let manage = updated(table.ana.press(&ladder(&table.ana).await, "Manage…").await);
    let closed = updated(gives_reason(&table.ana, &manage, "Close…", "It is over").await);
    check_seen("managed_and_closed", [&closed]);
    until_told(&stage).await;
    assert!(table.post().buttons().is_empty(), "{:#?}", table.post());
    let news = table.news();
    assert_eq!(news.len(), 6, "{news:#?}");
    for (news, words) in news.iter().zip([
        "paused the ladder",
        "resumed the ladder",
        "challenges",
        "cancelled the challenge",
        "took <@",
        "closed the ladder",
    ]) {
        assert!(news.contains(words), "{news}");
    }
    // The name is free again, and the old ladder is in no list.
    founds(&table.ana, "Monday Ladder").await;
    let left = "SELECT count(*) FROM journals WHERE closed = 0";
    stage.row_is(left, "1");
}

#[tokio::test]
async fn ordinary_member_manages_nothing_until_their_role_does() {
    let (stage, hall) = Stage::with_club("Organiser", 0, "dan").await;
    let [ben, dan] = ["ben", "dan"].map(|name| stage.person(name, hall));
    founds(&ben, "Hall Ladder").await;
    let shown = ladder(&dan).await;
    assert!(shown.button("Manage…").is_none(), "{shown:#?}");
    let own = updated(ben.press(&ladder(&ben).await, "Manage…").await);
    let pause = own.button("Pause…").expect("a button").custom_id;
    let forged = dan.click(&shown, &pause).await;
    let refused = match forged {
        // A client would not send it.
        Answer::NotSent(_) => String::from("Only organisers"),
        forged => whispered(forged),
    };
    assert!(refused.contains("Only organisers"), "{refused}");
    let server = page(&ben, "server", "contests").await;
    check_seen("server_of_contests", [&server]);
    let role = role(&stage, "Club", "Organiser").await;
    panels::chooses(&ben, "server", ("contests", "role"), [role]).await;
    let shown = ladder(&dan).await;
    let manage = updated(dan.press(&shown, "Manage…").await);
    updated(gives_reason(&dan, &manage, "Pause…", "A break").await);
    // Once the role is taken, an older page does nothing.
    assert!(stage.sandbox.set_role("Club", "dan", "Organiser", false));
    let refused = whispered(dan.press(&manage, "Resume…").await);
    assert!(refused.contains("Only organisers"), "{refused}");
}

#[tokio::test]
async fn ladder_moves_to_another_channel() {
    let (stage, table) = Table::on_stage().await;
    let lounge = stage.sandbox.channel("lounge");
    let id = stage.row("SELECT journal FROM journals");
    let menu = format!("move-{id}");
    let channel = [lounge.to_string()];
    panels::chooses(&table.ana, "server", ("contests", &menu), channel).await;
    let dan = stage.person("dan", lounge);
    stage.pass(Duration::from_secs(31), 1).await;
    let found = stage.sandbox.until(|_| {
        let mut posts = dan.messages().into_iter();
        posts.find(|post| post.content().contains("Monday Ladder"))
    });
    let post = found.await.expect("a post");
    assert_eq!(order(&stage, &post), "1 Ana, 2 Ben, 3 Cleo");
    until_told(&stage).await;
    challenges(&table.cleo, stage.id("ben")).await;
    until_told(&stage).await;
    assert_eq!(dan.messages().len(), 2, "{:#?}", dan.messages());
}

#[tokio::test]
async fn idle_person_is_warned_and_moves_down() {
    let (stage, table) = Table::on_stage().await;
    // Ana is at the top and can challenge nobody.
    stage.pass(DAY, 23).await;
    stage
        .until(|| !table.news().is_empty(), || String::from("no news"))
        .await;
    until_told(&stage).await;
    let warned = table.posts().pop().expect("news");
    says(&warned, "no match on this ladder");
    assert_eq!(warned.mentions().len(), 1);
    let count = table.news().len();
    assert_eq!(count, 2, "{:#?}", table.news());
    let shown = ladder(&table.ben).await;
    says(&shown, "or you will move down");
}

#[tokio::test]
async fn banned_person_leaves_the_ladder_and_cannot_return() {
    let (stage, table) = Table::on_stage().await;
    let shown = private(table.ana.command("referee", [("person", "ben")]).await);
    updated(gives_reason(&table.ana, &shown, "Keep Out…", "Spam").await);
    until_told(&stage).await;
    assert_eq!(order(&stage, &table.post()), "1 Ana, 2 Cleo");
    let refused = whispered(table.ben.press(&table.post(), "Join").await);
    let reason = String::from("Spam");
    assert_eq!(refused, ModerationRefusal::KeptOut { reason }.sentence());
}

#[tokio::test]
async fn second_cancelled_match_counts_and_says_so_before_and_after() {
    let (stage, table) = Table::on_stage().await;
    let mut said = Vec::new();
    for number in 0..2 {
        challenges(&table.cleo, stage.id("ben")).await;
        accepts(&table.ben).await;
        begins(&stage, u64::try_from(number).expect("a number")).await;
        let ben = stage.person("ben", stage.general());
        let question = private(ben.command("resign", NOTHING).await);
        let over = updated(ben.press(&question, "Cancel Match").await);
        said.extend([question, over]);
        until_told(&stage).await;
        let order = order(&stage, &table.post());
        let expected = ["1 Ana, 2 Ben, 3 Cleo", "1 Ana, 2 Cleo, 3 Ben"][number];
        assert_eq!(order, expected);
    }
    let told = table.posts().pop().expect("news");
    said.push(told);
    check_seen("cancelled_twice", &said);
}

#[tokio::test]
async fn person_who_leaves_loses_their_match_on_the_ladder() {
    let (stage, table) = Table::on_stage().await;
    challenges(&table.cleo, stage.id("ana")).await;
    accepts(&table.ana).await;
    begins(&stage, 0).await;
    let shown = ladder(&table.ana).await;
    let question = updated(table.ana.press(&shown, "Leave…").await);
    assert!(
        question
            .content()
            .contains("running match counts as a loss")
    );
    updated(table.ana.press(&question, "Leave").await);
    until_told(&stage).await;
    assert_eq!(order(&stage, &table.post()), "1 Cleo, 2 Ben");
    stage
        .until_row("SELECT count(*) FROM matches WHERE status = 'playing'", "0")
        .await;
    let back = joins(&table.ana).await;
    says(&back, "in place 3");
    let profile = private(table.cleo.command("profile", NOTHING).await);
    assert!(
        profile
            .content()
            .contains("**Monday Ladder**: place 1 of 3"),
        "{}",
        profile.content()
    );
    let weekly = page(&table.ana, "server", "weekly").await;
    let leads = format!(
        "**Monday Ladder** (Connect N): {} leads",
        stage.mention("cleo")
    );
    says(&weekly, &leads);
}
