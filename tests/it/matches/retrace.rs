//! Going through the turns of a match again.

use std::time::Duration;

use anteroom::features::play::{About, Act, Planned, Session};
use anteroom::games::CATALOGUE;
use anteroom::matches::{Command, Match};

use crate::support::people::{ANA, BEN, begun, must, plays};
use crate::support::random_turn::random_turn;

/// Returns the match after each of some random turns, the beginning first.
fn played(game: &str, turns: usize, seed: u64) -> Vec<Match> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut now = begun(game, "3d");
    let mut stages = vec![now.clone()];
    while let (Some(by), true) = (now.person_to_move(), stages.len() <= turns) {
        let text = random_turn(&now, &mut random);
        let at = now.changed_at().after(Duration::from_secs(60));
        must(&mut now, &plays(by, &text), at);
        stages.push(now.clone());
    }
    stages
}

/// Returns everything that the bot shows of a match.
fn seen(stage: &Match) -> String {
    format!(
        "{:?} {:?} {:?} {:?} {:?}",
        stage.position().text(),
        stage.record(),
        stage.last_turn(),
        stage.status(),
        stage.players()
    )
}

#[test]
fn a_match_is_gone_through_as_it_was_played() {
    let mut passes = 0;
    // Near its end, Anaash has passed turns.
    let short = CATALOGUE.iter().map(|game| (game.card.key, 30, 1));
    for (key, turns, seed) in short.chain((2..6).map(|seed| ("anaash", 200, seed))) {
        let stages = played(key, turns, seed);
        let whole = stages.last().unwrap();
        passes += whole
            .record()
            .iter()
            .filter(|entry| entry.text.is_none())
            .count();
        let mut retrace = whole.retrace().unwrap();
        for (index, stage) in stages.iter().enumerate() {
            assert_eq!(seen(retrace.stage()), seen(stage), "{key}, turn {index}");
            assert_eq!(
                retrace.forward().unwrap(),
                index + 1 < stages.len(),
                "{key}, turn {index}"
            );
        }
        let plies: Vec<_> = stages.iter().map(Match::ply).collect();
        assert_eq!(whole.stages().collect::<Vec<_>>(), plies, "{key}");
        for ply in (0..=whole.ply() + 7).step_by(7) {
            let reached = stages
                .iter()
                .find(|stage| stage.ply() >= ply)
                .unwrap_or(whole);
            assert_eq!(
                seen(&whole.as_at(ply).unwrap()),
                seen(reached),
                "{key}, ply {ply}"
            );
        }
    }
    assert!(passes > 0, "no seat was ever passed over");
}

#[test]
fn an_ending_without_a_turn_comes_after_the_last_one() {
    let mut now = played("connect-n", 2, 1).pop().unwrap();
    let at = now.changed_at();
    must(&mut now, &Command::Resign { by: BEN }, at);
    let mut retrace = now.retrace().unwrap();
    assert!(retrace.stage().ending().is_none());
    while retrace.forward().unwrap() {}
    assert!(retrace.stage().ending().is_none());
    assert_eq!(now.as_at(now.ply()).unwrap().ending(), now.ending());

    // A match that ended without a turn has one stage.
    let mut now = played("connect-n", 0, 1).pop().unwrap();
    let at = now.changed_at();
    must(&mut now, &Command::Resign { by: BEN }, at);
    assert_eq!(now.stages().collect::<Vec<_>>(), [0]);
    assert_eq!(now.as_at(0).unwrap().ending(), now.ending());
}

/// *Back* leads to a turn with an alternative, and skips forced turns.
#[test]
fn back_in_a_planned_line_passes_what_nobody_chose() {
    let mut passed = 0;
    for seed in 1..=12 {
        for now in played("antichess", 12, seed) {
            let Some(mover) = now.person_to_move() else {
                continue;
            };
            let by = if mover == ANA { BEN } else { ANA };
            let mut random = fastrand::Rng::with_seed(seed);
            let (id, board, from) = (now.id(), now.board(), now.position());
            let seat = now.waiting_seat(by).expect("one waits");
            let kept = Vec::new();
            let planned = Some(&Planned { seat, kept });
            let line = Session::new(About::Line { id, board });
            let Ok(mut plan) = line.settled(from, planned) else {
                continue;
            };
            while plan.turns.len() < 8 {
                let picked = plan.stand(from).and_then(|now| now.picked);
                let act = match &picked.expect("something to pick").choice {
                    None => Act::GoOn,
                    Some(choice) => {
                        let picks = choice.lists.iter().flat_map(|list| &list.picks);
                        let ways: Vec<_> = picks.chain(&choice.words).collect();
                        Act::Pick(random.choice(ways).expect("a pick").key.clone())
                    }
                };
                let Ok(next) = plan.clone().after(from, act, planned) else {
                    break;
                };
                plan = next;
                if !plan.picks.is_empty() || plan.turns.is_empty() {
                    continue;
                }
                let back = plan.clone().after(from, Act::Back, planned);
                let back = back.expect("there is a way back");
                let own = |turns: &[String]| turns.len() / 2;
                let forced_back =
                    plan.turns.len().is_multiple_of(2) == back.turns.len().is_multiple_of(2);
                if own(&plan.turns) > 0 {
                    assert!(
                        back.turns.len() < plan.turns.len(),
                        "{:?} after {:?}",
                        back.turns,
                        plan.turns
                    );
                }
                passed += usize::from(forced_back);
            }
        }
    }
    assert!(passed > 0, "no line met an only turn");
}
