//! Two whole matches from the challenge to the result, with a spectator.

use anteroom::board::Seat;
use anteroom::discord::ui;
use anteroom::games::{CATALOGUE, GivenOptions, find, turn_marks};
use anteroom::render::{Format, Painter, Theme};
use loopback_discord::Message;

use crate::support::stage::{NOTHING, Stage, boards, contents, labels, private, says, updated};
use crate::support::typing::by_button;

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
        let (place, next) = if index % 2 == 0 {
            (&table.ana, "ben")
        } else {
            (&table.ben, "ana")
        };
        let posted = stage.plays(place, turn).await;
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

#[tokio::test]
async fn antichess_by_buttons() {
    let (stage, table) = Stage::playing("antichess", &[("time", "15m+10s")]).await;
    stage.clear_requests();

    // Captures are compulsory, until White has mated.
    let turns = ["e4", "e5", "Qh5", "Ke7", "Qxe5"];
    let mut posted = Vec::new();
    for (index, turn) in turns.iter().enumerate() {
        let place = if index % 2 == 0 {
            &table.ana
        } else {
            &table.ben
        };
        posted.push(by_button(&stage, &table, place, turn).await);
        if index < 4 {
            // One post each: an answer to the picker's private message would appear as a reply to it.
            let counted = stage.counted();
            assert!(counted.len() <= index + 1, "{counted:?}");
            let posts = counted.iter().filter(|request| request.starts_with("POST"));
            assert_eq!(posts.count(), index + 1, "{counted:?}");
        }
    }
    for (post, turn) in posted.iter().zip(["e4", "e5", "Qh5", "Ke7", "Qxe5"]) {
        let turn = format!("**{turn}**");
        assert!(post.content().contains(&turn), "{turn}: {}", post.content());
    }
    let last = &posted[4];
    let result = stage.result(1).await;
    says(last, &result);
    assert_eq!(last.mentions(), ["ben"]);
    stage.check_picture(last);
    stage.card_follows(&table).await;
    stage.row_is("SELECT winner FROM matches", "0");
    assert!(
        !stage
            .row("SELECT coalesce(deadline, 'none') FROM matches")
            .contains(|c: char| c.is_ascii_digit())
    );
}

#[tokio::test]
async fn every_game_begins_and_takes_the_turn_that_is_offered_first() {
    let stage = Stage::new().await;
    for (index, game) in CATALOGUE.iter().enumerate() {
        let table = stage.begin(game.card.key, &[]).await;
        let board = boards(&table.cleo).pop().expect("a board");
        stage.check_picture(&board);
        let seat = if board.mentions() == ["ana"] {
            &table.ana
        } else {
            &table.ben
        };
        // The completion offers a turn of several steps step by step.
        let mut turn = String::new();
        for _ in 0..10 {
            let answer = seat.autocomplete("move", "turn", &turn, NOTHING).await;
            let choices = answer
                .choices()
                .unwrap_or_else(|| panic!("{}: {answer:#?}", game.card.key))
                .to_vec();
            let first = choices.first().unwrap_or_else(|| {
                panic!("{}: nothing is offered behind \"{turn}\"", game.card.key)
            });
            turn = first.value.as_str().expect("a text").to_owned();
            if !first.name.ends_with('…') {
                break;
            }
            turn.push(' ');
        }
        let posted = stage.plays(seat, turn.trim()).await;
        stage.check_picture(&posted);
        assert_eq!(
            stage.row(&format!(
                "SELECT ply > 0 FROM matches WHERE match_id = {}",
                index + 1
            )),
            "1"
        );
    }
}
