//! Matches as tables: one line for each command, with its result.

use std::time::Duration;

use anteroom::board::Seat;
use anteroom::discord::ui;
use anteroom::games::{CATALOGUE, Verdict};
use anteroom::matches::{
    AlarmKind, Challenge, Command, Ending, Event, Exhibition, Fact, Level, Match, MatchId,
    ModeratorAsks, Player, Proposal, Refusal, SeatChoice, Status, TimeControl, record_text,
};
use anteroom::people::Moment;

use crate::support::people::{
    ANA, BEGIN, BEN, CID, begun, challenge, does, must, plays, proposal, proposed, takes_back, user,
};
use crate::support::random_turn::random_turn;
use crate::support::tables::rows;

/// Plays through a script, and returns the match.
///
/// A line has the seconds since the beginning, a command, and the result: `5 ana plays d → first d`.
fn check(mut played: Match, script: &str) -> Match {
    let mut events = vec![Event {
        at: BEGIN,
        fact: Fact::Proposed(played.proposal().clone()),
    }];
    for (line, expected) in rows(script) {
        let (at, command) = line.split_once(' ').expect(line);
        let answer = match does(&mut played, &read(command), seconds(at.parse().unwrap())) {
            Ok(decided) => {
                events.extend(decided.clone());
                decided.iter().map(show).collect::<Vec<_>>().join("; ")
            }
            Err(refusal) => format!("no: {refusal:?}"),
        };
        assert_eq!(named(&answer), expected, "{line}");
    }
    let again = Match::replay(played.id(), events).unwrap();
    assert_eq!(format!("{played:?}"), format!("{again:?}"), "replayed");
    played
}

/// Returns a text with names and numbers in place of ids.
fn named(text: &str) -> String {
    let mut text = text.replace("MatchId(1)", "1");
    for (user, name) in [(ANA, "ana"), (BEN, "ben"), (CID, "cid")] {
        let id = format!("{user:?}");
        text = text.replace(&format!("Person({id})"), name);
        text = text.replace(&id, name);
    }
    text
}

/// Reads a command: `ana plays d@2` is a turn on board 2.
fn read(command: &str) -> Command {
    let words: Vec<_> = command.splitn(3, ' ').collect();
    match words[..] {
        ["clock"] => return Command::Flag,
        ["challenge", "expires"] => return Command::Expire,
        ["server", "leaves"] => return Command::Abandon,
        _ => {}
    }
    let by = user(words[0]);
    match words[1..] {
        ["accepts"] => Command::Accept { by },
        ["declines"] => Command::Decline { by },
        ["withdraws"] => Command::Withdraw { by },
        ["renews"] => Command::Renew { by },
        ["resigns"] => Command::Resign { by },
        ["aborts"] => Command::Abort { by },
        ["offers"] => Command::OfferDraw { by },
        ["agrees"] => Command::AcceptDraw { by },
        ["disagrees"] => Command::DeclineDraw { by },
        ["allows"] => Command::AcceptTakeback { by },
        ["forbids"] => Command::DeclineTakeback { by },
        ["takes", "back"] => takes_back(by, 0),
        ["takes", "back unseen"] => takes_back(by, 60),
        ["moderates", asks] => {
            let (asks, reason) = asks.split_once(' ').unwrap_or((asks, ""));
            let asks = match asks {
                "pause" => ModeratorAsks::Pause,
                "resume" => ModeratorAsks::Resume,
                "undo" => ModeratorAsks::Undo,
                "redo" => ModeratorAsks::Redo,
                "reopen" => ModeratorAsks::Reopen,
                "let-out" => ModeratorAsks::LetOut(user("ben")),
                "first" => ModeratorAsks::End(Some(Verdict::Win(Seat::First))),
                "draw" => ModeratorAsks::End(Some(Verdict::Draw)),
                _ => ModeratorAsks::End(None),
            };
            let reason = reason.replace('⏎', "\n");
            Command::Moderate { by, asks, reason }
        }
        ["plays", text] => match text.split_once('@') {
            Some((text, board)) => Command::Play {
                by,
                text: text.to_owned(),
                board: Some(board.parse().unwrap()),
            },
            None => plays(by, text),
        },
        _ => panic!("no command: {command}"),
    }
}

fn show(event: &Event) -> String {
    let seat = |seat: &Seat| {
        if *seat == Seat::First {
            "first"
        } else {
            "second"
        }
    };
    match &event.fact {
        Fact::Proposed(_) => String::from("proposed"),
        Fact::Accepted { .. } => String::from("accepted"),
        Fact::Expired => String::from("expired"),
        Fact::Renewed => String::from("renewed"),
        Fact::Thawed { since } => format!("thawed since {since}"),
        Fact::Declined { .. } => String::from("declined"),
        Fact::Withdrawn => String::from("withdrawn"),
        Fact::Turn {
            seat: who,
            text,
            conditional,
            ..
        } => format!(
            "{} {text}{}",
            seat(who),
            if *conditional { " as conditional" } else { "" }
        ),
        Fact::TakebackAsked { seat: who } => format!("{} asks", seat(who)),
        Fact::TakebackDeclined { seat: who } => format!("{} lets it stand", seat(who)),
        Fact::TakenBack {
            seat: who,
            ply,
            agreed,
        } => {
            format!(
                "{} back to {ply} {}",
                seat(who),
                if *agreed { "by agreement" } else { "at once" }
            )
        }
        Fact::DrawOffered { seat: who } => format!("{} offers", seat(who)),
        Fact::DrawDeclined { seat: who } => format!("{} declines", seat(who)),
        Fact::DrawAgreed { seat: who } => format!("{} agrees", seat(who)),
        Fact::Resigned { seat: who } => format!("{} resigns", seat(who)),
        Fact::Aborted { by } => format!("{by:?} aborts"),
        Fact::Stopped { by } => format!("{by:?} ends the exhibition"),
        Fact::Recorded { verdict } => format!("recorded: {verdict:?}"),
        Fact::Abandoned => String::from("abandoned"),
        Fact::Moderated { by, act, reason } => format!("{by:?} {act:?}: {reason}"),
        Fact::TimeGiven { seat: to, time } => {
            format!("{} gets {} more", seat(to), time.as_secs())
        }
        Fact::TimeOff { seat: who, off } => format!(
            "{} off {}–{}",
            seat(who),
            BEGIN.until(off.from).as_secs(),
            BEGIN.until(off.until).as_secs()
        ),
        Fact::TimeOffEnded { seat: who } => format!("{} is back", seat(who)),
        Fact::Zoned { seat: who, zone } => format!("{} lives in {zone}", seat(who)),
        Fact::Annulled { by } => format!("annulled by {by:?}"),
        Fact::Adjudicated { verdict, why } => format!("adjudicated {verdict:?}: {why:?}"),
        Fact::Flagged { seat: who, no_show } => format!(
            "{} {} at {}",
            seat(who),
            if *no_show { "never came" } else { "flagged" },
            BEGIN.until(event.at).as_secs()
        ),
    }
}

/// [`check`] for a match that Ben accepted at 0.
fn check_game(game: &str, time: &str, script: &str) -> Match {
    check(
        proposed(game, time),
        &format!("0 ben accepts → accepted\n{script}"),
    )
}

/// Plays turns in turn, the first one at second 0, the next one at second 1, and so on.
fn after_turns(mut played: Match, line: &str) -> Match {
    for (second, text) in (0..).zip(line.split_whitespace()) {
        let by = played.person_to_move().unwrap();
        must(&mut played, &plays(by, text), seconds(second));
    }
    played
}

fn seconds(count: u64) -> Moment {
    BEGIN.after(Duration::from_secs(count))
}

/// [`check_game`] for Connect N.
fn connect_n(time: &str, script: &str) -> Match {
    check_game("connect-n", time, script)
}

#[test]
fn a_challenge_is_answered_once_and_by_the_right_person() {
    check(
        proposed("connect-n", "3d"),
        r#"
            0 ana plays d → no: NotBegun(1)
            0 ana accepts → no: OwnChallenge
            0 ana declines → no: OwnChallenge
            0 cid accepts → no: OnlyInvited { invited: ben }
            0 cid declines → no: OnlyInvited { invited: ben }
            0 ben withdraws → no: NotChallenger { challenger: ana }
            0 clock → no: StillTime
            400000000 ben accepts → accepted
            400000000 ben accepts → no: NotOpen("it has been accepted")
            400000000 ana withdraws → no: NotOpen("it has been accepted")"#,
    );
    check(
        proposed("connect-n", "3d"),
        r#"
            0 ben declines → declined
            0 ben accepts → no: NotOpen("it was declined")
            0 ana plays d → no: NeverPlayed { id: 1, why: "the challenge was declined" }"#,
    );
    check(
        proposed("connect-n", "3d"),
        r#"
            0 ana withdraws → withdrawn
            0 ben accepts → no: NotOpen("it was withdrawn")"#,
    );
    check(
        proposed("connect-n", "3d"),
        r#"
            0 ben renews → no: OpenAlready
            // After 14 days.
            1209599 challenge expires → no: StillTime
            1209600 challenge expires → expired
            1209601 ben accepts → no: NotOpen("nobody answered it for 14 days")
            1209601 ben renews → no: NotRenewer { challenger: ana }
            1209601 ana renews → renewed
            1209601 ana renews → no: OpenAlready
            2419200 challenge expires → no: StillTime
            2419200 ben accepts → accepted
            2419201 challenge expires → no: StillTime
            2419201 ana renews → no: NotRenewable"#,
    );
    let open = Challenge {
        invited: None,
        ..challenge("connect-n", "3d")
    }
    .into_proposal(|| 0)
    .unwrap();
    check(
        Match::proposed(MatchId(1), open, BEGIN).unwrap(),
        "
            0 cid declines → no: NobodyInvited
            0 ana accepts → no: OwnChallenge
            0 cid accepts → accepted
            0 ben plays d → no: NotYourMatch(1)",
    );
}

#[test]
fn a_seat_is_as_asked_or_drawn() {
    let table = [
        (SeatChoice::Seat(Seat::First), 1, Seat::First, false),
        (SeatChoice::Seat(Seat::Second), 0, Seat::Second, false),
        (SeatChoice::Random, 6, Seat::First, true),
        (SeatChoice::Random, 7, Seat::Second, true),
    ];
    for (seat, drawn, expected, by_lot) in table {
        let proposal = Challenge {
            seat,
            ..challenge("connect-n", "3d")
        }
        .into_proposal(|| drawn)
        .unwrap();
        assert_eq!(
            (proposal.seat, proposal.seat_drawn),
            (expected, by_lot),
            "{seat:?} {drawn}"
        );
        let mut played = Match::proposed(MatchId(1), proposal, BEGIN).unwrap();
        must(&mut played, &Command::Accept { by: BEN }, BEGIN);
        assert_eq!(
            (played.seat_of(ANA), played.seat_of(BEN)),
            (Some(expected), Some(expected.other()))
        );
        assert_eq!(played.seat_of(CID), None);
    }
}

#[test]
fn challenge_to_unknown_game_is_refused() {
    let refused = challenge("tic-tac-toe", "3d").into_proposal(|| 0);
    let refused = ui::sentence(&refused.unwrap_err());
    assert_eq!(refused, "There is no game called \"tic-tac-toe\".");
}

#[test]
fn a_moderator_pauses_a_match_and_lets_it_go_on() {
    let played = connect_n(
        "1h",
        "
            0 cid moderates resume x → no: NotPaused(1)
            0 cid moderates pause → no: NoReason
            0 ana moderates pause x → no: ModeratesOwn(1)
            1 ana plays d → first d
            601 cid moderates pause  a ⏎ quarrel  → cid Pause: a quarrel
            602 cid moderates pause x → no: PausedAlready(1)
            603 ben plays d → no: Paused(1)
            603 ana offers → no: Paused(1)
            603 ana takes back → no: Paused(1)
            // The clock stands during the whole pause.
            900000 clock → no: StillTime
            900000 cid moderates resume over → cid Resume: over
            902999 ben plays d → second d",
    );
    assert!(!played.is_paused());
    let left = played.clocks().left(Seat::Second, BEGIN);
    assert_eq!(left, Duration::from_hours(1));
    // Time used before the pause stays used.
    connect_n(
        "1h",
        "
            1 ana plays d → first d
            601 cid moderates pause x → cid Pause: x
            900000 cid moderates resume x → cid Resume: x
            903000 clock → second never came at 903000",
    );
    connect_n(
        "1h",
        "
            1 cid moderates pause x → cid Pause: x
            2 ben aborts → ben aborts",
    );
}

#[test]
fn a_moderator_undoes_turns_and_ends_a_match() {
    let played = connect_n(
        "1h",
        r#"
            0 cid moderates undo x → no: NothingToUndo(1)
            1 ana plays d → first d
            2 ben plays e → second e
            3 cid moderates undo x → cid Undo { ply: 1 }: x
            4 ana plays c → no: NotYourTurn { to_move: ben, colour: "Black" }
            5 cid moderates pause x → cid Pause: x
            6 cid moderates undo x → cid Undo { ply: 0 }: x
            900000 clock → no: StillTime
            900000 cid moderates resume x → cid Resume: x
            900001 ana plays c → first c
            900002 cid moderates first cheating → cid End(Some(Win(First))): cheating
            900003 cid moderates pause x → no: Finished { id: 1, result: "Red won by a moderator's decision" }"#,
    );
    assert_eq!(
        played.ending().and_then(Ending::verdict),
        Some(Verdict::Win(Seat::First))
    );
    let played = connect_n("1h", "1 cid moderates nothing x → cid End(None): x");
    assert_eq!(played.ending().and_then(Ending::verdict), None);
    let played = connect_n(
        "1h",
        r#"
            1 ana plays d → first d
            2 server leaves → abandoned
            3 ben plays d → no: Finished { id: 1, result: "abandoned with its server" }"#,
    );
    assert_eq!(
        (played.ending().and_then(Ending::verdict), played.deadline()),
        (None, None)
    );
}

#[test]
fn a_moderator_puts_back_what_was_undone() {
    let played = connect_n(
        "1h",
        r#"
            1 ana plays d → first d
            2 ben plays e → second e
            3 cid moderates redo x → no: NothingToRedo(1)
            602 cid moderates undo x → cid Undo { ply: 1 }: x
            700 ben moderates redo x → no: ModeratesOwn(1)
            700 cid moderates redo → no: NoReason
            700 cid moderates redo y → cid Redo: y
            700 ben plays d → no: NotYourTurn { to_move: ana, colour: "Red" }
            701 cid moderates redo x → no: NothingToRedo(1)
            // Ana's ten minutes of thinking stay used.
            3699 clock → no: StillTime
            3700 clock → first flagged at 3700"#,
    );
    let [first, second] = [0, 1].map(|at| &played.record()[at]);
    assert_eq!(first.at, seconds(1));
    assert_eq!(second.at, seconds(2));
    // Two undone turns are put back one by one, also during a pause.
    let played = connect_n(
        "1h",
        r#"
            1 ana plays d → first d
            2 ben plays e → second e
            3 cid moderates undo x → cid Undo { ply: 1 }: x
            4 cid moderates pause x → cid Pause: x
            5 cid moderates undo x → cid Undo { ply: 0 }: x
            6 cid moderates redo x → cid Redo: x
            900000 cid moderates resume x → cid Resume: x
            900000 cid moderates redo x → cid Redo: x
            900000 cid moderates redo x → no: NothingToRedo(1)
            900001 ben plays c → no: NotYourTurn { to_move: ana, colour: "Red" }
            // One second of Ana's hour was used when the moderator undid her turn.
            903598 clock → no: StillTime
            903599 clock → first flagged at 903599"#,
    );
    assert_eq!(record_text(played.record()), "1. d e");
    // Turns played or taken back since then would be lost.
    connect_n(
        "1h",
        "
            1 ana plays d → first d
            2 ben plays e → second e
            3 cid moderates undo x → cid Undo { ply: 1 }: x
            4 ben plays c → second c
            5 cid moderates redo x → no: NothingToRedo(1)",
    );
}

#[test]
fn turns_restored_by_a_moderator_equal_the_undone_ones() {
    let mut rng = fastrand::Rng::with_seed(16);
    for game in CATALOGUE {
        for _ in 0..12 {
            let mut played = proposed(game.card.key, "10h+5m");
            let mut now = BEGIN;
            let mut events = played.proposal().clone().events(BEGIN);
            let mut does = |played: &mut Match, command: Command, now: Moment| {
                events.extend(must(played, &command, now));
            };
            does(&mut played, Command::Accept { by: BEN }, now);
            let moderates = |asks| Command::Moderate {
                by: CID,
                asks,
                reason: String::from("x"),
            };
            let turns = rng.u32(2..12);
            for _ in 0..turns {
                let Some(by) = played.person_to_move() else {
                    break;
                };
                now = now.after(Duration::from_secs(rng.u64(0..400)));
                let text = random_turn(&played, &mut rng);
                let board = Some(played.board());
                does(&mut played, Command::Play { by, text, board }, now);
            }
            if *played.status() != Status::Playing {
                continue;
            }
            now = now.after(Duration::from_secs(rng.u64(0..400)));
            let before = played.clone();
            let shown = |state: &Match, now| Seat::BOTH.map(|seat| state.clocks().left(seat, now));
            let times = rng.u32(1..=turns.min(3));
            let then = shown(&before, now);
            let mut undone = 0;
            for _ in 0..times {
                if played.record().iter().any(|entry| entry.text.is_some()) {
                    does(&mut played, moderates(ModeratorAsks::Undo), now);
                    undone += 1;
                }
            }
            let paused = rng.bool();
            if paused {
                does(&mut played, moderates(ModeratorAsks::Pause), now);
                now = now.after(Duration::from_secs(rng.u64(0..4_000_000)));
            }
            for _ in 0..undone {
                does(&mut played, moderates(ModeratorAsks::Redo), now);
            }
            if paused {
                does(&mut played, moderates(ModeratorAsks::Resume), now);
            }
            assert_eq!(played.record(), before.record());
            assert_eq!(played.position().text(), before.position().text());
            assert_eq!(
                format!("{:?}", played.last_turn()),
                format!("{:?}", before.last_turn())
            );
            assert_eq!(played.to_move(), before.to_move());
            assert_eq!(shown(&played, now), then, "{}", game.card.key);
            assert!(
                played.board() > before.board(),
                "boards have their own numbers"
            );
            // The match goes on from there, and a replay gives the same match.
            let by = played.person_to_move().expect("somebody");
            let text = random_turn(&played, &mut rng);
            let board = Some(played.board());
            does(&mut played, Command::Play { by, text, board }, now);
            let again = Match::replay(played.id(), events).unwrap();
            assert_eq!(format!("{played:?}"), format!("{again:?}"));
        }
    }
}

#[test]
fn a_moderator_lets_a_player_out_and_undoes_ends() {
    let played = connect_n(
        "1h",
        "
            0 cid moderates reopen x → no: NotOver(1)
            1 ana plays d → first d
            1801 cid moderates let-out ill → cid LetOut(Second): ill
            1802 ana moderates reopen x → no: ModeratesOwn(1)
            1802 cid moderates reopen → no: NoReason
            900000 cid moderates reopen x → cid Reopen: x
            900001 cid moderates reopen x → no: NotOver(1)
            // The turn begins again, with a full hour.
            903599 ben plays d → second d
            903600 ana resigns → first resigns
            903601 cid moderates reopen x → cid Reopen: x
            903602 ana plays d → first d
            907202 clock → second flagged at 907202
            910000 cid moderates reopen x → cid Reopen: x
            910001 ben plays c → second c
            910002 ana offers → first offers
            910003 ben agrees → second agrees
            910004 cid moderates reopen x → cid Reopen: x
            // The end withdrew the offer.
            910005 ben agrees → no: NoOffer",
    );
    assert_eq!(played.ending(), None);
    assert_eq!(
        played.undone().map(|undone| undone.ending.clone()),
        Some(Ending::Agreed)
    );
    let out = connect_n(
        "1h",
        "1 cid moderates let-out ill → cid LetOut(Second): ill",
    );
    assert_eq!(
        (out.ending().and_then(Ending::verdict), out.deadline()),
        (None, None)
    );
    // The bank is the one at the beginning of the turn.
    let banked = connect_n(
        "1h+60s",
        "
            1800 ana plays d → first d
            1801 ben plays d → second d
            1900 ana resigns → first resigns
            900000 cid moderates reopen x → cid Reopen: x",
    );
    assert_eq!(
        banked.clocks().left(Seat::First, banked.changed_at()),
        Duration::from_secs(3600 - 1_800 + 60)
    );
    // A moderator cannot reopen an end by the rules, or a match that counts for nothing anyway.
    connect_n(
        "1h",
        "
            0 ana plays a → first a
            0 ben plays b → second b
            0 ana plays a → first a
            0 ben plays b → second b
            0 ana plays a → first a
            0 ben plays b → second b
            0 ana plays a → first a
            1 cid moderates reopen x → no: EndedByRules(1)",
    );
    connect_n(
        "1h",
        "
            1 ana aborts → ana aborts
            2 cid moderates reopen x → no: NothingToReopen(1)",
    );
}

#[test]
fn a_match_may_be_aborted_until_each_has_made_a_turn() {
    for by in ["ana", "ben"] {
        let never = r#"no: NeverPlayed { id: 1, why: "one of its players cancelled it" }"#;
        let script = format!(
            "0 cid aborts → no: NotYourMatch(1)
            1 ana plays d → first d
            2 {by} aborts → {by} aborts
            3 ben plays d → {never}
            3 {by} aborts → {never}"
        );
        let played = connect_n("3d", &script);
        assert_eq!(played.ending(), None);
        assert_eq!((played.to_move(), played.deadline()), (None, None));
    }
    connect_n(
        "3d",
        "
            1 ana plays d → first d
            2 ben plays d → second d
            3 ana aborts → no: TooLateToAbort(1)
            3 ben aborts → no: TooLateToAbort(1)",
    );
    // A take-back after the time ran out is too late as well.
    let slow = connect_n(
        "1h",
        r#"
            3600 ben aborts → no: OutOfTime { colour: "Red", at: Moment(1000003600000) }
            3600 clock → first never came at 3600"#,
    );
    assert!(!slow.may_abort() && slow.ending().is_some());
    assert!(!proposed("connect-n", "3d").may_abort());
}

#[test]
fn match_of_a_player_who_never_moved_has_no_result() {
    for (script, absent) in [
        ("3600 clock → first never came at 3600", Seat::First),
        (
            "1 ana plays d → first d
            3601 clock → second never came at 3601",
            Seat::Second,
        ),
    ] {
        let played = connect_n("1h", script);
        let ending = played.ending().expect("an end");
        assert_eq!(*ending, Ending::NoShow(absent));
        assert_eq!(ending.verdict(), None);
        assert!(!played.result_counts());
    }
    // Ben moved once: the second time is a loss.
    let played = connect_n(
        "1h",
        "1 ana plays d → first d
        2 ben plays e → second e
        3 ana plays d → first d
        3603 clock → second flagged at 3603",
    );
    let won = Verdict::Win(Seat::First);
    assert_eq!(played.ending().and_then(Ending::verdict), Some(won));
}

#[test]
fn a_rematch_exchanges_the_sides_and_keeps_the_rest() {
    let mut first = challenge("connect-n", "7d+12h");
    first.options.insert(String::from("n"), String::from("3"));
    first
        .options
        .insert(String::from("rows"), String::from("5"));
    first.seat = SeatChoice::Random;
    let mut seats = Vec::new();
    for drawn in [0, 1] {
        let proposal = first.clone().into_proposal(|| drawn).unwrap();
        let mut played = Match::proposed(MatchId(1), proposal.clone(), BEGIN).unwrap();
        assert_eq!(played.rematch(ANA), Err(Refusal::NotYourMatch(MatchId(1))));
        must(&mut played, &Command::Accept { by: BEN }, BEGIN);
        assert_eq!(played.rematch(ANA), Err(Refusal::NotOver(MatchId(1))));
        assert_eq!(played.lasted(), None);
        must(&mut played, &Command::Resign { by: BEN }, BEGIN);
        let over = played;
        for (by, other) in [(ANA, BEN), (BEN, ANA)] {
            let next = over.rematch(by).unwrap();
            assert_eq!(next.invited, Some(other.into()));
            let next = next.into_proposal(|| 0).unwrap();
            let same = |one: &anteroom::matches::Proposal| {
                (one.place, one.game.clone(), one.options.clone(), one.time)
            };
            assert_eq!(same(&next), same(&proposal));
            let mut again = Match::proposed(MatchId(2), next, BEGIN).unwrap();
            must(&mut again, &Command::Accept { by: other }, BEGIN);
            assert_eq!(again.seat_of(ANA), over.seat_of(BEN));
            assert_eq!(again.seat_of(BEN), over.seat_of(ANA));
        }
        seats.push(over.seat_of(ANA));
        assert_eq!(over.rematch(CID), Err(Refusal::NotYourMatch(MatchId(1))));
    }
    assert_ne!(seats[0], seats[1]);
}

#[test]
fn turns_are_made_by_whose_turn_it_is() {
    let played = connect_n(
        "3d",
        r#"
            1 ben plays d → no: NotYourTurn { to_move: ana, colour: "Red" }
            1 cid plays d → no: NotYourMatch(1)
            1 ana plays D@0 → first d
            1 ana plays d@0 → no: MovedOn { id: 1, ply: 1 }
            1 ana plays d → no: NotYourTurn { to_move: ben, colour: "Black" }
            1 ben plays   → no: NoTurn
            1 ben plays d e → no: TooLong(TooLong { done: ["d"], rest: "e" })
            1 ben plays e@1 → second e
            1 ana plays d → first d
            1 ben plays e → second e
            1 ana plays d → first d
            1 ben plays e → second e
            2 ana plays d → first d
            3 ben plays e → no: Finished { id: 1, result: "Red won by four in a row" }
            3 cid plays e → no: NotYourMatch(1)
            3 ana resigns → no: Finished { id: 1, result: "Red won by four in a row" }
            3 ben offers → no: Finished { id: 1, result: "Red won by four in a row" }
            300000 clock → no: StillTime"#,
    );
    assert_eq!(record_text(played.record()), "1. d e 2. d e 3. d e 4. d");
    assert_eq!(
        (played.deadline(), played.to_move(), played.ply()),
        (None, None, 7)
    );
}

#[test]
fn an_illegal_turn_says_why_and_what_is_near() {
    let full = after_turns(begun("connect-n", "3d"), "a a a a a a");
    let refused = |text: &str| match full.decide(&plays(ANA, text), BEGIN) {
        Err(Refusal::Illegal(illegal)) => illegal,
        other => panic!("{other:?}"),
    };
    let illegal = refused("a");
    assert_eq!(
        (
            illegal.typed.as_str(),
            illegal.cells.len(),
            illegal.done.len()
        ),
        ("a", 6, 0)
    );
    assert_eq!(illegal.alternatives.len(), 3);
    assert!(
        illegal.to_string().starts_with("Column a is full"),
        "{illegal}"
    );
    assert!(
        illegal.to_string().contains(" You could play "),
        "{illegal}"
    );
    let long = refused(&"x".repeat(4000));
    assert!(
        long.typed.len() <= 60 && long.to_string().chars().count() < 200,
        "{long}"
    );

    match begun("antichess", "3d").decide(&plays(ANA, "e2e5"), BEGIN) {
        Err(Refusal::Illegal(illegal)) => assert!(
            illegal.alternatives.contains(&String::from("e2e4")),
            "{illegal:?}"
        ),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_clock_for_each_turn_starts_anew() {
    // antichess.time: every match of every game applies this rule.
    let played = connect_n(
        "60s",
        r#"
            59 clock → no: StillTime
            59 ana plays d → first d
            118 ben plays d → second d
            178 ana plays d → no: OutOfTime { colour: "Red", at: Moment(1000000178000) }
            177 ana offers → first offers
            178 ben agrees → no: OutOfTime { colour: "Red", at: Moment(1000000178000) }
            178 ben resigns → no: OutOfTime { colour: "Red", at: Moment(1000000178000) }
            999 clock → first flagged at 178
            1000 ana plays d → no: Finished { id: 1, result: "Black won on time" }"#,
    );
    assert_eq!(played.changed_at(), seconds(178));
}

#[test]
fn a_bank_grows_after_each_turn() {
    let played = connect_n(
        "60s+10s",
        "
            40 ana plays d → first d
            41 ben plays d → second d
            60 ana plays d → first d
            61 ben plays e → second e",
    );
    // 60 − 40 + 10 − 19 + 10 = 21, and 60 − 1 + 10 − 1 + 10 = 78.
    let left = |seat, at| played.clocks().left(seat, seconds(at)).as_secs();
    assert_eq!([61, 70, 99].map(|at| left(Seat::First, at)), [21, 12, 0]);
    assert_eq!([61, 99].map(|at| left(Seat::Second, at)), [78, 78]);
    assert_eq!(played.deadline(), Some(seconds(82)));
    connect_n(
        "60s+0s",
        "
            59 ana plays d → first d
            60 ben plays d → second d
            61 clock → first flagged at 61",
    );
}

#[test]
fn a_clock_set_back_does_not_turn_time_round() {
    let mut played = begun("connect-n", "60s");
    let before = played.changed_at();
    let earlier = Moment(before.0 - 5000);
    let events = must(&mut played, &plays(ANA, "d"), earlier);
    assert_eq!(events[0].at, before);
    assert_eq!(
        played.deadline(),
        Some(before.after(Duration::from_secs(60)))
    );
}

#[test]
fn draws_are_offered_answered_and_forgotten() {
    connect_n(
        "3d",
        r#"
            1 ana agrees → no: NoOffer
            1 ana disagrees → no: NoOffer
            1 cid offers → no: NotYourMatch(1)
            1 ben offers → second offers
            1 ben offers → no: OfferedAlready
            1 ben agrees → no: OwnOffer
            1 ben disagrees → no: OwnOffer
            1 ana disagrees → first declines
            1 ben offers → no: OfferedAlready
            1 ana offers → first offers
            1 ana plays d → first d
            1 ben agrees → no: NoOffer
            1 ben offers → second offers
            1 ben plays d → second d
            1 ana agrees → no: NoOffer
            1 ben offers → second offers
            1 ana offers → first agrees
            2 ana plays d → no: Finished { id: 1, result: "draw by agreement" }"#,
    );
    connect_n(
        "3d",
        "
            1 ana offers → first offers
            2 ben agrees → second agrees",
    );
}

#[test]
fn resigning_loses_even_when_not_to_move() {
    let played = connect_n(
        "3d",
        "
            1 cid resigns → no: NotYourMatch(1)
            1 ben resigns → second resigns",
    );
    assert_eq!(
        played.ending().map(Ending::verdict),
        Some(Some(Verdict::Win(Seat::First)))
    );
}

#[test]
fn a_half_typed_turn_is_completed() {
    let played = begun("connect-n", "3d");
    let complete = |typed: &str| {
        played
            .complete(ANA, typed, 3)
            .map(|found| {
                (
                    found
                        .steps
                        .iter()
                        .map(|step| format!("{}{}", found.lead, step.step))
                        .collect::<Vec<_>>()
                        .join(" "),
                    found.rest,
                )
            })
            .map_err(|refusal| ui::sentence(&refusal))
    };
    assert_eq!(
        complete("").map(|(turns, rest)| (turns.len(), rest)),
        Ok((5, 4))
    );
    assert_eq!(complete("D"), Ok((String::from("d"), 0)));
    assert_eq!(complete("d "), Ok((String::from("d"), 0)));
    assert_eq!(complete("x"), Ok((String::new(), 0)));
    assert!(complete("d e").is_err() && complete("x e").is_err());
    let all = played.complete(ANA, "", 24).unwrap();
    assert!(all.rest == 0 && all.steps.len() == 7 && all.steps.iter().all(|step| step.whole));
}

#[test]
fn time_controls_read_and_print() {
    let table = [
        ("3d", "3d"),
        ("7d+12h", "7d+12h"),
        ("15m+10s", "15m+10s"),
        (" 90 min ", "1h30m"),
        ("1 day 12 hours", "1d12h"),
        ("36h", "1d12h"),
        ("2D", "2d"),
        ("1week + 0s", "7d+0s"),
        ("10s", "10s"),
        ("365d", "365d"),
    ];
    for (typed, canonical) in table {
        let control: TimeControl = typed.parse().unwrap();
        assert_eq!(control.to_string(), canonical, "{typed}");
        assert_eq!(canonical.parse(), Ok(control), "{typed}");
    }
    let unreadable = "is not a time that the bot can read: write 3d for three days a turn";
    let bounds = "The time must be from 10 seconds to 365 days, not";
    let refused = [
        ("", unreadable),
        ("3", unreadable),
        ("soon", unreadable),
        ("3d+", unreadable),
        ("+3d", unreadable),
        ("1d+1h+1h", unreadable),
        ("-3d", unreadable),
        ("10500ms", unreadable),
        ("99999999999999999999d", unreadable),
        ("9s", bounds),
        ("0s+10s", bounds),
        ("366d", bounds),
        (
            "1d+400d",
            "The time added after each turn must be at most 365 days, not 400d.",
        ),
    ];
    for (typed, expected) in refused {
        let error = typed.parse::<TimeControl>().unwrap_err().to_string();
        assert!(error.contains(expected), "{typed}: {error}");
    }
}

#[test]
fn a_record_shows_who_was_passed_over_and_who_began() {
    use anteroom::matches::Entry;
    let entry = |seat, text: Option<&str>| Entry {
        seat,
        text: text.map(str::to_owned),
        at: BEGIN,
        conditional: false,
        ballot: None,
    };
    let (first, second) = (Seat::First, Seat::Second);
    let table = [
        (vec![], ""),
        (vec![entry(first, Some("a"))], "1. a"),
        (
            vec![
                entry(first, Some("a")),
                entry(second, None),
                entry(first, Some("b")),
            ],
            "1. a -- 2. b",
        ),
        (
            vec![
                entry(second, Some("a")),
                entry(first, Some("b")),
                entry(second, Some("c")),
            ],
            "1. … a 2. b c",
        ),
        (
            vec![entry(first, Some("1 2 3")), entry(second, Some("4 5 6"))],
            "1. (1 2 3) (4 5 6)",
        ),
    ];
    for (record, expected) in table {
        assert_eq!(record_text(&record), expected);
    }
}

/// Turns of Antichess after the last of which White cannot move.
const FORCED_PASS: &str = "e2e4 f7f5 e4f5 b8a6 f1a6 b7a6 d1h5 g7g6 h5h7 h8h7 f5g6 h7h2 h1h2 c8b7 \
    g2g4 g8h6 h2h6 f8h6 d2d4 h6c1 e1d1 c1b2 d1d2 b2d4 d2c1 d4a1 g1h3 e7e6 c2c3 a1c3 b1c3 d8b8 \
    a2a4 c7c5 c1b2 b7f3 b2a3 f3g4 a4a5 g4h3 g6g7 b8e5 c3e4 e5e4 g7g8 e8e7 g8e6 d7e6 f2f3 e4f3 \
    a3a4 a8g8";

#[test]
fn player_without_a_move_is_passed_over_and_the_same_clock_runs_on() {
    let played = after_turns(begun("antichess", "60s+10s"), FORCED_PASS);
    assert!(record_text(played.record()).ends_with(" 26. a3a4 a8g8 27. --"));
    assert_eq!(
        (
            played.ply(),
            played.person_to_move(),
            played.clocks().running()
        ),
        (53, Some(BEN), Some(Seat::Second))
    );
    // 26 turns of one second each, with an increment of ten seconds after each.
    assert_eq!(played.deadline(), Some(seconds(51 + 60 + 26 * 9)));
}

#[test]
fn events_that_cannot_follow_are_no_match() {
    let at = BEGIN;
    let proposed = Fact::Proposed(proposal("connect-n", "3d"));
    let accepted = Fact::Accepted { by: BEN.into() };
    let turn = |seat, text: &str| Fact::Turn {
        seat,
        text: text.to_owned(),
        conditional: false,
        ballot: None,
    };
    let table: [(Vec<Fact>, &str); 7] = [
        (
            vec![],
            "match 1, event 1: a match must begin with a challenge",
        ),
        (
            vec![accepted.clone()],
            "match 1, event 1: a match must begin with a challenge",
        ),
        (
            vec![proposed.clone(), proposed.clone()],
            "match 1, event 2: a second challenge",
        ),
        (
            vec![proposed.clone(), turn(Seat::First, "d")],
            "match 1, event 2: ",
        ),
        (
            vec![proposed.clone(), accepted.clone(), turn(Seat::Second, "d")],
            "match 1, event 3: the turn d is not that seat's",
        ),
        (
            vec![proposed.clone(), accepted.clone(), turn(Seat::First, "z")],
            "match 1, event 3: the turn z: ",
        ),
        (
            vec![proposed, accepted, turn(Seat::First, "")],
            "match 1, event 3: the turn : There is no move in that text.",
        ),
    ];
    for (facts, expected) in table {
        let events = facts.into_iter().map(|fact| Event { at, fact });
        let error = Match::replay(MatchId(1), events).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn a_turn_that_nobody_has_seen_is_taken_back_at_once() {
    let played = connect_n(
        "1h+1m",
        r#"
            0 ana takes back unseen → no: NothingToTakeBack
            600 ana plays d → first d
            660 cid takes back unseen → no: NotYourMatch(1)
            660 ben takes back unseen → no: NothingToTakeBack
            660 ana takes back unseen → first back to 0 at once
            // The board with the chip on d was board 1; this is board 2.
            660 ana plays e@0 → no: MovedOn { id: 1, ply: 0 }
            660 ana plays e@1 → no: MovedOn { id: 1, ply: 0 }
            670 ana plays e@2 → first e
            731 ana takes back unseen → first asks
            731 ana takes back unseen → no: AskedAlready
            732 ben forbids → second lets it stand
            733 ana takes back unseen → no: AskedAlready
            740 ben offers → second offers
            740 ben plays e → second e
            // Ana's turn is two turns ago, so she cannot take it back.
            741 ana takes back unseen → first asks
            742 ben plays f → no: NotYourTurn { to_move: ana, colour: "Red" }
            742 ana plays f → first f
            742 ben allows → no: NoTakebackAsked"#,
    );
    // The player used 10 min 10 s in all, and got two increments of a minute. The take-back itself cost nothing.
    assert_eq!(
        played.clocks().left(Seat::First, seconds(742)).as_secs(),
        3600 - 610 + 60 - 2 + 60
    );
    assert_eq!(
        (played.board(), played.ply(), played.takebacks()),
        (5, 3, 1)
    );
}

#[test]
fn something_that_happened_since_needs_the_other_players_word() {
    for offers in ["ben offers → second offers", "ana offers → first offers"] {
        let script = format!(
            "1 ana plays d → first d
            2 {offers}
            3 ana takes back unseen → first asks
            4 ben allows → first back to 0 by agreement"
        );
        connect_n("3d", &script);
    }
}

#[test]
fn by_agreement_the_match_goes_back_to_the_askers_last_turn() {
    let played = connect_n(
        "1h+1m",
        r#"
            100 ana plays d → first d
            300 ben plays e → second e
            400 ben allows → no: NoTakebackAsked
            400 ana takes back → first asks
            400 ana allows → no: OwnTakeback
            400 ana forbids → no: OwnTakeback
            400 cid allows → no: NotYourMatch(1)
            400 ben takes back → no: AnswerTakeback
            500 ben allows → first back to 0 by agreement
            500 ben plays e → no: NotYourTurn { to_move: ana, colour: "Red" }
            510 ana plays c → first c
            520 ana takes back → first asks
            521 ana resigns → first resigns
            522 ben allows → no: Finished { id: 1, result: "Black won by resignation" }
            522 ana takes back unseen → no: Finished { id: 1, result: "Black won by resignation" }"#,
    );
    assert_eq!(played.takeback_asked(), None);
    // Both clocks go back to the beginning of Ana's turn. Then ten seconds pass for her and eleven for Ben.
    let at = seconds(600);
    assert_eq!(
        Seat::BOTH.map(|seat| played.clocks().left(seat, at).as_secs()),
        [3600 - 10 + 60, 3600 - 11]
    );
}

#[test]
fn the_clock_gets_back_what_it_had() {
    for (time, left) in [("1h", 3600 - 50), ("1h+5m", 3600 - 50)] {
        let played = connect_n(
            time,
            "50 ana plays d → first d
            100 ana takes back unseen → first back to 0 at once",
        );
        // Ana gets neither an increment nor a new hour, and Ben gets back the time that ran since.
        assert_eq!(played.deadline(), Some(seconds(100 + left)));
        let of_ben = played.clocks().left(Seat::Second, seconds(200));
        assert_eq!(of_ben.as_secs(), 3600);
        let mut late = played;
        must(&mut late, &Command::Flag, seconds(100 + left));
        assert_eq!(late.ending(), Some(&Ending::NoShow(Seat::First)));
    }
}

#[test]
fn takeback_restores_castling_en_passant_and_symmetry() {
    // The king's move is taken back, so White may castle as if the king had never moved.
    let table = [
        ("encastle", "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1f1", "e1g1"),
        // The right to take en passant returns.
        ("encastle", "e2e4 h7h6 e4e5 d7d5 e5d6", "e5d6"),
        // Black's ninth symmetric turn is taken back, so one more is not the tenth.
        (
            "anchor",
            "a1 o15 a2 o14 a3 o13 a4 o12 a5 o11 a6 o10 a7 o9 a8 o8 b1 n15",
            "n15",
        ),
    ];
    for (game, line, instead) in table {
        let options = if game == "anchor" {
            vec![(String::from("start"), String::from("even"))]
        } else {
            Vec::new()
        };
        let proposal = Challenge {
            options: options.into_iter().collect(),
            ..challenge(game, "3d")
        }
        .into_proposal(|| 0)
        .unwrap();
        let mut played = Match::proposed(MatchId(1), proposal, BEGIN).unwrap();
        must(&mut played, &Command::Accept { by: BEN }, BEGIN);
        let (line, last) = line.rsplit_once(' ').unwrap();
        let mut played = after_turns(played, line);
        let before = played.position().text();
        let by = played.person_to_move().unwrap();
        must(&mut played, &plays(by, last), seconds(49));
        must(&mut played, &takes_back(by, 60), seconds(50));
        assert_eq!(played.position().text(), before, "{game} {line}");
        must(&mut played, &plays(by, instead), seconds(50));
    }
}

#[test]
fn a_board_that_was_taken_back_may_stand_again() {
    // Superko: a position whose turn was taken back does not count as repeated.
    let mut played = check_game("anache", "3d", "1 ana plays b4-N → first b4-N");
    let stood = played.position().text();
    must(&mut played, &takes_back(ANA, 60), seconds(2));
    must(&mut played, &plays(ANA, "b4-N"), seconds(2));
    assert_eq!(played.position().text(), stood);
}

#[test]
fn a_forced_pass_goes_with_the_turn_that_forced_it() {
    let mut played = after_turns(begun("antichess", "3d"), FORCED_PASS);
    let mut shown_after = |command: Command, at: u64| {
        must(&mut played, &command, seconds(at));
        (played.ply(), played.board(), played.person_to_move())
    };
    let back = shown_after(takes_back(BEN, 60), 55);
    assert_eq!(back, (51, 54, Some(BEN)));
    let again = Command::Play {
        by: BEN,
        text: String::from("a8g8"),
        board: Some(54),
    };
    assert_eq!(shown_after(again, 56), (53, 56, Some(BEN)));
}

#[test]
fn lines_are_read_on_their_own_boards() {
    use anteroom::matches::Line;
    let mut chess = check_game("antichess", "3d", "1 ana plays d4 → first d2d4");
    let read = |played: &Match, typed: &str, kept: &[Line]| match played.read_line(ANA, typed, kept)
    {
        Ok(new) => format!(
            "{} on board {}, for {:?}",
            new.line.text(),
            new.line.board,
            new.extends
        ),
        Err(refusal) => format!("no: {}", ui::sentence(&refusal)),
    };
    let table = [
        ("a7a6 g1f3", "a7a6 | g1f3 on board 1, for []"),
        (
            "a6 | Nf3 | a5 | Nc3",
            "a7a6 | g1f3 | a6a5 | b1c3 on board 1, for []",
        ),
        ("a7 – a6 > N f3", "a7a6 | g1f3 on board 1, for []"),
        (
            "a7a6 → g1f3; a6a5 b1c3",
            "a7a6 | g1f3 | a6a5 | b1c3 on board 1, for []",
        ),
        (
            "a7a6",
            "no: The line must end with a turn of yours: add your reply to a6.",
        ),
        (
            "a7a6 g1f3 a6a5",
            "no: The line must end with a turn of yours: add your reply to a5.",
        ),
        (" | ", "no: Please type a turn."),
    ];
    for (typed, expected) in table {
        assert_eq!(read(&chess, typed, &[]), expected, "{typed}");
    }
    let refused = read(&chess, "a7a6 | g1g3", &[]);
    assert!(
        refused.starts_with("no: After a6: g1g3 is not legal: a knight cannot go from g1 to g3."),
        "{refused}"
    );
    let kept = [chess.read_line(ANA, "a7a6 g1f3", &[]).unwrap().line];
    let table = [
        ("a7a6 g1f3", "no: You have this line already."),
        (
            "a7a6 c2c3",
            "no: After a6 you have already planned Nf3. Clear that line first.",
        ),
        ("e7e6 c2c3", "e7e6 | c2c3 on board 1, for []"),
        (
            "a7a6 g1f3 a6a5 b1c3",
            "a7a6 | g1f3 | a6a5 | b1c3 on board 1, for [0]",
        ),
    ];
    for (typed, expected) in table {
        assert_eq!(read(&chess, typed, &kept), expected, "{typed}");
    }
    let by_ben = chess.read_line(BEN, "a7a6 g1f3", &[]).unwrap_err();
    assert_eq!(
        ui::sentence(&by_ben),
        "It is your move: make it first. Planned replies answer what the other player may play next."
    );
    assert_eq!(
        chess.read_line(CID, "a7a6 g1f3", &[]).unwrap_err(),
        Refusal::NotYourMatch(MatchId(1))
    );
    // Suggestions while a player types a line.
    let offered = chess.complete_line(ANA, "a7a6 | Nf", 5).unwrap();
    assert_eq!(
        (
            offered.lead.as_str(),
            offered.steps.len(),
            offered.steps[0].step.as_str()
        ),
        ("a7a6 | ", 1, "g1f3")
    );
    must(&mut chess, &plays(BEN, "a6"), BEGIN);
    assert_eq!(chess.conditional_answer(ANA, &kept), Some("g1f3"));
    assert_eq!(chess.conditional_answer(BEN, &kept), None);
    // The line in players' notation, from the board on which it begins.
    assert_eq!(chess.written_line(&kept[0]), "a6 | Nf3");
    let rest: Vec<_> = chess.rest_with_seats(&kept[0]);
    let rest: Vec<_> = rest.iter().map(|turn| turn.written.as_str()).collect();
    assert_eq!(rest, ["Nf3"]);
}

#[test]
fn a_line_lives_as_long_as_the_match_follows_it() {
    let played = connect_n("3d", "1 ana plays d → first d");
    let line = played.read_line(ANA, "e d e f", &[]).unwrap().line;
    let then = |script: &str| {
        let script = format!("1 ana plays d → first d\n{script}");
        connect_n("3d", &script)
    };
    let rest = |script: &str| then(script).rest_of(&line).map(|rest| rest.join(" "));
    assert_eq!(rest("").as_deref(), Some("e d e f"));
    let followed = "2 ben plays e → second e";
    assert_eq!(rest(followed).as_deref(), Some("d e f"));
    let other = "2 ben plays f → second f";
    assert_eq!(rest(other), None);
    let own = format!("{followed}\n3 ana plays e → first e");
    assert_eq!(rest(&own), None);
    let most = format!("{followed}\n3 ana plays d → first d\n4 ben plays e → second e");
    let all = format!("{most}\n5 ana plays f → first f");
    assert_eq!(rest(&all).as_deref(), Some(""));
    // A take-back drops the line, even if the players repeat the same turns.
    let back = format!("{followed}\n3 ben takes back unseen → second back to 1 at once");
    assert_eq!(rest(&back), None);
    for (script, fate) in [
        (&*back, "Dropped(TakenBack)"),
        (other, "Dropped(OtherTurn)"),
        (&*all, "Played"),
        (&*most, "Waiting([\"f\"])"),
    ] {
        assert_eq!(format!("{:?}", then(script).fate_of(&line)), fate);
    }
}

#[test]
fn turns_of_several_steps_say_where_they_end() {
    let played = check_game("anache", "3d", "1 ana plays b4-N → first b4-N");
    for typed in [
        "c9-S d9-S c4-N d4-N",
        "c9-S d9-S | c4-N d4-N",
        "c9 – S, d9-S",
    ] {
        let read = played.read_line(ANA, typed, &[]).map(|new| new.line.text());
        match typed {
            "c9 – S, d9-S" => assert!(read.is_err(), "{read:?}"),
            _ => assert_eq!(read.unwrap(), "c9-S d9-S | c4-N d4-N", "{typed}"),
        }
    }
    let unfinished = played.read_line(ANA, "c9-S end | c4-N", &[]).unwrap_err();
    assert_eq!(
        ui::sentence(&unfinished),
        "c4-N is an unfinished turn. Every turn of a line must be finished, and the last one must be yours."
    );
}

/// Returns a knight's move out or back: no capture, no pawn move.
fn out_and_back(ply: u32) -> &'static str {
    ["g1f3", "g8f6", "f3g1", "f6g8"][ply as usize % 4]
}

#[test]
fn game_stands_still_after_50_moves_each_without_capture_or_pawn_move() {
    let mut played = proposed("antichess", "1d");
    let does = |played: &mut Match, command: &str| {
        must(played, &read(command), BEGIN);
    };
    does(&mut played, "ben accepts");
    for ply in 0..100 {
        assert_eq!(played.standstill(), None, "after {ply}");
        let who = ["ana", "ben"][ply as usize % 2];
        does(&mut played, &format!("{who} plays {}", out_and_back(ply)));
    }
    let standstill = played.standstill().unwrap();
    assert_eq!(
        (standstill.moves, standstill.without),
        (50, "nothing was captured and no pawn moved")
    );
    // The rules sheet has no such draw, so players may play on.
    does(&mut played, "ben takes back");
    does(&mut played, "ana allows");
    assert_eq!(played.standstill(), None);
    does(&mut played, "ben plays f6g8");
    assert!(played.standstill().is_some());
    does(&mut played, "ana plays e2e3");
    assert_eq!(played.standstill(), None);
    assert_eq!(played.status(), &Status::Playing);
}

/// Computers no longer play each other: what an earlier version began ends when its next turn is due.
#[test]
fn match_of_two_computers_ends_without_a_result() {
    let by = Player::Computer(Level::Casual);
    let proposal = Proposal {
        invited: Some(by),
        exhibition: Some(Exhibition {
            level: Level::Beginner,
            every: Duration::from_secs(60),
        }),
        ..proposal("antichess", "1d")
    };
    let mut played = Match::proposed(MatchId(1), proposal, BEGIN).unwrap();
    let fact = Fact::Accepted { by };
    played.apply(&Event { at: BEGIN, fact }).unwrap();
    let at = BEGIN.after(Duration::from_secs(60));
    let alarms = played.alarms();
    assert!(
        alarms
            .iter()
            .any(|alarm| alarm.kind == AlarmKind::Exhibition && alarm.at == at)
    );
    does(&mut played, &Command::Discontinue, at).unwrap();
    assert_eq!(played.ending().and_then(Ending::verdict), None);
    assert!(played.ending().is_some() && played.alarms().is_empty());
    // No other match ends so.
    let mut other = proposed("antichess", "1d");
    must(&mut other, &read("ben accepts"), BEGIN);
    assert_eq!(
        does(&mut other, &Command::Discontinue, at),
        Err(Refusal::StillTime)
    );
}
