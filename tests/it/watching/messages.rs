//! What people read who watch and follow matches.

use anteroom::features::watching;
use anteroom::matches::Follow;

use crate::support::messages::{Game, check, check_text, listed};

#[test]
fn following() {
    let now = Game::begun("connect-n").played;
    let asked = [
        None,
        Some(Follow::Turns),
        Some(Follow::End),
        Some(Follow::List),
    ];
    let said = asked.map(|how| watching::messages::follow(&now, how).to_string());
    check_text("following", &said.join("\n"));
}

#[test]
fn what_is_watched() {
    let (now, played) = (
        Game::begun("connect-n").played,
        [
            (listed(12), 2, true),
            (listed(13), 1, false),
            (listed(14), 0, false),
        ],
    );
    let list = watching::messages::watch(&played, true, 0, Some(&now));
    check("watched", &list);
    let many: Vec<_> = (1..7).map(|id| (listed(id), 0, false)).collect();
    let page = watching::messages::watch(&many, false, 1, None).content;
    let said = [
        watching::messages::watch(&[], true, 0, None).content,
        watching::messages::watch(&[], false, 0, None).content,
        page,
        watching::messages::threads_warning(800),
    ];
    check_text("watched_otherwise", &said.join("\n"));
    assert_eq!(watching::messages::threads_warning(799), "");
}
