//! What the bytes of the fuzzer mean.

use libfuzzer_sys::arbitrary::{self, Arbitrary};

use crate::games::{AnyPosition, CATALOGUE};
use crate::oracle::Setting;
use crate::settings::drawn;

/// The most steps of one input, so that an input takes no longer than a few milliseconds.
const MOST_STEPS: usize = 200;

/// A game and its options.
#[derive(Arbitrary, Clone, Debug)]
pub struct Setup {
    game: u8,
    options: [u32; 4],
}

/// Steps by their place in the list of all legal ones.
#[derive(Arbitrary, Clone, Debug)]
pub struct Walk(Vec<u16>);

/// A text that is nearly right, or any text.
#[derive(Arbitrary, Clone, Debug)]
pub enum Text {
    /// A right text with changes.
    Edited(Vec<Edit>),
    /// A text for itself.
    Any(String),
}

/// A change of a text. Places wrap around its length.
#[derive(Arbitrary, Clone, Debug)]
pub enum Edit {
    /// Puts a character there.
    Insert(u16, char),
    /// Puts printable ASCII in the place of a character.
    Replace(u16, u8),
    /// Takes a few characters out.
    Remove(u16, u8),
    /// Writes a few characters a second time.
    Repeat(u16, u8),
    /// Lets two characters change places.
    Swap(u16, u16),
}

impl Setup {
    /// The game with its options; `None` when these do not fit each other.
    #[must_use]
    pub fn setting(&self) -> Option<Setting> {
        let game = CATALOGUE.get(usize::from(self.game) % CATALOGUE.len())?;
        let mut options = self.options.iter();
        // Two numbers an option: whether it is given, and its value.
        let values = drawn(game, |below| {
            options
                .next()
                .map_or(0, |&number| u64::from(number) % below)
        })?;
        Some(Setting { game, values })
    }
}

impl Walk {
    /// Makes the steps, as far as the game goes. Calls `visit` with each text before it is played.
    pub fn walk(&self, position: &mut AnyPosition, mut visit: impl FnMut(&AnyPosition, &str)) {
        for &number in self.0.iter().take(MOST_STEPS) {
            let steps = position.steps();
            if steps.is_empty() {
                return;
            }
            let step = &steps[usize::from(number) % steps.len()];
            visit(position, step);
            let played = position.play(step).unwrap_or_else(|illegal| {
                panic!("{}: {step} is listed, but {illegal}", position.text())
            });
            assert_eq!(&played.step, step);
        }
    }
}

impl Text {
    /// The text that is made of a right one.
    #[must_use]
    pub fn of(&self, right: &str) -> String {
        match self {
            Self::Any(text) => text.clone(),
            Self::Edited(edits) => {
                let mut chars: Vec<char> = right.chars().collect();
                for edit in edits {
                    edit.apply(&mut chars);
                }
                chars.into_iter().collect()
            }
        }
    }
}

impl Edit {
    fn apply(&self, chars: &mut Vec<char>) {
        let length = chars.len();
        let place = |at: u16| usize::from(at) % length.max(1);
        let few = |at: u16, many: u8| place(at)..(place(at) + usize::from(many % 8)).min(length);
        match *self {
            Self::Insert(at, c) => chars.insert(usize::from(at) % (length + 1), c),
            _ if length == 0 => {}
            Self::Replace(at, byte) => chars[place(at)] = char::from(b' ' + byte % 95),
            Self::Remove(at, many) => drop(chars.drain(few(at, many))),
            Self::Repeat(at, many) => {
                let again: Vec<char> = chars[few(at, many)].to_vec();
                chars.splice(place(at)..place(at), again);
            }
            Self::Swap(a, b) => chars.swap(place(a), place(b)),
        }
    }
}
