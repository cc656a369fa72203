use super::Proposal;
use crate::games::{AnyPosition, Effect, Game, Progress, read_turn};

/// The position in which a match begins, and what the turn before it did.
pub(super) fn beginning(
    game: &Game,
    proposal: &Proposal,
) -> Result<(AnyPosition, Vec<Effect>), String> {
    let start = proposal.start(game)?;
    let mut opening = proposal.opening.iter();
    opening.try_fold((start, Vec::new()), |(position, _), text| {
        let turn =
            read_turn(&*position, text).map_err(|error| format!("the turn {text}: {error}"))?;
        if turn.progress != Progress::Complete {
            return Err(format!("the turn {text} is not whole"));
        }
        Ok((turn.after, turn.effects))
    })
}

impl Proposal {
    /// The position before the first turn, those of the opening included.
    ///
    /// # Errors
    ///
    /// When the settings or the position text are not of this game.
    pub fn start(&self, game: &Game) -> Result<AnyPosition, String> {
        match &self.position {
            Some(text) => game
                .read(&self.options, text)
                .map_err(|error| error.to_string()),
            None => game.start(&self.options).map_err(|error| error.to_string()),
        }
    }
}
