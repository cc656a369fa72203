//! The terms of challenges, and the limits for one person.

use std::time::Duration;

use anteroom::db::bounds::LimitReached;
use anteroom::discord::ui;
use anteroom::kernel::Error;
use anteroom::matches::{Bounds, NoRatingRange, Refusal, UNRATED, UnmetTerm};
use anteroom::ratings::Rating;
use loopback_discord::{Message, Place};
use serde_json::Value;

use crate::support::panels::fills_in;
use crate::support::play::challenges;
use crate::support::stage::{Stage, private, refused, said, updated, whispered};

/// Posts an open challenge by Ana.
async fn open(stage: &Stage, options: &[(&str, Value)]) -> Message {
    let ana = stage.person("ana", stage.general());
    let options = options.iter().cloned();
    let challenge = said(challenges(&ana, "connect-n", options).await);
    stage.until_announced().await;
    challenge
}

async fn accepts(place: &Place, challenge: &Message) {
    updated(place.press(challenge, "Accept").await);
}

async fn is_refused(place: &Place, challenge: &Message, why: impl Into<Error>) {
    refused(place.press(challenge, "Accept").await, why);
}

/// Asserts that a challenge is refused for this reason.
async fn cannot_play(place: &Place, options: &[(&str, Value)], why: impl Into<Error>) {
    let options = options.iter().cloned();
    refused(challenges(place, "connect-n", options).await, why);
}

#[tokio::test]
async fn a_challenge_is_refused_by_each_of_its_terms() {
    let (stage, [ben, cleo]) = Stage::with_people(["ben", "cleo"]).await;
    let general = stage.general();
    // Ben takes two days for a turn, and then loses on time.
    let table = stage.begin("connect-n", &[("time", "7d")]).await;
    for turn in ["d", "e"] {
        stage.plays(&table.ana, turn).await;
        stage.advance(Duration::from_hours(47));
        stage.plays(&table.ben, turn).await;
    }
    stage.plays(&table.ana, "d").await;
    stage.advance(Duration::from_hours(7 * 24));
    stage
        .until_row("SELECT reason FROM matches", "flagged")
        .await;
    let punctual = open(&stage, &[("only", Value::from("punctual"))]).await;
    let open_now = stage.state(2).await;
    let words = ui::challenge(&open_now).content;
    assert!(punctual.content().starts_with(&words), "{punctual:#?}");
    let figures = open_now.proposal().figures.as_ref().expect("figures");
    assert_eq!((figures.finished, figures.lost_on_time), (1, 0));
    let late = UnmetTerm::NotPunctual {
        lost_on_time: 1,
        finished: 1,
    };
    is_refused(&ben, &punctual, Refusal::from(late)).await;
    let quick = open(&stage, &[("only", Value::from("quick"))]).await;
    let half = Duration::from_hours(48);
    is_refused(&ben, &quick, Refusal::from(UnmetTerm::NotQuick { half })).await;
    let experienced = open(&stage, &[("finished", Value::from(2))]).await;
    for (place, finished) in [(&ben, 1), (&cleo, 0)] {
        let least = 2;
        let why = UnmetTerm::TooFewFinished { least, finished };
        is_refused(place, &experienced, Refusal::from(why)).await;
    }
    // These terms admit a person without a record.
    accepts(&cleo, &punctual).await;
    accepts(&cleo, &quick).await;
    let terms = [("only", Value::from("both")), ("finished", Value::from(1))];
    open(&stage, &terms).await;
    let asked = stage.state(5).await.proposal().terms.opponent;
    assert_eq!(
        (asked.punctual, asked.quick, asked.finished),
        (true, true, 1)
    );
    let ana = stage.person("ana", general);
    let options = [
        ("opponent", Value::from("ben")),
        ("only", Value::from("quick")),
    ];
    cannot_play(&ana, &options, Refusal::TermsForOne).await;
}

#[tokio::test]
async fn a_challenge_is_refused_by_a_range_of_ratings() {
    assert_eq!(Rating::START.rounded(), UNRATED);
    let (stage, [ana, ben, cleo]) = Stage::with_people(["ana", "ben", "cleo"]).await;
    // Ben resigns. His rating is then 1259 in this game, and Ana's is 1741.
    let table = stage.begin("connect-n", &[]).await;
    stage.opens(&table).await;
    stage.resigns(&table.ben).await;
    let equal = open(&stage, &[("range", Value::from("1300 – 1600"))]).await;
    let otherwise = |range: &str, rating| {
        let range = range.parse().expect("a range");
        Refusal::from(UnmetTerm::RatedOtherwise { range, rating })
    };
    is_refused(&ben, &equal, otherwise("1300-1600", Some(1259))).await;
    let strong = open(
        &stage,
        &[
            ("range", Value::from("1501+")),
            ("only", Value::from("punctual")),
        ],
    )
    .await;
    is_refused(&cleo, &strong, otherwise("1501+", None)).await;
    accepts(&cleo, &equal).await;
    let before = stage.row("SELECT count(*) FROM events");
    for text in ["1600", "1700-1400", "strong"] {
        let said = whispered(challenges(&ana, "connect-n", [("range", text)]).await);
        assert_eq!(said, NoRatingRange.to_string());
    }
    let options = [("opponent", "ben"), ("range", "1400+")];
    let options = options.map(|(key, value)| (key, Value::from(value)));
    cannot_play(&ana, &options, Refusal::TermsForOne).await;
    assert_eq!(stage.row("SELECT count(*) FROM events"), before);
}

#[tokio::test]
async fn nobody_has_more_than_ten_open_challenges() {
    let mut stage = Stage::without_bot().await;
    stage.bounds = Bounds::default();
    stage.start().await;
    let general = stage.general();
    let mut first = None;
    for _ in 0..10 {
        let challenge = open(&stage, &[]).await;
        first.get_or_insert(challenge);
    }
    let ana = stage.person("ana", general);
    let too_many = LimitReached::TooManyOpen {
        most: 10,
        here: false,
    };
    cannot_play(&ana, &[], too_many).await;
    // A match against the computer does not count.
    private(challenges(&ana, "connect-n", [("computer", Value::from(1))]).await);
    let first = first.expect("a challenge");
    ana.press(&first, "Withdraw").await;
    open(&stage, &[]).await;
    cannot_play(&ana, &[], too_many).await;
    // The limit holds for the renewal of an expired challenge as well.
    stage.advance(Duration::from_hours(14 * 24));
    stage
        .until_row(
            "SELECT count(*) FROM matches WHERE status = 'expired'",
            "10",
        )
        .await;
    for _ in 0..10 {
        open(&stage, &[]).await;
    }
    let expired = stage.sandbox.until(|_| {
        let mut messages = ana.messages().into_iter();
        messages.find(|message| message.button("Renew").is_some())
    });
    let expired = expired.await.expect("an expired challenge");
    refused(ana.press(&expired, "Renew").await, too_many);
}

#[tokio::test]
async fn nobody_makes_challenges_in_vain_without_end() {
    let mut stage = Stage::without_bot().await;
    stage.bounds = Bounds {
        in_vain: 3,
        ..Bounds::default()
    };
    stage.start().await;
    let [ana, ben] = stage.people(["ana", "ben"]);
    for _ in 0..2 {
        let challenge = open(&stage, &[]).await;
        ana.press(&challenge, "Withdraw").await;
    }
    // A challenge that becomes a match does not count, unless the match is aborted.
    let challenge = open(&stage, &[]).await;
    accepts(&ben, &challenge).await;
    let last = open(&stage, &[]).await;
    ana.press(&last, "Withdraw").await;
    let too_many = LimitReached::TooManyInVain { most: 3 };
    cannot_play(&ana, &[], too_many).await;
    cannot_play(&ana, &[("computer", Value::from(1))], too_many).await;
    stage.row_is("SELECT count(*) FROM matches", "4");
    stage.advance(Duration::from_hours(24));
    let challenge = open(&stage, &[]).await;
    ana.press(&challenge, "Withdraw").await;
    open(&stage, &[]).await;
}

#[tokio::test]
async fn a_server_allows_fewer() {
    let mut stage = Stage::new().await;
    let general = stage.general();
    stage.sandbox.set_owner("dan");
    let owner = stage.person("dan", general);
    let limits = [("open", "2"), ("running", "1")];
    updated(fills_in(&owner, "server", ("where", "Limits…"), &limits).await);
    stage.restart().await;
    let first = open(&stage, &[]).await;
    let second = open(&stage, &[]).await;
    let ana = stage.person("ana", general);
    let here = true;
    cannot_play(&ana, &[], LimitReached::TooManyOpen { most: 2, here }).await;
    let [ben, cleo] = stage.people(["ben", "cleo"]);
    accepts(&ben, &first).await;
    let plays = LimitReached::TooManyRunning { most: 1, here };
    is_refused(&ben, &second, plays).await;
    is_refused(
        &cleo,
        &second,
        LimitReached::ChallengerBusy { most: 1, here },
    )
    .await;
    cannot_play(&ana, &[("computer", Value::from(1))], plays).await;
    stage.row_is("SELECT open FROM server_bounds", "2");
}
