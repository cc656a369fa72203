//! Counts of step sequences, from the tables in `tests/perft/`.
//!
//! A table is made of blocks with an empty line between them. A block names its `game`, may `set` options, begin `from` a
//! position and `play` steps from there, and then lists depths and counts. `#` begins a comment.

use std::fs;
use std::path::Path;

use anteroom_games::games::{self, AnyPosition, GivenOptions, split_steps};

use crate::oracle::{Oracle, second_opinion};
use crate::slow_chess::{self, Rules};

struct Block {
    place: String,
    game: String,
    /// The position text before the steps that are played.
    from: String,
    played: String,
    position: AnyPosition,
    counts: Vec<(u32, u64)>,
}

fn blocks() -> Vec<Block> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/perft");
    let mut blocks = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let table = fs::read_to_string(&path).unwrap();
        for (i, block) in table.split("\n\n").enumerate() {
            let place = format!("{}, block {i}", path.display());
            blocks.extend(read_block(place, block));
        }
    }
    assert!(!blocks.is_empty());
    blocks
}

fn read_block(place: String, block: &str) -> Option<Block> {
    let (mut game, mut given, mut from, mut played, mut counts) =
        (None, GivenOptions::new(), None, "", Vec::new());
    for line in block
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let (word, rest) = line
            .split_once(' ')
            .unwrap_or_else(|| panic!("{place}: {line}"));
        match word {
            "game" => game = Some(rest.to_owned()),
            "set" => {
                let (key, value) = rest
                    .split_once('=')
                    .unwrap_or_else(|| panic!("{place}: {line}"));
                given.insert(key.to_owned(), value.to_owned());
            }
            "from" => from = Some(rest),
            "play" => played = rest,
            depth => counts.push((depth.parse().unwrap(), rest.parse().unwrap())),
        }
    }
    let name = game?;
    let game = games::find(&name).unwrap_or_else(|| panic!("{place}: no game {name}"));
    let values = game.settle(&given, || 0).unwrap();
    let mut position = match from {
        Some(text) => game
            .read(&values, text)
            .unwrap_or_else(|error| panic!("{place}: {error}")),
        None => game.start(&values).unwrap(),
    };
    let from = position.text();
    for step in split_steps(played) {
        position
            .play(step)
            .unwrap_or_else(|illegal| panic!("{place}: {illegal}"));
    }
    Some(Block {
        place,
        game: name,
        from,
        played: played.to_owned(),
        position,
        counts,
    })
}

#[test]
fn counts_are_those_of_the_tables() {
    for block in blocks() {
        for (depth, count) in block.counts {
            assert_eq!(
                block.position.perft(depth),
                count,
                "{} at depth {depth}",
                block.place
            );
        }
    }
}

#[test]
fn the_parts_of_a_division_add_up() {
    for block in blocks() {
        let (depth, count) = *block
            .counts
            .iter()
            .rev()
            .find(|(_, count)| *count < 20_000)
            .unwrap();
        let parts = block.position.divide(depth);
        let steps: Vec<_> = parts.iter().map(|(step, _)| step.clone()).collect();
        assert_eq!(steps, block.position.steps(), "{}", block.place);
        assert_eq!(
            parts.iter().map(|(_, nodes)| nodes).sum::<u64>(),
            count,
            "{}",
            block.place
        );
    }
}

#[test]
fn slow_generators_count_the_same() {
    for block in blocks() {
        for &(depth, count) in block.counts.iter().filter(|(_, count)| *count < 3_000) {
            let mut slow = second_opinion(&block.game, &block.from);
            for step in split_steps(&block.played) {
                slow = slow.after(step);
            }
            assert_eq!(slow.perft(depth), count, "{} at depth {depth}", block.place);
        }
    }
}

/// The slow generator of chess, before it is used as a judge: without compulsion it must count what everybody counts.
#[test]
fn the_slow_generator_knows_orthodox_chess() {
    for (fen, counts) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            [20, 400, 8902],
        ),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            [48, 2039, 97862],
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812]),
    ] {
        let slow = slow_chess::Slow::read(Rules::Orthodox, fen);
        for (depth, count) in (1..).zip(counts).filter(|(_, count)| *count < 10_000) {
            assert_eq!(slow.perft(depth), count, "{fen} at depth {depth}");
        }
    }
}
