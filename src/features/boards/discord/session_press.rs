//! What is done in a board session. It is written as a word, the session's number, the generation that the message shows,
//! and then what is picked.

use std::fmt;

use crate::discord::ui::custom_id::{CustomId, Part, Read, key, write_part};

/// What a button or menu of a board session does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PickAct {
    /// Pick what has this key.
    Key(String),
    /// Pick what has this key, which ends the turn, and play it.
    End(String),
    /// Pick what is chosen from a menu: the choice's list, counted from 0.
    From(u8),
    /// Take the last pick or turn back.
    Back,
    /// Take everything back.
    Over,
    /// Go on, in a line of planned turns, with the turn after the one that is whole.
    On,
    /// Do what the board is for: play the turn, keep the line, answer what is asked.
    Play,
    /// Ask a computer what it thinks.
    Think,
    /// Open the text field with the turn that is whole.
    Type,
}

/// A press in a board session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionPress {
    pub session: u64,
    /// The generation that the message shows.
    pub generation: u32,
    pub act: PickAct,
}

impl Read for SessionPress {
    fn read(parts: &[&str]) -> Option<Self> {
        let [word, session, generation, rest @ ..] = parts else {
            return None;
        };
        let act = match (*word, rest) {
            ("pick", [picked]) => PickAct::Key(key(picked)?),
            ("end", [picked]) => PickAct::End(key(picked)?),
            ("from", [list]) => PickAct::From(Part::read(list)?),
            ("back", []) => PickAct::Back,
            ("over", []) => PickAct::Over,
            ("on", []) => PickAct::On,
            ("play", []) => PickAct::Play,
            ("think", []) => PickAct::Think,
            ("retype", []) => PickAct::Type,
            _ => return None,
        };
        Some(Self {
            session: Part::read(session)?,
            generation: Part::read(generation)?,
            act,
        })
    }
}

impl fmt::Display for SessionPress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.act {
            PickAct::Key(_) => "pick",
            PickAct::End(_) => "end",
            PickAct::From(_) => "from",
            PickAct::Back => "back",
            PickAct::Over => "over",
            PickAct::On => "on",
            PickAct::Play => "play",
            PickAct::Think => "think",
            PickAct::Type => "retype",
        })?;
        write_part(f, &self.session)?;
        write_part(f, &self.generation)?;
        match &self.act {
            PickAct::Key(key) | PickAct::End(key) => write_part(f, key),
            PickAct::From(list) => write_part(f, list),
            _ => Ok(()),
        }
    }
}

impl From<SessionPress> for CustomId {
    fn from(press: SessionPress) -> Self {
        Self::of(&press)
    }
}
