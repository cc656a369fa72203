//! Teams: people who vote on each of their turns.

use std::time::Duration;

use anteroom::board::Seat;
use anteroom::matches::{
    Ballot, Challenge, Command, DaysOff, Ending, Event, Fact, Level, Match, MatchId, MatchTerms,
    ModeratorAsks, Player, Proposal, Proposed, Refusal, Status, TeamAct, TeamName, Voting,
};
use anteroom::people::{Moment, TimeOff};
use serde_json::{Value, json};

use crate::support::people::{
    ANA, BEGIN, BEN, CID, challenge, does, moment, must, plays, proposal, takes_back, team,
};

const HOUR: Duration = Duration::from_hours(1);
const MINUTE: Duration = Duration::from_mins(1);

/// A challenge by Ana for the Woodpushers, who move first, to this player.
fn proposed(invited: Option<Player>, time: &str) -> Proposal {
    Proposal {
        team: Some(team("Woodpushers", Some(12))),
        invited,
        terms: MatchTerms::default(),
        ..proposal("connect-n", time)
    }
}

/// Replays the first events of a challenge.
fn open(proposal: Proposal, at: Moment) -> Match {
    Match::replay(MatchId(1), proposal.events(at)).unwrap()
}

/// The Woodpushers move first against Ben.
fn begun(time: &str) -> Match {
    let mut played = open(proposed(Some(BEN.into()), time), BEGIN);
    must(&mut played, &Command::Accept { by: BEN }, BEGIN);
    played
}

fn ballot(votes: &[(&str, u32)]) -> Ballot {
    let proposed = |(text, votes): &(&str, u32)| Proposed {
        text: (*text).to_owned(),
        votes: *votes,
    };
    Ballot {
        proposals: votes.iter().map(proposed).collect(),
    }
}

/// The turn of a team on the latest board, by nine votes to three.
fn votes(played: &Match, seat: Seat, text: &str) -> Command {
    let act = TeamAct::Play {
        text: text.to_owned(),
        board: played.board(),
        ballot: ballot(&[(text, 9), ("a", 3)]),
        offers_draw: false,
    };
    Command::Team { seat, act }
}

#[track_caller]
fn plays_by_vote(played: &mut Match, seat: Seat, text: &str, at: Moment) -> Vec<Event> {
    let command = votes(played, seat, text);
    must(played, &command, at)
}

/// Writes a fact as JSON, reads it back, and returns the JSON.
fn stored(fact: &Fact) -> Value {
    let text = serde_json::to_string(fact).unwrap();
    assert_eq!(&serde_json::from_str::<Fact>(&text).unwrap(), fact);
    serde_json::from_str(&text).unwrap()
}

#[test]
fn events_with_teams_keep_their_stored_form() {
    let owls = Player::Team(team("Night Owls", None));
    let body = stored(&Fact::Proposed(proposed(Some(owls), "3d")));
    let own = json!({"name": "Woodpushers", "role": 12});
    assert_eq!(body["proposed"]["team"], own);
    let other = json!({"name": "Night Owls"});
    assert_eq!(body["proposed"]["invited_team"], other);
    let accepted = stored(&Fact::Accepted { by: owls });
    assert_eq!(accepted, json!({"accepted": {"team": other}}));
    let turn = Fact::Turn {
        seat: Seat::First,
        text: String::from("d"),
        conditional: false,
        ballot: Some(Box::new(ballot(&[("d", 9), ("a", 3)]))),
    };
    let proposals = json!([{"text": "d", "votes": 9}, {"text": "a", "votes": 3}]);
    let expected = json!({"seat": "first", "text": "d", "ballot": {"proposals": proposals}});
    assert_eq!(stored(&turn), json!({"turn": expected}));
}

#[test]
fn events_without_teams_are_stored_as_before() {
    let old = r#"{"proposed":{"channel":77,"game":"connect-n","options":{},"time":"3d","challenger":101,"invited":102,"seat":"first","seat_drawn":false}}"#;
    let fact: Fact = serde_json::from_str(old).unwrap();
    let Fact::Proposed(read) = &fact else {
        panic!("{fact:?}");
    };
    assert!(!read.has_team());
    assert_eq!(serde_json::to_string(&fact).unwrap(), old);
    let old = r#"{"turn":{"seat":"first","text":"d"}}"#;
    let fact: Fact = serde_json::from_str(old).unwrap();
    assert!(matches!(fact, Fact::Turn { ballot: None, .. }), "{fact:?}");
    assert_eq!(serde_json::to_string(&fact).unwrap(), old);
}

#[test]
fn player_of_two_kinds_is_refused() {
    let both = r#"{"accepted":{"by":102,"team":{"name":"Woodpushers"}}}"#;
    assert!(serde_json::from_str::<Fact>(both).is_err());
}

#[test]
fn name_is_one_clean_line_of_at_most_32_characters() {
    let name = |typed: &str| TeamName::of(typed).map(|name| name.to_string());
    assert_eq!(name("Woodpushers").as_deref(), Some("Woodpushers"));
    assert_eq!(
        name("  The\n\tNight   Owls\u{202e} ").as_deref(),
        Some("The Night Owls")
    );
    assert_eq!(name(&"é".repeat(40)), Some("é".repeat(32)));
    assert_eq!(name(&"🦀".repeat(40)), Some("🦀".repeat(32)));
    // The cut leaves no space at the end.
    assert_eq!(name(&format!("{} b", "a".repeat(31))), Some("a".repeat(31)));
    for empty in ["", " \n", "\u{200e}\u{202e}", "\u{0}"] {
        assert_eq!(name(empty), None, "{empty:?}");
    }
}

#[test]
fn team_begins_against_person_who_accepts() {
    for invited in [None, Some(BEN.into())] {
        let mut played = open(proposed(invited, "3d"), BEGIN);
        let own = does(&mut played, &Command::Accept { by: ANA }, BEGIN);
        assert_eq!(own.unwrap_err(), Refusal::OwnChallenge);
        must(&mut played, &Command::Accept { by: BEN }, BEGIN);
        let pushers = Player::Team(team("Woodpushers", Some(12)));
        assert_eq!(played.players(), Some([pushers, BEN.into()]));
        // Who made the challenge for the team has no seat.
        assert_eq!(played.seat_of(ANA), None);
        assert_eq!(played.person_to_move(), None);
        assert!(played.deadline().is_some());
    }
}

#[test]
fn team_begins_against_computer_at_once() {
    let computer = Player::Computer(Level::Club);
    let mut played = open(proposed(Some(computer), "3d"), BEGIN);
    assert_eq!(*played.status(), Status::Playing);
    assert!(!played.proposal().is_practice());
    assert_eq!(played.host(), ANA);
    assert!(played.answers(Seat::Second));
    plays_by_vote(&mut played, Seat::First, "d", BEGIN.after(HOUR));
    assert!(played.computer_duty().is_some());
    assert_eq!((played.deadline(), played.voting()), (None, None));
}

#[test]
fn team_is_challenged_by_person_or_team() {
    let owls = Player::Team(team("Night Owls", None));
    let by_ana = Proposal {
        team: None,
        ..proposed(Some(owls), "3d")
    };
    for (proposal, challenging) in [
        (by_ana, ANA.into()),
        (
            proposed(Some(owls), "3d"),
            Player::Team(team("Woodpushers", Some(12))),
        ),
    ] {
        let mut played = open(proposal, BEGIN);
        let declined = does(&mut played, &Command::Decline { by: BEN }, BEGIN);
        assert_eq!(declined.unwrap_err(), Refusal::NobodyInvited);
        must(&mut played, &Command::Accept { by: CID }, BEGIN);
        assert_eq!(played.players(), Some([challenging, owls]));
        assert_eq!(played.seat_of(CID), None);
    }
}

#[test]
fn teams_with_one_name_or_one_role_do_not_play_each_other() {
    let of = |invited| {
        let given = Challenge {
            team: Some(team("Woodpushers", Some(12))),
            invited: Some(Player::Team(invited)),
            ..challenge("connect-n", "3d")
        };
        given.into_proposal(|| 0)
    };
    for same in [team("Woodpushers", None), team("Night Owls", Some(12))] {
        assert_eq!(of(same).unwrap_err(), Refusal::SameTeam);
    }
    assert!(of(team("Night Owls", Some(13))).is_ok());
}

#[test]
fn match_with_team_is_never_rated() {
    let pushers = team("Woodpushers", None);
    for (own, invited) in [
        (Some(pushers), None),
        (Some(pushers), Some(BEN.into())),
        (Some(pushers), Some(Player::Computer(Level::Club))),
        (None, Some(Player::Team(pushers))),
    ] {
        // The challenge asks for a rated match.
        let given = Challenge {
            team: own,
            invited,
            ..challenge("connect-n", "3d")
        };
        let mut played = open(given.into_proposal(|| 0).unwrap(), BEGIN);
        if *played.status() == Status::Open {
            must(&mut played, &Command::Accept { by: BEN }, BEGIN);
        }
        assert!(!played.is_rated(), "{:?}", played.players());
        assert!(!played.result_counts());
    }
}

#[test]
fn days_off_stop_clock_of_person_but_not_of_team() {
    // A Friday.
    let at = moment("2027-03-19T12:00:00Z");
    let given = Proposal {
        days_off: DaysOff::WeekendsToo,
        ..proposed(Some(BEN.into()), "3d")
    };
    let mut played = open(given, at);
    must(&mut played, &Command::Accept { by: BEN }, at);
    let days = HOUR * 24;
    assert_eq!(played.deadline(), Some(at.after(days * 3)));
    let off = TimeOff {
        from: at,
        until: at.after(days * 10),
        back: None,
        automatic: false,
    };
    must(&mut played, &Command::TakeOff { by: BEN, off }, at);
    assert_eq!(played.deadline(), Some(at.after(days * 3)));
    assert_eq!(played.pause(Seat::First, at.after(days)), None);
    plays_by_vote(&mut played, Seat::First, "d", at.after(HOUR));
    assert!(played.pause(Seat::Second, at.after(HOUR)).is_some());
    assert!(played.deadline() > Some(at.after(days * 10)));
}

#[test]
fn nobody_takes_turns_back_in_match_with_team() {
    let mut played = begun("3d");
    plays_by_vote(&mut played, Seat::First, "d", BEGIN);
    must(&mut played, &plays(BEN, "d"), BEGIN);
    let refusal = does(&mut played, &takes_back(BEN, 60), BEGIN).unwrap_err();
    assert_eq!(refusal, Refusal::TeamsTakeNothingBack(MatchId(1)));
}

#[test]
fn moderator_undoes_turn_of_team() {
    let mut played = begun("3d");
    plays_by_vote(&mut played, Seat::First, "d", BEGIN.after(HOUR));
    let undo = Command::Moderate {
        by: CID,
        asks: ModeratorAsks::Undo,
        reason: String::from("A mistake"),
    };
    let at = BEGIN.after(HOUR * 2);
    must(&mut played, &undo, at);
    assert_eq!((played.ply(), played.to_move()), (0, Some(Seat::First)));
    // The new board has a vote of its own.
    let voting = played.voting().unwrap();
    assert_eq!((voting.board, voting.opened), (played.board(), at));
    let redo = Command::Moderate {
        by: CID,
        asks: ModeratorAsks::Redo,
        reason: String::from("No mistake"),
    };
    must(&mut played, &redo, at);
    let entry = played.record().last().unwrap();
    assert_eq!(
        entry.ballot.as_ref().map(|ballot| ballot.voters()),
        Some(12)
    );
}

#[test]
fn turn_of_team_keeps_its_ballot() {
    let mut played = begun("3d");
    let events = plays_by_vote(&mut played, Seat::First, "d", BEGIN.after(HOUR));
    let [event] = events.as_slice() else {
        panic!("{events:?}");
    };
    assert_eq!(event.at, BEGIN.after(HOUR));
    let entry = played.record().last().unwrap();
    let ballot = entry.ballot.as_ref().unwrap();
    assert_eq!((ballot.winning(), ballot.voters()), (9, 12));
    must(&mut played, &plays(BEN, "d"), BEGIN.after(HOUR));
    assert_eq!(played.record().last().unwrap().ballot, None);
}

#[test]
fn team_votes_on_latest_board_and_in_its_turn_only() {
    let mut played = begun("3d");
    let first = votes(&played, Seat::First, "d");
    must(&mut played, &first, BEGIN);
    // A second writer of the same vote plays nothing.
    let again = does(&mut played, &first, BEGIN).unwrap_err();
    assert!(matches!(again, Refusal::MovedOn { .. }), "{again:?}");
    let early = votes(&played, Seat::First, "d");
    let refusal = does(&mut played, &early, BEGIN).unwrap_err();
    assert!(matches!(refusal, Refusal::NotYourTurn { .. }));
    // Ben is no team.
    let other = votes(&played, Seat::Second, "d");
    let refusal = does(&mut played, &other, BEGIN).unwrap_err();
    assert_eq!(refusal, Refusal::NotYourMatch(MatchId(1)));
}

#[test]
fn vote_written_after_flag_counts_at_its_end() {
    let mut played = begun("3d");
    let voting = played.voting().unwrap();
    let late = votes(&played, Seat::First, "d");
    let refusal = played.decide(&late, voting.flag).unwrap_err();
    assert!(matches!(refusal, Refusal::OutOfTime { .. }));
    // However late the bot writes it, the turn has the moment of the vote's end.
    let events = must(&mut played, &late, voting.closes);
    assert_eq!(events[0].at, voting.closes);
    assert_eq!(played.deadline(), Some(voting.closes.after(HOUR * 72)));
}

#[test]
fn turn_is_never_before_last_event() {
    let mut played = begun("3d");
    let offer = Command::OfferDraw { by: BEN };
    must(&mut played, &offer, BEGIN.after(HOUR * 2));
    let events = plays_by_vote(&mut played, Seat::First, "d", BEGIN.after(HOUR));
    assert_eq!(events[0].at, BEGIN.after(HOUR * 2));
}

#[test]
fn paused_match_takes_no_vote() {
    let mut played = begun("3d");
    let pause = Command::Moderate {
        by: CID,
        asks: ModeratorAsks::Pause,
        reason: String::from("A look"),
    };
    must(&mut played, &pause, BEGIN);
    assert_eq!(played.voting(), None);
    let turn = votes(&played, Seat::First, "d");
    let refusal = does(&mut played, &turn, BEGIN).unwrap_err();
    assert_eq!(refusal, Refusal::Paused(MatchId(1)));
}

#[test]
fn team_offers_draw_with_its_turn() {
    let mut played = begun("3d");
    let act = TeamAct::Play {
        text: String::from("d"),
        board: played.board(),
        ballot: ballot(&[("d", 3)]),
        offers_draw: true,
    };
    let seat = Seat::First;
    let events = must(&mut played, &Command::Team { seat, act }, BEGIN.after(HOUR));
    let facts: Vec<_> = events.iter().map(|event| event.fact.into_str()).collect();
    assert_eq!(facts, ["turn", "draw-offered"]);
    assert_eq!(played.draw_offer(), Some(Seat::First));
    must(
        &mut played,
        &Command::AcceptDraw { by: BEN },
        BEGIN.after(HOUR),
    );
    assert_eq!(played.ending(), Some(&Ending::Agreed));
}

#[test]
fn turn_that_ends_match_offers_no_draw() {
    let mut played = begun("3d");
    for _ in 0..3 {
        plays_by_vote(&mut played, Seat::First, "d", BEGIN);
        must(&mut played, &plays(BEN, "c"), BEGIN);
    }
    let act = TeamAct::Play {
        text: String::from("d"),
        board: played.board(),
        ballot: ballot(&[("d", 3)]),
        offers_draw: true,
    };
    let seat = Seat::First;
    let events = must(&mut played, &Command::Team { seat, act }, BEGIN);
    assert_eq!(events.len(), 1);
    assert!(matches!(played.ending(), Some(Ending::Game(_))));
}

#[test]
fn team_accepts_draw_that_other_player_offers() {
    let mut played = begun("3d");
    let accept = |board| Command::Team {
        seat: Seat::First,
        act: TeamAct::AcceptDraw { board },
    };
    let board = played.board();
    let refusal = does(&mut played, &accept(board), BEGIN).unwrap_err();
    assert_eq!(refusal, Refusal::NoOffer);
    must(&mut played, &Command::OfferDraw { by: BEN }, BEGIN);
    let refusal = does(&mut played, &accept(board + 1), BEGIN).unwrap_err();
    assert!(matches!(refusal, Refusal::MovedOn { .. }));
    must(&mut played, &accept(board), BEGIN);
    assert_eq!(played.ending(), Some(&Ending::Agreed));
}

#[test]
fn team_resigns_at_any_time() {
    let mut played = begun("3d");
    plays_by_vote(&mut played, Seat::First, "d", BEGIN);
    let resign = Command::Team {
        seat: Seat::First,
        act: TeamAct::Resign,
    };
    must(&mut played, &resign, BEGIN.after(HOUR));
    assert_eq!(played.ending(), Some(&Ending::Resigned(Seat::First)));
}

#[test]
fn team_that_never_votes_loses_without_result_before_its_first_turn() {
    let mut played = begun("3d");
    let flag = played.deadline().unwrap();
    must(&mut played, &Command::Flag, flag);
    assert_eq!(played.ending(), Some(&Ending::NoShow(Seat::First)));
}

/// The vote of the Woodpushers on their first turn.
fn voting(time: &str) -> Voting {
    begun(time).voting().expect("a vote")
}

#[test]
fn vote_lasts_third_of_clock_and_at_most_day() {
    for (time, lasts) in [
        ("3d", HOUR * 24),
        ("7d+12h", HOUR * 24),
        ("1d", HOUR * 8),
        ("1h", MINUTE * 20),
        ("15m", MINUTE * 5),
        ("5m", Duration::from_secs(100)),
        // Two minutes before the flag are before a third of the time: the vote ends at once.
        ("1m", Duration::ZERO),
        ("150s", Duration::from_secs(30)),
    ] {
        let voting = voting(time);
        assert_eq!(voting.opened, BEGIN, "{time}");
        assert_eq!(voting.opened.until(voting.closes), lasts, "{time}");
        assert_eq!(voting.half(), BEGIN.after(lasts / 2), "{time}");
        assert_eq!(
            voting.last_third(),
            voting.closes.before(lasts / 3),
            "{time}"
        );
    }
}

#[test]
fn vote_of_bank_counts_what_is_left_of_it() {
    let mut played = begun("3h+1m");
    // The team uses two of its three hours.
    plays_by_vote(&mut played, Seat::First, "d", BEGIN.after(HOUR * 2));
    must(&mut played, &plays(BEN, "c"), BEGIN.after(HOUR * 3));
    let voting = played.voting().unwrap();
    assert_eq!(voting.opened, BEGIN.after(HOUR * 3));
    assert_eq!(voting.opened.until(voting.flag), MINUTE * 61);
    assert_eq!(voting.opened.until(voting.closes), MINUTE * 61 / 3);
    assert_eq!(voting.turns, 1);
}

#[test]
fn first_vote_after_end_starts_half_hour() {
    let voting = voting("3d");
    let usual = voting.closes;
    assert_eq!(voting.ends(voting.opened), usual);
    assert_eq!(voting.ends(usual.before(Duration::from_millis(1))), usual);
    assert_eq!(voting.ends(usual), usual.after(MINUTE * 30));
    let later = usual.after(HOUR * 10);
    assert_eq!(voting.ends(later), later.after(MINUTE * 30));
    // The vote ends two minutes before the flag, and after that at once.
    let latest = voting.flag.before(MINUTE * 2);
    for minutes in [31, 10, 2] {
        let first = voting.flag.before(MINUTE * minutes);
        assert_eq!(voting.ends(first), latest, "{minutes}");
    }
    let last = voting.flag.before(MINUTE);
    assert_eq!(voting.ends(last), last);
}

#[test]
fn given_time_makes_vote_longer() {
    let mut played = begun("1h");
    let time = HOUR * 2;
    must(&mut played, &Command::GiveTime { by: BEN, time }, BEGIN);
    let voting = played.voting().unwrap();
    assert_eq!(voting.opened.until(voting.closes), HOUR);
}

#[test]
fn person_and_computer_have_no_vote() {
    let mut played = begun("3d");
    plays_by_vote(&mut played, Seat::First, "d", BEGIN);
    assert_eq!(played.voting(), None);
    must(&mut played, &Command::Resign { by: BEN }, BEGIN);
    assert_eq!(played.voting(), None);
}

#[test]
fn person_plans_answer_to_team() {
    let mut played = begun("3d");
    let seat = played.waiting_seat(BEN).unwrap();
    assert_eq!(seat, Seat::Second);
    plays_by_vote(&mut played, Seat::First, "d", BEGIN);
    let planned = Command::PlayConditional {
        by: BEN,
        text: String::from("c"),
        board: played.board(),
    };
    must(&mut played, &planned, BEGIN);
    assert_eq!(played.to_move(), Some(Seat::First));
}

#[test]
fn match_of_team_goes_on_when_its_challenger_leaves() {
    let mut played = open(proposed(Some(BEN.into()), "3d"), BEGIN);
    let command = played.leaving(ANA, BEGIN);
    assert_eq!(command, Some(Command::Withdraw { by: ANA }));
    must(&mut played, &Command::Accept { by: BEN }, BEGIN);
    assert_eq!(played.leaving(ANA, BEGIN), None);
    assert_eq!(played.leaving(BEN, BEGIN), Some(Command::Abort { by: BEN }));
}

#[test]
fn only_organisers_start_matches_of_team_of_role() {
    let mut played = begun("3d");
    must(&mut played, &Command::Resign { by: BEN }, BEGIN);
    let refused = Refusal::NotYourMatch(played.id());
    assert_eq!(played.rematch(BEN), Err(refused.clone()));
    assert_eq!(played.another(BEN, "connect-n"), Err(refused));
}

#[test]
fn no_usual_time_is_told_of_match_with_team() {
    let played = open(proposed(None, "3d"), BEGIN);
    assert_eq!(played.expected(), None);
}
