//! Random histories: anybody sends any command at any time, and every decided event can be applied.

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Debug;
use std::time::Duration;

use anteroom::board::Seat;
use anteroom::features::reminders;
use anteroom::features::reminders::Reminded;
use anteroom::games::{CATALOGUE, Game, Verdict};
use anteroom::matches::{
    Adjudication, Ballot, Command, ComputerAct, Contest, DaysOff, Ending, Event, Exhibition, Host,
    JournalId, Level, Match, MatchId, MatchTerms, ModeratorAsks, Player, Proposal, Proposed,
    Status, TeamAct, TimeControl, UserId, record_text,
};
use anteroom::people::{Moment, TimeOff, TimeSettings, Zone};
use fastrand::Rng;
use strum::VariantArray;

use crate::support::people::{ANA, BEGIN, BEN, CID, proposal, team};
use crate::support::random_turn::random_turn;
use crate::support::settings;

/// Ana challenges, Ben is invited, Cid only watches, and Dan moderates.
const DAN: UserId = UserId(104);
const PARTIES: [UserId; 4] = [ANA, BEN, CID, DAN];

const HISTORIES: u64 = 24;
const EVENTS: usize = 500;

/// The number of histories on a board that takes long to win; one match fills each.
const LONG: u64 = 6;

/// The commands, refusals and states that occurred.
#[derive(Debug, Default)]
struct Met {
    accepted: BTreeSet<String>,
    refused: BTreeSet<String>,
    states: BTreeSet<String>,
    longest: usize,
}

struct Story {
    played: Match,
    events: Vec<Event>,
}

impl Story {
    fn new(proposal: Proposal, at: Moment) -> Self {
        let events = proposal.events(at);
        let played = Match::replay(MatchId(1), events.clone()).expect("a challenge");
        Self { played, events }
    }

    /// Decides and applies a command. Returns whether it was accepted.
    fn does(&mut self, command: &Command, now: Moment) -> bool {
        let Ok(decided) = self.played.decide(command, now) else {
            return false;
        };
        assert!(!decided.is_empty());
        for event in decided {
            assert!(
                event.at >= self.played.changed_at(),
                "{event:?} comes before what was before it:\n{}",
                self.told()
            );
            if let Err(error) = self.played.apply(&event) {
                panic!("{command:?} gives {event:?}, but {error}:\n{}", self.told());
            }
            self.events.push(event);
        }
        true
    }

    fn told(&self) -> String {
        let events = self.events.iter();
        let lines: Vec<_> = events.map(|event| format!("{event:?}")).collect();
        lines.join("\n")
    }

    /// Checks that a replay of the events gives the same match.
    fn check_replay(&self) {
        let again = Match::replay(MatchId(1), self.events.clone()).expect("a match");
        assert_eq!(
            format!("{:?}", self.played),
            format!("{again:?}"),
            "{}",
            self.told()
        );
        // The record contains passed turns, so the seats alternate.
        let seats: Vec<_> = again.record().iter().map(|entry| entry.seat).collect();
        let alternate = seats.windows(2).all(|pair| pair[0] != pair[1]);
        assert!(alternate, "{}", record_text(again.record()));
    }

    /// Checks that a person who leaves has no part in a running match after a few commands.
    fn check_leaving(&self, now: Moment) {
        for by in PARTIES {
            let mut left = Story {
                played: self.played.clone(),
                events: self.events.clone(),
            };
            let mut commands = 0;
            while let Some(command) = left.played.leaving(by, now) {
                assert!(left.does(&command, now), "{command:?}:\n{}", self.told());
                commands += 1;
                assert!(commands < 3, "{by} cannot leave:\n{}", self.told());
            }
        }
    }
}

/// Calls every query of a match.
fn look_at(played: &Match, now: Moment) {
    for seat in Seat::BOTH {
        let _ = (
            played.told_pause(seat, now),
            played.clocks().left(seat, now),
        );
    }
    let _ = (
        played.alarms(),
        played.pauses_change_at(now),
        played.computer_duty(),
        reminders::next_reminder(played, &TimeSettings::default(), Reminded::default(), now),
        played.last_thinking(),
    );
    // The clock of the player to move runs unless the match is paused.
    let mover = played
        .player_to_move()
        .filter(|player| player.computer().is_none() && !played.is_paused());
    assert_eq!(played.deadline().is_some(), mover.is_some());
    let voting = played.voting();
    assert_eq!(voting.is_some(), mover.and_then(Player::team).is_some());
    if let Some(voting) = voting {
        let moments = [voting.opened, voting.half(), voting.closes, voting.flag];
        assert!(moments.is_sorted(), "{voting:?}");
        assert!(voting.ends(now) >= voting.closes.min(now), "{voting:?}");
    }
}

/// Returns the first word of a value's debug text: the name of its variant.
fn first_word(value: &impl Debug) -> String {
    let text = format!("{value:?}");
    let end = text.find(|c: char| !c.is_alphanumeric());
    text[..end.unwrap_or(text.len())].to_owned()
}

fn name(command: &Command) -> String {
    match command {
        Command::Computer { act, .. } => format!("Computer {}", first_word(act)),
        Command::Moderate { asks, .. } => format!("Moderate {}", first_word(asks)),
        Command::Team { act, .. } => format!("Team {}", first_word(act)),
        _ => first_word(command),
    }
}

/// Every name that [`name`] returns.
const NAMES: [&str; 38] = [
    "Abandon",
    "Abort",
    "Accept",
    "AcceptDraw",
    "AcceptTakeback",
    "Adjudicate",
    "Annul",
    "Computer AcceptDraw",
    "Computer DeclineDraw",
    "Computer Play",
    "Decline",
    "DeclineDraw",
    "DeclineTakeback",
    "Moderate End",
    "EndTimeOff",
    "Expire",
    "Flag",
    "GiveTime",
    "Moderate LetOut",
    "OfferDraw",
    "Moderate Pause",
    "Play",
    "PlayConditional",
    "Moderate Redo",
    "Renew",
    "Moderate Reopen",
    "Resign",
    "Moderate Resume",
    "SetZone",
    "Discontinue",
    "TakeBack",
    "TakeOff",
    "Team AcceptDraw",
    "Team Play",
    "Team Resign",
    "Thaw",
    "Moderate Undo",
    "Withdraw",
];

/// Returns the state of a match and the kind of its end.
fn state(status: &Status) -> String {
    match status {
        Status::Finished(ending @ Ending::Moderated { verdict, out, .. }) => format!(
            "{} {} {}",
            first_word(ending),
            verdict.is_some(),
            out.is_some()
        ),
        Status::Finished(ending) => first_word(ending),
        other => first_word(other),
    }
}

const STATES: [&str; 16] = [
    "Abandoned",
    "Aborted",
    "Adjudicated",
    "Agreed",
    "Declined",
    "Expired",
    "Flagged",
    "Game",
    "Moderated false false",
    "Moderated false true",
    "Moderated true false",
    "NoShow",
    "Open",
    "Playing",
    "Resigned",
    "Withdrawn",
];

/// A challenge of any kind.
fn any_proposal(game: &'static Game, long: bool, rng: &mut Rng) -> Proposal {
    let clock = if rng.bool() {
        TimeControl::PerTurn(Duration::from_hours(rng.u64(1..100)))
    } else {
        TimeControl::Bank {
            bank: Duration::from_hours(rng.u64(1..400)),
            increment: Duration::from_hours(rng.u64(..3)),
        }
    };
    let given = Proposal {
        time: clock,
        days_off: DaysOff::VARIANTS[rng.usize(..3)],
        ..proposal(game.card.key, "3d")
    };
    if long {
        let options = [("columns", "16"), ("rows", "16"), ("n", "9")];
        let options = options
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .into();
        return Proposal {
            options: game
                .complete_options(&options, || 0)
                .expect("a large frame"),
            ..given
        };
    }
    let setting = std::iter::repeat_with(|| settings::drawn(game, |below| rng.u64(..below)))
        .flatten()
        .next();
    let given = Proposal {
        options: setting.expect("a setting"),
        ..given
    };
    let level = Level::ALL[rng.usize(..Level::ALL.len())];
    let teams = [team("Woodpushers", Some(12)), team("Night Owls", None)];
    match rng.u8(..11) {
        8 => Proposal {
            team: Some(teams[0]),
            invited: rng.bool().then_some(BEN.into()),
            terms: MatchTerms::default(),
            ..given
        },
        9 => Proposal {
            team: rng.bool().then_some(teams[0]),
            invited: Some(Player::Team(teams[1])),
            terms: MatchTerms::default(),
            ..given
        },
        10 => Proposal {
            team: Some(teams[0]),
            invited: Some(Player::Computer(level)),
            terms: MatchTerms::default(),
            ..given
        },
        0 | 1 => Proposal {
            invited: Some(Player::Computer(level)),
            terms: MatchTerms::default(),
            ..given
        },
        2 => Proposal {
            invited: Some(Player::Computer(level)),
            terms: MatchTerms::default(),
            exhibition: Some(Exhibition {
                level,
                every: Duration::from_secs(30),
            }),
            ..given
        },
        3 => Proposal {
            invited: None,
            ..given
        },
        4 => Proposal {
            contest: Some(Box::new(Contest {
                kind: String::from("league"),
                journal: JournalId(1),
                game: 7,
                round: rng.bool().then_some(3),
                event: String::from("Berlin Open, Season 2"),
                host: rng.bool().then(|| Host {
                    seat: Seat::BOTH[rng.usize(..2)],
                    time: given.time.longer_by_halves(rng.u32(1..4)),
                }),
            })),
            ..given
        },
        _ => given,
    }
}

/// Returns a random command, which is often refused.
fn any_command(played: &Match, now: Moment, rng: &mut Rng) -> Command {
    let by = match rng.u8(..10) {
        0 => CID,
        1 => DAN,
        2..6 => played.person_to_move().unwrap_or(ANA),
        _ => PARTIES[rng.usize(..2)],
    };
    let seat = Seat::BOTH[rng.usize(..2)];
    let moderates = rng.bool();
    let legal = played.to_move().filter(|_| rng.u8(..12) > 0);
    let text = legal.map_or_else(|| String::from("a1 zz"), |_| random_turn(played, rng));
    let board = played.board().saturating_sub(u32::from(rng.u8(..12) == 0));
    if played.overdue(now).is_some() && rng.bool() {
        return Command::Flag;
    }
    let verdict = [
        None,
        Some(Verdict::Draw),
        Some(Verdict::Win(Seat::First)),
        Some(Verdict::Win(Seat::Second)),
    ];
    match rng.u8(..100) {
        0..3 => Command::Accept { by },
        3 if *played.status() == Status::Open => match rng.u8(..3) {
            0 => Command::Decline { by },
            1 => Command::Withdraw { by },
            _ => Command::Expire,
        },
        3 => Command::Expire,
        4 => Command::Decline { by },
        5 => Command::Withdraw { by },
        6..9 => Command::Renew { by },
        9..35 => Command::Play {
            by,
            text,
            board: rng.bool().then_some(board),
        },
        35..38 => Command::PlayConditional { by, text, board },
        38..52 if played.has_team() && rng.bool() => Command::Team {
            seat: played.to_move().unwrap_or(seat),
            act: TeamAct::Play {
                ballot: Ballot {
                    proposals: vec![Proposed {
                        text: text.clone(),
                        votes: 3,
                    }],
                },
                text,
                board,
                offers_draw: rng.u8(..8) == 0,
            },
        },
        38..52 => Command::Computer {
            seat: played.to_move().unwrap_or(seat),
            act: ComputerAct::Play { text, board },
        },
        52..57 => Command::TakeBack {
            by,
            grace: Duration::from_secs(rng.u64(..2) * 600),
        },
        57..60 => Command::AcceptTakeback { by },
        60 => Command::DeclineTakeback { by },
        61 => Command::Resign { by },
        62 => Command::Abort { by },
        63..66 => Command::OfferDraw { by },
        66 | 67 if played.draw_offer().is_some() => {
            let by = PARTIES[rng.usize(..2)];
            if rng.bool() {
                Command::AcceptDraw { by }
            } else {
                Command::DeclineDraw { by }
            }
        }
        66 => Command::AcceptDraw { by },
        67 => Command::DeclineDraw { by },
        68..71 if played.has_team() && rng.bool() => Command::Team {
            seat,
            act: match rng.u8(..4) {
                0 => TeamAct::Resign,
                _ => TeamAct::AcceptDraw { board },
            },
        },
        68..71 => Command::Computer {
            seat,
            act: if rng.bool() {
                ComputerAct::AcceptDraw
            } else {
                ComputerAct::DeclineDraw
            },
        },
        71..74 => Command::GiveTime {
            by,
            time: Duration::from_secs(rng.u64(..40 * 24 * 3600)),
        },
        74..78 => {
            let from = Moment(now.0 + rng.i64(-100_000_000..400_000_000));
            let until = from.after(Duration::from_secs(rng.u64(..2_000_000)));
            Command::TakeOff {
                by,
                off: off(from, until, rng.bool()),
            }
        }
        78 => Command::EndTimeOff { by },
        79 => Command::SetZone {
            by,
            zone: Zone::named(["UTC", "Europe/Berlin", "Pacific/Pago_Pago"][rng.usize(..3)])
                .expect("a zone"),
        },
        80 => Command::Discontinue,
        81 => Command::Annul { by, moderates },
        82 => Command::Abandon,
        83 | 84 => Command::Flag,
        85 => Command::Thaw { since: now },
        86 => Command::Adjudicate {
            verdict: verdict[rng.usize(..4)],
            why: Adjudication::SeasonOver,
        },
        _ => {
            let asks = match rng.u8(..14) {
                0..2 => ModeratorAsks::Pause,
                2..5 => ModeratorAsks::Resume,
                5..7 => ModeratorAsks::Undo,
                7..9 => ModeratorAsks::Redo,
                9 => match rng.u8(..3) {
                    0 => ModeratorAsks::End(verdict[rng.usize(..4)]),
                    1 => ModeratorAsks::LetOut(by),
                    _ => ModeratorAsks::Pause,
                },
                _ => ModeratorAsks::Reopen,
            };
            let by = if rng.u8(..4) == 0 { by } else { DAN };
            let reason = String::from(if rng.u8(..8) == 0 { " " } else { "A reason" });
            Command::Moderate { by, asks, reason }
        }
    }
}

fn off(from: Moment, until: Moment, automatic: bool) -> TimeOff {
    TimeOff {
        from,
        until,
        back: None,
        automatic,
    }
}

/// Returns many absences in one turn: either each ends at once, or all are planned.
fn many_absences(by: UserId, now: Moment, rng: &mut Rng) -> VecDeque<Command> {
    let second = Duration::from_secs(1);
    let comes_back = rng.u8(..3) > 0;
    let absence = |number: u32| {
        let (from, lasts) = if comes_back {
            (now, Duration::from_hours(30))
        } else {
            (now.after(second * (100 + 10 * number)), second * 5)
        };
        let until = from.after(lasts);
        let take = Command::TakeOff {
            by,
            off: off(from, until, false),
        };
        let back = comes_back.then_some(Command::EndTimeOff { by });
        std::iter::once(take).chain(back)
    };
    (0..40).flat_map(absence).collect()
}

/// Whether the match accepts no more events except messages.
fn is_over_for_good(played: &Match) -> bool {
    match played.status() {
        Status::Open | Status::Playing | Status::Expired => false,
        Status::Declined | Status::Withdrawn | Status::Aborted(_) => true,
        Status::Finished(Ending::Game(_) | Ending::Stopped(_)) => true,
        Status::Finished(_) => played.is_annulled() || played.contest().is_some(),
    }
}

fn play_history(seed: u64, met: &mut Met) {
    let mut rng = Rng::with_seed(seed);
    let long = seed < LONG;
    let game = if long {
        anteroom::games::find("connect-n").expect("a game")
    } else {
        let number = usize::try_from(seed).expect("few");
        &CATALOGUE[number % CATALOGUE.len()]
    };
    let mut now = BEGIN;
    let mut events = 0;
    while events < EVENTS {
        let mut story = Story::new(any_proposal(game, long, &mut rng), now);
        let mut queue = VecDeque::new();
        // Also send commands after the end, which are refused.
        let mut after_end = 0;
        while events + story.events.len() < EVENTS && after_end < 20 {
            let later = match rng.u32(..1000) {
                _ if !queue.is_empty() => 1,
                0 => 1_300_000,
                1..10 => 100_000,
                10..200 => rng.i64(0..10_000),
                // The operator sets the clock back.
                200..210 => -50,
                _ => rng.i64(0..3),
            };
            now = Moment(now.0 + later * 1000);
            let playing = *story.played.status() == Status::Playing;
            if playing && queue.is_empty() && rng.u8(..100) == 0 {
                queue = many_absences(PARTIES[rng.usize(..2)], now, &mut rng);
            }
            let queued = queue.pop_front();
            let command = queued.unwrap_or_else(|| any_command(&story.played, now, &mut rng));
            if story.does(&command, now) {
                met.accepted.insert(name(&command));
                met.states.insert(state(story.played.status()));
                if rng.u8(..40) == 0 {
                    story.check_replay();
                    story.check_leaving(now);
                }
            } else {
                met.refused.insert(name(&command));
            }
            look_at(&story.played, now);
            after_end += usize::from(is_over_for_good(&story.played));
        }
        story.check_replay();
        story.check_leaving(now);
        met.longest = met.longest.max(story.events.len());
        events += story.events.len();
    }
}

#[test]
fn decided_events_of_random_histories_apply_and_replay() {
    let mut met = Met::default();
    for seed in 0..HISTORIES {
        play_history(seed, &mut met);
    }
    let missing = |met: &BTreeSet<String>| {
        let names = NAMES.into_iter().filter(|name| !met.contains(*name));
        names.collect::<Vec<_>>()
    };
    let none = [""; 0];
    assert_eq!(missing(&met.accepted), none, "never granted");
    // A match can thaw in every state.
    assert_eq!(missing(&met.refused), ["Thaw"], "never refused");
    let states: Vec<&str> = met.states.iter().map(String::as_str).collect();
    assert_eq!(states, STATES, "a match comes to every state");
    assert!(met.longest >= EVENTS, "{}", met.longest);
}
