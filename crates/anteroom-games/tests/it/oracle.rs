//! Random games in which the program and a slow oracle must agree on everything.

use anteroom_games::{
    AnyPosition, Game, GivenOptions, Notation, Values, Verdict, find, split_steps,
};

use crate::properties::check_text;
pub use crate::settings::times as games;
use crate::slow::{Oracle, second_opinion};

pub struct Setting {
    pub game: &'static Game,
    pub values: Values,
}

impl Setting {
    pub fn new(game: &str, options: &[(&str, &str)]) -> Self {
        let game = find(game).unwrap();
        let given: GivenOptions = options
            .iter()
            .map(|&(key, value)| (key.to_owned(), value.to_owned()))
            .collect();
        Self {
            game,
            values: game.complete_options(&given, || 0).unwrap(),
        }
    }

    pub fn start(&self) -> AnyPosition {
        self.game.start(&self.values).unwrap()
    }

    /// Returns the position after these steps, from this text or the start.
    pub fn after(&self, from: &str, typed: &str) -> AnyPosition {
        let mut position = if from.is_empty() {
            self.start()
        } else {
            self.read(from)
        };
        for step in split_steps(typed) {
            position
                .play(step)
                .unwrap_or_else(|illegal| panic!("{typed}: {illegal}"));
        }
        position
    }

    /// Returns the refusal's sentence for a typed text, the id of its rule, and the marked cells.
    pub fn illegal(&self, position: &AnyPosition, typed: &str) -> (String, &'static str, String) {
        let mut after = position.clone();
        let illegal = match after.play(typed) {
            Ok(played) => panic!("{typed} was played as {}", played.step),
            Err(illegal) => illegal,
        };
        assert_eq!(
            after.text(),
            position.text(),
            "a refused step changes nothing"
        );
        assert!(
            self.game.card.rules.contains(illegal.rule),
            "the rules page knows {}",
            illegal.rule
        );
        let cells: Vec<_> = illegal
            .cells
            .iter()
            .map(|&cell| position.cell_name(cell))
            .collect();
        (illegal.sentence, illegal.rule, cells.join(" "))
    }

    /// Returns the game's own refusal, to distinguish its kinds.
    pub fn refused<P: Notation>(&self, position: &AnyPosition, typed: &str) -> P::Illegal {
        let position = P::options(&self.values).map(|options| P::read(&options, &position.text()));
        position.unwrap().unwrap().read_step(typed).unwrap_err()
    }

    pub fn read(&self, text: &str) -> AnyPosition {
        self.game
            .read(&self.values, text)
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    pub fn refusal(&self, text: &str) -> String {
        match self.game.read(&self.values, text) {
            Ok(position) => panic!("{text} was read as {}", position.text()),
            Err(error) => error.to_string(),
        }
    }
}

/// Plays at random to the end, or for this many steps, and compares both opinions all the way.
///
/// Returns the text of every position.
pub fn play_out(
    setting: &Setting,
    mut position: AnyPosition,
    most: usize,
    rng: &mut fastrand::Rng,
) -> Vec<String> {
    let mut texts = vec![position.text()];
    let mut oracle = second_opinion(setting.game.card.key, &position.text());
    loop {
        let steps = hold_against(setting, &position, oracle.as_ref());
        // The results of other steps are checked at random, that of the chosen step always.
        if rng.u8(..8) == 0 {
            for step in rng.choose_multiple(&steps, 30) {
                let mut next = position.clone();
                next.play(step).unwrap();
                assert_eq!(
                    next.text(),
                    oracle.after(step).text(),
                    "{} after {step}",
                    position.text()
                );
            }
        }
        let Some(step) = rng.choice(&steps).filter(|_| texts.len() <= most) else {
            return texts;
        };
        let played = position
            .play(step)
            .unwrap_or_else(|illegal| panic!("{}: {illegal}", position.text()));
        assert_eq!(
            &played.step, step,
            "canonical text is printed as it is read"
        );
        oracle = oracle.after(step);
        texts.push(position.text());
    }
}

/// Checks that both opinions agree on text, steps and result. Returns the steps.
pub fn hold_against(setting: &Setting, position: &AnyPosition, oracle: &dyn Oracle) -> Vec<String> {
    let (text, steps) = (position.text(), position.steps());
    assert_eq!(text, oracle.text());
    assert_eq!(steps, oracle.steps(), "{text}");
    assert_eq!(result(position), oracle.result(), "{text}");
    assert_eq!(position.perft(1), steps.len() as u64, "{text}");
    assert_eq!(
        position.outcome().is_some(),
        steps.is_empty(),
        "{text}: over exactly when there is nothing to do"
    );
    assert_eq!(position.to_move().is_none(), steps.is_empty(), "{text}");
    check_text(setting, position, &steps);
    steps
}

/// Returns the letter of the winner, `=` for a draw; `None` while the game goes on.
pub fn result(position: &AnyPosition) -> Option<char> {
    position.outcome().map(|outcome| match outcome.verdict {
        Verdict::Win(seat) => position.letter(seat),
        Verdict::Draw => '=',
    })
}

/// Returns a text with a few characters changed, removed, doubled or added.
pub fn mutated(text: &str, rng: &mut fastrand::Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..rng.usize(1..4) {
        let at = rng.usize(..=chars.len());
        let any = match rng.u8(..6) {
            0 => rng.char(..),
            1 => chars.get(rng.usize(..=chars.len())).copied().unwrap_or(' '),
            2 => rng
                .choice(b"kqrnbpKQRNBP/.rbx -")
                .map_or('/', |&byte| char::from(byte)),
            _ => rng.char(' '..='~'),
        };
        match rng.u8(..3) {
            0 if at < chars.len() => chars[at] = any,
            1 if at < chars.len() => {
                chars.remove(at);
            }
            _ => chars.insert(at, any),
        }
    }
    chars.into_iter().collect()
}

/// Reads any text. It must not panic, and a position that it accepts must be complete.
pub fn read_anything(setting: &Setting, text: &str) {
    if let Ok(position) = setting.game.read(&setting.values, text) {
        let printed = position.text();
        let again = setting.read(&printed);
        assert_eq!(again.text(), printed, "read from {text:?}");
        assert_eq!(again.steps(), position.steps(), "read from {text:?}");
        assert_eq!(
            position.steps().is_empty(),
            position.outcome().is_some(),
            "read from {text:?}"
        );
    } else if let Err(error) = setting.game.read(&setting.values, text) {
        assert!(!error.to_string().contains('\n'), "one line: {error}");
        assert!(error.to_string().len() < 300, "a short sentence: {error}");
    }
}

/// Plays any text. It must not panic, and an accepted step must be legal.
pub fn type_anything(position: &AnyPosition, text: &str) {
    let mut after = position.clone();
    match after.play(text) {
        Ok(played) => assert!(
            position.steps().contains(&played.step),
            "{}: {text:?} was played",
            position.text()
        ),
        Err(illegal) => {
            assert_eq!(
                after.text(),
                position.text(),
                "a refused step changes nothing"
            );
            assert!(
                !illegal.sentence.contains('\n') && illegal.sentence.len() < 300,
                "a short sentence: {illegal}"
            );
            assert!(
                !position.steps().iter().any(|step| step == text),
                "{}: {text:?} is listed, but {illegal}",
                position.text()
            );
        }
    }
}
