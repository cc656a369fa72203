//! Challenges: open ones, declined and withdrawn ones, and everybody who presses the wrong button.

use loopback_discord::{Answer, DeliveryFault, Message, Place};

use crate::support::stage::{Stage, labels, whispered};

#[tokio::test]
async fn an_open_challenge_is_for_anyone_but_its_maker() {
    let stage = Stage::new().await;
    let general = stage.general();
    let [ana, cleo] = ["ana", "cleo"].map(|name| stage.mention(name));
    let challenge = stage
        .challenge("ana", "encastle", &[("colour", "Black")])
        .await;
    assert_eq!(
        challenge.content(),
        format!(
            "{ana} is looking for an opponent in **EnCastle Antichess** (match 1). Anyone may accept.\n{ana} plays Black · 3 days a turn · rated after 2 turns each\n\
             -# About 54 turns: up to 6 months if both always use all of their time."
        )
    );
    assert!(challenge.mentions().is_empty());
    assert!(challenge.button("Decline").is_none());

    let own = whispered(
        stage
            .person("ana", general)
            .press(&challenge, "Accept")
            .await,
    );
    assert!(own.starts_with("This is your own challenge"), "{own}");
    let other = whispered(
        stage
            .person("ben", general)
            .press(&challenge, "Withdraw")
            .await,
    );
    assert_eq!(other, format!("Only {ana} can withdraw this challenge."));

    let accepted = stage
        .person("cleo", general)
        .press(&challenge, "Accept")
        .await;
    let card = accepted.message().expect("the card").content().to_owned();
    assert!(
        card.starts_with(&format!(
            "**EnCastle Antichess**, match 1: {cleo} (White) against {ana} (Black)\n"
        )),
        "{card}"
    );
    assert!(
        accepted
            .message()
            .is_some_and(|card| card.button("Watch").is_some() && card.button("Accept").is_none())
    );
}

#[tokio::test]
async fn two_people_accept_at_once_and_one_of_them_plays() {
    let stage = Stage::new().await;
    let general = stage.general();
    let challenge = stage
        .challenge("ana", "connect-n", &[("colour", "Red")])
        .await;
    // Both clicks are on their way before the bot sees either.
    stage.sandbox.fail_delivery(DeliveryFault::Held);
    stage.sandbox.fail_delivery(DeliveryFault::Held);
    let (ben, cleo) = (stage.person("ben", general), stage.person("cleo", general));
    let both = async {
        stage
            .sandbox
            .until(|sandbox| (sandbox.messages(general, "ana").len() == 1).then_some(()))
            .await
            .expect("the challenge");
        tokio::task::yield_now().await;
        while stage.sandbox.deliver_held() < 1 {
            tokio::task::yield_now().await;
        }
        stage.sandbox.deliver_held();
    };
    let (first, second, ()) = tokio::join!(
        ben.press(&challenge, "Accept"),
        cleo.press(&challenge, "Accept"),
        both
    );
    let updates = [&first, &second]
        .into_iter()
        .filter(|answer| matches!(answer, Answer::Update(_)))
        .count();
    assert_eq!(updates, 1, "{first:#?} {second:#?}");
    let refused = [first, second]
        .into_iter()
        .find(|answer| matches!(answer, Answer::Message(_)))
        .expect("a refusal");
    assert_eq!(
        whispered(refused),
        "This challenge is no longer open: it has been accepted."
    );
    assert_eq!(
        stage.row("SELECT count(*) FROM events WHERE kind = 'accepted'"),
        "1"
    );
}

#[tokio::test]
async fn a_challenge_is_declined_by_the_one_who_was_challenged() {
    let stage = Stage::new().await;
    let general = stage.general();
    let [ana, ben] = ["ana", "ben"].map(|name| stage.mention(name));
    let challenge = stage
        .challenge("ana", "connect-n", &[("opponent", "ben")])
        .await;
    assert!(
        challenge.content().contains("random colours"),
        "{}",
        challenge.content()
    );
    for label in ["Accept", "Decline"] {
        let stranger = whispered(stage.person("cleo", general).press(&challenge, label).await);
        assert_eq!(
            stranger,
            format!("Only {ben} can answer this challenge."),
            "{label}"
        );
    }
    let declined = stage
        .person("ben", general)
        .press(&challenge, "Decline")
        .await;
    let Answer::Update(declined) = declined else {
        panic!("{declined:#?}")
    };
    assert_eq!(
        declined.content(),
        format!("{ben} declined {ana}'s challenge to **Connect N** (match 1).")
    );
    assert!(declined.buttons().is_empty());
    assert!(stage.sandbox.threads(general).is_empty());
    assert_eq!(stage.row("SELECT status FROM matches"), "declined");
}

#[tokio::test]
async fn a_challenge_is_withdrawn_by_its_maker() {
    let stage = Stage::new().await;
    let general = stage.general();
    let challenge = stage
        .challenge("ana", "connect-n", &[("opponent", "ben")])
        .await;
    let withdrawn = stage
        .person("ana", general)
        .press(&challenge, "Withdraw")
        .await;
    let Answer::Update(withdrawn) = withdrawn else {
        panic!("{withdrawn:#?}")
    };
    assert_eq!(
        withdrawn.content(),
        format!(
            "{} withdrew the challenge to **Connect N** (match 1).",
            stage.mention("ana")
        )
    );
    assert!(withdrawn.buttons().is_empty());
    assert_eq!(stage.row("SELECT status FROM matches"), "withdrawn");
}

/// The list of somebody's matches and challenges.
async fn games(place: &Place) -> Message {
    match place.command("games", [("", ""); 0]).await {
        Answer::Message(list) => list,
        other => panic!("not a list: {other:#?}"),
    }
}

#[tokio::test]
async fn a_challenge_whose_post_was_deleted_is_answered_from_the_list() {
    let stage = Stage::new().await;
    let general = stage.general();
    let [ana, ben] = ["ana", "ben"].map(|name| stage.person(name, general));
    for _ in 0..4 {
        let challenge = stage
            .challenge("ana", "connect-n", &[("opponent", "ben")])
            .await;
        assert!(stage.sandbox.delete_message(general, challenge.id()));
    }
    let (own, theirs) = (games(&ana).await, games(&ben).await);
    assert_eq!(
        labels(&own),
        [
            "Withdraw 1",
            "Withdraw 2",
            "Withdraw 3",
            "Withdraw 4",
            "Mine",
            "This Server"
        ]
    );
    assert_eq!(
        labels(&theirs),
        [
            "Accept 1",
            "Decline 1",
            "Accept 2",
            "Decline 2",
            "Accept 3",
            "Decline 3",
            "Accept 4",
            "Decline 4",
            "Mine",
            "This Server"
        ]
    );
    assert_eq!(
        whispered(ben.press(&theirs, "Accept 1").await),
        format!("You accepted match 1, in <#{general}>. Its thread opens in a moment.")
    );
    stage
        .until_row("SELECT count(thread) FROM places WHERE match_id = 1", "1")
        .await;
    stage.until_announced().await;
    assert_eq!(stage.sandbox.threads(general).len(), 1);
    assert_eq!(
        whispered(ben.press(&theirs, "Decline 2").await),
        "You declined match 2."
    );
    assert_eq!(
        whispered(ana.press(&own, "Withdraw 3").await),
        "You withdrew match 3."
    );
    // Somewhere else the same, without a word about what the bot may do there.
    let direct = stage.person("ben", stage.sandbox.direct_channel("ben"));
    let elsewhere = games(&direct).await;
    assert_eq!(
        whispered(direct.press(&elsewhere, "Accept 4").await),
        format!("You accepted match 4, in <#{general}>. Its thread opens in a moment.")
    );
    assert_eq!(
        stage.row(
            "SELECT group_concat(status, ' ') FROM (SELECT status FROM matches ORDER BY match_id)"
        ),
        "playing declined withdrawn playing"
    );
    // What was pressed before says what became of it.
    assert_eq!(
        whispered(ben.press(&theirs, "Accept 3").await),
        "This challenge is no longer open: it was withdrawn."
    );
    assert_eq!(
        whispered(ana.press(&own, "Withdraw 2").await),
        "This challenge is no longer open: it was declined."
    );
    assert!(
        !labels(&games(&ben).await)
            .iter()
            .any(|label| label.starts_with("Accept"))
    );
}

#[tokio::test]
async fn a_challenge_answered_from_a_list_is_closed_where_it_was_posted() {
    let stage = Stage::new().await;
    let general = stage.general();
    let [ana, ben] = ["ana", "ben"].map(|name| stage.person(name, general));
    let mut posts = Vec::new();
    for _ in 0..2 {
        let options = [("opponent", "ben")];
        posts.push(stage.challenge("ana", "connect-n", &options).await);
    }
    let (own, theirs) = (games(&ana).await, games(&ben).await);
    whispered(ben.press(&theirs, "Decline 1").await);
    whispered(ana.press(&own, "Withdraw 2").await);
    for (post, words) in posts.iter().zip([" declined ", " withdrew the challenge "]) {
        let closed = stage.message_says(&ana, post, words).await;
        assert!(closed.buttons().is_empty(), "{closed:#?}");
    }
    // A list is no place for somebody else's answer.
    let open = stage
        .challenge("ana", "connect-n", &[("opponent", "ben")])
        .await;
    let theirs = games(&ben).await;
    ana.press(&open, "Withdraw").await;
    assert_eq!(
        whispered(ben.press(&theirs, "Decline 3").await),
        "This challenge is no longer open: it was withdrawn."
    );
}

#[tokio::test]
async fn challenges_that_cannot_be_made() {
    let stage = Stage::new().await;
    let general = stage.general();
    let ana = stage.person("ana", general);
    let own = whispered(ana.command("play connect-n", [("opponent", "ana")]).await);
    assert_eq!(own, "You cannot challenge yourself.");
    let clock = whispered(ana.command("play connect-n", [("time", "soon")]).await);
    assert!(
        clock.starts_with("\"soon\" is not a time I can read: write 3d"),
        "{clock}"
    );
    let short = whispered(ana.command("play connect-n", [("time", "1s")]).await);
    assert_eq!(
        short,
        "The time must be from 10 seconds to 365 days, not 1s."
    );
    let long_line = whispered(
        ana.command("play connect-n", [("columns", 4), ("rows", 4), ("n", 4)])
            .await,
    );
    assert_eq!(long_line, "n must be 2 to 3 on a 4×4 frame.");
    let too_wide = ana.command("play connect-n", [("columns", 17)]).await;
    assert!(
        matches!(too_wide, Answer::NotSent(_)),
        "a client lets nobody type that: {too_wide:?}"
    );
    let bot = stage.sandbox.application_id().to_string();
    let bot = whispered(ana.command("play connect-n", [("opponent", bot)]).await);
    assert!(
        bot.ends_with(" is a bot and cannot be challenged."),
        "{bot}"
    );
    assert_eq!(stage.row("SELECT count(*) FROM events"), "0");

    let table = stage.begin("connect-n", &[]).await;
    let inside = whispered(
        table
            .ana
            .command("play connect-n", [("opponent", "ben")])
            .await,
    );
    assert_eq!(
        inside,
        "Each match has a thread of its own, and neither a thread nor a forum's post can hold another. \
         Use this command in a text channel, outside of its threads."
    );
}

#[tokio::test]
async fn clocks_are_offered_while_one_is_typed() {
    let stage = Stage::new().await;
    let ana = stage.person("ana", stage.general());
    let offered = async |typed: &str| {
        let answer = ana
            .autocomplete("play connect-n", "time", typed, [("opponent", "ben")])
            .await;
        let choices = answer
            .choices()
            .unwrap_or_else(|| panic!("{answer:#?}"))
            .to_vec();
        choices
            .into_iter()
            .map(|choice| {
                format!(
                    "{} = {}",
                    choice.name,
                    choice.value.as_str().unwrap_or_default()
                )
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(offered("").await[2], "3d: 3 days a turn = 3d");
    assert_eq!(
        offered("7d").await,
        [
            "7d: 7 days a turn = 7d",
            "7d+12h: 7 days each, and 12 hours more after each turn = 7d+12h"
        ]
    );
    assert_eq!(
        offered("2d 6h").await,
        ["2d6h: 2 days and 6 hours a turn = 2d6h"]
    );
    let unreadable = offered("whenever").await;
    assert!(
        unreadable[0].starts_with("Write 3d for three days a turn"),
        "{unreadable:?}"
    );
}

#[tokio::test]
async fn a_challenge_that_nobody_takes_up_ends_and_is_renewed() {
    let stage = Stage::new().await;
    let general = stage.general();
    let ana = stage.mention("ana");
    let challenge = stage.challenge("ana", "connect-n", &[]).await;
    let open = challenge.content().to_owned();
    let card = |words: &'static str| {
        let (stage, id) = (&stage, challenge.id());
        let cleo = stage.person("cleo", general);
        async move {
            stage
                .sandbox
                .until(|_| {
                    cleo.message(id)
                        .filter(|card| card.content().contains(words))
                })
                .await
                .expect("the card")
        }
    };
    stage.advance(std::time::Duration::from_hours(14 * 24));
    let expired = card("Nobody accepted").await;
    assert_eq!(
        expired.content(),
        format!(
            "Nobody accepted {ana}'s challenge to **Connect N** (match 1) within 14 days. {ana} can renew it for 14 more."
        )
    );
    assert!(expired.button("Accept").is_none());
    let other = whispered(stage.person("ben", general).press(&expired, "Renew").await);
    assert_eq!(other, format!("Only {ana} can renew this challenge."));
    stage.person("ana", general).press(&expired, "Renew").await;
    let renewed = card("is looking for an opponent").await;
    assert_eq!(renewed.content(), open);
    let accepted = stage.person("ben", general).press(&renewed, "Accept").await;
    assert!(
        accepted
            .message()
            .is_some_and(|card| card.content().starts_with("**Connect N**, match 1"))
    );
}
