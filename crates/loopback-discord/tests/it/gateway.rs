//! Sessions: identified, lost, resumed; failures of deliveries.

use std::time::Duration;

use loopback_discord::{Answer, Clock, DeliveryFault, Event, Sandbox, SandboxConfig};
use serenity::all::{
    CreateInteractionResponse, CreateInteractionResponseMessage, CreateMessage, GatewayIntents,
    HttpError,
};
use serenity::gateway::GatewayError;

use super::bot::{Bot, http};
use super::{quiet_sandbox, register};
use crate::openapi;

fn hello() -> CreateInteractionResponse {
    CreateInteractionResponse::Message(CreateInteractionResponseMessage::new().content("Hello."))
}

/// Checks that Ana's command reaches the bot and gets an answer.
async fn works(sandbox: &Sandbox, bot: &Bot) {
    let ana = sandbox.user("ana").in_channel(sandbox.channel("general"));
    let answering = async {
        let command = bot.next_command().await;
        command
            .create_response(&bot.http, hello())
            .await
            .expect("an answer");
    };
    let (answer, ()) = tokio::join!(ana.command("move", [("turn", "d")]), answering);
    assert!(matches!(answer, Answer::Message(_)), "{answer:?}");
}

#[tokio::test]
async fn a_dropped_session_is_resumed_and_misses_nothing() {
    let sandbox = quiet_sandbox().await;
    let bot = Bot::connect(&sandbox).await;
    register(&bot).await;
    assert_eq!(sandbox.session_counts(), (1, 0));
    for (number, trouble) in [
        Sandbox::gateway_drop,
        Sandbox::gateway_cut,
        Sandbox::gateway_reconnect,
    ]
    .into_iter()
    .enumerate()
    {
        trouble(&sandbox);
        // If the bot is disconnected, it gets the command after it has resumed.
        works(&sandbox, &bot).await;
        let resumed = u32::try_from(number).expect("few") + 1;
        sandbox
            .until(|sandbox| (sandbox.session_counts() == (1, resumed)).then_some(()))
            .await
            .expect("a resumed session");
    }
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn a_session_that_is_unknown_is_begun_anew() {
    let sandbox = quiet_sandbox().await;
    let bot = Bot::connect(&sandbox).await;
    register(&bot).await;
    sandbox.gateway_invalidate(false);
    assert!(!sandbox.bot_online());
    sandbox.until_online().await.expect("a new session");
    assert_eq!(sandbox.session_counts(), (2, 0));
    works(&sandbox, &bot).await;
}

#[tokio::test]
async fn a_wrong_token_and_privileged_intents_end_the_client() {
    let sandbox = quiet_sandbox().await;
    let start = async |token: &str, intents: GatewayIntents| {
        let builder =
            serenity::client::ClientBuilder::new_with_http(http(&sandbox, token), intents);
        builder.await.expect("a client").start().await
    };
    let refused = start("wrong", GatewayIntents::empty()).await;
    assert!(
        matches!(
            refused,
            Err(serenity::Error::Gateway(
                GatewayError::InvalidAuthentication
            ))
        ),
        "{refused:?}"
    );
    let refused = start(&sandbox.token(), GatewayIntents::MESSAGE_CONTENT).await;
    assert!(
        matches!(
            refused,
            Err(serenity::Error::Gateway(
                GatewayError::DisallowedGatewayIntents
            ))
        ),
        "{refused:?}"
    );
}

#[tokio::test]
async fn a_bot_whose_heartbeats_are_not_acknowledged_connects_again() {
    let mut config = SandboxConfig::default();
    config.clock = Clock::stopped();
    config.heartbeat = Duration::from_millis(300);
    let sandbox = Sandbox::start(config).await.expect("a sandbox");
    let _bot = Bot::connect(&sandbox).await;
    sandbox.gateway_acknowledges(false);
    let again = sandbox.until(|sandbox| {
        let (begun, resumed) = sandbox.session_counts();
        (begun + resumed > 1).then_some(())
    });
    again.await.expect("another connection");
}

#[tokio::test]
async fn interactions_come_twice_late_or_never() {
    let sandbox = quiet_sandbox().await;
    let bot = Bot::connect(&sandbox).await;
    register(&bot).await;
    let ana = sandbox.user("ana").in_channel(sandbox.channel("general"));
    sandbox.fail_delivery(DeliveryFault::Twice);
    works(&sandbox, &bot).await;
    let again = bot.next_command().await;
    let refused = again.create_response(&bot.http, hello()).await;
    assert!(
        matches!(&refused, Err(serenity::Error::Http(HttpError::UnsuccessfulRequest(why))) if why.error.code == 40060),
        "{refused:?}"
    );
    sandbox.fail_delivery(DeliveryFault::Held);
    sandbox.fail_delivery(DeliveryFault::Lost);
    for _ in 0..2 {
        let passing = async {
            tokio::task::yield_now().await;
            sandbox.clock().advance(Duration::from_millis(3_001));
        };
        let (answer, ()) = tokio::join!(ana.command("move", [("turn", "d")]), passing);
        assert!(matches!(answer, Answer::Failed(_)));
    }
    assert_eq!(sandbox.deliver_held(), 1);
    let late = bot.next_command().await;
    let refused = late.create_response(&bot.http, hello()).await;
    assert!(
        matches!(&refused, Err(serenity::Error::Http(HttpError::UnsuccessfulRequest(why))) if why.error.code == 10062),
        "{refused:?}"
    );
}

#[tokio::test]
async fn the_bot_hears_of_messages_but_not_what_they_say() {
    let sandbox = quiet_sandbox().await;
    let bot = Bot::connect(&sandbox).await;
    let general = sandbox.channel("general");
    let ana = sandbox.user("ana").in_channel(general);
    ana.say("A secret.").expect("a message");
    let heard = bot.next_message().await;
    assert_eq!(
        (heard.author.name.as_str(), heard.content.as_str()),
        ("ana", "")
    );
    ana.say(&format!("Hello <@{}>.", sandbox.application_id()))
        .expect("a message");
    assert!(bot.next_message().await.content.starts_with("Hello"));
    let mut watch = sandbox.watch();
    let channel = serenity::all::ChannelId::new(general.0);
    channel
        .send_message(&bot.http, CreateMessage::new().content("Hello, Ana."))
        .await
        .expect("a message");
    let said = watch.next(|event| {
        if let Event::MessageCreate(message) = event {
            message["content"].as_str().map(str::to_owned)
        } else {
            None
        }
    });
    assert_eq!(said.await.expect("an event"), "Hello, Ana.");
    assert_eq!(bot.next_message().await.content, "Hello, Ana.");
    bot.leave().await;
    sandbox
        .until(|sandbox| (!sandbox.bot_online()).then_some(()))
        .await
        .expect("the bot leaves");
}
