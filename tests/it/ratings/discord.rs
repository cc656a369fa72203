//! Ratings in Discord: what a challenge and a result say of them, lists, profiles, and what moderators annul.

use std::time::Duration;

use loopback_discord::{Answer, Message, Place};

use crate::support::stage::{Stage, Table, said, whispered};

const NOTHING: [(&str, &str); 0] = [];

/// Somebody resigns after two turns of each player.
async fn resigns(stage: &Stage, table: &Table, place: &Place) -> Message {
    stage.opens(table).await;
    resigns_at_once(stage, table, place, 6).await
}

/// Somebody resigns; the result is the board of this number.
async fn resigns_at_once(stage: &Stage, table: &Table, place: &Place, boards: usize) -> Message {
    let Answer::Message(question) = place.command("resign", NOTHING).await else {
        panic!("a question")
    };
    place.press(&question, "Resign").await;
    let result = stage.board(table, boards).await;
    stage.until_announced().await;
    result
}

#[tokio::test]
async fn a_challenge_says_what_is_at_stake_and_a_result_what_it_changed() {
    let stage = Stage::new().await;
    let [ana, ben] = ["ana", "ben"].map(|name| stage.mention(name));
    let table = stage.begin("antichess", &[]).await;
    let card = stage
        .person("cleo", stage.general())
        .message(table.card)
        .expect("the card");
    assert!(!card.content().contains("Ratings"), "{}", card.content());
    let result = resigns(&stage, &table, &table.ben).await;
    let line = format!(
        "-# Ratings in Standard Antichess: {ana} 1500? → 1741? (±397) · {ben} 1500? → 1259? (±397)"
    );
    assert_eq!(result.content().lines().last(), Some(line.as_str()));
    assert_eq!(result.mentions(), ["ana"]);

    let challenge = stage
        .challenge("ben", "antichess", &[("opponent", "ana")])
        .await;
    assert!(
        challenge
            .content()
            .contains("3 days a turn · rated after 2 turns each\n"),
        "{}",
        challenge.content()
    );
    assert!(
        challenge.content().ends_with(&format!(
            "-# Ratings: {ben} 1259?, {ana} 1741?. By these, {ben} scores 20 % on average, a draw counting as half a win."
        )),
        "{}",
        challenge.content()
    );
    assert_eq!(challenge.mentions(), ["ana"]);
    // Three more count. The next challenge says from when on it can, and never both that it is rated and that it is not.
    for _ in 0..3 {
        let table = stage.begin("antichess", &[]).await;
        let result = resigns(&stage, &table, &table.ana).await;
        assert!(result.content().contains("-# Ratings in"));
    }
    let from = stage
        .clock
        .now()
        .after(Duration::from_hours(30 * 24))
        .seconds();
    let often = format!(
        "-# 4 of these two players' matches of Standard Antichess have counted for ratings within 30 days, and no more can. \
         This one counts only if it ends after <t:{from}:f>."
    );
    let challenge = stage
        .challenge("ana", "antichess", &[("opponent", "ben")])
        .await;
    assert!(
        challenge.content().ends_with(&often)
            && challenge
                .content()
                .contains(" · rated after 2 turns each\n")
            && !challenge.content().to_lowercase().contains("not rated"),
        "{}",
        challenge.content()
    );
    let table = stage.begin("antichess", &[]).await;
    let begun = stage.board(&table, 1).await;
    assert!(begun.content().ends_with(&often), "{}", begun.content());
    let result = resigns(&stage, &table, &table.ana).await;
    assert!(
        result.content().ends_with(
            "-# Not rated: 4 of these two players' matches of Standard Antichess had counted within 30 days."
        ),
        "{}",
        result.content()
    );
    assert_eq!(stage.row("SELECT count(*) FROM rating_changes"), "8");
}

#[tokio::test]
async fn four_aborted_matches_leave_the_fifth_rated() {
    let stage = Stage::new().await;
    let mut tables = Vec::new();
    for _ in 0..5 {
        tables.push(stage.begin("antichess", &[]).await);
    }
    let last = tables.pop().expect("a match");
    for table in &tables {
        let Answer::Message(question) = table.ben.command("abort", NOTHING).await else {
            panic!("a question or an end")
        };
        if question.button("Abort").is_some() {
            table.ben.press(&question, "Abort").await;
        }
    }
    stage
        .until_row("SELECT count(*) FROM matches WHERE status = 'aborted'", "4")
        .await;
    let result = resigns(&stage, &last, &last.ben).await;
    assert!(
        result
            .content()
            .contains("-# Ratings in Standard Antichess: "),
        "{}",
        result.content()
    );
}

#[tokio::test]
async fn a_match_of_less_than_two_turns_each_is_not_rated() {
    let stage = Stage::new().await;
    // Nobody moves.
    let table = stage.begin("antichess", &[("time", "1h")]).await;
    stage.advance(Duration::from_hours(1));
    let missed = stage.board(&table, 2).await;
    stage.until_announced().await;
    let short = "-# Not rated: a match counts for ratings after 2 turns of each player.";
    assert!(missed.content().ends_with(short), "{}", missed.content());
    // It is seen all the same.
    assert_eq!(stage.row("SELECT sum(lost_on_time) FROM punctuality"), "1");
    // Three turns.
    let table = stage.begin("connect-n", &[]).await;
    for (place, turn) in [(&table.ana, "a"), (&table.ben, "b"), (&table.ana, "c")] {
        stage.plays(place, turn).await;
    }
    let given_up = resigns_at_once(&stage, &table, &table.ben, 5).await;
    assert!(
        given_up.content().ends_with(short),
        "{}",
        given_up.content()
    );
    assert_eq!(stage.row("SELECT count(*) FROM ratings"), "0");
    let general = stage.general();
    stage.sandbox.set_owner("cleo");
    assert_eq!(
        whispered(
            stage
                .person("cleo", general)
                .command("annul", [("match", "2")])
                .await
        ),
        "Match 2 does not count for ratings, so there is nothing to annul."
    );
}

#[tokio::test]
async fn a_match_that_is_not_to_be_rated_is_not() {
    let stage = Stage::new().await;
    let general = stage.general();
    let challenge = said(
        stage
            .person("ana", general)
            .command("play antichess", [("rated", false)])
            .await,
    );
    assert!(
        challenge.content().contains("3 days a turn · not rated"),
        "{}",
        challenge.content()
    );
    let wide = stage
        .challenge("ana", "connect-n", &[("columns", "9")])
        .await;
    assert!(
        wide.content().contains(" · not rated"),
        "{}",
        wide.content()
    );
    let computer = said(
        stage
            .person("ana", general)
            .command("play connect-n", [("computer", 1)])
            .await,
    );
    assert!(
        !computer.content().contains("rated"),
        "{}",
        computer.content()
    );
}

#[tokio::test]
async fn the_list_shows_who_is_known_here_and_ones_own_place() {
    let stage = Stage::new().await;
    let general = stage.general();
    let ana = stage.person("ana", general);
    let list = whispered(ana.command("leaderboard", [("game", "antichess")]).await);
    assert!(
        list.starts_with(
            "**Standard Antichess**: the best players in this server\nNobody is listed yet."
        ) && list.contains("You have no rating in Standard Antichess yet."),
        "{list}"
    );
    let table = stage.begin("antichess", &[]).await;
    resigns(&stage, &table, &table.ben).await;
    let list = whispered(ana.command("leaderboard", NOTHING).await);
    assert!(
        list.contains("Nobody is listed yet.")
            && list.contains("You are not listed. Your rating is **1741?** (±397): a few more rated matches will make it certain enough."),
        "{list}"
    );

    // Ratings that many matches have made certain.
    stage.change(
        "UPDATE ratings SET deviation = 60, points = 1700 - (user % 2), games = 30;
         WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 40)
         INSERT INTO ratings SELECT 9000 + value, game, at, 9, 1600 - value, 60, 0.06 FROM ratings, n
         WHERE user = (SELECT min(user) FROM ratings)",
    );
    let Answer::Message(list) = ana.command("leaderboard", NOTHING).await else {
        panic!("a list")
    };
    let lines: Vec<_> = list.content().lines().map(str::to_owned).collect();
    assert!(
        lines[1].starts_with("1\\. ") && lines[2].starts_with("2\\. "),
        "{lines:?}"
    );
    assert!(
        lines[1].contains(&stage.mention("ana")) || lines[2].contains(&stage.mention("ana")),
        "{lines:?}"
    );
    assert!(lines[3].starts_with("You are number "), "{lines:?}");
    assert!(lines[3].contains(" of 2: **1"), "{lines:?}");
    assert!(list.mentions().is_empty());
    let attachments = list.attachments();
    assert!(
        attachments.len() == 1
            && attachments[0].description.contains("1. ")
            && attachments[0].description.contains("Ana 1"),
        "{attachments:?}"
    );

    // Everywhere there are more, on pages.
    let Answer::Update(all) = ana.press(&list, "Everywhere").await else {
        panic!("another list")
    };
    assert!(all.content().contains("Page 1 of 3."), "{}", all.content());
    assert!(
        all.content().contains("You are number "),
        "{}",
        all.content()
    );
    let Answer::Update(next) = ana.press(&all, "▶").await else {
        panic!("the next page")
    };
    assert!(
        next.content().contains("\n16\\. ") && next.content().contains("Page 2 of 3."),
        "{}",
        next.content()
    );
    let Answer::Update(other) = ana.select(&next, "leaders-of/1", ["connect-n"]).await else {
        panic!("another game")
    };
    assert!(
        other
            .content()
            .starts_with("**Connect N**: the best players everywhere"),
        "{}",
        other.content()
    );

    // Who does not want to be listed is not.
    let ben = stage.person("ben", general);
    let Answer::Message(panel) = ben.command("settings", NOTHING).await else {
        panic!("a panel")
    };
    ben.select(&panel, "set/unlisted", ["unlisted"]).await;
    let list = whispered(ana.command("leaderboard", NOTHING).await);
    assert!(!list.contains(&stage.mention("ben")), "{list}");
    assert!(list.contains("You are number 1 of 1: "), "{list}");
    let own = whispered(ben.command("leaderboard", NOTHING).await);
    assert!(
        own.contains("you have chosen in `/settings` to be in no list"),
        "{own}"
    );
}

#[tokio::test]
async fn a_profile_tells_what_its_owner_lets_others_see() {
    let stage = Stage::new().await;
    let general = stage.general();
    let [ana, ben, cleo] = ["ana", "ben", "cleo"].map(|name| stage.person(name, general));
    let nothing = whispered(ana.command("profile", NOTHING).await);
    assert!(
        nothing.contains("No match against a person is over yet."),
        "{nothing}"
    );
    let first = stage.begin("connect-n", &[]).await;
    for (place, turn) in [
        (&first.ana, "a"),
        (&first.ben, "b"),
        (&first.ana, "a"),
        (&first.ben, "b"),
        (&first.ana, "a"),
        (&first.ben, "b"),
        (&first.ana, "a"),
    ] {
        stage.advance(Duration::from_hours(5));
        stage.plays(place, turn).await;
    }
    let second = stage.begin("antichess", &[]).await;
    for (place, turn) in [
        (&second.ana, "a3"),
        (&second.ben, "a6"),
        (&second.ana, "h3"),
        (&second.ben, "h6"),
    ] {
        stage.advance(Duration::from_hours(5));
        stage.plays(place, turn).await;
    }
    resigns_at_once(&stage, &second, &second.ana, 6).await;
    let new = whispered(ana.command("profile", NOTHING).await);
    assert!(
        new.contains("\nTime for a turn: a quarter took up to 6 hours, half up to 6 hours, three quarters up to 6 hours.\n")
            && !new.contains("lost on time"),
        "{new}"
    );
    let third = stage.begin("antichess", &[("time", "1h")]).await;
    stage.advance(Duration::from_secs(3600));
    stage.board(&third, 2).await;
    stage.until_announced().await;
    let late = whispered(cleo.command("profile", [("person", "ana")]).await);
    assert!(
        late.contains("\nLast lost on time <t:")
            && late.contains(":R>; no match finished since.\n"),
        "{late}"
    );
    let fourth = stage.begin("antichess", &[]).await;
    resigns_at_once(&stage, &fourth, &fourth.ben, 2).await;
    let challenge = stage.challenge("ana", "connect-n", &[]).await;
    assert!(
        challenge
            .content()
            .contains("4 matches, 1 of them lost on time, last <t:")
            && challenge
                .content()
                .contains(":R>, with 1 match finished since. A quarter of their turns"),
        "{}",
        challenge.content()
    );

    let mention = |name| stage.mention(name);
    let own = whispered(ana.command("profile", NOTHING).await);
    let expected = [
        format!("**Profile** of {}", mention("ana")),
        String::from("4 matches against people: 2 won, 0 drawn, 2 lost (1 of them on time)."),
        String::from(":R>; 1 match finished since.\nTime for a turn: "),
        String::from("**Standard Antichess** 1 won, 2 lost · **"),
        String::from("**Connect N** 1 won · **1741?** (±397) after 1 rated match"),
        format!("Most often against: {} 2 won, 2 lost", mention("ben")),
        String::from("Begins with `a` (1×)"),
        // A win without a turn is no short one.
        String::from("\nWon in 7 turns: match 1\n"),
        format!("Match 1: Connect N, beat {} in 7 turns <t:", mention("ben")),
    ];
    for line in expected {
        assert!(own.contains(&line), "{line}\n{own}");
    }
    let others = whispered(cleo.command("profile", [("person", "ana")]).await);
    assert!(
        others.contains("4 matches against people") && !others.contains("`/settings`"),
        "{others}"
    );
    // Somebody whom nobody has seen here, and somebody who does not want to be seen.
    let stranger = whispered(ana.command("profile", [("person", "dan")]).await);
    assert!(stranger.starts_with("I do not know "), "{stranger}");
    let Answer::Message(panel) = ben.command("settings", NOTHING).await else {
        panic!("a panel")
    };
    ben.select(&panel, "set/unlisted", ["unlisted"]).await;
    let hidden = whispered(cleo.command("profile", [("person", "ben")]).await);
    assert_eq!(
        hidden,
        format!("{} has chosen to show this to nobody.", mention("ben"))
    );
    let others = whispered(cleo.command("profile", [("person", "ana")]).await);
    assert!(!others.contains(&mention("ben")), "{others}");
    let own = whispered(ben.command("profile", NOTHING).await);
    assert!(own.contains("2 won, 0 drawn, 2 lost"), "{own}");
}

#[tokio::test]
async fn a_moderator_annuls_a_match_of_their_server() {
    let stage = Stage::new().await;
    let general = stage.general();
    let table = stage.begin("antichess", &[]).await;
    let [ana, ben] = ["ana", "ben"].map(|name| stage.person(name, general));
    assert_eq!(
        whispered(ana.command("annul", [("match", "1")]).await),
        "Match 1 is still being played. It can be annulled when it is over."
    );
    resigns(&stage, &table, &table.ben).await;
    assert_eq!(stage.row("SELECT count(*) FROM ratings"), "2");
    assert!(
        matches!(ben.command("annul", [("match", "1")]).await, Answer::NotSent(why) if why.contains("no command"))
    );
    assert_eq!(
        whispered(ana.command("annul", [("match", "77")]).await),
        "There is no match 77 here. `/games` lists yours."
    );
    let annulled = said(ana.command("annul", [("match", "1")]).await);
    assert_eq!(
        annulled.content(),
        format!(
            "{ana} annulled match 1, **Standard Antichess** between {ana} and {ben}: its result no longer counts for ratings. What followed was computed anew.",
            ana = stage.mention("ana"),
            ben = stage.mention("ben"),
        )
    );
    assert_eq!(stage.row("SELECT count(*) FROM ratings"), "0");
    assert_eq!(
        whispered(ana.command("annul", [("match", "1")]).await),
        "Match 1 was annulled before."
    );
    let list = whispered(ana.command("games", NOTHING).await);
    assert!(list.starts_with("You have no matches."), "{list}");
}

#[tokio::test]
async fn in_a_conversation_with_the_bot_everybody_has_their_own() {
    let stage = Stage::new().await;
    let table = stage.begin("antichess", &[]).await;
    resigns(&stage, &table, &table.ben).await;
    let here = stage.sandbox.direct_channel("ana");
    let direct = stage.person("ana", here);
    let list = whispered(direct.command("leaderboard", NOTHING).await);
    assert!(
        list.starts_with("**Standard Antichess**: the best players everywhere")
            && list.contains("Your rating is **1741?** (±397)"),
        "{list}"
    );
    let own = whispered(direct.command("profile", NOTHING).await);
    assert!(
        own.contains("1 match against people: 1 won, 0 drawn, 0 lost."),
        "{own}"
    );
    let others = whispered(direct.command("profile", [("person", "ben")]).await);
    assert_eq!(
        others,
        "Here I show your own profile only. Ask in a server that both of you are in."
    );
    let archive = whispered(direct.command("archive", NOTHING).await);
    assert!(
        archive.contains("Match 1: Standard Antichess, beat "),
        "{archive}"
    );
    let others = whispered(direct.command("archive", [("person", "ben")]).await);
    assert!(
        others.starts_with("Here I show your own archive only."),
        "{others}"
    );
    let Answer::Message(all) = direct.command("export", [("match", "all")]).await else {
        panic!("a file")
    };
    assert_eq!(
        (all.content(), all.attachments().len()),
        ("Your finished match, as an APGameRecord.", 1)
    );
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
    resigns_at_once(&stage, &table, &table.ben, 2).await;
    // Undone by a moderator, put back, and undone again.
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "c").await;
    for what in ["moderate undo", "moderate redo", "moderate undo"] {
        whispered(table.cleo.command(what, [("reason", "A slip")]).await);
    }
    stage.until_row(taken_back, "4").await;
    stage.until_announced().await;
    stage.plays(&table.ana, "b").await;
    resigns_at_once(&stage, &table, &table.ben, 2).await;
    // A later turn is taken back, and an opening is undone and put back.
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    for what in ["moderate undo", "moderate redo"] {
        whispered(table.cleo.command(what, [("reason", "A slip")]).await);
    }
    stage.until_row(taken_back, "6").await;
    stage.until_announced().await;
    stage.plays(&table.ben, "e").await;
    drop(table.ben.command("takeback", NOTHING).await);
    stage.until_row(taken_back, "7").await;
    stage.until_announced().await;
    resigns_at_once(&stage, &table, &table.ben, 2).await;
    let own = whispered(ana.command("profile", NOTHING).await);
    assert!(own.contains("Begins with `b` (2×), `d` (1×)\n"), "{own}");
}
