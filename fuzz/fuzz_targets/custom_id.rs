//! What a button carries is understood only in the form in which it is written.
#![no_main]

use anteroom_fuzz::Text;
use anteroom_fuzz::custom_id::CustomId;
use anteroom_fuzz::games::CATALOGUE;
use anteroom_fuzz::matches::MatchId;
use libfuzzer_sys::fuzz_target;

/// One of every form; the others are a few letters away.
fn built(kind: u8, number: u64, board: u32, mark: u32) -> CustomId {
    let id = MatchId(number.max(1));
    match kind % 5 {
        0 => CustomId::Accept(id),
        1 => CustomId::Move { id, board },
        2 => CustomId::TryOffer { id, board, mark },
        3 => CustomId::RulesPage {
            game: CATALOGUE[number as usize % CATALOGUE.len()]
                .card
                .key
                .to_owned(),
            page: board,
        },
        _ => CustomId::Set {
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
    assert_eq!(CustomId::parse(&written), Some(id));
    let text = text.of(&written);
    if let Some(id) = CustomId::parse(&text) {
        assert_eq!(id.to_string(), text);
    }
});
