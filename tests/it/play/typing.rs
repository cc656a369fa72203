//! Turns typed in commands and forms: refusals, ambiguous turns and previews.

use anteroom::matches::Refusal;
use loopback_discord::Answer;

use crate::support::hand::{Hand, picker};
use crate::support::stage::{Stage, boards, labels, private, refused, says, updated};
use crate::support::tables::rows;
use crate::support::typing::{By, confirms};

/// Whether the answer to a turn is a preview; otherwise the turn is made.
fn is_preview(answer: &Answer) -> bool {
    let message = answer.message().unwrap_or_else(|| panic!("{answer:#?}"));
    message.is_ephemeral() && message.button("Play").is_some()
}

#[tokio::test]
async fn each_player_chooses_which_turns_are_previewed() {
    let stage = Stage::new().await;
    for (confirm, shown) in [
        ("always", [true, true, true]),
        ("pickers", [false, false, true]),
        ("never", [false, false, false]),
    ] {
        let table = stage.begin("connect-n", &[]).await;
        let mut posted = 1;
        confirms(&table.ana, confirm).await;
        for (by, shown) in [By::Command, By::Form, By::Picker].into_iter().zip(shown) {
            let board = stage.board(&table, posted).await;
            let answer = match by {
                By::Command => table.ana.command("move", [("turn", "a")]).await,
                By::Form => {
                    let form = stage.form(&table.ana, &board).await;
                    table.ana.submit(&form, [("turn", "a")]).await
                }
                By::Picker => {
                    let picker = private(picker(&table.ana, &board).await);
                    table.ana.press(&picker, "a").await
                }
            };
            assert_eq!(is_preview(&answer), shown, "{confirm}: {answer:#?}");
            if shown {
                assert_eq!(boards(&table.cleo).len(), posted);
                let played = table
                    .ana
                    .press(answer.message().expect("a preview"), "Play")
                    .await;
                assert!(!is_preview(&played));
            }
            stage.board(&table, posted + 1).await;
            // Ben has no setting, so his typed turns count at once.
            stage.plays(&table.ben, "c").await;
            posted += 2;
        }
    }
}

#[tokio::test]
async fn ambiguous_turn_is_answered_with_its_meanings() {
    let (stage, table) = Stage::playing("antichess", &[]).await;
    stage.play_on(&table, &["d4", "a6", "Nf3", "a5"]).await;
    let board = boards(&table.cleo).pop().expect("a board");
    let form = stage.form(&table.ana, &board).await;
    let (typed, submitted) = (
        table.ana.command("move", [("turn", "Nd2")]).await,
        table.ana.submit(&form, [("turn", "nd2")]).await,
    );
    let mut preview = None;
    for answer in [typed, submitted] {
        let asked = answer
            .message()
            .unwrap_or_else(|| panic!("{answer:#?}"))
            .clone();
        assert!(asked.is_ephemeral());
        assert_eq!(
            labels(&asked),
            ["Nbd2", "Nfd2", "Move…", "Show Me", "Rules"]
        );
        stage.check_picture(&asked);
        let shown = updated(table.ana.press(&asked, "Nfd2").await);
        says(&shown, "**Nfd2**");
        preview = Some(shown);
    }
    assert!(!is_preview(
        &table.ana.press(&preview.expect("a preview"), "Play").await
    ));
    assert!(stage.board(&table, 6).await.content().contains("**Nfd2**"));
}

/// Games with their settings and the turns before, each with a turn that is refused.
const REFUSED: &str = "
    connect-n columns=4 rows=2 n=2; a; a → a
    antichess; e2e4; d7d5; e4d5; d8d5; b1c3 → a7a6
    encastle → e2e5
    anaash size=6 → a1-a3
    anchor start=even; h8 → h8
    anacund board=1; 12 13 25 → 12 13 25
    anache → b4,d4-N
    anache; b4-N → d9,e9-N end
";

/// A turn offered after a refusal gets a preview, even if the player wants none.
#[tokio::test]
async fn a_refused_turn_of_every_game_offers_legal_ones() {
    let stage = Stage::new().await;
    for (before, typed) in rows(REFUSED) {
        let mut before = before.split("; ");
        let mut options = before.next().expect("a game").split(' ');
        let game = options.next().expect("a game");
        let options: Vec<_> = options
            .filter_map(|option| option.split_once('='))
            .collect();
        let before: Vec<_> = before.collect();
        let table = stage.begin(game, &options).await;
        for place in [&table.ana, &table.ben] {
            confirms(place, "never").await;
        }
        stage.play_on(&table, &before).await;
        let place = table.player(before.len());
        let posted = boards(&table.cleo).len();
        let answer = place.command("move", [("turn", typed)]).await;
        let why = stage.refused_turn(&table, typed).await;
        assert!(matches!(why, Refusal::Illegal(_)), "{game}: {why:?}");
        let refused = refused(answer, why.clone());
        assert!(refused.content().contains("\n> "), "{game}: no rule");
        stage.check_picture(&refused);
        assert_eq!(boards(&table.cleo).len(), posted, "{game}");
        let offered = labels(&refused);
        assert!(
            (5..=6).contains(&offered.len())
                && offered.ends_with(&["Move…".into(), "Show Me".into(), "Rules".into()]),
            "{game}: {offered:?}"
        );
        // An offer may be the beginning of a turn, which the player completes in a picker.
        let mut hand = Hand::of(place, place.press(&refused, &offered[0]).await);
        while hand.message.button("Play").is_none() && !hand.has_played() {
            let key = hand.keys().into_iter().next();
            hand.pick(&key.expect("something to pick")).await;
        }
        // If the player wants no preview, the picked turn is made already.
        if !hand.has_played() {
            assert_eq!(
                boards(&table.cleo).len(),
                posted,
                "{game}: nothing is played yet"
            );
            assert!(!is_preview(&place.press(&hand.message, "Play").await));
        }
        stage.board(&table, posted + 1).await;
    }
}
