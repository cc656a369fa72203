//! Records: matches written and read back, and texts that are no records.

use std::thread;
use std::time::Duration;

use anteroom::board::Seat;
use anteroom::features::records;
use anteroom::features::records::formats::{Noted, RecordFile, Source};
use anteroom::features::records::{Format, NotWritten, RecordError, Recorded};
use anteroom::games::{self, CATALOGUE, DynPosition, Verdict};
use anteroom::matches::{
    Adjudication, Challenge, ChannelId, Command, Contest, DaysOff, Ending, Event, Fact, GuildId,
    Host, JournalId, Match, MatchId, MatchTerms, Place, SeatChoice, UserId,
};
use anteroom::people::{Moment, TimeOff};
use fastrand::Rng;
use serde_json::Value;
use strum::VariantArray;

use crate::support::messages::check_text;
use crate::support::people::{BEGIN, challenge, takes_back};
use crate::support::settings;

const ANA: UserId = UserId(111);
const BO: UserId = UserId(222);

/// A contest, in a round robin or not.
fn league(rounds: bool) -> Contest {
    Contest {
        kind: String::from("league"),
        journal: JournalId(3),
        game: 14,
        round: rounds.then_some(2),
        event: String::from("Berlin Open, Season 2, Division A"),
        host: None,
    }
}

struct Played {
    state: Match,
    events: Vec<Event>,
    notes: Vec<Noted>,
}

impl Played {
    fn begun(game: &str, options: &[(String, String)], random: &mut Rng) -> Self {
        Self::begun_after(0, game, options, random)
    }

    /// A match that starts after an opening of this many turns.
    fn begun_after(
        opening: usize,
        game: &str,
        options: &[(String, String)],
        random: &mut Rng,
    ) -> Self {
        let challenge = Challenge {
            place: Place {
                guild: Some(GuildId(5)),
                channel: ChannelId(50),
            },
            options: options.iter().cloned().collect(),
            time: ["3d", "7d+12h", "15m+10s"][random.usize(..3)]
                .parse()
                .unwrap(),
            challenger: ANA,
            invited: random.bool().then_some(BO.into()),
            seat: match random.u8(..3) {
                0 => SeatChoice::Random,
                1 => SeatChoice::Seat(Seat::First),
                _ => SeatChoice::Seat(Seat::Second),
            },
            terms: MatchTerms {
                rated: random.bool(),
                ..MatchTerms::default()
            },
            ..challenge(game, "3d")
        };
        let mut proposal = challenge.into_proposal(|| random.u32(..)).unwrap();
        let mut position = games::find(game).unwrap().start(&proposal.options).unwrap();
        for _ in 0..opening {
            let text = any_turn(&*position, random);
            let turn = games::read_turn(&*position, &text).unwrap();
            if turn.after.outcome().is_some() {
                break;
            }
            proposal.opening.push(turn.text());
            position = turn.after;
        }
        proposal.contest = match random.u8(..4) {
            0 if proposal.invited.is_some() => Some(Box::new(Contest {
                host: random.bool().then(|| Host {
                    seat: Seat::BOTH[random.usize(..2)],
                    time: proposal.time.longer_by_halves(random.u32(1..4)),
                }),
                ..league(random.bool())
            })),
            _ => None,
        };
        let events = proposal.clone().events(BEGIN);
        let state = Match::replay(MatchId(12), events.clone()).unwrap();
        let notes = Vec::new();
        let mut played = Self {
            state,
            events,
            notes,
        };
        played.does(&Command::Accept { by: BO }, Duration::ZERO);
        played
    }

    /// Does a command, if the match allows it. Returns whether it did.
    fn does(&mut self, command: &Command, later: Duration) -> bool {
        let at = self.state.changed_at().after(later);
        let Ok(events) = self.state.decide(command, at) else {
            return false;
        };
        for event in &events {
            self.state.apply(event).unwrap();
        }
        self.events.extend(events);
        true
    }

    /// Plays turns, each nine seconds after the event before. Returns the player of the last one.
    fn plays(&mut self, turns: &[&str]) -> UserId {
        let mut mover = ANA;
        for turn in turns {
            mover = self.state.person_to_move().unwrap();
            let (by, text, board) = (mover, (*turn).to_owned(), None);
            assert!(self.does(&Command::Play { by, text, board }, Duration::from_secs(9)));
        }
        mover
    }

    fn written(&self, format: Format) -> String {
        records::write(format, &self.source()).unwrap()
    }

    fn source(&self) -> Source<'_> {
        Source {
            state: &self.state,
            events: &self.events,
            names: [String::from("Ana \"[x]\""), String::from("Bo | 2")],
            now: self.state.changed_at(),
            notes: &self.notes,
            extras: None,
        }
    }
}

/// Returns a random legal turn. In games that end when both pass, the turn is often a pass, to keep matches short.
fn any_turn(position: &dyn DynPosition, random: &mut Rng) -> String {
    let mut position = position.boxed_clone();
    let mover = position.to_move();
    let mut turn: Vec<String> = Vec::new();
    loop {
        let steps = position.steps();
        let step = if steps.iter().any(|step| step == "pass") && random.u8(..12) == 0 {
            String::from("pass")
        } else {
            steps[random.usize(..steps.len())].clone()
        };
        position.play(&step).unwrap();
        turn.push(step);
        if position.turn().is_empty() || position.to_move() != mover {
            return turn.join(" ");
        }
    }
}

/// Returns a random match with all kinds of events.
fn at_random(game: &'static games::Game, random: &mut Rng) -> Played {
    let options = loop {
        // Half of the matches have the usual settings, which more formats support.
        if random.bool() {
            break Vec::new();
        }
        let mut draw = Rng::with_seed(random.u64(..));
        if let Some(values) = settings::drawn(game, |n| draw.u64(..n)) {
            break values
                .iter()
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .collect();
        }
    };
    let opening = if random.u8(..5) == 0 {
        random.usize(1..12)
    } else {
        0
    };
    let mut played = Played::begun_after(opening, game.card.key, &options, random);
    let most = random.usize(1..90);
    for _ in 0..most {
        let Some(by) = played.state.person_to_move() else {
            break;
        };
        let other = if by == ANA { BO } else { ANA };
        let later = Duration::from_millis(random.u64(..40_000));
        match random.u8(..40) {
            8 => {
                let verdict = [None, Some(Verdict::Draw), Some(Verdict::Win(Seat::First))];
                let why = [Adjudication::SeasonOver, Adjudication::Discontinued];
                let (verdict, why) = (verdict[random.usize(..3)], why[random.usize(..2)]);
                played.does(&Command::Adjudicate { verdict, why }, later);
            }
            0 => drop(played.does(&Command::OfferDraw { by }, later)),
            1 => {
                played.does(&Command::OfferDraw { by }, later);
                played.does(&Command::DeclineDraw { by: other }, later);
            }
            2 => {
                let grace = Duration::ZERO;
                played.does(&Command::TakeBack { by, grace }, later);
                played.does(&Command::AcceptTakeback { by: other }, later);
            }
            7 => {
                let time = Duration::from_secs(3600);
                played.does(&Command::GiveTime { by, time }, later);
            }
            3 => {
                let grace = Duration::from_secs(60);
                played.does(&Command::TakeBack { by: other, grace }, later);
            }
            4 if random.u8(..6) == 0 => drop(played.does(&Command::Resign { by }, later)),
            5 if random.u8(..6) == 0 => {
                let wait = Duration::from_secs(400 * 86_400);
                played.does(&Command::Flag, wait);
            }
            6 if random.u8(..6) == 0 => {
                played.does(&Command::OfferDraw { by }, later);
                played.does(&Command::AcceptDraw { by: other }, later);
            }
            _ => {
                let text = any_turn(played.state.position(), random);
                let board = Some(played.state.board());
                let turn = if random.u8(..8) == 0 {
                    Command::PlayConditional {
                        by,
                        text,
                        board: played.state.board(),
                    }
                } else {
                    Command::Play { by, text, board }
                };
                assert!(played.does(&turn, later), "{turn:?}");
            }
        }
    }
    if played.state.ending().is_none() && random.u8(..4) > 0 {
        played.does(&Command::Resign { by: ANA }, Duration::from_secs(1));
    }
    played
}

/// Returns the turns of a match with their moments, the opening included.
fn whole_record(state: &Match) -> Vec<(Seat, Option<String>, Moment)> {
    let at = state.proposed_at();
    let mut position = state.game().start(&state.proposal().options).unwrap();
    let mut whole = Vec::new();
    for text in &state.proposal().opening {
        let turn = games::read_turn(&*position, text).unwrap();
        whole.push((position.to_move().unwrap(), Some(text.clone()), at));
        whole.extend(turn.effects.iter().filter_map(|effect| match effect {
            games::Effect::PassedOver(seat) => Some((*seat, None, at)),
            _ => None,
        }));
        position = turn.after;
    }
    let record = state.record().iter();
    whole.extend(record.map(|entry| (entry.seat, entry.text.clone(), entry.at)));
    whole
}

/// Asserts that two records have the same turns, times, settings and end.
fn same_match(ours: &Match, theirs: &Match, times: bool) {
    let without_times = |state: &Match| {
        let record = whole_record(state).into_iter();
        record
            .map(|(seat, text, _)| (seat, text))
            .collect::<Vec<_>>()
    };
    assert_eq!(without_times(ours), without_times(theirs));
    assert_eq!(ours.position().text(), theirs.position().text());
    assert_eq!(ours.game().card.key, theirs.game().card.key);
    if times {
        assert_eq!(whole_record(ours), whole_record(theirs));
        assert_eq!(ours.proposal().options, theirs.proposal().options);
        assert_eq!(ours.proposal().time, theirs.proposal().time);
        assert_eq!(ours.proposed_at(), theirs.proposed_at());
        assert_eq!(ours.ended_at(), theirs.ended_at());
        match (ours.ending(), theirs.ending()) {
            (Some(Ending::Stopped(_)), Some(Ending::Stopped(_))) => {}
            // Other formats know that somebody decided, not who.
            (
                Some(Ending::Adjudicated { verdict, .. }),
                Some(Ending::Moderated { verdict: read, .. }),
            ) => {
                assert_eq!(verdict, read);
            }
            (ours, theirs) => assert_eq!(ours, theirs),
        }
    }
}

fn schema() -> jsonschema::Validator {
    // The facts of the format, from AbstractPlay's own schema.
    let schema: Value = serde_json::from_str(include_str!("apgamerecord.schema.json")).unwrap();
    jsonschema::options()
        .should_validate_formats(true)
        .build(&schema)
        .unwrap()
}

/// Returns notes of both players, with characters that have a meaning in some format.
fn noted_at_random(state: &Match, random: &mut Rng) -> Vec<Noted> {
    let said = [
        "too slow",
        "a] b\\ c: d ] [x",
        "| note | first | \"quoted\" {",
        "1-0 (1. e4) ; $3 % --",
        "Ana \"[x]\" was right: ü ✕",
    ];
    let mut notes = Vec::new();
    for ply in state.stages() {
        for seat in Seat::BOTH {
            if random.u8(..6) == 0 {
                let text = said[random.usize(..said.len())].to_owned();
                let seat = Some(seat);
                notes.push(Noted { ply, seat, text });
            }
        }
    }
    notes
}

/// The number of matches written in each format, and the number of notes read back.
type Written = ([u64; Format::VARIANTS.len()], usize);

/// Plays a random match, and writes and reads it in every format that fits.
fn comes_back(
    game: &'static games::Game,
    seed: u64,
    schema: &jsonschema::Validator,
    (written, noted): &mut Written,
) {
    let mut random = Rng::with_seed(seed);
    let mut played = at_random(game, &mut random);
    played.notes = noted_at_random(&played.state, &mut random);
    let source = played.source();
    for (index, format) in Format::VARIANTS.iter().copied().enumerate() {
        let text = match records::write(format, &source) {
            Ok(text) => text,
            Err(NotWritten::Game { .. }) => {
                assert!(!format.fits(&played.state));
                continue;
            }
            Err(NotWritten::NotOver(_)) => {
                assert!(played.state.ending().is_none() && format == Format::ApGame);
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        written[index] += 1;
        let place = format!("{} {seed} {format}\n{text}", game.card.key);
        assert_eq!(
            Format::of(&text).or(text.trim().is_empty().then_some(Format::Columns)),
            Some(format),
            "{place}"
        );
        let read =
            records::read(Some(format), &text).unwrap_or_else(|error| panic!("{error}\n{place}"));
        same_match(&played.state, &read.state, format != Format::Columns);
        if format == Format::Columns {
            assert_eq!(read.notes, []);
        } else {
            let given = |events: &[Event]| {
                let given = events.iter();
                given
                    .filter(|event| matches!(event.fact, Fact::TimeGiven { .. }))
                    .cloned()
                    .collect::<Vec<_>>()
            };
            assert_eq!(given(&read.events), given(&played.events), "{place}");
            let before = read.state.record().len() - played.state.record().len();
            let before = u32::try_from(before).unwrap();
            let mut notes = read.notes.clone();
            notes.iter_mut().for_each(|note| note.ply -= before);
            assert_eq!(notes, played.notes, "{place}");
            *noted += notes.len();
        }
        if format == Format::Text {
            assert_eq!(read.events, played.events, "{place}");
            assert_eq!(read.state.seq(), played.state.seq());
        }
        if format != Format::Columns {
            assert_eq!(read.names, source.names, "{place}");
            assert_eq!(read.id, Some(MatchId(12)));
            // The record that was read is written alike.
            let again = Source {
                state: &read.state,
                events: &read.events,
                names: read.names.clone(),
                now: source.now,
                notes: &read.notes,
                extras: Some(&read.extras),
            };
            let again = records::write(format, &again).unwrap();
            // A take-back changes the clocks, and only the bot's own format has take-backs and openings.
            let state = &played.state;
            let alike = format == Format::Text
                || state.takebacks() == 0 && state.proposal().opening.is_empty();
            if format != Format::ApGame && alike {
                assert_eq!(again, text);
            }
        }
        if format == Format::ApGame {
            let value: Value = serde_json::from_str(&text).unwrap();
            let wrong: Vec<_> = schema.iter_errors(&value).map(|e| e.to_string()).collect();
            assert!(wrong.is_empty(), "{wrong:?}\n{place}");
        }
    }
}

#[test]
fn random_matches_of_all_games_come_back_from_every_format() {
    let schema = schema();
    // All cores share the work: a hundred thousand matches of each game take minutes.
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let counts: Vec<Written> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads as u64)
            .map(|first| {
                let schema = &schema;
                scope.spawn(move || {
                    let mut counts = Written::default();
                    for game in CATALOGUE {
                        for seed in (first..settings::times(40) as u64).step_by(threads) {
                            comes_back(game, seed, schema, &mut counts);
                        }
                    }
                    counts
                })
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().unwrap())
            .collect()
    });
    let written: [u64; Format::VARIANTS.len()] =
        std::array::from_fn(|format| counts.iter().map(|(written, _)| written[format]).sum());
    let noted: usize = counts.iter().map(|(_, noted)| noted).sum();
    println!(
        "written and read: {written:?} ({:?}), with {noted} notes",
        Format::VARIANTS
    );
    assert!(
        written.iter().all(|count| *count > 20),
        "every format was tried: {written:?}"
    );
    assert!(noted > 1000, "{noted}");
}

#[test]
fn every_event_that_matches_have_is_written_and_read() {
    let mut random = Rng::with_seed(1);
    let mut played = Played::begun("antichess", &[], &mut random);
    let first = played.plays(&["Nf3"]);
    let second = if first == ANA { BO } else { ANA };
    let minute = Duration::from_secs(60);
    for command in [
        takes_back(first, 0),
        Command::DeclineTakeback { by: second },
        Command::OfferDraw { by: first },
        Command::DeclineDraw { by: second },
        Command::Thaw {
            since: played.state.changed_at(),
        },
    ] {
        assert!(played.does(&command, minute), "{command:?}");
    }
    played.plays(&["e6"]);
    assert!(played.does(
        &Command::TakeBack {
            by: second,
            grace: Duration::ZERO
        },
        minute
    ));
    assert!(played.does(&Command::AcceptTakeback { by: first }, minute));
    played.plays(&["d5"]);
    assert!(played.does(&Command::Resign { by: ANA }, minute));
    let text = played.written(Format::Text);
    let read = records::read(None, &text).unwrap();
    assert_eq!(read.events, played.events);
    check_text("record_text", &text);
    check_text("record_pgn", &played.written(Format::Pgn));
    check_text("record_apgame", &played.written(Format::ApGame));
}

#[test]
fn records_of_a_simul_have_the_clocks_of_both_players() {
    for (host, differs) in [("10d+1d", true), ("5d+12h", false)] {
        let mut written = Vec::new();
        for (game, format) in [
            ("antichess", Format::Pgn),
            ("anchor", Format::Sgf),
            ("connect-n", Format::ApGame),
        ] {
            let place = Place {
                guild: Some(GuildId(5)),
                channel: ChannelId(50),
            };
            let challenge = Challenge {
                place,
                time: "5d+12h".parse().unwrap(),
                challenger: ANA,
                invited: Some(BO.into()),
                seat: SeatChoice::Seat(Seat::First),
                ..challenge(game, "3d")
            };
            let mut proposal = challenge.into_proposal(|| 1).unwrap();
            let (seat, time) = (Seat::Second, host.parse().unwrap());
            proposal.contest = Some(Box::new(Contest {
                host: Some(Host { seat, time }),
                ..league(false)
            }));
            let events = proposal.events(BEGIN);
            let mut played = Played {
                state: Match::replay(MatchId(12), events.clone()).unwrap(),
                events,
                notes: Vec::new(),
            };
            assert!(played.does(&Command::Resign { by: ANA }, Duration::from_secs(1)));
            written.push(played.written(format));
        }
        let [pgn, sgf, json] = &written[..] else {
            unreachable!("three records")
        };
        assert!(pgn.contains("[TimeControl \"432000+43200\"]"), "{pgn}");
        for tag in [
            "[WhiteTimeControl \"432000+43200\"]",
            "[BlackTimeControl \"864000+86400\"]",
        ] {
            assert_eq!(pgn.contains(tag), differs, "{pgn}");
        }
        let both = "XCB[5d+12h]XCW[10d+1d]";
        assert_eq!(sgf.contains(both), differs, "{sgf}");
        let json: Value = serde_json::from_str(json).unwrap();
        let players = &json["header"]["players"];
        let own = [0, 1].map(|place| players[place]["anteroom:time"].as_str());
        let wanted = differs.then_some(["5d+12h", "10d+1d"]);
        assert_eq!(own, wanted.map_or([None; 2], |own| own.map(Some)));
    }
}

#[test]
fn match_without_a_first_move_comes_back_without_a_result() {
    let mut random = Rng::with_seed(3);
    let mut read_back = Vec::new();
    for game in CATALOGUE.iter().cycle().take(16 * CATALOGUE.len()) {
        let opening = random.usize(..4);
        let mut played = Played::begun_after(opening, game.card.key, &[], &mut random);
        let ends = played.state.deadline().unwrap();
        let later = played.state.changed_at().until(ends);
        assert!(played.does(&Command::Flag, later));
        let ending = played.state.ending();
        let in_contest = played.state.is_in_table();
        assert_eq!(matches!(ending, Some(Ending::NoShow(_))), !in_contest);
        // Columns tell no end.
        for format in Format::VARIANTS.iter().copied() {
            if format != Format::Columns && format.fits(&played.state) {
                let read = records::read(Some(format), &played.written(format)).unwrap();
                assert_eq!(read.state.ending(), ending, "{format:?}");
                read_back.push((format, in_contest));
            }
        }
    }
    for format in [Format::Text, Format::ApGame, Format::Pgn, Format::Sgf] {
        for in_contest in [false, true] {
            assert!(read_back.contains(&(format, in_contest)), "{read_back:?}");
        }
    }
}

#[test]
fn days_off_and_gifts_of_time_are_written_and_read() {
    let begun = (0..).find_map(|seed| {
        let played = Played::begun("connect-n", &[], &mut Rng::with_seed(seed));
        let days = played.state.proposal().time == "3d".parse().unwrap();
        days.then_some(played)
    });
    let mut played = begun.unwrap();
    let at = |hours| BEGIN.after(Duration::from_secs(3600 * hours));
    let off = |from, until, back: Option<u64>, automatic| TimeOff {
        from: at(from),
        until: at(until),
        back: back.map(at),
        automatic,
    };
    let minute = Duration::from_secs(60);
    for command in [
        Command::GiveTime {
            by: ANA,
            time: Duration::from_secs(86_400),
        },
        Command::TakeOff {
            by: BO,
            off: off(1, 30, Some(20), false),
        },
        Command::EndTimeOff { by: BO },
        Command::TakeOff {
            by: ANA,
            off: off(5, 29, None, true),
        },
    ] {
        assert!(played.does(&command, minute), "{command:?}");
    }
    let text = played.written(Format::Text);
    let read = records::read(None, &text).unwrap();
    assert_eq!(read.events, played.events);
    assert_eq!(read.state.deadline(), played.state.deadline());
    // Weekends belong to the terms, and a zone is an event.
    let text = text
        .replace("Challenger: ", "Days off: weekends\nChallenger: ")
        .replace(
            "- | time off ended by",
            "- | time zone of first: Asia/Tokyo | 2001-09-09T01:49:40.000Z\n- | time off ended by",
        );
    let read = records::read(None, &text).unwrap();
    assert_eq!(read.state.proposal().days_off, DaysOff::WeekendsToo);
    assert_eq!(read.state.clocks().zone(Seat::First).name(), "Asia/Tokyo");
    let mut refused = Refused::default();
    for wrong in [
        "time zone of first: Atlantis",
        "time off of first from now to then",
        "time given to third: 5 s",
    ] {
        let text = text.replace("time zone of first: Asia/Tokyo", wrong);
        assert!(refused.read(&text).line.is_some());
    }
    let many: String = (0..40)
        .map(|_| String::from("- | time off of first from 2030-01-01T00:00:00.000Z to 2031-01-01T00:00:00.000Z | 2001-09-09T01:56:40.000Z\n"))
        .collect();
    refused.read(&format!("{text}{many}"));
    refused.check("refused_time_off");
}

#[test]
fn a_swap_is_written_and_players_stand_as_they_sat_at_the_end() {
    let mut random = Rng::with_seed(3);
    let mut played = Played::begun("anchor", &[], &mut random);
    played.plays(&["h8", "swap", "c3", "pass", "d4", "pass", "pass"]);
    assert!(matches!(played.state.ending(), Some(Ending::Game(_))));
    let sgf = played.written(Format::Sgf);
    check_text("record_sgf", &sgf);
    let record = played.written(Format::ApGame);
    let record: Value = serde_json::from_str(&record).unwrap();
    assert_eq!(record["header"]["players"][0]["name"], "Bo | 2");
    assert_eq!(
        record["moves"],
        serde_json::json!([
            ["h8", "swap"],
            [null, "c3"],
            ["pass", "d4"],
            ["pass", "pass"]
        ])
    );
}

/// Returns the text of a PGN for this game.
fn of_game(game: &'static games::Game, text: &str) -> String {
    RecordFile::new(None, text).of_game(Some(game)).to_text()
}

#[derive(Default)]
struct Refused(Vec<String>);

impl Refused {
    #[track_caller]
    fn read(&mut self, text: &str) -> RecordError {
        let error = records::read(None, text).expect_err(text);
        self.0.push(error.to_string());
        error
    }

    #[track_caller]
    fn check(&self, name: &str) {
        check_text(name, &self.0.join("\n"));
    }
}

#[test]
fn invalid_record_is_refused_with_line_and_turn() {
    let mut random = Rng::with_seed(5);
    let mut played = Played::begun("antichess", &[], &mut random);
    played.plays(&["e4", "d5", "exd5", "Qxd5"]);
    let text = played.written(Format::Text);
    let line =
        |text: &str, words: &str| text.lines().position(|line| line.contains(words)).unwrap() + 1;
    let broken = text.replace("exd5", "e4e5");
    let mut refused = Refused::default();
    let error = refused.read(&broken);
    assert_eq!(
        (error.line, error.turn),
        (Some(line(&broken, "e4e5")), Some(3))
    );
    let before = error.before.expect("the match before it");
    assert_eq!(before.ply(), 2);
    for (from, to) in [
        ("3 | White", "4 | White"),
        ("3 | White", "3 | Black"),
        ("Game: antichess", "Game: go"),
        ("Rules: 1", "Rules: 9"),
        ("Time: 3d", "Time: 3"),
        ("Rated: ", "Colour: "),
        ("accepted by 222", "shouted by 222"),
        ("accepted by 222", "resigned by first"),
        ("Anteroom record 1", "Anteroom record 9"),
    ] {
        let broken = text.replace(from, to);
        let broken = if broken == text {
            // The random match has one of these time controls.
            text.replace("Time: 7d+12h", "Time: 3")
                .replace("Time: 15m+10s", "Time: 3")
        } else {
            broken
        };
        refused.read(&broken);
    }
    let pgn = played.written(Format::Pgn);
    let error = refused.read(&pgn.replace("exd5", "e5"));
    assert_eq!(error.turn, Some(3));
    assert!(error.line.is_some_and(|line| line > 18), "{error}");
    for (from, to) in [
        ("MIT Antichess", "Antichess"),
        ("w - - 0 1", "x - - 0 1"),
        (" *", " -- *"),
        (" *", " {x"),
    ] {
        refused.read(&pgn.replace(from, to));
    }
    for (text, line, turn) in [
        ("[Event \"x", Some(1), None),
        ("(;FF[4]RU[go 1])", None, None),
        ("(;FF[4]RU[anchor 1];B[h8]", Some(1), None),
        ("(;FF[4]RU[anchor 1]\n;B[h8]\n;W[z9])", Some(3), Some(2)),
        ("(;FF[4]RU[anchor 1]\n;W[h8])", Some(2), Some(1)),
        ("44444447", Some(1), Some(7)),
        ("448", Some(1), Some(3)),
        ("{\"header\": {}", Some(1), None),
        ("{\"header\": 7}", None, None),
        (
            "{\"header\": {\"game\": {\"name\": \"Anache\"}}}",
            None,
            None,
        ),
        ("hello", None, None),
        ("", None, None),
    ] {
        let error = refused.read(text);
        assert_eq!((error.line, error.turn), (line, turn), "{text}: {error}");
    }
    refused.check("refused");
    records::read(Some(Format::Pgn), "").expect_err("nothing");
}

#[test]
fn hostile_texts_are_refused_in_good_time() {
    let zeros = "\0".repeat(2 << 20);
    let mut refused = Refused::default();
    refused.read(&zeros);
    for &format in Format::VARIANTS {
        let zeros = "\0".repeat(1 << 19);
        records::read(Some(format), &zeros).expect_err("zeros");
        for deep in ["(", "[", "{", "((;", "{\"header\":"] {
            let text = deep.repeat((1 << 19) / deep.len());
            records::read(Some(format), &text).expect_err("deep nesting");
        }
    }
    refused.read(&format!("(;FF[4]RU[anchor 1]{}", "(;B[h8]".repeat(1000)));
    let begun = |rest: &str| format!("[Variant \"MIT Antichess\"]\n\n1. Nf3 {rest}");
    refused.read(&begun(&"(1. e4 ".repeat(100)));
    // Knights go back and forth: more turns than a match may have.
    let there_and_back = "Nf6 Ng1 Ng8 Nf3 ".repeat(2000);
    let error = refused.read(&begun(&there_and_back));
    assert!(error.turn.is_some());
    // A record that offers a draw 19,000 times.
    let mut random = Rng::with_seed(5);
    let mut played = Played::begun("antichess", &[], &mut random);
    played.plays(&["Nf3", "Nf6"]);
    let text = played.written(Format::Text);
    let at = played.state.changed_at();
    let offers = format!("- | draw offered by first | {at}\n").repeat(19_000);
    refused.read(&format!("{text}{offers}"));
    refused.check("refused_hostile");
}

#[test]
fn no_text_makes_a_reader_panic() {
    let mut random = Rng::with_seed(11);
    let mut texts: Vec<String> = Vec::new();
    for game in CATALOGUE {
        let played = at_random(game, &mut random);
        texts.extend(
            Format::VARIANTS
                .iter()
                .filter_map(|format| records::write(*format, &played.source()).ok()),
        );
    }
    for _ in 0..1500 {
        let text = &texts[random.usize(..texts.len())];
        let mut text: Vec<char> = text.chars().collect();
        for _ in 0..random.usize(1..6) {
            let at = random.usize(..text.len().max(1));
            match random.u8(..4) {
                0 if at < text.len() => drop(text.remove(at)),
                1 => text.truncate(at.max(1)),
                _ => {
                    const SIGNS: &[u8; 22] = b"()[]{};|:\"\\ \n\x009-aB*%$.";
                    let c = char::from(SIGNS[random.usize(..SIGNS.len())]);
                    text.insert(at.min(text.len()), c);
                }
            }
        }
        let text: String = text.into_iter().collect();
        for &format in Format::VARIANTS {
            if let Ok(Recorded { state, events, .. }) = records::read(Some(format), &text) {
                assert_eq!(
                    Match::replay(state.id(), events).unwrap().seq(),
                    state.seq()
                );
            }
        }
    }
}

#[test]
fn another_chess_library_reads_our_pgn() {
    use cozy_chess::util::{display_uci_move, parse_san_move};
    let mut moves = 0;
    for game in ["antichess", "encastle"] {
        let game = games::find(game).unwrap();
        for seed in 0..settings::times(40) as u64 {
            let played = at_random(game, &mut Rng::with_seed(seed));
            let pgn = played.written(Format::Pgn);
            let fen = pgn.lines().find_map(|line| line.strip_prefix("[FEN \""));
            let fen = fen.unwrap().trim_end_matches("\"]");
            let mut board = cozy_chess::Board::from_fen(fen, false).unwrap();
            let (_, text) = pgn.split_once("\n\n").unwrap();
            let mut record = whole_record(&played.state).into_iter();
            let words = text
                .split('{')
                .flat_map(|part| part.rsplit('}').next())
                .flat_map(str::split_whitespace);
            for word in words {
                if word.ends_with('.') || ["*", "1-0", "0-1", "1/2-1/2"].contains(&word) {
                    continue;
                }
                let (_, turn, _) = record.next().expect("a turn for each move");
                let Some(ours) = turn else {
                    assert_eq!(word, "--");
                    board = board.null_move().expect("nobody in check is passed over");
                    continue;
                };
                let step = parse_san_move(&board, word)
                    .unwrap_or_else(|error| panic!("{word} on {board}: {error}\n{pgn}"));
                // Our text omits a promotion to a queen; both write castling with the king's target square.
                let theirs = display_uci_move(&board, step).to_string();
                assert_eq!(theirs.trim_end_matches('q'), ours, "{pgn}");
                board.play(step);
                moves += 1;
            }
            assert!(record.next().is_none());
        }
    }
    assert!(moves > 1000, "{moves}");
}

/// A game in lichess's format, with clocks, evaluations, signs and variations.
///
/// Its moves are legal by our rules too, which differ from lichess's.
const OF_LICHESS: &str = "[Event \"Casual antichess game\"]\r
[Site \"https://lichess.org/AbCdEfGh\"]\r
[Date \"2026.08.01\"]\r
[White \"Zoe\"]\r
[Black \"Yan\"]\r
[Result \"0-1\"]\r
[UTCDate \"2026.08.01\"]\r
[UTCTime \"12:30:05\"]\r
[WhiteElo \"1500\"]\r
[BlackElo \"1612\"]\r
[Variant \"Antichess\"]\r
[TimeControl \"600+5\"]\r
[ECO \"?\"]\r
[Opening \"?\"]\r
[Termination \"Time forfeit\"]\r
[Annotator \"lichess.org\"]\r
\r
1. e4 { [%eval 0.25] [%clk 0:10:00] } 1... d5?! { [%eval 0.6] [%clk 0:09:58] }\r
{ Inaccuracy. e6 was best. } (1... e6 2. d4 (2. Nc3 b5) 2... b5) 2. exd5 $1 {\r
[%clk 0:09:57] } 2... Qxd5 $6 $14 3. Nc3 Qxd2+ ; he takes\r
4. Bxd2! Nc6 5.Nf3 Bg4 { White loses on time. } 0-1\r
";

#[test]
fn pgn_of_other_programs_is_read_as_the_game_that_one_says() {
    let game = |key| games::find(key).expect("a game");
    let mut refused = Refused::default();
    refused.read(OF_LICHESS);
    for key in ["antichess", "encastle"] {
        let text = of_game(game(key), OF_LICHESS);
        let read = records::read(None, &text).expect("a record");
        let state = &read.state;
        assert_eq!(state.game().card.key, key);
        assert_eq!(read.names, ["Zoe", "Yan"]);
        assert_eq!(state.ply(), 10);
        assert_eq!(state.ending(), Some(&Ending::Flagged(Seat::First)));
        assert_eq!(state.proposal().time.to_string(), "10m+5s");
        assert_eq!(state.proposed_at().to_string(), "2026-08-01T12:30:05.000Z");
        let turns: Vec<_> = state
            .record()
            .iter()
            .filter_map(|one| one.text.as_deref())
            .collect();
        assert_eq!(
            turns.join(" "),
            "e2e4 d7d5 e4d5 d8d5 b1c3 d5d2 c1d2 b8c6 g1f3 c8g4"
        );
        // An error names its line in the file.
        let wrong = of_game(game(key), &OF_LICHESS.replace("Bxd2!", "a3"));
        let error = refused.read(&wrong);
        assert_eq!((error.line, error.turn), (Some(21), Some(7)));
    }
    // Comments in the record become notes without an author.
    let text = of_game(game("encastle"), OF_LICHESS);
    let notes: Vec<_> = records::read(None, &text)
        .expect("a record")
        .notes
        .into_iter()
        .map(|note| (note.ply, note.seat, note.text))
        .collect();
    let said = [
        (2, "Inaccuracy. e6 was best."),
        (6, "he takes"),
        (10, "White loses on time."),
    ];
    assert_eq!(notes, said.map(|(ply, text)| (ply, None, text.to_owned())));
    let of = |variant: &str| OF_LICHESS.replace("[Variant \"Antichess\"]", variant);
    for (variant, key) in [
        ("[Variant \"mit antichess\"]", "antichess"),
        ("[Variant \"MIT-Antichess\"]", "antichess"),
        ("[Variant \"Standard Antichess\"]", "antichess"),
        ("[Variant \"EnCastle  Antichess\"]", "encastle"),
    ] {
        let read = records::read(None, &of(variant)).expect("a record");
        assert_eq!(read.state.game().card.key, key);
    }
    for variant in ["Giveaway", "Suicide chess", "Losers", "Losing Chess"] {
        let text = of(&format!("[Variant \"{variant}\"]"));
        refused.read(&text);
        records::read(None, &of_game(game("encastle"), &text)).expect("a record");
    }
    for variant in ["", "[Variant \"?\"]", "[Variant \"Standard\"]"] {
        refused.read(&of(variant));
        records::read(None, &of_game(game("antichess"), &of(variant))).expect("a record");
    }
    // The game that the caller names does not override the record's own variant.
    let crazy = of("[Variant \"Crazyhouse\"]");
    for text in [crazy.clone(), of_game(game("antichess"), &crazy)] {
        refused.read(&text);
    }
    refused.read(&of_game(
        game("encastle"),
        &of("[Variant \"MIT Antichess\"]"),
    ));
    refused.read(&of_game(game("anchor"), OF_LICHESS));
    let columns = RecordFile::new(None, "4453").of_game(games::find("anchor"));
    let error = columns.read(0).expect_err("another game");
    refused.0.push(error.to_string());
    refused.check("refused_of_other_programs");
    // Moves without tags are PGN, and digits alone are columns.
    let bare = of_game(game("antichess"), "1. e4 d5 2.exd5 *");
    assert_eq!(records::read(None, &bare).expect("a record").state.ply(), 3);
    assert_eq!(Format::of("4453"), Some(Format::Columns));
    // En passant, as some programs write it.
    let passing = of_game(game("encastle"), "1. e4 h6 2. e5 d5 3. exd6 e.p. exd6 *");
    assert_eq!(
        records::read(None, &passing).expect("a record").state.ply(),
        6
    );
}

#[test]
fn binary_file_is_refused_by_its_format() {
    let mut tar = vec![b'a'; 600];
    tar[257..262].copy_from_slice(b"ustar");
    let files = [
        &b"PK\x03\x04\x14\0\0\0"[..],
        b"\x1f\x8b\x08\0",
        b"BZh91AY&SY\xff",
        b"%PDF-1.7 and text",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0",
        b"GIF89a",
        b"RIFF\x24\0\0\0WEBPVP8 ",
        b"\0\0\0\x18ftypmp42",
        b"\xff\xfe1\0",
        b"{\\rtf1\\ansi",
        &[0; 40],
        &tar,
    ];
    let said = files.map(|bytes| records::formats::text_of(bytes).expect_err("no text"));
    check_text("no_texts", &said.join("\n"));
    for text in [
        "",
        "BM 4453",
        "MZ",
        "ID3",
        "[Event \"é\"]",
        "PK is a name",
        "{\"header\": {}}",
    ] {
        let read = records::formats::text_of(text.as_bytes()).expect("a text");
        assert_eq!(read, (text.into(), None));
    }
}

#[test]
fn a_line_of_columns_is_one_record() {
    let file = RecordFile::new(None, "\n4453\n\n1122 \n445 12\n");
    assert_eq!(file.count(), 3);
    let plies = [0, 1].map(|index| file.read(index).expect("a record").state.ply());
    assert_eq!(plies, [4, 4]);
    let two = file.read(2).expect_err("two fields").to_string();
    assert!(
        two.starts_with("Line 5, turn 4: \"12\" is no column."),
        "{two}"
    );
    for (text, wrong) in [
        ("4453 -2", "\"-2\""),
        ("4453 0", "\"0\""),
        ("4453;1", "\";\""),
        ("4 4 5 3", "\"4\""),
        ("44x5", "\"x\""),
        ("4453 Red", "\"Red\""),
    ] {
        let error = records::read(None, text).expect_err(text).to_string();
        assert!(
            error.contains(&format!("{wrong} is no column")),
            "{text}: {error}"
        );
        assert!(error.starts_with("Line 1"), "{text}: {error}");
    }
}
