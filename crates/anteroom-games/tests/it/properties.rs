//! Invariants of every position of every game.

use std::collections::{BTreeMap, BTreeSet};

use anteroom_board::Seat;
use anteroom_board::scene::{Kind, Man, Scene, Spot};
use anteroom_games::{AnyPosition, Completion, Effect, IllegalStep, Progress, alt_text, read_turn};
use fastrand::Rng;

use crate::oracle::{Setting, mutated};

/// Games whose position text omits earlier boards. A position read from it may allow more steps.
const FORGETFUL: [&str; 1] = ["anache"];

/// The most characters of a choice on Discord.
const LONGEST_CHOICE: usize = 100;

/// Checks the methods of a position against each other. `last` has the effects of the turn before it.
pub fn check_position(setting: &Setting, position: &AnyPosition, last: &[Effect], rng: &mut Rng) {
    let text = position.text();
    let steps = position.steps();
    assert!(
        text.bytes().all(|byte| (b' '..=b'~').contains(&byte)),
        "{text:?} is one line of printable ASCII"
    );
    assert_eq!(
        position.to_move().is_none(),
        position.outcome().is_some(),
        "{text}: somebody is to move, or the game is over"
    );
    assert_eq!(
        position.to_move().is_none(),
        steps.is_empty(),
        "{text}: the one who is to move has a step"
    );
    assert!(
        steps.windows(2).all(|pair| pair[0] < pair[1]),
        "{text}: steps are sorted, each once"
    );
    assert_eq!(position.perft(1), steps.len() as u64, "{text}");
    assert_eq!(
        position.turn().is_empty(),
        position.progress() == Progress::Complete,
        "{text}"
    );
    if let Progress::MayGoOn(sentence) | Progress::MustGoOn(sentence) = position.progress() {
        assert!(is_sentence(&sentence), "{text}: {sentence}");
    }
    check_text(setting, position, &steps);
    check_pictures(setting, position, last);
    check_completion(position, &steps, rng);
    if !steps.is_empty() {
        for _ in 0..3 {
            check_step(position, &steps[rng.usize(..steps.len())], rng);
        }
        for _ in 0..3 {
            check_typed(
                setting,
                position,
                &mutated(&steps[rng.usize(..steps.len())], rng),
            );
        }
    }
    for word in ["pass", "end", "swap", "--", "\u{0}", "a1", "1"] {
        check_typed(setting, position, word);
    }
}

/// Checks that reading the text of a position returns an equal position.
pub fn check_text(setting: &Setting, position: &AnyPosition, steps: &[String]) {
    let text = position.text();
    let read = setting.read(&text);
    assert_eq!(read.text(), text, "a text that was printed is read back");
    // A text may have the rest of a turn instead of its steps. The rest then counts as the turn.
    assert!(
        read.turn().is_empty() || read.turn() == position.turn(),
        "{text}"
    );
    let more: BTreeSet<_> = read.steps().into_iter().collect();
    if FORGETFUL.contains(&setting.game.card.key) {
        assert!(
            steps.iter().all(|step| more.contains(step)),
            "{text}: a text without memory forbids nothing more"
        );
    } else {
        assert!(more.iter().eq(steps), "{text}");
        assert_eq!(read.outcome(), position.outcome(), "{text}");
        assert_eq!(read.to_move(), position.to_move(), "{text}");
        assert!(
            read.turn().is_empty() || read.progress() == position.progress(),
            "{text}"
        );
    }
}

/// Checks that pieces are conserved.
///
/// A step adds what it places. It removes captured pieces, or gives them to the captor if they stay beside the board.
/// A captured piece never comes back.
pub fn check_pieces(before: &AnyPosition, effects: &[Effect], after: &AnyPosition) {
    let (old, new) = (before.scene(Seat::First), after.scene(Seat::First));
    let kept = new
        .men
        .iter()
        .any(|man| matches!(man.spot, Spot::Beside(..)));
    let mover = before.to_move().map(|seat| before.colour_of(seat));
    let mut expected = counted(&old);
    for effect in effects {
        match *effect {
            Effect::Placed { .. } => *expected.entry(mover).or_default() += 1,
            Effect::Captured { at, .. } | Effect::Removed { at } => {
                // A piece that was captured right after its placement is not on the previous picture.
                let man = old.men.iter().find(|man| man.spot == Spot::On(at));
                let (colour, many) =
                    man.map_or((mover, 1), |man| (Some(man.colour), pieces_of(man)));
                *expected.entry(colour).or_default() -= many;
                if kept {
                    *expected.entry(colour.map(Seat::other)).or_default() += many;
                }
            }
            _ => {}
        }
    }
    expected.retain(|_, many| *many > 0);
    assert_eq!(
        counted(&new),
        expected,
        "{} to {}",
        before.text(),
        after.text()
    );
}

/// Counts the pieces of each colour on the picture and beside it.
fn counted(scene: &Scene) -> BTreeMap<Option<Seat>, u32> {
    let mut counted = BTreeMap::new();
    for man in &scene.men {
        *counted.entry(Some(man.colour)).or_default() += pieces_of(man);
    }
    counted
}

fn pieces_of(man: &Man) -> u32 {
    if let Kind::Stack(height) = man.kind {
        height.into()
    } else {
        1
    }
}

fn check_pictures(setting: &Setting, position: &AnyPosition, last: &[Effect]) {
    let text = position.text();
    for seat in Seat::BOTH {
        let scene = position.scene(seat);
        let inside = |x: f32, y: f32| {
            (0.0..=scene.board.width).contains(&x) && (0.0..=scene.board.height).contains(&y)
        };
        assert!(
            scene
                .board
                .cells
                .iter()
                .all(|cell| inside(cell.centre.x, cell.centre.y)),
            "{text}"
        );
        let names: BTreeSet<_> = scene
            .board
            .cells
            .iter()
            .map(|shape| position.cell_name(shape.cell))
            .collect();
        assert_eq!(
            names.len(),
            scene.board.cells.len(),
            "{text}: every cell has a name of its own"
        );
        for man in &scene.men {
            match man.spot {
                Spot::On(cell) => assert!(scene.board.cell(cell).is_some(), "{text}: {man:?}"),
                Spot::Beside(_, point) => assert!(inside(point.x, point.y), "{text}: {man:?}"),
            }
        }
        assert!(
            scene
                .marks
                .iter()
                .all(|mark| scene.board.cell(mark.cell).is_some()),
            "{text}"
        );
        for effect in last {
            assert!(
                effect
                    .marks()
                    .all(|mark| scene.board.cell(mark.cell).is_some()),
                "{text}: {effect:?}"
            );
        }
    }
    let words = alt_text(position.as_ref(), last);
    assert!(
        !words.is_empty() && words.chars().count() <= 1024,
        "{}: {words}",
        setting.game.card.key
    );
}

/// Checks completion against the list of steps.
fn check_completion(position: &AnyPosition, steps: &[String], rng: &mut Rng) {
    let text = position.text();
    let (offers, all) = position.complete("", usize::MAX);
    let offered: BTreeSet<_> = offers.iter().map(|offer| &offer.step).collect();
    assert_eq!((offers.len(), all), (steps.len(), steps.len()), "{text}");
    assert!(
        offered.iter().copied().eq(steps),
        "{text}: the same steps are offered"
    );
    let (best, all) = position.complete("", 25);
    assert_eq!(
        (best.as_slice(), all),
        (&offers[..offers.len().min(25)], steps.len()),
        "{text}: the best come first"
    );
    let Some(step) = steps.get(rng.usize(..steps.len().max(1))) else {
        return;
    };
    assert!(
        step.chars().count() <= LONGEST_CHOICE,
        "{step} fits into a choice"
    );
    let typed: String = step.chars().take(rng.usize(..=step.len())).collect();
    for typed in [typed.to_uppercase(), typed.to_lowercase()] {
        let (offers, all) = position.complete(&typed, usize::MAX);
        assert_eq!(offers.len(), all, "{text}: {typed}");
        assert!(
            offers.iter().any(|offer| offer.step == *step),
            "{text}: {step} begins with {typed}"
        );
        let begins = |offer: &Completion| {
            let begins = |text: &str| text.to_lowercase().starts_with(&typed.to_lowercase());
            // Completion tells only the best known of the other spellings.
            begins(&offer.step) || offer.spelling.is_some()
        };
        // The other offers are put together from the typed text.
        let others = offers.iter().skip_while(|offer| begins(offer));
        for other in others {
            let mut letters: Vec<char> = other.step.to_lowercase().chars().collect();
            let found = |c: char| {
                letters
                    .iter()
                    .position(|letter| *letter == c)
                    .map(|at| letters.swap_remove(at))
                    .is_some()
            };
            let names = typed.to_lowercase().replace('x', "");
            assert!(
                names.chars().filter(char::is_ascii_alphanumeric).all(found),
                "{text}: {} for {typed}",
                other.step
            );
        }
        assert!(
            offers.iter().all(|offer| offered.contains(&offer.step)),
            "{text}: {typed} is completed to what is no step"
        );
        let exact = offers.iter().position(|offer| {
            offer.step.eq_ignore_ascii_case(&typed) || offer.spelling.as_ref() == Some(&typed)
        });
        assert!(
            exact.is_none_or(|at| at == 0),
            "{text}: {typed} itself comes first"
        );
    }
}

/// Checks that a listed step is accepted in every spelling, with the same result.
fn check_step(position: &AnyPosition, step: &str, rng: &mut Rng) {
    let text = position.text();
    assert!(
        !step.contains(|c: char| c.is_whitespace() || c == ';'),
        "{step:?} is one word"
    );
    let mut after = position.clone();
    let played = after
        .play(step)
        .unwrap_or_else(|illegal| panic!("{text}: {step} is listed, but {illegal}"));
    assert_eq!(
        played.step, step,
        "{text}: canonical text is printed as it is read"
    );
    let mut turn = position.turn();
    turn.push(step.to_owned());
    match after.progress() {
        Progress::Complete => assert!(after.turn().is_empty(), "{text} after {step}"),
        Progress::MayGoOn(_) | Progress::MustGoOn(_) => {
            assert_eq!(after.turn(), turn, "{text} after {step}");
            assert_eq!(
                after.to_move(),
                position.to_move(),
                "{text} after {step}: the turn goes on"
            );
        }
    }
    let gap = rng
        .choice([" ", ";", "\t", " ; ", "\u{a0}"])
        .unwrap_or_default();
    for typed in [
        step.to_uppercase(),
        step.to_lowercase(),
        format!("{gap}{step}{gap}"),
    ] {
        let read = read_turn(position.as_ref(), &typed)
            .unwrap_or_else(|error| panic!("{text}: {typed:?}: {error}"));
        assert_eq!(
            (read.text().as_str(), read.after.text()),
            (step, after.text()),
            "{text}: {typed:?}"
        );
        assert_eq!(read.effects, played.effects, "{text}: {typed:?}");
    }
}

/// Checks any typed text: accepted steps are listed; refusals change nothing and have reasons.
pub fn check_typed(setting: &Setting, position: &AnyPosition, typed: &str) {
    let text = position.text();
    let mut after = position.clone();
    match after.play(typed) {
        Ok(played) => assert!(
            position.steps().contains(&played.step),
            "{text}: {typed:?} was played as {}",
            played.step
        ),
        Err(illegal) => {
            assert_eq!(after.text(), text, "a refused step changes nothing");
            check_refusal(setting, &position.scene(Seat::First), &illegal);
        }
    }
}

fn check_refusal(setting: &Setting, scene: &Scene, illegal: &IllegalStep) {
    let key = setting.game.card.key;
    assert!(is_sentence(&illegal.sentence), "{key}: {illegal}");
    assert!(
        setting
            .game
            .card
            .rules
            .contains(&format!("`{}`", illegal.rule)),
        "{key}: the rules page knows {}",
        illegal.rule
    );
    for &cell in &illegal.cells {
        assert!(
            scene.board.cell(cell).is_some(),
            "{key}: {illegal}: no cell {cell:?}"
        );
    }
}

/// Checks any position text: an accepted one is a whole position, and a refused one gives a reason.
pub fn check_given(setting: &Setting, text: &str, rng: &mut Rng) -> Option<AnyPosition> {
    match setting.game.read(&setting.values, text) {
        Ok(position) => {
            check_position(setting, &position, &[], rng);
            Some(position)
        }
        Err(error) => {
            assert!(is_sentence(&error.to_string()), "{text:?}: {error}");
            None
        }
    }
}

/// Whether the text is a short line that is not empty.
fn is_sentence(text: &str) -> bool {
    !text.trim().is_empty() && !text.contains(char::is_control) && text.chars().count() < 300
}
