//! What a button carries is understood only in the form in which it is written.
#![no_main]

use anteroom_fuzz::Text;
use anteroom_fuzz::custom_id::Common;
use anteroom_fuzz::games::CATALOGUE;
use anteroom_fuzz::matches::MatchId;
use libfuzzer_sys::fuzz_target;

/// One of every form; the others are a few letters away.
fn built(kind: u8, number: u64, board: u32, mark: u32) -> Common {
    let id = MatchId(number.max(1));
    match kind % 5 {
        0 => Common::Accept(id),
        1 => Common::Move { id, board },
        2 => Common::TryOffer { id, board, mark },
        3 => Common::Rules {
            game: CATALOGUE[number as usize % CATALOGUE.len()]
                .card
                .key
                .to_owned(),
            page: board,
        },
        _ => Common::Set {
            page: String::from("boards"),
            act: String::from("theme"),
        },
    }
}

fuzz_target!(|input: (u8, u64, u32, u32, Text)| {
    let (kind, number, board, mark, text) = input;
    let id = built(kind, number, board, mark);
    let written = id.to_string();
    assert!(written.len() <= 100);
    assert_eq!(Common::parse(&written), Some(id));
    let text = text.of(&written);
    if let Some(id) = Common::parse(&text) {
        assert_eq!(id.to_string(), text);
    }
});
