//! Many seasons of one league, each with all its tables.

use std::collections::BTreeSet;
use std::time::Duration;

use anteroom::matches::MatchId;
use loopback_discord::{ChannelLayout, Layout, Message, ServerLayout, Snowflake};

use super::flow::{Club, DAY, founds_of, joins, league};
use crate::support::stage::{Stage, private, updated};
use crate::support::{databases, is_long};

const PLAYING: &str = "SELECT match_id FROM matches WHERE status = 'playing'";

/// Creates a league in whose divisions eight people play, and which this many people have joined.
async fn club_of(people: usize) -> Club {
    let others = (2..=people).map(|number| format!("P{number}"));
    let names: Vec<_> = std::iter::once(String::from("Ana")).chain(others).collect();
    let layout = names
        .iter()
        .fold(Layout::empty(), |layout, name| layout.person(name));
    let server = ServerLayout::new("Club").channel(ChannelLayout::text("general"));
    let mut stage = Stage::laid_out(layout.server(server)).await;
    stage.start().await;
    let club = Club { stage };
    private(founds_of(&club.place("ana"), "Berlin Open", "8").await);
    for name in names {
        joins(&club.place(&name.to_lowercase())).await;
    }
    club.happens("start-set", 1).await;
    club.settles().await;
    club
}

/// Ends all matches that are being played: one of the two players resigns.
async fn ends_all(club: &Club) {
    let stage = &club.stage;
    let arbiter = stage.arbiter();
    for id in databases::numbers(&stage.database(), PLAYING) {
        let state = stage.state(id).await;
        let [first, second] = anteroom::board::Seat::BOTH.map(|seat| state.person(seat));
        let loser = if id % 3 == 0 { first } else { second };
        let resigned = arbiter.resign(MatchId(id), loser.expect("a person")).await;
        resigned.expect("an end").news.expect("news").hand_over();
    }
}

/// Checks that the page of each person has the whole table of their division, and their games behind a button.
async fn check_page(club: &Club, people: usize) {
    for number in 2..=people {
        let name = format!("p{number}");
        let place = club.place(&name);
        let page = league(&place).await;
        let table = page.content().lines();
        let table: Vec<_> = table.filter(|line| line.contains("\\. <@")).collect();
        assert_eq!(table.len(), 8, "{page:#?}");
        let mention = club.stage.mention(&name);
        let own = table.iter().filter(|line| line.contains(&mention)).count();
        assert_eq!(own, 1, "{page:#?}");
        let games = updated(place.press(&page, "All My Games").await);
        assert_eq!(games.content().lines().count(), 8, "{games:#?}");
    }
}

/// Returns the tables of a season.
fn tables(club: &Club, season: u32) -> Vec<Message> {
    let head = format!("**Berlin Open** · Season {season}, Division ");
    let posts = club.posts().into_iter();
    posts
        .filter(|post| post.content().starts_with(&head))
        .collect()
}

#[tokio::test]
async fn each_season_has_all_its_tables() {
    let (people, seasons) = if is_long() { (40, 10) } else { (8, 3) };
    let (divisions, games) = (people / 8, people / 8 * 28);
    let club = club_of(people).await;
    club.until_monday();
    for season in 1..=seasons {
        club.until_playing(u32::try_from(games).expect("a count"))
            .await;
        club.settles().await;
        assert_eq!(tables(&club, season).len(), divisions, "season {season}");
        if season == 1 {
            check_page(&club, people).await;
        }
        ends_all(&club).await;
        club.happens("season-over", season).await;
        club.settles().await;
        let all = tables(&club, season);
        assert_eq!(all.len(), divisions, "season {season}");
        let champions = all
            .iter()
            .filter(|table| table.content().contains("**champion**"));
        assert_eq!(champions.count(), 1, "season {season}");
        for table in &all {
            club.stage.check_picture(table);
        }
        club.stage.pass(DAY, 4).await;
        club.happens("season-opened", season).await;
        club.settles().await;
        club.stage.pass(DAY, 8).await;
    }
    club.until_playing(u32::try_from(games).expect("a count"))
        .await;
    club.settles().await;
    let stage = &club.stage;
    let database = stage.database();
    // Each post is one that exists, and no number is used up without a post.
    let posts = databases::numbers(&database, "SELECT coalesce(message, 0) FROM journal_posts");
    let there: BTreeSet<_> = club
        .place("ana")
        .messages()
        .iter()
        .map(Message::id)
        .collect();
    for post in &posts {
        assert!(there.contains(&Snowflake(*post)), "{post}");
    }
    let last = "SELECT seq FROM sqlite_sequence WHERE name = 'journal_posts'";
    stage.row_is(last, &posts.len().to_string());
    let expected = divisions * usize::try_from(seasons).expect("a count") + divisions;
    let all = (1..=seasons + 1).map(|season| tables(&club, season).len());
    assert_eq!(all.sum::<usize>(), expected);
    stage.pass(Duration::from_secs(31), 1).await;
}
