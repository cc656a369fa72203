//! How strong the computer is: the tables of `docs/opponents.md`, a row at a time.
//!
//! `cargo bench --bench strength -- 500ms 200` lets the engine play this many games of every game against plain UCT, each side with so
//! much time of a core a turn. That takes from an hour to five of a core a row; `-- 500ms 200 anchor` plays the rows only whose
//! command begins with this.
//!
//! `cargo bench --bench strength -- levels 200` lets every level play the one below it, and the lowest random play.
//!
//! A row has the command after `lab arena`, the score, its 95 % interval, and the milliseconds that a turn of either took.

use std::process::{Command, Stdio};

use serde_json::Value;

/// The boards for which something is aimed at.
const BOARDS: [&str; 11] = [
    "anchor",
    "anache",
    "anache --set size=10",
    "anaash",
    "anaash --set size=8",
    "anacund",
    "antichess",
    "encastle",
    "connect-n",
    "connect-n --set columns=9 --set rows=7 --set n=5",
    "connect-n --set columns=16 --set rows=16 --set n=5",
];

fn main() {
    // Cargo itself adds `--bench`.
    let given = std::env::args()
        .skip(1)
        .filter(|one| !one.starts_with("--"));
    let given: Vec<String> = given.collect();
    let word = |at: usize| given.get(at).map(String::as_str);
    let what = word(0).unwrap_or("500ms");
    let games = word(1).unwrap_or("200");
    let only = word(2).unwrap_or_default();
    println!("| command after `lab arena` | score | interval | ms a turn |");
    println!("| --- | --- | --- | --- |");
    for board in BOARDS.iter().filter(|board| board.starts_with(only)) {
        if what == "levels" {
            for level in 1..=5 {
                let below = match level {
                    1 => String::from("random"),
                    _ => (level - 1).to_string(),
                };
                row(&format!(
                    "{board} --a {level} --b {below} --games {games} --seed 1"
                ));
            }
        } else {
            row(&format!(
                "{board} --core-time {what} --games {games} --seed 1"
            ));
        }
    }
}

/// Plays the games and prints a row, or what is wrong.
fn row(arguments: &str) {
    let output = Command::new(env!("CARGO_BIN_EXE_lab"))
        .arg("arena")
        .args(arguments.split(' '))
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .expect("the program begins");
    let found: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let [score, interval, milliseconds] =
        ["score", "interval", "ms_a_turn"].map(|key| found[key].to_string());
    println!("| `{arguments}` | {score} | {interval} | {milliseconds} |");
}
