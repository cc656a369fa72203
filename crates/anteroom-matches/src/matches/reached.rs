use super::event::Proposal;
use anteroom_games::{AnyPosition, Effect, Game, Progress, TurnRead, quiet_turns, read_turn};

/// The position that a match has reached, with what the rules need to know of its past.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    pub(crate) position: AnyPosition,
    /// The position before the last turn; `None` before the first.
    pub(crate) previous: Option<AnyPosition>,
    /// What the last turn did; empty before the first.
    pub(crate) last_turn: Vec<Effect>,
    /// The number of turns in a row without progress.
    pub(crate) quiet: u32,
}

impl Reached {
    /// Returns the position in which a match begins, after the turns of its opening.
    pub(crate) fn start(game: &Game, proposal: &Proposal) -> Result<Self, String> {
        let start = Self {
            position: proposal.start(game)?,
            previous: None,
            last_turn: Vec::new(),
            quiet: 0,
        };
        start.and_then(&proposal.opening)
    }

    /// Plays these turns, given as canonical texts.
    pub(crate) fn and_then<T: AsRef<str>>(
        mut self,
        turns: impl IntoIterator<Item = T>,
    ) -> Result<Self, String> {
        for text in turns {
            let text = text.as_ref();
            let turn = read_turn(&*self.position, text)
                .map_err(|error| format!("the turn {text}: {error}"))?;
            if turn.progress != Progress::Complete {
                return Err(format!("the turn {text} is not whole"));
            }
            self.turn_made(turn);
        }
        Ok(self)
    }

    /// Adds a complete turn.
    pub(crate) fn turn_made(&mut self, turn: TurnRead) {
        self.quiet = quiet_turns(self.quiet, &turn.effects, &*turn.after);
        self.last_turn = turn.effects;
        self.previous = Some(std::mem::replace(&mut self.position, turn.after));
    }
}

impl Proposal {
    /// Returns the position in which the game starts, before the turns of the opening.
    pub fn start(&self, game: &Game) -> Result<AnyPosition, String> {
        match &self.position {
            Some(text) => game
                .read(&self.options, text)
                .map_err(|error| error.to_string()),
            None => game.start(&self.options).map_err(|error| error.to_string()),
        }
    }
}
