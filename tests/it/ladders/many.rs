//! A ladder on which many matches are played.

use std::time::Duration;

use anteroom::features::ladders::model::{Command, Ladder};
use anteroom::matches::{JournalId, MatchId, UserId};
use loopback_discord::{ChannelLayout, Layout, Place, ServerLayout};

use super::flow::{DAY, founds, joins, order, until_told};
use crate::support::stage::Stage;
use crate::support::{databases, is_long};

const PLAYING: &str = "SELECT match_id FROM matches WHERE status = 'playing'";
const PEOPLE: usize = 20;

/// Gives a command to the only ladder, and returns the ladder.
async fn does(stage: &Stage, command: Command) -> Ladder {
    let done = stage.arbiter().change_ladder(JournalId(1), command).await;
    done.expect("a ladder")
}

/// Plays a match in each pair of neighbours. The challengers win, except every fourth.
async fn plays_a_round(stage: &Stage, ladder: &Ladder, round: usize) -> Ladder {
    let people: Vec<UserId> = ladder.order().skip(round % 2).collect();
    let pairs = people.chunks_exact(2).map(|pair| (pair[1], pair[0]));
    let pairs: Vec<_> = pairs.collect();
    for (by, to) in pairs.clone() {
        let (away, blocked) = (None, false);
        let challenge = Command::Challenge {
            by,
            to,
            away,
            blocked,
        };
        let ladder = does(stage, challenge).await;
        let games = ladder.games();
        let (game, _) = games
            .filter(|(_, one)| one.by == by)
            .last()
            .expect("a game");
        does(stage, Command::Accept { game, by: to }).await;
    }
    // On the stopped clock, a second alarm at the same moment waits a minute.
    stage.pass(Duration::from_secs(61), 1).await;
    let count = "SELECT count(*) FROM matches WHERE status = 'playing'";
    stage.until_row(count, &pairs.len().to_string()).await;
    let arbiter = stage.arbiter();
    for id in databases::numbers(&stage.database(), PLAYING) {
        let state = stage.state(id).await;
        let [first, second] = anteroom::board::Seat::BOTH.map(|seat| state.person(seat));
        let challenged = |user: UserId| pairs.iter().any(|(_, to)| *to == user);
        let mut players = [first.expect("a person"), second.expect("a person")];
        players.sort_by_key(|user| challenged(*user) == (id % 4 > 0));
        let resigned = arbiter.resign(MatchId(id), players[1]).await;
        resigned.expect("an end").news.expect("news").hand_over();
    }
    stage.until_row(count, "0").await;
    let due = Command::Due {
        time_off: Vec::new(),
    };
    does(stage, due).await
}

#[tokio::test]
async fn table_follows_each_match() {
    let matches = if is_long() { 500 } else { 60 };
    let names: Vec<_> = (1..=PEOPLE).map(|number| format!("P{number}")).collect();
    let layout = names
        .iter()
        .fold(Layout::empty(), |layout, name| layout.person(name));
    let server = ServerLayout::new("Club").channel(ChannelLayout::text("general"));
    let mut stage = Stage::laid_out(layout.server(server)).await;
    stage.start().await;
    let place = |name: &str| -> Place { stage.person(name, stage.general()) };
    founds(&place("p1"), "Monday Ladder").await;
    for name in &names {
        joins(&place(&name.to_lowercase())).await;
    }
    let due = Command::Due {
        time_off: Vec::new(),
    };
    let mut ladder = does(&stage, due).await;
    let played = || {
        stage
            .row("SELECT count(*) FROM matches")
            .parse::<usize>()
            .expect("a count")
    };
    let mut round = 0;
    while played() < matches {
        ladder = plays_a_round(&stage, &ladder, round).await;
        until_told(&stage).await;
        let all = place("p1").messages().into_iter();
        let mut posts = all.filter(|post| post.content().starts_with("**Monday Ladder** · "));
        let post = posts.next().expect("the table");
        assert!(posts.next().is_none(), "two tables");
        let names = ladder.order().zip(1..).map(|(user, place): (UserId, u32)| {
            let name = names
                .iter()
                .find(|name| stage.id(&name.to_lowercase()) == user);
            format!("{place} {}", name.expect("a name"))
        });
        assert_eq!(order(&stage, &post), names.collect::<Vec<_>>().join(", "));
        round += 1;
        stage.pass(DAY, 8).await;
        stage.pass(Duration::from_secs(31), 1).await;
    }
    stage.row_is("SELECT count(*) FROM journal_posts", "1");
    stage.row_is(
        "SELECT seq FROM sqlite_sequence WHERE name = 'journal_posts'",
        "1",
    );
}
