//! What a button carries is understood only in the form in which it is written.
#![no_main]

use anteroom_fuzz::custom_id::OpponentChoice;
use anteroom_fuzz::games::CATALOGUE;
use anteroom_fuzz::matches::{MatchId, UserId};
use anteroom_fuzz::press::Press;
use anteroom_fuzz::{Text, pressed};
use libfuzzer_sys::fuzz_target;

/// One of every form; the others are a few letters away.
fn built(kind: u8, number: u64, board: u32, mark: u32) -> Press {
    let id = MatchId(number.max(1));
    match kind % 5 {
        0 => Press::Accept(id),
        1 => Press::Move { id, board },
        2 => Press::TryOffer { id, board, mark },
        3 => Press::GamePage {
            game: CATALOGUE[number as usize % CATALOGUE.len()]
                .card
                .key
                .to_owned(),
            with: OpponentChoice::Anyone,
        },
        _ => Press::ChooseGame {
            with: OpponentChoice::Person(UserId((number >> 1).max(1))),
        },
    }
}

fuzz_target!(|input: (u8, u64, u32, u32, Text)| {
    let (kind, number, board, mark, text) = input;
    let id = built(kind, number, board, mark);
    let written = id.to_string();
    assert!(written.len() <= 100);
    assert_eq!(pressed(&written), Some(id));
    let text = text.of(&written);
    if let Some(id) = pressed(&text) {
        assert_eq!(id.to_string(), text);
    }
});
