//! What people look up: their matches, a board, the rules, help, and what they may play while they type.

use anteroom::games;
use loopback_discord::{Answer, Message, Place, RequestFault};
use serde_json::Value;

use crate::support::stage::{Stage, boards, labels, whispered};

const OPEN_THREAD: &str = "/channels/{channel_id}/messages/{message_id}/threads";

const NOTHING: [(&str, &str); 0] = [];

async fn offered(place: &Place, typed: &str, others: &[(&str, &str)]) -> Vec<(String, String)> {
    let answer = place
        .autocomplete("move", "turn", typed, others.iter().copied())
        .await;
    let choices = answer
        .choices()
        .unwrap_or_else(|| panic!("{answer:#?}"))
        .to_vec();
    choices
        .into_iter()
        .map(|choice| {
            (
                choice.name,
                choice.value.as_str().unwrap_or_default().to_owned(),
            )
        })
        .collect()
}

#[tokio::test]
async fn games_lists_what_waits_for_me_first() {
    let stage = Stage::new().await;
    let general = stage.general();
    let ana = stage.person("ana", general);
    assert!(whispered(ana.command("games", NOTHING).await).starts_with("You have no matches."));
    let first = stage.begin("connect-n", &[]).await;
    let second = stage.begin("antichess", &[]).await;
    stage
        .challenge("cleo", "encastle", &[("opponent", "ana")])
        .await;
    stage.challenge("ana", "connect-n", &[]).await;
    stage.plays(&first.ana, "d").await;
    let answer = ana.command("games", NOTHING).await;
    let answer = answer.message().expect("a list").clone();
    let list = answer.content();
    let [ben, cleo] = ["ben", "cleo"].map(|name| stage.mention(name));
    let lines: Vec<&str> = list.lines().collect();
    assert_eq!(lines.len(), 8, "{list}");
    let tabs = answer.buttons();
    assert_eq!(
        tabs.iter()
            .map(|tab| (tab.label.as_str(), tab.disabled))
            .collect::<Vec<_>>(),
        [
            ("Accept 3", false),
            ("Decline 3", false),
            ("Withdraw 4", false),
            ("Mine", true),
            ("This Server", false)
        ]
    );
    assert_eq!(lines[0], "**Your move**");
    assert!(
        lines[1].starts_with(&format!(
            "Match 2: Standard Antichess with {ben} · <#{}> · deadline <t:",
            second.thread
        )),
        "{list}"
    );
    assert_eq!(lines[2], "**Challenges to you**");
    assert!(
        lines[3].starts_with(&format!(
            "Match 3: EnCastle Antichess with {cleo} · https://discord.com/channels/"
        )),
        "{list}"
    );
    assert_eq!(lines[4], "**Waiting for the other player**");
    assert!(
        lines[5].starts_with(&format!(
            "Match 1: Connect N with {ben} · <#{}>",
            first.thread
        )),
        "{list}"
    );
    assert_eq!(lines[6], "**Your challenges**");
    assert!(
        lines[7].starts_with("Match 4: Connect N, open to anyone · "),
        "{list}"
    );
}

#[tokio::test]
async fn games_turns_over_from_page_to_page() {
    let stage = Stage::new().await;
    let ana = stage.person("ana", stage.general());
    for _ in 0..30 {
        stage.challenge("ana", "connect-n", &[]).await;
    }
    let Answer::Message(first) = ana.command("games", NOTHING).await else {
        panic!("a list")
    };
    assert!(first.is_ephemeral());
    assert!(
        first
            .content()
            .starts_with("**Your challenges**\nMatch 1: ")
            && first.content().contains("Page 1 of ")
            && first
                .content()
                .ends_with("You have 30 matches and challenges."),
        "{}",
        first.content()
    );
    let mut seen = first.content().to_owned();
    let mut shown = first.clone();
    for _ in 0..30 {
        if seen.contains("Match 30: ") {
            break;
        }
        let Answer::Update(next) = ana.press(&shown, "▶").await else {
            panic!("the next page in the same message")
        };
        assert_eq!(next.id(), first.id());
        seen.push_str(next.content());
        shown = next;
    }
    for number in 1..=30 {
        let times = seen.matches(&format!("Match {number}: ")).count();
        assert_eq!(times, 1, "{number}: {seen}");
    }
    let Answer::Update(back) = ana.press(&shown, "◀").await else {
        panic!("the page before")
    };
    assert_ne!(back.content(), shown.content());
}

#[tokio::test]
async fn move_knows_which_match_is_meant() {
    let stage = Stage::new().await;
    let ana = stage.person("ana", stage.general());
    let first = stage.begin("connect-n", &[]).await;
    let only = whispered(ana.command("move", [("turn", "d")]).await);
    assert_eq!(
        only,
        format!(
            "You played **d** in match 1. The match is in <#{}>.",
            first.thread
        )
    );
    stage.board(&first, 2).await;
    stage.until_announced().await;
    stage.plays(&first.ben, "d").await;

    let second = stage.begin("antichess", &[]).await;
    let Answer::Message(asked) = ana.command("move", [("turn", "d")]).await else {
        panic!("a question")
    };
    let which = asked.content();
    assert!(
        which.starts_with("In which match do you play `d`?\n"),
        "{which}"
    );
    assert!(
        which.contains(&format!("<#{}>", first.thread))
            && which.contains(&format!("<#{}>", second.thread)),
        "{which}"
    );
    // The turn is kept, and seen before it counts.
    let Answer::Update(shown) = ana.press(&asked, "1: Connect N with Ben").await else {
        panic!("the turn in the same message")
    };
    assert!(stage.check_picture(&shown).contains("d1, d3"));
    assert!(stage.row("SELECT turns FROM matches WHERE match_id = 1") == "2");
    assert!(
        whispered(ana.command("move", [("turn", "e4"), ("match", "#2")]).await)
            .starts_with("You played **e2e4** in match 2.")
    );
    // In a thread it is the thread's match.
    stage.plays(&first.ana, "d").await;

    let answer = ana.autocomplete("move", "match", "", [("turn", "d")]).await;
    let names: Vec<_> = answer
        .choices()
        .expect("choices")
        .iter()
        .map(|choice| choice.name.clone())
        .collect();
    assert_eq!(
        names,
        [
            "1: Connect N with Ben, waiting for the other player",
            "2: Standard Antichess with Ben, waiting for the other player"
        ]
    );
}

#[tokio::test]
async fn legal_turns_are_offered_while_one_is_typed() {
    let stage = Stage::new().await;
    let table = stage.begin("antichess", &[]).await;
    let all = offered(&table.ana, "", &[]).await;
    assert_eq!(all.len(), 20, "{all:?}");
    let knight = offered(&table.ana, "nf", &[]).await;
    assert_eq!(knight, [(String::from("g1f3 (Nf3)"), String::from("g1f3"))]);
    assert_eq!(
        offered(&table.ana, "2E-4", &[]).await,
        [(String::from("e2e4 (e4)"), String::from("e2e4"))]
    );
    let hint = |words: &str, value: &str| [(words.to_owned(), value.to_owned())];
    assert_eq!(
        offered(&table.ana, "e2e5", &[]).await,
        hint(
            "No legal turn begins like that. Choose this to see why.",
            "e2e5"
        )
    );
    assert_eq!(
        offered(&table.ben, "e", &[]).await,
        hint("It is Ana's turn (White).", "e")
    );
    assert_eq!(
        offered(&table.cleo, "", &[]).await,
        hint("You are watching match 1.", "?")
    );
    // From elsewhere, by the number of the match.
    let elsewhere = stage.person("ana", stage.general());
    assert_eq!(offered(&elsewhere, "e2e", &[("match", "1")]).await.len(), 2);

    // An open position has more than fit.
    stage.plays(&table.ana, "d2d4").await;
    stage.plays(&table.ben, "a7a6").await;
    let many = offered(&table.ana, "", &[]).await;
    assert_eq!(many.len(), 25, "{many:?}");
    assert_eq!(
        many[24..],
        hint(
            "…and 4 more turns. Type on, or choose this to pick step by step.",
            "?"
        )
    );
}

/// Who chooses a hint is answered as if it were a turn that cannot be made, and clearly.
#[tokio::test]
async fn hints_lead_to_an_answer() {
    let stage = Stage::new().await;
    let table = stage.begin("antichess", &[]).await;
    let chosen = async |place: &Place, value: &str| place.command("move", [("turn", value)]).await;
    let picker = whispered(chosen(&table.ana, "?").await);
    assert!(
        picker.ends_with("turn 1: you play White.\nWhat do you play?"),
        "{picker}"
    );
    let why = whispered(chosen(&table.ana, "e2e5").await);
    assert!(
        why.starts_with("e2e5 is not legal: a pawn cannot go from e2 to e5."),
        "{why}"
    );
    for (place, value, answer) in [
        (&table.ben, "?", "It is "),
        (&table.ben, "e", "It is "),
        (&table.cleo, "?", "You are watching match 1."),
    ] {
        let told = whispered(chosen(place, value).await);
        assert!(told.starts_with(answer), "{value}: {told}");
    }
}

#[tokio::test]
async fn a_turn_of_several_steps_is_completed_step_by_step() {
    let stage = Stage::new().await;
    let table = stage.begin("anache", &[]).await;
    stage.plays(&table.ana, "e4,f4,g4-N").await;
    let ben = &table.ben;
    let names = async |typed: &str| {
        offered(ben, typed, &[])
            .await
            .into_iter()
            .map(|(name, _)| name)
            .collect::<Vec<_>>()
    };
    let begun = names("9F, e9").await;
    assert_eq!(
        begun[..3],
        ["e9,f9-S …", "e9,f9-SE …", "e9,f9-SW …"],
        "{begun:?}"
    );
    // What is a step already is offered with what may follow it.
    let step = names("e9,f9,g9-SE").await;
    assert_eq!(
        step[..2],
        ["e9,f9,g9-SE …", "e9,f9,g9-SE end, moves no further"],
        "{step:?}"
    );
    assert!(
        step[2..24]
            .iter()
            .all(|name| name.starts_with("e9,f9,g9-SE ") && !name.ends_with('…')),
        "{step:?}"
    );
    assert!(step[24].starts_with("…and "), "{step:?}");
    assert_eq!(
        names("e9,f9,g9-SE e").await[0],
        "e9,f9,g9-SE end, moves no further"
    );
    // A whole turn is played as it stands.
    stage.plays(ben, "e9,f9,g9-SE end").await;
}

#[tokio::test]
async fn board_rules_and_help() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    let Answer::Message(board) = table.ben.command("board", NOTHING).await else {
        panic!("a board")
    };
    assert!(
        board.is_ephemeral() && board.mentions().is_empty(),
        "{board:#?}"
    );
    assert!(
        board.content().contains("Turn 2: ") && board.content().contains("Turn 1: "),
        "{}",
        board.content()
    );
    stage.check_picture(&board);
    // Its buttons work as those in the thread do.
    assert!(whispered(table.ben.press(&board, "Move…").await).contains("Which column?"));

    let general = stage.person("cleo", stage.general());
    let Answer::Message(rules) = general.command("rules", [("game", "antichess")]).await else {
        panic!("rules")
    };
    assert!(rules.is_ephemeral());
    assert!(rules.content().contains("MIT"), "{}", rules.content());
    if rules.button("Next").is_some() {
        let Answer::Update(next) = general.press(&rules, "Next").await else {
            panic!("the next page")
        };
        assert!(next.content().contains("Page 2 of "), "{}", next.content());
        assert_ne!(next.content(), rules.content());
    }
    let shown = general.command("help", NOTHING).await;
    let shown = shown.message().expect("the help");
    let help = shown.content().to_owned();
    let turned = general.press(shown, "During Matches").await;
    let Answer::Update(turned) = turned else {
        panic!("{turned:#?}")
    };
    assert!(turned.is_ephemeral() && turned.content().starts_with("**Move** with the button"));
    let play = stage
        .sandbox
        .commands()
        .into_iter()
        .find(|command| command["name"] == "play")
        .expect("/play");
    assert!(
        help.contains(&format!("</play:{}>", play["id"].as_str().expect("an id"))),
        "{help}"
    );
}

#[tokio::test]
async fn a_bare_play_shows_the_games_and_begins_none() {
    let stage = Stage::new().await;
    let ana = stage.person("ana", stage.general());
    let games = ana.command("play choose", NOTHING).await;
    let games = games.message().expect("the games").clone();
    let names = anteroom::games::CATALOGUE.iter().map(|game| game.card.name);
    let names: Vec<_> = names.collect();
    let buttons = games.buttons().into_iter().map(|button| button.label);
    assert_eq!(buttons.collect::<Vec<_>>(), names);
    let found: Vec<_> = names
        .iter()
        .map(|name| games.content().find(&format!("**{name}**")))
        .collect();
    assert!(
        found.iter().all(Option::is_some) && found.is_sorted(),
        "{}",
        games.content()
    );
    // Each leads to the command that has all settings.
    let play = stage.sandbox.commands();
    let play = play.iter().find(|command| command["name"] == "play");
    let number = play.expect("/play")["id"].as_str().expect("a number");
    for game in anteroom::games::CATALOGUE {
        let page = ana.press(&games, game.card.name).await;
        let page = page.message().expect("a page").clone();
        let mention = format!("</play {}:{number}>", game.card.key);
        assert!(page.content().contains(&mention), "{}", page.content());
        ana.press(&page, "Other Games").await;
    }
    assert_eq!(stage.row("SELECT count(*) FROM matches"), "0");
}

#[tokio::test]
async fn games_of_the_server_are_those_that_one_can_see() {
    let stage = Stage::new().await;
    let first = stage.begin("antichess", &[]).await;
    stage.plays(&first.ana, "e4").await;
    let second = stage.begin("connect-n", &[]).await;
    let cleo = stage.person("cleo", stage.general());
    let answer = cleo.command("games", NOTHING).await;
    let mine = answer.message().expect("a list");
    assert!(mine.content().starts_with("You have no matches."));
    let Answer::Update(here) = cleo.press(mine, "This Server").await else {
        panic!("the other list in the same message")
    };
    let [ana, ben] = ["ana", "ben"].map(|name| stage.mention(name));
    let lines: Vec<&str> = here.content().lines().collect();
    assert_eq!(lines.len(), 5, "{lines:#?}");
    assert_eq!(
        (lines[0], lines[2]),
        ("**Connect N**", "**Standard Antichess**")
    );
    let players = format!("{ana} against {ben}");
    assert!(
        lines[1].starts_with(&format!(
            "Match 2: {players} · turn 1: {ana} · deadline <t:"
        )) && lines[1].ends_with(&format!(" · <#{}>", second.thread)),
        "{lines:#?}"
    );
    assert!(
        lines[3].starts_with(&format!(
            "Match 1: {players} · turn 2: {ben} · deadline <t:"
        )) && lines[3].ends_with(&format!(" · <#{}>", first.thread)),
        "{lines:#?}"
    );
    assert_eq!(lines[4], "-# 2 matches are being played in this channel.");
    let Answer::Update(back) = cleo.press(&here, "Mine").await else {
        panic!("one's own list")
    };
    assert!(back.content().starts_with("You have no matches."));
    // In a thread it is the channel's, and elsewhere only their number is told.
    let inside = table_list(&first.cleo).await;
    assert!(inside.contains("**Standard Antichess**"), "{inside}");
    let elsewhere = stage.person("cleo", stage.sandbox.channel("lounge"));
    assert_eq!(
        table_list(&elsewhere).await,
        "No match is being played in this channel. Begin one with `/play`.\n\
         -# 2 matches are being played in other channels: use `/games` there."
    );
}

/// The list of the server's matches, as somebody sees it in a place.
async fn table_list(place: &Place) -> String {
    let answer = place.command("games", NOTHING).await;
    let mine = answer.message().expect("a list");
    let shown = place.press(mine, "This Server").await;
    shown.message().expect("a list").content().to_owned()
}

#[tokio::test]
async fn a_turn_in_the_wrong_place_is_kept() {
    let stage = Stage::new().await;
    let mine = stage.begin("connect-n", &[]).await;
    stage
        .challenge(
            "cleo",
            "connect-n",
            &[("opponent", "dan"), ("colour", "Red")],
        )
        .await;
    let general = stage.person("dan", stage.general());
    let challenge = general
        .messages()
        .into_iter()
        .rfind(|message| message.button("Accept").is_some());
    general
        .press(&challenge.expect("a challenge"), "Accept")
        .await;
    let other = stage
        .sandbox
        .until(|sandbox| {
            sandbox.threads(stage.general()).get(1)?["id"]
                .as_str()?
                .parse()
                .ok()
        })
        .await
        .expect("a thread");
    stage.until_announced().await;
    // Ana types her turn in the thread of others.
    let ana = stage.person("ana", other);
    let answer = ana.command("move", [("turn", "d")]).await;
    let asked = answer.message().expect("a question");
    assert!(
        asked
            .content()
            .starts_with("In which match do you play `d`?"),
        "{}",
        asked.content()
    );
    let shown = ana.press(asked, "1: Connect N with Ben").await;
    let Answer::Update(shown) = shown else {
        panic!("{shown:#?}")
    };
    ana.press(&shown, "Play").await;
    stage.board(&mine, 2).await;
    assert_eq!(
        stage.row("SELECT turns FROM matches WHERE match_id = 1"),
        "1"
    );
    // A turn too long for a button is kept as well, and refused as the match refuses it.
    let long = "d".repeat(90);
    let ben = stage.person("ben", other);
    let answer = ben.command("move", [("turn", long.as_str())]).await;
    let asked = answer.message().expect("a question");
    let refused = ben.press(asked, "1: Connect N with Ana").await;
    let refused = refused.message().expect("a refusal").content().to_owned();
    assert!(refused.contains("dddd"), "{refused}");
    // Who has no match to move in hears of this one.
    let ana = ana.command("move", [("turn", "d")]).await;
    assert!(whispered(ana).starts_with("You are watching match 2."));
}

/// The message that an answer is, or has become.
fn message(answer: Answer) -> Message {
    answer.message().expect("a message").clone()
}

#[tokio::test]
async fn a_turn_in_a_thread_that_is_not_noted_yet_is_for_that_threads_match() {
    let stage = Stage::new().await;
    let first = stage.begin("connect-n", &[]).await;
    let general = stage.general();
    let second_seat = games::find("connect-n").expect("a game").card.seats[1];
    let given = [("opponent", "ben"), ("colour", second_seat)];
    let challenge = stage.challenge("ana", "connect-n", &given).await;
    // The thread is opened, and the bot does not hear of it.
    stage
        .sandbox
        .fail_requests("POST", OPEN_THREAD, 100, RequestFault::CutAfter);
    let ben = stage.person("ben", general);
    ben.press(&challenge, "Accept").await;
    let opened = stage
        .sandbox
        .until(|sandbox| sandbox.threads(general).get(1).map(|_| ()));
    opened.await.expect("a thread");
    assert_eq!(
        stage.row("SELECT thread IS NULL FROM places WHERE match_id = 2"),
        "1"
    );
    // Match 1 waits for Ana, and this one for Ben.
    let table = stage.table(challenge.id(), challenge.id());
    let answer = whispered(table.ana.command("move", [("turn", "d")]).await);
    let refused = format!(
        "It is {}'s turn (Red).\n`d` was not played.",
        stage.mention("ben")
    );
    assert_eq!(answer, refused);
    let answer = whispered(table.ben.command("move", [("turn", "d")]).await);
    assert!(
        answer.starts_with("You played **d** in match 2."),
        "{answer}"
    );
    stage.sandbox.clear_faults();
    stage.board(&table, 2).await;
    assert_eq!(boards(&first.cleo).len(), 1);
}

#[tokio::test]
async fn a_turn_in_a_thread_of_no_match_is_not_played_elsewhere_without_a_word() {
    let stage = Stage::new().await;
    let strange = stage.begin("connect-n", &[]).await;
    stage.plays(&strange.ana, "d").await;
    stage.change("UPDATE places SET thread = NULL, card = NULL WHERE match_id = 1");
    let table = stage.begin("connect-n", &[]).await;
    let typed = offered(&strange.ana, "d", &[]).await;
    assert_eq!(
        typed[0].0,
        "The match that waits for you is not this thread's. Send your turn: you are asked."
    );
    let asked = message(strange.ana.command("move", [("turn", "d")]).await);
    assert!(asked.is_ephemeral());
    assert!(
        asked
            .content()
            .starts_with("In which match do you play `d`?\n"),
        "{}",
        asked.content()
    );
    assert_eq!(labels(&asked), ["2: Connect N with Ben"]);
    let preview = strange.ana.press(&asked, "2: Connect N with Ben").await;
    let preview = preview.message().expect("a look at it").clone();
    strange.ana.press(&preview, "Play").await;
    stage.board(&table, 2).await;
}

#[tokio::test]
async fn what_is_done_at_once_is_asked_for_in_a_thread_of_no_match() {
    let stage = Stage::new().await;
    let strange = stage.begin("connect-n", &[]).await;
    stage.plays(&strange.ana, "d").await;
    stage.begin("connect-n", &[]).await;
    stage.change(
        "UPDATE places SET thread = NULL, card = NULL WHERE match_id = 1; \
         UPDATE matches SET status = 'finished' WHERE match_id = 1",
    );
    let which = "Which match?";
    for (name, options, question) in [
        ("draw", &NOTHING[..], which),
        ("takeback", &NOTHING[..], which),
        ("give-time", &[("time", "1d")], which),
        ("abort", &NOTHING[..], which),
        ("resign", &NOTHING[..], which),
        ("replay", &NOTHING[..], which),
        (
            "note",
            &[("text", "so far")],
            "In which match do you note `so far`?",
        ),
        (
            "conditional add",
            &[("line", "d | e")],
            "In which match do you plan `d | e`?",
        ),
        ("conditional add", &NOTHING[..], which),
        ("conditional clear", &NOTHING[..], which),
    ] {
        let ana = &strange.ana;
        let asked = message(ana.command(name, options.iter().copied()).await);
        assert_eq!(labels(&asked), ["2: Connect N with Ben"], "/{name}");
        assert!(
            asked.content().starts_with(&format!("{question}\n")),
            "/{name}: {}",
            asked.content()
        );
    }
    let events = "SELECT count(*) FROM events WHERE match_id = 2";
    assert_eq!(stage.row(events), "2");
    // A look at it does no harm, and what is typed in the channel is clear.
    assert!(whispered(strange.ana.command("board", NOTHING).await).contains("match 2"));
    stage
        .person("ana", stage.general())
        .command("draw", NOTHING)
        .await;
    assert_eq!(stage.row(events), "3");
}

#[tokio::test]
async fn what_was_typed_for_one_of_several_matches_is_kept_until_it_is_known_for_which() {
    let stage = Stage::new().await;
    let one = stage.begin("antichess", &[]).await;
    stage.begin("connect-n", &[]).await;
    stage.plays(&one.ana, "e4").await;
    let ana = stage.person("ana", stage.general());
    let [first, second] = ["1: Standard Antichess with Ben", "2: Connect N with Ben"];
    let asked = async |name: &str, options: &[(&str, &str)], question: &str| {
        let asked = message(ana.command(name, options.iter().copied()).await);
        assert!(asked.is_ephemeral(), "/{name}");
        assert!(
            asked.content().starts_with(&format!("{question}\n")),
            "{}",
            asked.content()
        );
        assert_eq!(asked.buttons().len(), 2, "/{name}");
        asked
    };

    // A line: planned where it fits, and refused with its reason where it does not.
    let line = "e6 | d4 | d6 | c3 | c6 | b3 | b6 | g3 | g6 | f3 | f6 | h3";
    let plan = [("line", line)];
    let question = format!("In which match do you plan `{line}`?");
    let unclear = asked("conditional add", &plan, &question).await;
    let refused = message(ana.press(&unclear, second).await);
    assert!(
        refused.content().starts_with("It is your move") && refused.content().contains(line),
        "{}",
        refused.content()
    );
    let unclear = asked("conditional add", &plan, &question).await;
    let planned = message(ana.press(&unclear, first).await);
    assert!(
        planned
            .content()
            .contains("\n1. if **e7e6**, you play **d2d4**, if **d7d6**"),
        "{}",
        planned.content()
    );

    // A note stands under the turn that was the latest when it was typed, or under the one that was named.
    let question = "In which match do you note `watch *b4*`?";
    for (options, under) in [
        (vec![("text", "watch *b4*")], "turn 1"),
        (
            vec![("text", "watch *b4*"), ("turn", "0")],
            "before the first turn",
        ),
    ] {
        let options: Vec<_> = options
            .into_iter()
            .map(|(key, value)| match key {
                "turn" => (key, Value::from(value.parse::<u32>().expect("a number"))),
                _ => (key, Value::from(value)),
            })
            .collect();
        let unclear = message(ana.command("note", options).await);
        assert!(
            unclear.content().starts_with(question),
            "{}",
            unclear.content()
        );
        let noted = message(ana.press(&unclear, first).await);
        assert!(
            noted.content().to_lowercase().contains(under),
            "{under}: {}",
            noted.content()
        );
    }

    // What was asked before something else was typed, or before the match went on, says so.
    let before = asked(
        "conditional add",
        &[("line", "d6 | c3")],
        "In which match do you plan `d6 | c3`?",
    )
    .await;
    let options = [("text", Value::from("another"))];
    let note = message(ana.command("note", options).await);
    for unclear in [&before, &note] {
        if std::ptr::eq(unclear, &note) {
            stage.plays(&one.ben, "d6").await;
        }
        let gone = message(ana.press(unclear, first).await);
        assert!(
            gone.content()
                .starts_with("What you typed is no longer kept:"),
            "{}",
            gone.content()
        );
    }
}

#[tokio::test]
async fn who_plays_several_matches_is_asked_with_buttons_which_is_meant() {
    let stage = Stage::new().await;
    let one = stage.begin("antichess", &[]).await;
    stage.begin("connect-n", &[]).await;
    stage.plays(&one.ana, "e4").await;
    let ana = stage.person("ana", stage.general());
    let labels = ["1: Standard Antichess with Ben", "2: Connect N with Ben"];
    let which = async |name: &str, options: &[(&str, &str)]| {
        let asked = message(ana.command(name, options.iter().copied()).await);
        assert!(asked.is_ephemeral(), "/{name}");
        assert!(asked.content().starts_with("Which match?\n"), "/{name}");
        let mut shown = asked.buttons();
        shown.sort_by_key(|button| button.label.clone());
        let shown: Vec<_> = shown.into_iter().map(|button| button.label).collect();
        assert_eq!(shown, labels, "/{name}");
        ana.press(&asked, labels[0]).await
    };
    let none: [(&str, &str); 0] = [];

    let replay = which("replay", &[("speed", "slow")]).await;
    let replay = message(replay);
    assert!(!replay.is_ephemeral());
    stage.check_replay(&replay);

    let listed = which("conditional list", &none).await;
    assert!(
        format!("{listed:?}").contains("You have planned no replies in match 1."),
        "{listed:?}"
    );
    let cleared = which("conditional clear", &none).await;
    assert!(format!("{cleared:?}").contains("match 1"), "{cleared:?}");
    let line = which("conditional clear", &[("line", "3")]).await;
    assert!(format!("{line:?}").contains('3'), "{line:?}");
    let plan = which("conditional add", &none).await;
    assert!(format!("{plan:?}").contains("Black"), "{plan:?}");

    let part = which("describe", &[("what", "rank 4")]).await;
    let part = whispered(part);
    assert!(part.starts_with("**Rank 4** in match 1: "), "{part}");

    which("takeback", &none).await;
    stage.until_announced().await;
    assert_eq!(
        stage.row("SELECT turns FROM matches WHERE match_id = 1"),
        "0"
    );
    let given = which("give-time", &[("time", "1d")]).await;
    assert!(
        format!("{given:?}").contains("You gave the other player more time in match 1."),
        "{given:?}"
    );
}
