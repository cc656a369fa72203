//! What a league says about its cost, beside what a season costs.

use std::collections::BTreeMap;
use std::time::Duration;

use loopback_discord::Message;

use super::flow::{Club, PEOPLE, chooses, fills_in, joins, sets_up};
use crate::support::hand::Hand;
use crate::support::stage::{Stage, private, updated};

/// Reads a number before a word in a message.
#[track_caller]
fn said(message: &Message, before: &str) -> usize {
    let content = message.content();
    let (said, _) = content
        .split_once(before)
        .unwrap_or_else(|| panic!("{content}"));
    let number = said.trim_end().rsplit([' ', '\n']).next().expect("a word");
    let number = number.replace(|letter: char| !letter.is_ascii_digit(), "");
    number
        .parse()
        .unwrap_or_else(|_| panic!("no number before {before}: {content}"))
}

/// A match of Connect N of the usual length in which nobody connects four.
const QUIET: &str = "adagbdafebbbbcedfcddbecedaacacfcegf";

/// The time between two turns of a match.
const BETWEEN: Duration = Duration::from_hours(6);

#[tokio::test]
async fn season_costs_what_its_league_said() {
    let club = Club {
        stage: Stage::new().await,
    };
    let stage = &club.stage;
    let ana = club.place("ana");
    let shown = sets_up(&ana).await;
    let shown = updated(chooses(&ana, &shown, "league-set/game", "connect-n").await);
    let form = ana.press(&shown, "Size, Clock, Play-offs…").await;
    let given = [("size", "4"), ("clock", "5d+12h")];
    let shown = updated(fills_in(&ana, form, &given).await);
    // The minutes are said where there are more tables than one.
    let (matches, requests) = (said(&shown, " matches"), said(&shown, " requests"));
    let form = ana.press(&shown, "Create…").await;
    private(fills_in(&ana, form, &[("name", "Berlin Open")]).await);
    for name in PEOPLE {
        joins(&club.place(name)).await;
    }
    club.happens("start-set", 1).await;
    club.settles().await;

    stage.clear_requests();
    club.until_monday();
    club.until_playing(6).await;
    club.happens("game-began", 6).await;
    club.settles().await;
    for (index, turn) in QUIET.char_indices() {
        for id in 1..=6 {
            if index == 0 {
                stage.first_turn(id, &turn.to_string()).await;
                continue;
            }
            let place = stage.mover(id).await;
            let given = [("turn", "?"), ("match", &id.to_string())];
            let mut hand = Hand::of(&place, place.command("move", given).await);
            hand.pick(&turn.to_string()).await;
            hand.press("Play").await;
        }
        stage.until_announced().await;
        stage.advance(BETWEEN);
    }
    for id in 1..=6 {
        let [first, _] = club.players(id).await;
        stage.resigns(&first).await;
    }
    club.settles().await;
    assert_eq!(
        stage.row("SELECT count(*) FROM matches"),
        matches.to_string()
    );
    // The answers to presses and commands do not count against Discord's limit, and nobody can foresee them.
    let made = stage.counted();
    let bounds = requests * 3 / 4..=requests * 5 / 4;
    let mut by_route = BTreeMap::<_, usize>::new();
    made.iter()
        .for_each(|route| *by_route.entry(route).or_default() += 1);
    assert!(
        bounds.contains(&made.len()),
        "{requests} were said, {} were made: {by_route:#?}",
        made.len()
    );
}
