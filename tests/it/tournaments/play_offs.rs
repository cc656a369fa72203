//! The play-offs of a league, as its people and organisers meet them in Discord.

use anteroom::features::leagues::model::Refusal;
use anteroom::matches::MatchId;
use loopback_discord::{Message, Place};

use crate::leagues::flow::{Club, DAY, PEOPLE, chooses, fills_in, founds, joins, league, sets_up};
use crate::support::messages::check_seen;
use crate::support::stage::{NOTHING, Stage, labels, private, refused, says, updated};

const PLAYING: &str = "SELECT group_concat(match_id) FROM matches WHERE status = 'playing'";

/// Waits until all news was posted, of the league and of the tournament.
async fn settles(club: &Club) {
    club.settles().await;
    club.stage.settles("").await;
}

/// Returns the posts of the play-offs of a season, oldest first.
fn posts(club: &Club, season: u32) -> Vec<Message> {
    let title = format!("**Berlin Open, Play-offs {season}**");
    let all = club.place("ana").messages().into_iter();
    let own = all.filter(|one| !one.is_ephemeral() && one.content().starts_with(&title));
    own.collect()
}

/// Returns the post of the play-offs of a season that has this text.
#[track_caller]
fn post_with(club: &Club, season: u32, text: &str) -> Message {
    let mut all = posts(club, season).into_iter();
    let found = all.find(|one| one.content().contains(text));
    found.unwrap_or_else(|| panic!("no {text}: {:#?}", posts(club, season)))
}

/// Returns the post with the bracket, which is edited in place.
#[track_caller]
fn bracket(club: &Club, season: u32) -> Message {
    post_with(
        club,
        season,
        &format!("**Berlin Open, Play-offs {season}** · "),
    )
}

/// Returns the numbers of the matches that are being played.
fn playing(club: &Club) -> Vec<u64> {
    let all = club.stage.row(PLAYING);
    let numbers = all.split(',').filter(|one| !one.is_empty());
    numbers.map(|one| one.parse().expect("a number")).collect()
}

/// Chooses play-offs on the organisers' page.
async fn sets(place: &Place, button: &str) -> Message {
    let managed = private(place.press(&league(place).await, "Manage…").await);
    let shown = updated(place.press(&managed, "Play-offs…").await);
    updated(place.press(&shown, button).await)
}

#[tokio::test]
async fn play_offs_decide_the_champion_of_a_season() {
    let mut club = Club::of_four().await;
    let ana = club.place("ana");
    says(&sets(&ana, "First 2").await, "The play-offs are set.");
    settles(&club).await;
    says(&club.gathering(), "the first two of the highest division");
    assert!(
        club.news()[1].contains("changed the rules"),
        "{:#?}",
        club.news()
    );
    club.until_monday();
    club.until_playing(6).await;
    settles(&club).await;
    let managed = club.manages(&ana).await;
    assert!(managed.button("Play-offs…").is_none(), "{managed:#?}");
    for id in 1..=6 {
        club.second_wins(id).await;
    }
    club.happens("season-over", 1).await;
    club.happens("play-offs-began", 1).await;
    club.until_playing(2).await;
    settles(&club).await;
    let told = club.news();
    let over = told.last().expect("news");
    assert!(over.contains("The **play-offs** decide"), "{told:#?}");
    assert!(!club.table(1).content().contains("champion"));
    assert_eq!(posts(&club, 1).len(), 3, "{:#?}", posts(&club, 1));
    let post = &bracket(&club, 1);
    let begun = &post_with(&club, 1, "begins with 2 players in 1 round");
    let opened = &post_with(&club, 1, "a pairing begins now");
    says(post, "Final: until");
    assert_eq!(
        labels(post),
        ["My Games", "All Results", "Leave…", "League"]
    );
    club.stage.check_picture(post);
    says(begun, "The winner is the champion of season 1.");
    assert_eq!(opened.mentions().len(), 2, "{opened:#?}");

    // The way there from the league, and back.
    let page = league(&club.place("dan")).await;
    says(&page, "The play-offs of season 1 are running.");
    let shown = private(club.place("dan").press(&page, "Play-offs").await);
    says(&shown, "Berlin Open, Play-offs 1");
    assert!(shown.button("Join").is_none(), "{shown:#?}");
    let back = updated(club.place("dan").press(&shown, "League").await);
    says(&back, "**Berlin Open** · ");

    let before = (club.news(), posts(&club, 1).len());
    club.stage.restart().await;
    settles(&club).await;
    assert_eq!((club.news(), posts(&club, 1).len()), before);
    // One of the two leaves, so the other one has won.
    let name = opened.mentions()[0];
    let leaver = club.place(name);
    let other = opened.mentions()[1];
    let question = private(leaver.press(&bracket(&club, 1), "Leave…").await);
    updated(leaver.press(&question, "Leave").await);
    club.happens("play-offs-over", 1).await;
    club.until_playing(0).await;
    settles(&club).await;
    let told = club.news();
    let champion = told.last().expect("news");
    let mention = club.stage.mention(other);
    assert!(
        champion.contains(&format!("{mention} has won the play-offs")),
        "{told:#?}"
    );
    let table = club.table(1);
    let line = table
        .content()
        .lines()
        .find(|line| line.contains("**champion**"));
    assert!(
        line.is_some_and(|line| line.contains(&mention)),
        "{table:#?}"
    );
    let profile = private(club.place(other).command("profile", NOTHING).await);
    says(&profile, "**Berlin Open**: champion of season 1");
    assert!(!profile.content().contains("Play-offs"), "{profile:#?}");

    // The next season does not wait for them, and has play-offs of its own.
    club.stage.restart().await;
    club.stage.pass(DAY, 4).await;
    club.happens("season-opened", 1).await;
    settles(&club).await;
    assert_eq!(club.news().len(), told.len() + 1, "{:#?}", club.news());
    club.stage.pass(DAY, 8).await;
    club.until_playing(6).await;
    settles(&club).await;
    for id in playing(&club) {
        club.second_wins(id).await;
    }
    club.happens("play-offs-began", 2).await;
    settles(&club).await;
    assert_eq!(posts(&club, 2).len(), 3, "{:#?}", posts(&club, 2));
}

#[tokio::test]
async fn play_offs_are_chosen_when_a_league_is_set_up() {
    let club = Club {
        stage: Stage::new().await,
    };
    let ana = club.place("ana");
    let shown = sets_up(&ana).await;
    let shown = updated(chooses(&ana, &shown, "league-set/game", "connect-n").await);
    let form = ana.press(&shown, "Size, Clock, Play-offs…").await;
    let texts = [("size", "4"), ("clock", "5d+12h"), ("play-offs", "3")];
    refused(fills_in(&ana, form, &texts).await, Refusal::PlayOffs(3));
    let form = ana.press(&shown, "Size, Clock, Play-offs…").await;
    let texts = [("size", "4"), ("clock", "7d+1d"), ("play-offs", "8")];
    let slow = Refusal::SlowPlayOffs {
        clock: "7d+1d".parse().expect("a clock"),
        size: 8,
        needed: 225,
        most: 180,
    };
    refused(fills_in(&ana, form, &texts).await, slow);
    let form = ana.press(&shown, "Size, Clock, Play-offs…").await;
    let texts = [("size", "4"), ("clock", "5d+12h"), ("play-offs", "4")];
    let shown = updated(fills_in(&ana, form, &texts).await);
    check_seen("set_up_with_play_offs", [&shown]);
    // A quick league has none, and a later choice of seasons has them again.
    let quick = updated(ana.press(&shown, "Quick").await);
    assert!(!quick.content().contains("knock-out"), "{quick:#?}");
    let shown = updated(ana.press(&quick, "Seasons").await);
    says(&shown, "the first 4 of the highest division");
    let form = ana.press(&shown, "Create…").await;
    private(fills_in(&ana, form, &[("name", "Berlin Open")]).await);
    settles(&club).await;
    says(&club.gathering(), "the first 4 of the highest division");
    let changed = sets(&ana, "No Play-offs").await;
    says(&changed, "The play-offs are set.");
    let post = club.gathering();
    settles(&club).await;
    assert!(
        !club.gathering().content().contains("knock-out"),
        "{post:#?}"
    );
}

#[tokio::test]
async fn person_who_left_the_server_does_not_play_in_the_play_offs() {
    let club = Club {
        stage: Stage::new().await,
    };
    let ana = club.place("ana");
    private(founds(&ana, "Berlin Open").await);
    for name in PEOPLE {
        joins(&club.place(name)).await;
    }
    says(&sets(&ana, "First 2").await, "The play-offs are set.");
    club.happens("start-set", 1).await;
    club.until_monday();
    club.until_playing(6).await;
    settles(&club).await;
    // Ben beats everybody, and leaves the server before the last game ends, which is not his.
    let strongest = ["ben", "cleo", "ana", "dan"];
    let mut games = playing(&club);
    let mut last = None;
    while let Some(id) = games.pop() {
        let state = club.stage.state(id).await;
        let plays = |name: &&str| state.people().any(|user| user == club.stage.id(name));
        let loser = strongest.into_iter().rev().find(plays).expect("a person");
        if (loser, plays(&"ana")) == ("dan", true) {
            last = Some((id, loser));
        } else {
            resigns(&club, id, loser).await;
        }
    }
    settles(&club).await;
    assert!(club.stage.sandbox.leave("Sandbox", "ben"));
    let (id, loser) = last.expect("a match");
    resigns(&club, id, loser).await;
    club.happens("play-offs-began", 1).await;
    club.until_playing(2).await;
    settles(&club).await;
    let opened = post_with(&club, 1, "a pairing begins now");
    let mut called = opened.mentions();
    called.sort_unstable();
    assert_eq!(called, ["ana", "cleo"], "{opened:#?}");
}

/// Has a person resign in a match.
async fn resigns(club: &Club, id: u64, name: &str) {
    let resigned = club.stage.arbiter();
    let resigned = resigned.resign(MatchId(id), club.stage.id(name)).await;
    resigned.expect("an end").news.expect("news").hand_over();
}
