//! The play-offs of leagues: who plays, that each are opened once, and who is champion.

use anteroom::features::leagues::model::{
    Command, Event, League, OrganiserRequest, PlayOffs, Refusal,
};
use anteroom::features::tournaments::model::{
    self as tournaments, OrganiserAct, PlayOffs as Of, Seeding, State, Tournament,
};
use anteroom::kernel::{Arbiter, Error};
use anteroom::matches::{JournalId, UserId};

use super::contest_world::{
    HOUR, ORGANISER, PLACE, at_rest, begun, check_all_news, check_league, check_news,
    check_tournament, command, gathered, league, league_rules, open_contest, people, running,
    tournament, tournament_rules, trusting,
};
use super::world::{Fixture, leave};

/// Creates a league with play-offs whose first season is being played.
async fn playing(fixture: &Fixture, arbiter: &Arbiter, people: &[UserId], size: u32) -> JournalId {
    let rules = anteroom::features::leagues::model::Rules {
        play_offs: size,
        ..league_rules(10, 1, "2d")
    };
    let id = gathered(arbiter, rules, people).await;
    begun(fixture, arbiter, id).await;
    id
}

/// Has the person with the higher number resign in each running match.
async fn resign_all(arbiter: &Arbiter, id: JournalId) {
    for match_id in running(&league(arbiter, id).await) {
        let state = arbiter.view(match_id).await.expect("a match").state;
        let loser = state.people().max();
        leave(
            arbiter
                .resign(match_id, loser.expect("a person"))
                .await
                .expect("an end"),
        );
    }
}

/// Ends the season. The first of the table is the person with the lowest number, and so on.
async fn ends(fixture: &Fixture, arbiter: &Arbiter, id: JournalId) -> League {
    resign_all(arbiter, id).await;
    at_rest(fixture, arbiter, "league", id).await;
    league(arbiter, id).await
}

/// Returns the only play-offs of a league, and their tournament.
async fn opened(arbiter: &Arbiter, league: &League) -> (JournalId, Tournament) {
    let [PlayOffs { journal, .. }] = league.play_offs() else {
        panic!("{:?}", league.play_offs());
    };
    let journal = journal.expect("a tournament");
    (journal, tournament(arbiter, journal).await)
}

fn seeds(now: &Tournament) -> Vec<UserId> {
    now.players().iter().map(|player| player.user).collect()
}

/// Has the better seed resign in each match until the play-offs are over. Returns the winner.
async fn underdogs_win(fixture: &Fixture, arbiter: &Arbiter, id: JournalId) -> UserId {
    for _ in 0..8 {
        let now = tournament(arbiter, id).await;
        if now.state() == State::Over {
            return now.champion().expect("a winner");
        }
        for (_, match_id) in now.running() {
            let state = arbiter.view(match_id).await.expect("a match").state;
            let loser = state.people().min();
            leave(
                arbiter
                    .resign(match_id, loser.expect("a person"))
                    .await
                    .expect("an end"),
            );
        }
        at_rest(fixture, arbiter, "tournament", id).await;
    }
    panic!("the play-offs do not end");
}

/// Counts the news of a kind of contest.
fn told(fixture: &Fixture, kind: &str) -> usize {
    let messages = fixture.world.messages.lock().unwrap();
    let news = messages.iter().filter(|(line, _)| line.starts_with(kind));
    news.count()
}

async fn refused(arbiter: &Arbiter, id: JournalId, command: Command) -> String {
    let refused = arbiter.change_league(id, command).await;
    match refused.expect_err("a refusal") {
        Error::Denied(refusal) => refusal.name().to_owned(),
        other => panic!("{other}"),
    }
}

fn name(refusal: &Refusal) -> String {
    let name: &'static str = refusal.into();
    name.to_owned()
}

#[test]
fn champion_is_the_winner_of_the_play_offs() {
    let fixture = Fixture::new();
    fixture.live_as(trusting(), async |arbiter| {
        let people = people(6);
        let id = playing(&fixture, &arbiter, &people, 4).await;
        let by = ORGANISER;
        let fixed = refused(&arbiter, id, Command::SetPlayOffs { by, size: 2 }).await;
        assert_eq!(fixed, name(&Refusal::PlayOffsFixed));
        let over = ends(&fixture, &arbiter, id).await;
        assert_eq!(over.champions(), [], "nobody is champion yet");
        assert!(over.opens().is_some(), "the next season does not wait");
        let (journal, now) = opened(&arbiter, &over).await;
        assert_eq!(seeds(&now), people[..4]);
        let rules = now.rules();
        assert_eq!(rules.name.as_str(), "Autumn League, Play-offs 1");
        assert_eq!(rules.clock, over.rules().clock);
        assert_eq!(rules.options, over.rules().options);
        assert_eq!((rules.most, rules.third), (4, false));
        assert_eq!(rules.seeding, Seeding::Table);
        let of = Of {
            league: id,
            season: 1,
        };
        assert_eq!(rules.play_offs, Some(of));
        assert_eq!(now.organiser(), ORGANISER);
        assert_eq!(now.running().count(), 4, "two games a pairing");
        let user = people[5];
        let join = command(&arbiter, journal, tournaments::Command::Join { user });
        assert!(matches!(join.await, Err(Error::Denied(_))));

        let winner = underdogs_win(&fixture, &arbiter, journal).await;
        assert_ne!(winner, people[0], "the table's first loses");
        at_rest(&fixture, &arbiter, "league", id).await;
        assert_eq!(league(&arbiter, id).await.champions(), [(1, winner)]);
        assert_eq!(league(&arbiter, id).await.running_play_offs().count(), 0);
        check_league(&fixture, &arbiter, id).await;
        check_tournament(&fixture, &arbiter, journal).await;
        check_news(&fixture, &arbiter, journal).await;
        let again = Command::PlayOffsOver {
            season: 1,
            winner: Some(people[0]),
        };
        let twice = refused(&arbiter, id, again).await;
        assert_eq!(twice, name(&Refusal::NoPlayOffs(1)));
    });
}

#[test]
fn those_who_left_after_the_season_do_not_play() {
    // Who leaves the league, is kept out or has their data deleted before the play-offs begin; the rest play.
    for (size, left, expected) in [
        (4, 1..2, vec![0, 2, 3, 4]),
        (4, 1..4, vec![0, 4]),
        (8, 0..0, vec![0, 1, 2, 3]),
        (2, 0..4, vec![]),
    ] {
        let fixture = Fixture::new();
        fixture.live_as(trusting(), async |arbiter| {
            let people = people(5);
            let id = playing(&fixture, &arbiter, &people, size).await;
            // The pause keeps the play-offs waiting.
            fixture.sql(
                "CREATE TRIGGER later BEFORE INSERT ON journals BEGIN SELECT RAISE(ABORT, 'later'); END",
            );
            resign_all(&arbiter, id).await;
            while league(&arbiter, id).await.play_offs().is_empty() {
                tokio::task::yield_now().await;
            }
            for (index, user) in people[left].iter().enumerate() {
                if index == 1 {
                    let banned = arbiter.ban(PLACE.0, *user, ORGANISER, "Spam");
                    banned.await.expect("a ban");
                } else {
                    let leave = Command::Leave { user: *user };
                    arbiter.change_league(id, leave).await.expect("left");
                }
            }
            fixture.sql("DROP TRIGGER later");
            fixture.clock.advance(HOUR);
            at_rest(&fixture, &arbiter, "league", id).await;
            let now = league(&arbiter, id).await;
            if expected.is_empty() {
                assert_eq!(now.champions(), [(1, people[0])], "the first of the table");
                assert!(open_contest(&arbiter, "tournament").await.is_none());
                return;
            }
            let (journal, knock_out) = opened(&arbiter, &now).await;
            let expected: Vec<UserId> = expected.iter().map(|index| people[*index]).collect();
            assert_eq!(seeds(&knock_out), expected);
            check_tournament(&fixture, &arbiter, journal).await;
        });
    }
}

#[test]
fn season_whose_winner_nobody_doubts_has_no_play_offs() {
    let fixture = Fixture::new();
    fixture.live_as(trusting(), async |arbiter| {
        let people = people(4);
        let id = playing(&fixture, &arbiter, &people, 2).await;
        // All games but that of the first two are played, and then three leave: one is still in, with three points.
        for match_id in running(&league(&arbiter, id).await) {
            let state = arbiter.view(match_id).await.expect("a match").state;
            let loser = state.people().max().expect("a person");
            if loser != people[1] {
                leave(arbiter.resign(match_id, loser).await.expect("an end"));
            }
        }
        for user in people[1..].iter().rev() {
            let leave = Command::Leave { user: *user };
            arbiter.change_league(id, leave).await.expect("left");
        }
        at_rest(&fixture, &arbiter, "league", id).await;
        let now = league(&arbiter, id).await;
        assert_eq!(now.champions(), [(1, people[0])]);
        assert!(now.play_offs().is_empty());
    });
    let fixture = Fixture::new();
    fixture.live_as(trusting(), async |arbiter| {
        let people = people(4);
        let id = playing(&fixture, &arbiter, &people, 2).await;
        // Nobody plays, so nobody has a point.
        for user in &people {
            let leave = Command::Leave { user: *user };
            arbiter.change_league(id, leave).await.expect("left");
        }
        at_rest(&fixture, &arbiter, "league", id).await;
        let now = league(&arbiter, id).await;
        assert_eq!(now.seasons().count(), 1);
        assert_eq!(now.current().count(), 0);
        assert_eq!((now.champions(), now.play_offs()), (&[][..], &[][..]));
        assert!(open_contest(&arbiter, "tournament").await.is_none());
    });
}

#[test]
fn closed_league_stays_until_its_champion_is_known() {
    let fixture = Fixture::new();
    fixture.live_as(trusting(), async |arbiter| {
        let people = people(4);
        let id = playing(&fixture, &arbiter, &people, 2).await;
        let close = Command::Close {
            by: ORGANISER,
            reason: String::from("Winter is over"),
        };
        arbiter.change_league(id, close).await.expect("closed");
        let over = ends(&fixture, &arbiter, id).await;
        assert!(open_contest(&arbiter, "league").await.is_some());
        let (journal, now) = opened(&arbiter, &over).await;
        assert_eq!(seeds(&now), people[..2]);
        assert_eq!((now.rounds(), now.running().count()), (1, 2));
        let winner = underdogs_win(&fixture, &arbiter, journal).await;
        assert_eq!(winner, people[1]);
        at_rest(&fixture, &arbiter, "league", id).await;
        assert_eq!(league(&arbiter, id).await.champions(), [(1, winner)]);
        assert!(open_contest(&arbiter, "league").await.is_none());
        check_league(&fixture, &arbiter, id).await;
        check_tournament(&fixture, &arbiter, journal).await;
    });
}

#[test]
fn play_offs_without_winner_leave_the_first_of_the_table_champion() {
    for everybody_leaves in [false, true] {
        let fixture = Fixture::new();
        fixture.live_as(trusting(), async |arbiter| {
            let people = people(4);
            let id = playing(&fixture, &arbiter, &people, 4).await;
            let over = ends(&fixture, &arbiter, id).await;
            let (journal, _) = opened(&arbiter, &over).await;
            let reason = String::from("The rules say so");
            if everybody_leaves {
                for user in people.clone() {
                    // The last one has won by then.
                    let leave = command(&arbiter, journal, tournaments::Command::Leave { user });
                    drop(leave.await);
                }
            } else {
                let by = ORGANISER;
                let close = tournaments::Command::Close { by, reason };
                command(&arbiter, journal, close).await.expect("closed");
            }
            at_rest(&fixture, &arbiter, "tournament", journal).await;
            at_rest(&fixture, &arbiter, "league", id).await;
            let winner = tournament(&arbiter, journal).await.champion();
            let champion = winner.unwrap_or(people[0]);
            assert_eq!(winner.is_some(), everybody_leaves);
            assert_eq!(league(&arbiter, id).await.champions(), [(1, champion)]);
        });
    }
}

#[test]
fn play_offs_wait_for_the_end_of_a_pause_and_nothing_of_the_season_is_undone_after_it() {
    let fixture = Fixture::new();
    fixture.live_as(trusting(), async |arbiter| {
        let people = people(4);
        let id = playing(&fixture, &arbiter, &people, 2).await;
        let act = |request| Command::Act {
            by: ORGANISER,
            reason: String::from("The rules say so"),
            request,
        };
        let (season, ends) = (1, fixture.clock.now().after(HOUR));
        let end = act(OrganiserRequest::EndSeason { season, ends });
        arbiter.change_league(id, end).await.expect("an act");
        fixture.sql(
            "CREATE TRIGGER later BEFORE INSERT ON journals BEGIN SELECT RAISE(ABORT, 'later'); END",
        );
        resign_all(&arbiter, id).await;
        while league(&arbiter, id).await.play_offs().is_empty() {
            tokio::task::yield_now().await;
        }
        let pause = act(OrganiserRequest::Pause);
        arbiter.change_league(id, pause).await.expect("a pause");
        fixture.sql("DROP TRIGGER later");
        fixture.clock.advance(HOUR);
        at_rest(&fixture, &arbiter, "league", id).await;
        assert!(open_contest(&arbiter, "tournament").await.is_none());
        let undo = |act| Command::Undo {
            by: ORGANISER,
            act,
            reason: String::from("A mistake"),
            unmoved: Vec::new(),
        };
        arbiter.change_league(id, undo(2)).await.expect("undone");
        at_rest(&fixture, &arbiter, "league", id).await;
        let now = league(&arbiter, id).await;
        let (_, knock_out) = opened(&arbiter, &now).await;
        assert_eq!(seeds(&knock_out), people[..2]);
        let late = refused(&arbiter, id, undo(1)).await;
        assert_eq!(late, name(&Refusal::TooLateToUndo(1)));
    });
}

#[test]
fn newcomer_can_win_the_play_offs_and_another_tournament_may_have_their_name() {
    let fixture = Fixture::new();
    fixture.live_as(trusting(), async |arbiter| {
        let people = people(4);
        let id = playing(&fixture, &arbiter, &people, 2).await;
        let name = "Autumn League, play-offs 1";
        let other = tournaments::Rules {
            name: anteroom::matches::ContestName::new(name).expect("a name"),
            ..tournament_rules(1, false, 5)
        };
        let created = arbiter.create_tournament(PLACE, ORGANISER, other).await;
        created.expect("a tournament");
        let over = ends(&fixture, &arbiter, id).await;
        let (journal, now) = opened(&arbiter, &over).await;
        let own = now.rules().name.as_str();
        assert_eq!(own, "Autumn League, Play-offs 1 (2)");
        let newcomer = UserId(790_000);
        let replace = tournaments::Command::Act {
            by: ORGANISER,
            reason: String::from("The rules say so"),
            action: OrganiserAct::Replace {
                user: people[0],
                newcomer,
            },
            moved: tournaments::Moved::new(),
        };
        command(&arbiter, journal, replace).await.expect("an act");
        at_rest(&fixture, &arbiter, "tournament", journal).await;
        let user = people[1];
        let leave = tournaments::Command::Leave { user };
        command(&arbiter, journal, leave).await.expect("left");
        at_rest(&fixture, &arbiter, "tournament", journal).await;
        at_rest(&fixture, &arbiter, "league", id).await;
        let now = league(&arbiter, id).await;
        assert_eq!(now.champions(), [(1, newcomer)]);
        assert!(now.people().contains(&newcomer));
    });
}

/// Checks that a season has had its play-offs once, wherever the bot was killed. Returns whether they had a winner.
pub(super) async fn check_play_offs(fixture: &Fixture, arbiter: &Arbiter, id: JournalId) -> bool {
    let read = arbiter.read(move |db| anteroom::db::journal::events::<Event>(db, id));
    let entries = read.await.expect("events");
    let league = league(arbiter, id).await;
    let count = |kind: &str| {
        let words = format!("%\"{kind}\":{{\"season\":1,%");
        let sql = format!("SELECT count(*) FROM journal_events WHERE body LIKE '{words}'");
        fixture.row(&sql)
    };
    let mut all = league.play_offs().iter();
    let Some(first) = all.find(|one| one.season == 1) else {
        // While the bot was dead, too many people were silent for too long.
        assert_eq!((count("play-offs-began"), count("play-offs-over")), (0, 0));
        return false;
    };
    assert_eq!((count("play-offs-began"), count("play-offs-over")), (1, 1));
    let sql =
        "SELECT count(*) FROM journals WHERE kind = 'tournament' AND name LIKE '%Play-offs 1%'";
    assert_eq!(fixture.row(sql), 1);
    let journal = first.journal.expect("a tournament");
    let now = tournament(arbiter, journal).await;
    assert_eq!(now.state(), State::Over);
    assert_eq!(seeds(&now), first.seeds(|user| seeds(&now).contains(&user)));
    check_tournament(fixture, arbiter, journal).await;
    // Those of the second season may have begun by now.
    let all: Vec<JournalId> = league
        .play_offs()
        .iter()
        .filter_map(|one| one.journal)
        .collect();
    check_all_news(fixture, arbiter, &all).await;
    let champion = now.champion().unwrap_or(first.first);
    assert_eq!(league.champions()[0], (1, champion));
    let over = entries.iter().find_map(|entry| match entry.event {
        Event::PlayOffsOver { season: 1, .. } => Some(entry.at),
        _ => None,
    });
    assert!(over.is_some());
    assert!(told(fixture, "league-news ") > 0);
    now.champion().is_some()
}
