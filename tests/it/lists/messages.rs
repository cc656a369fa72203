//! Lists of matches and of open challenges, as players read them.

use std::sync::Arc;

use anteroom::board::Seat;
use anteroom::db::{Listed, Places};
use anteroom::discord::ui;
use anteroom::discord::ui::WhichMatch;
use anteroom::discord::ui::custom_id::CustomId;
use anteroom::features::lists;
use anteroom::kernel::View;
use anteroom::matches::{Match, MatchId, SeatChoice, ServerPreferences, UserId, turn_mark};

use crate::support::messages::{ANA, BO, Game, PLACES, START, check, check_text, listed};

#[test]
fn lists() {
    let challenge = |id, challenger, invited| Listed {
        players: None,
        to_move: None,
        deadline: None,
        challenger,
        invited,
        status: String::from("open"),
        places: Places {
            thread: None,
            ..PLACES
        },
        ..listed(id)
    };
    let waiting = Listed {
        to_move: Some(Seat::Second),
        ..listed(2)
    };
    let list = [
        listed(1),
        waiting,
        challenge(3, BO, Some(ANA.into())),
        challenge(4, ANA, None),
    ];
    check("games", &lists::messages::games(&list, ANA, 0));
    check("no_games", &lists::messages::games(&[], ANA, 0));
    let deep = Listed {
        game: String::from("anache"),
        ..listed(9)
    };
    let there = [deep, listed(1)];
    check(
        "games_of_a_channel",
        &lists::messages::games_here(&there, 5, true, 0),
    );
    check(
        "games_of_a_server",
        &lists::messages::games_here(&there, 2, false, 0),
    );
    check(
        "no_games_here",
        &lists::messages::games_here(&[], 0, true, 0),
    );
    let board = |one: &Listed| Some(CustomId::Board(one.id));
    let two = &list[..2];
    let presses = two.iter().map(board).collect();
    let name = |user| (user == BO).then(|| String::from("Bo"));
    check(
        "which_match",
        &ui::which_match(two, ANA, WhichMatch::Looks, name, presses),
    );
    let presses = two
        .iter()
        .map(|one| CustomId::try_turn(one.id, one.board, "d <@1> *e*"))
        .collect();
    check(
        "which_match_to_move_in",
        &ui::which_match(two, ANA, WhichMatch::Moves("d <@1> *e*"), name, presses),
    );
    let line = "e *6* | d4";
    let plan = |one: &Listed| CustomId::AddLine {
        id: one.id,
        board: one.board,
        mark: turn_mark(line),
    };
    let presses = two.iter().map(|one| Some(plan(one))).collect();
    check(
        "which_match_to_plan_in",
        &ui::which_match(two, ANA, WhichMatch::Plans(line), name, presses),
    );
    let note = "a `note` of Ana's";
    let keep = |one: &Listed| CustomId::AddNote {
        id: one.id,
        board: one.board,
        mark: turn_mark(note),
        ply: u32::MAX,
    };
    let presses = two.iter().map(|one| Some(keep(one))).collect();
    check(
        "which_match_to_note_in",
        &ui::which_match(two, ANA, WhichMatch::Notes(note), name, presses),
    );
    let many: Vec<_> = (1..200).map(listed).collect();
    let mut seen = String::new();
    for page in 0.. {
        let shown = lists::messages::games(&many, ANA, page);
        assert!(shown.content.chars().count() <= 2000, "{}", shown.content);
        seen.push_str(&shown.content);
        let [back, on, _, _] = shown.rows[0].as_slice() else {
            panic!("four buttons")
        };
        assert_eq!(back.enabled, page > 0);
        assert_ne!(back.press, on.press);
        assert!(page < 30, "{}", shown.content);
        if !on.enabled {
            break;
        }
    }
    for one in &many {
        assert_eq!(
            seen.matches(&format!("Match {}:", one.id)).count(),
            1,
            "{}",
            one.id
        );
    }
    assert!(!lists::messages::games(&many, ANA, u32::MAX).rows[0][1].enabled);
    let presses = many.iter().map(board).collect();
    let which = ui::which_match(&many, ANA, WhichMatch::Looks, name, presses);
    assert!(which.content.chars().count() <= 2000 && which.rows.len() == 2);
}

#[test]
fn open_challenges() {
    let view = |id, by: UserId| {
        let mut proposal = Game::proposed("anchor", &[], None, SeatChoice::Random)
            .played
            .proposal()
            .clone();
        proposal.challenger = by;
        proposal.terms.finished = u32::from(by == ANA);
        View {
            state: Arc::new(Match::proposed(MatchId(id), proposal, START).expect("a match")),
            places: PLACES,
            server: ServerPreferences::default(),
            followers: Default::default(),
        }
    };
    let open = [view(12, ANA), view(13, BO)];
    check("lobby", &lists::messages::lobby(&open, BO, true, (0, 3)));
    check(
        "lobby_of_a_server",
        &lists::messages::lobby(&[], BO, false, (0, 1)),
    );
    let longest = |time: &str, game: &str| {
        let mut proposal = Game::proposed(game, &[], None, SeatChoice::Random)
            .played
            .proposal()
            .clone();
        proposal.time = time.parse().expect("a clock");
        let open = Match::proposed(MatchId(1), proposal, START).expect("a match");
        let said = ui::challenge(&open).content;
        said.lines().last().unwrap_or_default().to_owned()
    };
    let expected = [
        ("3d", "anacund"),
        ("1d", "connect-n"),
        ("7d+12h", "anache"),
        ("15m+10s", "connect-n"),
        ("5m+0s", "connect-n"),
        ("14d", "anchor"),
    ];
    let said = expected.map(|(time, game)| format!("{game}, {time}: {}", longest(time, game)));
    check_text("how_long_it_may_take", &said.join("\n"));
}
