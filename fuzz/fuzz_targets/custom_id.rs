//! What a button carries is understood only in the form in which it is written.
#![no_main]

use anteroom_fuzz::Text;
use anteroom_fuzz::custom_id::{CustomId, Setting};
use anteroom_fuzz::games::CATALOGUE;
use anteroom_fuzz::matches::MatchId;
use libfuzzer_sys::fuzz_target;

fn built(kind: u8, number: u64, small: u32) -> CustomId {
    let id = MatchId(number.max(1));
    let game = || CATALOGUE[number as usize % CATALOGUE.len()].card.key.to_owned();
    match kind % 18 {
        0 => CustomId::Accept(id),
        1 => CustomId::Decline(id),
        2 => CustomId::Withdraw(id),
        3 => CustomId::Resign(id),
        4 => CustomId::ResignKeep(id),
        5 => CustomId::Move { id, board: small },
        6 => CustomId::MoveText { id, board: small },
        7 => CustomId::ResignConfirm { id, board: small },
        8 => CustomId::Draw { id, board: small },
        9 => CustomId::DrawAccept { id, board: small },
        10 => CustomId::DrawDecline { id, board: small },
        11 => CustomId::Rules { game: game(), page: small },
        12 => CustomId::RulesPage { game: game(), page: small },
        13 => CustomId::TakebackAccept { id, board: small },
        14 => CustomId::TakebackDecline { id, board: small },
        15 => CustomId::PlayDraft { id, board: small, mark: !small },
        16 => CustomId::ChangeDraft { id, board: small, mark: !small },
        _ => CustomId::Set(Setting::ALL[small as usize % Setting::ALL.len()]),
    }
}

fuzz_target!(|input: (u8, u64, u32, Text)| {
    let (kind, number, small, text) = input;
    let id = built(kind, number, small);
    let written = id.to_string();
    assert!(written.len() <= 100);
    assert_eq!(CustomId::parse(&written), Some(id));
    let text = text.of(&written);
    if let Some(id) = CustomId::parse(&text) {
        assert_eq!(id.to_string(), text);
    }
});
