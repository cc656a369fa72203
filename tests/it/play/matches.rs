//! A whole match from the challenge to the result, with a spectator.

use anteroom::board::Seat;
use anteroom::discord::ui;
use anteroom::games::{GivenOptions, find, turn_marks};
use anteroom::render::{Format, Painter, Theme};
use loopback_discord::Message;

use crate::support::stage::{NOTHING, Stage, boards, contents, labels, private, says, updated};

#[tokio::test]
async fn connect_n_by_commands() {
    let stage = Stage::new().await;
    let general = stage.general();
    let cleo = stage.mention("cleo");

    let options = [("opponent", "ben"), ("colour", "Red"), ("time", "7d+12h")];
    let challenge = stage.challenge("ana", "connect-n", &options).await;
    let open = stage.state(1).await;
    assert_eq!(challenge.content(), ui::challenge(&open).content);
    assert_eq!(challenge.mentions(), ["ben"]);
    assert_eq!(
        labels(&challenge),
        ["Accept", "Decline", "Withdraw", "Rules"]
    );

    let accepted = stage
        .person("ben", general)
        .press(&challenge, "Accept")
        .await;
    let card = updated(accepted);
    assert_eq!(card.id(), challenge.id());
    let begun = stage.state(1).await;
    let [ana, ben] = ["ana", "ben"].map(|name| stage.id(name));
    assert_eq!(begun.players(), Some([ana.into(), ben.into()]));
    assert_eq!(begun.proposal().time.to_string(), "7d+12h");
    let now = stage.clock.now();
    assert_eq!(card.content(), ui::card_text(&begun, None, now));
    let address = format!(
        "https://discord.com/channels/{}/{}",
        stage.sandbox.guild_id(),
        card.id()
    );
    let buttons = card.buttons();
    assert_eq!(
        (buttons[0].label.as_str(), &buttons[0].url, buttons.len()),
        ("Open Match", &address, 2)
    );

    let thread = stage
        .sandbox
        .until(|sandbox| {
            sandbox
                .messages(general, "cleo")
                .iter()
                .find_map(Message::thread)
        })
        .await
        .expect("a thread");
    let title = stage
        .sandbox
        .channels()
        .into_iter()
        .find(|channel| channel["id"] == thread.to_string())
        .expect("the thread");
    assert_eq!(title["name"], "Ana vs Ben · Connect N 1");
    assert!(address.ends_with(&format!("/{thread}")), "{address}");

    let table = stage.table(thread, card.id());
    let first = stage.board(&table, 1).await;
    assert_eq!(first.mentions(), ["ana"]);
    stage.check_picture(&first);

    stage.clear_requests();
    let turns = ["d", "a", "d", "b", "d", "c"];
    for (index, turn) in turns.iter().enumerate() {
        let next = ["ben", "ana"][index % 2];
        let posted = stage.plays(table.player(index), turn).await;
        let deadline = stage.row("SELECT deadline / 1000 FROM matches");
        assert!(
            posted.content().contains(&format!("<t:{deadline}:R>"))
                && posted.content().contains(&format!("**{turn}**")),
            "{}",
            posted.content()
        );
        assert_eq!(posted.mentions(), [next]);
        stage.check_picture(&posted);
    }
    // Each turn was the answer to its command, which does not count against the rate limit.
    assert!(
        stage.counted().len() <= turns.len(),
        "{:?}",
        stage.counted()
    );

    let last = stage.plays(&table.ana, "d").await;
    let result = stage.result(1).await;
    says(&last, &result);
    assert_eq!(last.mentions(), ["ben"]);
    assert_eq!(
        labels(&last),
        [
            "Rematch",
            "Another Game…",
            "History",
            "Replay",
            "Analyse",
            "Rules"
        ]
    );
    stage.check_picture(&last);
    stage.card_follows(&table).await;

    assert_eq!(boards(&table.cleo).len(), 8);
    assert!(
        contents(&table.cleo)
            .iter()
            .all(|content| !content.contains(&cleo))
    );
    stage.row_is("SELECT count(*) FROM events WHERE match_id = 1", "9");
    stage.row_is("SELECT group_concat(json_extract(body, '$.text'), ' ') FROM (SELECT body FROM events WHERE kind = 'turn' ORDER BY seq)", "d a d b d c d");
    stage.row_is("SELECT status || ' ' || winner FROM matches", "finished 0");
    stage.until_announced().await;
}

fn picture(stage: &Stage, message: &Message) -> Vec<u8> {
    let attachments = message.attachments();
    stage
        .sandbox
        .attachment(&attachments.first().expect("a picture").url)
        .expect("the file")
}

#[tokio::test]
async fn names_and_the_last_turn_stand_above_the_board() {
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    let game = find("connect-n").expect("the game");
    let drawn = |turns: &[&str], names: [&str; 2], note: &str, theme: Theme| {
        let mut position = game
            .start(
                &game
                    .complete_options(&GivenOptions::new(), || 0)
                    .expect("settings"),
            )
            .expect("a position");
        let mut last = Vec::new();
        for turn in turns {
            last = position.play(turn).expect("a turn").effects;
        }
        let mut scene = position.scene(Seat::First);
        scene.marks.extend(turn_marks(&last));
        let mut bar = game.bar(&*position);
        for (side, name) in bar.sides.iter_mut().zip(names) {
            name.clone_into(&mut side.name);
        }
        note.clone_into(&mut bar.note);
        scene.bar = Some(bar);
        Painter::new()
            .png(&scene, Format::still(theme))
            .expect("a picture")
    };
    let first = boards(&table.cleo).pop().expect("a board");
    assert!(
        picture(&stage, &first) == drawn(&[], ["Ana", "Ben"], "", Theme::default()),
        "the first board"
    );
    let posted = stage.plays(&table.ana, "d").await;
    assert!(
        picture(&stage, &posted) == drawn(&["d"], ["Ana", "Ben"], "d", Theme::default()),
        "the board after a turn"
    );
    // After a restart the cache of names is empty, so the bot asks Discord, even for a private board.
    stage.restart().await;
    let looked_at = private(table.cleo.command("board", NOTHING).await);
    stage.check_picture(&looked_at);
    assert!(
        picture(&stage, &looked_at) == drawn(&["d"], ["Ana", "Ben"], "d", Theme::default()),
        "the board after a restart"
    );
}
