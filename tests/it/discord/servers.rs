//! One bot on two servers: what one chooses and who manages it is nothing to the other.

use loopback_discord::{Answer, ChannelLayout, Layout, Message, Place, ServerLayout, permissions};

use crate::stage::{Stage, said, whispered};

const NOTHING: [(&str, &str); 0] = [];

/// The usual server, which is Ana's, and a club that is Ben's, where Cleo may manage things.
async fn two_servers() -> Stage {
    let club = ServerLayout::new("Club")
        .owner("ben")
        .role("Referee", permissions::MANAGE_GUILD)
        .gives("cleo", "Referee")
        .channel(ChannelLayout::text("hall"));
    let mut stage = Stage::laid_out(Layout::default().server(club)).await;
    stage.start().await;
    stage
}

fn panel(answer: Answer) -> Message {
    match answer {
        Answer::Message(panel) | Answer::Update(panel) if panel.is_ephemeral() => panel,
        other => panic!("not a panel: {other:#?}"),
    }
}

fn chosen(panel: &Message) -> String {
    let options = panel.json()["components"][0]["components"][0]["options"].clone();
    let options = options.as_array().cloned().unwrap_or_default();
    let chosen = options.iter().find(|option| option["default"] == true);
    chosen.map_or_else(String::new, |option| {
        option["value"].as_str().unwrap_or_default().to_owned()
    })
}

async fn settings(place: &Place) -> Answer {
    place.command("server-settings", NOTHING).await
}

#[tokio::test]
async fn each_server_is_managed_by_its_own_people() {
    let stage = two_servers().await;
    let (general, hall) = (stage.general(), stage.sandbox.channel_of("Club", "hall"));
    // Whoever may manage one server is a guest on the other; Dan is one on both.
    for (person, manages) in [
        ("ana", [true, false]),
        ("ben", [false, true]),
        ("cleo", [false, true]),
        ("dan", [false, false]),
    ] {
        for (channel, manages) in [general, hall].into_iter().zip(manages) {
            let answer = settings(&stage.person(person, channel)).await;
            let hidden = matches!(&answer, Answer::NotSent(why) if why.contains("no command"));
            assert_eq!(hidden, !manages, "{person}: {answer:#?}");
        }
    }
    // What Cleo chooses is for the club, until the role is gone.
    let cleo = stage.person("cleo", hall);
    let opened = panel(settings(&cleo).await);
    let changed = panel(cleo.select(&opened, "set/server-theme", ["wood"]).await);
    assert_eq!(chosen(&changed), "wood");
    let elsewhere = panel(settings(&stage.person("ana", general)).await);
    assert_ne!(chosen(&elsewhere), "wood");
    let club = stage.sandbox.server("Club");
    assert_eq!(
        stage.row("SELECT guild FROM server_preferences"),
        club.to_string()
    );
    assert!(stage.sandbox.set_role("Club", "cleo", "Referee", false));
    let refused = whispered(cleo.select(&changed, "set/server-theme", ["light"]).await);
    assert!(
        refused.starts_with("Only people with the permission **Manage Server**"),
        "{refused}"
    );
}

#[tokio::test]
async fn a_match_belongs_to_the_server_it_began_on() {
    let stage = two_servers().await;
    let (general, hall) = (stage.general(), stage.sandbox.channel_of("Club", "hall"));
    let mut threads = Vec::new();
    for channel in [general, hall] {
        let ana = stage.person("ana", channel);
        let challenge = said(
            ana.command("play connect-n", [("opponent", "ben"), ("colour", "Red")])
                .await,
        );
        stage.until_announced().await;
        let ben = stage.person("ben", channel);
        let accepted = ben.press(&challenge, "Accept").await;
        assert!(matches!(accepted, Answer::Update(_)), "{accepted:?}");
        let thread = stage
            .sandbox
            .until(|sandbox| sandbox.threads(channel).first().cloned())
            .await
            .expect("a thread");
        let server = if channel == hall { "Club" } else { "Sandbox" };
        let server = stage.sandbox.server(server).to_string();
        assert_eq!(thread["guild_id"], server);
        threads.push(thread["id"].as_str().expect("an id").to_owned());
        stage.until_announced().await;
    }
    // The list leads to both, wherever it is asked for.
    let ana = stage.person("ana", hall);
    let list = whispered(ana.command("games", NOTHING).await);
    for thread in threads {
        assert!(list.contains(&format!("<#{thread}>")), "{list}");
    }
}
