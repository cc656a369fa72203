//! The conditional turn that is due in a match.

use crate::db::{Store, StoreError};
use crate::features::conditional::store::{self, KeptLine};
use crate::kernel::Error;
use crate::matches::{Command, Match, MatchId, UserId};
use crate::people::Moment;

/// Returns a player's lines in a match.
pub(crate) async fn lines_of(
    store: &Store,
    id: MatchId,
    owner: UserId,
) -> Result<Vec<KeptLine>, StoreError> {
    let mut lines = store.read(move |db| store::lines(db, id)).await?;
    lines.retain(|line| line.owner == owner);
    Ok(lines)
}

/// Returns the planned turn of the player to move, and the time to play it.
/// That is the time of the previous turn, so that the player's clock loses nothing.
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
