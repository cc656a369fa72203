//! The page's own API, where it differs from the handle.

use loopback_discord::{
    Answer, ChannelLayout, Clock, Event, Layout, Sandbox, SandboxConfig, ServerLayout, permissions,
};
use reqwest::{Client, Method};
use serde_json::{Value, json};

use super::api::Api;
use super::bot::Bot;
use super::{quiet_sandbox, register};

/// A client of the page's API.
pub struct Page {
    client: Client,
    base: String,
}

impl Page {
    pub fn of(sandbox: &Sandbox) -> Page {
        Page {
            client: Client::builder().no_proxy().build().expect("a client"),
            base: sandbox.base_url().to_owned(),
        }
    }

    pub async fn ask(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        let mut request = self.client.request(method, format!("{}{path}", self.base));
        if !body.is_null() {
            request = request
                .header("content-type", "application/json")
                .body(body.to_string());
        }
        let answer = request.send().await.expect("an answer");
        let status = answer.status().as_u16();
        let text = answer.text().await.expect("text");
        (
            status,
            serde_json::from_str(&text).unwrap_or(Value::String(text)),
        )
    }

    pub async fn get(&self, path: &str) -> Value {
        let (status, body) = self.ask(Method::GET, path, Value::Null).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }
}

#[tokio::test]
async fn a_page_reads_writes_and_acts() {
    let sandbox = quiet_sandbox().await;
    let bot = Bot::connect(&sandbox).await;
    register(&bot).await;
    let page = Page::of(&sandbox);
    assert!(
        page.get("/")
            .await
            .as_str()
            .is_some_and(|html| html.contains("<!doctype html>"))
    );
    let state = page.get("/sandbox/state").await;
    let names: Vec<&str> = state["users"]
        .as_array()
        .expect("people")
        .iter()
        .filter_map(|user| user["username"].as_str())
        .collect();
    assert_eq!(
        (
            names,
            &state["bot_online"],
            state["commands"][0]["name"].as_str()
        ),
        (
            vec!["ana", "ben", "cleo", "dan"],
            &json!(true),
            Some("play")
        )
    );
    let (ana, ben) = (&state["users"][0]["id"], &state["users"][1]["id"]);
    let general = state["channels"][0]["id"].as_str().expect("an id");
    let messages = format!("/sandbox/channels/{general}/messages");
    let (_, said) = page
        .ask(
            Method::POST,
            &messages,
            json!({ "as": ana, "content": "Hello." }),
        )
        .await;
    assert_eq!(said["author"]["username"], "ana");
    let (status, refused) = page
        .ask(
            Method::POST,
            &messages,
            json!({ "as": ana, "content": " " }),
        )
        .await;
    assert_eq!((status, refused["error"].is_string()), (400, true));
    let act = json!({ "as": ana, "channel_id": general, "type": 2, "data": { "name": "move", "options": [{ "name": "turn", "type": 3, "value": "d" }] } });
    let answering = async {
        let command = bot.next_command().await;
        let answer = serenity::all::CreateInteractionResponseMessage::new()
            .content("For you.")
            .ephemeral(true);
        command
            .create_response(
                &bot.http,
                serenity::all::CreateInteractionResponse::Message(answer),
            )
            .await
            .expect("an answer");
    };
    let ((status, answer), ()) = tokio::join!(
        page.ask(Method::POST, "/sandbox/interactions", act),
        answering
    );
    assert_eq!(
        (
            status,
            &answer["result"],
            &answer["message"]["sandbox"]["command"]
        ),
        (200, &json!("message"), &json!("/move"))
    );
    let seen_by = async |person: &Value| {
        page.get(&format!(
            "{messages}?as={}",
            person.as_str().expect("an id")
        ))
        .await
        .as_array()
        .map(Vec::len)
    };
    assert_eq!((seen_by(ana).await, seen_by(ben).await), (Some(2), Some(1)));
    let dismiss = format!(
        "{messages}/{}/dismiss",
        answer["message"]["id"].as_str().expect("an id")
    );
    assert_eq!(
        page.ask(Method::POST, &dismiss, json!({ "as": ben }))
            .await
            .0,
        400
    );
    assert_eq!(
        page.ask(Method::POST, &dismiss, json!({ "as": ana }))
            .await
            .0,
        200
    );
    let take_down = format!("{messages}/{}", said["id"].as_str().expect("an id"));
    assert_eq!(
        page.ask(Method::DELETE, &take_down, json!({ "as": ben }))
            .await
            .0,
        200
    );
    assert_eq!(seen_by(ana).await, Some(0));
    let bad = json!({ "as": ana, "channel_id": general, "type": 2, "data": { "name": "nothing" } });
    assert_eq!(
        page.ask(Method::POST, "/sandbox/interactions", bad).await,
        (
            400,
            json!({ "error": "There is no command /nothing here." })
        )
    );
    assert_eq!(
        page.ask(Method::POST, "/sandbox/reset", json!({})).await.0,
        200
    );
}

#[tokio::test]
async fn requests_of_other_pages_and_by_other_names_are_refused() {
    let sandbox = quiet_sandbox().await;
    let page = Page::of(&sandbox);
    sandbox.answers_to("discord.example");
    let port = sandbox.address().port();
    // The gateway requires a WebSocket, which is checked after the origin.
    for (path, usual) in [
        ("/", 200),
        ("/sandbox/state", 200),
        ("/api/v10/gateway", 200),
        ("/gateway", 400),
        ("/attachments/1/2/x.png", 404),
    ] {
        let ask = |header: &'static str, value: String| {
            let request = page.client.get(format!("{}{path}", page.base));
            let sending = request.header(header, value).send();
            async move { sending.await.expect("an answer").status().as_u16() }
        };
        let foreign = ask("origin", String::from("https://example.org")).await;
        assert_eq!(foreign, 403, "{path}");
        assert_eq!(ask("origin", page.base.clone()).await, usual, "{path}");
        // DNS rebinding: a browser considers a page of such a name the same origin.
        for (host, status) in [
            (format!("rebound.example.org:{port}"), 403),
            (String::from("localhost.example.org"), 403),
            (String::from("10.0.0.1"), 403),
            (format!("localhost:{port}"), usual),
            (format!("[::1]:{port}"), usual),
            (format!("127.0.0.2:{port}"), usual),
            (String::from("discord.example"), usual),
        ] {
            assert_eq!(ask("host", host.clone()).await, status, "{path} at {host}");
        }
    }
}

#[tokio::test]
async fn request_that_is_too_large_is_refused_without_being_read_whole() {
    let sandbox = quiet_sandbox().await;
    let page = Page::of(&sandbox);
    let request = page
        .client
        .post(format!("{}/sandbox/reset", page.base))
        .header("content-type", "application/json")
        .body(" ".repeat((25 << 20) + 1));
    // Either the answer can be read, or the connection is closed before the body was sent.
    if let Ok(answer) = request.send().await {
        assert_eq!(answer.status(), 413);
    }
    assert_eq!(
        page.ask(Method::POST, "/sandbox/reset", json!({})).await.0,
        200
    );
}

#[tokio::test]
async fn a_page_moves_the_clock_where_the_sandbox_lets_it() {
    let sandbox = quiet_sandbox().await;
    let page = Page::of(&sandbox);
    let day = json!({ "seconds": 86_400 });
    let refused = page.ask(Method::POST, "/sandbox/later", day.clone()).await;
    assert_eq!(refused.0, 400);
    assert_eq!(page.get("/sandbox/state").await["moves_clock"], false);
    let folder = tempfile::tempdir().expect("a folder");
    let start = || {
        let mut config = SandboxConfig::default();
        config.state_file = Some(folder.path().join("discord.json"));
        config.clock = Clock::stopped();
        config.moves_clock = true;
        Sandbox::start(config)
    };
    let sandbox = start().await.expect("a sandbox");
    let (before, mut events) = (sandbox.clock().now(), sandbox.watch());
    let page = Page::of(&sandbox);
    assert_eq!(page.ask(Method::POST, "/sandbox/later", day).await.0, 200);
    assert_eq!(sandbox.clock().now(), before + 86_400_000);
    let moved = events.next(|event| match event {
        Event::ClockMoved { ahead } => Some(*ahead),
        _ => None,
    });
    assert_eq!(moved.await, Ok(86_400_000));
    for seconds in [0, 367 * 86_400] {
        let far = json!({ "seconds": seconds });
        assert_eq!(page.ask(Method::POST, "/sandbox/later", far).await.0, 400);
    }
    // A restarted sandbox keeps the time by which the clock was moved.
    sandbox.stop().await;
    let sandbox = start().await.expect("a sandbox");
    assert_eq!(sandbox.clock().ahead(), 86_400_000);
    let state = Page::of(&sandbox).get("/sandbox/state").await;
    assert_eq!(
        (&state["moves_clock"], &state["ahead"]),
        (&json!(true), &json!(86_400_000))
    );
}

#[tokio::test]
async fn people_come_go_and_have_roles() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = || {
        let mut config = SandboxConfig::default();
        config.state_file = Some(folder.path().join("discord.json"));
        config.limits_rates = false;
        let server = ServerLayout::new("Club")
            .role("Referee", permissions::MANAGE_GUILD)
            .channel(ChannelLayout::text("hall"))
            .channel(ChannelLayout::text("office").only_for(["Referee"]));
        config.layout = Layout::default().server(server);
        Sandbox::start(config)
    };
    let sandbox = start().await.expect("a sandbox");
    let page = Page::of(&sandbox);
    let club = sandbox.server("Club");
    let seen_by = async |person: &Value| {
        let id = person.as_str().expect("an id");
        let state = page.get(&format!("/sandbox/state?as={id}")).await;
        let channels = state["channels"].as_array().expect("channels").iter();
        let names = channels.filter(|channel| channel["guild_id"] == json!(club));
        names
            .map(|channel| channel["name"].as_str().expect("a name").to_owned())
            .collect::<Vec<_>>()
    };

    // A new person is a member of the server, and only of it.
    let add = |name: &str| {
        let body = json!({ "name": name, "guild_id": club });
        page.ask(Method::POST, "/sandbox/people", body)
    };
    let mut events = sandbox.watch();
    let (status, eve) = add("  Eve  M. ").await;
    assert_eq!(status, 200, "{eve}");
    assert_eq!(
        (&eve["username"], &eve["global_name"]),
        (&json!("evem."), &json!("Eve M."))
    );
    let changed = |event: &Event| matches!(event, Event::PeopleUpdate).then_some(());
    assert_eq!(events.next(changed).await, Ok(()));
    let eve = &eve["id"];
    let home = sandbox.guild_id();
    let servers = page.get("/sandbox/state").await["servers"].clone();
    let member = |server: usize| servers[server]["members"].get(eve.as_str().expect("an id"));
    assert_eq!((member(0), member(1)), (None, Some(&json!([]))));
    assert_eq!(seen_by(eve).await, ["hall"]);

    // Names that are not possible get a sentence.
    let long = "x".repeat(33);
    for (name, part) in [
        ("", "from 1 to 32"),
        (" \t ", "from 1 to 32"),
        (long.as_str(), "from 1 to 32"),
        ("a\u{7}b", "control"),
        ("eve m.", "called eve m. already"),
        ("(evem.)", "is taken"),
        ("bot", "already"),
        ("Everyone", "Nobody"),
    ] {
        let (status, refused) = add(name).await;
        let why = refused["error"].as_str().unwrap_or_default();
        assert!(status == 400 && why.contains(part), "{name}: {refused}");
    }
    let (_, li) = add("李雷").await;
    assert_eq!(li["username"], "user1");

    // Roles are of the server.
    let path = format!("/sandbox/people/{}", eve.as_str().expect("an id"));
    let change = async |body: Value| {
        let (status, answer) = page.ask(Method::PATCH, &path, body).await;
        assert_eq!(status == 200, answer["error"].is_null(), "{answer}");
        status
    };
    let role = &servers[1]["roles"][0]["id"];
    let held = |held: bool| json!({ "guild_id": club, "role": role, "held": held });
    assert_eq!(change(held(true)).await, 200);
    assert_eq!(seen_by(eve).await, ["hall", "office"]);
    assert_eq!(change(held(false)).await, 200);
    assert_eq!(seen_by(eve).await, ["hall"]);
    let foreign = json!({ "guild_id": home, "role": role, "held": true });
    assert_eq!(change(foreign).await, 400);
    assert_eq!(change(json!({ "guild_id": club })).await, 400);
    assert_eq!(change(held(true)).await, 200);

    // Who is removed is no member for the bot, can do nothing there, and comes back without roles.
    let api = Api::of(&sandbox);
    let hall = sandbox.channel_of("Club", "hall");
    let thread = json!({ "name": "Talk", "type": 11 });
    let thread = api.post(&format!("/channels/{hall}/threads"), thread).await;
    let person = sandbox.user("evem.");
    let inside = person.in_channel(sandbox.channel("Talk"));
    inside.say("Hello.").expect("a message");
    let known = format!("/guilds/{club}/members/{}", person.id());
    let joined = format!("/channels/{}/thread-members/{}", thread.id(), person.id());
    assert_eq!(api.get(&known).await.status, 200);
    assert_eq!(api.get(&joined).await.status, 200);
    let membership = |member: bool| json!({ "guild_id": club, "member": member });
    assert_eq!(change(membership(false)).await, 200);
    assert_eq!(api.get(&known).await.code(), 10007);
    assert_eq!(api.get(&joined).await.code(), 10007);
    assert!(seen_by(eve).await.is_empty());
    assert!(inside.say("Still here?").is_err());
    let used = inside.command("play", [] as [(&str, &str); 0]).await;
    assert!(matches!(used, Answer::NotSent(_)), "{used:?}");
    assert_eq!(change(held(true)).await, 400);
    assert_eq!(change(membership(true)).await, 200);
    assert_eq!(api.get(&known).await.body["roles"], json!([]));
    assert_eq!(seen_by(eve).await, ["hall", "Talk"]);
    let ana = format!("/sandbox/people/{}", sandbox.user("ana").id());
    let (status, refused) = page.ask(Method::PATCH, &ana, membership(false)).await;
    assert_eq!(
        (status, &refused["error"]),
        (400, &json!("Ana owns Club and cannot leave it."))
    );

    // Forty are enough, and all are there after a restart.
    for number in 7..=40 {
        assert_eq!(add(&format!("Person {number}")).await.0, 200);
    }
    let (status, refused) = add("Person 41").await;
    assert_eq!(
        (status, &refused["error"]),
        (400, &json!("A sandbox has at most 40 people."))
    );
    sandbox.stop().await;
    let sandbox = start().await.expect("a sandbox");
    let state = Page::of(&sandbox).get("/sandbox/state").await;
    assert_eq!(state["users"].as_array().map(Vec::len), Some(40));
    assert_eq!(sandbox.user("evem.").id(), person.id());
}
