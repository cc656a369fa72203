//! User installs: the app on servers without the bot, and in conversations with other people.

use anteroom::games::CATALOGUE;
use loopback_discord::{ChannelLayout, Layout, Message, Place, ServerLayout};

use crate::support::forms::fills_in;
use crate::support::messages::check_seen;
use crate::support::play::challenges;
use crate::support::stage::{
    COMMANDS, NOTHING, Stage, is_hidden, labels, private, refusal_of, said, updated, whispered,
};

/// The link that adds the bot to a server.
const ADD: &str = "(https://discord.com/oauth2/authorize?client_id=";

/// Lays out the usual server, and Ben's club without the bot. Ben has installed the app for himself.
async fn with_club() -> Stage {
    let club = ServerLayout::new("Club")
        .owner("ben")
        .without_bot()
        .channel(ChannelLayout::text("hall"));
    let mut stage = Stage::laid_out(Layout::default().server(club)).await;
    stage.sandbox.set_user_install("ben", true);
    stage.start().await;
    stage
}

fn hall(stage: &Stage, person: &str) -> Place {
    stage.person(person, stage.sandbox.channel_of("Club", "hall"))
}

/// Sends the commands that need nobody else.
async fn commands_work(place: &Place) {
    for (command, options) in [
        ("puzzle", vec![("game", "connect-n")]),
        ("learn", vec![("game", "anchor")]),
        ("rules", vec![("game", "anache")]),
        ("explore", vec![("game", "connect-n")]),
        ("games", vec![("show", "Finished")]),
        ("profile", vec![]),
        ("games", vec![]),
        ("board", vec![]),
        ("settings", vec![("page", "reminders")]),
        ("privacy", vec![]),
        ("settings", vec![]),
        ("help", vec![]),
    ] {
        let shown = private(place.command(command, options).await);
        assert!(!shown.content().is_empty(), "/{command}");
    }
}

/// Checks that Discord offers a person no such command here.
async fn has_no_command(place: &Place, command: &str) {
    let options: &[(&str, &str)] = match command {
        "move" => &[("turn", "d")],
        _ => &[],
    };
    is_hidden(&place.command(command, options.iter().copied()).await);
}

/// Answers an open lesson by its form.
async fn types(place: &Place, lesson: &Message, turn: &str) -> Message {
    let form = place.press(lesson, "Type Instead…").await;
    private(fills_in(place, form, &[("turn", turn)]).await)
}

#[tokio::test]
async fn commands_for_one_person_work_on_a_server_without_the_bot() {
    let stage = with_club().await;
    let ben = hall(&stage, "ben");
    stage.clear_requests();
    commands_work(&ben).await;
    assert_eq!(stage.counted(), [""; 0], "nothing but answers");
    // The buttons of a private board work there.
    let puzzle = private(ben.command("puzzle", [("game", "connect-n")]).await);
    stage.check_picture(&puzzle);
    let column = labels(&puzzle).into_iter().find(|label| label.len() == 1);
    let picked = private(ben.press(&puzzle, &column.expect("a column")).await);
    private(ben.press(&picked, "Play").await);
    stage.row_is("SELECT count(*) FROM puzzle_tries", "1");
    // Forms work too: a lesson with a typed turn.
    let lessons = private(ben.command("learn", [("game", "connect-n")]).await);
    let lesson = private(ben.press(&lessons, "Begin").await);
    let typed = types(&ben, &lesson, "d").await;
    assert!(!typed.content().is_empty());
    // The bot stores nothing about the server.
    for table in ["names", "server_preferences", "refusing_places"] {
        let guild = stage.sandbox.server("Club");
        let kept = match table {
            "names" => stage.row(&format!("SELECT count(*) FROM names WHERE guild = {guild}")),
            "refusing_places" => stage.row("SELECT count(*) FROM refusing_places"),
            _ => stage.row("SELECT count(*) FROM server_preferences"),
        };
        assert_eq!(kept, "0", "{table}");
    }
    // Other people have no commands there, and Ben has no commands about matches.
    for (person, command) in [("cleo", "puzzle"), ("ben", "server"), ("ben", "move")] {
        has_no_command(&hall(&stage, person), command).await;
    }
}

#[tokio::test]
async fn no_match_begins_where_the_bot_is_a_guest_and_it_says_what_to_do() {
    let stage = with_club().await;
    let ben = hall(&stage, "ben");
    stage.clear_requests();
    for (game, options) in [
        ("connect-n", vec![]),
        ("anchor", vec![("opponent", "cleo")]),
    ] {
        let refused = whispered(challenges(&ben, game, options).await);
        assert!(refused.contains(ADD), "{refused}");
    }
    // The buttons that lead to a match refuse as well.
    let games = private(ben.command("play", NOTHING).await);
    let menu = games.menus();
    let game = match menu.first() {
        Some(menu) => private(
            ben.select(&games, &menu.custom_id, [CATALOGUE[0].card.key])
                .await,
        ),
        None => private(ben.press(&games, CATALOGUE[0].card.name).await),
    };
    let challenge = labels(&game)
        .into_iter()
        .find(|label| label == "Play the Computer");
    let game = updated(ben.press(&game, &challenge.expect("a challenge")).await);
    assert!(
        !labels(&game).iter().any(|label| label == "Play"),
        "{game:#?}"
    );
    assert_eq!(stage.counted(), [""; 0], "nothing is posted there");
    stage.row_is("SELECT count(*) FROM matches", "0");
    // Against the computer a guest plays in direct messages.
    updated(ben.press(&game, "Play in Private").await);
    let direct = stage.sandbox.direct_channel("ben");
    stage.row_is("SELECT channel FROM matches", &direct.to_string());
    // On the usual server Ben plays as before.
    let general = stage.person("ben", stage.general());
    said(challenges(&general, "connect-n", NOTHING).await);
}

#[tokio::test]
async fn in_conversations_of_people_it_answers_only_who_brought_it_along() {
    let mut stage = Stage::without_bot().await;
    stage.sandbox.set_user_install("ben", true);
    stage.start().await;
    for people in [&["ben", "cleo"][..], &["ana", "ben", "cleo"]] {
        let conversation = stage.sandbox.private_channel(people);
        let ben = stage.person("ben", conversation);
        stage.clear_requests();
        commands_work(&ben).await;
        // Pages, picks and forms work there.
        let rules = private(ben.command("rules", [("game", "anaash")]).await);
        let next = private(ben.press(&rules, "Next").await);
        assert_ne!(next.content(), rules.content());
        stage.check_picture(&next);
        let lessons = private(ben.command("learn", [("game", "connect-n")]).await);
        let menu = &lessons.menus()[0];
        let lesson = private(
            ben.select(&lessons, &menu.custom_id, ["connect-n.drop"])
                .await,
        );
        types(&ben, &lesson, "d").await;
        stage.row_is("SELECT count(*) FROM lessons", "1");
        // No match can begin there.
        let refused = [
            whispered(challenges(&ben, "connect-n", NOTHING).await),
            whispered(challenges(&ben, "anchor", [("opponent", "cleo")]).await),
        ];
        for refused in refused {
            assert!(refused.contains(ADD), "{refused}");
        }
        assert_eq!(stage.counted(), [""; 0], "nothing but answers");
        stage.row_is("SELECT count(*) FROM matches", "0");
        stage.row_is("SELECT count(*) FROM refusing_places", "0");
        // The others see no messages and have no commands.
        let cleo = stage.person("cleo", conversation);
        assert_eq!(cleo.messages().len(), 0);
        for (person, command) in [("cleo", "puzzle"), ("ben", "move"), ("ben", "draw")] {
            has_no_command(&stage.person(person, conversation), command).await;
        }
        // The bot does not react to people's messages.
        cleo.say("Hello Ben").expect("a message");
        assert_eq!(stage.counted(), [""; 0]);
    }
}

#[tokio::test]
async fn commands_are_for_servers_where_discord_takes_no_others() {
    let mut stage = Stage::without_bot().await;
    stage.fails("PUT", COMMANDS, 1, refusal_of(400, 50035));
    stage.start().await;
    let commands = stage.sandbox.commands();
    assert!(!commands.is_empty());
    for command in commands {
        assert_eq!(command["integration_types"], serde_json::json!([0]));
    }
}

#[tokio::test]
async fn a_match_of_another_server_is_shown_to_its_player_alone() {
    let stage = with_club().await;
    stage.begin("connect-n", &[]).await;
    let ben = hall(&stage, "ben");
    let page = private(ben.command("board", NOTHING).await);
    let refused = private(ben.press(&page, "Share…").await);
    check_seen("not_shared", [&refused]);
}
