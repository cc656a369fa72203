//! Votes that are changed, equal, early, late or missing, draws, and the question whether a team resigns.

use std::collections::BTreeSet;
use std::time::Duration;

use anteroom::features::teams::model::TeamRefusal;
use anteroom::matches::{Status, turn_mark};
use loopback_discord::{Answer, Layout, Message};

use super::flow::{Club, HOUR, names, sets_up};
use crate::bot::forged::posts;
use crate::support::forms::chooses;
use crate::support::stage::{labels, private, refused, says, updated};

const MINUTE: Duration = Duration::from_mins(1);
const END: &str = "SELECT at FROM alarms WHERE what = 'team-vote'";

impl Club {
    /// Presses a button of the page of a person's team, or of the page of what is rarer.
    pub(super) async fn on_page(&self, name: &str, button: &str) -> Answer {
        let (place, mut shown) = (self.at_board(name).await, self.page_of(name).await);
        if !labels(&shown).contains(&button.to_owned()) {
            shown = updated(place.press(&shown, "More…").await);
        }
        place.press(&shown, button).await
    }

    pub(super) async fn page_of(&self, name: &str) -> Message {
        let board = self.board().await;
        private(self.at_board(name).await.press(&board, "My Team").await)
    }

    /// Returns the text of the last turn.
    pub(super) async fn last_turn(&self) -> String {
        let state = self.state().await;
        let last = state.record().last().expect("a turn");
        last.text.clone().expect("a turn")
    }

    /// Plays a turn of the team by these people's votes, and Ben's.
    pub(super) async fn round(&self, names: &[&str], column: &str) {
        for name in names {
            self.votes(name, column).await;
        }
        self.vote_ends().await;
        if self.state().await.voting().is_none() {
            let ben = self.at_board("ben").await;
            self.stage.plays(&ben, column).await;
        }
    }

    /// Advances the clock to the end of the vote, but for this time.
    pub(super) fn until_before_end(&self, before: i64) {
        let ends: i64 = self.stage.row(END).parse().expect("a moment");
        let wait = ends - before - self.stage.arbiter().now().0;
        let wait = u64::try_from(wait).expect("time to go");
        self.stage.advance(Duration::from_millis(wait));
    }
}

#[tokio::test]
async fn vote_is_changed_supported_and_withdrawn() {
    let club = Club::against_ben().await;
    club.votes("ana", "d").await;
    club.votes("ana", "e").await;
    club.stage.advance(MINUTE);
    club.votes("cleo", "d").await;
    let place = club.at_board("dan").await;
    club.votes("dan", "f").await;
    let page = club.page_of("dan").await;
    let menus = page.menus();
    let menu = menus
        .iter()
        .find(|menu| menu.custom_id.starts_with("team-other"));
    let menu = menu.expect("a menu of proposals");
    let e = menu.options.iter().find(|option| option.0 == "e");
    let e = e.unwrap_or_else(|| panic!("{menu:?}")).1.clone();
    let other = private(chooses(&place, &page, "team-other", &e).await);
    updated(place.press(&other, "Vote for This").await);
    let counts = "SELECT group_concat(turn || votes) FROM (SELECT turn, count(*) AS votes FROM team_votes \
                  WHERE turn IS NOT NULL GROUP BY turn ORDER BY turn)";
    club.stage.row_is(counts, "d1,e2");
    updated(club.on_page("dan", "Offer Draw").await);
    updated(club.on_page("dan", "Withdraw Vote").await);
    club.stage.row_is(counts, "d1,e1");
    // A vote that is given again has no offer beside it.
    let again = club.votes("dan", "f").await;
    let more = updated(place.press(&again, "More…").await);
    assert!(more.button("Offer Draw").is_some(), "{more:#?}");
    updated(club.on_page("dan", "Withdraw Vote").await);
    // Ana's vote for e is older than Cleo's for d.
    club.vote_ends().await;
    assert_eq!(club.last_turn().await, "e");
}

#[tokio::test]
async fn equal_votes_are_won_by_the_oldest_that_stands() {
    let club = Club::against_ben().await;
    club.votes("ana", "d").await;
    club.stage.advance(MINUTE);
    club.votes("cleo", "e").await;
    club.stage.advance(MINUTE);
    // Pressed once more, a vote keeps its age.
    club.votes("ana", "d").await;
    club.vote_ends().await;
    assert_eq!(club.last_turn().await, "d");
    let ben = club.at_board("ben").await;
    club.stage.plays(&ben, "a").await;
    club.votes("ana", "d").await;
    club.stage.advance(MINUTE);
    club.votes("cleo", "e").await;
    club.stage.advance(MINUTE);
    // Changed twice, it does not.
    club.votes("ana", "c").await;
    club.votes("ana", "d").await;
    club.vote_ends().await;
    assert_eq!(club.last_turn().await, "e");
}

#[tokio::test]
async fn vote_ends_early_from_the_fourth_turn_unless_somebody_waits() {
    let club = Club::against_ben().await;
    for column in ["a", "b", "a"] {
        club.votes("ana", column).await;
        let voting = club.state().await.voting().expect("a vote");
        club.stage.row_is(END, &voting.closes.0.to_string());
        club.round(&["cleo"], column).await;
    }
    let voting = club.state().await.voting().expect("a vote");
    let (usual, half) = (voting.closes.0.to_string(), voting.half().0.to_string());
    club.votes("ana", "d").await;
    club.stage.row_is(END, &usual);
    club.votes("cleo", "e").await;
    club.stage.row_is(END, &usual);
    club.votes("cleo", "d").await;
    club.stage.row_is(END, &half);
    updated(club.on_page("cleo", "Wait").await);
    club.stage.row_is(END, &usual);
    updated(club.on_page("cleo", "Do Not Wait").await);
    club.stage.row_is(END, &half);
    club.vote_ends().await;
    let state = club.state().await;
    let at = state.record().last().expect("a turn").at;
    assert_eq!(at.0.to_string(), half);
}

#[tokio::test]
async fn first_late_vote_starts_half_an_hour_once() {
    let club = Club::against_ben().await;
    let voting = club.state().await.voting().expect("a vote");
    club.stage.pass_due(HOUR * 25).await;
    assert_eq!(club.state().await.voting(), Some(voting));
    let late = club.stage.arbiter().now().after(MINUTE * 30).0.to_string();
    club.votes("ana", "d").await;
    club.stage.row_is(END, &late);
    // Who changes a vote prolongs nothing.
    club.stage.advance(MINUTE * 10);
    club.votes("ana", "e").await;
    club.stage.row_is(END, &late);
    club.vote_ends().await;
    let state = club.state().await;
    let last = state.record().last().expect("a turn");
    assert_eq!(last.at.0.to_string(), late);
    assert_eq!(club.last_turn().await, "e");
}

#[tokio::test]
async fn draw_that_more_than_half_want_is_offered_with_the_turn() {
    let club = Club::against_ben().await;
    for name in ["ana", "cleo", "dan"] {
        club.votes(name, "d").await;
    }
    updated(club.on_page("ana", "Offer Draw").await);
    club.vote_ends().await;
    assert_eq!(club.state().await.draw_offer(), None);
    let ben = club.at_board("ben").await;
    club.stage.plays(&ben, "d").await;
    for name in ["ana", "cleo", "dan"] {
        club.votes(name, "e").await;
    }
    updated(club.on_page("ana", "Offer Draw").await);
    updated(club.on_page("dan", "Offer Draw").await);
    club.vote_ends().await;
    assert!(club.state().await.draw_offer().is_some());
    let all = ben.messages().into_iter();
    let mut offers = all.filter(|one| one.content().contains("offers a draw"));
    let offer = offers.next_back().expect("an offer");
    updated(ben.press(&offer, "Accept Draw").await);
    let drawn = "SELECT reason FROM matches";
    club.stage.until_row(drawn, "agreed").await;
}

#[tokio::test]
async fn team_asks_itself_whether_it_resigns() {
    let club = Club::against_ben().await;
    club.round(&["ana", "cleo", "dan"], "a").await;
    for carried in [false, true] {
        let asked = private(club.on_page("ana", "Resign…").await);
        updated(
            club.at_board("ana")
                .await
                .press(&asked, "Ask the Team")
                .await,
        );
        if carried {
            updated(club.on_page("cleo", "Yes, Resign").await);
        } else {
            // One of three is not enough, also if nobody else answers.
            let open = private(club.on_page("dan", "Refresh").await);
            says(&open, "1 yes, 0 no");
        }
        club.votes("dan", if carried { "f" } else { "b" }).await;
        let closes = "SELECT count(*) FROM team_questions WHERE open";
        club.stage.row_is(closes, "1");
        club.stage.pass_due(HOUR * 25).await;
        club.stage.until_row(closes, "0").await;
        if carried {
            break;
        }
        assert_eq!(*club.state().await.status(), Status::Playing);
        let again = private(club.on_page("ana", "Resign…").await);
        let ana = club.at_board("ana").await;
        let again = ana.press(&again, "Ask the Team").await;
        refused(again, TeamRefusal::AskedLately { turns: 4 });
        let ben = club.at_board("ben").await;
        club.stage.plays(&ben, "b").await;
        for column in ["a", "b", "a", "b"] {
            club.round(&["ana", "cleo", "dan"], column).await;
        }
    }
    assert_ne!(*club.state().await.status(), Status::Playing);
}

#[tokio::test]
async fn only_who_is_called_is_mentioned_and_reminded() {
    let club = Club::against_ben().await;
    club.round(&["ana", "cleo"], "a").await;
    // Dan has not voted yet, but wishes to be called.
    let page = club.page_of("dan").await;
    let place = club.at_board("dan").await;
    let joined = updated(place.press(&page, "Join Team").await);
    let more = updated(place.press(&joined, "More…").await);
    updated(place.press(&more, "Call Me").await);
    let called = async || {
        let board = club.board().await;
        let mut called: Vec<_> = board.mentions().into_iter().map(str::to_owned).collect();
        called.sort_unstable();
        called
    };
    for column in ["b", "a"] {
        club.round(&["ana"], column).await;
    }
    assert_eq!(called().await, ["ana", "cleo", "dan"]);
    club.round(&["ana"], "b").await;
    assert_eq!(called().await, ["ana", "dan"], "Cleo voted four turns ago");
    club.votes("ana", "e").await;
    // Nobody else voted lately, so the vote would end early.
    updated(club.on_page("ana", "Wait").await);
    let voting = club.state().await.voting().expect("a vote");
    let wait = voting.last_third().0 - club.stage.arbiter().now().0;
    club.stage
        .pass_due(Duration::from_millis(wait.unsigned_abs()))
        .await;
    club.stage.settles("team-reminder").await;
    let all = club.at_board("ana").await.messages().into_iter();
    let mut reminders = all.filter(|one| one.content().contains("still needs your vote"));
    let reminder = reminders.next_back().expect("a reminder");
    assert_eq!(reminder.mentions(), ["dan"]);
    club.vote_ends().await;
    let ben = club.at_board("ben").await;
    club.stage.plays(&ben, "c").await;
    // He has not voted since he pressed *Call Me* four turns ago.
    assert_eq!(club.board().await.mentions(), ["ana"]);
    private(club.on_page("dan", "Call Me").await);
}

#[tokio::test]
async fn board_is_edited_few_times_however_many_vote() {
    let names: Vec<_> = (0..60).map(|one| format!("p{one}")).collect();
    let layout = Layout::default();
    let layout = names
        .iter()
        .fold(layout, |layout, name| layout.person(name));
    let club = Club::of(layout).await;
    club.begins("Connect N").await;
    club.stage.pass_until_nothing_is_owed().await;
    let board = club.board().await;
    club.stage.clear_requests();
    // One a second, twice: the second vote is for another turn.
    for column in ["a", "b"] {
        for name in &names {
            club.votes(name, column).await;
            club.stage.advance(Duration::from_secs(1));
        }
    }
    club.stage.settles("team-tally").await;
    let path = format!("/channels/{}/messages/{}", board.channel(), board.id());
    let journal = club.stage.sandbox.journal();
    let edits = journal.iter().filter(|one| one.path == path);
    let edits: Vec<_> = edits.map(|one| one.at).collect();
    let in_a_minute = edits.iter().map(|first| {
        let later = edits
            .iter()
            .filter(|at| (first..=&(first + 60_000)).contains(at));
        later.count()
    });
    let most = in_a_minute.max().expect("an edit");
    assert!(most <= 5, "{most} edits in a minute: {edits:?}");
    says(&club.board().await, "60 of 61 members");
}

#[tokio::test]
async fn member_does_not_play_against_their_team_and_opponent_sees_nothing_of_it() {
    let club = Club::new().await;
    let ana = club.place("ana");
    let shown = sets_up(&ana).await;
    names(&ana, &shown, &[("name", "Woodpushers")]).await;
    let card = club.card().await;
    let cleo = club.place("cleo");
    private(cleo.press(&card, "Join Woodpushers").await);
    refused(cleo.press(&card, "Accept").await, TeamRefusal::InTeam);
    club.place("ben").press(&card, "Accept").await;
    club.board().await;
    club.until_team_moves().await;
    club.votes("ana", "d").await;
    club.votes("cleo", "e").await;
    let ben = club.at_board("ben").await;
    let own = club.page_of("ben").await;
    says(&own, "You play against this team");
    assert!(own.button("Vote…").is_none() && own.menus().is_empty());
    // A changed client sends what a member's button does, for each turn.
    let board = club.state().await.board();
    let mark = turn_mark("d");
    let ids = [format!("team-support/1/{board}/{mark}")];
    let thread = club.thread().await;
    let forged = posts(&club.stage, thread, &ids).await;
    refused(
        ben.press(&forged[0], "Forged").await,
        TeamRefusal::NotMember,
    );
    private(club.on_page("ana", "Resign…").await);
    let asks = private(club.on_page("ana", "Resign…").await);
    updated(
        club.at_board("ana")
            .await
            .press(&asks, "Ask the Team")
            .await,
    );
    let seen = club.page_of("ben").await;
    assert!(!seen.content().contains("resign"), "{seen:#?}");
}

#[tokio::test]
async fn two_teams_play_each_other() {
    let club = Club::new().await;
    let ana = club.place("ana");
    let shown = sets_up(&ana).await;
    let both = [("name", "Woodpushers"), ("other", "Patzers")];
    names(&ana, &shown, &both).await;
    let card = club.card().await;
    let ben = club.place("ben");
    says(
        &private(ben.press(&card, "Join Patzers").await),
        "The match begins.",
    );
    club.board().await;
    let mut offered = false;
    for (turn, column) in ["a", "b", "a", "b", "a", "b", "a"].into_iter().enumerate() {
        let state = club.state().await;
        let first = state.to_move() == Some(state.proposal().seat);
        let (votes, not) = if first {
            ("ana", "ben")
        } else {
            ("ben", "ana")
        };
        let other = club.at_board(not).await;
        let board = club.board().await;
        // Who voted three turns of their own team ago is called, and nobody of the other team.
        let called: BTreeSet<_> = board.mentions().into_iter().collect();
        let own = match turn {
            0 | 1 => BTreeSet::new(),
            turn if turn % 2 == 0 => BTreeSet::from([votes, "cleo"]),
            _ => BTreeSet::from([votes]),
        };
        assert_eq!(called, own, "{turn}");
        if turn == 0 {
            club.votes("cleo", column).await;
        }
        let picker = private(other.press(&board, "Vote…").await);
        let preview = updated(other.press(&picker, column).await);
        refused(other.press(&preview, "Vote").await, TeamRefusal::OtherSide);
        club.votes(votes, column).await;
        let offers = votes == "ben" && !offered;
        if offers {
            offered = true;
            updated(club.on_page("ben", "Offer Draw").await);
        }
        club.vote_ends().await;
        if offers {
            let posts = club.at_board("ana").await.messages().into_iter();
            let offer = posts.filter(|post| post.content().contains("offers a draw"));
            let calls: Vec<_> = offer.map(|post| post.mentions().len()).collect();
            assert_eq!(calls, [0], "the board has called them already");
        }
    }
    let state = club.state().await;
    assert!(state.ending().is_some());
    let end = club.board().await;
    let mut called = end.mentions();
    called.sort_unstable();
    assert_eq!(called, ["ana", "ben"]);
}
