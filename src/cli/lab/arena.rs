use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;

use crate::board::{Level, Seat};
use crate::cli::rules::{options_of, print};
use crate::cli::start::{Start, Started};
use crate::cli::think::{Effort, EffortArguments};
use crate::games::{AnyPosition, Quoted, SplitMix64, Verdict, split_steps};
use crate::ops::failure::Failure;
use crate::search::{self, Strength};

/// The maximum number of turns; a longer game counts as a draw.
const MOST_TURNS: u32 = 1_000;

/// The arguments of `lab arena`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    start: Start,
    /// Who plays: a level 1-5, "engine" or "uct" (plain UCT), as hard as --nodes, --time or --core-time say or so: "uct:5000", or "random"
    #[arg(long, value_name = "PLAYER", default_value = "engine")]
    a: String,
    /// Whom it plays against
    #[arg(long, value_name = "PLAYER", default_value = "uct")]
    b: String,
    /// How many games; two in a row have one opening, with the sides exchanged
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    #[command(flatten)]
    effort: EffortArguments,
    /// The number of random turns that a game begins with
    #[arg(long, default_value_t = 2)]
    opening: u32,
    /// How many games are played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    jobs: u16,
    /// Decides openings and what the players leave to chance
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// A player in the arena.
#[derive(Clone, Copy, Debug)]
enum Player {
    Thinker(Effort),
    Plain(Effort),
    Random,
}

/// The results of the games, for the first player.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    turns: u32,
    /// The total time and number of each player's searches.
    spent: [(Duration, u32); 2],
    longest: [Duration; 2],
}

impl Player {
    fn named(name: &str, effort: Option<Effort>) -> Result<Self, Failure> {
        let (kind, nodes) = match name.split_once(':') {
            Some((kind, nodes)) => match nodes.parse() {
                Ok(nodes) if nodes > 0 => (kind, Some(Effort::Nodes(Strength::Nodes(nodes)))),
                _ => {
                    return Err(Failure::Refused(format!(
                        "How many nodes is {}?",
                        Quoted(nodes)
                    )));
                }
            },
            None => (name, None),
        };
        let effort = || {
            nodes.or(effort).ok_or_else(|| {
                Failure::Refused(format!(
                    "How hard does {name} think? Say --nodes, --time, --core-time or --level."
                ))
            })
        };
        match kind {
            "random" => Ok(Player::Random),
            "engine" => Ok(Player::Thinker(effort()?)),
            "uct" => Ok(Player::Plain(effort()?)),
            level => level
                .parse()
                .ok()
                .and_then(Level::numbered)
                .map(|level| Player::Thinker(Effort::Nodes(Strength::Level(level))))
                .ok_or_else(|| {
                    Failure::of("A player is a level from 1 to 5, engine, uct or random.")
                }),
        }
    }

    /// Returns a whole turn; `None` if the game is over.
    fn turn(self, position: &AnyPosition, seed: u64) -> Option<String> {
        match self {
            Player::Thinker(effort) => Some(effort.think(&**position, seed)?.turn),
            Player::Plain(effort) => {
                let nodes = match effort {
                    Effort::Nodes(Strength::Nodes(nodes)) => nodes,
                    Effort::Nodes(Strength::Advice | Strength::Thorough) => {
                        1_000 * u64::from(Level::Strong.number())
                    }
                    Effort::Nodes(Strength::Level(level)) => 1_000 * u64::from(level.number()),
                    Effort::Time(_) | Effort::CoreTime(_) => u64::MAX,
                };
                // Later steps of a turn get the nodes that the earlier ones left. A time limit cannot count that.
                Some(search::think_plainly(&**position, nodes, seed, &*effort.end())?.turn)
            }
            Player::Random => Some(random_turn(position, &mut SplitMix64::new(seed))),
        }
    }
}

/// Returns a turn of random steps.
fn random_turn(position: &AnyPosition, numbers: &mut SplitMix64) -> String {
    let (mut next, mut turn) = (position.clone(), Vec::new());
    loop {
        let steps = next.steps();
        let number = numbers.below(steps.len().max(1) as u64) as usize;
        let Some(step) = steps.get(number) else { break };
        if next.play(step).is_err() {
            break;
        }
        turn.push(step.clone());
        if next.turn().is_empty() {
            break;
        }
    }
    turn.join(" ")
}

impl Arguments {
    /// Plays the games and prints the score with its 95 % interval.
    pub(super) fn run(self) -> Result<(), Failure> {
        let started = self.start.find()?;
        let effort = self.effort.effort();
        let players = [
            Player::named(&self.a, effort)?,
            Player::named(&self.b, effort)?,
        ];
        let next = AtomicU32::new(0);
        let play = || {
            let mut tally = Tally::default();
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= self.games {
                    return Ok(tally);
                }
                tally.add(self.play(&started, players, game)?);
            }
        };
        let mut tally = Tally::default();
        thread::scope(|scope| {
            let jobs: Vec<_> = (0..self.jobs).map(|_| scope.spawn(play)).collect();
            for job in jobs {
                let played = job.join().map_err(|_| Failure::fault("A game panicked."))?;
                tally.add(played?);
            }
            Ok(())
        })?;
        let (score, interval) = tally.score();
        let milliseconds = |player: usize| {
            let (time, many) = tally.spent[player];
            (time.as_secs_f64() * 1000.0 / f64::from(many.max(1)) * 10.0).round() / 10.0
        };
        print(&json!({
            "game": started.game.card.key,
            "options": options_of(&started.options),
            "a": self.a,
            "b": self.b,
            "games": self.games,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "score": score,
            "interval": interval,
            "turns": tally.turns / self.games,
            "ms_a_turn": [milliseconds(0), milliseconds(1)],
            "longest_ms": tally.longest.map(|time| time.as_millis() as u64),
        }))
    }

    /// Plays one game. Two consecutive games share an opening; the first player begins in even games.
    fn play(&self, started: &Started, players: [Player; 2], game: u32) -> Result<Tally, Failure> {
        let mut tally = Tally::default();
        let mut opening = SplitMix64::new(self.seed ^ (u64::from(game / 2) << 20));
        let mut position = started.position.clone();
        for _ in 0..self.opening {
            let before = position.clone();
            play(&mut position, &random_turn(&before, &mut opening))?;
            if position.to_move().is_none() {
                // An opening that ends the game is useless.
                position = before;
                break;
            }
        }
        let mut numbers = SplitMix64::new(self.seed ^ u64::from(game).rotate_left(40) ^ 1);
        let seat_of_a = if game.is_multiple_of(2) {
            Seat::First
        } else {
            Seat::Second
        };
        while let Some(seat) = position.to_move() {
            if tally.turns >= MOST_TURNS {
                break;
            }
            let player = usize::from(seat != seat_of_a);
            let begun = Instant::now();
            let turn = players[player].turn(&position, numbers.next());
            let took = begun.elapsed();
            tally.spent[player].0 += took;
            tally.spent[player].1 += 1;
            tally.longest[player] = tally.longest[player].max(took);
            let turn = turn.ok_or_else(|| Failure::Fault(format!("No turn for {position:?}.")))?;
            play(&mut position, &turn)?;
            tally.turns += 1;
        }
        match position.outcome().map(|outcome| outcome.verdict) {
            Some(Verdict::Win(winner)) if winner == seat_of_a => tally.wins = 1,
            Some(Verdict::Win(_)) => tally.losses = 1,
            Some(Verdict::Draw) | None => tally.draws = 1,
        }
        Ok(tally)
    }
}

fn play(position: &mut AnyPosition, turn: &str) -> Result<(), Failure> {
    for step in split_steps(turn) {
        if let Err(illegal) = position.play(step) {
            return Err(Failure::Fault(format!(
                "{turn:?} was played on {position:?}: {illegal}"
            )));
        }
    }
    Ok(())
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.turns += other.turns;
        for (spent, more) in self.spent.iter_mut().zip(other.spent) {
            spent.0 += more.0;
            spent.1 += more.1;
        }
        for (longest, other) in self.longest.iter_mut().zip(other.longest) {
            *longest = (*longest).max(other);
        }
    }

    /// Returns the first player's share of points with its 95 % Wilson interval, valid near 0 and 1 too.
    fn score(&self) -> (f64, [f64; 2]) {
        let games = f64::from((self.wins + self.draws + self.losses).max(1));
        let score = (f64::from(self.wins) + f64::from(self.draws) / 2.0) / games;
        let z = 1.96;
        let centre = score + z * z / (2.0 * games);
        let spread = z * (score * (1.0 - score) / games + z * z / (4.0 * games * games)).sqrt();
        let whole = 1.0 + z * z / games;
        let round = |value: f64| (value * 1000.0).round() / 1000.0;
        (
            round(score),
            [
                round((centre - spread) / whole),
                round((centre + spread) / whole),
            ],
        )
    }
}
