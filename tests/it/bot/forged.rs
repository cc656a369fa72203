//! Custom ids that the bot never sent to the person who presses them: a changed client can send any.

use anteroom::bot::{commands, components};
use loopback_discord::{Answer, Message, Place, Snowflake};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::play::challenges;
use crate::support::rest::as_bot;
use crate::support::stage::{Stage, private, said, says, updated, whispered};

/// A number that no match has.
const NONE: u64 = 999;

/// Returns a text of a form about a match; `None` for a form about no match.
fn text_about(form: &[&str], id: u64) -> Option<String> {
    let about = ["MatchId", "OpponentChoice"];
    if !form.iter().any(|part| about.contains(part)) {
        return None;
    }
    let parts = form[1..].iter().map(|part| match *part {
        "MatchId" => id.to_string(),
        "OpponentChoice" => format!("match-{id}"),
        "u8" | "u32" => String::from("1"),
        "u64" => String::from("3600"),
        "String" => String::from("d"),
        "String as game" => String::from("connect-n"),
        "ChallengeOptions" => String::from("usual-rated"),
        "Want" => String::from("time"),
        "Follow" => String::from("turns"),
        "Pace" => String::from("normal"),
        "PageStep" => String::from("first"),
        "Side" => String::from("1"),
        "SetUp" => String::from("for"),
        other => panic!("a part of {form:?} is new, {other}: give a sample of it"),
    });
    Some(
        std::iter::once(form[0].to_owned())
            .chain(parts)
            .collect::<Vec<_>>()
            .join("/"),
    )
}

/// Returns the ids of everything that can be pressed about a match.
fn all_about(id: u64) -> Vec<String> {
    let forms = components::forms();
    let mut all: Vec<_> = forms.filter_map(|form| text_about(form, id)).collect();
    all.push(format!("set/referee/0-m{id}-show"));
    all
}

/// Posts buttons with these ids, as many as a message holds in each.
pub(crate) async fn posts(stage: &Stage, channel: Snowflake, ids: &[String]) -> Vec<Message> {
    let path = format!("/channels/{channel}/messages");
    let mut posted = Vec::new();
    for some in ids.chunks(25) {
        let rows = some.chunks(5).map(|row| {
            let buttons = row
                .iter()
                .map(|id| json!({"type": 2, "style": 2, "label": "Forged", "custom_id": id}));
            json!({"type": 1, "components": buttons.collect::<Value>()})
        });
        let body = json!({
            "content": "Forged",
            "components": rows.collect::<Value>(),
            "allowed_mentions": {"parse": []},
        });
        let (status, message) = as_bot(&stage.sandbox, Method::POST, &path, &body).await;
        assert_eq!(status, 200, "{message}");
        posted.push(Message::of(message));
    }
    posted
}

/// Presses each of these ids in a channel, and returns each with its answer.
async fn presses(
    stage: &Stage,
    name: &str,
    channel: Snowflake,
    ids: &[String],
) -> Vec<(String, Answer)> {
    let place = stage.person(name, channel);
    let posted = posts(stage, channel, ids).await;
    let mut answers = Vec::new();
    for (message, some) in posted.iter().zip(ids.chunks(25)) {
        for id in some {
            answers.push((id.clone(), place.click(message, id).await));
        }
    }
    answers
}

/// Returns the commands that take the number of a match, with what they need besides.
fn commands_about_a_match() -> Vec<(String, Vec<(String, Value)>)> {
    let named = |one: &Value| one["name"].as_str().unwrap_or_default().to_owned();
    let all = commands::definitions().into_iter();
    let about = all.filter_map(|command| {
        let options = command["options"].as_array()?.clone();
        options.iter().find(|option| option["name"] == "match")?;
        let needed = options.iter().filter(|option| option["required"] == true);
        let needed = needed.map(|option| (named(option), json!("d")));
        Some((named(&command), needed.collect()))
    });
    about.collect()
}

/// Uses each command about a match with this number, and returns each with its answer.
async fn uses(place: &Place, id: u64) -> Vec<(String, Answer)> {
    let mut answers = Vec::new();
    for (name, mut options) in commands_about_a_match() {
        options.push((String::from("match"), json!(id.to_string())));
        let answer = place.command(&name, options).await;
        answers.push((format!("/{name}"), answer));
    }
    answers
}

/// Returns what a person reads of an answer.
fn read(answer: &Answer) -> String {
    match answer {
        Answer::Message(message) | Answer::Update(message) => message.content().to_owned(),
        other => format!("{other:?}"),
    }
}

#[tokio::test]
async fn press_and_command_about_match_of_another_server_tell_nothing_of_it() {
    let (mut stage, hall) = Stage::with_club("Referee", 0, "dan").await;
    assert!(
        stage
            .sandbox
            .allow_command("Club", "referee", "Referee", true)
    );
    // A match that is being played, an open challenge, one that was withdrawn, and a match that cannot be read.
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    stage.challenge("ana", "anchor", &[]).await;
    let withdrawn = stage.challenge("ana", "anchor", &[]).await;
    let ana = stage.person("ana", stage.general());
    updated(ana.press(&withdrawn, "Withdraw").await);
    stage.begin("anache", &[]).await;
    stage.kill().await;
    // A newer version of the bot has written here.
    stage.change(
        "UPDATE events SET body = replace(body, '\"game\"', '\"rules_version\":9,\"game\"') WHERE match_id = 4 AND seq = 1",
    );
    stage.start().await;
    let dan = stage.person("dan", hall);
    assert!(all_about(1).len() > 45, "{:?}", all_about(1));
    assert!(commands_about_a_match().len() > 5);
    for id in [NONE, 1, 2, 3, 4] {
        let answer = format!("There is no match {id} here. `/games` lists yours.");
        // A press on the referee's panel needs the right to use it.
        let refused = "Only moderators can do that";
        for (pressed, given) in presses(&stage, "dan", hall, &all_about(id)).await {
            let told = whispered(given);
            assert!(
                told == answer || pressed.contains("referee") && told.starts_with(refused),
                "{pressed}: {told}"
            );
        }
        for (used, given) in uses(&dan, id).await {
            assert_eq!(whispered(given), answer, "{used}");
        }
    }
    stage.row_is("SELECT count(*) FROM follows", "0");
}

#[tokio::test]
async fn press_and_command_about_challenge_have_an_answer() {
    let stage = Stage::new().await;
    let [ana, ben, cleo] = stage.people(["ana", "ben", "cleo"]);
    let mut id = 0;
    for how in ["", "Decline", "Withdraw"] {
        let challenge = said(challenges(&ana, "connect-n", [("opponent", "ben")]).await);
        id += 1;
        match how {
            "Decline" => drop(ben.press(&challenge, how).await),
            "Withdraw" => drop(ana.press(&challenge, how).await),
            _ => {}
        }
        let status = format!("SELECT status FROM matches WHERE match_id = {id}");
        let was = stage.row(&status);
        // Ana owns the server.
        for (place, presses_too) in [(&cleo, true), (&ana, false)] {
            let mut answers = uses(place, id).await;
            if presses_too {
                let general = stage.general();
                answers.extend(presses(&stage, "cleo", general, &all_about(id)).await);
            }
            for (asked, answer) in answers {
                let told = read(&answer);
                assert!(!told.starts_with("Sorry"), "{asked}, {was}: {told}");
                assert_eq!(stage.row(&status), was, "{asked}");
            }
        }
    }
}

#[tokio::test]
async fn referee_names_what_an_open_challenge_lacks() {
    let stage = Stage::new().await;
    stage.challenge("ben", "connect-n", &[]).await;
    let ana = stage.person("ana", stage.general());
    let told = private(ana.command("referee", [("match", "1")]).await);
    says(&told, "Match 1 has not begun");
}
