//! What is done with picks: in a picker, on a board of one's own, in a lesson. Each is written as a word, what it belongs
//! to, the generation that the message shows, and then what is picked.

use std::fmt;

use super::CustomId;
use super::part::{Part, key, write_part};

/// What is done in a picker for a turn, or for a line of planned turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PickAct {
    /// Pick what has this key.
    Key(String),
    /// Pick what is chosen from a menu: the choice's list, counted from 0.
    From(u8),
    /// Take the last pick back.
    Back,
    /// Take all picks back.
    Over,
    /// Play the turn that was picked.
    Play,
    /// Pick what has this key, which ends the turn, and play it.
    End(String),
    /// Go on, in a line of planned turns, with the turn after the one that is whole.
    On,
    /// Keep the line that was picked.
    Save,
}

/// What is done on a board of one's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PracticeAct {
    /// Pick what has this key.
    Key(String),
    /// Pick what is chosen from a menu: the choice's list, counted from 0.
    From(u8),
    /// Take the last pick or turn back.
    Back,
    /// Take everything back.
    Over,
    /// Ask a computer what it thinks.
    Think,
    /// Keep the turns as a conditional line.
    Plan,
    /// Make the turn that was picked: the answer to what is asked there.
    Play,
}

/// What is done with the picks of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonAct {
    /// Pick what has this key.
    Key(String),
    /// Pick what is chosen from a menu: the choice's list, counted from 0.
    From(u8),
    /// Take the last pick back.
    Back,
}

/// Makes reading and writing of one table: a word, and the act with what is picked, if anything is.
macro_rules! acts {
    (@read $part:ident) => {
        Part::read($part)?
    };
    (@read $part:ident $read:ident) => {
        self::$read($part)?
    };
    ($acts:ident: $($word:literal => $act:ident $(($part:ident $(by $read:ident)?))?;)+) => {
        impl $acts {
            fn read(word: &str, rest: &[&str]) -> Option<Self> {
                Some(match (word, rest) {
                    $(($word, [$($part)?]) => Self::$act $((acts!(@read $part $($read)?)))?,)+
                    _ => return None,
                })
            }

            pub(crate) const fn word(&self) -> &'static str {
                match self {
                    $(Self::$act { .. } => $word,)+
                }
            }

            pub(crate) fn write_rest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$act $(($part))? => {
                        $(write_part(f, $part)?;)?
                        Ok(())
                    })+
                }
            }
        }
    };
}

acts! { PickAct:
    "pick" => Key(text by key);
    "from" => From(list);
    "back" => Back;
    "over" => Over;
    "play" => Play;
    "end" => End(text by key);
    "on" => On;
    "save" => Save;
}

acts! { PracticeAct:
    "own" => Key(text by key);
    "own-from" => From(list);
    "own-back" => Back;
    "own-over" => Over;
    "own-think" => Think;
    "own-plan" => Plan;
    "own-play" => Play;
}

acts! { LessonAct:
    "lp" => Key(text by key);
    "lf" => From(list);
    "lb" => Back;
}

/// The id of an act with picks, if the parts are one's.
pub(crate) fn read(parts: &[&str]) -> Option<CustomId> {
    let [word, whose, generation, rest @ ..] = parts else {
        return None;
    };
    let generation = Part::read(generation)?;
    if let Some(act) = PickAct::read(word, rest) {
        let id = Part::read(whose)?;
        return Some(CustomId::Pick {
            id,
            generation,
            act,
        });
    }
    if let Some(act) = PracticeAct::read(word, rest) {
        let board = Part::read(whose)?;
        return Some(CustomId::Practice {
            board,
            generation,
            act,
        });
    }
    let act = LessonAct::read(word, rest)?;
    let lesson = Part::read(whose)?;
    Some(CustomId::LessonPick {
        lesson,
        generation,
        act,
    })
}
