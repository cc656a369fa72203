//! Matches of teams in the list of matches, and what people see and are counted of them.

use std::path::Path;

use anteroom::board::Seat;
use anteroom::db::{Announced, Store, StoreError, examine, results};
use anteroom::features::HOOKS;
use anteroom::features::lists::store::{ArchiveFilter, archive};
use anteroom::features::privacy::store::deletion;
use anteroom::matches::{
    Ballot, Bounds, Command, ComputerAct, GuildId, Level, Match, MatchTerms, Player, Proposal,
    Proposed, Status, TeamAct, UserId,
};

use crate::support::databases::{does, found, opened, read, write};
use crate::support::people::{ANA, BEGIN, BEN, CID, plays, proposal, team};

fn pushers() -> Player {
    Player::Team(team("Woodpushers", Some(12)))
}

fn owls() -> Player {
    Player::Team(team("Night: Owls", None))
}

/// A challenge by Ana for herself or the Woodpushers, who move first.
fn challenge(for_team: bool, invited: Option<Player>) -> Proposal {
    Proposal {
        team: for_team.then(|| pushers().team()).flatten(),
        invited,
        terms: MatchTerms::default(),
        ..proposal("connect-n", "3d")
    }
}

async fn proposed(store: &Store, proposal: Proposal) -> Match {
    store.propose(proposal, BEGIN).await.unwrap()
}

async fn begun(store: &Store, proposal: Proposal, by: UserId) -> Match {
    let mut played = proposed(store, proposal).await;
    if *played.status() == Status::Open {
        does(store, &mut played, Command::Accept { by }, BEGIN).await;
    }
    played
}

/// The turn of a team on the latest board.
fn votes(played: &Match, seat: Seat, text: &str) -> Command {
    let winner = Proposed {
        text: text.to_owned(),
        votes: 3,
    };
    let act = TeamAct::Play {
        text: text.to_owned(),
        board: played.board(),
        ballot: Ballot {
            proposals: vec![winner],
        },
        offers_draw: false,
    };
    Command::Team { seat, act }
}

/// Checks that a rebuild of the lists from the events gives the same rows.
fn check_sound(path: &Path) {
    let examination = examine(path, &HOOKS, BEGIN).unwrap();
    assert_eq!(examination.findings, [""; 0]);
}

#[tokio::test]
async fn list_names_teams_before_and_after_challenge_is_accepted() {
    let (_folder, path, store) = opened();
    let mut played = proposed(&store, challenge(true, Some(owls()))).await;
    let sql = "SELECT invited_team, first_team, second_team FROM matches";
    let [open] = <[String; 1]>::try_from(found(&path, sql)).unwrap();
    assert_eq!(open, r#"Text(":Night: Owls") Text("12:Woodpushers") Null"#);
    let [listed] = <[_; 1]>::try_from(store.games_of(ANA).await.unwrap()).unwrap();
    assert_eq!(
        (listed.team, listed.invited),
        (pushers().team(), Some(owls()))
    );
    assert_eq!(listed.players, None);
    does(&store, &mut played, Command::Accept { by: BEN }, BEGIN).await;
    let (here, count) = store.played_in(GuildId(1), None, 5).await.unwrap();
    assert_eq!((here.len(), count), (1, 1));
    assert_eq!(here[0].players, Some([pushers(), owls()]));
    assert_eq!(here[0].player_to_move(), Some(pushers()));
    assert!(here[0].deadline.is_some());
    // Nobody has a seat of it.
    for user in [ANA, BEN] {
        assert_eq!(store.games_of(user).await.unwrap(), []);
        assert_eq!(store.waiting_for(user).await.unwrap(), []);
    }
    check_sound(&path);
}

#[tokio::test]
async fn challenge_to_team_is_not_open_to_anyone() {
    let (_folder, _, store) = opened();
    proposed(&store, challenge(false, Some(pushers()))).await;
    let anyone = proposed(&store, challenge(true, None)).await;
    let open = store.open_in(GuildId(1), None, None, CID, 10).await;
    assert_eq!(open.unwrap(), [anyone.id()]);
}

#[tokio::test]
async fn finished_match_against_team_is_listed_and_counts_for_nothing() {
    let (_folder, path, store) = opened();
    let mut played = begun(&store, challenge(true, Some(BEN.into())), BEN).await;
    for _ in 0..3 {
        let turn = votes(&played, Seat::First, "d");
        does(&store, &mut played, turn, BEGIN).await;
        does(&store, &mut played, plays(BEN, "c"), BEGIN).await;
    }
    does(&store, &mut played, Command::Resign { by: BEN }, BEGIN).await;
    let filter = |user| ArchiveFilter {
        user,
        game: None,
        score: None,
        after: None,
        place: None,
    };
    let found_of = |user| {
        let filter = filter(user);
        read(&store, move |db| archive(db, &filter, 10))
    };
    let [one] = <[_; 1]>::try_from(found_of(BEN).await).unwrap();
    assert_eq!(one.players, [Some(pushers()), Some(BEN.into())]);
    assert_eq!(one.winner, Some(Seat::First));
    assert_eq!(found_of(ANA).await, []);
    for user in [ANA, BEN] {
        let results = read(&store, move |db| results::of_user(db, user, None)).await;
        assert_eq!(results.all.all(), 0);
    }
    for table in ["rated_matches", "ratings", "punctuality", "turn_times"] {
        let rows = found(&path, &format!("SELECT * FROM {table}"));
        assert_eq!(rows, [""; 0], "{table}");
    }
    check_sound(&path);
}

#[tokio::test]
async fn running_matches_of_teams_count_for_person_who_begins_them() {
    let (_folder, _, store) = opened();
    let within = Bounds {
        running: 2,
        ..Bounds::default()
    };
    let computer = Some(Player::Computer(Level::Club));
    let propose = || store.propose_once(challenge(true, computer), BEGIN, None, Some(within));
    propose().await.unwrap();
    propose().await.unwrap();
    let refused = |error: StoreError| match error {
        StoreError::Denied(denial) => format!("{denial:?}"),
        other => panic!("{other:?}"),
    };
    let own = refused(propose().await.unwrap_err());
    assert!(own.contains("TooManyRunning"), "{own}");
    // Another person accepts a challenge of hers: she is busy.
    let mut played = proposed(&store, challenge(false, Some(owls()))).await;
    let events = played.decide(&Command::Accept { by: BEN }, BEGIN).unwrap();
    for event in &events {
        played.apply(event).unwrap();
    }
    let accepted = store.append_once(&played, events, None, Some(within));
    let busy = refused(accepted.await.unwrap_err());
    assert!(busy.contains("ChallengerBusy"), "{busy}");
}

#[tokio::test]
async fn turn_of_team_is_news_of_its_own() {
    let (_folder, _, store) = opened();
    let mut played = begun(&store, challenge(true, Some(BEN.into())), BEN).await;
    let turn = votes(&played, Seat::First, "d");
    does(&store, &mut played, turn, BEGIN).await;
    does(&store, &mut played, plays(BEN, "c"), BEGIN).await;
    let turn = votes(&played, Seat::First, "d");
    does(&store, &mut played, turn, BEGIN).await;
    let pending = news(&store, &played).await;
    assert_eq!(pending, [1, 2, 3, 4, 5]);
}

#[tokio::test]
async fn answer_of_computer_is_announced_with_turn_of_team() {
    let (_folder, _, store) = opened();
    let computer = Some(Player::Computer(Level::Club));
    let mut played = begun(&store, challenge(true, computer), BEN).await;
    let turn = votes(&played, Seat::First, "d");
    does(&store, &mut played, turn, BEGIN).await;
    let answer = Command::Computer {
        seat: Seat::Second,
        act: ComputerAct::Play {
            text: String::from("c"),
            board: played.board(),
        },
    };
    does(&store, &mut played, answer, BEGIN).await;
    assert_eq!(news(&store, &played).await, [1, 2, 4]);
}

/// Announces all news of a match. Returns the number of the event of each post.
async fn news(store: &Store, played: &Match) -> Vec<u32> {
    let mut posts = Vec::new();
    while let Some(news) = store.match_posts(played.id()).await.unwrap().pending {
        let announced = Announced::default();
        store
            .announced(played.id(), news.seq, announced, BEGIN)
            .await
            .unwrap();
        posts.push(news.seq);
    }
    posts
}

#[tokio::test]
async fn match_of_team_outlives_data_of_person_who_began_it() {
    let (_folder, path, store) = opened();
    let mut played = begun(&store, challenge(true, Some(BEN.into())), BEN).await;
    let going_on = read(&store, |db| deletion::going_on_of(db, ANA)).await;
    assert_eq!(going_on, []);
    let theirs = write(&store, |db| deletion::delete_person(db, ANA)).await;
    assert_eq!(theirs, Some(vec![played.id()]));
    // What was read before the deletion is not written, so that the id does not come back.
    let turn = votes(&played, Seat::First, "d");
    let events = played.decide(&turn, BEGIN).unwrap();
    played.apply(&events[0]).unwrap();
    let conflict = store.append(&played, events).await.unwrap_err();
    assert!(matches!(conflict, StoreError::Conflict { .. }));
    let mut played = store.load(played.id()).await.unwrap().unwrap();
    does(&store, &mut played, turn, BEGIN).await;
    let last = played.record().last().unwrap();
    assert!(last.ballot.is_some());
    assert_eq!(
        found(&path, "SELECT status FROM matches"),
        [r#"Text("playing")"#]
    );
    let challenger = played.proposal().challenger;
    assert!(challenger.deleted_name().is_some());
    check_sound(&path);
}
