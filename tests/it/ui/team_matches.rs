//! Matches with teams, as lists, posts and pictures of all features show them.

use anteroom::board::Seat;
use anteroom::db::Listed;
use anteroom::discord::ui;
use anteroom::features::lists::messages::Listing;
use anteroom::features::lists::{self, Tab};
use anteroom::features::play;
use anteroom::kernel::View;
use anteroom::matches::{
    Ballot, Command, ComputerAct, Level, Match, MatchId, MatchTerms, ModeratorAsks, Player,
    Proposal, Proposed, SeatChoice, TeamAct, UserId,
};

use crate::support::messages::{ANA, BO, Game, START, check, check_text, listed, view_of};
use crate::support::people::team;

/// The name of a team may look like Discord's signs.
fn pushers() -> Player {
    Player::Team(team("Wood_pushers_", Some(12)))
}

/// Ana challenges for herself or the Woodpushers, who move first.
fn proposal(for_team: bool, invited: Option<Player>, time: &str) -> Proposal {
    let seat = SeatChoice::Seat(Seat::First);
    let given = Game::proposed("connect-n", &[], None, seat);
    Proposal {
        team: for_team.then(|| pushers().team()).flatten(),
        invited,
        time: time.parse().unwrap(),
        terms: MatchTerms::default(),
        ..given.played.proposal().clone()
    }
}

/// A match of the Woodpushers, who move first.
fn begun(against: Player, time: &str) -> Game {
    let events = proposal(true, Some(against), time).events(START);
    let mut game = Game {
        played: Match::replay(MatchId(12), events.clone()).expect("a match"),
        last: events.last().expect("an event").clone(),
        now: START,
    };
    if against.computer().is_none() {
        game.does(Command::Accept { by: BO });
    }
    game
}

fn votes(game: &mut Game, text: &str) {
    let winner = Proposed {
        text: text.to_owned(),
        votes: 3,
    };
    let act = TeamAct::Play {
        text: text.to_owned(),
        board: game.played.board(),
        ballot: Ballot {
            proposals: vec![winner],
        },
        offers_draw: false,
    };
    let seat = Seat::First;
    game.does(Command::Team { seat, act });
}

fn tab(tab: Tab) -> Listing {
    Listing {
        tab,
        game: None,
        page: 0,
        in_server: true,
    }
}

#[test]
fn challenges_name_their_teams() {
    let view = |id, by: UserId, for_team, invited| {
        let given = Proposal {
            challenger: by,
            ..proposal(for_team, invited, "3d")
        };
        view_of(Match::proposed(MatchId(id), given, START).expect("a match"))
    };
    let owls = Player::Team(team("Night Owls", None));
    let tab = tab(Tab::Challenges);
    let name = |user| (user == ANA).then(|| String::from("Ana"));
    let shown = |open: &[View]| {
        let here = Some(false);
        lists::messages::challenges(open, BO, here, (&tab, 1), name)
    };
    let of_others = [
        view(12, ANA, true, Some(BO.into())),
        view(13, ANA, true, None),
    ];
    check("challenges_of_team", &shown(&of_others));
    let own = [
        view(14, BO, true, None),
        view(15, BO, true, Some(owls)),
        view(16, BO, false, Some(owls)),
    ];
    check("challenges_for_team", &shown(&own));
}

#[test]
fn lines_of_lists_name_teams() {
    let playing = Listed {
        players: Some([pushers(), BO.into()]),
        ..listed(12)
    };
    let open = Listed {
        challenger: ANA,
        team: pushers().team(),
        invited: Some(BO.into()),
        players: None,
        ..listed(13)
    };
    let name = |_| None;
    let lines = [
        ui::line(&playing, BO),
        ui::choice(&playing, BO, name),
        ui::line(&open, BO),
        ui::choice(&open, BO, name),
    ];
    check_text("lines_of_lists", &lines.join("\n"));
    let pages = lists::messages::watched_pages(vec![(playing, 2, false)], name);
    let here = tab(Tab::Here);
    check("here", &lists::messages::here(pages, true, 0, None, &here));
}

#[test]
fn moderators_posts_address_team() {
    let mut game = begun(BO.into(), "3d");
    votes(&mut game, "d");
    for (name, asks) in [
        ("paused", ModeratorAsks::Pause),
        ("resumed", ModeratorAsks::Resume),
        ("undone", ModeratorAsks::Undo),
        ("put_back", ModeratorAsks::Redo),
    ] {
        game.does(Command::Moderate {
            by: UserId(333),
            asks,
            reason: String::from("A quarrel"),
        });
        let news = play::messages::news(&game.played, &game.last);
        check_text(name, &news.content);
        let called: Vec<_> = news.pings.clone();
        assert!(called.iter().all(|user| *user == BO.0), "{called:?}");
    }
}

#[test]
fn picture_shows_clock_of_team() {
    let mut game = begun(BO.into(), "7d+12h");
    votes(&mut game, "d");
    let bar = ui::bar(&game.played, game.played.position(), String::new());
    let clocks = bar.sides.map(|side| side.stock);
    assert!(clocks.iter().all(|clock| !clock.is_empty()), "{clocks:?}");
}

#[test]
fn computers_answer_tells_turn_of_team_too() {
    let mut game = begun(Player::Computer(Level::Club), "3d");
    votes(&mut game, "d");
    game.does(Command::Computer {
        seat: Seat::Second,
        act: ComputerAct::Play {
            text: String::from("c"),
            board: game.played.board(),
        },
    });
    check_text("computers_answer", &game.news().content);
}

#[test]
fn result_names_team() {
    let mut game = begun(BO.into(), "3d");
    votes(&mut game, "d");
    game.does(Command::Resign { by: BO });
    check_text("result", &game.news().content);
}
