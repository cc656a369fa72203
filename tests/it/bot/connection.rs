//! The bot's connection to Discord: its token, its commands and its permissions.

use std::sync::Arc;

use anteroom::bot::{Bot, ConnectError, Settings};
use anteroom::config::Token;
use anteroom::render::Painter;
use loopback_discord::{RequestFault, permissions};

use crate::support::messages::check_text;
use crate::support::play::challenges;
use crate::support::stage::{AGAINST_BEN, COMMANDS, NOTHING, Stage, boards, private, whispered};

async fn refused(settings: Settings) -> ConnectError {
    match Bot::connect(settings, Arc::new(Painter::new())).await {
        Ok(_) => panic!("connected"),
        Err(error) => error,
    }
}

#[tokio::test]
async fn start_fails_with_the_reason() {
    let stage = Stage::without_bot().await;
    let settings = stage.settings();
    let wrong = refused(Settings {
        token: Token::new("no.such.token").expect("a token"),
        ..settings.clone()
    })
    .await;
    assert!(matches!(wrong, ConnectError::WrongToken), "{wrong}");
    assert!(
        wrong.to_string().contains("check discord.token") && !wrong.to_string().contains("no.such"),
        "{wrong}"
    );
    for none in ["  ", "two words", "tökèn"] {
        assert_eq!(Token::new(none), None, "{none}");
    }
    for address in [
        "discord",
        "ftp://discord.com",
        "http://",
        "https://ana:secret@discord.com",
    ] {
        let odd = refused(Settings {
            api_url: address.to_owned(),
            ..settings.clone()
        })
        .await;
        assert!(matches!(odd, ConnectError::Address), "{address}: {odd}");
        assert!(!odd.to_string().contains("secret"), "{odd}");
    }
    let nobody = refused(Settings {
        api_url: String::from("http://127.0.0.1:9"),
        ..settings.clone()
    })
    .await;
    assert!(
        nobody
            .to_string()
            .starts_with("cannot reach Discord at http://127.0.0.1:9: "),
        "{nobody}"
    );
    assert_eq!(format!("{:?}", settings.token), "Token(…)");
}

#[tokio::test]
async fn commands_are_registered_only_when_they_differ() {
    let mut stage = Stage::new().await;
    let names: Vec<_> = stage
        .sandbox
        .commands()
        .iter()
        .map(|command| command["name"].as_str().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(
        names.len(),
        anteroom::bot::commands::definitions().len(),
        "{names:?}"
    );
    stage.clear_requests();
    stage.restart().await;
    stage.until_requested("GET", COMMANDS).await;
    // When the bot answers the next command, it has finished its check of the commands.
    whispered(
        stage
            .person("ana", stage.general())
            .command("help", NOTHING)
            .await,
    );
    let changes = stage
        .sandbox
        .journal()
        .into_iter()
        .filter(|entry| entry.route == COMMANDS && entry.method != "GET")
        .count();
    assert_eq!(changes, 0);
}

#[tokio::test]
async fn missing_permissions_are_named() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    let general = stage.general();
    let cases = [
        (permissions::CREATE_PUBLIC_THREADS, "Create Public Threads"),
        (
            permissions::SEND_MESSAGES_IN_THREADS,
            "Send Messages in Threads",
        ),
        (permissions::ATTACH_FILES, "Attach Files"),
        (permissions::READ_MESSAGE_HISTORY, "Read Message History"),
    ];
    let challenge = stage.challenge("ana", "connect-n", &AGAINST_BEN).await;
    for (bit, name) in cases {
        stage
            .sandbox
            .set_bot_permissions(general, permissions::DEFAULT_FOR_BOT & !bit);
        let refused = whispered(challenges(&ana, "connect-n", [("opponent", "ben")]).await);
        assert!(refused.contains(&format!("**{name}**")), "{refused}");
        let refused = whispered(
            stage
                .person("ben", general)
                .press(&challenge, "Accept")
                .await,
        );
        assert!(refused.contains(name), "{refused}");
        let report = private(ana.command("server", NOTHING).await);
        let report = report.content();
        assert!(
            report.contains(&format!("✗ **{name}**"))
                && report.matches('✓').count() == 6
                && report.contains("/oauth2/authorize?client_id="),
            "{report}"
        );
    }
    stage
        .sandbox
        .set_bot_permissions(general, permissions::DEFAULT_FOR_BOT);
    let report = private(ana.command("server", NOTHING).await);
    let report = report.content();
    assert!(report.contains('✓') && !report.contains('✗'), "{report}");
    stage.row_is("SELECT count(*) FROM events", "1");
}

#[tokio::test]
async fn permissions_check_shows_another_channel_than_ones_own() {
    let stage = Stage::new().await;
    let lounge = stage.sandbox.channel("lounge");
    let table = stage.begin("connect-n", &[]).await;
    let ana = stage.person("ana", stage.general());
    stage.sandbox.set_bot_permissions(
        lounge,
        permissions::DEFAULT_FOR_BOT & !permissions::ATTACH_FILES,
    );
    stage.clear_requests();
    // From the lounge the other way round. Choosing the current channel shows the same as no choice.
    let lounging = stage.person("ana", lounge);
    let in_thread = stage.person("ana", table.thread);
    let mut said = Vec::new();
    for (place, channel) in [
        (&ana, Some(lounge)),
        (&lounging, Some(stage.general())),
        (&lounging, Some(lounge)),
        (&in_thread, None),
    ] {
        let mut shown = private(place.command("server", NOTHING).await);
        if let Some(channel) = channel {
            let channel = [channel.to_string()];
            let menu = "set/permissions/channel";
            shown = private(place.select(&shown, menu, channel).await);
        }
        said.push(shown.content().to_owned());
    }
    let mut said = said.join("\n\n");
    for (id, name) in [
        (stage.general(), "GENERAL"),
        (lounge, "LOUNGE"),
        (table.thread, "THREAD"),
        (stage.sandbox.guild_id(), "SERVER"),
        (stage.sandbox.application_id(), "BOT"),
    ] {
        said = said.replace(&id.to_string(), name);
    }
    check_text("permissions_check", &said);
    assert_eq!(stage.counted(), [""; 0], "it costs no request");
}

#[tokio::test]
async fn a_turn_counts_even_where_its_board_may_not_be_shown() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.sandbox.set_bot_permissions(
        table.thread,
        permissions::DEFAULT_FOR_BOT & !permissions::ATTACH_FILES,
    );
    let answer = whispered(table.ana.command("move", [("turn", "d")]).await);
    assert!(
        answer.contains("**d**") && answer.contains("**Attach Files**"),
        "{answer}"
    );
    stage.row_is("SELECT ply FROM matches", "1");
    assert_eq!(boards(&table.cleo).len(), 1);
    stage
        .until_row("SELECT count(*) FROM refusing_places", "1")
        .await;
    // With the permission restored, the bot posts the board soon after it is used there.
    stage
        .sandbox
        .set_bot_permissions(table.thread, permissions::DEFAULT_FOR_BOT);
    whispered(table.ana.command("help", NOTHING).await);
    for _ in 0..3 {
        stage.advance(std::time::Duration::from_secs(5));
    }
    stage.board(&table, 2).await;
}

#[tokio::test]
async fn rate_limit_at_the_start_is_waited_for() {
    let mut stage = Stage::with_running_clock().await;
    let wait = std::time::Duration::from_millis(600);
    for (route, global) in [("/users/@me", true), ("/gateway/bot", false)] {
        let fault = RequestFault::RateLimited {
            after: wait,
            global,
        };
        stage.fails("GET", route, 1, fault);
    }
    stage.start().await;
    for route in ["/users/@me", "/gateway/bot"] {
        let journal = stage.sandbox.journal();
        let asked: Vec<_> = journal
            .iter()
            .filter(|entry| entry.route == route)
            .map(|entry| (entry.at, entry.status))
            .collect();
        let [(refused, 429), (answered, 200)] = asked[..] else {
            panic!("{route}: {asked:?}")
        };
        assert!(answered - refused >= 600, "{route}: {asked:?}");
    }
}
