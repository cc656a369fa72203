//! Hints: where to look, and which turn the computer would play.

use std::time::Duration;

use crate::features::computers::service::players::{Care, Silence, ask};
use crate::features::study::model::glance::{placed, where_to_look};
use crate::features::study::model::hints::Hint;
use crate::features::study::model::hints::NoAdvice;
use crate::features::study::store::hints::{self, StoredHint};
use crate::games::AnyPosition;
use crate::kernel::fair::Full;
use crate::kernel::{Answer, Arbiter, Error, Result};
use crate::matches::{Match, MatchId, UserId};
use crate::search::{Proven, Thought};

/// How long a person waits for advice. A search takes 1 second, but others may be ahead in the queue.
const PATIENCE: Duration = Duration::from_secs(30);

/// The result of asking for hints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintsAsked {
    /// The other player has not agreed yet.
    Asked { other: UserId },
    /// Both players agree.
    Agreed,
}

impl Arbiter {
    /// Returns the computer's turn for a player who is to move.
    ///
    /// # Errors
    ///
    /// If the person is not to move, the match is rated, belongs to a contest or has a team, the other player has not agreed, or no computer answers.
    pub async fn hint(&self, id: MatchId, by: UserId) -> Result<Hint> {
        let view = self.look(id, by).await?;
        let state = &view.state;
        state.mover(by, None, self.now())?;
        self.hints_allowed(state).await?;
        let board = state.board();
        let kept = self.read(move |db| hints::hint(db, id)).await?;
        let (turn, proven) = match kept {
            Some(hint) if hint.board == board => (hint.turn, hint.proven),
            before => {
                let seed = id.0.rotate_left(20) ^ u64::from(board);
                let position = state.position().boxed_clone();
                let mut thought = self
                    .opinion(by, position.boxed_clone(), Care::Usual, seed)
                    .await?;
                // After the turn of a proven win the position is still won: a longer search finds how.
                if thought.proven.is_none() && before.is_some_and(|hint| still_wins(state, &hint)) {
                    thought = self.opinion(by, position, Care::Doubtful, seed).await?;
                }
                let (turn, proven) = (thought.turn, thought.proven);
                let kept = StoredHint {
                    board,
                    turn: turn.clone(),
                    proven,
                };
                self.write(move |db| hints::store_hint(db, id, &kept))
                    .await?;
                (turn, proven)
            }
        };
        let prepared = self.prepare(view.clone(), by, &turn, Some(board))?;
        let effects = prepared.after.last_turn();
        let seed = id.0.wrapping_mul(31) ^ u64::from(board);
        let cells = where_to_look(prepared.view.state.position(), effects, seed);
        let places = placed(effects);
        Ok(Hint {
            prepared,
            cells,
            places,
            proven,
        })
    }

    /// Stores a player's consent to hints, and returns whether the other player has agreed.
    ///
    /// # Errors
    ///
    /// If the person does not play in the match, it is not running, or it is rated, belongs to a contest or has a team.
    pub async fn ask_for_hints(&self, id: MatchId, by: UserId) -> Result<HintsAsked> {
        let state = self.kernel.load(id).await?;
        let seat = state.player_seat(by)?;
        fair(&state)?;
        let Some(other) = state.person(seat.other()) else {
            return Ok(HintsAsked::Agreed);
        };
        let agreed = self.write(move |db| {
            hints::consent_to_hints(db, id, by)?;
            hints::hint_consents(db, id)
        });
        let agreed = agreed.await?;
        Ok(if agreed.contains(&other) {
            HintsAsked::Agreed
        } else {
            HintsAsked::Asked { other }
        })
    }

    /// Answers the other player's request for hints.
    ///
    /// # Errors
    ///
    /// If the person does not play in the match, it is not running, hints are refused in it, or the other player did not ask.
    pub async fn answer_hints(&self, id: MatchId, by: UserId, answer: Answer) -> Result {
        let state = self.kernel.load(id).await?;
        let seat = state.player_seat(by)?;
        fair(&state)?;
        let agreed = self.read(move |db| hints::hint_consents(db, id)).await?;
        let asked = state
            .person(seat.other())
            .is_some_and(|other| agreed.contains(&other));
        if !asked {
            return Err(refused(NoAdvice::NotAgreed(id)));
        }
        self.write(move |db| match answer {
            Answer::Accept => hints::consent_to_hints(db, id, by),
            Answer::Decline => hints::delete_hint_consents(db, id),
        })
        .await
    }

    /// Checks whether the player to move may have hints.
    async fn hints_allowed(&self, state: &Match) -> Result {
        let id = state.id();
        fair(state)?;
        if state.people().count() < 2 {
            return Ok(());
        }
        let agreed = self.read(move |db| hints::hint_consents(db, id)).await?;
        if state.people().all(|user| agreed.contains(&user)) {
            Ok(())
        } else {
            Err(refused(NoAdvice::NotAgreed(id)))
        }
    }

    /// Returns a computer's evaluation of a position, after at most [`PATIENCE`].
    pub(crate) async fn opinion(
        &self,
        by: UserId,
        position: AnyPosition,
        care: Care,
        seed: u64,
    ) -> Result<Thought> {
        let asked = ask(&self.kernel, by, position, care, seed);
        match tokio::time::timeout(PATIENCE, asked).await {
            Ok(Ok(thought)) => Ok(thought),
            Ok(Err(Silence::Full(full))) => Err(too_full(full)),
            Err(_) => Err(refused(NoAdvice::Busy)),
            Ok(Err(Silence::Nothing)) => Err(refused(NoAdvice::Nothing)),
        }
    }
}

/// Whether the player has made the turn of an earlier hint, which was proved to win, and nothing was taken back.
fn still_wins(state: &Match, hint: &StoredHint) -> bool {
    let turns = state.record().iter().rev();
    let mut own = turns.filter(|entry| Some(entry.seat) == state.to_move() && entry.text.is_some());
    hint.proven == Some(Proven::Win)
        && hint.board.saturating_add(2) == state.board()
        && own.next().and_then(|entry| entry.text.as_ref()) == Some(&hint.turn)
}

/// Checks that hints would spoil nothing: no result that counts, and no play of a team, which cannot agree to them.
fn fair(state: &Match) -> Result {
    if state.is_contested() {
        Err(refused(NoAdvice::Contest(state.id())))
    } else if state.is_rated() {
        Err(refused(NoAdvice::Rated(state.id())))
    } else if state.has_team() {
        Err(refused(NoAdvice::Team(state.id())))
    } else {
        Ok(())
    }
}

/// The error for a full queue of questions.
pub(crate) fn too_full(full: Full) -> Error {
    match full {
        Full::OfOne => full.into(),
        Full::OfAll => refused(NoAdvice::Busy),
    }
}

pub(crate) fn refused(why: NoAdvice) -> Error {
    why.into()
}
