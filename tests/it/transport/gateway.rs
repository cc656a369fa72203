//! Gateway faults: however a connection ends, the bot resumes its session and misses nothing.

use std::time::Duration;

use anteroom::bot::Settings;
use anteroom::discord::{GatewaySettings, RunError};
use loopback_discord::{Answer, Sandbox};

use crate::support::stage::{COMMANDS, Stage};

/// Returns settings with short waits in the usual proportions.
fn hurried(stage: &Stage) -> Settings {
    Settings {
        gateway: GatewaySettings {
            first_wait: Duration::from_millis(50),
            longest_wait: Duration::from_millis(400),
            longest_resume_wait: Duration::from_millis(400),
            ..GatewaySettings::default()
        },
        ..stage.settings()
    }
}

async fn hurried_stage() -> Stage {
    let mut stage = Stage::without_bot().await;
    let settings = hurried(&stage);
    stage.start_with(settings).await;
    stage
}

/// Asserts that the bot answers a command, which waits at Discord while the bot is away.
#[track_caller]
fn answers(stage: &Stage) -> impl Future<Output = ()> {
    let caller = std::panic::Location::caller();
    let ana = stage.person("ana", stage.general());
    async move {
        let asking = ana.command("help", [("", ""); 0]);
        let answer = tokio::time::timeout(Duration::from_secs(20), asking).await;
        assert!(
            matches!(answer, Ok(Answer::Message(_))),
            "{caller}: {answer:?}"
        );
    }
}

async fn until_sessions(stage: &Stage, counts: (u32, u32)) {
    let reached = stage
        .sandbox
        .until(|sandbox| (sandbox.session_counts() == counts).then_some(()));
    reached.await.unwrap_or_else(|_| {
        panic!("{:?} and not {counts:?}", stage.sandbox.session_counts());
    });
}

#[tokio::test]
async fn a_session_is_taken_up_again_however_its_connection_ends() {
    let stage = hurried_stage().await;
    type Trouble = fn(&Sandbox);
    let ends: [(&str, Trouble); 6] = [
        ("FIN", Sandbox::gateway_cut),
        ("RST", Sandbox::gateway_reset),
        ("a close frame without a code", Sandbox::gateway_close_empty),
        ("a close frame with a code", Sandbox::gateway_drop),
        ("op 7", Sandbox::gateway_reconnect),
        ("close code 1000", |sandbox| sandbox.gateway_close(1000)),
    ];
    let mut resumed = 0;
    for (name, end) in ends {
        // Once plainly, and once with a gateway that refuses the next attempts, which made serenity spin.
        for refuses in [false, true] {
            eprintln!("{name}, refusing afterwards: {refuses}");
            let before = stage.sandbox.gateway_connections();
            stage.sandbox.gateway_refuses(refuses);
            end(&stage.sandbox);
            if refuses {
                stage.until_connections(before + 3).await;
                stage.sandbox.gateway_refuses(false);
            }
            answers(&stage).await;
            resumed += 1;
            until_sessions(&stage, (1, resumed)).await;
        }
    }
}

#[tokio::test]
async fn a_session_that_is_cut_again_and_again_is_taken_up_soon() {
    let mut stage = Stage::without_bot().await;
    let settings = Settings {
        gateway: GatewaySettings {
            first_wait: Duration::from_millis(50),
            longest_resume_wait: Duration::from_millis(200),
            ..GatewaySettings::default()
        },
        ..stage.settings()
    };
    stage.start_with(settings).await;
    // These resumes take some three seconds. With an unlimited doubling of the back-off they would take over two
    // minutes.
    let cut = async {
        for resumed in 1..=12 {
            stage.sandbox.gateway_reconnect();
            until_sessions(&stage, (1, resumed)).await;
        }
    };
    let soon = tokio::time::timeout(Duration::from_secs(40), cut).await;
    soon.expect("every time within seconds");
    answers(&stage).await;
}

#[tokio::test]
async fn a_session_that_is_lost_is_begun_anew() {
    let stage = hurried_stage().await;
    stage.sandbox.gateway_invalidate(false);
    until_sessions(&stage, (2, 0)).await;
    answers(&stage).await;
    // Discord forgets the session while the bot is away.
    let before = stage.sandbox.gateway_connections();
    stage.sandbox.gateway_refuses(true);
    stage.sandbox.gateway_cut();
    stage.until_connections(before + 1).await;
    stage.sandbox.gateway_forget();
    stage.sandbox.gateway_refuses(false);
    until_sessions(&stage, (3, 0)).await;
    answers(&stage).await;
    // Discord says that the session is over, so the bot does not try to resume it.
    for (begun, code) in [(4, 4003), (5, 4006), (6, 4007), (7, 4009)] {
        let resumes = stage.sandbox.gateway_resumes();
        stage.sandbox.gateway_close(code);
        until_sessions(&stage, (begun, 0)).await;
        assert_eq!(stage.sandbox.gateway_resumes(), resumes, "{code}");
        answers(&stage).await;
    }
    // Discord says so when the bot resumes it.
    for (begun, code) in [(8, 4003), (9, 4006)] {
        let resumes = stage.sandbox.gateway_resumes();
        stage.sandbox.gateway_closes_resumes(Some(code));
        stage.sandbox.gateway_drop();
        until_sessions(&stage, (begun, 0)).await;
        assert_eq!(stage.sandbox.gateway_resumes(), resumes + 1, "{code}");
        stage.sandbox.gateway_closes_resumes(None);
        answers(&stage).await;
    }
}

#[tokio::test]
async fn a_session_is_given_up_after_five_failed_resumes() {
    let stage = hurried_stage().await;
    // A code after which a session can usually be resumed.
    stage.sandbox.gateway_closes_resumes(Some(4000));
    stage.sandbox.gateway_drop();
    until_sessions(&stage, (2, 0)).await;
    assert_eq!(stage.sandbox.gateway_resumes(), 5);
    stage.sandbox.gateway_closes_resumes(None);
    answers(&stage).await;
}

#[tokio::test]
async fn shard_is_back_within_four_seconds_of_outage_in_which_session_was_forgotten() {
    // With the usual waits. The waits for long outages are in the unit tests.
    let mut stage = Stage::without_bot().await;
    stage.start().await;
    let before = stage.sandbox.gateway_connections();
    stage.sandbox.gateway_refuses(true);
    stage.sandbox.gateway_drop();
    // Five attempts take some seven seconds.
    stage.until_connections(before + 5).await;
    stage.sandbox.gateway_forget();
    stage.sandbox.gateway_refuses(false);
    let well = std::time::Instant::now();
    until_sessions(&stage, (2, 0)).await;
    let took = well.elapsed();
    assert!(took < Duration::from_secs(4), "{took:?}");
    answers(&stage).await;
}

#[tokio::test]
async fn payloads_and_close_codes_that_nobody_knows_stop_no_shard() {
    let stage = hurried_stage().await;
    for text in [
        "",
        "null",
        "[]",
        "{",
        "NaN",
        "{}",
        r#"{"op":255}"#,
        r#"{"op":-1,"d":{}}"#,
        r#"{"op":1e300}"#,
        r#"{"op":"0","t":"READY","d":null}"#,
        r#"{"op":0,"t":"NEW_EVENT","s":"x","d":[1]}"#,
        r#"{"op":0,"t":"INTERACTION_CREATE","d":null}"#,
        r#"{"op":0,"t":"INTERACTION_CREATE","d":{"id":7,"type":"new"}}"#,
        r#"{"op":10,"d":{"heartbeat_interval":-1}}"#,
        r#"{"op":11,"d":{"x":1}}"#,
    ] {
        stage.sandbox.gateway_says(text);
        answers(&stage).await;
        assert_eq!(stage.sandbox.session_counts(), (1, 0), "{text}");
    }
    for (resumed, code) in (1..).zip([1011, 3000, 4000, 4001, 4002, 4005, 4008, 4099, 4999]) {
        stage.sandbox.gateway_close(code);
        until_sessions(&stage, (1, resumed)).await;
        answers(&stage).await;
    }
    // A READY without its parts begins no session, and another one follows.
    stage
        .sandbox
        .gateway_says(r#"{"op":0,"t":"READY","s":1,"d":{}}"#);
    answers(&stage).await;
}

#[tokio::test]
async fn fatal_close_code_ends_the_bot() {
    for (code, words) in [
        (4004, "check discord.token"),
        (4010, "there is no such shard"),
        (4011, "too many servers"),
        (4012, "the version of the gateway"),
        (4013, "the intents are not allowed"),
        (4014, "the intents are not allowed"),
    ] {
        let mut stage = hurried_stage().await;
        stage.sandbox.gateway_close(code);
        let ended = tokio::time::timeout(Duration::from_secs(10), stage.ended()).await;
        let error = ended.expect("an end").expect_err("an error");
        assert!(error.to_string().contains(words), "{code}: {error}");
        assert_eq!(
            matches!(error, RunError::WrongToken),
            code == 4004,
            "{code}: {error}"
        );
    }
}

#[tokio::test]
async fn a_shard_in_trouble_leaves_the_others_alone() {
    let mut stage = Stage::without_bot().await;
    stage.sandbox.gateway_shards(2);
    let settings = hurried(&stage);
    stage.start_with(settings).await;
    until_sessions(&stage, (2, 0)).await;
    let home = (stage.sandbox.guild_id().0 >> 22) % 2;
    // The bot registers the commands once, not once a shard.
    let registered = stage.requests("PUT", COMMANDS);
    assert!(registered <= 1, "{registered}");
    let before = stage.sandbox.gateway_connections();
    stage.sandbox.gateway_refuses(true);
    stage.sandbox.gateway_cut_shard(1 - home);
    for attempts in 1..=4 {
        stage.until_connections(before + attempts).await;
        answers(&stage).await;
    }
    assert_eq!(stage.sandbox.session_counts(), (2, 0));
    stage.sandbox.gateway_refuses(false);
    until_sessions(&stage, (2, 1)).await;
    // The same for the shard of the tests' server.
    stage.sandbox.gateway_cut_shard(home);
    answers(&stage).await;
    until_sessions(&stage, (2, 2)).await;
}

#[tokio::test]
async fn a_heartbeat_that_is_not_answered_ends_the_connection() {
    let mut stage = Stage::with_heartbeat(Duration::from_secs(4)).await;
    let settings = Settings {
        gateway: GatewaySettings {
            answer_time: Duration::from_millis(200),
            ..hurried(&stage).gateway
        },
        ..stage.settings()
    };
    stage.start_with(settings).await;
    stage.sandbox.gateway_acknowledges(false);
    let before = stage.sandbox.gateway_connections();
    stage.until_connections(before + 1).await;
    stage.sandbox.gateway_acknowledges(true);
    answers(&stage).await;
    // The bot resumed the session, and started no new one.
    assert_eq!(stage.sandbox.session_counts(), (1, 1));
}

#[tokio::test]
async fn shards_begin_as_many_sessions_at_once_as_there_are_buckets() {
    let between = Duration::from_secs(2);
    let mut stage = Stage::without_bot().await;
    stage.sandbox.gateway_shards(4);
    stage.sandbox.gateway_buckets(2, between);
    let settings = Settings {
        gateway: GatewaySettings {
            // Discord measures from the arrival of a start.
            between_starts: between + Duration::from_millis(250),
            ..hurried(&stage).gateway
        },
        ..stage.settings()
    };
    stage.start_with(settings).await;
    // Discord would have rejected an early start, and the bot would have started again.
    until_sessions(&stage, (4, 0)).await;
    let starts = stage.sandbox.session_starts();
    let at = |shard: u64| {
        let mut found = starts.iter().filter(|(other, _)| *other == shard);
        found.next().map(|(_, at)| *at).expect("a session")
    };
    for shard in [0, 1] {
        assert!(at(shard + 2).duration_since(at(shard)) >= between);
    }
    // The first two shards started concurrently.
    let first_two: Vec<u64> = starts[..2].iter().map(|(shard, _)| shard % 2).collect();
    assert!(first_two == [0, 1] || first_two == [1, 0], "{starts:?}");
    assert!(starts[1].1.duration_since(starts[0].1) < between);
    answers(&stage).await;
}

#[tokio::test]
async fn a_gateway_that_hangs_ends_the_bot_and_keeps_what_was_played() {
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    table.ana.command("move", [("turn", "d")]).await;
    stage.board(&table, 2).await;
    stage.stop().await.expect("an orderly end");
    // Shorter than any heartbeat, so that a live thread counts as stalled.
    let settings = Settings {
        gateway: GatewaySettings {
            stall_after: Duration::from_millis(50),
            ..GatewaySettings::default()
        },
        ..stage.settings()
    };
    stage.run(settings);
    let ended = tokio::time::timeout(Duration::from_secs(10), stage.ended()).await;
    let error = ended.expect("an end").expect_err("an error");
    assert!(matches!(error, RunError::Stalled), "{error}");
    // The database is unlocked and intact.
    stage.start().await;
    table.ben.command("move", [("turn", "e")]).await;
    stage.board(&table, 3).await;
}
