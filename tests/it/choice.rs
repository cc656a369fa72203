//! Steps put together pick by pick: every legal step can be, and every choice on the way fits what is shown.

use std::collections::BTreeSet;

use anteroom::board::Seat;
use anteroom::games::{self, AnyPosition, CATALOGUE, Choice, Chosen, Game, GivenOptions, List};
use fastrand::Rng;

fn start(game: &Game, options: &[(&str, &str)]) -> AnyPosition {
    let given: GivenOptions = options
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    game.start(&game.settle(&given, || 7).expect("settings"))
        .expect("a position")
}

fn read(key: &str, options: &[(&str, &str)], text: &str) -> AnyPosition {
    let game = games::find(key).expect("a game");
    let given: GivenOptions = options
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    game.read(&game.settle(&given, || 7).expect("settings"), text)
        .expect("a position")
}

fn owned(picks: &[&str]) -> Vec<String> {
    picks.iter().map(|pick| (*pick).to_owned()).collect()
}

fn open(position: &AnyPosition, picks: &[String]) -> Choice {
    match position.choose(picks) {
        Some(Chosen::Open(choice)) => choice,
        other => panic!("{}: {picks:?} leads to {other:?}", position.text()),
    }
}

/// What messages hold: at most five rows of five buttons or a menu of 25, one of them for going back.
fn check_choice(position: &AnyPosition, choice: &Choice) {
    let shown = format!("{}: {choice:?}", position.text());
    assert!(
        !choice.question.is_empty() && choice.words.len() <= 2,
        "{shown}"
    );
    let picks: Vec<_> = choice
        .lists
        .iter()
        .flat_map(|list| &list.picks)
        .chain(&choice.words)
        .collect();
    let keys: BTreeSet<_> = picks.iter().map(|pick| &pick.key).collect();
    assert_eq!(keys.len(), picks.len(), "{shown}");
    assert!(
        picks.iter().all(|pick| pick.key.len() <= 60
            && pick.key.bytes().all(|b| b.is_ascii_graphic() && b != b'/')),
        "{shown}"
    );
    assert!(
        picks
            .iter()
            .all(|pick| (1..=40).contains(&pick.label.chars().count())
                && pick.words.chars().count() <= 100),
        "{shown}"
    );
    let menus = |lists: &[List]| {
        lists
            .iter()
            .all(|list| !list.name.is_empty() && (1..=25).contains(&list.picks.len()))
    };
    let mut rows = match choice.lists.as_slice() {
        [only] if only.name.is_empty() => only.picks.len().div_ceil(5),
        lists => {
            assert!(menus(lists), "{shown}");
            lists.len()
        }
    };
    if let Some(group) = &choice.group {
        rows += group.lists.len();
        let listed: BTreeSet<_> = group
            .lists
            .iter()
            .flat_map(|list| &list.picks)
            .map(|pick| &pick.key)
            .collect();
        assert!(
            menus(&group.lists) && group.chosen.iter().all(|key| listed.contains(key)),
            "{shown}"
        );
        assert!((1..=listed.len()).contains(&group.most), "{shown}");
    }
    assert!(
        rows <= 4 && (rows > 0 || !choice.words.is_empty()),
        "{shown}"
    );
    let board = position.scene(Seat::First).board;
    let offered: Vec<_> = choice.offered().collect();
    for (number, (cell, offer)) in offered.iter().enumerate() {
        assert_eq!(
            usize::from(*offer),
            number,
            "letters without a gap: {shown}"
        );
        assert!(board.cell(*cell).is_some(), "{shown}");
    }
}

/// The steps that can be reached through all choices, and the most picks that one takes.
fn reached(position: &AnyPosition, picks: &mut Vec<String>, steps: &mut BTreeSet<String>) -> usize {
    let choice = match position.choose(picks) {
        Some(Chosen::Open(choice)) => choice,
        Some(Chosen::Step { step, used }) => {
            assert_eq!(used, picks.len(), "{picks:?}");
            assert!(
                position
                    .boxed_clone()
                    .play(&step)
                    .is_ok_and(|played| played.step == step),
                "{step}"
            );
            assert!(steps.insert(step), "two ways to one step: {picks:?}");
            return picks.len();
        }
        None => panic!("{}: {picks:?} leads nowhere", position.text()),
    };
    check_choice(position, &choice);
    let mut most = 0;
    for pick in choice
        .lists
        .iter()
        .flat_map(|list| &list.picks)
        .chain(&choice.words)
    {
        picks.push(pick.key.clone());
        most = most.max(reached(position, picks, steps));
        picks.pop();
    }
    most
}

/// Holds the choices of a position against its steps.
fn check_position(position: &AnyPosition, most: usize) {
    let legal: BTreeSet<String> = position.steps().into_iter().collect();
    if legal.is_empty() {
        assert_eq!(position.choose(&[]), None, "{}", position.text());
        return;
    }
    let choice = open(position, &[]);
    check_choice(position, &choice);
    if choice.group.is_none() {
        let mut steps = BTreeSet::new();
        let took = reached(position, &mut Vec::new(), &mut steps);
        assert!(took <= most, "{}: {took} picks", position.text());
        assert_eq!(steps, legal, "{}", position.text());
        return;
    }
    // Groups are too many to be tried: each legal one is picked.
    for step in &legal {
        let picks = match (step.split_once('-'), step.split_once('*')) {
            (Some((group, direction)), _) => owned(&[group, direction]),
            (_, Some((from, to))) => owned(&[&format!("{from}*"), to]),
            _ => owned(&[step]),
        };
        check_choice(position, &open(position, &picks[..picks.len() - 1]));
        assert_eq!(
            position.choose(&picks),
            Some(Chosen::Step {
                step: step.clone(),
                used: picks.len()
            }),
            "{}",
            position.text()
        );
        assert!(picks.len() <= most);
    }
}

#[test]
fn every_legal_step_can_be_picked() {
    for game in CATALOGUE {
        // One group, its direction; a square, where to; a row, a cell.
        let most = if game.card.key == "connect-n" { 1 } else { 2 };
        let mut rng = Rng::with_seed(5);
        for options in crate::limits::extremes(game) {
            let mut position = game
                .start(&game.settle(&options, || 7).expect("settings"))
                .expect("a position");
            for made in 0..120 {
                if made % 12 < 2 || position.steps().len() < 6 {
                    check_position(&position, most);
                }
                let steps = position.steps();
                let Some(step) = rng.choice(&steps) else {
                    break;
                };
                position.play(step).expect("a legal step");
            }
        }
    }
}

#[test]
fn dragons_are_picked_with_where_they_jump() {
    let position = read(
        "anache",
        &[("size", "16")],
        "x.............../.....o........../................/................/................/................/................/................/\
         ................/................/................/..x............./................/.......x......../.xxx............/.xxx............ x 40",
    );
    check_position(&position, 3);
    let choice = open(&position, &[]);
    assert_eq!(choice.lists[0].picks[0].label, "a16 Jumps");
    // Too many squares for four menus: a rank first.
    let ranks = open(&position, &owned(&["a16*"]));
    assert_eq!(ranks.lists[0].picks[0].label, "Rank 16");
    let squares = open(&position, &owned(&["a16*", &ranks.lists[0].picks[3].key]));
    assert!(
        squares.lists[0]
            .picks
            .iter()
            .all(|pick| pick.label.ends_with("13")),
        "{squares:?}"
    );
    let there = open(&position, &owned(&["a16*"])).made;
    assert_eq!(there[0].label, "a16");
    let mut jumped = position.boxed_clone();
    jumped.play("a16*f14").expect("a legal jump");
    check_position(&jumped, 3);
}

#[test]
fn what_leads_nowhere_is_nothing() {
    for game in CATALOGUE {
        let position = start(game, &[]);
        for picks in [
            &["?"][..],
            &["~zz"],
            &["", "x"],
            &["e5,e5", "N"],
            &["a1*", "b2"],
            &["a1,z99"],
        ] {
            assert_eq!(
                position.choose(&owned(picks)),
                None,
                "{} {picks:?}",
                game.card.key
            );
        }
    }
}

#[test]
fn a_pick_without_an_alternative_is_passed_over() {
    // Only the king can move, so nobody is asked which piece does.
    let position = read("antichess", &[], "4k3/8/8/8/4p3/4P3/8/4K3 b - - 0 1");
    let choice = open(&position, &[]);
    assert_eq!(
        (choice.question.as_str(), choice.made[0].key.as_str()),
        ("Where does it go?", "e8")
    );
    assert_eq!(
        position.choose(&owned(&["d8"])),
        Some(Chosen::Step {
            step: String::from("e8d8"),
            used: 1
        })
    );
}

#[test]
fn a_pick_that_leaves_one_step_is_that_step() {
    let position = read("antichess", &[], "k7/8/8/8/8/1p4p1/P6P/K7 w - - 0 1");
    let choice = open(&position, &[]);
    let picks: Vec<_> = choice.lists[0]
        .picks
        .iter()
        .map(|pick| (pick.key.as_str(), pick.label.as_str(), pick.words.as_str()))
        .collect();
    assert_eq!(
        picks,
        [
            ("a2", "a2b3", "takes the pawn on b3"),
            ("h2", "h2g3", "takes the pawn on g3")
        ]
    );
    assert_eq!(
        position.choose(&owned(&["a2"])),
        Some(Chosen::Step {
            step: String::from("a2b3"),
            used: 1
        })
    );
    // The only legal step is asked for by where it goes.
    let mut position = start(games::find("antichess").expect("a game"), &[]);
    for turn in ["e2e4", "d7d5"] {
        position.play(turn).expect("a legal move");
    }
    let choice = open(&position, &[]);
    assert_eq!(
        (choice.question.as_str(), choice.made[0].label.as_str()),
        ("Where does it go?", "e4")
    );
    assert_eq!(
        position.choose(&owned(&["d5"])),
        Some(Chosen::Step {
            step: String::from("e4d5"),
            used: 1
        })
    );
    // A step with one that leaves a choice beside it.
    let position = read(
        "anaash",
        &[("size", "4")],
        "r2,r2,b1,./.,.,.,./r1,.,.,./.,.,.,b1 r",
    );
    let labels: Vec<_> = open(&position, &[]).lists[0]
        .picks
        .iter()
        .map(|pick| pick.label.clone())
        .collect();
    assert_eq!(labels, ["a4+b4", "b4", "a2-a3"]);
}

#[test]
fn picks_stand_as_they_are_met_on_the_picture() {
    let labels = |choice: &Choice| {
        choice
            .lists
            .iter()
            .flat_map(|list| &list.picks)
            .map(|pick| pick.label.clone())
            .collect::<Vec<_>>()
    };
    // Each player sees their own side at the bottom.
    let chess = games::find("antichess").expect("a game");
    let mut position = start(chess, &[]);
    assert_eq!(
        labels(&open(&position, &[])),
        ["a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "b1", "g1"]
    );
    position.play("e2e4").expect("a legal move");
    assert_eq!(
        labels(&open(&position, &[])),
        ["h7", "g7", "f7", "e7", "d7", "c7", "b7", "a7", "g8", "b8"]
    );
    let connect = start(games::find("connect-n").expect("a game"), &[]);
    assert_eq!(
        labels(&open(&connect, &[])),
        ["a", "b", "c", "d", "e", "f", "g"]
    );
    // Many stand in lists by their ranks; very many are found by their rows first.
    let stacks = open(
        &start(games::find("anaash").expect("a game"), &[("size", "8")]),
        &[],
    );
    assert_eq!(
        stacks
            .lists
            .iter()
            .map(|list| list.name.as_str())
            .collect::<Vec<_>>(),
        ["Ranks 8 to 5", "Ranks 4 to 1"]
    );
    let hexagon = start(games::find("anchor").expect("a game"), &[("start", "even")]);
    let rows = open(&hexagon, &[]);
    assert_eq!(
        (
            labels(&rows).len(),
            labels(&rows)[0].as_str(),
            rows.words[0].label.as_str()
        ),
        (15, "Row 15", "Pass")
    );
    assert_eq!(
        labels(&open(&hexagon, &owned(&["~a1"]))),
        ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"]
    );
}

#[test]
fn a_group_is_picked_from_lists_that_overlap() {
    let position = start(games::find("anache").expect("a game"), &[("size", "16")]);
    let choice = open(&position, &[]);
    let group = choice.group.expect("pieces");
    assert_eq!(
        group
            .lists
            .iter()
            .map(|list| list.name.as_str())
            .collect::<Vec<_>>(),
        ["Files b to g", "Files e to l", "Files j to o"]
    );
    assert_eq!(group.most, 3);
    // Any three files that lie side by side are in one of them.
    for files in ('b'..='o').collect::<Vec<_>>().windows(3) {
        let within = group.lists.iter().any(|list| {
            files
                .iter()
                .all(|file| list.picks.iter().any(|pick| pick.key.starts_with(*file)))
        });
        assert!(within, "{files:?}");
    }
    // Pieces of two lists add up; those of one list are replaced.
    let chosen = open(&position, &owned(&["b5,c5"])).group.expect("pieces");
    assert_eq!(chosen.with(2, &owned(&["o5"])), "b5,c5,o5");
    assert_eq!(chosen.with(0, &owned(&["b5"])), "b5");
}

#[test]
fn pieces_that_cannot_move_together_are_told_why() {
    let position = start(games::find("anache").expect("a game"), &[]);
    let choice = open(&position, &owned(&["b4,e4"]));
    assert!(choice.lists.is_empty(), "{choice:?}");
    let note = choice.group.expect("pieces").note;
    assert!(note.contains("b4") && note.contains("e4"), "{note}");
    let choice = open(&position, &owned(&["b4,c4"]));
    assert_eq!(choice.group.expect("pieces").note, "");
    assert_eq!(choice.question, "In which direction?");
}
