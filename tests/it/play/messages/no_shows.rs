//! The end of a match in which a player never moved.

use std::time::Duration;

use anteroom::matches::Command;

use crate::support::messages::{Game, check};

#[test]
fn no_show() {
    let mut late = Game::begun("connect-n");
    late.now = late.now.after(Duration::from_hours(4 * 24));
    check("post", &late.does(Command::Flag).news());
    check("card", &late.card());
}
