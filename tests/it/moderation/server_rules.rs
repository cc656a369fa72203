//! What a server chooses for matches in it, and that it holds.

use loopback_discord::{Answer, ChannelLayout, Layout, Message, ServerLayout};
use serde_json::{Value, json};

use crate::support::stage::{Stage, boards, said, whispered};

const NOTHING: [(&str, &str); 0] = [];

#[track_caller]
fn panel(answer: Answer) -> Message {
    match answer {
        Answer::Message(panel) | Answer::Update(panel) if panel.is_ephemeral() => panel,
        other => panic!("not a panel: {other:#?}"),
    }
}

/// The number of a role.
async fn role(stage: &Stage, server: &str, name: &str) -> String {
    let address = format!(
        "{}/api/v10/guilds/{}/roles",
        stage.sandbox.base_url(),
        stage.sandbox.server(server)
    );
    let client = reqwest::Client::builder()
        .no_proxy()
        .build()
        .expect("a client");
    let answer = client
        .get(address)
        .header("Authorization", format!("Bot {}", stage.sandbox.token()))
        .send()
        .await
        .expect("an answer");
    let roles: Vec<Value> =
        serde_json::from_str(&answer.text().await.expect("a text")).expect("roles");
    let role = roles
        .iter()
        .find(|role| role["name"] == name)
        .expect("the role");
    role["id"].as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn games_clocks_computers_and_a_bound() {
    let stage = Stage::new().await;
    let general = stage.general();
    let [ana, ben, cleo] = ["ana", "ben", "cleo"].map(|name| stage.person(name, general));
    let shown = panel(ana.command("server-settings", NOTHING).await);
    for line in [
        "• Who starts matches: **everybody** (`starters`)",
        "• Where they begin: **in every text channel** (`channel`, `anywhere`)",
        "• Where they are played: **in threads** (`played`)",
        "• Games: **all** (`without`, `with`)",
        "• Clock if none is asked for: **3d, as everywhere** (`time`)",
        "• Matches at once, of all people: **any number** (`total`)",
        "• Computers against each other: **yes** (`computers`)",
    ] {
        assert!(shown.content().contains(line), "{}", shown.content());
    }
    let options = [
        ("without", json!("anchor")),
        ("time", json!("7d")),
        ("computers", json!(false)),
        ("total", json!(1)),
    ];
    let shown = panel(ana.command("server-settings", options).await);
    for line in [
        "Games: **all but Anchor**",
        "**7d**",
        "**at most 1**",
        "other: **no**",
    ] {
        assert!(shown.content().contains(line), "{}", shown.content());
    }
    assert_eq!(
        whispered(ben.command("play anchor", NOTHING).await),
        "Anchor is not played in this server. `/play` lists the games; some of the others are."
    );
    assert_eq!(
        whispered(
            ben.command("play connect-n", [("computer", 1), ("against", 2)])
                .await
        ),
        "In this server computers do not play each other."
    );
    let challenge = stage.challenge("ben", "connect-n", &[]).await;
    assert!(
        challenge.content().contains("7 days a turn"),
        "{}",
        challenge.content()
    );
    // A challenge by buttons begins with the same clock.
    let games = panel(ben.command("play choose", NOTHING).await);
    let page = panel(ben.press(&games, "Connect N").await);
    assert!(
        page.content().contains("**7 days a turn** · rated\n"),
        "{}",
        page.content()
    );
    let accepted = cleo.press(&challenge, "Accept").await;
    assert!(matches!(accepted, Answer::Update(_)), "{accepted:?}");
    let full = "1 match goes on in this server already, which is the most there can be at once. Try again when one is over.";
    let other = stage.challenge("ben", "antichess", &[("time", "1d")]).await;
    assert!(
        other.content().contains("1 day a turn"),
        "{}",
        other.content()
    );
    assert_eq!(whispered(cleo.press(&other, "Accept").await), full);
    assert_eq!(
        whispered(cleo.command("play connect-n", [("computer", 1)]).await),
        full
    );
    // One at a time it is undone.
    let options = [
        ("with", json!("anchor")),
        ("time", json!("default")),
        ("computers", json!(true)),
        ("total", json!(0)),
    ];
    panel(ana.command("server-settings", options).await);
    assert_eq!(stage.row("SELECT count(*) FROM server_rules"), "0");
    said(ben.command("play anchor", NOTHING).await);
    let odd = whispered(ana.command("server-settings", [("time", "soon")]).await);
    assert!(odd.contains("soon"), "{odd}");
    assert_eq!(stage.row("SELECT count(*) FROM server_rules"), "0");
}

#[tokio::test]
async fn matches_can_stay_in_the_channel() {
    let mut stage = Stage::new().await;
    let general = stage.general();
    let [ana, ben] = ["ana", "ben"].map(|name| stage.person(name, general));
    let options = [("played", 1)];
    panel(ana.command("server-settings", options).await);
    let setup = whispered(ana.command("setup", NOTHING).await);
    assert!(
        setup.starts_with("**Matches can be played here.**") && !setup.contains("Threads"),
        "{setup}"
    );
    let challenge = stage
        .challenge(
            "ana",
            "connect-n",
            &[("opponent", "ben"), ("colour", "Red")],
        )
        .await;
    let accepted = ben.press(&challenge, "Accept").await;
    let Answer::Update(card) = &accepted else {
        panic!("{accepted:?}")
    };
    assert!(card.button("Watch").is_none());
    stage.until_announced().await;
    assert_eq!(stage.sandbox.threads(general).len(), 0);
    assert_eq!(
        stage.row("SELECT thread = channel FROM places JOIN matches USING (match_id)"),
        "1"
    );
    // Each of two who play two matches there is asked which one they mean.
    said(ana.command("move", [("turn", "d")]).await);
    stage.until_announced().await;
    let second = stage
        .challenge(
            "ana",
            "connect-n",
            &[("opponent", "ben"), ("colour", "Red")],
        )
        .await;
    let accepted = ben.press(&second, "Accept").await;
    assert!(matches!(accepted, Answer::Update(_)), "{accepted:?}");
    stage.until_announced().await;
    let which = whispered(ben.command("resign", NOTHING).await);
    assert!(which.contains("Which"), "{which}");
    let played = said(ben.command("move", [("turn", "e"), ("match", "1")]).await);
    assert!(played.content().contains("**e**"), "{}", played.content());
    stage.restart().await;
    stage.until_announced().await;
    assert_eq!(stage.sandbox.threads(general).len(), 0);
    assert!(boards(&ana).len() >= 4);
}

#[tokio::test]
async fn a_role_starts_matches_in_one_channel_and_another_moderates() {
    let club = ServerLayout::new("Club")
        .owner("ben")
        .role("Referee", 0)
        .role("Player", 0)
        .gives("cleo", "Player")
        .gives("dan", "Referee")
        .channel(ChannelLayout::text("hall"))
        .channel(ChannelLayout::text("bar"));
    let mut stage = Stage::laid_out(Layout::default().server(club)).await;
    stage.start().await;
    let (hall, bar) = (
        stage.sandbox.channel_of("Club", "hall"),
        stage.sandbox.channel_of("Club", "bar"),
    );
    let ben = stage.person("ben", hall);
    let (player, referee) = (
        role(&stage, "Club", "Player").await,
        role(&stage, "Club", "Referee").await,
    );
    let options = [
        ("starters", player.clone()),
        ("moderators", referee.clone()),
        ("channel", hall.to_string()),
    ];
    let shown = panel(ben.command("server-settings", options).await);
    for line in [
        format!("Who starts matches: **<@&{player}>**"),
        format!("Where they begin: **in <#{hall}> only**"),
        format!("who manage threads: **<@&{referee}>**"),
    ] {
        assert!(shown.content().contains(&line), "{}", shown.content());
    }
    let sentence = format!("In this server only people with the role <@&{player}> start matches.");
    let refused = whispered(ben.command("play connect-n", NOTHING).await);
    assert!(refused.starts_with(&sentence), "{refused}");
    let games = panel(ben.command("play choose", NOTHING).await);
    let first = games.buttons()[0].label.clone();
    let page = panel(ben.press(&games, &first).await);
    let labels: Vec<_> = page
        .buttons()
        .iter()
        .map(|button| button.label.clone())
        .collect();
    let anyone = labels
        .iter()
        .find(|label| label.starts_with("Challenge"))
        .expect("a way to challenge");
    let refused = whispered(ben.press(&page, anyone).await);
    assert!(refused.starts_with(&sentence), "{refused}");
    let elsewhere = stage
        .person("cleo", bar)
        .command("play connect-n", NOTHING)
        .await;
    assert_eq!(
        whispered(elsewhere),
        format!("In this server matches begin in <#{hall}> only: use the command there.")
    );
    let challenge = said(
        stage
            .person("cleo", hall)
            .command("play connect-n", NOTHING)
            .await,
    );
    stage.until_announced().await;
    // Whoever does not start matches may take them up.
    let accepted = ben.press(&challenge, "Accept").await;
    assert!(matches!(accepted, Answer::Update(_)), "{accepted:?}");
    stage.until_announced().await;
    let done = stage
        .person("dan", hall)
        .command("moderate pause", [("reason", "x"), ("match", "1")])
        .await;
    assert!(whispered(done).starts_with("Match 1 is paused."));
    let manages = stage.person("cleo", hall);
    let refused = manages
        .command("moderate resume", [("reason", "x"), ("match", "1")])
        .await;
    assert!(whispered(refused).starts_with("Only moderators can do that"));
    // It is nothing to another server.
    said(
        stage
            .person("ben", stage.general())
            .command("play connect-n", NOTHING)
            .await,
    );
    let dan = stage.person("dan", stage.general());
    let refused = dan.command("moderate list", NOTHING).await;
    assert!(whispered(refused).starts_with("Only moderators can do that"));
    // Everybody again, everywhere again.
    let everybody = stage.sandbox.server("Club").to_string();
    let options = [
        ("starters", json!(everybody)),
        ("moderators", json!(everybody)),
        ("anywhere", json!(true)),
    ];
    panel(ben.command("server-settings", options).await);
    assert_eq!(stage.row("SELECT count(*) FROM server_rules"), "0");
    said(
        stage
            .person("ben", bar)
            .command("play connect-n", NOTHING)
            .await,
    );
}
