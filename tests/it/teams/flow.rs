//! Team matches as people use them in Discord.

use std::time::Duration;

use anteroom::board::Seat;
use anteroom::features::teams::model::TeamRefusal;
use anteroom::matches::Match;
use loopback_discord::{Answer, Layout, Message, Place, Snowflake};

use crate::support::forms::{chooses, fills_in};
use crate::support::messages::check_seen;
use crate::support::stage::{NOTHING, Stage, boards, private, refused, says, updated};

pub(super) const HOUR: Duration = Duration::from_hours(1);
const TURNS: &str = "SELECT turns FROM matches WHERE match_id = 1";

/// A server in which a team plays Connect N.
pub(super) struct Club {
    pub(super) stage: Stage,
}

/// Opens the page on which a match of Connect N with a team is set up.
pub(crate) async fn sets_up(place: &Place) -> Message {
    sets_up_game(place, "Connect N").await
}

/// Opens the page on which a match with a team is set up.
pub(super) async fn sets_up_game(place: &Place, game: &str) -> Message {
    let games = private(place.command("play", NOTHING).await);
    let game = updated(place.press(&games, game).await);
    updated(place.press(&game, "As a Team…").await)
}

/// Names the teams and posts the challenge.
pub(crate) async fn names(place: &Place, shown: &Message, names: &[(&str, &str)]) -> Answer {
    let form = place.press(shown, "Name and Post…").await;
    fills_in(place, form, names).await
}

impl Club {
    pub(super) async fn new() -> Self {
        Self::of(Layout::default().person("eve").person("fay")).await
    }

    pub(super) async fn of(layout: Layout) -> Self {
        let mut stage = Stage::laid_out(layout).await;
        stage.start().await;
        Self { stage }
    }

    /// The team Woodpushers, started by Ana, against Ben, who moves second.
    pub(super) async fn against_ben() -> Self {
        let club = Self::new().await;
        club.begins("Connect N").await;
        club
    }

    /// Begins a match of the team Woodpushers, started by Ana, against Ben, who moves second.
    pub(super) async fn begins(&self, game: &str) {
        let ana = self.place("ana");
        let shown = sets_up_game(&ana, game).await;
        names(&ana, &shown, &[("name", "Woodpushers")]).await;
        let card = self.card().await;
        self.place("ben").press(&card, "Accept").await;
        self.board().await;
        self.until_team_moves().await;
    }

    pub(super) fn place(&self, name: &str) -> Place {
        self.stage.person(name, self.stage.general())
    }

    /// Returns the challenge in the channel.
    pub(super) async fn card(&self) -> Message {
        self.stage.until_announced().await;
        let all = self.place("ana").messages().into_iter();
        let mut cards = all.filter(|one| !one.is_ephemeral() && one.content().contains("match 1"));
        cards.next().expect("a challenge")
    }

    pub(super) async fn thread(&self) -> Snowflake {
        let thread = self.stage.view(1).await.places.thread.expect("a thread");
        thread.0.to_string().parse().expect("a thread")
    }

    /// Returns a person's place in the thread of the match.
    pub(super) async fn at_board(&self, name: &str) -> Place {
        self.stage.person(name, self.thread().await)
    }

    /// Returns the newest board.
    pub(super) async fn board(&self) -> Message {
        self.stage.until_announced().await;
        let boards = boards(&self.at_board("ana").await);
        boards.into_iter().next_back().expect("a board")
    }

    /// Votes for a column by the picker, and returns the page of the person's team.
    pub(super) async fn votes(&self, name: &str, column: &str) -> Message {
        let place = self.at_board(name).await;
        let board = self.board().await;
        let picker = private(place.press(&board, "Vote…").await);
        let preview = updated(place.press(&picker, column).await);
        updated(place.press(&preview, "Vote").await)
    }

    /// Lets Ben move if he has the first turn.
    pub(super) async fn until_team_moves(&self) {
        let state = self.state().await;
        if state.voting().is_none() {
            let ben = self.at_board("ben").await;
            self.stage.plays(&ben, "a").await;
            self.stage.until_announced().await;
        }
    }

    pub(super) async fn state(&self) -> std::sync::Arc<Match> {
        self.stage.state(1).await
    }

    /// Lets the vote end and waits for its turn.
    pub(super) async fn vote_ends(&self) {
        let turns = self.stage.row(TURNS);
        let next = turns.parse::<u32>().expect("a number") + 1;
        let closes = self
            .stage
            .row("SELECT at FROM alarms WHERE what = 'team-vote'");
        let closes: i64 = closes.parse().expect("a moment");
        let now = self.stage.arbiter().now().0;
        let wait = u64::try_from(closes - now).unwrap_or(0);
        self.stage.advance(Duration::from_millis(wait));
        self.stage.until_row(TURNS, &next.to_string()).await;
        self.stage.until_announced().await;
    }
}

#[tokio::test]
async fn setup_and_side_are_chosen_before() {
    let club = Club::new().await;
    let ana = club.place("ana");
    let mut shown = sets_up(&ana).await;
    let [small, large] = [0, 1].map(|index| shown.menus()[0].options[index].0.clone());
    says(&shown, &small);
    shown = updated(chooses(&ana, &shown, "team-kind", "1").await);
    says(&shown, &large);
    for side in ["Play Red", "Play Black"] {
        shown = updated(ana.press(&shown, side).await);
    }
    check_seen("team_set_up", [&shown]);
    names(&ana, &shown, &[("name", "Woodpushers")]).await;
    let card = club.card().await;
    says(&card, &large);
    club.place("ben").press(&card, "Accept").await;
    club.board().await;
    let state = club.state().await;
    assert!(state.team(Seat::Second).is_some());
    assert_eq!(
        (state.game().card.settings)(&state.proposal().options),
        large
    );
}

#[tokio::test]
async fn team_of_three_decides_a_turn() {
    let club = Club::new().await;
    let ana = club.place("ana");
    let shown = sets_up(&ana).await;
    let made = updated(names(&ana, &shown, &[("name", "Woodpushers")]).await);
    let card = club.card().await;
    let ben = club.place("ben");
    ben.press(&card, "Accept").await;
    let first = club.board().await;
    club.until_team_moves().await;
    let page = club.votes("ana", "d").await;
    let more = updated(club.at_board("ana").await.press(&page, "More…").await);
    club.votes("cleo", "d").await;
    let other = club.votes("dan", "e").await;
    let late = club.at_board("ben").await;
    let board = club.board().await;
    refused(late.press(&board, "Vote…").await, TeamRefusal::Opponent);
    club.stage.advance(Duration::from_secs(15));
    club.stage.settles("team-tally").await;
    let counted = club.board().await;
    says(&counted, "3 of 3 members");
    club.vote_ends().await;
    let after = club.board().await;
    let over = private(club.at_board("ana").await.press(&after, "My Team").await);
    check_seen(
        "team_of_three",
        [
            &shown, &made, &card, &first, &page, &more, &other, &counted, &after, &over,
        ],
    );
}
