//! Records of other programs: each case of `records/cases.txt`, read and written again.

use anteroom::features::records;
use anteroom::features::records::formats::{Noted, RecordFile, Source};
use anteroom::features::records::{Format, Recorded};
use anteroom::matches::Match;

const CASES: &str = include_str!("cases.txt");

struct Case<'t> {
    name: &'t str,
    game: Option<&'t str>,
    bytes: Vec<u8>,
    expected: Vec<&'t str>,
}

impl<'t> Case<'t> {
    fn of(block: &'t str) -> Self {
        let (name, rest) = block.split_once('\n').expect("a name");
        let lines: Vec<&str> = rest.lines().collect();
        let expected = |line: &&&str| line.starts_with("=> ");
        let text: Vec<&str> = lines
            .iter()
            .take_while(|line| !expected(line))
            .filter(|line| !line.starts_with("<< "))
            .copied()
            .collect();
        let text = text.join("\n").replace("␍\n", "\r\n").replace('␍', "\r");
        let text = text.replace('␚', "\u{1a}").replace('⍰', "\u{feff}");
        let mut bytes = Vec::new();
        let mut parts = text.split('«');
        bytes.extend(parts.next().unwrap_or_default().bytes());
        for part in parts {
            let (byte, rest) = part.split_once('»').expect("a byte");
            bytes.push(u8::from_str_radix(byte, 16).expect("a byte"));
            bytes.extend(rest.bytes());
        }
        Self {
            name,
            game: lines.iter().find_map(|line| line.strip_prefix("<< game ")),
            bytes,
            expected: lines
                .iter()
                .filter_map(|line| line.strip_prefix("=> "))
                .collect(),
        }
    }

    fn file(&self) -> (RecordFile, Option<&'static str>) {
        let (text, encoding) = records::formats::text_of(&self.bytes).expect("a text");
        let game = self
            .game
            .map(|key| anteroom::games::find(key).expect("a game"));
        (RecordFile::new(None, &text).of_game(game), encoding)
    }

    fn check(&self) {
        let name = self.name;
        let (file, encoding) = self.file();
        assert_eq!(file.count(), 1, "{name}: one record");
        let read = match file.read(0) {
            Ok(read) => read,
            Err(error) => {
                let [expected] = self.expected.as_slice() else {
                    panic!("{name}: {error}");
                };
                let words = expected.strip_prefix("refused ");
                let words = words.unwrap_or_else(|| panic!("{name}: {error}"));
                assert!(error.to_string().contains(words), "{name}: {error}");
                return;
            }
        };
        let format = match read.state.game().card.key {
            "anchor" => Format::Sgf,
            _ => Format::Pgn,
        };
        let written = write(format, &read);
        let on_one_line = written.replace('\n', " ");
        let mut notes = Vec::new();
        for expected in &self.expected {
            let (what, rest) = expected.split_once(' ').unwrap_or((expected, ""));
            match what {
                "refused" => panic!("{name}: it reads as {}", turns(&read.state)),
                "keeps" => assert!(on_one_line.contains(rest), "{name}: {rest}\n{written}"),
                "loses" => assert!(!written.contains(rest), "{name}: {rest}\n{written}"),
                "ends" => assert_eq!(end(&read.state), rest, "{name}"),
                "encoding" => assert_eq!(encoding, Some(rest), "{name}"),
                "note" => {
                    let (ply, text) = rest.split_once(' ').expect("a note");
                    notes.push(Noted {
                        ply: ply.parse().expect("a ply"),
                        seat: None,
                        text: text.to_owned(),
                    });
                }
                _ => assert_eq!(turns(&read.state), *expected, "{name}"),
            }
        }
        if !notes.is_empty() {
            assert_eq!(read.notes, notes, "{name}");
        }
        if !self.expected.iter().any(|one| one.starts_with("encoding ")) {
            assert_eq!(encoding, None, "{name}");
        }
        // The written record is read as the same match, and is written alike.
        let again = records::read(None, &written).expect(&written);
        assert_eq!(turns(&again.state), turns(&read.state), "{name}");
        assert_eq!(end(&again.state), end(&read.state), "{name}");
        assert_eq!(again.notes, read.notes, "{name}");
        assert_eq!(write(format, &again), written, "{name}");
        // The bot's own text format loses only commands and variations.
        let text = write(Format::Text, &read);
        let back = records::read(None, &text).expect(&text);
        assert_eq!(turns(&back.state), turns(&read.state), "{name}");
        assert_eq!(end(&back.state), end(&read.state), "{name}");
        // Another format tells of the same end.
        if read.state.ending().is_some() {
            let json = write(Format::ApGame, &read);
            let back = records::read(None, &json).expect(&json);
            assert_eq!(end(&back.state), end(&read.state), "{name}");
            let there = write(format, &back);
            let back = records::read(None, &there).expect(&there);
            assert_eq!(end(&back.state), end(&read.state), "{name}: {there}");
        }
        assert_eq!(write(Format::Text, &back), text, "{name}");
        assert!(!text.contains("1970"), "{name}: {text}");
        if format == Format::Pgn {
            let [tags, of_text] = [&written, &write(format, &back)]
                .map(|pgn| pgn.split("\n\n").next().map(str::to_owned));
            assert_eq!(tags, of_text, "{name}");
            let long = |line: &&str| line.chars().count() > 80 && !line.starts_with('[');
            assert_eq!(written.lines().find(long), None, "{name}");
        }
    }
}

fn write(format: Format, read: &Recorded) -> String {
    let source = Source {
        state: &read.state,
        events: &read.events,
        names: read.names.clone(),
        now: read.state.changed_at(),
        notes: &read.notes,
        extras: Some(&read.extras),
    };
    records::write(format, &source).expect("a record")
}

/// Returns how a match ended: `White won by resignation`.
fn end(state: &Match) -> String {
    let words = |ending| anteroom::matches::ending_words(state, ending);
    state.ending().map(words).unwrap_or_default()
}

/// Returns the turns and the result: `e2e4 d7d5 1-0`
fn turns(state: &Match) -> String {
    use anteroom::board::Seat;
    use anteroom::games::Verdict;
    let turns = state.record().iter();
    let mut words: Vec<&str> = turns.filter_map(|entry| entry.text.as_deref()).collect();
    words.push(match state.ending().and_then(|ending| ending.verdict()) {
        None => "*",
        Some(Verdict::Draw) => "1/2-1/2",
        Some(Verdict::Win(Seat::First)) => "1-0",
        Some(Verdict::Win(Seat::Second)) => "0-1",
    });
    words.join(" ")
}

#[test]
fn records_of_other_programs_keep_what_they_were_given_and_get_nothing_else() {
    let cases: Vec<Case<'_>> = CASES.split("\n=== ").skip(1).map(Case::of).collect();
    assert!(cases.len() >= 60, "{}", cases.len());
    for case in &cases {
        case.check();
    }
}

#[test]
fn file_with_several_games_gives_every_game_its_place() {
    let game = |event: &str, moves: &str| {
        format!("[Event \"{event}\"]\n[Variant \"MIT Antichess\"]\n\n{moves}\n\n")
    };
    let text = [
        game("One", "1. e4 d5 {a note} 1-0 {and another}"),
        game("Two", "1. e4 d5 (1... e6 2. d4"),
        game("Three", "1. e4 Ke7 *"),
        // Without a result, the next tag begins a game.
        game("Four", "1. d4"),
        String::from("[Event \"Five\"]\n[Variant \"MIT Antichess\"]\n"),
        game("Six", "1. c4 *"),
    ]
    .concat();
    let file = RecordFile::new(None, &text);
    assert_eq!(file.count(), 6);
    let lines = (0..6).map(|index| file.line_of(index));
    assert_eq!(lines.collect::<Vec<_>>(), [1, 6, 11, 16, 21, 23]);
    let read = (0..6).map(|index| match file.read(index) {
        Ok(read) => turns(&read.state),
        Err(error) => error.to_string().chars().take(40).collect(),
    });
    assert_eq!(
        read.collect::<Vec<_>>(),
        [
            "e2e4 d7d5 1-0",
            "Line 9: This variation is never closed.",
            "Line 14, turn 2: \"Ke7\" is not legal. e8e",
            "d2d4 *",
            "*",
            "c2c4 *"
        ]
    );
    let error = records::read(None, &text).expect_err("several");
    assert_eq!(
        error.to_string(),
        "This text holds 6 records, and one is wanted."
    );
    // Games without tags are separated by their results.
    let said = anteroom::games::find("antichess");
    let bare = RecordFile::new(None, "1. e4 d5 1-0\n1. d4 e6 0-1\n").of_game(said);
    assert_eq!(bare.count(), 2);
    let kept = RecordFile::new(None, &bare.to_text());
    let second = kept.read(1).expect("a record");
    assert_eq!(turns(&second.state), "d2d4 e7e6 0-1");
    // A collection of SGF, and several texts of the bot in one file.
    let collection = "(;FF[4]RU[anchor 1];B[h8])\n(;FF[4]RU[anchor 1]\n;B[z9])";
    let file = RecordFile::new(None, collection);
    assert_eq!((file.count(), file.line_of(1)), (2, 2));
    let error = file.read(1).expect_err("no cell");
    assert_eq!((error.line, error.turn), (Some(3), Some(1)));
    let first = write(Format::Text, &file.read(0).expect("a record"));
    let file = RecordFile::new(None, &format!("{first}\n{first}"));
    assert_eq!(file.count(), 2);
    assert_eq!(turns(&file.read(1).expect("a record").state), "h8 *");
}
