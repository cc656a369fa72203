//! Matches of leagues and ladders.

use std::time::Duration;

use anteroom::board::Seat;
use anteroom::db::ratings;
use anteroom::features::ratings::{Stakes, Uncounted};
use anteroom::games::Verdict;
use anteroom::matches::{
    Adjudication, Command, Contest, Ending, Host, JournalId, Match, ModeratorAsks, Proposal,
    Refusal,
};
use anteroom::people::TimeOff;

use crate::support::databases::{does, opened, read};
use crate::support::people::{ANA, BEGIN, BEN, CID, must, plays, proposal};

const DAY: Duration = Duration::from_hours(24);

/// A match of a contest, in a round robin or not.
fn in_contest(round: Option<u32>) -> Proposal {
    Proposal {
        contest: Some(Box::new(Contest {
            host: None,
            kind: String::from("cup"),
            journal: JournalId(3),
            game: 14,
            round,
            event: String::from("Berlin Open, Season 2, Division A"),
        })),
        ..proposal("connect-n", "5d+12h")
    }
}

fn begun(round: Option<u32>) -> Match {
    let events = in_contest(round).events(BEGIN);
    Match::replay(anteroom::matches::MatchId(1), events).unwrap()
}

#[test]
fn match_of_contest_refuses_what_is_unfair_to_others() {
    let mut played = begun(None);
    must(&mut played, &plays(ANA, "d"), BEGIN.after(DAY));
    let later = BEGIN.after(DAY * 2);
    let refused = |command: Command| played.decide(&command, later).unwrap_err();
    let time = Duration::from_hours(1);
    let gift = Command::GiveTime { by: ANA, time };
    assert!(matches!(refused(gift), Refusal::InContest(_)));
    // A turn that the opponent may have seen stays.
    let grace = Duration::ZERO;
    let takeback = Command::TakeBack { by: ANA, grace };
    assert!(matches!(refused(takeback), Refusal::InContest(_)));
    let ended = |verdict| Command::Adjudicate {
        verdict,
        why: Adjudication::SeasonOver,
    };
    must(&mut played, &ended(None), later);
    let reopen = Command::Moderate {
        by: CID,
        asks: ModeratorAsks::Reopen,
        reason: String::from("A mistake"),
    };
    let refusal = played.decide(&reopen, later).unwrap_err();
    assert!(matches!(refusal, Refusal::InContest(_)));
}

#[test]
fn unseen_turn_is_taken_back_in_contest() {
    let mut played = begun(Some(1));
    must(&mut played, &plays(ANA, "d"), BEGIN);
    let grace = Duration::from_mins(1);
    must(&mut played, &Command::TakeBack { by: ANA, grace }, BEGIN);
    assert_eq!(played.ply(), 0);
}

#[test]
fn round_robin_match_begins_without_answer_and_cannot_be_aborted() {
    let abort = Command::Abort { by: ANA };
    let played = begun(Some(1));
    assert_eq!(played.players(), Some([ANA.into(), BEN.into()]));
    let refusal = played.decide(&abort, BEGIN).unwrap_err();
    assert!(matches!(refusal, Refusal::TooLateToAbort(_)));
    must(&mut begun(None), &abort, BEGIN);
}

#[test]
fn time_off_stops_clock_for_three_days_in_contest() {
    let mut played = begun(Some(1));
    let off = TimeOff {
        from: BEGIN,
        until: BEGIN.after(DAY * 20),
        back: None,
        automatic: false,
    };
    must(&mut played, &Command::TakeOff { by: ANA, off }, BEGIN);
    assert_eq!(played.deadline(), Some(BEGIN.after(DAY * 8)));
}

#[test]
fn thinking_time_counts_own_turns_only() {
    let mut played = begun(Some(1));
    must(&mut played, &plays(ANA, "d"), BEGIN.after(DAY));
    must(&mut played, &plays(BEN, "d"), BEGIN.after(DAY * 3));
    let now = BEGIN.after(DAY * 3 + DAY / 2);
    let thought = Seat::BOTH.map(|seat| played.clocks().thought(seat, now));
    assert_eq!(thought, [DAY + DAY / 2, DAY * 2]);
}

#[test]
fn player_of_contest_who_never_moves_loses_on_time() {
    for round in [None, Some(1)] {
        let mut played = begun(round);
        let late = played.deadline().unwrap();
        must(&mut played, &Command::Flag, late);
        assert_eq!(played.ending(), Some(&Ending::Flagged(Seat::First)));
    }
}

#[test]
fn match_outside_contests_is_never_adjudicated() {
    let events = proposal("connect-n", "3d").events(BEGIN);
    let mut played = Match::replay(anteroom::matches::MatchId(1), events).unwrap();
    must(&mut played, &Command::Accept { by: BEN }, BEGIN);
    let adjudicate = Command::Adjudicate {
        verdict: None,
        why: Adjudication::SeasonOver,
    };
    let refusal = played.decide(&adjudicate, BEGIN).unwrap_err();
    assert!(matches!(refusal, Refusal::NoContest(_)));
}

#[test]
fn deleted_person_loses_match_of_contest() {
    let mut played = begun(Some(1));
    let command = played.leaving(ANA, BEGIN).unwrap();
    must(&mut played, &command, BEGIN);
    let verdict = Some(Verdict::Win(Seat::Second));
    let why = Adjudication::Forfeit;
    assert_eq!(played.ending(), Some(&Ending::Adjudicated { verdict, why }));
    assert_eq!(played.leaving(ANA, BEGIN), None);
}

/// A board of a simul whose host moves second.
fn in_simul() -> Proposal {
    let mut proposal = in_contest(None);
    if let Some(contest) = &mut proposal.contest {
        contest.host = Some(Host {
            seat: Seat::Second,
            time: "10d+1d".parse().unwrap(),
        });
    }
    proposal
}

#[test]
fn host_of_a_simul_has_a_clock_of_their_own() {
    let id = anteroom::matches::MatchId(1);
    let mut played = Match::replay(id, in_simul().events(BEGIN)).unwrap();
    let own = |played: &Match, at| Seat::BOTH.map(|seat| played.clocks().left(seat, at));
    assert_eq!(own(&played, BEGIN), [DAY * 5, DAY * 10]);
    must(&mut played, &plays(ANA, "d"), BEGIN);
    assert_eq!(played.deadline(), Some(BEGIN.after(DAY * 10)));
    let now = BEGIN.after(DAY * 9);
    must(&mut played, &plays(BEN, "d"), now);
    assert_eq!(own(&played, now), [DAY * 5 + DAY / 2, DAY * 2]);
    // A turn that is taken back leaves the clock as it was.
    let grace = Duration::from_mins(1);
    must(&mut played, &Command::TakeBack { by: BEN, grace }, now);
    assert_eq!(played.deadline(), Some(BEGIN.after(DAY * 10)));
}

#[test]
fn player_of_a_simul_who_never_moves_has_no_result() {
    let id = anteroom::matches::MatchId(1);
    let mut played = Match::replay(id, in_simul().events(BEGIN)).unwrap();
    let late = played.deadline().unwrap();
    must(&mut played, &Command::Flag, late);
    assert_eq!(played.ending(), Some(&Ending::NoShow(Seat::First)));
}

#[tokio::test]
async fn boards_of_a_simul_count_towards_limit_of_pair() {
    let (_folder, _, store) = opened();
    for number in 0..6 {
        let at = BEGIN.after(DAY * number);
        let mut played = store.propose(in_simul(), at).await.unwrap();
        for (by, text) in [(ANA, "d"), (BEN, "d"), (ANA, "e"), (BEN, "e")] {
            does(&store, &mut played, plays(by, text), at).await;
        }
        does(&store, &mut played, Command::Resign { by: BEN }, at).await;
        let stakes = read(&store, move |db| ratings::stakes(db, &played, at)).await;
        match number {
            0..4 => assert!(matches!(stakes, Stakes::Changed { .. }), "{stakes:?}"),
            _ => assert_eq!(stakes, Stakes::Uncounted(Uncounted::TooMany)),
        }
    }
}

#[tokio::test]
async fn results_of_contests_are_rated_beside_limit_of_pair() {
    let (_folder, _, store) = opened();
    for number in 0..6 {
        let at = BEGIN.after(DAY * number);
        let mut played = store.propose(in_contest(Some(1)), at).await.unwrap();
        for (by, text) in [(ANA, "d"), (BEN, "d"), (ANA, "e"), (BEN, "e")] {
            does(&store, &mut played, plays(by, text), at).await;
        }
        // The last match is ended by the league.
        let command = match number {
            5 => Command::Adjudicate {
                verdict: Some(Verdict::Win(Seat::First)),
                why: Adjudication::SeasonOver,
            },
            _ => Command::Resign { by: BEN },
        };
        does(&store, &mut played, command, at).await;
        let stakes = read(&store, move |db| ratings::stakes(db, &played, at)).await;
        match number {
            5 => assert_eq!(stakes, Stakes::Uncounted(Uncounted::Adjudicated)),
            _ => assert!(matches!(stakes, Stakes::Changed { .. }), "{stakes:?}"),
        }
    }
    // They do not use up the limit either.
    let at = BEGIN.after(DAY * 7);
    let played = store
        .propose(proposal("connect-n", "3d"), at)
        .await
        .unwrap();
    let stakes = read(&store, move |db| ratings::stakes(db, &played, at)).await;
    let Stakes::Open { counts_from, .. } = stakes else {
        panic!("{stakes:?}");
    };
    assert_eq!(counts_from, None);
}
