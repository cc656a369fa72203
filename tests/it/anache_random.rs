//! Anache: random games against the slow generator, and everything that must hold in any position.

use anteroom::games::anache::{Anache, Size};
use anteroom::games::{Position, Verdict};
use fastrand::Rng;

use crate::slow_anache::Slow;

/// Plays a random legal step, the rarer kinds more often than chance would.
fn play_random(position: &mut Anache, rng: &mut Rng) -> Option<String> {
    let step = match rng.u8(..3) {
        0 => {
            let mut steps = Vec::new();
            position.for_each_step(|step| steps.push(step));
            steps.sort_by_key(|step| -position.interest(step));
            steps.get(rng.usize(..steps.len().clamp(1, 3))).copied()
        }
        _ => position.random_step(&mut |n| rng.u64(..n)),
    }?;
    position.play(&step, &mut ());
    Some(step.to_string())
}

fn steps(position: &Anache) -> Vec<String> {
    let mut steps = Vec::new();
    position.for_each_step(|step| steps.push(step.to_string()));
    steps.sort();
    steps
}

/// Few pieces scattered over the board, many of them far advanced or on an opposing corner.
fn random_position(size: Size, rng: &mut Rng) -> Anache {
    let side: usize = match size {
        Size::Ten => 10,
        Size::Twelve => 12,
        Size::Sixteen => 16,
    };
    loop {
        let mut board = vec![vec!['.'; side]; side];
        let mover = rng.u32(..2);
        for colour in ['x', 'o'] {
            let far = if colour == 'x' { 0 } else { side - 1 };
            if rng.u8(..3) == 0 {
                board[far][if rng.bool() { 0 } else { side - 1 }] = colour;
            }
            let long = rng.u8(..4) == 0;
            for file in 0..side {
                if long && rng.u8(..12) > 0 {
                    board[side / 2 - rng.usize(..2)][file] = colour;
                }
            }
            for _ in 0..rng.usize(..9) {
                board[rng.usize(..side)][rng.usize(..side)] = colour;
            }
        }
        let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
        let turns = 2 * rng.u32(1..40) + mover;
        let text = format!("{} {} {turns}", rows.join("/"), ['x', 'o'][mover as usize]);
        if let Ok(position) = Anache::read(&size, &text) {
            return position;
        }
    }
}

/// Holds a position against the slow one: the same text, outcome and steps, and a sample of the steps leading to the same.
fn compare(position: &Anache, slow: &Slow, rng: &mut Rng) {
    let text = position.to_string();
    assert_eq!(text, slow.text());
    let outcome = position.outcome().map(|outcome| {
        let Verdict::Win(seat) = outcome.verdict else { panic!("drawn: {text}") };
        (Anache::LETTERS[seat.index()], outcome.reason)
    });
    assert_eq!(outcome, slow.result, "{text}");
    let steps = steps(position);
    assert_eq!(steps, slow.steps(), "{text}");
    assert_eq!(position.count_steps(), steps.len() as u64, "{text}");
    for _ in 0..2 {
        let Some(step) = rng.choice(&steps) else { return };
        let mut next = position.clone();
        next.play(&position.read_step(step).unwrap(), &mut ());
        let after = slow.after(step);
        assert_eq!(next.to_string(), after.text(), "{step} in {text}");
        assert_eq!(next.outcome().map(|outcome| outcome.reason), after.result.map(|(_, reason)| reason), "{step} in {text}");
    }
}

fn compare_game(mut position: Anache, most: usize, rng: &mut Rng) {
    let mut slow = Slow::read(&position.to_string());
    for _ in 0..most {
        compare(&position, &slow, rng);
        let Some(step) = play_random(&mut position, rng) else { return };
        slow = slow.after(&step);
    }
}

#[test]
fn games_from_the_start_go_as_the_slow_generator_says() {
    let mut rng = Rng::with_seed(1);
    compare_game(Anache::start(&Size::Ten), 10_000, &mut rng);
    compare_game(Anache::start(&Size::Twelve), 40, &mut rng);
    compare_game(Anache::start(&Size::Sixteen), 20, &mut rng);
}

#[test]
fn games_of_few_pieces_go_as_the_slow_generator_says() {
    let mut rng = Rng::with_seed(2);
    for game in 0..60 {
        let size = if game % 8 == 0 { Size::Twelve } else { Size::Ten };
        compare_game(random_position(size, &mut rng), 60, &mut rng);
    }
}
