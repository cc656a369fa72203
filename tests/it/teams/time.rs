//! Votes at the very moment of their end, and processes that were down at it.

use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use anteroom::db::Denial;
use anteroom::features::teams::model::TeamRefusal;
use anteroom::matches::Status;

use super::flow::{Club, HOUR, names};
use crate::support::forms::chooses;
use crate::support::stage::{NOTHING, on_board, private, refused, says, updated, whispered};
use crate::support::wait;

const END: &str = "SELECT at FROM alarms WHERE what = 'team-vote'";
const VOTES: &str = "SELECT count(*) FROM alarms WHERE what = 'team-vote'";

#[tokio::test]
async fn count_tells_the_new_end_after_time_was_given() {
    let club = Club::new().await;
    let ana = club.place("ana");
    let games = private(ana.command("play", NOTHING).await);
    let game = updated(ana.press(&games, "Connect N").await);
    let game = updated(chooses(&ana, &game, "wish/time", "1d").await);
    let shown = updated(ana.press(&game, "As a Team…").await);
    names(&ana, &shown, &[("name", "Woodpushers")]).await;
    let card = club.card().await;
    club.place("ben").press(&card, "Accept").await;
    club.board().await;
    club.until_team_moves().await;
    let before = club.state().await.voting().expect("a vote").closes;
    let ben = club.at_board("ben").await;
    let question = private(on_board(&ben, "Give Time…").await);
    private(ben.press(&question, "1 Day").await);
    club.stage.until_announced().await;
    club.votes("ana", "d").await;
    club.stage.advance(Duration::from_secs(16));
    club.stage.settles("team-tally").await;
    let closes = club.state().await.voting().expect("a vote").closes;
    assert!(closes > before);
    let told = format!("Voting closes <t:{}:R> now.", closes.0 / 1000);
    says(&club.board().await, &told);
}

#[tokio::test]
async fn vote_in_the_last_millisecond_counts_and_the_next_is_refused() {
    for before in [1, 0] {
        let mut club = Club::against_ben().await;
        club.votes("ana", "d").await;
        let place = club.at_board("cleo").await;
        let board = club.board().await;
        let picker = private(place.press(&board, "Vote…").await);
        let preview = updated(place.press(&picker, "e").await);
        let dan = club.at_board("dan").await;
        let other = private(dan.press(&board, "Vote…").await);
        let other = updated(dan.press(&other, "e").await);
        let turns = club.state().await.record().len() + 1;
        club.until_before_end(before);
        let (one, two) = tokio::join!(place.press(&preview, "Vote"), dan.press(&other, "Vote"));
        if before == 1 {
            updated(one);
            updated(two);
            club.stage.advance(Duration::from_millis(1));
        } else {
            // The turn may be played by then, or not yet.
            for late in [one, two] {
                let said = whispered(late);
                let closed = TeamRefusal::Closed.sentence();
                assert!(said == closed || said.contains("moved on"), "{said}");
            }
        }
        club.stage
            .until_row("SELECT turns FROM matches", &turns.to_string())
            .await;
        club.stage.until_announced().await;
        assert_eq!(club.last_turn().await, if before == 1 { "e" } else { "d" });
        club.stage.kill().await;
    }
}

#[tokio::test]
async fn vote_that_ended_before_the_flag_is_played_after_a_long_outage() {
    for early in [false, true] {
        let mut club = Club::against_ben().await;
        if early {
            for column in ["a", "b", "a"] {
                club.round(&["ana", "cleo"], column).await;
            }
        }
        club.votes("ana", "d").await;
        club.votes("cleo", "d").await;
        let voting = club.state().await.voting().expect("a vote");
        let ends = club.stage.row(END);
        assert_eq!(ends == voting.closes.0.to_string(), !early);
        let turns = club.state().await.turns_of(voting.seat);
        club.stage.kill().await;
        let gone = voting.opened.until(voting.flag) + HOUR;
        club.stage.advance(gone);
        club.stage.start().await;
        club.stage.until_row(VOTES, "0").await;
        let state = club.state().await;
        assert_eq!(state.turns_of(voting.seat), turns + 1);
        assert_eq!(*state.status(), Status::Playing);
        let last = state.record().last().expect("a turn");
        assert_eq!(last.at.0.to_string(), ends);
        assert_eq!(last.text.as_deref(), Some("d"));
    }
}

/// Gives a press the time to reach the thread of the database, which is busy: no event tells of it.
const PRESSED: Duration = Duration::from_millis(200);

impl Club {
    /// Keeps the thread of the database busy until the sender is dropped.
    async fn holds_database(&self) -> Sender<()> {
        let (go, held) = channel::<()>();
        let arbiter = self.stage.arbiter();
        tokio::spawn(async move {
            let held = arbiter.write(move |_| {
                let _ = held.recv();
                Ok(())
            });
            held.await.expect("a write");
        });
        wait::for_real(PRESSED).await;
        go
    }
}

#[tokio::test]
async fn vote_that_reaches_the_database_after_the_end_is_refused() {
    let club = Club::against_ben().await;
    club.votes("ana", "d").await;
    let cleo = club.at_board("cleo").await;
    let picker = private(cleo.press(&club.board().await, "Vote…").await);
    let preview = updated(cleo.press(&picker, "e").await);
    club.until_before_end(1);
    let go = club.holds_database().await;
    let ends = async {
        wait::for_real(PRESSED).await;
        club.stage.advance(Duration::from_millis(1));
        drop(go);
    };
    let (late, ()) = tokio::join!(cleo.press(&preview, "Vote"), ends);
    let said = whispered(late);
    // On a slow machine, the press comes so late that the turn is played.
    let closed = TeamRefusal::Closed.sentence();
    assert!(said == closed || said.contains("moved on"), "{said}");
    club.stage.until_row("SELECT turns FROM matches", "1").await;
    club.stage.until_announced().await;
    assert_eq!(club.last_turn().await, "d");
}

#[tokio::test]
async fn first_vote_that_reaches_the_database_after_the_usual_end_starts_half_an_hour() {
    let club = Club::against_ben().await;
    let cleo = club.at_board("cleo").await;
    let picker = private(cleo.press(&club.board().await, "Vote…").await);
    let preview = updated(cleo.press(&picker, "e").await);
    club.until_before_end(1);
    let go = club.holds_database().await;
    let ends = async {
        wait::for_real(PRESSED).await;
        club.stage.advance(Duration::from_millis(1));
        drop(go);
    };
    let (voted, ()) = tokio::join!(cleo.press(&preview, "Vote"), ends);
    updated(voted);
    let late = club.stage.arbiter().now().after(HOUR / 2).0.to_string();
    club.stage.until_row(END, &late).await;
}

#[tokio::test]
async fn vote_that_reaches_the_database_after_the_match_is_refused() {
    let club = Club::against_ben().await;
    let [ben, cleo] = [club.at_board("ben").await, club.at_board("cleo").await];
    let picker = private(cleo.press(&club.board().await, "Vote…").await);
    let preview = updated(cleo.press(&picker, "e").await);
    let question = private(ben.command("resign", NOTHING).await);
    let go = club.holds_database().await;
    let votes = async {
        wait::for_real(PRESSED).await;
        let go = async {
            wait::for_real(PRESSED).await;
            drop(go);
        };
        tokio::join!(cleo.press(&preview, "Vote"), go).0
    };
    let end = question
        .button("Resign")
        .or(question.button("Cancel Match"));
    let end = end.expect("a button").label;
    let (_, late) = tokio::join!(ben.press(&question, &end), votes);
    refused(late, TeamRefusal::Closed);
    club.stage.row_is("SELECT count(*) FROM team_votes", "0");
}
