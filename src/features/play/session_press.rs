//! Presses in a board session.
//! A custom id holds a word for the action, the session's id, the generation that the message shows, and the picks.

use std::fmt;

use crate::discord::ui::custom_id::{CustomId, Forms, Part, Read, key};
use crate::matches::MatchId;

/// The id of a board session, in its custom ids: new each time the session is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionId(pub u64);

impl Part for SessionId {
    fn read(text: &str) -> Option<Self> {
        Part::read(text).map(Self)
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The action of a button or menu of a board session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PickAct {
    /// Pick this key.
    Key(String),
    /// Pick this key, which ends the turn, and play the turn.
    End(String),
    /// Pick the values chosen in this list's menu; lists count from 0.
    From(u8),
    /// Undo the last pick or turn.
    Back,
    /// Undo all picks and turns.
    Over,
    /// Continue a planned line after the whole turn.
    On,
    /// Submit the whole turn: play it, store the line, or answer the puzzle or mistake.
    Play,
    /// Ask a computer for its evaluation.
    Think,
    /// Open the text field with the whole turn in it.
    Type,
    /// Go on to the next match that waits, and offer this one after the others.
    Skip,
    /// Close the picker; the other matches wait.
    Later,
}

/// A press in a board session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionPress {
    pub session: SessionId,
    /// The generation of the session that the message shows.
    pub generation: u32,
    pub act: PickAct,
}

impl Read for SessionPress {
    const FORMS: Forms = &[
        &["pick", "SessionId", "u32", "String as key"],
        &["end", "SessionId", "u32", "String as key"],
        &["from", "SessionId", "u32", "u8"],
        &["back", "SessionId", "u32"],
        &["over", "SessionId", "u32"],
        &["on", "SessionId", "u32"],
        &["play", "SessionId", "u32"],
        &["think", "SessionId", "u32"],
        &["retype", "SessionId", "u32"],
        &["skip", "SessionId", "u32"],
        &["later", "SessionId", "u32"],
    ];

    /// Sessions belong to one person, who can see their match.
    fn about(&self) -> Option<MatchId> {
        None
    }

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
            ("skip", []) => PickAct::Skip,
            ("later", []) => PickAct::Later,
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
        let word = match self.act {
            PickAct::Key(_) => "pick",
            PickAct::End(_) => "end",
            PickAct::From(_) => "from",
            PickAct::Back => "back",
            PickAct::Over => "over",
            PickAct::On => "on",
            PickAct::Play => "play",
            PickAct::Think => "think",
            PickAct::Type => "retype",
            PickAct::Skip => "skip",
            PickAct::Later => "later",
        };
        write!(f, "{word}/{}/{}", self.session, self.generation)?;
        match &self.act {
            PickAct::Key(key) | PickAct::End(key) => write!(f, "/{key}"),
            PickAct::From(list) => write!(f, "/{list}"),
            _ => Ok(()),
        }
    }
}

impl From<SessionPress> for CustomId {
    fn from(press: SessionPress) -> Self {
        Self::of(&press)
    }
}
