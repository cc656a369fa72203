//! The log lines of one person's turn at the level `debug`.

use std::time::Duration;

use crate::support::program::{Program, begin, play, sandbox};
use crate::support::wait;

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_and_a_refusal_have_a_line_each_for_press_decision_and_request() {
    let sandbox = sandbox().await;
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("a.sqlite");
    let variables = [("ANTEROOM_LOG_LEVEL", "debug")];
    let program = Program::connected(&sandbox, &database, &variables).await;
    let thread = begin(&sandbox, sandbox.channel("general"), &[]).await;
    let ana = sandbox.user("ana");
    let user = ana.id();
    let ana = ana.in_channel(thread);
    play(&ana, "g").await;
    // It is Ben's turn now.
    drop(ana.command("move", [("turn", "f")]).await);
    let both = || async {
        let said = program.said();
        let handled = said.lines().filter(|line| line.contains("name=\"move\""));
        (handled.count() >= 2).then_some(said)
    };
    let said = wait::until(Duration::from_secs(30), both).await;
    let said = said.unwrap_or_else(|| panic!("{}", program.said()));
    let lines_with = |parts: &[&str]| -> Vec<&str> {
        let lines = said.lines();
        lines
            .filter(|line| line.contains(" DEBUG ") && parts.iter().all(|part| line.contains(part)))
            .collect()
    };
    let channel = format!("channel={thread} ");
    let user = format!("user={user} ");
    let press = [
        "interaction handled",
        "kind=\"component\"",
        "name=\"accept\"",
    ];
    let moves = [
        "interaction handled reference=",
        "kind=\"command\" name=\"move\"",
        &user,
        &channel,
        " answer=\"",
        " ms=",
    ];
    let turn = [
        "match changed reference=",
        "match_id=1 ply=1 ",
        "events=\"turn\"",
    ];
    let refused = [
        "command refused reference=",
        "match_id=1 ply=1 ",
        "\"not-your-turn\"",
    ];
    let by_name: [&[&str]; 4] = [&press, &moves, &turn, &refused];
    for (parts, count) in by_name.into_iter().zip([1, 2, 1, 1]) {
        let lines = lines_with(parts);
        assert_eq!(lines.len(), count, "{parts:?}: {said}");
    }
    let callback = [
        "request sent method=\"POST\" route=\"/interactions/{}/{}/callback\"",
        " status=20",
        " ms=",
        " tries=1",
    ];
    assert!(lines_with(&callback).len() >= 4, "{said}");
    assert!(!said.contains(&sandbox.token()), "{said}");
    for name in ["ana", "ben", "general"] {
        assert_eq!(lines_with(&[name]), [""; 0]);
    }
}
