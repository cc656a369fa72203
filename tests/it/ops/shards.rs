//! A bot in two processes, each with its own shard and database.

use loopback_discord::{
    Answer, ChannelLayout, Clock, Layout, Sandbox, SandboxConfig, ServerLayout,
};
use serde_json::Value;

use crate::support::play::challenges;
use crate::support::program::{Program, begin, command, play};

/// Returns a sandbox with two servers, and the servers by shard.
async fn sandbox() -> (Sandbox, [&'static str; 2]) {
    let names = ["Chess Club", "Book Club"];
    let mut config = SandboxConfig::default();
    config.clock = Clock::running();
    config.limits_rates = false;
    let people = ["Ana", "Ben"].into_iter();
    config.layout = people.fold(Layout::empty(), Layout::person);
    for name in names {
        let server = ServerLayout::new(name).channel(ChannelLayout::text("general"));
        config.layout = config.layout.server(server);
    }
    let sandbox = Sandbox::start(config).await.expect("a sandbox");
    sandbox.gateway_shards(2);
    let shard = |name: &str| (sandbox.server(name).0 >> 22) % 2;
    assert_ne!(shard(names[0]), shard(names[1]));
    let [first, second] = names;
    let by_shard = if shard(first) == 0 {
        [first, second]
    } else {
        [second, first]
    };
    (sandbox, by_shard)
}

/// Returns the servers of all matches in a database; direct messages count as 0.
fn guilds(database: &std::path::Path) -> Vec<u64> {
    let connection = rusqlite::Connection::open(database).unwrap();
    let mut statement = connection
        .prepare("SELECT coalesce(guild, 0) FROM matches ORDER BY match_id")
        .unwrap();
    let guilds = statement
        .query_map([], |row| row.get::<_, i64>(0).map(i64::cast_unsigned))
        .unwrap();
    guilds.collect::<Result<_, _>>().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_share_the_servers_and_each_keeps_its_own() {
    let (sandbox, servers) = sandbox().await;
    let folder = tempfile::tempdir().unwrap();
    let databases = ["0", "1"].map(|shard| folder.path().join(format!("{shard}.sqlite")));
    let shards = |text| [("ANTEROOM_DISCORD_SHARDS", text)];
    let mut first = Program::connected(&sandbox, &databases[0], &shards("0-0/2")).await;
    let mut second = Program::connected(&sandbox, &databases[1], &shards("1/2")).await;
    // No shard starts twice.
    let mut begun: Vec<u64> = sandbox
        .session_starts()
        .iter()
        .map(|(shard, _)| *shard)
        .collect();
    begun.sort_unstable();
    assert_eq!(begun, [0, 1]);
    for server in servers {
        let general = sandbox.channel_of(server, "general");
        let thread = begin(&sandbox, general, &[]).await;
        play(&sandbox.user("ana").in_channel(thread), "d").await;
        play(&sandbox.user("ben").in_channel(thread), "e").await;
    }
    // The first shard gets all direct messages.
    let direct = sandbox
        .user("ana")
        .in_channel(sandbox.direct_channel("ana"));
    let answer = challenges(&direct, "connect-n", [("computer", Value::from(1))]).await;
    assert!(
        matches!(answer, Answer::Message(_) | Answer::Deferred(_)),
        "{answer:#?}"
    );
    let numbers = servers.map(|server| sandbox.server(server).0);
    assert_eq!(guilds(&databases[0]), [numbers[0], 0]);
    assert_eq!(guilds(&databases[1]), [numbers[1]]);
    // The other process would receive the buttons of a private reminder, so the bot does not offer one.
    for (server, offered) in servers.into_iter().zip([true, false]) {
        let general = sandbox.channel_of(server, "general");
        let answer = sandbox
            .user("ana")
            .in_channel(general)
            .command("settings", [("page", "reminders")])
            .await;
        let page = answer.message().expect("a page");
        assert_eq!(page.button("Send Privately").is_some(), offered, "{server}");
    }
    for program in [&mut first, &mut second] {
        program.terminate();
        assert!(program.ended().await.success(), "{}", program.said());
    }

    // The bot refuses the database of another shard.
    for (database, wrong, expected) in [
        (
            &databases[0],
            "1-1/2",
            "has matches of direct messages, which belong to shard 0 of 2",
        ),
        (
            &databases[1],
            "0-0/2",
            "which belong to shard 1 of 2: each range of shards keeps its own database",
        ),
    ] {
        let refused = command(&sandbox, database, "run")
            .env("ANTEROOM_DISCORD_SHARDS", wrong)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.contains(expected), "{said}");
    }
}
