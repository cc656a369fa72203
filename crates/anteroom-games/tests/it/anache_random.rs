//! Anache in random games: compared with the slow generator, and checked for invariants of every position.

use anteroom_board::Seat;
use anteroom_games::Notation;
use anteroom_games::Picking;
use anteroom_games::Picture;
use anteroom_games::anache::{Anache, Size, Step};
use anteroom_games::{Effect, Position, Progress, Verdict};
use fastrand::Rng;

use crate::oracle::{Setting, games, mutated, read_anything, type_anything};
use crate::slow::anache::Slow;

/// What the random games reached. A test that reaches too little proves little.
#[derive(Debug, Default)]
struct Met {
    positions: u32,
    jumps: u32,
    dragon_groups: u32,
    second_dragon_steps: u32,
    removals: u32,
    ends: u32,
    captures: [u32; 3],
    /// Number of positions in which superko forbade a step.
    superko: u32,
    endings: [u32; 4],
}

impl Met {
    fn step(&mut self, position: &Anache, step: &Step, effects: &[Effect]) {
        match step {
            Step::Jump { .. } => self.jumps += 1,
            Step::Remove(_) => self.removals += 1,
            Step::End => self.ends += 1,
            Step::Move { group, .. } if matches!(position.turn(), [Step::Jump { .. }, ..]) => {
                self.dragon_groups += u32::from(group.squares().len() > 1);
                self.second_dragon_steps += u32::from(position.turn().len() > 1);
            }
            Step::Move { .. } => {}
        }
        for effect in effects {
            if let Effect::Captured { by, .. } = effect {
                let rule = ["custodianship", "crushing", "intervention"]
                    .iter()
                    .position(|rule| rule == by)
                    .unwrap();
                self.captures[rule] += 1;
            }
        }
    }

    fn end(&mut self, reason: &str) {
        let reasons = [
            "two dragons",
            "bringing the last piece to a corner",
            "taking every piece",
            "leaving no legal turn",
        ];
        self.endings[reasons.iter().position(|known| *known == reason).unwrap()] += 1;
    }
}

fn steps(position: &Anache) -> Vec<Step> {
    let mut steps = Vec::new();
    position.for_each_step(|step| steps.push(step));
    steps
}

fn texts(position: &Anache) -> Vec<String> {
    let mut texts: Vec<_> = steps(position).iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

/// Returns a random legal step: sometimes one of the most interesting, or one of the largest groups.
fn any_step(position: &Anache, rng: &mut Rng) -> Option<Step> {
    let mut steps = match rng.u8(..3) {
        0 => return position.random_step(&mut |n| rng.u64(..n)),
        _ => steps(position),
    };
    if rng.bool() {
        steps.sort_by_key(|step| -position.interest(step));
    } else if let Some(jump) = most_promising_jump(position, &steps, rng) {
        return Some(jump);
    } else {
        steps.sort_by_key(|step| std::cmp::Reverse(step.to_string().len()));
    }
    steps.truncate(5);
    rng.choice(steps)
}

/// Returns, among a few jumps, the one with the most steps after it: it joins other pieces.
fn most_promising_jump(position: &Anache, steps: &[Step], rng: &mut Rng) -> Option<Step> {
    let jumps = steps
        .iter()
        .copied()
        .filter(|step| matches!(step, Step::Jump { .. }));
    let jumps = rng.choose_multiple(jumps, 6).into_iter();
    jumps.max_by_key(|jump| {
        let mut next = position.clone();
        next.play_unchecked(jump, &mut ());
        next.count_steps()
    })
}

/// Returns a random step that usually goes back to where another came from, so that boards repeat.
fn step_back(position: &Anache, rng: &mut Rng) -> Option<Step> {
    let sideways: Vec<_> = steps(position)
        .into_iter()
        .filter(|step| step.to_string().ends_with(['E', 'W', 'd']))
        .collect();
    let quiet: Vec<_> = sideways
        .into_iter()
        .filter(|step| position.interest(step) < 2)
        .collect();
    rng.choice(quiet)
        .filter(|_| rng.u8(..8) > 0)
        .or_else(|| any_step(position, rng))
}

/// Scatters a few pieces over the board: dragons, barriers, men and knights.
fn scattered(size: Size, side: usize, rng: &mut Rng) -> Anache {
    loop {
        let mut board = vec![vec!['.'; side]; side];
        for (colour, far) in [('x', 0), ('o', side - 1)] {
            if rng.bool() {
                board[far][if rng.bool() { 0 } else { side - 1 }] = colour;
            }
            let (mut row, mut file) = (rng.usize(..side), rng.usize(..side));
            for _ in 0..rng.usize(1..9) {
                board[row][file] = colour;
                // Half of the pieces are next to another.
                (row, file) = match rng.u8(..4) {
                    0 => ((row + 1) % side, file),
                    1 => (row, (file + 1) % side),
                    _ => (rng.usize(..side), rng.usize(..side)),
                };
            }
        }
        // Half of the boards have a barrier, some of them with a gap.
        if rng.bool() {
            let (middle, colour) = rng
                .choice([(side / 2 + 1, 'x'), (side / 2 - 1, 'o')])
                .unwrap();
            let gap = rng.usize(..4 * side);
            for file in (0..side).filter(|&file| file != gap) {
                board[middle - usize::from(file % 3 == 0)][file] = colour;
            }
        }
        if let Some(position) = read(size, &board, rng.u32(2..60)) {
            return position;
        }
    }
}

/// Places one to three knights a side.
fn knights(size: Size, side: usize, rng: &mut Rng) -> Anache {
    loop {
        let mut board = vec![vec!['.'; side]; side];
        for (colour, first) in [('x', 0), ('o', side / 2)] {
            for _ in 0..rng.usize(1..4) {
                board[first + rng.usize(..side / 2)][rng.usize(..side)] = colour;
            }
        }
        if let Some(position) = read(size, &board, rng.u32(2..60)) {
            return position;
        }
    }
}

/// Reads a board by its rows, top to bottom, if it is valid.
fn read(size: Size, board: &[Vec<char>], turns: u32) -> Option<Anache> {
    let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
    let mover = if turns.is_multiple_of(2) { 'x' } else { 'o' };
    Anache::read(&size, &format!("{} {mover} {turns}", rows.join("/"))).ok()
}

/// Compares a position with the slow one: text, outcome, steps, and the results of some steps.
fn compare(position: &Anache, slow: &Slow, rng: &mut Rng) {
    let text = position.to_string();
    assert_eq!(text, slow.text());
    let outcome = position.outcome().map(|outcome| {
        let Verdict::Win(seat) = outcome.verdict else {
            panic!("drawn: {text}")
        };
        (Anache::LETTERS[seat.index()], outcome.reason)
    });
    assert_eq!(outcome, slow.result, "{text}");
    assert_eq!(position.to_move().is_none(), outcome.is_some(), "{text}");
    let steps = texts(position);
    assert_eq!(steps, slow.steps(), "{text}");
    assert_eq!(steps.is_empty(), outcome.is_some(), "{text}");
    assert_eq!(position.count_steps(), steps.len() as u64, "{text}");
    for _ in 0..2 {
        let Some(step) = rng.choice(&steps) else {
            return;
        };
        let mut next = position.clone();
        next.play_unchecked(&position.read_step(step).unwrap(), &mut ());
        let after = slow.after(step);
        assert_eq!(next.to_string(), after.text(), "{step} in {text}");
        assert_eq!(
            next.outcome().map(|outcome| outcome.reason),
            after.result.map(|(_, reason)| reason),
            "{step} in {text}"
        );
    }
}

/// Checks what holds in every position.
fn examine(position: &Anache, size: Size, last: &[Step], met: &mut Met) {
    let text = position.to_string();
    let steps = steps(position);
    met.positions += 1;
    // A text has no boards before its turn, so its position may allow more steps, but never fewer.
    let read = Anache::read(&size, &text).unwrap();
    assert_eq!(read.to_string(), text);
    if read.outcome() == position.outcome() {
        assert_eq!(&read, position);
        let offered = texts(&read);
        assert!(
            texts(position).iter().all(|step| offered.contains(step)),
            "{text}"
        );
        met.superko += u32::from(offered.len() > steps.len());
    }
    for step in &steps {
        assert_eq!(position.check(step), Ok(()), "{step} in {text}");
        assert_eq!(position.read_step(&step.to_string()), Ok(*step), "{text}");
    }
    // Steps of the previous position are legal now exactly if they are listed.
    for step in last {
        assert_eq!(
            position.check(step).is_ok(),
            steps.contains(step),
            "{step} in {text}"
        );
    }
    match position.turn() {
        [] => {}
        _ if steps.contains(&Step::End) => {
            assert!(
                steps.len() > 1,
                "{text}: end is offered where another step is"
            );
            assert_ne!(position.progress(), Progress::Complete);
        }
        _ => assert!(
            matches!(position.progress(), Progress::MustGoOn(_)),
            "{text}"
        ),
    }
}

/// Plays on, to the end or for this many steps.
fn play_out(
    mut position: Anache,
    size: Size,
    most: usize,
    choose: impl Fn(&Anache, &mut Rng) -> Option<Step>,
    met: &mut Met,
    rng: &mut Rng,
) {
    let mut slow = Slow::read(&position.to_string());
    let mut last = Vec::new();
    for _ in 0..most {
        compare(&position, &slow, rng);
        examine(&position, size, &last, met);
        last = steps(&position);
        let Some(step) = choose(&position, rng) else {
            break;
        };
        let pieces = men(&position);
        let before = position.clone();
        let mut effects = Vec::new();
        position.play_unchecked(&step, &mut effects);
        met.step(&before, &step, &effects);
        let gone = effects
            .iter()
            .filter(|h| matches!(h, Effect::Captured { .. } | Effect::Removed { .. }))
            .count();
        assert_eq!(
            men(&position) + gone,
            pieces,
            "{step} in {before}: pieces are conserved"
        );
        slow = slow.after(&step.to_string());
    }
    if let Some(outcome) = position.outcome() {
        met.end(outcome.reason);
    }
}

fn men(position: &Anache) -> usize {
    position.scene(Seat::First).men.len()
}

#[test]
fn games_from_the_start_go_as_the_slow_generator_says() {
    let (mut rng, mut met) = (Rng::with_seed(1), Met::default());
    for _ in 0..games(1) {
        play_out(
            Anache::start(&Size::Ten),
            Size::Ten,
            10_000,
            any_step,
            &mut met,
            &mut rng,
        );
        play_out(
            Anache::start(&Size::Twelve),
            Size::Twelve,
            30,
            any_step,
            &mut met,
            &mut rng,
        );
        play_out(
            Anache::start(&Size::Sixteen),
            Size::Sixteen,
            10,
            any_step,
            &mut met,
            &mut rng,
        );
    }
    assert!(
        met.positions > 100 && met.captures.iter().sum::<u32>() > 20,
        "{met:?}"
    );
}

#[test]
fn games_of_scattered_pieces_go_as_the_slow_generator_says() {
    let (mut rng, mut met) = (Rng::with_seed(2), Met::default());
    for game in 0..games(60) {
        let (size, side) = if game % 8 == 0 {
            (Size::Twelve, 12)
        } else {
            (Size::Ten, 10)
        };
        play_out(
            scattered(size, side, &mut rng),
            size,
            80,
            any_step,
            &mut met,
            &mut rng,
        );
    }
    assert!(
        met.jumps > 50
            && met.dragon_groups > 20
            && met.second_dragon_steps > 4
            && met.removals > 4
            && met.ends > 50,
        "{met:?}"
    );
    assert!(
        met.captures.iter().all(|&captures| captures > 20)
            && met.endings.iter().filter(|&&endings| endings > 0).count() > 2,
        "{met:?}"
    );
}

#[test]
fn games_of_knights_to_and_fro_go_as_the_slow_generator_says() {
    let (mut rng, mut met) = (Rng::with_seed(3), Met::default());
    for _ in 0..games(60) {
        play_out(
            knights(Size::Ten, 10, &mut rng),
            Size::Ten,
            120,
            step_back,
            &mut met,
            &mut rng,
        );
    }
    assert!(met.superko > 100, "{met:?}");
}

/// Random play without comparisons goes further.
#[test]
fn whole_games_end_with_a_winner() {
    let (mut rng, mut met) = (Rng::with_seed(4), Met::default());
    for (size, games) in [(Size::Ten, 12), (Size::Twelve, 6), (Size::Sixteen, 2)] {
        for _ in 0..games {
            let mut position = Anache::start(&size);
            while let Some(step) = position.random_step(&mut |n| rng.u64(..n)) {
                assert_eq!(position.check(&step), Ok(()), "{step} in {position}");
                position.play_unchecked(&step, &mut ());
            }
            met.end(position.outcome().unwrap().reason);
        }
    }
    assert_eq!(met.endings.iter().sum::<u32>(), 20);
}

#[test]
fn anything_is_read_without_panic() {
    let mut rng = Rng::with_seed(5);
    let setting = Setting::new("anache", &[("size", "10")]);
    let alphabet: Vec<char> = "abcdefghijklmnop0123456789,,,---***!!!NESWnesw "
        .chars()
        .collect();
    for _ in 0..60 {
        let mut position = scattered(Size::Ten, 10, &mut rng);
        for _ in 0..rng.usize(..4) {
            if let Some(step) = any_step(&position, &mut rng) {
                position.play_unchecked(&step, &mut ());
            }
        }
        let text = position.to_string();
        let dynamic = setting.read(&text);
        for _ in 0..4 {
            read_anything(&setting, &mutated(&text, &mut rng));
            if let Some(step) = rng.choice(steps(&dynamic_again(&text))) {
                type_anything(&dynamic, &mutated(&step.to_string(), &mut rng));
                let group: Vec<_> = step
                    .to_string()
                    .chars()
                    .map(|c| {
                        if rng.u8(..4) == 0 {
                            rng.choice(&alphabet).copied().unwrap_or(c)
                        } else {
                            c
                        }
                    })
                    .collect();
                type_anything(&dynamic, &group.iter().collect::<String>());
            }
            let noise: String = (0..rng.usize(..24))
                .filter_map(|_| rng.choice(&alphabet))
                .collect();
            type_anything(&dynamic, &noise);
            read_anything(
                &setting,
                &format!("{} | {noise}", text.split(" | ").next().unwrap()),
            );
        }
    }
}

/// Steps of other positions and other boards are refused, or legal if listed.
/// Playing them anyway does not panic.
#[test]
fn steps_of_other_positions_do_no_harm() {
    let mut rng = Rng::with_seed(6);
    let mut foreign = steps(&Anache::start(&Size::Sixteen));
    for _ in 0..60 {
        let position = scattered(Size::Ten, 10, &mut rng);
        let listed = steps(&position);
        for step in rng.choose_multiple(&foreign, 40) {
            assert_eq!(
                position.check(step).is_ok(),
                listed.contains(step),
                "{step} in {position}"
            );
            let mut broken = position.clone();
            broken.play_unchecked(step, &mut Vec::new());
            broken.play_unchecked(step, &mut ());
            let _ = (
                broken.to_string(),
                texts(&broken),
                broken.progress(),
                broken.scene(Seat::Second),
            );
        }
        foreign.extend(rng.choose_multiple(listed, 10));
    }
}

fn dynamic_again(text: &str) -> Anache {
    Anache::read(&Size::Ten, text).unwrap()
}
