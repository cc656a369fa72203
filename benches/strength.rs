//! Measures the strength of the computer players: the tables of `docs/opponents.md`, a row at a time.
//!
//! `cargo bench --bench strength -- 500ms 200` plays 200 games on every board, the engine against plain UCT, each
//! side with 500 ms of a core a turn. A row takes one to five hours of a core. `-- 500ms 200 anchor` plays only the
//! rows whose command begins with `anchor`.
//!
//! `cargo bench --bench strength -- levels 200` lets every level play the level below it, and the lowest one a random
//! player.
//!
//! A row has the command after `lab arena`, the score, its 95 % interval, and the milliseconds a turn of each side.

use std::process::{Command, Stdio};

use serde_json::Value;

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

/// Plays the games and prints a row. The program prints errors on stderr.
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
