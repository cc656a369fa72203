//! Single rules of leagues, each in a small league.

use std::time::Duration;

use anteroom::features::leagues::model::{
    Command, DepartureReason, Event, Facts, Fate, GameEnd, GameId, GameState, How, Kind,
    OrganiserRequest, Refusal, Score, State,
};
use anteroom::matches::{MatchId, UserId};
use anteroom::people::Moment;

use super::world::{BEGIN, HOUR, ORGANISER, World};

const DAY: Duration = Duration::from_hours(24);

/// Makes a league whose people are 1001, 1002 …, rated in this order.
fn league(people: u64, size: u32, kind: Kind) -> World {
    let mut world = World::new(1, size, 1, kind);
    for user in 1001..=1000 + people {
        assert!(world.does(&Command::Join { user: UserId(user) }));
    }
    world
}

fn due(world: &mut World) -> Vec<Event> {
    let ratings = (1001..1400).map(|user| (UserId(user), 3000 - user as i32));
    let facts = Facts {
        ratings: ratings.collect(),
        ..Facts::default()
    };
    let before = world.log.len();
    assert!(world.does(&Command::Due(facts)));
    let new = world.log.iter().skip(before);
    new.map(|(_, event)| event.clone()).collect()
}

/// Begins all games that are pending, each in the match of its own number.
fn begin(world: &mut World) {
    for pending in world.league.pending() {
        let match_id = MatchId(u64::from(pending.game));
        let game = pending.game;
        assert!(world.does(&Command::GameBegan { game, match_id }));
    }
}

fn running(people: u64, size: u32) -> World {
    let mut world = league(people, size, Kind::Seasonal);
    let starts = BEGIN.after(DAY);
    assert!(world.does(&Command::SetStart { starts }));
    assert!(due(&mut world).is_empty(), "the day has not come");
    world.now = starts;
    assert!(matches!(due(&mut world)[..], [Event::SeasonBegan { .. }]));
    begin(&mut world);
    world
}

fn ended(world: &mut World, game: GameId, score: Score, how: How) {
    ends_so(world, game, GameEnd::unplayed(score, how));
}

fn ends_so(world: &mut World, game: GameId, end: GameEnd) {
    let match_id = MatchId(u64::from(game));
    let ended = Command::GameEnded {
        game,
        match_id,
        end,
    };
    assert!(world.does(&ended));
}

fn ask(world: &mut World, request: OrganiserRequest) -> Result<(), Refusal> {
    let act = Command::Act {
        by: ORGANISER,
        reason: String::from("because"),
        request,
    };
    world.league.decide(&act, world.now)?;
    assert!(world.does(&act));
    Ok(())
}

fn undo(world: &mut World, act: u32, unmoved: Vec<GameId>) -> Result<(), Refusal> {
    let undo = Command::Undo {
        by: ORGANISER,
        act,
        reason: String::from("a mistake"),
        unmoved,
    };
    world.league.decide(&undo, world.now)?;
    assert!(world.does(&undo));
    Ok(())
}

fn games_of(world: &World, user: u64) -> Vec<GameId> {
    let running = world.league.running_of(UserId(user));
    running.into_iter().map(|(game, _)| game).collect()
}

/// Ends a game as a loss of a person.
fn loses(world: &mut World, user: u64, game: GameId, how: How) {
    let (_, division, known) = world.league.game(game).expect("a game");
    let [first, _] = division.people(known).expect("two people");
    let score = if first == UserId(user) {
        Score::Second
    } else {
        Score::First
    };
    ended(world, game, score, how);
}

#[test]
fn a_league_goes_from_season_to_season() {
    let mut world = running(8, 4);
    assert_eq!(world.league.state(), State::Running);
    let season = world.league.season(1).expect("a season");
    let seats = |division: usize| -> Vec<u64> {
        let seats = season.divisions[division].seats.iter();
        seats.map(|seat| seat.user.0).collect()
    };
    assert_eq!(seats(0), [1001, 1002, 1003, 1004]);
    assert_eq!(seats(1), [1005, 1006, 1007, 1008]);
    for game in 1..=12 {
        ended(&mut world, game, Score::First, How::Played);
    }
    let events = due(&mut world);
    let [
        Event::SeasonOver {
            promoted,
            relegated,
            champion,
            places,
            ..
        },
    ] = &events[..]
    else {
        panic!("{events:?}");
    };
    assert_eq!((promoted.len(), relegated.len()), (1, 1));
    assert_eq!(champion.as_ref(), places[0].first());
    let (up, down) = (promoted[0], relegated[0]);
    let over = world.now;
    assert_eq!(world.league.next_due(), Some(over.after(3 * DAY)));
    world.now = over.after(3 * DAY);
    let starts = over.after(10 * DAY);
    assert_eq!(due(&mut world), [Event::SeasonOpened { season: 2, starts }]);
    world.now = starts;
    due(&mut world);
    let season = world.league.season(2).expect("the next season");
    let has = |division: usize, user| {
        let mut seats = season.divisions[division].seats.iter();
        seats.any(|seat| seat.user == user)
    };
    assert!(has(0, up) && has(1, down));
}

#[test]
fn a_person_goes_out_after_two_losses_on_time_without_a_move() {
    let mut world = running(5, 5);
    let games = games_of(&world, 1001);
    loses(&mut world, 1001, games[0], How::Time);
    assert!(due(&mut world).is_empty(), "one loss is not enough");
    world.now = world.now.after(7 * DAY);
    loses(&mut world, 1001, games[1], How::Time);
    let events = due(&mut world);
    let [Event::Out { user, why, fates }] = &events[..] else {
        panic!("{events:?}");
    };
    assert_eq!((*user, *why), (UserId(1001), DepartureReason::Silent));
    // Two of four games are over: no longer fewer than half.
    assert_eq!(fates[..], [(1, Fate::Forfeited)]);
    let wishes = world.league.to_end();
    assert_eq!(wishes.len(), 2);

    // With more than seven days between, or with a move, the person stays.
    let mut world = running(5, 5);
    let games = games_of(&world, 1001);
    loses(&mut world, 1001, games[0], How::Time);
    world.now = world.now.after(7 * DAY + HOUR);
    loses(&mut world, 1001, games[1], How::Time);
    assert!(due(&mut world).is_empty());
    let end = GameEnd {
        last_moves: [Some(world.now); 2],
        ..GameEnd::unplayed(Score::Draw, How::Played)
    };
    ends_so(&mut world, games[2], end);
    loses(&mut world, 1001, games[3], How::Time);
    assert!(due(&mut world).is_empty(), "the person has moved");
}

#[test]
fn a_leaver_with_few_games_over_is_annulled() {
    let mut world = running(5, 5);
    let games = games_of(&world, 1001);
    loses(&mut world, 1001, games[0], How::Played);
    let user = UserId(1001);
    assert!(world.does(&Command::Leave { user }));
    let table = world.league.season(1).unwrap().divisions[0].table();
    assert_eq!(table[4].user, user);
    assert!(table.iter().all(|placed| placed.row.points == 0));
    assert_eq!(world.league.to_end().len(), 3);
    assert!(world.does(&Command::Join { user }), "for the next season");
    assert!(!world.league.is_playing(user));
}

#[test]
fn a_pause_moves_the_last_moment() {
    let mut world = running(4, 4);
    let ends = world.league.season(1).unwrap().ends;
    ask(&mut world, OrganiserRequest::Pause).expect("a pause");
    assert_eq!(world.league.next_due(), None);
    world.now = ends.after(DAY);
    assert!(due(&mut world).is_empty());
    let length = world.league.paused().unwrap().until(world.now);
    undo(&mut world, 1, Vec::new()).expect("the end of the pause");
    let ends = ends.after(length);
    assert_eq!(world.league.season(1).unwrap().ends, ends);
    world.now = ends;
    assert_eq!(due(&mut world), [Event::SeasonClosing { season: 1 }]);
    assert_eq!(world.league.state(), State::Closing);
}

#[test]
fn a_pause_moves_the_start_too() {
    let mut world = league(4, 4, Kind::Seasonal);
    let starts = BEGIN.after(DAY);
    assert!(world.does(&Command::SetStart { starts }));
    ask(&mut world, OrganiserRequest::Pause).expect("a pause");
    world.now = BEGIN.after(3 * DAY);
    undo(&mut world, 1, Vec::new()).expect("the end of the pause");
    assert_eq!(world.league.starts(), Some(BEGIN.after(4 * DAY)));
}

#[test]
fn a_season_that_everybody_leaves_has_no_champion() {
    let mut world = running(4, 4);
    for user in 1001..=1004 {
        assert!(world.does(&Command::Leave { user: UserId(user) }));
    }
    for wish in world.league.to_end() {
        ended(&mut world, wish.game, Score::Void, wish.wanted.why.how());
    }
    let events = due(&mut world);
    assert!(matches!(
        events[..],
        [Event::SeasonOver { champion: None, .. }]
    ));
    assert_eq!(world.league.champions(), []);
}

#[test]
fn an_adjudicated_match_goes_on_after_the_act_is_undone() {
    let mut world = running(4, 4);
    let request = OrganiserRequest::Adjudicate {
        game: 1,
        score: Score::First,
    };
    ask(&mut world, request.clone()).expect("an act");
    assert_eq!(ask(&mut world, request), Err(Refusal::GameOver(1)));
    // The match is ended when the act has been undone.
    undo(&mut world, 1, Vec::new()).expect("undone");
    assert!(world.league.to_end().is_empty());
    ended(&mut world, 1, Score::First, How::Organiser);
    let pending = world.league.pending();
    assert_eq!(pending.len(), 1);
    assert_eq!(pending[0].continues, Some(MatchId(1)));
    assert_eq!(
        undo(&mut world, 1, Vec::new()),
        Err(Refusal::UndoneAlready(1))
    );
    assert_eq!(undo(&mut world, 2, Vec::new()), Err(Refusal::NoAct(2)));
}

#[test]
fn a_newcomer_replaces_a_person_who_has_not_moved() {
    let mut world = running(4, 4);
    let (user, newcomer) = (UserId(1001), UserId(2000));
    let replace = |unmoved| OrganiserRequest::Replace {
        user,
        newcomer,
        unmoved,
    };
    let games = games_of(&world, 1001);
    let some = games[1..].to_vec();
    assert_eq!(ask(&mut world, replace(some)), Err(Refusal::HasMoved(user)));
    ask(&mut world, replace(games.clone())).expect("a newcomer");
    assert!(world.league.is_playing(newcomer) && !world.league.is_playing(user));
    assert_eq!(world.league.to_end().len(), 3);
    for game in &games {
        ended(&mut world, *game, Score::Void, How::Annulled);
    }
    let pending = world.league.pending();
    assert_eq!(pending.len(), 3);
    assert!(pending.iter().all(|game| game.people.contains(&newcomer)));
    undo(&mut world, 1, Vec::new()).expect("the old person");
    assert!(world.league.is_playing(user) && !world.league.is_playing(newcomer));
}

#[test]
fn forfeits_are_undone_unless_the_person_is_out() {
    let mut world = running(4, 4);
    let user = UserId(1002);
    let unmoved = games_of(&world, 1002);
    ask(
        &mut world,
        OrganiserRequest::Forfeit {
            user,
            waiting: unmoved,
        },
    )
    .expect("forfeits");
    assert_eq!(world.league.to_end().len(), 3);
    undo(&mut world, 1, Vec::new()).expect("undone");
    assert!(world.league.to_end().is_empty());
    let unmoved = games_of(&world, 1002);
    ask(
        &mut world,
        OrganiserRequest::Forfeit {
            user,
            waiting: unmoved,
        },
    )
    .expect("forfeits");
    // Their going gives the games the same result; undone, they stay so.
    assert!(world.does(&Command::Leave { user }));
    undo(&mut world, 2, Vec::new()).expect("undone");
    assert_eq!(world.league.to_end().len(), 3);
}

fn score_of(world: &World, game: GameId) -> (Score, How) {
    let (_, _, game) = world.league.game(game).expect("a game");
    match &game.state {
        GameState::Over { end, .. } => (end.score, end.how),
        other => panic!("{other:?}"),
    }
}

#[test]
fn undone_decision_gives_way_to_what_a_departure_decides() {
    let mut world = running(4, 4);
    let [game, other, ..] = games_of(&world, 1001)[..] else {
        panic!("games");
    };
    let (_, division, known) = world.league.game(game).expect("a game");
    let first = division.people(known).expect("people")[0] == UserId(1001);
    let (won, lost) = match first {
        true => (Score::First, Score::Second),
        false => (Score::Second, Score::First),
    };
    // An organiser gives the game to a person who then leaves with more than half of their games over.
    ask(
        &mut world,
        OrganiserRequest::Adjudicate { game, score: won },
    )
    .expect("an act");
    ended(&mut world, game, won, How::Organiser);
    loses(&mut world, 1001, other, How::Played);
    assert!(world.does(&Command::Leave { user: UserId(1001) }));
    undo(&mut world, 1, Vec::new()).expect("undone");
    assert_eq!(score_of(&world, game), (lost, How::Forfeit));
    assert!(matches!(world.log.last(), Some((_, Event::Settled { games })) if games.len() == 1));
}

#[test]
fn forfeits_for_not_moving_count_as_silence_until_they_are_undone() {
    let mut world = running(5, 5);
    let user = UserId(1002);
    let waiting = games_of(&world, 1002);
    ask(&mut world, OrganiserRequest::Forfeit { user, waiting }).expect("forfeits");
    for wish in world.league.to_end() {
        loses(&mut world, 1002, wish.game, wish.wanted.why.how());
    }
    assert!(matches!(
        due(&mut world)[..],
        [Event::Out {
            why: DepartureReason::Silent,
            ..
        }]
    ));
    assert!(!world.league.is_playing(user) && !world.league.is_member(user));
    undo(&mut world, 1, Vec::new()).expect("undone");
    assert!(world.league.is_playing(user) && world.league.is_member(user));
    assert_eq!(world.league.pending().len(), 4);
    assert!(due(&mut world).is_empty());
}

#[test]
fn organiser_gets_nothing_from_their_own_acts() {
    let mut world = running(4, 4);
    let by = UserId(1001);
    let act = |request| Command::Act {
        by,
        reason: String::from("because"),
        request,
    };
    let user = UserId(1002);
    let waiting = games_of(&world, 1002);
    let forfeit = act(OrganiserRequest::Forfeit {
        user,
        waiting: waiting.clone(),
    });
    assert!(world.does(&forfeit));
    // The game between the two goes on.
    assert_eq!(world.league.to_end().len(), 2);
    let own = games_of(&world, 1001);
    let all: Vec<GameId> = own.clone();
    let theirs = act(OrganiserRequest::Forfeit {
        user: by,
        waiting: all,
    });
    assert_eq!(
        world.league.decide(&theirs, world.now),
        Err(Refusal::NothingToForfeit(by))
    );
    // Another organiser decides against them: they cannot undo it.
    let game = own[0];
    let request = OrganiserRequest::Adjudicate {
        game,
        score: Score::First,
    };
    ask(&mut world, request).expect("an act");
    let undo = Command::Undo {
        by,
        act: 2,
        reason: String::from("mine"),
        unmoved: Vec::new(),
    };
    assert_eq!(
        world.league.decide(&undo, world.now),
        Err(Refusal::OwnGame(game))
    );
}

#[test]
fn nobody_is_champion_without_a_point() {
    let mut world = running(4, 4);
    // All leave but one, who has lost their only game.
    let lost = games_of(&world, 1004)[0];
    loses(&mut world, 1004, lost, How::Played);
    for user in 1001..=1003 {
        assert!(world.does(&Command::Leave { user: UserId(user) }));
    }
    for wish in world.league.to_end() {
        ended(&mut world, wish.game, Score::Void, wish.wanted.why.how());
    }
    let events = due(&mut world);
    assert!(
        matches!(events[..], [Event::SeasonOver { champion: None, .. }]),
        "{events:?}"
    );
}

#[test]
fn person_who_is_let_in_again_has_their_place_back() {
    let mut world = running(5, 5);
    let user = UserId(1001);
    let games = games_of(&world, 1001);
    loses(&mut world, 1001, games[0], How::Played);
    let why = DepartureReason::Banned;
    assert!(world.does(&Command::Gone { user, why }));
    let wishes = world.league.to_end();
    assert_eq!(wishes.len(), 3);
    // The match of one game has ended already.
    ended(&mut world, wishes[0].game, Score::Void, How::Annulled);
    assert!(world.does(&Command::LetIn { user }));
    assert!(world.league.is_playing(user) && world.league.is_member(user));
    assert!(world.league.to_end().is_empty());
    let pending = world.league.pending();
    assert_eq!(pending.len(), 1);
    assert!(pending[0].continues.is_some());
    // What was played stands, and nothing more comes of a second time.
    assert_eq!(score_of(&world, games[0]).1, How::Played);
    assert_eq!(
        world.league.decide(&Command::LetIn { user }, world.now),
        Ok(Vec::new())
    );
    // A person who leaves by themselves does not come back so.
    assert!(world.does(&Command::Leave { user }));
    assert_eq!(
        world.league.decide(&Command::LetIn { user }, world.now),
        Ok(Vec::new())
    );
}

#[test]
fn season_waits_for_as_many_people_as_the_organiser_wants() {
    let mut world = World::new(1, 8, 1, Kind::Seasonal);
    let (at, Event::Created { by, rules }) = world.log[0].clone() else {
        panic!("the creation");
    };
    let rules = anteroom::features::leagues::model::Rules { least: 6, ..rules };
    let created = Event::Created { by, rules };
    world.league = anteroom::features::leagues::model::League::replay([(at, &created)]).unwrap();
    world.log = vec![(at, created)];
    for user in 1..=6 {
        assert!(!world.league.wants_start());
        let starts = BEGIN.after(DAY);
        assert!(!world.does(&Command::SetStart { starts }));
        assert!(world.does(&Command::Join { user: UserId(user) }));
    }
    assert!(world.league.wants_start());
    assert!(world.does(&Command::SetStart {
        starts: BEGIN.after(DAY)
    }));
    assert!(world.does(&Command::Leave { user: UserId(6) }));
    world.now = BEGIN.after(DAY);
    assert_eq!(due(&mut world), [Event::StartMissed]);
}

#[test]
fn later_seasons_start_at_the_hour_of_the_first() {
    let mut world = running(4, 4);
    // All games are over at another time of day.
    world.now = world.now.after(2 * DAY + 5 * HOUR);
    for game in 1..=6 {
        ended(&mut world, game, Score::First, How::Played);
    }
    due(&mut world);
    let opens = world.league.opens().expect("an opening");
    world.now = opens;
    let events = due(&mut world);
    let [Event::SeasonOpened { starts, .. }] = events[..] else {
        panic!("{events:?}");
    };
    // Nineteen hours more than seven days.
    assert_eq!(starts, opens.after(7 * DAY + 19 * HOUR));
}

#[test]
fn a_season_is_ended_early_until_that_moment() {
    let mut world = running(4, 4);
    let before = world.league.season(1).unwrap().ends;
    let ends = world.now.after(HOUR);
    let end = OrganiserRequest::EndSeason { season: 1, ends };
    ask(&mut world, end.clone()).expect("an end");
    assert_eq!(world.league.next_due(), Some(ends));
    undo(&mut world, 1, Vec::new()).expect("undone");
    assert_eq!(world.league.next_due(), Some(before.before(2 * DAY)));
    ask(&mut world, end).expect("an end");
    world.now = ends;
    due(&mut world);
    assert_eq!(
        undo(&mut world, 2, Vec::new()),
        Err(Refusal::TooLateToUndo(2))
    );
}

#[test]
fn a_quick_division_starts_when_it_is_full() {
    let mut world = league(4, 5, Kind::Quick);
    assert!(due(&mut world).is_empty());
    assert_eq!(world.league.next_due(), None);
    assert!(world.does(&Command::Join { user: UserId(1005) }));
    assert_eq!(world.league.next_due(), Some(world.now));
    // A person with seven games elsewhere waits, and the others with them.
    let busy = Facts {
        elsewhere: [(UserId(1002), 7)].into(),
        ..Facts::default()
    };
    let decided = world.league.decide(&Command::Due(busy.clone()), world.now);
    assert_eq!(decided, Ok(Vec::new()));
    assert!(world.does(&Command::Join { user: UserId(1006) }));
    assert!(world.does(&Command::Due(busy)));
    let waiting: Vec<_> = world
        .league
        .members()
        .iter()
        .map(|one| one.user.0)
        .collect();
    assert_eq!(waiting, [1002]);
    let ends = world.now.after(14 * DAY);
    assert_eq!(world.league.season(1).unwrap().ends, ends);
    begin(&mut world);
    let user = UserId(1001);
    assert!(world.does(&Command::Join { user }), "for one more division");
    assert!(world.does(&Command::Leave { user }));
    assert!(
        world.league.is_playing(user),
        "it waits no longer, and plays on"
    );
    assert!(world.does(&Command::Leave { user }));
    let join = world.league.decide(&Command::Join { user }, world.now);
    assert_eq!(join, Err(Refusal::OutUntilOver));
}

#[test]
fn games_that_never_began_are_drawn_at_the_end() {
    let mut world = league(4, 4, Kind::Quick);
    due(&mut world);
    world.now = world.league.season(1).unwrap().ends;
    let events = due(&mut world);
    assert!(matches!(
        events[..],
        [Event::SeasonClosing { .. }, Event::SeasonOver { .. }]
    ));
    for (_, game) in world.league.season(1).unwrap().games() {
        let GameState::Over { end, .. } = &game.state else {
            panic!("{game:?}");
        };
        assert_eq!((end.score, end.how), (Score::Draw, How::SeasonOver));
    }
}

#[test]
fn bad_input_is_refused_with_a_sentence() {
    let world = league(3, 4, Kind::Seasonal);
    let refused = |command: &Command| {
        let refusal = world.league.decide(command, world.now);
        refusal.expect_err("a refusal").to_string()
    };
    let starts = BEGIN.after(DAY);
    let three = refused(&Command::SetStart { starts });
    assert!(
        three.contains("needs 4 people") && three.contains('3'),
        "{three}"
    );
    let twice = refused(&Command::Join { user: UserId(1001) });
    assert!(twice.contains("already"), "{twice}");
    let world = league(4, 4, Kind::Seasonal);
    assert!(world.league.wants_start());
    // A season may be set to start from the next moment on, and at most 90 days ahead.
    let set = |starts| world.league.decide(&Command::SetStart { starts }, BEGIN);
    let second = Duration::from_secs(1);
    for starts in [BEGIN.before(HOUR), BEGIN, BEGIN.after(90 * DAY + second)] {
        assert_eq!(set(starts), Err(Refusal::StartDay), "{starts}");
    }
    for starts in [BEGIN.after(second), BEGIN.after(90 * DAY)] {
        assert_eq!(set(starts), Ok(vec![Event::StartSet { starts }]));
    }
}

/// Returns the number of games of the reminder that is due, and the people whom it notifies.
fn reminder(world: &mut World) -> Option<(u32, Vec<UserId>)> {
    match &due(world)[..] {
        [] => None,
        [
            Event::SeasonEnding {
                season: 1,
                games,
                to_move,
            },
        ] => Some((*games, to_move.clone())),
        other => panic!("{other:?}"),
    }
}

#[test]
fn season_reminds_once_two_days_before_its_end() {
    let mut world = running(4, 4);
    let ends = world.league.season(1).expect("a season").ends;
    let theirs = games_of(&world, 1001);
    loses(&mut world, 1001, theirs[0], How::Played);
    let reminds = ends.before(2 * DAY);
    assert_eq!(world.league.next_due(), Some(reminds));
    world.now = Moment(reminds.0 - 1);
    assert_eq!(reminder(&mut world), None);

    // A pause moves the reminder too.
    assert_eq!(ask(&mut world, OrganiserRequest::Pause), Ok(()));
    world.now = reminds.after(DAY);
    assert_eq!(reminder(&mut world), None);
    assert_eq!(undo(&mut world, 1, Vec::new()), Ok(()));
    assert_eq!(reminder(&mut world), None);
    world.now = Moment(world.now.0 + 1);
    let over = theirs[0];
    let facts = Facts {
        to_move: [
            (UserId(1001), theirs.clone()),
            (UserId(1002), vec![over]),
            (UserId(1003), vec![99]),
        ]
        .into(),
        ..Facts::default()
    };
    assert!(world.does(&Command::Due(facts)));
    let last = world.log.last().map(|(_, event)| event.clone());
    let expected = Event::SeasonEnding {
        season: 1,
        games: 5,
        to_move: vec![UserId(1001)],
    };
    assert_eq!(last, Some(expected));
    assert_eq!(reminder(&mut world), None);
    let ends = world.league.season(1).expect("a season").ends;
    assert_eq!(world.league.next_due(), Some(ends));
    world.now = ends;
    assert!(matches!(
        due(&mut world)[..],
        [Event::SeasonClosing { season: 1 }]
    ));
}

#[test]
fn season_reminds_again_if_its_earlier_end_is_undone() {
    let mut world = running(4, 4);
    let ends = world.now.after(3 * DAY);
    let end = OrganiserRequest::EndSeason { season: 1, ends };
    assert_eq!(ask(&mut world, end), Ok(()));
    assert_eq!(reminder(&mut world), None);
    world.now = ends.before(DAY);
    assert!(reminder(&mut world).is_some());
    assert_eq!(undo(&mut world, 1, Vec::new()), Ok(()));
    assert_eq!(reminder(&mut world), None);
    let ends = world.league.season(1).expect("a season").ends;
    world.now = ends.before(2 * DAY);
    assert!(reminder(&mut world).is_some());
    assert_eq!(reminder(&mut world), None);
}
