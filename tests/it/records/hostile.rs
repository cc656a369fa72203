//! Large and hostile files: reading takes time in proportion to their size.

use std::time::Duration;

use anteroom::features::records::Format;
use anteroom::features::records::formats::{RecordFile, Source};
use anteroom::features::{records, records::Recorded};
use anteroom::kernel::fair::within;
use rustix::time::{ClockId, clock_gettime};
use strum::VariantArray;

/// A kind of text that grows with a number.
type Kind = (&'static str, fn(usize) -> String);

fn pgn(tags: &str, moves: &str) -> String {
    format!("[Variant \"MIT Antichess\"]\n{tags}\n{moves}")
}

/// Returns a text of this many parts.
fn many(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}

const KINDS: [Kind; 20] = [
    ("tags", |n| {
        pgn(&many(n, |i| format!("[T{i} \"x\"]\n")), "1. e4 *")
    }),
    ("the same tag", |n| {
        pgn(&many(n, |_| "[T \"x\"]\n".into()), "1. e4 *")
    }),
    ("quotation marks in a tag", |n| {
        pgn(&format!("[T \"{}\"]\n", "\" ".repeat(n)), "1. e4 *")
    }),
    ("unclosed tags", |n| {
        pgn(&many(n, |_| "[T \"x\n".into()), "1. e4 *")
    }),
    ("commands", |n| {
        pgn(
            "",
            &format!("1. e4 {{{}}} *", many(n, |i| format!("[%x {i}]"))),
        )
    }),
    ("gifts of time", |n| {
        pgn(
            "",
            &format!("1. e4 {{{}}} *", many(n, |_| "[%give second 1]".into())),
        )
    }),
    ("comments", |n| {
        pgn(
            "",
            &format!("1. e4 {} *", many(n, |i| format!("{{c{i}}} "))),
        )
    }),
    ("signs", |n| {
        pgn(
            "",
            &format!("1. e4 {} *", many(n, |i| format!("${} ", i % 140))),
        )
    }),
    ("variations", |n| {
        pgn("", &format!("1. e4 {} *", "(1. d4) ".repeat(n)))
    }),
    ("games", |n| {
        many(n, |_| pgn("[Event \"x\"]", "1. e4 *\n\n"))
    }),
    ("line comments", |n| {
        pgn("", &format!("1. e4 {}\n*", ";x\n".repeat(n)))
    }),
    ("unclosed comments", |n| {
        pgn("", &format!("1. e4 {}", "{ ".repeat(n)))
    }),
    ("SGF properties", |n| {
        format!(
            "(;FF[4]RU[anchor 1]{};B[h8])",
            many(n, |i| format!("{}[x]", letters(i)))
        )
    }),
    ("SGF values", |n| {
        format!("(;FF[4]RU[anchor 1]XX{};B[h8])", "[x]".repeat(n))
    }),
    ("SGF nodes", |n| {
        format!("(;FF[4]RU[anchor 1]{})", ";C[x]".repeat(n))
    }),
    ("SGF turns in a node", |n| {
        format!("(;FF[4]RU[anchor 1];B[h8]{};W[c3])", "XT[1]BL[1]".repeat(n))
    }),
    ("SGF variations", |n| {
        format!("(;FF[4]RU[anchor 1];B[h8]{})", "(;W[c3])".repeat(n))
    }),
    ("JSON keys", |n| {
        format!(
            "{{\"header\":{{\"game\":{{\"name\":\"Anchor\"}},{}\"players\":[{{}},{{}}]}},\"moves\":[]}}",
            many(n, |i| format!("\"k{i}\":1,"))
        )
    }),
    ("columns", |n| "4453\n".repeat(n)),
    ("lines of a text record", |n| {
        format!(
            "Anteroom record 1\n{}",
            many(n, |i| format!("Tag: T{i} \"x\"\n"))
        )
    }),
];

fn letters(mut number: usize) -> String {
    let mut word = String::from("X");
    loop {
        word.push(char::from(b'A' + u8::try_from(number % 26).unwrap()));
        number /= 26;
        if number == 0 {
            return word;
        }
    }
}

/// The most records of a file that are read: each is read when somebody asks for it.
const READ: usize = 40;

/// Returns the processor time in which a file is split, and read and written in all formats.
fn processor(text: &str) -> Duration {
    let begun = clock_gettime(ClockId::ThreadCPUTime);
    let file = RecordFile::new(None, text);
    for index in 0..file.count() {
        file.listed(index);
    }
    for index in 0..file.count().min(READ) {
        if let Ok(record) = file.read(index) {
            for format in Format::VARIANTS {
                written(*format, &record);
            }
        }
    }
    let spent = clock_gettime(ClockId::ThreadCPUTime) - begun;
    Duration::try_from(spent).expect("a time")
}

fn written(format: Format, read: &Recorded) {
    let source = Source {
        state: &read.state,
        events: &read.events,
        names: read.names.clone(),
        now: read.state.changed_at(),
        notes: &read.notes,
        extras: Some(&read.extras),
    };
    let _ = records::write(format, &source);
}

#[test]
fn reading_takes_time_in_proportion_to_the_size() {
    for (name, text) in KINDS {
        let part = text(1000).len() / 1000 + 1;
        let of_size = |bytes: usize| processor(&text(bytes / part));
        // Tables are built at the first use.
        of_size(10_000);
        let small = of_size(60_000);
        let large = of_size(480_000);
        // Eight times as much; a quadratic step would take 64 times as long.
        let bound = small * 24 + Duration::from_millis(100);
        assert!(
            large < bound,
            "{name}: {small:?}, and {large:?} for eight times as much"
        );
    }
}

#[test]
fn a_record_that_takes_too_long_is_refused_in_every_format() {
    let texts = [
        pgn("", "1. e4 *"),
        String::from("(;FF[4]RU[anchor 1];B[h8])"),
        String::from("4453"),
    ];
    let mut texts = Vec::from(texts);
    let over = pgn("", "1. e4 1-0");
    let read = RecordFile::new(None, &over).read(0).expect("a record");
    for format in [Format::Text, Format::ApGame] {
        let source = Source {
            state: &read.state,
            events: &read.events,
            names: read.names.clone(),
            now: read.state.changed_at(),
            notes: &read.notes,
            extras: Some(&read.extras),
        };
        texts.push(records::write(format, &source).expect("a text"));
    }
    for text in texts {
        let file = RecordFile::new(None, &text);
        let (refused, read) = (within(Duration::ZERO, || file.read(0)), file.read(0));
        let refused = refused.expect_err("too long").to_string();
        assert!(refused.contains("5 seconds"), "{refused}");
        assert!(read.is_ok(), "without an allowance: {read:?}");
    }
}
