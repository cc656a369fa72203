//! Measures the rules: steps a second, random games a second, and what a player waits for.
//!
//! `cargo bench -p anteroom-benches --bench rules` prints, for every game of the catalogue, the time of one run and
//! the items (steps, games) a second. Chess is compared with cozy-chess, a fast generator, in the same run.

mod positions;

use anteroom::games::Notation;
use std::time::{Duration, Instant};

use anteroom::games::antichess::Antichess;
use anteroom::games::{self, AnyPosition, Position};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use positions::{Case, MOST_STEPS, crowded, hardest, middles, starts};

fn main() {
    divan::main();
}

/// The maximum number of sequences in one run of a perft.
const MOST_NODES: u64 = 6_000_000;

/// Returns the greatest depth that is unlikely to count more than [`MOST_NODES`].
fn depth(position: &AnyPosition) -> u32 {
    let mut depth = 1;
    let mut nodes = position.perft(1);
    while nodes > 0 && nodes * position.perft(1) <= MOST_NODES && depth < 20 {
        depth += 1;
        nodes = position.perft(depth);
    }
    depth
}

/// Sequences of steps from the start.
#[divan::bench(args = starts(), max_time = 1)]
fn perft_from_start(bencher: Bencher<'_, '_>, case: &Case) {
    count(bencher, case);
}

/// Sequences of steps from the middle of a game.
#[divan::bench(args = middles(), max_time = 1)]
fn perft_from_middle(bencher: Bencher<'_, '_>, case: &Case) {
    count(bencher, case);
}

fn count(bencher: Bencher<'_, '_>, case: &Case) {
    let depth = depth(&case.position);
    let nodes = case.position.perft(depth);
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(|| black_box(&case.position).perft(black_box(depth)));
}

/// Whole random games; items are games.
#[divan::bench(args = starts(), max_time = 1)]
fn random_games(bencher: Bencher<'_, '_>, case: &Case) {
    let (games, _) = some_games(case);
    bencher
        .counter(ItemsCount::new(games))
        .bench_local(|| play(black_box(case), games));
}

/// The same games; items are steps.
#[divan::bench(args = starts(), max_time = 1)]
fn random_games_by_step(bencher: Bencher<'_, '_>, case: &Case) {
    let (games, steps) = some_games(case);
    bencher
        .counter(ItemsCount::new(steps))
        .bench_local(|| play(black_box(case), games));
}

/// Returns the number of games that take a few milliseconds, and the number of their steps.
fn some_games(case: &Case) -> (u64, u64) {
    let begun = Instant::now();
    let mut games = 1;
    while begun.elapsed() < Duration::from_millis(10) {
        play(case, games);
        games *= 2;
    }
    (games, play(case, games))
}

/// Plays this many random games, always the same, and returns the number of their steps.
fn play(case: &Case, games: u64) -> u64 {
    (0..games)
        .map(|seed| case.position.playout(MOST_STEPS, seed).0)
        .sum()
}

/// The sorted texts of all steps in the middle of a game, as the command line prints them.
#[divan::bench(args = middles(), max_time = 0.5)]
fn list_of_steps(bencher: Bencher<'_, '_>, case: &Case) {
    let steps = case.position.steps().len();
    bencher
        .counter(ItemsCount::new(steps))
        .bench_local(|| black_box(&case.position).steps());
}

/// Completion while a player types a turn: nothing typed, the first character, a turn in another notation, and an
/// invalid turn. The positions are from the middle of games, and those with the most steps.
mod completion {
    use super::*;

    #[divan::bench(args = hardest(), max_time = 0.5)]
    fn of_nothing(bencher: Bencher<'_, '_>, case: &Case) {
        complete(bencher, case, |_| String::new());
    }

    #[divan::bench(args = hardest(), max_time = 0.5)]
    fn of_a_character(bencher: Bencher<'_, '_>, case: &Case) {
        complete(bencher, case, |step| step.chars().take(1).collect());
    }

    #[divan::bench(args = hardest(), max_time = 0.5)]
    fn of_a_step_with_spaces(bencher: Bencher<'_, '_>, case: &Case) {
        complete(bencher, case, |step| step.replace([',', '-'], " "));
    }

    #[divan::bench(args = hardest(), max_time = 0.5)]
    fn of_nonsense(bencher: Bencher<'_, '_>, case: &Case) {
        complete(bencher, case, |step| format!("{step} ").repeat(20) + "?");
    }

    fn complete(bencher: Bencher<'_, '_>, case: &Case, typed: impl Fn(&str) -> String) {
        let steps = case.position.steps();
        let typed = typed(steps.get(steps.len() / 2).map_or("", String::as_str));
        bencher.bench_local(|| games::complete_turn(&*case.position, black_box(&typed), 25));
    }
}

/// A position with very many steps: listing them, and making one that ends the turn. After that step the rules must
/// find a legal turn of the other seat.
mod crowded_board {
    use super::*;

    #[divan::bench(max_time = 0.5)]
    fn list_of_steps(bencher: Bencher<'_, '_>) {
        let Some(position) = crowded() else { return };
        bencher
            .counter(ItemsCount::new(position.steps().len()))
            .bench_local(|| black_box(&position).steps());
    }

    #[divan::bench(max_time = 0.5)]
    fn end_of_a_turn(bencher: Bencher<'_, '_>) {
        let Some(mut position) = crowded() else {
            return;
        };
        let first = position.steps().into_iter().next().unwrap_or_default();
        if position.play(&first).is_err() {
            return;
        }
        bencher
            .with_inputs(|| position.boxed_clone())
            .bench_local_values(|mut position| position.play("end"));
    }
}

/// Positions of chess that both generators support.
const CHESS: [(&str, &str, u32); 2] = [
    (
        "start",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        5,
    ),
    (
        "middle",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
    ),
];

fn chess() -> impl Iterator<Item = &'static str> {
    CHESS.iter().map(|(name, ..)| *name)
}

fn chess_position(name: &str) -> (&'static str, u32) {
    CHESS
        .iter()
        .find(|(known, ..)| *known == name)
        .map(|(_, text, depth)| (*text, *depth))
        .unwrap_or_default()
}

/// Anteroom and cozy-chess, counting the last step without making it.
mod chess_counted {
    use super::*;

    #[divan::bench(args = chess(), max_time = 2)]
    fn antichess(bencher: Bencher<'_, '_>, name: &str) {
        let (text, depth) = chess_position(name);
        let position = ours::<false>(text);
        let depth = depth + 1;
        let nodes = games::perft(&position, depth);
        bencher
            .counter(ItemsCount::new(nodes))
            .bench_local(|| games::perft(black_box(&position), depth));
    }

    #[divan::bench(args = chess(), max_time = 2)]
    fn encastle(bencher: Bencher<'_, '_>, name: &str) {
        let (text, depth) = chess_position(name);
        let position = ours::<true>(text);
        let depth = depth + 1;
        let nodes = games::perft(&position, depth);
        bencher
            .counter(ItemsCount::new(nodes))
            .bench_local(|| games::perft(black_box(&position), depth));
    }

    #[divan::bench(args = chess(), max_time = 2)]
    fn cozy_chess(bencher: Bencher<'_, '_>, name: &str) {
        let (text, depth) = chess_position(name);
        let Ok(board) = text.parse() else { return };
        let nodes = theirs_counted(&board, depth);
        bencher
            .counter(ItemsCount::new(nodes))
            .bench_local(|| theirs_counted(black_box(&board), depth));
    }
}

/// Anteroom and cozy-chess, making every step.
mod chess_made {
    use super::*;

    #[divan::bench(args = chess(), max_time = 2)]
    fn antichess(bencher: Bencher<'_, '_>, name: &str) {
        let (text, depth) = chess_position(name);
        let position = ours::<false>(text);
        let nodes = ours_made(&position, depth);
        bencher
            .counter(ItemsCount::new(nodes))
            .bench_local(|| ours_made(black_box(&position), depth));
    }

    #[divan::bench(args = chess(), max_time = 2)]
    fn encastle(bencher: Bencher<'_, '_>, name: &str) {
        let (text, depth) = chess_position(name);
        let position = ours::<true>(text);
        let nodes = ours_made(&position, depth);
        bencher
            .counter(ItemsCount::new(nodes))
            .bench_local(|| ours_made(black_box(&position), depth));
    }

    #[divan::bench(args = chess(), max_time = 2)]
    fn cozy_chess(bencher: Bencher<'_, '_>, name: &str) {
        let (text, depth) = chess_position(name);
        let Ok(board) = text.parse() else { return };
        let nodes = theirs_made(&board, depth);
        bencher
            .counter(ItemsCount::new(nodes))
            .bench_local(|| theirs_made(black_box(&board), depth));
    }
}

/// Returns the position of a FEN, without castling rights if the game has none.
fn ours<const EN_CASTLE: bool>(fen: &str) -> Antichess<EN_CASTLE> {
    let fen = if EN_CASTLE {
        fen.to_owned()
    } else {
        fen.replace("KQkq", "-")
    };
    Antichess::read(&(), &fen).unwrap_or_else(|_| Antichess::start(&()))
}

/// Returns the number of steps made on the way to this depth.
fn ours_made<P: Position>(position: &P, depth: u32) -> u64 {
    let mut made = 0;
    if depth > 0 {
        position.for_each_step(|step| {
            let mut after = position.clone();
            after.play_unchecked(&step, &mut ());
            made += 1 + ours_made(&after, depth - 1);
        });
    }
    made
}

fn theirs_made(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut made = 0;
    if depth > 0 {
        board.generate_moves(|moves| {
            for one in moves {
                let mut after = board.clone();
                after.play_unchecked(one);
                made += 1 + theirs_made(&after, depth - 1);
            }
            false
        });
    }
    made
}

fn theirs_counted(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth <= 1 {
            nodes += moves.len() as u64;
        } else {
            for one in moves {
                let mut after = board.clone();
                after.play_unchecked(one);
                nodes += theirs_counted(&after, depth - 1);
            }
        }
        false
    });
    nodes
}
