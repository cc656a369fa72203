//! Messages for spectators and followers.

use anteroom::features::watching;
use anteroom::matches::Follow;

use crate::support::messages::{Game, check_text};

#[test]
fn following() {
    let now = Game::begun("connect-n").played;
    let asked = [
        None,
        Some(Follow::Turns),
        Some(Follow::End),
        Some(Follow::List),
    ];
    let mut said = asked
        .map(|how| watching::messages::follow(&now, how, false).to_string())
        .to_vec();
    said.push(watching::messages::follow(&now, Some(Follow::List), true).to_string());
    check_text("following", &said.join("\n"));
}

#[test]
fn moderators_are_warned() {
    check_text("warned", &watching::messages::threads_warning(800));
    assert_eq!(watching::messages::threads_warning(799), "");
}
