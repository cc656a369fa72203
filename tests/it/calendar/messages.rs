//! The weekly page and the daily puzzle, as players read them.

use anteroom::features::calendar;
use anteroom::features::calendar::model::{DailyPuzzle, Week};
use anteroom::features::calendar::{DailyView, Place};
use anteroom::features::study::Tries;
use anteroom::games;
use anteroom::games::CATALOGUE;
use anteroom::matches::{ChannelId, Command, GuildId, ServerPreferences};
use anteroom::people::Zone;

use crate::support::messages::{BO, Game, START, check, check_text, view_of, waiting};

#[test]
fn weekly_pages() {
    let mut over = Game::begun("connect-n");
    over.plays("d");
    over.does(Command::Resign { by: BO });
    let ended = view_of(over.played);
    let week = Week {
        guild: GuildId(5),
        server: ServerPreferences::default(),
        ended_count: 1,
        ended: vec![ended],
        played_count: 3,
        played: vec![waiting(12, 50), waiting(13, 60)],
        leaders: Vec::new(),
        standings: vec![String::from(
            "**Berlin Open**, Season 2: 14 of 28 games played",
        )],
        until: START,
    };
    check("weekly_page", &calendar::messages::week(&week));
    let place = |due| Place {
        guild: GuildId(5),
        channel: ChannelId(50),
        zone: Zone::named("Europe/Berlin").expect("a zone"),
        hour: 9,
        due,
        games: Vec::new(),
        threads: false,
    };
    for (name, place) in [
        ("weekly_page_nowhere", None),
        ("weekly_page_to_come", Some(place(Some(START)))),
        ("weekly_page_refused", Some(place(None))),
    ] {
        check(
            name,
            &calendar::messages::weekly_page(place.as_ref(), &week),
        );
    }
    // The page fits despite the longest names of a busy server.
    let busy = Week {
        ended: week.ended.iter().cycle().take(90).cloned().collect(),
        ..week
    };
    let longest = calendar::messages::weekly_page(Some(&place(Some(START))), &busy);
    assert!(longest.content.chars().count() <= 2000);
}

const fn tries(tried: u32, solved: u32) -> Tries {
    Tries { tried, solved }
}

#[test]
fn daily_puzzles() {
    let game = games::find("connect-n").expect("a game");
    let puzzle = anteroom::search::puzzle(game, 1).expect("a puzzle");
    let daily = DailyPuzzle {
        guild: GuildId(5),
        server: ServerPreferences::default(),
        game,
        number: 1,
        puzzle,
        position: puzzle.start(game).expect("a position"),
        at: START,
        reveal: START,
    };
    check("daily_puzzle", &calendar::messages::daily_puzzle(&daily));
    check(
        "daily_solution",
        &calendar::messages::daily_solution(&daily, tries(7, 4)),
    );
    let said = [(0, 0), (1, 0), (1, 1), (3, 0), (2, 1)].map(|(tried, solved)| {
        let solution = calendar::messages::daily_solution(&daily, tries(tried, solved));
        solution
            .content
            .lines()
            .last()
            .unwrap_or_default()
            .to_owned()
    });
    check_text("daily_tries", &said.join("\n"));
    assert_eq!(
        calendar::messages::daily_title(&daily),
        "Spoilers: Connect N, puzzle 1"
    );
    let view = |due, games: &[&str], threads| DailyView {
        place: Place {
            guild: GuildId(5),
            channel: ChannelId(50),
            zone: Zone::named("Europe/Berlin").expect("a zone"),
            hour: 9,
            games: games.iter().map(|&key| key.to_owned()).collect(),
            due,
            threads,
        },
        puzzles: 377,
        unseen: 1,
    };
    for (name, view) in [
        ("daily_nowhere", None),
        ("daily_to_come", Some(view(Some(START), &[], true))),
        (
            "daily_of_some",
            Some(view(Some(START), &["anaash", "connect-n"], true)),
        ),
        ("daily_of_one", Some(view(Some(START), &["anchor"], false))),
        ("daily_refused", Some(view(None, &[], true))),
    ] {
        check(name, &calendar::messages::daily_place(view.as_ref()));
    }
    // The post fits despite a puzzle's longest turns.
    for game in CATALOGUE {
        for (number, puzzle) in (1..).zip(anteroom::search::puzzles(game)) {
            let daily = DailyPuzzle {
                game,
                number,
                puzzle,
                position: puzzle.start(game).expect("a position"),
                ..daily.clone()
            };
            for post in [
                calendar::messages::daily_puzzle(&daily),
                calendar::messages::daily_solution(&daily, tries(1_000, 999)),
            ] {
                let legend = post.legend().chars().count();
                assert!(post.content.chars().count() + legend < 1990);
            }
        }
    }
}
