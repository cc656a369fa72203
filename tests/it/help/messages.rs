//! Help, the choice of a game, and the pages of rules.

use anteroom::discord::ui;
use anteroom::discord::ui::custom_id::OpponentChoice;
use anteroom::features::play::ChallengeOptions;
use anteroom::features::play::messages::PracticeIn;
use anteroom::features::{help, play, study};
use anteroom::games;
use anteroom::matches::{DaysOff, Level, MatchId, MatchTerms, OpponentTerms, Player, TimeControl};
use anteroom::search;

use crate::support::messages::{BO, check, check_text};
use crate::support::skeleton;

#[test]
fn help_and_clocks() {
    check(
        "choose_a_game",
        &play::messages::choose_game(OpponentChoice::Anyone, None),
    );
    let game = games::find("anchor").expect("a game");
    check(
        "game_page",
        &play::messages::game_page(
            game,
            (OpponentChoice::Anyone, None),
            (ChallengeOptions::USUAL, "3d".parse().expect("a clock")),
            (Level::Beginner, PracticeIn::Threads),
            "`/play anchor`",
        ),
    );
    let wanted = ChallengeOptions {
        time: Some("1h+1m".parse().expect("a clock")),
        terms: MatchTerms::default(),
        ..ChallengeOptions::USUAL
    };
    check(
        "game_page_with_somebody",
        &play::messages::game_page(
            game,
            (OpponentChoice::Same(MatchId(12)), Some(BO.into())),
            (wanted, "5d".parse().expect("a clock")),
            (Level::Beginner, PracticeIn::Threads),
            "`/play anchor`",
        ),
    );
    check(
        "game_page_with_the_computer",
        &play::messages::game_page(
            game,
            (
                OpponentChoice::Computer(Level::Beginner),
                Some(Player::Computer(Level::Beginner)),
            ),
            (ChallengeOptions::USUAL, "5d".parse().expect("a clock")),
            (Level::Beginner, PracticeIn::Alone),
            "`/play anchor`",
        ),
    );
    let terms = MatchTerms {
        opponent: OpponentTerms {
            punctual: true,
            quick: true,
            finished: 5,
            rating: "0-1400".parse().ok(),
        },
        ..ChallengeOptions::USUAL.terms
    };
    let days_off = Some(DaysOff::WeekendsToo);
    let clock = "3d".parse().expect("a clock");
    let rare = ChallengeOptions {
        terms,
        days_off,
        ..ChallengeOptions::USUAL
    };
    check(
        "more_terms",
        &play::messages::more_terms(game, (OpponentChoice::Anyone, None), (rare, clock)),
    );
    let bo = (OpponentChoice::Person(BO), Some(BO.into()));
    check(
        "more_terms_with_somebody",
        &play::messages::more_terms(game, bo, (wanted, clock)),
    );
    for (page, name) in ["help", "help_in_a_match", "help_afterwards"]
        .iter()
        .enumerate()
    {
        let page = u32::try_from(page).unwrap();
        check(
            name,
            &help::messages::help(page, &Default::default(), |name| format!("</{name}:1>")),
        );
    }
    let words = |clock: &str| ui::time_words(clock.parse::<TimeControl>().expect("a clock"));
    let clocks = ["3d", "1d12h", "7d+12h", "15m+0s"].map(words);
    check_text("clocks", &clocks.join("\n"));
}

/// A game is played before anybody has written lessons and puzzles for it.
#[test]
fn what_a_game_lacks_is_not_offered() {
    let game = &skeleton::GAME;
    let labels = |message: &ui::Composed| -> Vec<_> {
        let buttons = message.rows.iter().flatten();
        buttons.map(|button| button.label.to_string()).collect()
    };
    let page = play::messages::game_page(
        game,
        (OpponentChoice::Anyone, None),
        (ChallengeOptions::USUAL, "3d".parse().expect("a clock")),
        (Level::Beginner, PracticeIn::Alone),
        "`/play`",
    );
    assert_eq!(labels(&page), ["Play the Computer", "Rules", "Other Games"]);
    let rules = help::messages::rules(game, 0);
    assert!(!labels(&rules).contains(&"Learn".to_owned()));
    let lessons = study::messages::no_lessons(game);
    assert_eq!(lessons.content, "**Three in a Row** has no lessons yet.");
    assert_eq!(
        study::messages::no_puzzle_left(game),
        "Three in a Row has no puzzles yet. `/puzzle` has puzzles of other games."
    );
    assert_eq!(search::puzzles(game), []);
}

#[test]
fn a_rule_is_found_on_its_page() {
    for game in games::CATALOGUE {
        let chapters = game.card.chapters();
        for rule in chapters.iter().flat_map(|chapter| &chapter.rules) {
            let page = game.card.page_of_rule(rule.id).expect("a page");
            let shown = help::messages::rules(game, page).content;
            assert!(shown.contains(rule.title), "{}: {shown}", rule.id);
        }
        assert_eq!(game.card.page_of_rule("none"), None);
    }
}

#[test]
fn every_page_of_rules_fits_and_names_its_source() {
    for game in games::CATALOGUE {
        let key = game.card.key;
        let (mut text, mut shown) = (String::new(), String::new());
        for page in 0.. {
            let message = help::messages::rules(game, page);
            assert!(message.content.chars().count() <= 2000, "{key} {page}");
            assert!(message.content.contains(game.card.credit), "{key} {page}");
            let (body, foot) = message.content.rsplit_once("\n-# ").expect("a last line");
            match &message.plate {
                Some(plate) => {
                    assert!((1..=2).contains(&plate.boards.len()), "{key} {page}");
                    shown.push_str(body);
                }
                None => text.push_str(body),
            }
            let chosen = |menu: &ui::Menu| menu.options().iter().filter(|it| it.chosen).count();
            assert!(
                message.menus.iter().all(|menu| chosen(menu) == 1),
                "{key} {page}"
            );
            let numbers = foot.split(|c: char| !c.is_ascii_digit());
            let numbers: Vec<u32> = numbers.filter_map(|text| text.parse().ok()).collect();
            let [.., at, of] = numbers[..] else {
                panic!("{foot}")
            };
            assert_eq!(at, page + 1, "{foot}");
            let next = message.rows.iter().flatten().find(|it| it.label == "Next");
            if !next.expect("a button").enabled {
                assert_eq!(of, at, "{foot}");
                break;
            }
        }
        let squeeze = |text: &str| {
            text.chars()
                .filter(|c| !c.is_whitespace())
                .collect::<String>()
        };
        assert_eq!(squeeze(&text), squeeze(&game.card.rules_text()), "{key}");
        for chapter in game.card.chapters() {
            for rule in chapter.rules {
                assert!(shown.contains(rule.words), "{}", rule.id);
            }
        }
    }
}

#[test]
fn pages_of_rules() {
    let page = |key: &str, rule: &str| {
        let game = games::find(key).expect("a game");
        let page = (0..)
            .map(|page| help::messages::rules(game, page))
            .find(|message| {
                let plate = message.plate.as_ref();
                plate.is_some_and(|plate| plate.file == format!("{key}-rule-{rule}.png"))
            });
        page.expect("a page")
    };
    check("rules_about", &page("anaash", "about"));
    check("rules_turn_and_refusal", &page("anaash", "closer-1"));
    check("rules_board", &page("anchor", "corners-1"));
    check("rules_several_pictures", &page("encastle", "pieces-5"));
    check("rules_sitting_out", &page("antichess", "stalemate-1"));
    let words = page("anaash", "closer-1").in_words();
    assert!(words.plate.is_none());
    check("rules_in_words", &words);
    let game = games::find("connect-n").expect("a game");
    check("rules_last", &help::messages::rules(game, u32::MAX));
}
