//! The real program with gateway faults: its CPU time, and its shutdown.

use std::process::ExitStatus;
use std::time::{Duration, Instant};

use anteroom::discord::GatewaySettings;
use loopback_discord::{Answer, Sandbox};
use reqwest::Method;
use serde_json::json;
use tempfile::TempDir;

use crate::support::databases::being_read;
use crate::support::program::{Program, begin, command, sandbox, terminate};
use crate::support::rest::as_bot;

/// The least time for three attempts to connect.
const LEAST: Duration = Duration::from_secs(2);

/// `anteroom run` with its own database.
struct Process {
    program: Program,
    folder: TempDir,
}

impl Process {
    fn start(sandbox: &Sandbox) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let program = Program::start(sandbox, &folder.path().join("a.sqlite"), &[]);
        Self { program, folder }
    }

    async fn connected(sandbox: &Sandbox) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let program = Program::connected(sandbox, &folder.path().join("a.sqlite"), &[]).await;
        Self { program, folder }
    }

    #[cfg(target_os = "linux")]
    fn cpu(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.program.id()))
            .expect("a process");
        // The process name may contain anything; the fields follow its closing bracket.
        let (_, rest) = stat.rsplit_once(')').expect("a name");
        let fields: Vec<_> = rest.split_ascii_whitespace().collect();
        let ticks = |at: usize| fields[at].parse::<u64>().expect("a number");
        // User and system time, in hundredths of a second on all of Linux.
        Duration::from_millis((ticks(11) + ticks(12)) * 10)
    }

    /// Terminates the process, and returns its status and the time that took.
    async fn terminate(mut self) -> (ExitStatus, Duration) {
        self.program.terminate();
        let start = Instant::now();
        (self.program.ended().await, start.elapsed())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_whose_log_nobody_reads_any_more_goes_on() {
    let sandbox = sandbox().await;
    let folder = tempfile::tempdir().expect("a folder");
    let (reader, log) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut child = command(&sandbox, &folder.path().join("a.sqlite"), "run")
        .stderr(log)
        .spawn()
        .expect("the program");
    sandbox.until_online().await.expect("the bot online");
    let ana = sandbox.user("ana").in_channel(sandbox.channel("general"));
    sandbox
        .until(|sandbox| (!sandbox.commands().is_empty()).then_some(()))
        .await
        .expect("commands");
    let answer = ana.command("help", [("", ""); 0]).await;
    assert!(matches!(answer, Answer::Message(_)), "{answer:?}");
    terminate(&child);
    let ended = tokio::task::spawn_blocking(move || child.wait().expect("a process"));
    assert!(ended.await.expect("no panic").success());
}

async fn until_connections(sandbox: &Sandbox, least: u64) {
    sandbox
        .until(|sandbox| (sandbox.gateway_connections() >= least).then_some(()))
        .await
        .expect("attempts to connect");
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_is_away_for_three_attempts_is_waited_for() {
    for trouble in [Sandbox::gateway_refuses, Sandbox::gateway_closes_at_once] {
        let sandbox = sandbox().await;
        let process = Process::connected(&sandbox).await;
        let (cpu, before) = (process.cpu(), sandbox.gateway_connections());
        trouble(&sandbox, true);
        sandbox.gateway_cut();
        let begun = Instant::now();
        until_connections(&sandbox, before + 3).await;
        let took = begun.elapsed();
        assert!(took >= LEAST, "three attempts within {took:?}");
        trouble(&sandbox, false);
        let refused = sandbox.gateway_connections();
        sandbox.until_online().await.expect("the bot online");
        // The next attempt succeeds, and it is at most five seconds away.
        assert!(sandbox.gateway_connections() - refused <= 1);
        let settings = GatewaySettings::default();
        assert!(settings.longest_resume_wait <= Duration::from_secs(5));
        assert_eq!(sandbox.session_counts(), (1, 1));
        let spent = process.cpu() - cpu;
        assert!(spent <= Duration::from_secs(1), "{spent:?}");
    }
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_calls_every_session_invalid_does_not_use_the_day_up() {
    let sandbox = sandbox().await;
    sandbox.gateway_rejects_sessions(true);
    let process = Process::start(&sandbox);
    until_connections(&sandbox, 1).await;
    let cpu = process.cpu();
    // At most one attempt in five seconds at first; then the back-off grows.
    let begun = Instant::now();
    sandbox
        .until(|sandbox| (sandbox.session_counts().0 >= 3).then_some(()))
        .await
        .expect("three sessions");
    let took = begun.elapsed();
    assert!(took >= Duration::from_secs(8), "three sessions in {took:?}");
    assert_eq!(sandbox.session_counts().1, 0);
    let spent = process.cpu() - cpu;
    assert!(spent <= Duration::from_secs(2), "{spent:?}");
    sandbox.gateway_rejects_sessions(false);
    sandbox.until_online().await.expect("the bot online");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_sessions_of_a_day_are_not_begun() {
    const GATEWAY: &str = "/gateway/bot";
    let sandbox = sandbox().await;
    sandbox.gateway_starts_left(Some(50));
    let _process = Process::start(&sandbox);
    let asked = |sandbox: &Sandbox| {
        let journal = sandbox.journal();
        journal
            .iter()
            .filter(|entry| entry.route == GATEWAY)
            .count()
    };
    sandbox
        .until(|sandbox| (asked(sandbox) >= 3).then_some(()))
        .await
        .expect("questions");
    assert_eq!(sandbox.gateway_connections(), 0);
    // The next day Discord allows starts again.
    sandbox.gateway_starts_left(None);
    sandbox.until_online().await.expect("the bot online");
    assert_eq!(sandbox.session_counts(), (1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_ends_in_time_while_another_program_reads_the_database() {
    let sandbox = sandbox().await;
    let process = Process::connected(&sandbox).await;
    // Litestream holds such a read transaction all the time.
    let _reader = being_read(&process.folder.path().join("a.sqlite"));
    begin(&sandbox, sandbox.channel("general"), &[]).await;
    let (status, took) = process.terminate().await;
    assert!(status.success(), "{status}");
    // About half a second on an idle machine.
    assert!(took <= Duration::from_secs(3), "{took:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_ends_in_time_whatever_the_gateway_does() {
    type Trouble = fn(&Sandbox);
    let states: [(&str, bool, Trouble); 10] = [
        ("connected", true, |_| {}),
        ("one of two shards cut, then refused", true, |sandbox| {
            sandbox.gateway_refuses(true);
            sandbox.gateway_cut_shard(1);
        }),
        ("cut by a FIN, then refused", true, |sandbox| {
            sandbox.gateway_refuses(true);
            sandbox.gateway_cut();
        }),
        ("cut by a RST, then refused", true, |sandbox| {
            sandbox.gateway_refuses(true);
            sandbox.gateway_reset();
        }),
        ("closed without a code, then refused", true, |sandbox| {
            sandbox.gateway_refuses(true);
            sandbox.gateway_close_empty();
        }),
        ("closed at once", true, |sandbox| {
            sandbox.gateway_closes_at_once(true);
            sandbox.gateway_drop();
        }),
        ("invalid", true, |sandbox| {
            sandbox.gateway_rejects_sessions(true);
            sandbox.gateway_invalidate(false);
        }),
        ("refused from the beginning", false, |sandbox| {
            sandbox.gateway_refuses(true);
        }),
        ("invalid from the beginning", false, |sandbox| {
            sandbox.gateway_rejects_sessions(true);
        }),
        ("no sessions left", false, |sandbox| {
            sandbox.gateway_starts_left(Some(0));
        }),
    ];
    for (name, connected, trouble) in states {
        let sandbox = sandbox().await;
        let two = name.starts_with("one of two");
        if two {
            sandbox.gateway_shards(2);
        }
        let process = if connected {
            let process = Process::connected(&sandbox).await;
            if two {
                sandbox
                    .until(|sandbox| (sandbox.session_counts().0 == 2).then_some(()))
                    .await
                    .expect("two sessions");
            }
            let before = sandbox.gateway_connections();
            trouble(&sandbox);
            if name != "connected" && name != "invalid" {
                until_connections(&sandbox, before + 1).await;
            }
            process
        } else {
            trouble(&sandbox);
            let process = Process::start(&sandbox);
            sandbox
                .until(|sandbox| {
                    let asked = sandbox
                        .journal()
                        .iter()
                        .any(|entry| entry.route == "/gateway/bot");
                    asked.then_some(())
                })
                .await
                .expect("a question");
            process
        };
        let (status, took) = process.terminate().await;
        assert!(status.success(), "{name}: {status}");
        assert!(took <= Duration::from_secs(5), "{name}: {took:?}");
        if name == "connected" {
            // The process has closed its session, so nobody waits for it.
            sandbox
                .until(|sandbox| (!sandbox.bot_online()).then_some(()))
                .await
                .expect("the bot offline");
        }
    }
    // Shutdown without a Discord to answer.
    let sandbox = sandbox().await;
    let process = Process::connected(&sandbox).await;
    sandbox.stop().await;
    let (status, took) = process.terminate().await;
    assert!(status.success(), "server gone: {status}");
    assert!(took <= Duration::from_secs(5), "server gone: {took:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_button_of_the_only_turn_is_refused_without_an_error_in_the_log() {
    let sandbox = sandbox().await;
    let folder = tempfile::tempdir().expect("a folder");
    let program = Program::connected(&sandbox, &folder.path().join("a.sqlite"), &[]).await;
    let thread = begin(&sandbox, sandbox.channel("general"), &[]).await;
    let ana = sandbox.user("ana").in_channel(thread);
    let board = ana
        .messages()
        .into_iter()
        .rfind(|message| message.button("Move…").is_some())
        .expect("a board");
    let real = board.button("Move…").expect("a button").custom_id;
    let forged = real.replace("move/", "only/");
    // A modified client can send this: a button that the bot never made.
    let button = json!({"type": 2, "style": 1, "label": "Forged", "custom_id": forged});
    let path = format!("/channels/{thread}/messages/{}", board.id());
    let components = json!({"components": [{"type": 1, "components": [button]}]});
    let (status, answer) = as_bot(&sandbox, Method::PATCH, &path, &components).await;
    assert_eq!(status, 200, "{answer}");
    let board = ana.message(board.id()).expect("the board");
    let answer = ana.press(&board, "Forged").await;
    let Answer::Message(refusal) = &answer else {
        panic!("{answer:#?}")
    };
    assert!(refusal.is_ephemeral(), "{answer:#?}");
    assert!(!program.said().contains("ERROR"), "{}", program.said());
}
