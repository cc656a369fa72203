//! Self-reports: `/healthz`, `/metrics`, `anteroom healthcheck`, and the service manager's socket.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use loopback_discord::{Answer, Sandbox};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::databases::{being_read, locked};
use crate::support::play::challenges;
use crate::support::program::{Program, begin, command, play, sandbox};
use crate::support::stage::in_privacy;
use crate::support::traces::traces_in;
use crate::support::wait;

/// A free port of this machine.
const LOCAL: &str = "127.0.0.1:0";

/// The timeout for a metric to follow.
const PATIENCE: Duration = Duration::from_secs(30);

async fn get(address: &str, path: &str) -> (u16, String) {
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let answer = client
        .get(format!("http://{address}{path}"))
        .send()
        .await
        .expect("an answer");
    let status = answer.status().as_u16();
    let bytes = answer.bytes().await.expect("a text");
    (status, String::from_utf8(bytes.to_vec()).expect("a text"))
}

/// The program with its pages, and a sandbox as its Discord.
struct Monitored {
    sandbox: Sandbox,
    folder: TempDir,
    database: PathBuf,
    program: Program,
    address: String,
}

impl Monitored {
    /// Starts the program with its pages at this address, and with further settings.
    async fn start(listen: &str, settings: &[(&str, &str)]) -> Self {
        let (sandbox, folder) = (sandbox().await, tempfile::tempdir().unwrap());
        let database = folder.path().join("a.sqlite");
        let settings = [&[("ANTEROOM_MONITOR_LISTEN", listen)], settings].concat();
        let program = Program::connected(&sandbox, &database, &settings).await;
        let line = program.until_said("/healthz and /metrics are served").await;
        let (_, address) = line.split_once("address=").expect("an address");
        Self {
            address: address.trim().to_owned(),
            sandbox,
            folder,
            database,
            program,
        }
    }

    fn healthcheck(&self) -> (Option<i32>, String) {
        healthcheck(&self.database, Some(&self.address))
    }

    async fn metrics(&self) -> String {
        get(&self.address, "/metrics").await.1
    }

    async fn health(&self) -> (u16, Value) {
        let (status, health) = get(&self.address, "/healthz").await;
        (status, serde_json::from_str(&health).expect("JSON"))
    }

    async fn ends_well(&mut self) {
        self.program.terminate();
        assert!(
            self.program.ended().await.success(),
            "{}",
            self.program.said()
        );
    }
}

/// Returns the value of a metric with labels in any order, `name{key="value"}`; `None` if the metric is missing.
fn value(metrics: &str, metric: &str) -> Option<f64> {
    let (name, labels) = metric.split_once('{').unwrap_or((metric, "}"));
    let labels = labels.strip_suffix('}')?;
    let mut lines = metrics.lines().filter(|line| {
        let end = line.find(['{', ' ']).unwrap_or(line.len());
        &line[..end] == name && labels.split(',').all(|label| line.contains(label))
    });
    lines.next()?.rsplit(' ').next()?.parse().ok()
}

/// Checks names, units and descriptions with `promtool`, if it is installed.
fn judged_by_promtool(metrics: &str) {
    let spawned = Command::new("promtool")
        .args(["check", "metrics"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut tool = match spawned {
        Ok(tool) => tool,
        Err(error) => {
            println!("promtool, of Debian's package prometheus, was not asked: {error}");
            return;
        }
    };
    let mut input = tool.stdin.take().expect("a pipe");
    input.write_all(metrics.as_bytes()).expect("a pipe");
    drop(input);
    let said = tool.wait_with_output().expect("an end");
    let text =
        String::from_utf8_lossy(&said.stderr).into_owned() + &String::from_utf8_lossy(&said.stdout);
    assert!(said.status.success() && text.trim().is_empty(), "{text}");
    println!("promtool has nothing against them");
}

fn healthcheck(database: &Path, listen: Option<&str>) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_anteroom"));
    command
        .arg("healthcheck")
        .current_dir(database.parent().expect("a folder"))
        .envs(listen.map(|listen| ("ANTEROOM_MONITOR_LISTEN", listen)));
    let said = command.output().expect("the program");
    let text = [said.stdout, said.stderr].concat();
    (
        said.status.code(),
        String::from_utf8_lossy(&text).into_owned(),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn as_many_computers_think_at_once_as_is_set() {
    let monitored = Monitored::start(LOCAL, &[("ANTEROOM_COMPUTERS_SEARCHES", "2")]).await;
    let sandbox = &monitored.sandbox;
    // The first turn on the largest board takes long enough for all searches to begin.
    let against = [
        ("computer", Value::from(5)),
        ("size", Value::from("10")),
        ("colour", Value::from("Blue")),
    ];
    let general = sandbox.channel("general");
    for name in ["ana", "ben", "cleo"] {
        let place = sandbox.user(name).in_channel(general);
        let answer = challenges(&place, "anaash", against.clone()).await;
        assert!(
            matches!(answer, Answer::Message(_) | Answer::Deferred(_)),
            "{answer:?}"
        );
    }
    let searches = async || {
        let metrics = monitored.metrics().await;
        [
            r#"anteroom_searches_pending{state="running"}"#,
            r#"anteroom_searches_pending{state="waiting"}"#,
        ]
        .map(|state| value(&metrics, state))
    };
    let begun = wait::until(PATIENCE, || async {
        (searches().await == [Some(2.0), Some(1.0)]).then_some(())
    });
    if begun.await.is_none() {
        panic!("running and waiting searches are {:?}", searches().await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_refused_by_other_names_than_this_machines() {
    let Monitored { address, .. } = &Monitored::start(LOCAL, &[]).await;
    let (_, port) = address.rsplit_once(':').expect("a port");
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    for (host, status) in [
        (address.clone(), 200),
        (format!("localhost:{port}"), 200),
        (format!("[::1]:{port}"), 200),
        (format!("rebound.example.org:{port}"), 403),
        (format!("localhost.example.org:{port}"), 403),
        (format!("192.0.2.1:{port}"), 403),
    ] {
        for page in ["/healthz", "/metrics"] {
            let asked = client.get(format!("http://{address}{page}"));
            let answer = asked.header("host", &host).send().await.expect("an answer");
            assert_eq!(answer.status(), status, "{page} at {host}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_count_turns_requests_and_searches() {
    let mut monitored = Monitored::start(LOCAL, &[]).await;
    let sandbox = &monitored.sandbox;

    let general = sandbox.channel("general");
    let thread = begin(sandbox, general, &[]).await;
    let [ana, ben] = ["ana", "ben"].map(|name| sandbox.user(name).in_channel(thread));
    play(&ana, "d").await;
    let nothing: [(&str, &str); 0] = [];
    let choices = ben.autocomplete("move", "turn", "", nothing).await;
    assert!(matches!(choices, Answer::Choices(_)), "{choices:?}");
    play(&ben, "d").await;
    // A match against a computer, which answers at once.
    let cleo = sandbox.user("cleo").in_channel(general);
    let against = [
        ("computer", Value::from(1)),
        ("colour", Value::from("Black")),
    ];
    let answer = challenges(&cleo, "connect-n", against).await;
    assert!(
        matches!(answer, Answer::Message(_) | Answer::Deferred(_)),
        "{answer:?}"
    );
    let metrics = wait::until(PATIENCE, || async {
        let metrics = monitored.metrics().await;
        let turns = value(&metrics, r#"anteroom_turns_total{by="computer"}"#);
        (turns == Some(1.0)).then_some(metrics)
    });
    let metrics = metrics.await.expect("a turn of the computer");

    let build = concat!("anteroom_build_info{", env!("CARGO_PKG_VERSION"), "}");
    assert_eq!(value(&metrics, build), Some(1.0), "{metrics}");
    let expected = r#"
        anteroom_turns_total{game="connect-n",by="computer"} 1
        anteroom_turns_total{game="connect-n",by="person"} 2
        anteroom_searches_total{game="connect-n",level="1"} 1
        anteroom_matches{game="connect-n",state="playing"} 2
        anteroom_matches{game="connect-n",state="open"} 0
        anteroom_matches{game="connect-n",state="finished"} 0
        anteroom_matches{game="anchor",state="playing"} 0
        anteroom_gateway_connected{shard="0"} 1
        anteroom_gateway_sessions_total{how="begun"} 1
        anteroom_callbacks_total{kind="autocomplete",outcome="answered"} 1
        anteroom_callback_duration_seconds_count{kind="component"} 1
        anteroom_discord_invalid_requests_total 0
        anteroom_alarms_due 0
        anteroom_commits_total{outcome="failed"} 0
    "#;
    for line in expected.trim().lines() {
        let (metric, expected) = line.trim().rsplit_once(' ').expect("a value");
        let found = value(&metrics, metric);
        assert_eq!(found, expected.parse().ok(), "{metric} in\n{metrics}");
    }
    // Opening a thread counts against the rate limit; answers do not.
    for metric in [
        r#"anteroom_discord_requests_total{method="POST",route="/channels/{}/messages/{}/threads",counted="true",status="201"}"#,
        r#"anteroom_discord_requests_total{route="/interactions/{}/{}/callback",counted="false"}"#,
        r#"anteroom_commits_total{outcome="committed"}"#,
        "anteroom_discord_request_duration_seconds_count",
        "anteroom_last_commit_timestamp_seconds",
        "process_start_time_seconds",
        "process_resident_memory_bytes",
    ] {
        let found = value(&metrics, metric);
        assert!(found > Some(0.0), "{metric} in\n{metrics}");
    }
    judged_by_promtool(&metrics);

    let (status, health) = monitored.health().await;
    assert_eq!(status, 200);
    assert_eq!(health["status"], "ok");
    assert_eq!(health["gateway"][0]["connected"], true);
    assert!(health["last_commit_seconds_ago"].is_u64(), "{health}");
    assert_eq!(get(&monitored.address, "/").await.0, 404);
    assert_eq!(
        monitored.healthcheck(),
        (Some(0), String::from("The bot is well.\n"))
    );
    monitored.ends_well().await;
    let (code, said) = monitored.healthcheck();
    assert!(
        code == Some(1) && said.starts_with("There is no answer"),
        "{code:?}: {said}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_whose_database_is_locked_is_not_well() {
    let monitored = Monitored::start("[::1]:0", &[]).await;
    let other = locked(&monitored.database);
    let (status, health) = monitored.health().await;
    assert_eq!(status, 503, "{health}");
    let (code, said) = monitored.healthcheck();
    assert_eq!(code, Some(1));
    assert!(
        said.contains("The database cannot be written: the database is busy"),
        "{said}"
    );
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(monitored.healthcheck().0, Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn deleted_data_that_another_program_reads_is_pending_until_it_is_erased() {
    let mut monitored = Monitored::start(LOCAL, &[]).await;
    let sandbox = &monitored.sandbox;
    let pending = async || {
        let (status, health) = monitored.health().await;
        assert_eq!(status, 200, "{health}");
        health["pending"].as_array().expect("a list").len()
    };
    let thread = begin(sandbox, sandbox.channel("general"), &[]).await;
    assert_eq!(pending().await, 0);

    let reader = being_read(&monitored.database);
    let ana = sandbox.user("ana");
    let number: u64 = ana.id().0;
    let place = ana.in_channel(thread);
    let answer = in_privacy(&place, "Delete My Data…").await;
    let question = answer.message().expect("a question").clone();
    place.press(&question, "Delete My Data").await;
    monitored
        .program
        .until_said("deleted data is still in the database's files")
        .await;
    assert_eq!(pending().await, 1);
    assert_eq!(
        monitored.healthcheck(),
        (
            Some(0),
            String::from(
                "The bot is well.\nData of deleted people may still be in unused parts of the database's files.\n"
            )
        )
    );
    let metrics = monitored.metrics().await;
    assert_eq!(value(&metrics, "anteroom_scrub_due"), Some(1.0));

    drop(reader);
    monitored
        .program
        .until_said("deleted data is out of the database's files")
        .await;
    assert_eq!(pending().await, 0);
    monitored.ends_well().await;
    assert_eq!(traces_in(monitored.folder.path(), number), [""; 0]);
}

#[test]
fn healthcheck_without_configuration_names_the_setting() {
    let folder = tempfile::tempdir().unwrap();
    let (code, said) = healthcheck(&folder.path().join("a.sqlite"), None);
    assert!(
        code == Some(2) && said.contains("set monitor.listen"),
        "{code:?}: {said}"
    );
    // `healthcheck` asks this machine only.
    let (code, said) = healthcheck(&folder.path().join("a.sqlite"), Some("0.0.0.0:9464"));
    assert!(
        code == Some(2) && said.contains("an address of this machine alone"),
        "{code:?}: {said}"
    );
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_service_manager_is_told_that_the_bot_is_ready_lives_and_ends() {
    use tokio::net::UnixDatagram;

    let sandbox = sandbox().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let manager = UnixDatagram::bind(&path).unwrap();
    let said = async |what: &str| {
        let mut bytes = [0; 512];
        loop {
            let waiting = tokio::time::timeout(Duration::from_secs(30), manager.recv(&mut bytes));
            let length = waiting.await.expect("a word in time").unwrap();
            let text = String::from_utf8_lossy(&bytes[..length]).into_owned();
            if text.lines().any(|line| line == what) {
                return;
            }
        }
    };
    let database = folder.path().join("a.sqlite");
    let path = path.to_str().unwrap();
    let variables = [("NOTIFY_SOCKET", path), ("WATCHDOG_USEC", "300000")];
    let mut program = Program::start(&sandbox, &database, &variables);
    said("READY=1").await;
    for _ in 0..3 {
        said("WATCHDOG=1").await;
    }
    // A second process reports that it waits, so the manager does not give it up.
    let second = Program::start(&sandbox, &database, &variables);
    said("EXTEND_TIMEOUT_USEC=30000000").await;
    drop(second);
    program.terminate();
    said("STOPPING=1").await;
    assert!(program.ended().await.success());
    // Without the manager's variables nothing is reported, and nothing fails.
    assert!(
        command(&sandbox, &database, "check-config")
            .status()
            .unwrap()
            .success()
    );
}
