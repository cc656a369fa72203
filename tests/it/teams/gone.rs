//! Members who leave or are gone, moderators, and opponents who leave.

use std::time::Duration;

use anteroom::features::teams::model::TeamRefusal;
use anteroom::matches::GuildId;

use super::flow::{Club, HOUR};
use crate::support::messages::check_seen;
use crate::support::panels::moderates;
use crate::support::stage::{deletes_data, private, refused, updated};

const END: &str = "SELECT at FROM alarms WHERE what = 'team-vote'";
const VOTERS: &str = "SELECT count(*) FROM team_votes WHERE turn IS NOT NULL";

#[tokio::test]
async fn vote_of_who_leaves_is_gone_and_an_old_page_does_not_bring_them_back() {
    let club = Club::against_ben().await;
    club.votes("ana", "d").await;
    let old = club.votes("cleo", "e").await;
    let cleo = club.at_board("cleo").await;
    let page = club.page_of("cleo").await;
    let more = updated(cleo.press(&page, "More…").await);
    updated(club.on_page("cleo", "Leave Team").await);
    club.stage.row_is(VOTERS, "1");
    for (page, button) in [(old, "Withdraw Vote"), (more, "Wait")] {
        refused(cleo.press(&page, button).await, TeamRefusal::NotMember);
    }
    club.stage
        .row_is("SELECT count(*) FROM team_members WHERE here", "1");
    // A vote does.
    club.votes("cleo", "e").await;
    club.stage
        .row_is("SELECT count(*) FROM team_members WHERE here", "2");
}

#[tokio::test]
async fn votes_of_the_banned_and_of_who_left_the_server_do_not_count() {
    let club = Club::against_ben().await;
    club.votes("ana", "d").await;
    club.votes("cleo", "e").await;
    club.votes("dan", "e").await;
    let guild = club.state().await.proposal().place.guild.expect("a server");
    let (cleo, ben) = (club.stage.id("cleo"), club.stage.id("ben"));
    let arbiter = club.stage.arbiter();
    // Another server's moderators decide nothing here.
    let dan = club.stage.id("dan");
    let elsewhere = arbiter.ban(GuildId(1), dan, ben, "Spam");
    elsewhere.await.expect("banned");
    club.stage.pass_due(Duration::from_secs(1)).await;
    club.stage.row_is(VOTERS, "3");
    arbiter.ban(guild, cleo, ben, "Spam").await.expect("banned");
    club.stage.until_row(VOTERS, "2").await;
    // The end is looked for again without them.
    let closes = club.state().await.voting().expect("a vote").closes.0;
    club.stage.until_row(END, &closes.to_string()).await;
    // Two alarms of one moment are one alarm: it would be tried again after a minute.
    club.stage.advance(Duration::from_secs(1));
    arbiter.delete_person(dan).await.expect("deleted");
    club.stage.row_is(VOTERS, "1");
    club.stage.until_row(END, &closes.to_string()).await;
    club.vote_ends().await;
    assert_eq!(club.last_turn().await, "d");
}

#[tokio::test]
async fn only_voter_who_is_gone_leaves_the_vote_open() {
    let club = Club::against_ben().await;
    club.votes("cleo", "e").await;
    let cleo = club.stage.id("cleo");
    club.stage
        .arbiter()
        .delete_person(cleo)
        .await
        .expect("deleted");
    club.stage.pass_due(HOUR * 25).await;
    club.votes("ana", "d").await;
    club.vote_ends().await;
    assert_eq!(club.last_turn().await, "d");
}

#[tokio::test]
async fn deleted_people_leave_counts_behind() {
    let club = Club::against_ben().await;
    club.round(&["ana", "cleo", "dan"], "d").await;
    deletes_data(&club.place("cleo")).await;
    for table in ["team_votes", "team_members"] {
        let rows = format!(
            "SELECT count(*) FROM {table} WHERE user = {}",
            club.stage.id("cleo")
        );
        club.stage.row_is(&rows, "0");
    }
    let state = club.state().await;
    let ballots = state
        .record()
        .iter()
        .filter_map(|entry| entry.ballot.as_ref());
    let voters: Vec<_> = ballots.map(|ballot| ballot.voters()).collect();
    assert_eq!(voters, [3]);
}

#[tokio::test]
async fn vote_begins_anew_after_an_undo_and_lasts_after_a_pause() {
    let club = Club::against_ben().await;
    club.round(&["ana"], "d").await;
    let old = club.votes("ana", "e").await;
    let board = club.state().await.board();
    club.stage.sandbox.set_owner("dan");
    let moderator = club.at_board("dan").await;
    moderates(&moderator, "Undo Turn…", "A slip").await;
    let ben = club.at_board("ben").await;
    if club.state().await.voting().is_none() {
        club.stage.plays(&ben, "c").await;
    }
    assert_ne!(club.state().await.board(), board);
    let ana = club.at_board("ana").await;
    refused(ana.press(&old, "Withdraw Vote").await, TeamRefusal::Closed);
    club.votes("cleo", "f").await;
    moderates(&moderator, "Pause…", "Tea").await;
    club.stage
        .row_is("SELECT count(*) FROM alarms WHERE what = 'team-vote'", "0");
    club.stage.pass_due(HOUR * 100).await;
    moderates(&moderator, "Resume…", "Done").await;
    assert_eq!(club.board().await.mentions(), ["ana"]);
    club.vote_ends().await;
    assert_eq!(club.last_turn().await, "f");
}

#[tokio::test]
async fn vote_after_an_undo_calls_and_its_post_stays() {
    let club = Club::against_ben().await;
    club.votes("ana", "d").await;
    club.vote_ends().await;
    club.stage.sandbox.set_owner("dan");
    let moderator = club.at_board("dan").await;
    moderates(&moderator, "Undo Turn…", "A slip").await;
    let undone = club.board().await;
    assert_eq!(undone.mentions(), ["ana"]);
    club.votes("cleo", "f").await;
    club.stage.advance(Duration::from_secs(15));
    club.stage.settles("team-tally").await;
    let counted = club.board().await;
    assert_eq!(counted.id(), undone.id());
    moderates(&moderator, "Put Back…", "No slip").await;
    let back = club.board().await;
    check_seen("vote_after_an_undo", [&undone, &counted, &back]);
}

#[tokio::test]
async fn opponent_who_is_gone_ends_the_vote() {
    let club = Club::against_ben().await;
    club.votes("ana", "d").await;
    let asked = private(club.on_page("ana", "Resign…").await);
    let ana = club.at_board("ana").await;
    updated(ana.press(&asked, "Ask the Team").await);
    club.stage
        .arbiter()
        .delete_person(club.stage.id("ben"))
        .await
        .expect("deleted");
    club.stage
        .until_row("SELECT count(*) FROM matches WHERE status = 'playing'", "0")
        .await;
    club.stage
        .row_is("SELECT count(*) FROM alarms WHERE what LIKE 'team%'", "0");
}

#[tokio::test]
async fn who_left_or_withdrew_is_neither_called_nor_waited_for() {
    let club = Club::against_ben().await;
    club.round(&["ana"], "a").await;
    club.round(&["ana"], "b").await;
    club.votes("dan", "c").await;
    updated(club.on_page("dan", "Withdraw Vote").await);
    club.votes("cleo", "a").await;
    club.round(&["ana"], "a").await;
    let mut called = club.board().await.mentions().join(" ");
    assert!(!called.contains("dan"), "{called}");
    updated(club.on_page("cleo", "Leave Team").await);
    let voting = club.state().await.voting().expect("a vote");
    club.votes("ana", "d").await;
    club.stage.row_is(END, &voting.half().0.to_string());
    club.vote_ends().await;
    let ben = club.at_board("ben").await;
    club.stage.plays(&ben, "e").await;
    called = club.board().await.mentions().join(" ");
    assert_eq!(called, "ana");
}
