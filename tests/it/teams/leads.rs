//! What leads a member to a vote that waits, and from a vote to the next match.

use std::time::Duration;

use anteroom::discord::ui::NOTHING_WAITS;
use anteroom::features::play::messages::NOTHING_LEFT;
use loopback_discord::{Answer, Message, Place, RequestFault};

use super::flow::Club;
use crate::support::hand::Hand;
use crate::support::messages::check_seen;
use crate::support::stage::{NOTHING, boards, labels, private, says, updated};

const A_LOOK: Duration = Duration::from_secs(2);

/// A club in which a vote waits for Ana, and a match of her own, on this clock.
async fn club(time: &str) -> Club {
    let club = Club::against_ben().await;
    club.stage.begin("connect-n", &[("time", time)]).await;
    club
}

async fn moves(place: &Place, turn: &str) -> Answer {
    place.command("move", [("turn", turn)]).await
}

fn hand(place: &Place, message: Message) -> Hand<'_> {
    Hand {
        place,
        message,
        presses: 0,
    }
}

#[tokio::test]
async fn vote_leads_to_the_next_match() {
    let club = club("3d").await;
    let ana = club.place("ana");
    let opened = private(moves(&ana, "?").await);
    let mut hand = hand(&ana, opened);
    says(&hand.message, "your vote for **Woodpushers**");
    let first = hand.message.clone();
    club.stage.advance(A_LOOK);
    hand.pick("d").await;
    hand.press("Vote").await;
    says(&hand.message, "You voted for **d** in match 1.");
    check_seen("vote_leads_on", [&first, &hand.message]);
    // The vote is given, so nothing else waits.
    hand.press("Skip").await;
    says(&hand.message, "match 2");
    club.stage.advance(A_LOOK);
    hand.pick("e").await;
    hand.press("Play").await;
    says(&hand.message, NOTHING_LEFT);
    assert_eq!(
        club.page_of("ana").await.content().matches("**d**").count(),
        1
    );
}

#[tokio::test]
async fn vote_that_is_over_leads_on() {
    let club = club("3d").await;
    let ana = club.place("ana");
    let opened = private(moves(&ana, "?").await);
    says(&opened, "your vote for");
    club.votes("cleo", "e").await;
    club.vote_ends().await;
    let mut hand = hand(&ana, opened);
    hand.pick("d").await;
    check_seen("vote_over_leads_on", [&hand.message]);
}

#[tokio::test]
async fn turn_leads_to_a_vote_which_can_be_skipped() {
    let club = club("1h+1m").await;
    let ana = club.place("ana");
    let opened = private(moves(&ana, "?").await);
    let mut hand = hand(&ana, opened);
    says(&hand.message, "match 2");
    hand.press("Skip").await;
    says(&hand.message, "your vote for");
    club.stage.advance(A_LOOK);
    hand.press("Skip").await;
    says(&hand.message, "You have skipped all matches");
    club.stage.advance(A_LOOK);
    hand.pick("d").await;
    hand.press("Play").await;
    says(&hand.message, "your vote for");
    club.stage.advance(A_LOOK);
    hand.pick("e").await;
    hand.press("Vote").await;
    says(&hand.message, NOTHING_LEFT);
    says(&hand.message, "You voted for **e**");
}

#[tokio::test]
async fn page_of_a_team_leads_to_the_next_match() {
    let club = club("3d").await;
    let page = club.votes("ana", "d").await;
    let place = club.at_board("ana").await;
    says(&updated(place.press(&page, "Next").await), "match 2");
    let page = club.votes("cleo", "d").await;
    assert!(!labels(&page).contains(&"Next".to_owned()), "{page:#?}");
}

#[tokio::test]
async fn typed_turn_is_a_vote_where_only_a_vote_waits() {
    let club = Club::against_ben().await;
    let ana = club.place("ana");
    let games = private(ana.command("games", NOTHING).await);
    let picker = updated(ana.press(&games, "Next").await);
    says(&picker, "your vote for");
    let preview = private(moves(&ana, "f").await);
    says(
        &updated(ana.press(&preview, "Vote").await),
        "You voted for **f**",
    );
    let voted = private(ana.command("games", NOTHING).await);
    check_seen("games_of_a_member", [&games, &voted]);
}

#[tokio::test]
async fn vote_is_offered_only_where_it_can_be_given() {
    let club = Club::against_ben().await;
    let stage = &club.stage;
    updated(club.on_page("cleo", "Join Team").await);
    // Ana owns the server, and so sees the match everywhere in it.
    let lounge = stage.person("cleo", stage.sandbox.channel("lounge"));
    let direct = stage.person("ana", stage.sandbox.direct_channel("ana"));
    for place in [&lounge, &direct] {
        for turn in ["?", "d"] {
            assert_eq!(private(moves(place, turn).await).content(), NOTHING_WAITS);
        }
        let games = private(place.command("games", NOTHING).await);
        says(&games, "Your vote");
        assert!(!labels(&games).contains(&"Next".to_owned()), "{games:#?}");
    }
    stage.begin("connect-n", &[]).await;
    let opened = private(moves(&direct, "?").await);
    stage.advance(A_LOOK);
    let mut hand = hand(&direct, opened);
    hand.pick("d").await;
    hand.press("Play").await;
    says(&hand.message, NOTHING_LEFT);
}

#[tokio::test]
async fn typed_turn_that_no_button_holds_is_looked_at_as_a_vote() {
    let club = club("3d").await;
    let ana = club.place("ana");
    let asked = private(moves(&ana, "d/").await);
    let vote = labels(&asked)
        .into_iter()
        .find(|label| label.contains("Woodpushers"));
    let answer = ana.press(&asked, &vote.expect("the vote")).await;
    check_seen("vote_not_understood", [&updated(answer)]);
}

#[tokio::test]
async fn count_waits_for_the_post_of_its_board() {
    const MESSAGES: &str = "/channels/{channel_id}/messages";
    let club = Club::against_ben().await;
    club.votes("ana", "d").await;
    club.vote_ends().await;
    club.stage.pass_until_nothing_is_owed().await;
    let before = club.board().await;
    let fails = RequestFault::ServerError(500);
    club.stage.fails("POST", MESSAGES, 1000, fails);
    club.place("ben")
        .command("move", [("turn", "a"), ("match", "1")])
        .await;
    let preview = private(
        club.place("ana")
            .command("move", [("turn", "e"), ("match", "1")])
            .await,
    );
    updated(club.place("ana").press(&preview, "Vote").await);
    club.stage.pass(Duration::from_mins(1), 20).await;
    let there = boards(&club.at_board("ana").await);
    let last = there.last().expect("the board before");
    assert_eq!((last.id(), last.content()), (before.id(), before.content()));
    club.stage.sandbox.clear_faults();
    club.stage.pass_until_nothing_is_owed().await;
    let board = club.board().await;
    assert_ne!(board.id(), before.id());
    says(&board, "**1 of 1 member** has voted");
}

#[tokio::test]
async fn typed_turn_asks_whether_it_is_a_vote_or_a_turn() {
    let club = club("3d").await;
    let ana = club.place("ana");
    let asked = private(moves(&ana, "d").await);
    check_seen("turn_or_vote", [&asked]);
    let vote = labels(&asked)
        .into_iter()
        .find(|label| label.contains("Woodpushers"));
    let preview = updated(ana.press(&asked, &vote.expect("the vote")).await);
    says(
        &updated(ana.press(&preview, "Vote").await),
        "You voted for **d**",
    );
}
