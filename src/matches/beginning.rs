use super::Proposal;
use crate::games::{AnyPosition, Effect, Game, Progress, read_turn};

/// The position in which a match begins, and what the turn before it did.
pub(super) fn beginning(
    game: &Game,
    proposal: &Proposal,
) -> Result<(AnyPosition, Vec<Effect>), String> {
    let start = game
        .start(&proposal.options)
        .map_err(|error| error.to_string())?;
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
