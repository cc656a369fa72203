//! Easy ways to a challenge: the list of open ones, and the menu of a person.

use anteroom::discord::ui;
use anteroom::features::play;
use anteroom::matches::{CHALLENGE_LASTS, Command, Refusal, Status, UserId};
use loopback_discord::Message;

use crate::support::stage::{Stage, labels, private, refused, says, tab, updated, whispered};

/// Returns the buttons of the challenges in a list, without the tabs.
fn acts(list: &Message) -> Vec<String> {
    let mut labels = labels(list);
    labels.truncate(labels.len() - 4);
    labels
}

#[tokio::test]
async fn open_challenges_are_listed_and_accepted_from_the_list() {
    let (stage, [ana, ben, cleo]) = Stage::with_people(["ana", "ben", "cleo"]).await;
    let nothing = tab(&ben, "Challenges").await;
    assert_eq!(acts(&nothing), [""; 0]);
    let open = stage.challenge("ana", "connect-n", &[("n", "3")]).await;
    // A direct challenge is not in other people's lists.
    stage
        .challenge("ana", "anchor", &[("opponent", "cleo")])
        .await;
    stage.challenge("ben", "anaash", &[]).await;
    let list = tab(&ben, "Challenges").await;
    let link = format!("/{}/{}", stage.general(), open.id());
    says(&list, &link);
    assert_eq!(acts(&list), ["Accept 1", "Withdraw 3"]);
    let late = tab(&cleo, "Challenges").await;
    assert_eq!(
        acts(&late),
        ["Accept 2", "Decline 2", "Accept 3", "Accept 1"]
    );
    let after = private(ben.press(&list, "Accept 1").await);
    let begun = stage.state(1).await;
    let accepted = play::messages::accepted_elsewhere(&begun);
    assert!(after.content().starts_with(&accepted), "{after:#?}");
    assert_eq!(acts(&after), ["Withdraw 3"]);
    assert_eq!(*begun.status(), Status::Playing);
    let card = ui::card_text(&begun, None, stage.clock.now());
    let card = stage.message_says(&ana, &open, &card).await;
    assert!(labels(&card).contains(&String::from("Open Match")));
    let by = stage.id("cleo");
    let taken = stage.refusal(1, Command::Accept { by }).await;
    refused(cleo.press(&late, "Accept 1").await, taken.clone());
    // A person can withdraw their own challenge in the list.
    let after = private(ben.press(&after, "Withdraw 3").await);
    let closed = stage.state(3).await;
    let withdrawn = play::messages::withdrawn_elsewhere(&closed);
    assert!(after.content().starts_with(&withdrawn), "{after:#?}");
    assert_eq!(acts(&after), [""; 0]);
    assert_eq!(*closed.status(), Status::Withdrawn);
    let gone = stage.refusal(3, Command::Accept { by }).await;
    refused(cleo.press(&late, "Accept 3").await, gone.clone());
    // An expired challenge is not open.
    stage.challenge("ben", "anaash", &[]).await;
    stage.advance(CHALLENGE_LASTS);
    assert_eq!(acts(&tab(&cleo, "Challenges").await), [""; 0]);
}

#[tokio::test]
async fn a_long_list_has_pages() {
    let stage = Stage::new().await;
    for _ in 0..7 {
        stage.challenge("ana", "connect-n", &[]).await;
    }
    let ben = stage.person("ben", stage.general());
    let first = tab(&ben, "Challenges").await;
    assert_eq!(acts(&first).len(), 3 + 2);
    let second = private(ben.press(&first, "▶").await);
    assert_eq!(
        acts(&second),
        ["Accept 4", "Accept 3", "Accept 2", "◀", "▶"]
    );
    let first = private(ben.press(&second, "◀").await);
    assert_eq!(labels(&first)[0], "Accept 7");
}

/// Each challenge has two buttons, and a message has five rows.
#[tokio::test]
async fn many_challenges_to_one_person_fit() {
    let stage = Stage::new().await;
    for _ in 0..7 {
        let to_ben = [("opponent", "ben")];
        stage.challenge("ana", "connect-n", &to_ben).await;
    }
    let ben = stage.person("ben", stage.general());
    let first = tab(&ben, "Challenges").await;
    assert_eq!(acts(&first).len(), 2 * 3 + 2);
    let second = updated(ben.press(&first, "▶").await);
    let third = updated(ben.press(&second, "▶").await);
    assert_eq!(acts(&third).len(), 2 + 2);
}

#[tokio::test]
async fn somebody_is_challenged_from_their_menu() {
    let stage = Stage::new().await;
    let general = stage.general();
    let [ana, ben] = ["ana", "ben"].map(|name| stage.sandbox.user(name));
    let place = ana.in_channel(general);
    let games = private(place.command_on("Challenge…", ben.id()).await);
    says(&games, &ben.mention());
    let sheet = &games.attachments()[0];
    assert_eq!(sheet.content_type, "image/png");
    assert!(!sheet.description.is_empty());
    let bytes = stage.sandbox.attachment(&sheet.url).expect("the file");
    assert!(bytes.len() < 400_000, "{} bytes", bytes.len());
    let page = private(place.press(&games, "Anacund").await);
    assert_eq!(
        labels(&page),
        [
            "Challenge",
            "More…",
            "Lessons",
            "Rules",
            "Other Games",
            "As a Team…"
        ]
    );
    stage.check_picture(&page);
    updated(place.press(&page, "Challenge").await);
    stage
        .until_row("SELECT invited FROM matches", &ben.id().to_string())
        .await;
    refused(
        place.command_on("Challenge…", ana.id()).await,
        Refusal::SelfChallenge,
    );
    let bot = stage.sandbox.application_id();
    let said = whispered(place.command_on("Challenge…", bot).await);
    let bot = UserId(bot.0);
    assert!(said.starts_with(&play::messages::is_a_bot(bot)), "{said}");
    stage.row_is("SELECT count(*) FROM events", "1");
}
