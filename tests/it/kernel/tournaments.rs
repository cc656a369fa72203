//! Tournaments whose people, matches, organisers or database are in trouble.

use anteroom::contests::{GameState, How};
use anteroom::features::tournaments::model::{
    By, Command, Moved, OrganiserAct, Pairing, PairingId, Refusal, State, Tournament,
};
use anteroom::kernel::Arbiter;
use anteroom::matches::{Adjudication, Ending, JournalId, MatchId, Status, UserId};

use super::contest_world::{
    DAY, ORGANISER, PLACE, at_rest, check_database, check_match, check_news, check_rows,
    check_tournament, command, knock_out_of, people, play, tournament, tournament_rules, trusting,
};
use super::contests::{is_adjudicated, is_unknown, with_people};
use super::world::{Fixture, leave, pass_until, status};
use crate::support::logged::Logged;

/// Creates a tournament that begins at once, with all its matches.
async fn begun(
    fixture: &Fixture,
    arbiter: &Arbiter,
    people: &[UserId],
    games: u32,
) -> (JournalId, Tournament) {
    knock_out_of(fixture, arbiter, tournament_rules(games, true, 20), people).await
}

fn act(action: OrganiserAct) -> Command {
    Command::Act {
        by: ORGANISER,
        reason: String::from("The rules say so"),
        action,
        moved: Moved::new(),
    }
}

/// Returns the pairing that a person plays in, and their opponent.
fn pairing_of(now: &Tournament, user: UserId) -> (PairingId, UserId) {
    let pairing = now.current_of(user).expect("a pairing");
    let side = now.side_of(pairing, user).expect("a side");
    let other = now.people_of(pairing)[1 - side];
    (pairing.id, other.expect("an opponent"))
}

/// Asserts that a person goes on from a pairing without playing.
fn goes_on(now: &Tournament, pairing: PairingId, user: UserId) {
    let pairing = now.pairing(pairing).expect("a pairing");
    let by = pairing.decision.map(|decision| decision.by);
    assert_eq!(by, Some(By::Walkover));
    assert_eq!(now.winner(pairing), Some(user));
}

/// Has the first person of each running match resign until the tournament is over.
async fn ends(fixture: &Fixture, arbiter: &Arbiter, id: JournalId) -> Tournament {
    for _ in 0..10 {
        let now = tournament(arbiter, id).await;
        if now.state() == State::Over {
            return now;
        }
        for (_, match_id) in now.running() {
            let state = arbiter.view(match_id).await.unwrap().state;
            let user = state.people().next().expect("a person");
            leave(arbiter.resign(match_id, user).await.unwrap());
        }
        let choices = now.pairings().iter().filter_map(|one| one.choose_until);
        if let Some(until) = choices.max() {
            fixture.clock.advance(fixture.clock.now().until(until));
        }
        at_rest(fixture, arbiter, "tournament", id).await;
        // On a busy machine, what follows from the results may come a moment later.
        pass_until(fixture, async || {
            let now = tournament(arbiter, id).await;
            let mut open = now.pairings().iter();
            now.state() == State::Over
                || now.running().next().is_some()
                || open.any(|one| one.choose_until.is_some())
        })
        .await;
    }
    panic!("it does not end");
}

/// Counts the news of tournaments.
fn told(fixture: &Fixture) -> usize {
    let messages = fixture.world.messages.lock().unwrap();
    let news = messages
        .iter()
        .filter(|(line, _)| line.starts_with("tournament-news "));
    news.count()
}

/// Makes match 1 unreadable, or readable again, while no bot runs.
fn makes_unreadable(fixture: &Fixture, unreadable: bool) {
    let (from, to) = match unreadable {
        true => ("connect-n", "halma"),
        false => ("halma", "connect-n"),
    };
    fixture.sql(&format!(
        "UPDATE events SET body = replace(body, '{from}', '{to}') WHERE match_id = 1 AND seq = 1"
    ));
}

#[tokio::test]
async fn tournament_goes_on_without_person_whose_data_is_deleted() {
    let (fixture, arbiter, _life, people) = with_people(8).await;
    let (id, before) = begun(&fixture, &arbiter, &people, 2).await;
    let mut rng = fastrand::Rng::with_seed(7);
    for (_, match_id) in before.running() {
        play(&arbiter, match_id, &mut rng).await;
    }
    let user = people[2];
    let (pairing, other) = pairing_of(&before, user);
    let theirs = before.running_of(user);
    assert_eq!(theirs.len(), 2);
    arbiter.delete_person(user).await.unwrap();
    at_rest(&fixture, &arbiter, "tournament", id).await;
    is_unknown(&fixture, user);
    for match_id in theirs {
        is_adjudicated(&arbiter, match_id).await;
    }
    goes_on(&tournament(&arbiter, id).await, pairing, other);
    check_tournament(&fixture, &arbiter, id).await;
    let over = ends(&fixture, &arbiter, id).await;
    check_tournament(&fixture, &arbiter, id).await;
    // Who has won, and who has lost long ago.
    let champion = over.champion().expect("a winner");
    let lost = people.iter().find(|one| ![champion, user].contains(one));
    for user in [champion, *lost.expect("a person")] {
        arbiter.delete_person(user).await.unwrap();
        is_unknown(&fixture, user);
    }
    let after = tournament(&arbiter, id).await;
    let champion = after.champion().expect("a winner");
    assert!(champion.deleted_name().is_some());
    check_tournament(&fixture, &arbiter, id).await;
}

#[tokio::test]
async fn person_with_a_bye_and_person_put_out_can_have_their_data_deleted() {
    let (fixture, arbiter, _life, people) = with_people(5).await;
    let (id, before) = begun(&fixture, &arbiter, &people, 1).await;
    // Three of five have a bye, and one of these waits for a match of the first round.
    let idle = |user: &UserId| before.running_of(*user).is_empty();
    let mut players = before.players().iter().map(|player| player.user);
    let waits = players.find(idle).expect("a person with a bye");
    let mut players = before.players().iter().map(|player| player.user);
    let playing = players.find(|user| !idle(user)).expect("a player");
    let excluded = act(OrganiserAct::Exclude { user: playing });
    command(&arbiter, id, excluded).await.unwrap();
    at_rest(&fixture, &arbiter, "tournament", id).await;
    for user in [waits, playing] {
        arbiter.delete_person(user).await.unwrap();
        at_rest(&fixture, &arbiter, "tournament", id).await;
        is_unknown(&fixture, user);
    }
    let undo = Command::Undo {
        by: ORGANISER,
        act: 1,
        reason: String::from("A mistake"),
        moved: Moved::new(),
    };
    let undone = command(&arbiter, id, undo).await.unwrap_err();
    assert!(matches!(undone.denial(), Some(Refusal::NotPlaying(_))));
    ends(&fixture, &arbiter, id).await;
    check_tournament(&fixture, &arbiter, id).await;
}

#[tokio::test]
async fn tournament_goes_on_without_person_who_is_banned() {
    let (fixture, arbiter, _life, people) = with_people(6).await;
    let (id, before) = begun(&fixture, &arbiter, &people, 1).await;
    let mut players = before.players().iter().map(|player| player.user);
    let plays = |user: &UserId| !before.running_of(*user).is_empty();
    let user = players.find(plays).expect("a person who plays");
    let (pairing, other) = pairing_of(&before, user);
    let theirs = before.running_of(user);
    let banned = arbiter.ban(PLACE.0, user, ORGANISER, "Spam");
    banned.await.unwrap();
    at_rest(&fixture, &arbiter, "tournament", id).await;
    for match_id in theirs {
        let status = status(&arbiter, match_id).await;
        let Status::Finished(Ending::Adjudicated { why, .. }) = status else {
            panic!("{status:?}");
        };
        assert_eq!(why, Adjudication::Forfeit);
    }
    goes_on(&tournament(&arbiter, id).await, pairing, other);
    check_tournament(&fixture, &arbiter, id).await;
    let join = command(&arbiter, id, Command::Join { user }).await;
    assert!(join.is_err(), "who was banned cannot come back");
    ends(&fixture, &arbiter, id).await;
    check_tournament(&fixture, &arbiter, id).await;
    check_news(&fixture, &arbiter, id).await;
}

#[tokio::test]
async fn organiser_of_tournament_and_people_they_mention_are_deleted_from_journal() {
    let (fixture, arbiter, _life, people) = with_people(8).await;
    let (id, _) = begun(&fixture, &arbiter, &people[..5], 1).await;
    let pause = Command::Act {
        by: people[6],
        reason: format!("<@{}> has asked for it", people[7]),
        action: OrganiserAct::Pause,
        moved: Moved::new(),
    };
    command(&arbiter, id, pause).await.unwrap();
    for user in [ORGANISER, people[6], people[7]] {
        arbiter.delete_person(user).await.unwrap();
        is_unknown(&fixture, user);
    }
    let now = tournament(&arbiter, id).await;
    assert!(now.organiser().deleted_name().is_some());
    check_database(&fixture);
}

#[tokio::test]
async fn matches_of_closed_tournament_end_without_news() {
    let log = Logged::from_level(tracing::Level::WARN);
    let (fixture, arbiter, _life, people) = with_people(8).await;
    let (id, before) = begun(&fixture, &arbiter, &people, 2).await;
    let matches: Vec<MatchId> = before.running().map(|(_, id)| id).collect();
    assert_eq!(matches.len(), 8);
    let close = Command::Close {
        by: ORGANISER,
        reason: String::from("The year is over"),
    };
    command(&arbiter, id, close).await.unwrap();
    at_rest(&fixture, &arbiter, "tournament", id).await;
    let closed = "SELECT count(*) FROM journals WHERE closed = 1";
    assert_eq!(fixture.row(closed), 1);
    let news = told(&fixture);
    // Some are played to their end. Both games of a pairing go to one person, and no more games follow.
    let mut rng = fastrand::Rng::with_seed(5);
    for match_id in &matches[..4] {
        while *arbiter.view(*match_id).await.unwrap().state.status() == Status::Playing {
            play(&arbiter, *match_id, &mut rng).await;
        }
    }
    let state = arbiter.view(matches[4]).await.unwrap().state;
    let resigns = state.people().next().expect("a person");
    leave(arbiter.resign(matches[4], resigns).await.unwrap());
    arbiter.delete_person(people[7]).await.unwrap();
    is_unknown(&fixture, people[7]);
    // The others end on time.
    fixture.clock.advance(60 * DAY);
    at_rest(&fixture, &arbiter, "tournament", id).await;
    let playing = "SELECT count(*) FROM matches WHERE status = 'playing'";
    fixture.until_row(playing, 0).await;
    at_rest(&fixture, &arbiter, "tournament", id).await;
    assert_eq!(told(&fixture), news);
    assert_eq!(fixture.row("SELECT count(*) FROM matches"), 8);
    for match_id in matches {
        let state = arbiter.view(match_id).await.unwrap().state;
        check_match(&fixture, &state);
    }
    let after = tournament(&arbiter, id).await;
    assert_eq!(after.champion(), None);
    assert_eq!(after.running().count(), 0);
    let decided = after.pairings().iter().filter(|one| one.decision.is_some());
    assert_eq!(decided.count(), 0);
    check_rows(&fixture, "tournament", id, None);
    assert_eq!(log.lines_with(""), [""; 0]);
}

#[tokio::test]
async fn organiser_decides_pairing_whose_match_cannot_be_read() {
    let fixture = Fixture::new();
    let (arbiter, life) = fixture.start_as(None, trusting()).await;
    let (id, before) = begun(&fixture, &arbiter, &people(4), 1).await;
    let mut running = before.running();
    let (game, _) = running.find(|(_, id)| *id == MatchId(1)).expect("a match");
    let pairing = Pairing::of_game(game);
    let found = before.pairing(pairing).expect("a pairing");
    let winner = before.people_of(found)[1].expect("a person");
    life.end_with(arbiter).await;
    makes_unreadable(&fixture, true);
    let (arbiter, life) = fixture.start_as(None, trusting()).await;
    let decide = OrganiserAct::Decide {
        pairing,
        winner: Some(winner),
    };
    command(&arbiter, id, act(decide)).await.unwrap();
    at_rest(&fixture, &arbiter, "tournament", id).await;
    let after = tournament(&arbiter, id).await;
    let found = after.pairing(pairing).expect("a pairing");
    assert_eq!(after.winner(found), Some(winner));
    let GameState::Over { end, .. } = &found.games[0].state else {
        panic!("{found:?}");
    };
    assert_eq!(end.how, How::Organiser);
    life.end_with(arbiter).await;
    // A version starts that can read the match: it does not go on.
    makes_unreadable(&fixture, false);
    let (arbiter, _life) = fixture.start_as(None, trusting()).await;
    is_annulled(&fixture, &arbiter).await;
    ends(&fixture, &arbiter, id).await;
    check_database(&fixture);
    check_news(&fixture, &arbiter, id).await;
}

/// Waits until match 1 counts for nothing.
async fn is_annulled(fixture: &Fixture, arbiter: &Arbiter) {
    let annulled = Status::Finished(Ending::Adjudicated {
        verdict: None,
        why: Adjudication::Annulled,
    });
    pass_until(fixture, async || {
        status(arbiter, MatchId(1)).await == annulled
    })
    .await;
}

#[tokio::test]
async fn organiser_acts_though_a_match_of_others_cannot_be_read() {
    let fixture = Fixture::new();
    let (arbiter, life) = fixture.start_as(None, trusting()).await;
    let (id, before) = begun(&fixture, &arbiter, &people(4), 1).await;
    let theirs = |user: &UserId| before.running_of(*user).contains(&MatchId(1));
    let mut players = before.players().iter().map(|player| player.user);
    let user = players.find(|user| !theirs(user)).expect("a person");
    life.end_with(arbiter).await;
    makes_unreadable(&fixture, true);
    let (arbiter, _life) = fixture.start_as(None, trusting()).await;
    let newcomer = UserId(779_999);
    for action in [
        OrganiserAct::Replace { user, newcomer },
        OrganiserAct::Exclude { user: newcomer },
        OrganiserAct::Pause,
    ] {
        command(&arbiter, id, act(action)).await.unwrap();
        at_rest(&fixture, &arbiter, "tournament", id).await;
    }
    let undo = |act| Command::Undo {
        by: ORGANISER,
        act,
        reason: String::from("A mistake"),
        moved: Moved::new(),
    };
    for act in [3, 2] {
        command(&arbiter, id, undo(act)).await.unwrap();
        at_rest(&fixture, &arbiter, "tournament", id).await;
    }
    assert!(tournament(&arbiter, id).await.is_playing(newcomer));
}

#[tokio::test]
async fn round_ends_though_a_match_cannot_be_read() {
    let fixture = Fixture::new();
    let (arbiter, life) = fixture.start_as(None, trusting()).await;
    let (id, before) = begun(&fixture, &arbiter, &people(4), 1).await;
    let mut running = before.running();
    let (game, _) = running.find(|(_, id)| *id == MatchId(1)).expect("a match");
    life.end_with(arbiter).await;
    makes_unreadable(&fixture, true);
    let (arbiter, life) = fixture.start_as(None, trusting()).await;
    let end = before.ends(1).expect("a moment");
    fixture.clock.advance(fixture.clock.now().until(end));
    at_rest(&fixture, &arbiter, "tournament", id).await;
    let after = tournament(&arbiter, id).await;
    let (pairing, over) = after.game(game).expect("a game");
    let GameState::Over { end, .. } = &over.state else {
        panic!("{over:?}");
    };
    assert_eq!(end.how, How::RoundOver);
    let better = after.people_of(pairing)[after.better_side(pairing)];
    assert_eq!(after.winner(pairing), better);
    life.end_with(arbiter).await;
    // A version starts that can read the match: it does not go on after the round.
    makes_unreadable(&fixture, false);
    let (arbiter, _life) = fixture.start_as(None, trusting()).await;
    is_annulled(&fixture, &arbiter).await;
    at_rest(&fixture, &arbiter, "tournament", id).await;
    check_database(&fixture);
}

#[tokio::test]
async fn tournament_that_cannot_be_read_keeps_no_match_and_no_person_back() {
    let (fixture, arbiter, _life, people) = with_people(8).await;
    let (id, before) = begun(&fixture, &arbiter, &people, 1).await;
    // Those who have the first move. Without one, they lose.
    let mut movers = Vec::new();
    for (game, match_id) in before.running() {
        let state = arbiter.view(match_id).await.unwrap().state;
        movers.push((game, state.person_to_move().expect("a person")));
    }
    let [(game, resigns), (_, deleted), (_, banned), _] = movers[..] else {
        panic!("{movers:?}");
    };
    let (pairing, winner) = pairing_of(&before, resigns);
    fixture
        .sql("UPDATE journal_events SET body = replace(body, 'created', 'founded') WHERE seq = 1");
    let match_id = before.running_of(resigns)[0];
    leave(arbiter.resign(match_id, resigns).await.unwrap());
    arbiter.delete_person(deleted).await.unwrap();
    is_unknown(&fixture, deleted);
    arbiter
        .ban(PLACE.0, banned, ORGANISER, "Spam")
        .await
        .unwrap();
    fixture
        .sql("UPDATE journal_events SET body = replace(body, 'founded', 'created') WHERE seq = 1");
    let end = before.ends(1).expect("a moment");
    fixture.clock.advance(fixture.clock.now().until(end));
    at_rest(&fixture, &arbiter, "tournament", id).await;
    let playing = "SELECT count(*) FROM matches WHERE match_id <= 4 AND status = 'playing'";
    assert_eq!(fixture.row(playing), 0);
    let after = tournament(&arbiter, id).await;
    let lost = after.pairing(pairing).expect("a pairing");
    assert_eq!(after.winner(lost), Some(winner));
    let (_, over) = after.game(game).expect("a game");
    let GameState::Over { end, .. } = &over.state else {
        panic!("{over:?}");
    };
    assert_eq!(end.how, How::Played);
    assert!(!after.is_playing(banned));
    check_database(&fixture);
}
