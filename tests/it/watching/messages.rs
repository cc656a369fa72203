//! Messages for spectators and followers, notes and descriptions.

use anteroom::board::Seat;
use anteroom::features::watching;
use anteroom::features::watching::{Note, NoteKept};
use anteroom::matches::{Command, Follow};

use crate::support::messages::{ANA, BO, Game, check, check_text};
use crate::support::people::plays;

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

#[test]
fn notes() {
    let mut game = Game::begun("connect-n");
    game.plays("d a");
    let note = |owner, ply, text: &str, published| Note {
        owner,
        ply,
        text: text.to_owned(),
        published,
    };
    let mut own = [
        note(ANA, 0, "**Begin** in the middle, <@1>!", false),
        note(ANA, 2, "why a?", false),
    ];
    check(
        "no_notes",
        &watching::messages::notes(&game.played, &[], ANA),
    );
    check("notes", &watching::messages::notes(&game.played, &own, ANA));
    let mut said = vec![
        watching::messages::noted(&game.played, 2, NoteKept::New),
        watching::messages::noted(&game.played, 0, NoteKept::Replaced),
    ];
    game.does(Command::Resign { by: BO });
    said.push(watching::messages::noted(&game.played, 2, NoteKept::New));
    check_text("noted", &said.join("\n"));
    check(
        "notes_at_the_end",
        &watching::messages::notes(&game.played, &own, ANA),
    );
    own.iter_mut().for_each(|note| note.published = true);
    check(
        "notes_published",
        &watching::messages::notes(&game.played, &own, ANA),
    );
    let all = [own[1].clone(), note(BO, 2, "oops", false)];
    check(
        "history_with_notes",
        &watching::messages::history(&game.played, &game.played, &all, ANA, Seat::First),
    );
    let long: Vec<_> = (0..100)
        .map(|ply| note(ANA, ply, &"_".repeat(500), false))
        .collect();
    let listed = watching::messages::notes(&game.played, &long, ANA);
    assert!(listed.content.chars().count() <= 2000);
}

#[test]
fn descriptions() {
    let mut game = Game::begun("anacund");
    game.does(plays(ANA, "13 12 17"));
    check(
        "description",
        &watching::messages::description(&game.played, "", game.played.changed_at())
            .expect("a board"),
    );
    check(
        "description_last",
        &watching::messages::description(&game.played, "last", game.played.changed_at())
            .expect("a turn"),
    );
    check(
        "description_side",
        &watching::messages::description(&game.played, "right side", game.played.changed_at())
            .expect("a side"),
    );
}
