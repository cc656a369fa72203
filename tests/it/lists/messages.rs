//! Lists of matches and of open challenges, as players read them.

use anteroom::board::Seat;
use anteroom::db::{Listed, ListedStatus};
use anteroom::discord::ui;
use anteroom::discord::ui::WhichMatch;
use anteroom::features::lists;
use anteroom::features::lists::Tab;
use anteroom::features::lists::messages::Listing;
use anteroom::features::play::press::Press as PlayPress;
use anteroom::kernel::View;
use anteroom::matches::{Match, MatchId, Player, SeatChoice, UserId, turn_mark};

use crate::support::messages::{ANA, BO, Game, START, check, check_text, listed, view_of};

fn listing(tab: Tab) -> Listing {
    Listing {
        tab,
        game: None,
        page: 0,
        in_server: true,
    }
}

#[test]
fn lists() {
    let waiting = Listed {
        to_move: Some(Seat::Second),
        ..listed(2)
    };
    let frozen = Listed {
        status: ListedStatus::Frozen,
        game: String::from("gone"),
        ..listed(3)
    };
    let list = [listed(1), waiting, frozen];
    let name = |user| (user == BO).then(|| String::from("Bo"));
    let mine = listing(Tab::Mine);
    check(
        "my_games",
        &lists::messages::mine((&list, &[], false), &[], ANA, 2, &mine, name),
    );
    check(
        "no_games",
        &lists::messages::mine((&[], &[], false), &[], ANA, 0, &mine, name),
    );
    let deep = Listed {
        game: String::from("anache"),
        ..listed(9)
    };
    let game = Game::begun("connect-n").played;
    let there = vec![
        (deep, 2, false),
        (listed(12), 1, true),
        (listed(13), 0, false),
    ];
    let here = listing(Tab::Here);
    let pages = lists::messages::watched_pages(there, name);
    let first = here.first(&pages);
    assert_eq!(first, Some(MatchId(12)));
    let shown = lists::messages::here(pages, true, 5, Some(&game), &here);
    check("games_here", &shown);
    check(
        "no_games_here",
        &lists::messages::here(Vec::new(), true, 1, None, &here),
    );
    let board = |one: &Listed| PlayPress::Board(one.id).into();
    let two = &list[..2];
    let presses = two.iter().map(board).collect();
    check(
        "which_match",
        &ui::which_match(two, ANA, WhichMatch::Looks, name, presses),
    );
    let presses = two
        .iter()
        .filter_map(|one| PlayPress::try_turn(one.id, one.board, "d <@1> *e*"))
        .map(Into::into)
        .collect();
    check(
        "which_match_to_move_in",
        &ui::which_match(two, ANA, WhichMatch::Moves("d <@1> *e*"), name, presses),
    );
    let line = "e *6* | d4";
    let plan = |one: &Listed| PlayPress::AddLine {
        id: one.id,
        board: one.board,
        mark: turn_mark(line),
    };
    let presses = two.iter().map(|one| plan(one).into()).collect();
    check(
        "which_match_to_plan_in",
        &ui::which_match(two, ANA, WhichMatch::Plans(line), name, presses),
    );
    let many: Vec<_> = (1..200).map(listed).collect();
    let mut seen = String::new();
    let at = |page| Listing {
        page,
        ..listing(Tab::Mine)
    };
    for page in 0.. {
        let shown = lists::messages::mine((&many, &[], false), &[], ANA, 0, &at(page), name);
        assert!(shown.content.chars().count() <= 2000, "{}", shown.content);
        seen.push_str(&shown.content);
        let [back, on] = shown.rows[1].as_slice() else {
            panic!("two buttons")
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
    let last = lists::messages::mine((&many, &[], false), &[], ANA, 0, &at(u32::MAX), name);
    assert!(!last.rows[1][1].enabled);
    let presses = many.iter().map(board).collect();
    let which = ui::which_match(&many, ANA, WhichMatch::Looks, name, presses);
    assert!(which.content.chars().count() <= 2000 && which.rows.len() == 2);
}

#[test]
fn open_challenges() {
    let view = |id, by: UserId, to: Option<UserId>| {
        let mut proposal = Game::proposed("anchor", &[], None, SeatChoice::Random)
            .played
            .proposal()
            .clone();
        proposal.challenger = by;
        proposal.invited = to.map(Player::Person);
        proposal.terms.opponent.finished = u32::from(by == ANA);
        view_of(Match::proposed(MatchId(id), proposal, START).expect("a match"))
    };
    let open = [
        view(12, ANA, Some(BO)),
        view(13, ANA, None),
        view(14, BO, None),
    ];
    let tab = listing(Tab::Challenges);
    let name = |user| (user == ANA).then(|| String::from("Ana"));
    let shown = |open: &[View], here| lists::messages::challenges(open, BO, here, (&tab, 1), name);
    check("challenges", &shown(&open, Some(true)));
    check("no_challenges", &shown(&[], Some(false)));
    check("no_challenges_in_private", &shown(&[], None));
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
