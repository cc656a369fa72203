//! Several servers, with nicknames, roles and channels of their own.

use std::io::ErrorKind;

use loopback_discord::{
    Answer, ChannelLayout, Clock, Layout, Sandbox, SandboxConfig, ServerLayout, StartError,
    permissions,
};
use serde_json::json;
use serenity::all::{
    AuthorizingIntegrationOwner, CommandInteraction, CreateInteractionResponse,
    CreateInteractionResponseMessage, Permissions, ResolvedValue,
};

use super::api::Api;
use super::bot::Bot;
use super::register;
use crate::openapi;

const NOTHING: [(&str, &str); 0] = [];

/// Creates the usual server, and Ben's club with a nickname for Ana, a role for Cleo, without Dan.
async fn two_servers() -> Sandbox {
    let club = ServerLayout::new("Club")
        .owner("ben")
        .role("Member", 0)
        .role("Referee", permissions::MANAGE_GUILD)
        .gives("cleo", "Referee")
        .nickname("ana", "Anna K.")
        .without("dan")
        .channel(ChannelLayout::text("hall"))
        .channel(ChannelLayout::announcement("results"))
        .channel(ChannelLayout::text("office").only_for(["Referee"]))
        .channel(ChannelLayout::text("attic").bot_permissions(0));
    let mut config = SandboxConfig::default();
    config.clock = Clock::stopped();
    config.limits_rates = false;
    config.layout = Layout::default().server(club);
    Sandbox::start(config).await.expect("a sandbox")
}

/// Sends a challenge to Ben in a channel, and returns the interaction for the bot.
async fn challenge(
    sandbox: &Sandbox,
    bot: &Bot,
    person: &str,
    place: (&str, &str),
) -> CommandInteraction {
    let channel = sandbox.channel_of(place.0, place.1);
    let answering = async {
        let command = bot.next_command().await;
        let answer = CreateInteractionResponseMessage::new().content("Good.");
        command
            .create_response(&bot.http, CreateInteractionResponse::Message(answer))
            .await
            .expect("an answer");
        command
    };
    let person = sandbox.user(person).in_channel(channel);
    let asking = person.command("play connect-n", [("opponent", "ana")]);
    let (answer, command) = tokio::join!(asking, answering);
    assert!(matches!(answer, Answer::Message(_)), "{answer:?}");
    command
}

#[tokio::test]
async fn a_person_is_another_member_on_each_server() {
    let sandbox = two_servers().await;
    let bot = Bot::connect(&sandbox).await;
    register(&bot).await;
    let club = sandbox.server("Club");
    let told = |command: &CommandInteraction| {
        let member = command.member.as_ref().expect("a member");
        let permissions = member.permissions.expect("permissions");
        (
            command.guild_id.expect("a server").get(),
            member.nick.clone(),
            member.roles.len(),
            permissions.contains(Permissions::MANAGE_GUILD),
            permissions.contains(Permissions::ADMINISTRATOR),
        )
    };
    let hall = ("Club", "hall");
    let nick = Some("Anna K.".to_owned());
    let ana = challenge(&sandbox, &bot, "ana", hall).await;
    assert_eq!(told(&ana), (club.0, nick.clone(), 0, false, false));
    let options = ana.data.options();
    let ResolvedValue::SubCommand(options) = &options[0].value else {
        panic!("no subcommand")
    };
    let ResolvedValue::User(_, Some(opponent)) = options[0].value else {
        panic!("no member")
    };
    assert_eq!(opponent.nick, nick);
    let cleo = challenge(&sandbox, &bot, "cleo", hall).await;
    assert_eq!(told(&cleo), (club.0, None, 1, true, false));
    let ben = challenge(&sandbox, &bot, "ben", hall).await;
    assert_eq!(told(&ben), (club.0, None, 0, true, true));

    // The first server has none of these settings, and Ana is the owner.
    let home = sandbox.guild_id().0;
    for (person, owns) in [("ana", true), ("ben", false), ("cleo", false)] {
        let command = challenge(&sandbox, &bot, person, ("Sandbox", "general")).await;
        assert_eq!(told(&command), (home, None, 0, owns, owns), "{person}");
    }

    // Both can change while the sandbox runs.
    assert!(sandbox.set_role("Club", "cleo", "Referee", false));
    assert!(sandbox.set_nickname("Club", "cleo", Some("C.")));
    let cleo = challenge(&sandbox, &bot, "cleo", hall).await;
    assert_eq!(told(&cleo), (club.0, Some("C.".into()), 0, false, false));
    assert!(!sandbox.set_role("Club", "dan", "Referee", true));
    assert!(!sandbox.set_role("Club", "cleo", "Queen", true));
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn only_some_see_a_private_channel() {
    let sandbox = two_servers().await;
    let bot = Bot::connect(&sandbox).await;
    register(&bot).await;
    let seen = async |person: &str, place: (&str, &str)| {
        let channel = sandbox.channel_of(place.0, place.1);
        let place = sandbox.user(person).in_channel(channel);
        place.say("Hello.").is_ok()
    };
    for (person, hall, office) in [
        ("ana", true, false),
        ("ben", true, true),
        ("cleo", true, true),
        ("dan", false, false),
    ] {
        let found = (
            seen(person, ("Club", "hall")).await,
            seen(person, ("Club", "office")).await,
        );
        assert_eq!(found, (hall, office), "{person}");
        assert!(seen(person, ("Sandbox", "general")).await);
    }
    let office = sandbox.channel_of("Club", "office");
    let outside = sandbox.user("ana").in_channel(office);
    let answer = outside.command("move", NOTHING).await;
    assert!(matches!(answer, Answer::NotSent(_)), "{answer:?}");
    assert!(sandbox.messages(office, "ana").is_empty());
    assert_eq!(sandbox.messages(office, "cleo").len(), 2);

    // A page shows only the places that its person may see.
    let client = reqwest::Client::builder()
        .no_proxy()
        .build()
        .expect("a client");
    for (person, servers, channels) in [("ana", 2, 5), ("cleo", 2, 6), ("dan", 1, 2)] {
        let id = sandbox.user(person).id();
        let address = format!("{}/sandbox/state?as={id}", sandbox.base_url());
        let state = client.get(address).send().await.expect("an answer");
        let state: serde_json::Value =
            serde_json::from_str(&state.text().await.expect("text")).expect("JSON");
        let count = |key: &str| state[key].as_array().map(Vec::len);
        assert_eq!(
            (count("guilds"), count("channels")),
            (Some(servers), Some(channels)),
            "{person}"
        );
    }
}

#[tokio::test]
async fn the_bot_reads_servers_roles_members_and_channels() {
    let sandbox = two_servers().await;
    let bot = Bot::connect(&sandbox).await;
    register(&bot).await;
    let api = Api::of(&sandbox);
    let club = sandbox.server("Club");
    let names = |list: &serde_json::Value| -> Vec<String> {
        let list = list.as_array().expect("a list").iter();
        list.map(|one| one["name"].as_str().unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(
        names(&api.get("/users/@me/guilds").await.body),
        ["Sandbox", "Club"]
    );
    let roles = api.get(&format!("/guilds/{club}/roles")).await;
    assert_eq!(names(&roles.body), ["@everyone", "Member", "Referee"]);
    let channels = api.get(&format!("/guilds/{club}/channels")).await.body;
    assert_eq!(names(&channels), ["hall", "results", "office", "attic"]);
    assert_eq!(
        (&channels[1]["type"], &channels[0]["guild_id"]),
        (&json!(5), &json!(club))
    );
    // Everyone is denied access to the office, except Cleo's role and the bot.
    let overwrites = channels[2]["permission_overwrites"].as_array();
    assert_eq!(overwrites.map(Vec::len), Some(3));
    let member = async |name: &str| {
        let id = sandbox.user(name).id();
        api.get(&format!("/guilds/{club}/members/{id}")).await
    };
    assert_eq!(member("ana").await.body["nick"], "Anna K.");
    assert_eq!(
        member("cleo").await.body["roles"],
        json!([roles.body[2]["id"]])
    );
    assert_eq!(member("dan").await.code(), 10007);
    let attic = sandbox.channel_of("Club", "attic");
    let refused = api
        .post(
            &format!("/channels/{attic}/messages"),
            json!({ "content": "?" }),
        )
        .await;
    assert_eq!(refused.code(), 50001);

    // A thread below an announcement has its own type.
    let results = sandbox.channel_of("Club", "results");
    let posted = api
        .post(
            &format!("/channels/{results}/messages"),
            json!({ "content": "1-0" }),
        )
        .await;
    let address = format!("/channels/{results}/messages/{}/threads", posted.id());
    let thread = api.post(&address, json!({ "name": "Round 1" })).await;
    assert_eq!((thread.status, &thread.body["type"]), (201, &json!(10)));
    let active = api.get(&format!("/guilds/{club}/threads/active")).await;
    assert_eq!(names(&active.body["threads"]), ["Round 1"]);
    let home = sandbox.guild_id();
    let active = api.get(&format!("/guilds/{home}/threads/active")).await;
    assert_eq!(active.body["threads"], json!([]));

    // A command of one server does not exist on the other.
    let application = sandbox.application_id();
    let local = api
        .post(
            &format!("/applications/{application}/guilds/{club}/commands"),
            json!({ "name": "clean", "type": 1, "description": "Sweeps the hall" }),
        )
        .await;
    assert_eq!(local.status, 201);
    let general = sandbox.user("cleo").in_channel(sandbox.channel("general"));
    let answer = general.command("clean", NOTHING).await;
    assert!(matches!(answer, Answer::NotSent(_)), "{answer:?}");
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn a_wrong_layout_is_refused_in_a_sentence() {
    let server = || ServerLayout::new("Club");
    for (layout, reason) in [
        (Layout::empty(), "there is no server"),
        (Layout::empty().server(server()), "there are no people"),
        (
            Layout::default().person("ana"),
            "two people have the user name ana",
        ),
        (
            Layout::default().server(server().gives("ana", "Queen")),
            "the server Club has no role Queen",
        ),
        (
            Layout::default().server(server().nickname("eve", "E.")),
            "the server Club names nobody called eve",
        ),
        (
            Layout::default().server(server().without("ana")),
            "ana owns the server Club",
        ),
        (
            Layout::default().server(server().without("ben").nickname("ben", "B.")),
            "ben is no member of Club",
        ),
        (
            Layout::default().server(server().channel(ChannelLayout::text(""))),
            "the name of a channel has from 1 to 100 characters: “”",
        ),
    ] {
        let mut config = SandboxConfig::default();
        config.layout = layout;
        match Sandbox::start(config).await {
            Err(StartError::Layout(why)) => assert_eq!(why, reason),
            other => panic!("{reason}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn attachments_are_written_beside_the_state_and_swept_away() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut config = SandboxConfig::default();
    config.state_file = Some(folder.path().join("discord.json"));
    let sandbox = Sandbox::start(config).await.expect("a sandbox");
    let api = Api::of(&sandbox);
    let general = sandbox.channel("general");
    let posted = api
        .post_files(
            &format!("/channels/{general}/messages"),
            json!({ "content": "?" }),
            &[("a.txt", b"bytes".to_vec())],
        )
        .await;
    let file = &posted.body["attachments"][0];
    let url = file["url"].as_str().expect("an address");
    // It can be read at once, even before it is on the disk.
    assert_eq!(sandbox.attachment(url).as_deref(), Some(&b"bytes"[..]));
    sandbox.flush();
    let stored = folder
        .path()
        .join("discord.json.attachments")
        .join(file["id"].as_str().expect("an id"));
    assert_eq!(std::fs::read(&stored).expect("the file"), b"bytes");
    assert_eq!(sandbox.attachment(url).as_deref(), Some(&b"bytes"[..]));
    sandbox.reset();
    sandbox.flush();
    let gone = std::fs::read(&stored).expect_err("no file");
    assert_eq!(gone.kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn who_has_the_app_for_themselves_brings_it_along() {
    let club = ServerLayout::new("Club")
        .owner("ben")
        .without_bot()
        .channel(ChannelLayout::text("hall"));
    let mut config = SandboxConfig::default();
    config.clock = Clock::stopped();
    config.limits_rates = false;
    config.layout = Layout::default().server(club);
    let sandbox = Sandbox::start(config).await.expect("a sandbox");
    sandbox.set_user_install("ben", true);
    let bot = Bot::connect(&sandbox).await;
    let api = Api::of(&sandbox);
    let path = format!("/applications/{}/commands", sandbox.application_id());
    let command = |name: &str, types: serde_json::Value| json!({ "name": name, "description": "It", "integration_types": types });
    let commands = json!([
        command("anywhere", json!([0, 1])),
        command("here", json!([0]))
    ]);
    assert_eq!(api.put(&path, commands).await.status, 200);
    let hall = sandbox.channel_of("Club", "hall");
    let ben = sandbox.user("ben").in_channel(hall);
    let answering = async {
        let command = bot.next_command().await;
        let answer = CreateInteractionResponseMessage::new().content("Good.");
        command
            .create_response(&bot.http, CreateInteractionResponse::Message(answer))
            .await
            .expect("an answer");
        command
    };
    let (answer, command) = tokio::join!(ben.command("anywhere", NOTHING), answering);
    assert!(matches!(answer, Answer::Message(_)), "{answer:?}");
    let owners = &command.authorizing_integration_owners.0;
    let ben_alone = matches!(owners.as_slice(), [AuthorizingIntegrationOwner::UserInstall(id)] if id.get() == sandbox.user("ben").id().0);
    assert!(ben_alone, "{owners:?}");
    assert_eq!(
        command.guild_id.map(|id| id.get()),
        Some(sandbox.server("Club").0)
    );
    // Commands for servers only are hidden there, and people without the app have no commands.
    for (person, name) in [("ben", "here"), ("cleo", "anywhere")] {
        let place = sandbox.user(person).in_channel(hall);
        let answer = place.command(name, NOTHING).await;
        assert!(matches!(answer, Answer::NotSent(_)), "{person}: {answer:?}");
    }
    // The bot can only answer interactions there.
    let posted = api
        .post(
            &format!("/channels/{hall}/messages"),
            json!({ "content": "Hello" }),
        )
        .await;
    assert_eq!((posted.status, posted.code()), (403, 50001));
    let server = api
        .get(&format!("/guilds/{}", sandbox.server("Club")))
        .await;
    assert_eq!((server.status, server.code()), (404, 10004));
}
