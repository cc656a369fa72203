//! A restarted sandbox continues from its state file.

use loopback_discord::{Answer, Sandbox, SandboxConfig, StartError};
use serde_json::json;
use serenity::all::{
    CreateAttachment, CreateInteractionResponse, CreateInteractionResponseMessage,
    EditInteractionResponse,
};

use super::api::Api;
use super::bot::Bot;
use super::register;

fn config(folder: &tempfile::TempDir) -> SandboxConfig {
    let mut config = SandboxConfig::default();
    config.state_file = Some(folder.path().join("discord.json"));
    config.limits_rates = false;
    config
}

#[tokio::test]
async fn everything_is_there_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let sandbox = Sandbox::start(config(&folder)).await.expect("a sandbox");
    let bot = Bot::connect(&sandbox).await;
    register(&bot).await;
    let general = sandbox.channel("general");
    let ana = sandbox.user("ana").in_channel(general);
    let answering = async {
        let command = bot.next_command().await;
        let file = CreateAttachment::bytes(b"board".to_vec(), "board.txt");
        let answer = CreateInteractionResponseMessage::new()
            .content("A match.")
            .add_file(file);
        command
            .create_response(&bot.http, CreateInteractionResponse::Message(answer))
            .await
            .expect("an answer");
        command
    };
    let (answer, command) = tokio::join!(ana.command("move", [("turn", "d")]), answering);
    let Answer::Message(message) = answer else {
        panic!("{answer:?}")
    };
    let api = Api::of(&sandbox);
    let thread = api
        .post(
            &format!("/channels/{general}/messages/{}/threads", message.id()),
            json!({ "name": "Match 1" }),
        )
        .await;
    assert_eq!(thread.status, 201);
    let before = (
        sandbox.token(),
        sandbox.application_id(),
        sandbox.channels(),
        sandbox.commands(),
    );
    bot.kill();
    let second = Sandbox::start(config(&folder)).await;
    assert!(
        matches!(second, Err(StartError::InUse { .. })),
        "two sandboxes would overwrite each other's state"
    );
    sandbox.stop().await;

    let sandbox = Sandbox::start(config(&folder)).await.expect("a sandbox");
    assert_eq!(
        before,
        (
            sandbox.token(),
            sandbox.application_id(),
            sandbox.channels(),
            sandbox.commands()
        )
    );
    let [shown] = &sandbox.messages(general, "ben")[..] else {
        panic!("one message")
    };
    assert_eq!(
        (shown.content(), shown.thread()),
        ("A match.", Some(message.id()))
    );
    assert_eq!(
        sandbox.attachment(&shown.attachments()[0].url).as_deref(),
        Some(&b"board"[..])
    );
    let bot = Bot::connect(&sandbox).await;
    let edited = command
        .edit_response(
            &bot.http,
            EditInteractionResponse::new().content("Withdrawn."),
        )
        .await
        .expect("the token is still good");
    assert_eq!(edited.id.get(), message.id().0);
    let later = Api::of(&sandbox)
        .post(
            &format!("/channels/{general}/messages"),
            json!({ "content": "x" }),
        )
        .await;
    assert!(later.id().parse::<u64>().expect("an id") > message.id().0);
    sandbox.reset();
    assert!(sandbox.messages(general, "ben").is_empty());
    assert_eq!((sandbox.channels().len(), sandbox.commands().len()), (2, 2));
}

#[tokio::test]
async fn a_state_file_that_cannot_be_read_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("discord.json");
    for (text, part) in [("nonsense", "expected"), ("{}", "missing field")] {
        std::fs::write(&path, text).expect("a file");
        let refused = Sandbox::start(config(&folder)).await;
        assert!(
            matches!(&refused, Err(StartError::StateFile { reason, .. }) if reason.contains(part)),
            "{refused:?}"
        );
        assert_eq!(std::fs::read_to_string(&path).expect("the file"), text);
    }
}

#[cfg(unix)]
#[tokio::test]
async fn files_of_a_sandbox_are_their_owners_alone() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().expect("a folder");
    let sandbox = Sandbox::start(config(&folder)).await.expect("a sandbox");
    sandbox.flush();
    for entry in std::fs::read_dir(folder.path()).expect("a folder") {
        let entry = entry.expect("a file");
        let mode = entry.metadata().expect("rights").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}: {mode:o}", entry.path().display());
    }
    sandbox.stop().await;
}
