//! Both Antichesses in random games and positions, compared with the slow generator, and with random texts.

use anteroom_games::{quiet_turns, read_turn};
use fastrand::Rng;

use crate::antichess::{encastle, standard};
use crate::oracle::{Setting, games, mutated, play_out, read_anything, type_anything};
use crate::slow::chess::{Rules, Slow};

fn both() -> [(Setting, Rules); 2] {
    [(standard(), Rules::Standard), (encastle(), Rules::EnCastle)]
}

/// Places men at random, never more of a kind than possible. The text may still be refused.
fn strewn(rules: Rules, rng: &mut Rng) -> String {
    let mut board = [' '; 64];
    let many = rng.usize(..24);
    let mut men: Vec<char> = "KkQqRRrrBbNNnnPPPPPPPPpppppppp".chars().collect();
    rng.shuffle(&mut men[2..]);
    for &man in men.iter().take(2 + many) {
        let pawn = man.eq_ignore_ascii_case(&'p');
        let at = if pawn {
            rng.usize(8..56)
        } else {
            rng.usize(..64)
        };
        if board[at] == ' ' {
            board[at] = man;
        } else if man.eq_ignore_ascii_case(&'k') {
            return strewn(rules, rng);
        }
    }
    let white = rng.bool();
    let mut castling = String::new();
    let mut en_passant = String::from("-");
    if rules == Rules::EnCastle {
        for (letter, king, rook, men) in [
            ('K', 60, 63, "KR"),
            ('Q', 60, 56, "KR"),
            ('k', 4, 7, "kr"),
            ('q', 4, 0, "kr"),
        ] {
            if [king, rook]
                .into_iter()
                .map(|at: usize| board[at])
                .eq(men.chars())
            {
                castling.push(letter);
            }
        }
        let (from, over, to, pawn) = if white {
            (8, 16, 24, 'p')
        } else {
            (48, 40, 32, 'P')
        };
        if let Some(file) = (0..8).find(|file| {
            board[from + file] == ' ' && board[over + file] == ' ' && board[to + file] == pawn
        }) {
            en_passant = format!(
                "{}{}",
                char::from(b'a' + file as u8),
                if white { 6 } else { 3 }
            );
        }
    }
    if castling.is_empty() {
        castling.push('-');
    }
    let ranks: Vec<String> = board
        .chunks(8)
        .map(|rank| rank.iter().collect::<String>())
        .collect();
    let mut text = ranks.join("/");
    for many in (1..=8).rev() {
        text = text.replace(&" ".repeat(many), &many.to_string());
    }
    format!(
        "{text} {} {castling} {en_passant} 0 {}",
        if white { 'w' } else { 'b' },
        rng.u32(1..50)
    )
}

/// Places kings in opposite corners, blocked pawns, and strong men on one side.
/// In such positions sides often sit out.
fn cramped(rng: &mut Rng) -> String {
    let mut board = [' '; 64];
    board[rng.choice([0, 1, 8]).unwrap_or(0)] = 'k';
    board[rng.choice([63, 62, 55]).unwrap_or(63)] = 'K';
    for _ in 0..rng.usize(1..5) {
        let at = rng.usize(8..48);
        if board[at] == ' ' && board[at + 8] == ' ' {
            (board[at], board[at + 8]) = ('p', 'P');
        }
    }
    let white = rng.bool();
    for man in if white { ['Q', 'R'] } else { ['q', 'r'] } {
        let at = rng.usize(..64);
        if board[at] == ' ' {
            board[at] = man;
        }
    }
    let ranks: Vec<String> = board
        .chunks(8)
        .map(|rank| rank.iter().collect::<String>())
        .collect();
    let mut text = ranks.join("/");
    for many in (1..=8).rev() {
        text = text.replace(&" ".repeat(many), &many.to_string());
    }
    format!("{text} {} - - 0 30", if rng.bool() { 'w' } else { 'b' })
}

#[test]
fn agree_with_the_slow_generator_in_random_games() {
    let mut rng = Rng::with_seed(3);
    for (setting, _) in both() {
        for _ in 0..games(14) {
            play_out(&setting, setting.start(), 100, &mut rng);
        }
    }
}

#[test]
fn agree_with_the_slow_generator_from_random_positions() {
    let mut rng = Rng::with_seed(4);
    let (mut mated, mut bare, mut stuck, mut passed) = (0, 0, 0, 0);
    for (setting, rules) in both() {
        for i in 0..games(480) {
            let text = if i % 4 == 0 {
                strewn(rules, &mut rng)
            } else {
                cramped(&mut rng)
            };
            if Slow::read(Rules::Orthodox, &text).waiting_king_attacked() {
                assert!(setting.refusal(&text).contains("stands in check"), "{text}");
                continue;
            }
            let texts = play_out(&setting, setting.read(&text), 12, &mut rng);
            let side = |text: &String| text.split(' ').nth(1).map(str::to_owned);
            passed += texts
                .windows(2)
                .filter(|pair| side(&pair[0]) == side(&pair[1]))
                .count();
            let end = texts.last().map(|text| setting.read(text));
            match end
                .and_then(|end| end.outcome())
                .map(|outcome| outcome.reason)
            {
                Some("checkmate") => mated += 1,
                Some("stalemate of both sides") => stuck += 1,
                Some(_) => bare += 1,
                None => {}
            }
        }
    }
    assert!(
        mated > 5 && bare > 5 && passed > 5,
        "every rule was met: {mated} mated, {bare} bare, {stuck} stuck, {passed} passed"
    );
}

#[test]
fn spelling_and_case_lead_back_to_the_step() {
    let mut rng = Rng::with_seed(5);
    for (setting, rules) in both() {
        for _ in 0..60 {
            let text = strewn(rules, &mut rng);
            let Ok(position) = setting.game.read(&setting.values, &text) else {
                continue;
            };
            for offer in position.complete("", usize::MAX).0 {
                let same = |typed: &str| {
                    let mut after = position.clone();
                    let played = after.play(typed).unwrap_or_else(|illegal| {
                        panic!("{}: {typed}: {illegal}", position.text())
                    });
                    assert_eq!(played.step, offer.step, "{}: {typed}", position.text());
                };
                let spelling = offer.spelling.unwrap();
                same(&spelling);
                same(spelling.trim_end_matches(['+', '#']));
                same(&spelling.replace("=Q", ""));
                same(&offer.step.to_uppercase());
                let (from, to) = offer.step.split_at(2);
                same(&format!("{from}-{to}"));
                same(&format!("{from}x{to}"));
                same(&format!("{from}–{to}"));
                // Only a bishop's letter has another meaning in lower case.
                if !spelling.starts_with('B') {
                    same(&spelling.to_lowercase());
                }
            }
        }
    }
}

#[test]
fn what_is_accepted_is_what_is_listed() {
    let mut rng = Rng::with_seed(6);
    let squares: Vec<String> = (0..64)
        .map(|i| format!("{}{}", char::from(b'a' + i % 8), i / 8 + 1))
        .collect();
    for (setting, rules) in both() {
        for _ in 0..6 {
            let text = strewn(rules, &mut rng);
            let Ok(position) = setting.game.read(&setting.values, &text) else {
                continue;
            };
            for from in &squares {
                for to in &squares {
                    type_anything(&position, &format!("{from}{to}"));
                }
            }
        }
    }
}

#[test]
fn read_anything_without_panic() {
    let mut rng = Rng::with_seed(7);
    for (setting, rules) in both() {
        for _ in 0..500 {
            let text = strewn(rules, &mut rng);
            read_anything(&setting, &text);
            read_anything(&setting, &mutated(&text, &mut rng));
            let noise: String = (0..rng.usize(..30)).map(|_| rng.char(..)).collect();
            read_anything(&setting, &noise);
            let Ok(position) = setting.game.read(&setting.values, &text) else {
                continue;
            };
            type_anything(&position, &noise);
            let seed = rng
                .choice([
                    "e2e4", "Nbxd5+", "exd8=Q#", "O-O-O", "e7xd8q", "b1c3", "0-0", "e.p.", "♘f3",
                ])
                .unwrap_or_default();
            type_anything(&position, seed);
            type_anything(&position, &mutated(seed, &mut rng));
            let likely: String = (0..rng.usize(1..7))
                .filter_map(|_| rng.choice(b"abcdefgh12345678KQRBNkqrbnx-=O0+"))
                .map(|&c| char::from(c))
                .collect();
            type_anything(&position, &likely);
        }
    }
}

#[test]
fn quiet_turns_are_counted_as_by_the_clock_of_a_fen() {
    let mut rng = Rng::with_seed(7);
    for (setting, _) in both() {
        for _ in 0..games(20) {
            let (mut position, mut quiet) = (setting.start(), 0);
            for _ in 0..300 {
                let Some(step) = rng.choice(position.steps()) else {
                    break;
                };
                let turn = read_turn(&*position, &step).unwrap();
                quiet = quiet_turns(quiet, &turn.effects, &*turn.after);
                position = turn.after;
                let text = position.text();
                let clock = text.split(' ').nth(4).unwrap();
                assert_eq!(quiet.to_string(), clock, "{text}");
            }
        }
    }
}
