//! An address of a page is read to nothing, or to what prints as an address that reads back as the same.
#![no_main]

use anteroom_fuzz::address::Asked;
use libfuzzer_sys::fuzz_target;

/// What makes other texts likely to be addresses.
const STARTS: [&str; 5] = [
    "",
    "/m/abcdefghijklmnopqrstuv",
    "/c/abcdefghijklmnopqrstuv",
    "/cal/abcdefghijklmnopqrstuv",
    "/g/anache/",
];

fuzz_target!(|input: (u8, &str, &str)| {
    let (start, path, query) = input;
    let start = STARTS[usize::from(start) % STARTS.len()];
    let path = format!("{start}{path}");
    let Some(asked) = Asked::read(&path, query) else {
        return;
    };
    let printed = asked.to_string();
    let (path, query) = printed.split_once('?').unwrap_or((&printed, ""));
    let again = Asked::read(path, query).expect("a printed address is one");
    assert_eq!(again.to_string(), printed);
    assert!(printed.len() < 200, "{printed}");
    assert!(
        !printed.contains("..") && !printed.contains("//"),
        "{printed}"
    );
});
