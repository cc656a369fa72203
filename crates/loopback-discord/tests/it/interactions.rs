//! Commands, buttons, menus, modals and autocomplete, and their follow-ups.

use std::time::Duration;

use loopback_discord::{Answer, Sandbox};
use serde_json::{Value, json};
use serenity::all::{
    ActionRowComponent, AutocompleteChoice, ButtonStyle, ComponentInteractionDataKind,
    CreateActionRow, CreateAttachment, CreateAutocompleteResponse, CreateButton, CreateInputText,
    CreateInteractionResponse, CreateInteractionResponseFollowup, CreateInteractionResponseMessage,
    CreateModal, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
    EditInteractionResponse, HttpError, InputTextStyle, ResolvedValue,
};

use super::api::Api;
use super::bot::Bot;
use super::{quiet_sandbox, register};
use crate::openapi;

/// Returns the error code of a refused request.
fn code<T>(result: Result<T, serenity::Error>) -> isize {
    match result {
        Err(serenity::Error::Http(HttpError::UnsuccessfulRequest(refusal))) => refusal.error.code,
        Err(other) => panic!("not a refusal: {other}"),
        Ok(_) => panic!("not refused"),
    }
}

fn message(content: &str) -> CreateInteractionResponseMessage {
    CreateInteractionResponseMessage::new().content(content)
}

async fn start() -> (Sandbox, Bot) {
    let sandbox = quiet_sandbox().await;
    let bot = Bot::connect(&sandbox).await;
    register(&bot).await;
    (sandbox, bot)
}

#[tokio::test]
async fn a_command_is_answered_edited_and_followed() {
    let (sandbox, bot) = start().await;
    let general = sandbox.channel("general");
    let ana = sandbox.user("ana").in_channel(general);
    let bot_side = async {
        let command = bot.next_command().await;
        assert_eq!(
            (command.data.name.as_str(), command.user.name.as_str()),
            ("play", "ana")
        );
        assert_eq!(
            command.guild_id.map(|id| id.get()),
            Some(sandbox.guild_id().0)
        );
        assert!(
            command
                .app_permissions
                .is_some_and(|held| held.attach_files())
        );
        let options = command.data.options();
        let ResolvedValue::SubCommand(options) = &options[0].value else {
            panic!("no subcommand")
        };
        let ResolvedValue::User(opponent, Some(_)) = options[0].value else {
            panic!("no user")
        };
        assert_eq!(opponent.name, "ben");
        let button = CreateButton::new("accept:1")
            .label("Accept")
            .style(ButtonStyle::Success);
        let answer = message(&format!(
            "<@{}>, <@{}> challenges you.",
            opponent.id, command.user.id
        ))
        .button(button);
        command
            .create_response(&bot.http, CreateInteractionResponse::Message(answer))
            .await
            .expect("an answer");
        command
    };
    let (answer, command) = tokio::join!(
        ana.command("play connect-n", [("opponent", "ben")]),
        bot_side
    );
    let Answer::Message(shown) = answer else {
        panic!("{answer:?}")
    };
    assert_eq!(shown.mentions(), ["ben", "ana"]);
    assert_eq!(
        shown.button("Accept").expect("a button").custom_id,
        "accept:1"
    );
    assert_eq!(shown.json()["sandbox"]["command"], "/play connect-n");
    let again = command
        .create_response(
            &bot.http,
            CreateInteractionResponse::Message(message("Twice")),
        )
        .await;
    assert_eq!(code(again), 40060);
    let edited = command
        .edit_response(
            &bot.http,
            EditInteractionResponse::new().content("Withdrawn."),
        )
        .await
        .expect("an edit");
    assert_eq!(edited.content, "Withdrawn.");
    assert_eq!(
        ana.message(shown.id()).expect("the message").content(),
        "Withdrawn."
    );
    let file =
        CreateAttachment::bytes(b"1. e4".to_vec(), "game record.txt").description("The moves");
    let follow_up = CreateInteractionResponseFollowup::new()
        .content("For you")
        .ephemeral(true)
        .add_file(file);
    let follow_up = command
        .create_followup(&bot.http, follow_up)
        .await
        .expect("a follow-up");
    let seen = ana
        .message(loopback_discord::Snowflake(follow_up.id.get()))
        .expect("Ana sees it");
    assert!(seen.is_ephemeral());
    let [file] = &seen.attachments()[..] else {
        panic!("one file")
    };
    assert_eq!(
        (file.filename.as_str(), file.description.as_str()),
        ("game_record.txt", "The moves")
    );
    assert_eq!(
        sandbox.attachment(&file.url).as_deref(),
        Some(&b"1. e4"[..])
    );
    assert!(
        sandbox
            .user("ben")
            .in_channel(general)
            .message(seen.id())
            .is_none()
    );
    sandbox.clock().advance(Duration::from_secs(15 * 60 + 1));
    assert_eq!(
        code(
            command
                .edit_response(&bot.http, EditInteractionResponse::new().content("Late"))
                .await
        ),
        50027
    );
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn an_answer_after_three_seconds_comes_too_late() {
    let (sandbox, bot) = start().await;
    let ana = sandbox.user("ana").in_channel(sandbox.channel("general"));
    let bot_side = async {
        let command = bot.next_command().await;
        sandbox.clock().advance(Duration::from_millis(3_001));
        command
            .create_response(
                &bot.http,
                CreateInteractionResponse::Message(message("Late")),
            )
            .await
    };
    let (answer, late) = tokio::join!(ana.command("move", [("turn", "d")]), bot_side);
    assert!(
        matches!(answer, Answer::Failed(reason) if reason == "The application did not respond")
    );
    assert_eq!(code(late), 10062);
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn autocomplete_offers_choices() {
    let (sandbox, bot) = start().await;
    let ana = sandbox.user("ana").in_channel(sandbox.channel("general"));
    let bot_side = async {
        let typing = bot.next_autocomplete().await;
        let typed = typing
            .data
            .autocomplete()
            .expect("an option")
            .value
            .to_owned();
        let choices = vec![AutocompleteChoice::new(
            format!("{typed}4, in the middle"),
            format!("{typed}4"),
        )];
        let response = CreateAutocompleteResponse::new().set_choices(choices);
        typing
            .create_response(&bot.http, CreateInteractionResponse::Autocomplete(response))
            .await
            .expect("choices");
    };
    let (answer, ()) = tokio::join!(
        ana.autocomplete("move", "turn", "d", [] as [(&str, &str); 0]),
        bot_side
    );
    let choices = answer.choices().expect("choices");
    assert_eq!(
        (choices[0].name.as_str(), &choices[0].value),
        ("d4, in the middle", &"d4".into())
    );
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn a_button_opens_a_form_and_the_form_changes_the_message() {
    let (sandbox, bot) = start().await;
    let ana = sandbox.user("ana").in_channel(sandbox.channel("general"));
    let board = async {
        let command = bot.next_command().await;
        let buttons = vec![
            CreateButton::new("move").label("Move…"),
            CreateButton::new("off").label("Off").disabled(true),
        ];
        let answer = message("Your move.").components(vec![CreateActionRow::Buttons(buttons)]);
        command
            .create_response(&bot.http, CreateInteractionResponse::Message(answer))
            .await
            .expect("an answer");
    };
    let (answer, ()) = tokio::join!(ana.command("move", [("turn", "d")]), board);
    let shown = answer.message().expect("a message").clone();
    assert!(matches!(ana.press(&shown, "Off").await, Answer::NotSent(_)));
    let form = async {
        let click = bot.next_component().await;
        assert_eq!(click.message.content, "Your move.");
        let input = CreateInputText::new(InputTextStyle::Short, "Turn", "turn").max_length(5);
        let modal = CreateModal::new("move:1", "Your move")
            .components(vec![CreateActionRow::InputText(input)]);
        click
            .create_response(&bot.http, CreateInteractionResponse::Modal(modal))
            .await
            .expect("a form");
    };
    let (answer, ()) = tokio::join!(ana.press(&shown, "Move…"), form);
    let modal = answer.modal().expect("a form").clone();
    assert!(matches!(
        ana.submit(&modal, [("turn", "")]).await,
        Answer::NotSent(_)
    ));
    assert!(matches!(
        ana.submit(&modal, [("turn", "too long")]).await,
        Answer::NotSent(_)
    ));
    let update = async {
        let submitted = bot.next_modal().await;
        let ActionRowComponent::InputText(input) = &submitted.data.components[0].components[0]
        else {
            panic!("no text")
        };
        assert_eq!(
            (input.custom_id.as_str(), input.value.as_deref()),
            ("turn", Some("d4"))
        );
        let modal = CreateInteractionResponse::Modal(CreateModal::new("again", "Again"));
        assert_eq!(
            code(submitted.create_response(&bot.http, modal).await),
            50035
        );
        let answer =
            CreateInteractionResponse::UpdateMessage(message("Played d4.").components(Vec::new()));
        submitted
            .create_response(&bot.http, answer)
            .await
            .expect("an update");
    };
    let (answer, ()) = tokio::join!(ana.submit(&modal, [("turn", "d4")]), update);
    assert!(
        matches!(&answer, Answer::Update(message) if message.content() == "Played d4." && message.buttons().is_empty())
    );
    assert!(matches!(
        ana.submit(&modal, [("turn", "d5")]).await,
        Answer::NotSent(_)
    ));
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn a_deferred_answer_is_filled_in_by_an_edit_or_a_follow_up() {
    let (sandbox, bot) = start().await;
    let general = sandbox.channel("general");
    let ana = sandbox.user("ana").in_channel(general);
    for by_edit in [true, false] {
        let bot_side = async {
            let command = bot.next_command().await;
            let early = CreateInteractionResponseFollowup::new().content("Early");
            assert_eq!(code(command.create_followup(&bot.http, early).await), 10015);
            command
                .defer_ephemeral(&bot.http)
                .await
                .expect("a deferral");
            command
        };
        let (answer, command) = tokio::join!(ana.command("move", [("turn", "d")]), bot_side);
        let Answer::Deferred(waiting) = answer else {
            panic!("{answer:?}")
        };
        assert!(waiting.is_loading() && waiting.is_ephemeral());
        if by_edit {
            command
                .edit_response(&bot.http, EditInteractionResponse::new().content("Done."))
                .await
                .expect("an edit");
        } else {
            let follow_up = CreateInteractionResponseFollowup::new().content("Done.");
            command
                .create_followup(&bot.http, follow_up)
                .await
                .expect("a follow-up");
        }
        let shown = ana.message(waiting.id()).expect("the same message");
        assert_eq!(
            (
                shown.content(),
                shown.is_loading(),
                shown.is_ephemeral(),
                shown.is_edited()
            ),
            ("Done.", false, true, false)
        );
        command
            .delete_response(&bot.http)
            .await
            .expect("a deletion");
        assert_eq!(code(command.get_response(&bot.http).await), 10008);
    }
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn menus_offer_what_the_bot_or_the_server_has() {
    let (sandbox, bot) = start().await;
    let ana = sandbox.user("ana").in_channel(sandbox.channel("general"));
    let asking = async {
        let command = bot.next_command().await;
        let options = ["a", "b", "c"]
            .map(|name| CreateSelectMenuOption::new(name, name))
            .to_vec();
        let columns =
            CreateSelectMenu::new("column", CreateSelectMenuKind::String { options }).max_values(2);
        let rival = CreateSelectMenu::new(
            "rival",
            CreateSelectMenuKind::User {
                default_users: None,
            },
        );
        let rows = vec![
            CreateActionRow::SelectMenu(columns),
            CreateActionRow::SelectMenu(rival),
        ];
        let answer = message("Which?").components(rows);
        command
            .create_response(&bot.http, CreateInteractionResponse::Message(answer))
            .await
            .expect("an answer");
    };
    let (answer, ()) = tokio::join!(ana.command("move", [("turn", "d")]), asking);
    let shown = answer.message().expect("a message").clone();
    for values in [vec![], vec!["a", "b", "c"], vec!["d"], vec!["a", "a"]] {
        assert!(
            matches!(
                ana.select(&shown, "column", values.clone()).await,
                Answer::NotSent(_)
            ),
            "{values:?}"
        );
    }
    assert!(matches!(
        ana.select(&shown, "rival", ["17"]).await,
        Answer::NotSent(_)
    ));
    let ben = sandbox.user("ben").id().to_string();
    for (menu, value) in [("column", "b"), ("rival", &ben)] {
        let choosing = async {
            let choice = bot.next_component().await;
            let chosen = match &choice.data.kind {
                ComponentInteractionDataKind::StringSelect { values } => values.clone(),
                ComponentInteractionDataKind::UserSelect { values } => {
                    values.iter().map(|user| user.to_string()).collect()
                }
                other => panic!("{other:?}"),
            };
            choice
                .create_response(&bot.http, CreateInteractionResponse::Acknowledge)
                .await
                .expect("an acknowledgement");
            let edit =
                EditInteractionResponse::new().content(format!("Chosen: {}", chosen.join(", ")));
            choice
                .edit_response(&bot.http, edit)
                .await
                .expect("an edit");
        };
        let (answer, ()) = tokio::join!(ana.select(&shown, menu, [value]), choosing);
        assert!(matches!(answer, Answer::DeferredUpdate));
        assert_eq!(
            ana.message(shown.id()).expect("the message").content(),
            format!("Chosen: {value}")
        );
    }
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn an_interaction_takes_only_the_answers_of_its_kind() {
    let (sandbox, bot) = start().await;
    let api = Api::of(&sandbox);
    let ana = sandbox.user("ana").in_channel(sandbox.channel("general"));
    let bot_side = async {
        let command = bot.next_command().await;
        let path = format!("/interactions/{}/{}/callback", command.id, command.token);
        let choices: Vec<Value> = (0..26)
            .map(|number| json!({ "name": format!("{number}"), "value": "x" }))
            .collect();
        let modal = |rows: Value| json!({ "type": 9, "data": { "custom_id": "m", "title": "T", "components": rows } });
        for (body, place) in [
            (json!({}), "/type"),
            (json!({ "type": 6 }), "/type"),
            (json!({ "type": 7, "data": { "content": "x" } }), "/type"),
            (
                json!({ "type": 8, "data": { "choices": choices } }),
                "/type",
            ),
            (
                json!({ "type": 4, "data": { "content": "x".repeat(2_001) } }),
                "/data/content",
            ),
            (json!({ "type": 9 }), "/data"),
            (modal(json!([])), "/data/components"),
            (
                modal(
                    json!([{ "type": 1, "components": [{ "type": 2, "style": 1, "custom_id": "x", "label": "x" }] }]),
                ),
                "/data/components/0/components/0/type",
            ),
            (
                modal(
                    json!([{ "type": 1, "components": [{ "type": 4, "style": 1, "custom_id": "x", "label": "x".repeat(46) }] }]),
                ),
                "/data/components/0/components/0/label",
            ),
            (
                modal(
                    json!([{ "type": 18, "label": "x".repeat(46), "component": { "type": 4, "style": 1, "custom_id": "x" } }]),
                ),
                "/data/components/0/label",
            ),
            (
                modal(json!([{ "type": 18, "label": "x" }])),
                "/data/components/0/component",
            ),
            (
                modal(
                    json!([{ "type": 18, "label": "x", "component": { "type": 2, "style": 1, "custom_id": "x" } }]),
                ),
                "/data/components/0/component/type",
            ),
            (
                modal(
                    json!([{ "type": 18, "label": "x", "description": "x".repeat(101),
                             "component": { "type": 4, "style": 1, "custom_id": "x" } }]),
                ),
                "/data/components/0/description",
            ),
        ] {
            let refused = api.post(&path, body.clone()).await;
            assert_eq!(refused.code(), 50035, "{body}");
            assert!(
                refused
                    .body
                    .pointer(&format!("/errors{place}/_errors/0/code"))
                    .is_some(),
                "{place} in {}",
                refused.body
            );
        }
        assert_eq!(
            api.post(&path, json!({ "type": 4, "data": {} }))
                .await
                .code(),
            50006
        );
        // A refused answer does not count as the first answer.
        let answered = api
            .post(
                &format!("{path}?with_response=true"),
                json!({ "type": 4, "data": { "content": "At last." } }),
            )
            .await;
        assert_eq!(
            (
                answered.status,
                &answered.body["resource"]["message"]["content"]
            ),
            (200, &json!("At last."))
        );
        assert_eq!(
            answered.body["interaction"]["response_message_id"],
            answered.body["resource"]["message"]["id"]
        );
    };
    let (answer, ()) = tokio::join!(ana.command("move", [("turn", "d")]), bot_side);
    assert!(matches!(answer, Answer::Message(message) if message.content() == "At last."));
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn an_answer_to_a_private_message_quotes_it_to_nobody() {
    let (sandbox, bot) = start().await;
    let general = sandbox.channel("general");
    let ana = sandbox.user("ana").in_channel(general);
    let bot_side = async {
        let command = bot.next_command().await;
        let button = CreateButton::new("tell:1").label("Tell");
        let secret = message("A secret.").ephemeral(true).button(button);
        command
            .create_response(&bot.http, CreateInteractionResponse::Message(secret))
            .await
            .expect("an answer");
    };
    let (answer, ()) = tokio::join!(ana.command("move", [("turn", "d")]), bot_side);
    let secret = answer.message().expect("a private message").clone();
    let tell = async {
        let press = bot.next_component().await;
        let answer = CreateInteractionResponse::Message(message("Known to all."));
        press
            .create_response(&bot.http, answer)
            .await
            .expect("an answer");
    };
    let (answer, ()) = tokio::join!(ana.press(&secret, "Tell"), tell);
    let told = answer.message().expect("a message").id();
    for person in ["ana", "cleo"] {
        let place = sandbox.user(person).in_channel(general);
        let seen = place.message(told).expect("the message for everyone");
        assert_eq!(
            seen.json()["message_reference"]["message_id"],
            secret.id().to_string()
        );
        assert!(seen.json()["referenced_message"].is_null(), "{seen:?}");
    }
}
