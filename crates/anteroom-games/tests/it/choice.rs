//! Steps by picks: every legal step can be picked, and every choice on the way fits in a message.

use std::collections::BTreeSet;

use anteroom_board::Seat;
use anteroom_games::anache::{Anache, Size, Step};
use anteroom_games::{
    AnyPosition, CATALOGUE, Choice, Chosen, DynPosition, Game, GivenOptions, List, Position, find,
    step_key,
};
use fastrand::Rng;

fn start(game: &Game, options: &[(&str, &str)]) -> AnyPosition {
    let given: GivenOptions = options
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    game.start(&game.complete_options(&given, || 7).expect("settings"))
        .expect("a position")
}

fn read(key: &str, options: &[(&str, &str)], text: &str) -> AnyPosition {
    let game = find(key).expect("a game");
    let given: GivenOptions = options
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    game.read(
        &game.complete_options(&given, || 7).expect("settings"),
        text,
    )
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

/// Checks the limits of messages: five rows of five buttons or a menu of 25, one to go back.
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
    assert!(
        choice
            .cells()
            .into_iter()
            .all(|cell| board.cell(cell).is_some()),
        "{shown}"
    );
}

/// Returns the steps that all choices together reach, and the most picks of a step.
fn reached(position: &AnyPosition, picks: &mut Vec<String>, steps: &mut BTreeSet<String>) -> usize {
    let choice = match position.choose(picks) {
        Some(Chosen::Open(choice)) => choice,
        Some(Chosen::Step { step, used }) => {
            assert!(used == picks.len() || used == 0, "{picks:?}");
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

/// Whether this choice picks groups of pieces, which are too many to try all.
fn picks_groups(choice: &Choice) -> bool {
    choice.lists.iter().any(|list| list.name.ends_with("roups"))
}

/// Checks that the choices of a position reach its steps.
fn check_position(position: &AnyPosition, most: usize) {
    let legal: BTreeSet<String> = position.steps().into_iter().collect();
    if legal.is_empty() {
        assert_eq!(position.choose(&[]), None, "{}", position.text());
        return;
    }
    // Every step can be picked as a whole, shown or not: some of each kind are tried.
    for step in legal.iter().step_by(1 + legal.len() / 20) {
        let chosen = Chosen::Step {
            step: step.clone(),
            used: 1,
        };
        assert_eq!(position.choose(&[step_key(step)]), Some(chosen));
    }
    let choice = match position.choose(&[]) {
        Some(Chosen::Open(choice)) => choice,
        Some(Chosen::Step { step, used: 0 }) => {
            assert_eq!(legal, BTreeSet::from([step]), "{}", position.text());
            return;
        }
        other => panic!("{}: {other:?}", position.text()),
    };
    check_choice(position, &choice);
    if !picks_groups(&choice) {
        let mut steps = BTreeSet::new();
        let took = reached(position, &mut Vec::new(), &mut steps);
        assert!(took <= most, "{}: {took} picks", position.text());
        assert_eq!(steps, legal, "{}", position.text());
        return;
    }
    for pick in choice
        .lists
        .iter()
        .flat_map(|list| list.picks.iter().step_by(4))
    {
        match position.choose(std::slice::from_ref(&pick.key)) {
            Some(Chosen::Open(choice)) => check_choice(position, &choice),
            Some(Chosen::Step { step, used: 1 }) => assert!(legal.contains(&step), "{step}"),
            other => panic!("{}: {pick:?} leads to {other:?}", position.text()),
        }
    }
    // Each legal step can also be picked piece by piece.
    for step in &legal {
        let picks = match (step.split_once('-'), step.split_once('*')) {
            (Some((group, direction)), _) => owned(&["+", group, direction]),
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
        assert!(picks.len() <= most + 1);
    }
}

#[test]
fn every_legal_step_can_be_picked() {
    for game in CATALOGUE {
        // A group and its direction; a square and its destination; a row and a cell.
        let most = if game.card.key == "connect-n" { 1 } else { 2 };
        let mut rng = Rng::with_seed(5);
        for options in crate::settings::extremes(game) {
            let mut position = game
                .start(&game.complete_options(&options, || 7).expect("settings"))
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
    assert_eq!(choice.lists[0].picks[0].label, "Dragon on a16 jumps");
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

fn step(step: &str, used: usize) -> Option<Chosen> {
    let step = step.to_owned();
    Some(Chosen::Step { step, used })
}

#[test]
fn few_steps_are_one_choice_of_whole_steps() {
    let position = read("antichess", &[], "k7/8/8/8/8/1p4p1/P6P/K7 w - - 0 1");
    let choice = open(&position, &[]);
    assert_eq!(choice.question, "Which turn?");
    let picks: Vec<_> = choice.lists[0]
        .picks
        .iter()
        .map(|pick| (pick.key.as_str(), pick.label.as_str(), pick.words.as_str()))
        .collect();
    assert_eq!(
        picks,
        [
            ("=a2b3", "axb3", "takes the pawn on b3"),
            ("=h2g3", "hxg3", "takes the pawn on g3")
        ]
    );
    assert_eq!(position.choose(&owned(&["=a2b3"])), step("a2b3", 1));
    assert_eq!(position.choose(&owned(&["=a2a3"])), None);
    // Twenty fit side by side; up to twenty-five are a menu.
    let chess = start(find("antichess").expect("a game"), &[]);
    let choice = open(&chess, &[]);
    let labels: Vec<_> = choice.lists[0]
        .picks
        .iter()
        .map(|pick| &*pick.label)
        .collect();
    assert_eq!((choice.lists.len(), labels.len()), (1, 20));
    assert_eq!(labels[..4], ["a4", "a3", "b4", "b3"]);
    assert!(
        labels.ends_with(&["Na3", "Nc3", "Nf3", "Nh3"]),
        "{labels:?}"
    );
    // A player may still pick the piece first.
    assert_eq!(open(&chess, &owned(&["e2"])).question, "Where does it go?");
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
    assert_eq!(labels, ["a4+b4", "b4+a4", "b4xc4", "a2-a3"]);
}

#[test]
fn the_only_step_is_made_by_itself() {
    let mut position = start(find("antichess").expect("a game"), &[]);
    for turn in ["e2e4", "d7d5"] {
        position.play(turn).expect("a legal move");
    }
    assert_eq!(position.choose(&[]), step("e4d5", 0));
    // On the last free square of the ring.
    let mut ring = start(find("anacund").expect("a game"), &[("board", "5")]);
    while ring.steps().len() > 1 {
        let first = ring.steps()[0].clone();
        ring.play(&first).expect("a legal placement");
    }
    assert_eq!(ring.choose(&[]), step(&ring.steps()[0], 0));
}

#[test]
fn a_pick_that_leaves_one_step_is_that_step() {
    // More moves than one list holds: a piece first.
    let position = read("antichess", &[], "k7/8/8/8/3Q4/P7/8/6K1 w - - 0 1");
    let choice = open(&position, &[]);
    assert_eq!(choice.question, "Which piece moves?");
    let picks: Vec<_> = choice.lists[0]
        .picks
        .iter()
        .map(|pick| (pick.key.as_str(), pick.label.as_str()))
        .collect();
    assert_eq!(
        picks,
        [
            ("d4", "Queen d4"),
            ("a3", "Pawn a3 to a4"),
            ("g1", "King g1")
        ]
    );
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
    let chess = find("antichess").expect("a game");
    let mut position = start(chess, &[]);
    assert_eq!(labels(&open(&position, &[]))[..4], ["a4", "a3", "b4", "b3"]);
    position.play("e2e4").expect("a legal move");
    assert_eq!(labels(&open(&position, &[]))[..4], ["h5", "h6", "g5", "g6"]);
    let connect = start(find("connect-n").expect("a game"), &[]);
    assert_eq!(
        labels(&open(&connect, &[])),
        ["a", "b", "c", "d", "e", "f", "g"]
    );
    // Many pieces are listed by ranks; for very many the player picks a row first.
    let stacks = open(
        &start(find("anaash").expect("a game"), &[("size", "8")]),
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
    let hexagon = start(find("anchor").expect("a game"), &[("start", "even")]);
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
    let position = start(find("anache").expect("a game"), &[("size", "16")]);
    let choice = open(&position, &owned(&["+"]));
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
    // One list has any three adjacent files.
    for files in ('b'..='o').collect::<Vec<_>>().windows(3) {
        let within = group.lists.iter().any(|list| {
            files
                .iter()
                .all(|file| list.picks.iter().any(|pick| pick.key.starts_with(*file)))
        });
        assert!(within, "{files:?}");
    }
    // Pieces of two lists are added; those of the same list are replaced.
    let chosen = open(&position, &owned(&["b5,c5"])).group.expect("pieces");
    assert_eq!(chosen.with(2, &owned(&["o5"])), "b5,c5,o5");
    assert_eq!(chosen.with(0, &owned(&["b5"])), "b5");
}

#[test]
fn pieces_that_cannot_move_together_are_told_why() {
    let position = start(find("anache").expect("a game"), &[]);
    let choice = open(&position, &owned(&["b4,e4"]));
    assert!(choice.lists.is_empty(), "{choice:?}");
    let note = choice.group.expect("pieces").note;
    assert!(note.contains("b4") && note.contains("e4"), "{note}");
    let choice = open(&position, &owned(&["b4,c4"]));
    assert_eq!(choice.group.expect("pieces").note, "");
    assert_eq!(choice.question, "In which direction?");
}

#[test]
fn groups_that_take_come_first_and_all_are_found_by_their_pieces() {
    let position = start(find("anache").expect("a game"), &[]);
    let choice = open(&position, &[]);
    assert_eq!(choice.question, "Which group moves?");
    let names: Vec<_> = choice.lists.iter().map(|list| list.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "Suggested Groups",
            "From One Piece: Files b to f",
            "From One Piece: Files g to k"
        ]
    );
    let first = &choice.lists[0].picks[0];
    assert_eq!(
        (first.key.as_str(), first.label.as_str()),
        ("=b4,c4,d4-N", "b4 c4 d4 ↑")
    );
    let words: Vec<_> = choice
        .words
        .iter()
        .map(|pick| pick.label.as_str())
        .collect();
    assert_eq!(words, ["Choose Pieces"]);
    // All groups with a piece, by direction.
    let with = open(&position, &owned(&["@b4"]));
    assert_eq!(with.made[0].label, "b4");
    let picks: Vec<_> = with.lists.iter().flat_map(|list| &list.picks).collect();
    assert!(
        picks.iter().all(|pick| pick.key.contains("b4")),
        "{picks:?}"
    );
    let with_b4 = |step: &&String| step.split([',', '-']).any(|square| square == "b4");
    assert_eq!(picks.len(), position.steps().iter().filter(with_b4).count());
}

/// Returns the fewest presses to a step after some picks.
/// A menu counts once, or once for each of several pieces.
fn presses(position: &dyn DynPosition, step: &str, picks: &mut Vec<String>) -> usize {
    let choice = match position.choose(picks) {
        Some(Chosen::Step { step: chosen, used }) if chosen == step => return used,
        Some(Chosen::Open(choice)) => choice,
        other => panic!("{}: {picks:?} leads to {other:?}", position.text()),
    };
    let listed: Vec<_> = choice
        .lists
        .iter()
        .flat_map(|list| &list.picks)
        .chain(&choice.words)
        .map(|pick| pick.key.clone())
        .collect();
    if listed.contains(&step_key(step)) {
        return picks.len() + 1;
    }
    let Some((group, _)) = step.split_once('-') else {
        // A jump needs its dragon and its square, and perhaps a part of the board. Other such steps are one word or
        // square.
        return picks.len() + if step.contains('*') { 3 } else { 1 };
    };
    let pieces: Vec<&str> = group.split(',').collect();
    let with = pieces
        .iter()
        .map(|piece| format!("@{piece}"))
        .filter(|key| listed.contains(key) && picks.len() < 2);
    let with: Vec<_> = with.collect();
    let by_pieces = with.into_iter().map(|key| {
        picks.push(key);
        let took = presses(position, step, picks);
        picks.pop();
        took
    });
    // The longest way: the pieces one by one, and a direction.
    by_pieces.min().unwrap_or(usize::MAX).min(2 + pieces.len())
}

#[test]
fn a_turn_of_groups_takes_few_presses() {
    let mut counts: [Vec<usize>; 2] = Default::default();
    for size in [Size::Ten, Size::Twelve] {
        for seed in 0..100 {
            let mut rng = Rng::with_seed(seed);
            let mut position = Anache::start(&size);
            for _ in 0..150 {
                if Position::outcome(&position).is_some() {
                    break;
                }
                // One turn of ten is counted.
                let counted = rng.u8(..10) == 0;
                let (mut took, mut moves, mut others) = (0, 0, 0);
                loop {
                    let step = Position::random_step(&position, &mut |n| rng.u64(..n))
                        .expect("a legal step");
                    match step {
                        Step::Move { .. } => moves += 1,
                        Step::End => {}
                        _ => others += 1,
                    }
                    // Ending a turn early is the same press as playing it.
                    if counted && step != Step::End {
                        took += presses(&position, &step.to_string(), &mut Vec::new());
                    }
                    position.play_unchecked(&step, &mut ());
                    if Position::turn(&position).is_empty() {
                        break;
                    }
                }
                if counted && others == 0 {
                    counts[moves - 1].push(took + 1);
                }
            }
        }
    }
    for (counts, most) in counts.iter_mut().zip([4, 6]) {
        counts.sort_unstable();
        let at = |part: usize| counts[counts.len() * part / 100];
        let spread = [50, 75, 90, 95, 99].map(at);
        println!("{} turns, half and more by {spread:?}", counts.len());
        assert!(counts.len() > 100 && at(90) <= most, "{spread:?}");
    }
}
