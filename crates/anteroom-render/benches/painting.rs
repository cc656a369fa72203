//! Measures what painting costs the bot, turn by turn.
//!
//! `cargo bench -p anteroom-render --bench painting -- 200` plays 200 random matches of all games in two themes, eight
//! at a time. After each turn it paints the two pictures that the bot posts: the board, and the small board of the
//! card in the channel. It prints the processor time per picture, the sizes of the files, and the growth of the
//! process's memory. With `check` after the number it also decodes all files and prints a checksum of their pixels. A
//! change that only makes painting cheaper must not change the checksum.

use std::error::Error;
use std::fs::read_to_string;
use std::hash::{DefaultHasher, Hash, Hasher};

use anteroom_board::Seat;
use anteroom_board::scene::Scene;
use anteroom_games::{AnyPosition, CATALOGUE, Game, GivenOptions, add_step, turn_marks};
use anteroom_render::{Format, Painter, Theme};

const THEMES: [Theme; 2] = [Theme::Wood, Theme::Dark];

/// The number of matches at a time, and the maximum turns of one.
const AT_ONCE: usize = 8;
const LONGEST: usize = 40;

struct Match {
    number: usize,
    game: &'static Game,
    position: AnyPosition,
    turns: usize,
}

impl Match {
    fn begin(number: usize, game: &'static Game) -> Self {
        let settings = game.complete_options(&GivenOptions::new(), || number as u32);
        let position = game.start(&settings.expect("settings"));
        Self {
            number,
            game,
            position: position.expect("a start"),
            turns: 0,
        }
    }

    /// Plays a random turn; `None` once the match is over.
    fn turn(&mut self, rng: &mut fastrand::Rng) -> Option<Scene> {
        self.position.to_move()?;
        self.turns += 1;
        if self.turns > LONGEST {
            return None;
        }
        let (mut steps, mut effects) = (Vec::new(), Vec::new());
        loop {
            let legal = self.position.steps();
            let step = rng.choice(&legal).expect("a legal step").clone();
            let played = self.position.play(&step).expect("a legal step");
            add_step(&mut effects, played.effects);
            steps.push(step);
            if self.position.turn().is_empty() {
                break;
            }
        }
        let mut scene = self.position.scene(Seat::First);
        let mut bar = self.game.bar(&*self.position);
        bar.note = steps.join(" ");
        for (place, side) in bar.sides.iter_mut().enumerate() {
            side.name = format!("Player {}", 2 * self.number + place);
        }
        scene.bar = Some(bar);
        scene.marks.extend(turn_marks(&effects));
        Some(scene)
    }
}

/// Totals of a game's pictures in one format.
#[derive(Clone, Copy, Default)]
struct Sum {
    pictures: usize,
    processor: u64,
    bytes: usize,
    largest: usize,
}

impl Sum {
    fn add(&mut self, other: &Self) {
        self.pictures += other.pictures;
        self.processor += other.processor;
        self.bytes += other.bytes;
        self.largest = self.largest.max(other.largest);
    }
}

fn print(name: &str, sums: &[Sum; 2]) {
    print!("{name:10} {:5} turns", sums[0].pictures);
    for (what, sum) in ["board", "card"].into_iter().zip(sums) {
        let each = sum.pictures.max(1) as f64;
        print!(
            "; a {what} {:.3} ms of processor time, {:.1} kB, at most {:.1} kB",
            sum.processor as f64 / 1e6 / each,
            sum.bytes as f64 / 1e3 / each,
            sum.largest as f64 / 1e3,
        );
    }
    println!();
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut given = std::env::args()
        .skip(1)
        .filter(|one| !one.starts_with("--"));
    let all: usize = given.next().map_or(Ok(200), |number| number.parse())?;
    let checks = given.next().is_some();
    let mut rng = fastrand::Rng::with_seed(1);
    let mut pixels = DefaultHasher::new();
    let mut sums = vec![[Sum::default(); 2]; CATALOGUE.len()];
    let before = memory("VmRSS:");
    let painter = Painter::new();
    let mut begun = 0;
    let mut playing: Vec<Match> = Vec::new();
    loop {
        while playing.len() < AT_ONCE && begun < all {
            playing.push(Match::begin(begun, &CATALOGUE[begun % CATALOGUE.len()]));
            begun += 1;
        }
        let mut place = 0;
        while let Some(playing_now) = playing.get_mut(place) {
            let Some(scene) = playing_now.turn(&mut rng) else {
                playing.remove(place);
                continue;
            };
            let theme = THEMES[playing_now.number / CATALOGUE.len() % THEMES.len()];
            let formats = [Format::still(theme), Format::overview(theme)];
            let game = playing_now.number % CATALOGUE.len();
            for (sum, format) in sums[game].iter_mut().zip(formats) {
                let start = processor();
                let file = painter.png(&scene, format)?;
                sum.processor += processor() - start;
                sum.pictures += 1;
                sum.bytes += file.len();
                sum.largest = sum.largest.max(file.len());
                if checks {
                    colours(&file)?.hash(&mut pixels);
                }
            }
            place += 1;
        }
        if playing.is_empty() && begun == all {
            break;
        }
    }
    let mut all = [Sum::default(); 2];
    for (game, sums) in CATALOGUE.iter().zip(&sums) {
        for (all, sum) in all.iter_mut().zip(sums) {
            all.add(sum);
        }
        print(game.card.key, sums);
    }
    print("all", &all);
    let after = memory("VmRSS:").saturating_sub(before);
    println!("{after} kB more than before");
    if checks {
        println!("pixels {:016x}", pixels.finish());
    }
    Ok(())
}

/// Returns the processor time of this thread in nanoseconds, on Linux.
fn processor() -> u64 {
    let times = read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = times.split_ascii_whitespace().next();
    first.and_then(|time| time.parse().ok()).unwrap_or(0)
}

/// Returns a value of this process's memory in kilobytes, on Linux.
fn memory(name: &str) -> u64 {
    let status = read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(name));
    let number = line.and_then(|line| line.split_ascii_whitespace().nth(1));
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Returns the size and the colours of a file's pixels.
fn colours(file: &[u8]) -> Result<(u32, u32, Vec<u8>), png::DecodingError> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info()?;
    let mut colours = vec![0; reader.output_buffer_size().unwrap_or(0)];
    let picture = reader.next_frame(&mut colours)?;
    Ok((picture.width, picture.height, colours))
}
