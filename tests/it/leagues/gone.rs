//! People who leave the server of a league.

use std::time::Duration;

use anteroom::board::Seat;
use loopback_discord::{Layout, RequestFault};

use super::flow::{Club, DAY, PEOPLE, founds, joins};
use crate::ladders::flow as ladder;
use crate::support::messages::{check_seen, check_text};
use crate::support::panels::gives_reason;
use crate::support::stage::{Stage, private, updated, whispered};

const MEMBER: &str = "/guilds/{guild_id}/members/{user_id}";
const MATCHES: &str = "SELECT count(*) FROM matches";

/// A league of five people, one of whom leaves the server before the season.
async fn of_five() -> Club {
    let layout = Layout::default().person("Eve");
    let mut stage = Stage::laid_out(layout).await;
    stage.start().await;
    let club = Club { stage };
    private(founds(&club.place("ana"), "Berlin Open").await);
    for name in PEOPLE.iter().chain(&["eve"]) {
        joins(&club.place(name)).await;
    }
    club.happens("start-set", 1).await;
    club.settles().await;
    assert!(club.stage.sandbox.leave("Sandbox", "eve"));
    club
}

#[tokio::test]
async fn person_who_left_is_taken_out_when_a_reminder_is_due() {
    let mut club = Club::begun().await;
    let stage = &club.stage;
    // Two people besides Ana have the first move of a match.
    let mut movers = Vec::new();
    for id in 1..=6 {
        movers.extend(stage.view(id).await.state.person(Seat::First));
    }
    let mut names = PEOPLE[1..].iter();
    let gone = names.find(|name| movers.contains(&stage.id(name)));
    let gone = *gone.expect("a person");
    ladder::founds(&club.place("ana"), "Monday Ladder").await;
    ladder::joins(&club.place(gone)).await;
    assert!(stage.sandbox.leave("Sandbox", gone));
    stage.pass(Duration::from_hours(12), 9).await;
    let left = "SELECT count(*) FROM journal_events WHERE body LIKE '%left-server%'";
    // The league and the ladder.
    stage.until_row(left, "2").await;
    stage
        .until_row("SELECT count(*) FROM matches WHERE status = 'playing'", "3")
        .await;
    club.settles().await;
    let told = club.news();
    let last = told.last().expect("news");
    let mention = club.stage.mention(gone);
    assert!(
        last.contains(&format!(
            "{mention} is out of season 1: they left the server."
        )),
        "{told:#?}"
    );
    assert!(club.table(1).content().contains(", out"));
    club.stage.restart().await;
    club.settles().await;
    assert_eq!(club.news(), told);
    club.stage.row_is(left, "2");
}

#[tokio::test]
async fn person_who_was_kept_out_and_is_let_in_has_their_places_again() {
    let mut club = Club::begun().await;
    let ana = club.place("ana");
    ladder::founds(&ana, "Monday Ladder").await;
    for name in ["cleo", "ben", "dan"] {
        ladder::joins(&club.place(name)).await;
    }
    ladder::until_told(&club.stage).await;
    // A game that was played to its end before, and that stands.
    let ben = club.stage.id("ben");
    let mut played = 0;
    for id in 1..=6 {
        let people: Vec<_> = club.stage.view(id).await.state.people().collect();
        if people.contains(&ben) {
            played = id;
        }
    }
    club.second_wins(played).await;
    club.settles().await;
    let before = club.table(1);
    let about_ben = [("person", "ben")];
    let shown = private(ana.command("referee", about_ben).await);
    let kept = updated(gives_reason(&ana, &shown, "Keep Out…", "Spam").await);
    check_seen("kept_out_of_contests", [&shown, &kept]);
    club.until_playing(3).await;
    club.settles().await;
    let mention = club.stage.mention("ben");
    let line = |table: &loopback_discord::Message| {
        let own = table.content().lines().find(|line| line.contains(&mention));
        own.map(str::to_owned).expect("a line")
    };
    let table = club.table(1);
    assert!(line(&table).contains(", out"), "{table:#?}");
    let ladder_post = || {
        let all = ana.messages().into_iter();
        let mut posts = all.filter(|post| post.content().starts_with("**Monday Ladder** · "));
        posts.next().expect("the table of the ladder")
    };
    assert_eq!(ladder::order(&club.stage, &ladder_post()), "1 Cleo, 2 Dan");

    club.stage.restart().await;
    let shown = private(ana.command("referee", about_ben).await);
    let back = updated(ana.press(&shown, "Let In").await);
    assert!(back.button("Keep Out…").is_some(), "{back:#?}");
    club.until_playing(5).await;
    club.settles().await;
    let table = club.table(1);
    assert_eq!(line(&table), line(&before));
    assert_eq!(
        ladder::order(&club.stage, &ladder_post()),
        "1 Cleo, 2 Ben, 3 Dan"
    );
    let told = club.news();
    let told = told[told.len() - 2..]
        .join("\n\n")
        .replace(&mention, "@Ben");
    check_text("let_in_again", &told);
    // The games go on, and the season ends as if nothing had been.
    club.stage.pass(DAY, 7).await;
    club.until_playing(0).await;
    club.happens("season-over", 1).await;
    club.settles().await;
    assert!(!line(&club.table(1)).contains(", out"));
}

#[tokio::test]
async fn people_who_are_out_at_once_are_one_post() {
    let club = Club::begun().await;
    // Nobody moves.
    club.stage.pass(DAY, 6).await;
    club.until_playing(0).await;
    club.happens("season-over", 1).await;
    club.settles().await;
    let told = club.news();
    let out = told.iter().filter(|news| news.contains(" out of season 1"));
    let out: Vec<_> = out.collect();
    assert_eq!(out.len(), 1, "{told:#?}");
    let mut text = out[0].clone();
    for name in PEOPLE {
        let called = format!("@{}", name.to_uppercase());
        text = text.replace(&club.stage.mention(name), &called);
    }
    check_text("all_out_at_once", &text);
}

#[tokio::test]
async fn season_begins_without_person_who_left() {
    let mut club = of_five().await;
    club.stage.kill().await;
    club.until_monday();
    club.stage.start().await;
    club.until_playing(6).await;
    club.settles().await;
    club.stage.row_is(MATCHES, "6");
    let eve = club.stage.mention("eve");
    let told = club.news();
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(!told[1].contains(&eve), "{told:#?}");
    assert!(!club.gathering().content().contains(&eve));
    let asked = club.stage.counted();
    let asked = asked.iter().filter(|one| one.contains(MEMBER)).count();
    assert_eq!(asked, 5);
}

#[tokio::test]
async fn season_begins_with_person_of_whom_discord_says_nothing() {
    let club = of_five().await;
    let fault = RequestFault::ServerError(503);
    club.stage.fails("GET", MEMBER, 100, fault);
    club.until_monday();
    club.until_playing(10).await;
    club.stage.sandbox.clear_faults();
    club.settles().await;
    assert!(club.news()[1].contains(&club.stage.mention("eve")));
}

#[tokio::test]
async fn league_that_cannot_be_read_says_so_and_hides_nothing_else() {
    let club = Club::begun().await;
    let stage = &club.stage;
    let ana = club.place("ana");
    let shown = private(ana.command("league", [("league", "1")]).await);
    // A newer version of the bot has written here.
    stage.change("UPDATE journal_events SET body = '{\"of-the-future\":1}' WHERE seq = 3");
    let answers = [
        ana.command("league", [("league", "1")]).await,
        ana.press(&shown, "Manage…").await,
    ];
    let mut told = Vec::new();
    for answer in answers {
        told.push(whispered(answer));
    }
    told.dedup();
    check_text("league_that_cannot_be_read", &told.join("\n"));
    let profile = private(ana.command("profile", crate::support::stage::NOTHING).await);
    assert!(!profile.content().starts_with("Sorry"), "{profile:#?}");
}
