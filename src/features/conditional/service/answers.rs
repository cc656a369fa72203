//! Which conditional turn is due in a match.

use crate::db::{Store, StoreError};
use crate::features::conditional::store::{self, KeptLine};
use crate::kernel::Error;
use crate::matches::{Command, Match, MatchId, UserId};
use crate::people::Moment;

/// A player's lines in a match.
pub(crate) async fn lines_of(
    store: &Store,
    id: MatchId,
    owner: UserId,
) -> Result<Vec<KeptLine>, StoreError> {
    let mut lines = store.read(move |db| store::lines(db, id)).await?;
    lines.retain(|line| line.owner == owner);
    Ok(lines)
}

/// The turn that the player to move has planned for this board, and since when it is due: since the turn before it was
/// made, so that no time passes.
pub(crate) async fn due(store: &Store, state: &Match) -> Result<Option<(Command, Moment)>, Error> {
    let (Some(by), Some(turn)) = (state.person_to_move(), state.record().last()) else {
        return Ok(None);
    };
    let kept = lines_of(store, state.id(), by).await?;
    let lines: Vec<_> = kept.into_iter().map(|kept| kept.line).collect();
    let Some(text) = state.conditional_answer(by, &lines) else {
        return Ok(None);
    };
    let command = Command::PlayConditional {
        by,
        text: text.to_owned(),
        board: state.board(),
    };
    Ok(Some((command, turn.at)))
}
