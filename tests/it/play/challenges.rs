//! Challenges: open, declined and withdrawn ones, and presses of people who may not press.

use anteroom::discord::ui;
use anteroom::features::play;
use anteroom::games::GivenOptions;
use anteroom::matches::{CHALLENGE_LASTS, Command, Player, Refusal, TimeControl, UserId};

use crate::support::messages::check_seen;
use crate::support::play::challenges;
use crate::support::stage::{
    self, AGAINST_BEN, Stage, labels, private, refused, tab, updated, whispered,
};

#[tokio::test]
async fn an_open_challenge_is_for_anyone_but_its_maker() {
    let (stage, [ana, ben, cleo]) = Stage::with_people(["ana", "ben", "cleo"]).await;
    let challenge = stage
        .challenge("ana", "encastle", &[("colour", "Black")])
        .await;
    let open = stage.state(1).await;
    assert_eq!(challenge.content(), ui::challenge(&open).content);
    assert!(challenge.mentions().is_empty());
    assert!(challenge.button("Decline").is_none());

    refused(ana.press(&challenge, "Accept").await, Refusal::OwnChallenge);
    let challenger = stage.id("ana");
    refused(
        ben.press(&challenge, "Withdraw").await,
        Refusal::NotChallenger { challenger },
    );

    let accepted = cleo.press(&challenge, "Accept").await;
    let card = accepted.message().expect("the card");
    assert!(card.button("Open Match").is_some() && card.button("Accept").is_none());
    let begun = stage.state(1).await;
    assert_eq!(
        begun.players(),
        Some([stage.id("cleo").into(), challenger.into()])
    );
    assert_eq!(
        card.content(),
        ui::card_text(&begun, None, stage.clock.now())
    );
}

/// Returns the refusal of a late acceptance.
async fn not_open(stage: &Stage, id: u64) -> Refusal {
    let by = stage.id("dan");
    stage.refusal(id, Command::Accept { by }).await
}

async fn closed(stage: &Stage, id: u64) -> String {
    ui::closed_challenge(&*stage.state(id).await).content
}

#[tokio::test]
async fn a_challenge_is_declined_by_who_was_challenged_and_withdrawn_by_its_maker() {
    let stage = Stage::new().await;
    let general = stage.general();
    let invited: Box<Player> = Box::new(stage.id("ben").into());
    let options = [("opponent", "ben")];
    for (id, name, label, status) in [
        (1, "ben", "Decline", "declined"),
        (2, "ana", "Withdraw", "withdrawn"),
    ] {
        let challenge = stage.challenge("ana", "connect-n", &options).await;
        for label in ["Accept", "Decline"] {
            let stranger = stage.person("cleo", general).press(&challenge, label).await;
            refused(
                stranger,
                Refusal::OnlyInvited {
                    invited: invited.clone(),
                },
            );
        }
        let place = stage.person(name, general);
        let left = updated(place.press(&challenge, label).await);
        assert_eq!(left.content(), closed(&stage, id).await);
        assert!(left.buttons().is_empty());
        let now = format!("SELECT status FROM matches WHERE match_id = {id}");
        assert_eq!(stage.row(&now), status);
    }
    assert!(stage.sandbox.threads(general).is_empty());
}

#[tokio::test]
async fn a_challenge_whose_post_was_deleted_is_answered_from_the_list() {
    let (stage, [ana, ben]) = Stage::with_people(["ana", "ben"]).await;
    let general = stage.general();
    for _ in 0..4 {
        let challenge = stage.challenge("ana", "connect-n", &AGAINST_BEN).await;
        assert!(stage.sandbox.delete_message(general, challenge.id()));
    }
    let (own, theirs) = (tab(&ana, "Challenges").await, tab(&ben, "Challenges").await);
    let late = tab(&ana, "Challenges").await;
    // The bot shows the list again, with the result of the press.
    let accepted = private(ben.press(&theirs, "Accept 1").await);
    let words = play::messages::accepted_elsewhere(&*stage.state(1).await);
    assert!(accepted.content().starts_with(&words), "{accepted:#?}");
    assert_eq!(labels(&accepted)[..2], ["Accept 2", "Decline 2"]);
    stage
        .until_row("SELECT count(thread) FROM places WHERE match_id = 1", "1")
        .await;
    stage.until_announced().await;
    assert_eq!(stage.sandbox.threads(general).len(), 1);
    let declined = private(ben.press(&accepted, "Decline 2").await);
    let words = play::messages::declined_elsewhere(&*stage.state(2).await);
    assert!(declined.content().starts_with(&words), "{declined:#?}");
    assert_eq!(labels(&declined)[..2], ["Accept 3", "Decline 3"]);
    let withdrawn = private(ana.press(&own, "Withdraw 3").await);
    let words = play::messages::withdrawn_elsewhere(&*stage.state(3).await);
    assert!(withdrawn.content().starts_with(&words), "{withdrawn:#?}");
    assert_eq!(labels(&withdrawn)[0], "Withdraw 4");
    // A direct channel works the same, without a note about the bot's permissions.
    let direct = stage.person("ben", stage.sandbox.direct_channel("ben"));
    let elsewhere = tab(&direct, "Challenges").await;
    let accepted = private(direct.press(&elsewhere, "Accept 4").await);
    let words = play::messages::accepted_elsewhere(&*stage.state(4).await);
    assert!(accepted.content().starts_with(&words), "{accepted:#?}");
    stage.row_is(
        "SELECT group_concat(status, ' ') FROM (SELECT status FROM matches ORDER BY match_id)",
        "playing declined withdrawn playing",
    );
    // An older list answers with the state of the challenge.
    refused(
        ana.press(&late, "Withdraw 2").await,
        not_open(&stage, 2).await,
    );
}

#[tokio::test]
async fn a_challenge_answered_from_a_list_is_closed_where_it_was_posted() {
    let (stage, [ana, ben]) = Stage::with_people(["ana", "ben"]).await;
    let mut posts = Vec::new();
    for _ in 0..2 {
        let options = [("opponent", "ben")];
        posts.push(stage.challenge("ana", "connect-n", &options).await);
    }
    let (own, theirs) = (tab(&ana, "Challenges").await, tab(&ben, "Challenges").await);
    private(ben.press(&theirs, "Decline 1").await);
    private(ana.press(&own, "Withdraw 2").await);
    for (post, id) in posts.iter().zip(1..) {
        let words = closed(&stage, id).await;
        let closed = stage.message_says(&ana, post, &words).await;
        assert!(closed.buttons().is_empty(), "{closed:#?}");
    }
}

#[tokio::test]
async fn challenges_that_cannot_be_made() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    refused(
        challenges(&ana, "connect-n", [("opponent", "ana")]).await,
        Refusal::SelfChallenge,
    );
    for time in ["soon", "1s"] {
        let said = whispered(challenges(&ana, "connect-n", [("time", time)]).await);
        let why = time.parse::<TimeControl>().expect_err("no clock");
        assert_eq!(said, why.to_string());
    }
    let options = [("columns", 4), ("rows", 4), ("n", 4)];
    let given: GivenOptions = options
        .map(|(key, value)| (key.to_owned(), value.to_string()))
        .into();
    let game = anteroom::games::find("connect-n").expect("the game");
    let why = game
        .complete_options(&given, || 0)
        .expect_err("too long a line");
    refused(
        challenges(&ana, "connect-n", options).await,
        Refusal::from(why),
    );
    // The refusal of an invalid setup lists the valid ones.
    let unread = [
        ("anchor", "big"),
        ("anacund", "small"),
        ("antichess", "960"),
    ];
    let mut said = Vec::new();
    for (game, setup) in unread {
        said.push(private(challenges(&ana, game, [("setup", setup)]).await));
    }
    let colour = [("colour", "Green")];
    said.push(private(challenges(&ana, "connect-n", colour).await));
    check_seen("setups_refused", &said);
    let bot = stage.sandbox.application_id();
    let options = [("opponent", bot.to_string())];
    let said = whispered(challenges(&ana, "connect-n", options).await);
    assert_eq!(said, play::messages::is_a_bot(UserId(bot.0)));
    stage.row_is("SELECT count(*) FROM events", "0");

    let table = stage.begin("connect-n", &[]).await;
    // The thread's match is unknown, so the bot cannot tell where to put another one.
    stage.change("UPDATE places SET thread = NULL, card = NULL");
    let inside = challenges(&table.ana, "connect-n", [("opponent", "ben")]);
    assert_eq!(whispered(inside.await), ui::NO_THREAD_IN_THREAD);
    stage.row_is("SELECT count(*) FROM matches", "1");
}

#[tokio::test]
async fn a_match_that_begins_in_the_thread_of_another_is_posted_in_its_channel() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    let told = challenges(&table.ana, "anchor", [("opponent", "ben")]);
    let told = whispered(told.await);
    stage.until_announced().await;
    let made = stage.state(2).await;
    let places = stage.view(2).await.places;
    assert!(told.contains("https://"), "{told}");
    assert_eq!(told, play::messages::challenged(&made, &places));
    let general = stage.general();
    assert_eq!(made.proposal().place.channel.0, general.0);
    let ben = stage.person("ben", general);
    let challenge = ben.messages().pop().expect("the challenge");
    updated(ben.press(&challenge, "Accept").await);
    stage.thread(1).await;
}

#[tokio::test]
async fn clocks_are_offered_while_one_is_typed() {
    let (_stage, [ana]) = Stage::with_people(["ana"]).await;
    let offered = async |typed: &str| {
        let answer = ana
            .autocomplete("play", "time", typed, [("opponent", "ben")])
            .await;
        let offered = stage::offered(&answer).into_iter();
        offered.map(|(_, value)| value).collect::<Vec<_>>()
    };
    assert_eq!(offered("").await[2], "3d");
    assert_eq!(offered("7d").await, ["7d", "7d+12h"]);
    assert_eq!(offered("2d 6h").await, ["2d6h"]);
    // The completion offers a hint instead of a time control.
    let unreadable = offered("whenever").await;
    assert!(
        matches!(&*unreadable, [hint] if hint.parse::<TimeControl>().is_err()),
        "{unreadable:?}"
    );
}

#[tokio::test]
async fn a_challenge_that_nobody_takes_up_ends_and_is_renewed() {
    let (stage, [ana, ben]) = Stage::with_people(["ana", "ben"]).await;
    let challenge = stage.challenge("ana", "connect-n", &[]).await;
    stage.advance(CHALLENGE_LASTS);
    stage
        .until_row("SELECT status FROM matches", "expired")
        .await;
    let words = closed(&stage, 1).await;
    let expired = stage.message_says(&ana, &challenge, &words).await;
    assert_eq!(labels(&expired), ["Renew"]);
    let challenger = stage.id("ana");
    refused(
        ben.press(&expired, "Renew").await,
        Refusal::NotRenewer { challenger },
    );
    ana.press(&expired, "Renew").await;
    let renewed = stage
        .message_says(&ana, &challenge, challenge.content())
        .await;
    assert_eq!(labels(&renewed), labels(&challenge));
    // Until the bot has noted that post, it answers by itself and updates the card later.
    stage.until_row("SELECT count(*) FROM owed", "0").await;
    updated(ben.press(&renewed, "Accept").await);
    stage.row_is("SELECT status FROM matches", "playing");
}
