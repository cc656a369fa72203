//! A turn that its player looks at before it counts.

use std::sync::Arc;

use anteroom::board::Seat;
use anteroom::discord::ui::custom_id::CustomId;
use anteroom::features::boards;
use anteroom::features::boards::Prepared;
use anteroom::kernel::View;
use anteroom::matches::{Draft, MatchId, ServerPreferences};

use crate::support::messages::{Game, PLACES, check};

#[test]
fn previews() {
    let game = Game::begun("antichess");
    let mut before = Game {
        played: game.played.clone(),
        last: game.last.clone(),
        now: game.now,
    };
    before.plays("e2e4 d7d5");
    let state = Arc::new(before.played.clone());
    let draft = Draft {
        board: 2,
        turn: String::from("e4d5"),
    };
    let change = CustomId::ChangeDraft {
        id: MatchId(12),
        board: 2,
        mark: draft.mark(),
    };
    let after = before.plays("e4d5").played.clone();
    let prepared = Prepared {
        view: View {
            state,
            places: PLACES,
            server: ServerPreferences::default(),
            followers: Default::default(),
        },
        after,
        draft,
    };
    let preview = boards::messages::preview(&prepared, Seat::First, change);
    check("preview", &preview);
    check("preview_in_words", &preview.in_words());
}
