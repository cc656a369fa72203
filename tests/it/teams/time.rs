//! Votes at the very moment of their end, and processes that were down at it.

use std::time::Duration;

use anteroom::db::Denial;
use anteroom::features::teams::model::TeamRefusal;
use anteroom::matches::Status;

use super::flow::{Club, HOUR};
use crate::support::stage::{private, updated, whispered};

const END: &str = "SELECT at FROM alarms WHERE what = 'team-vote'";
const VOTES: &str = "SELECT count(*) FROM alarms WHERE what = 'team-vote'";

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
