//! Counts of step sequences, from the `perft.txt` of each game.
//!
//! A block may `set` options, begin `from` a position and `play` steps from there. Then it lists depths and counts.

use anteroom_games::{AnyPosition, CATALOGUE, split_steps};

use crate::game_files;
use crate::slow::chess::{Rules, Slow};
use crate::slow::{Oracle, second_opinion};

struct Block {
    place: String,
    game: &'static str,
    /// The position text before the played steps.
    from: String,
    played: String,
    position: AnyPosition,
    counts: Vec<(u32, u64)>,
}

fn blocks() -> Vec<Block> {
    let of_game = |game| {
        let blocks = game_files::blocks(game, "perft.txt").into_iter();
        blocks.map(move |block| {
            let mut position = block.start(game);
            let from = position.text();
            let played = block.get("play").unwrap_or_default();
            for step in split_steps(played) {
                position
                    .play(step)
                    .unwrap_or_else(|illegal| panic!("{}: {illegal}", block.place));
            }
            let counts = block.lines.iter().filter_map(|(depth, count)| {
                Some((depth.parse().ok()?, count.parse().expect("a count")))
            });
            Block {
                game: game.card.key,
                from,
                played: played.to_owned(),
                position,
                counts: counts.collect(),
                place: block.place,
            }
        })
    };
    CATALOGUE.iter().flat_map(of_game).collect()
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
            let mut slow = second_opinion(block.game, &block.from);
            for step in split_steps(&block.played) {
                slow = slow.after(step);
            }
            assert_eq!(slow.perft(depth), count, "{} at depth {depth}", block.place);
        }
    }
}

/// Without compulsory captures, the slow generator must have the published counts of chess.
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
        let slow = Slow::read(Rules::Orthodox, fen);
        for (depth, count) in (1..).zip(counts).filter(|(_, count)| *count < 10_000) {
            assert_eq!(slow.perft(depth), count, "{fen} at depth {depth}");
        }
    }
}
