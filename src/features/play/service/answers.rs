//! The conditional turn that is due in a match.

use std::collections::HashSet;
use std::sync::Mutex;

use crate::db::Result;
use crate::features::play::store::conditional::{self, KeptLine};
use crate::kernel::lock::lock;
use crate::kernel::{Error, Kernel};
use crate::matches::{Command, Match, MatchId, UserId};
use crate::people::Moment;

/// The matches that may have stored lines, once they are known. Nearly no match has any, so most turns need not look for
/// lines in the database.
#[derive(Default)]
pub(super) struct Planned {
    matches: Mutex<Option<HashSet<MatchId>>>,
}

impl Planned {
    pub(super) fn know(&self, matches: HashSet<MatchId>) {
        *lock(&self.matches) = Some(matches);
    }

    /// Remembers that a line is about to be stored in a match.
    pub(super) fn add(&self, id: MatchId) {
        if let Some(matches) = lock(&self.matches).as_mut() {
            matches.insert(id);
        }
    }

    pub(super) fn remove(&self, id: MatchId) {
        if let Some(matches) = lock(&self.matches).as_mut() {
            matches.remove(&id);
        }
    }

    fn may_have_lines(&self, id: MatchId) -> bool {
        lock(&self.matches)
            .as_ref()
            .is_none_or(|matches| matches.contains(&id))
    }
}

/// Returns a player's lines in a match.
pub(crate) async fn lines_of(kernel: &Kernel, id: MatchId, owner: UserId) -> Result<Vec<KeptLine>> {
    if !kernel.part::<Planned>().may_have_lines(id) {
        return Ok(Vec::new());
    }
    let mut lines = kernel.read(move |db| conditional::lines(db, id)).await?;
    lines.retain(|line| line.owner == owner);
    Ok(lines)
}

/// Returns the planned turn of the player to move, and the time to play it.
/// That is the time of the previous turn, so that the player's clock loses nothing.
pub(crate) async fn due(
    kernel: &Kernel,
    state: &Match,
) -> Result<Option<(Command, Moment)>, Error> {
    let (Some(by), Some(turn)) = (state.person_to_move(), state.record().last()) else {
        return Ok(None);
    };
    let kept = lines_of(kernel, state.id(), by).await?;
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
