use crate::db::drafts;
use crate::kernel::outcome::outcome;
use crate::kernel::{Arbiter, Error, Fault, View};
use crate::matches::{Command, Draft, Match, MatchId, Refusal, UserId, turn_mark};

/// A turn that could be made, and what would come of it.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The match as it stands.
    pub view: View,
    /// The match as it would stand after the turn.
    pub after: Match,
    /// The turn.
    pub draft: Draft,
}

impl Arbiter {
    /// Reads a turn as [`play`](Self::play) does and keeps it as the player's draft, but does not make it.
    ///
    /// # Errors
    ///
    /// Those of [`play`](Self::play).
    pub async fn prepare(
        &self,
        id: MatchId,
        by: UserId,
        text: &str,
        seen: Option<u32>,
    ) -> Result<Prepared, Error> {
        let prepared = self.weigh(self.view(id).await?, by, text, seen)?;
        let draft = prepared.draft.clone();
        self.write(move |db| drafts::keep_draft(db, id, by, &draft))
            .await?;
        Ok(prepared)
    }

    /// What would come of a turn.
    pub(crate) fn weigh(
        &self,
        view: View,
        by: UserId,
        text: &str,
        seen: Option<u32>,
    ) -> Result<Prepared, Error> {
        let id = view.state.id();
        let command = Command::Play {
            by,
            text: text.to_owned(),
            board: seen,
        };
        // What the other side may have planned as an answer is not to be seen before it counts.
        let (after, _) = outcome(&view.state, &command, self.kernel.time.now())?;
        let made = after
            .record()
            .get(view.state.record().len())
            .and_then(|entry| entry.text.clone());
        let Some(turn) = made else {
            return Err(Fault::NoTurn(id).into());
        };
        let draft = Draft {
            board: view.state.board(),
            turn,
        };
        Ok(Prepared { view, after, draft })
    }

    /// The draft that a player was shown for a board, by its [`mark`](Draft::mark).
    ///
    /// # Errors
    ///
    /// When the player cannot move on that board any more, or has prepared another turn since.
    pub async fn draft(
        &self,
        id: MatchId,
        by: UserId,
        board: u32,
        mark: u32,
    ) -> Result<Draft, Error> {
        let kept = self.read(move |db| drafts::draft(db, id, by)).await?;
        let draft = kept.filter(|draft| draft.board == board && draft.mark() == mark);
        let state = match draft {
            Some(_) => self.kernel.load(id).await?,
            // The same write makes a turn and takes its draft away. The cache may not know of it yet; the store does.
            None => self.kernel.ledger.stored(id, u32::MAX).await?,
        };
        state.mover(by, Some(board), self.kernel.time.now())?;
        Ok(draft.ok_or(Refusal::OldPreview)?)
    }

    /// Keeps what somebody typed while it is not known for which of several matches they mean it, and returns the
    /// [`turn_mark`] by which it is told apart. It is kept as offered turns are, until the match is at another board.
    pub async fn keep_typed(
        &self,
        id: MatchId,
        by: UserId,
        board: u32,
        text: &str,
    ) -> Result<u32, Error> {
        let turns = [text.to_owned()];
        self.write(move |db| drafts::keep_offers(db, id, by, board, &turns))
            .await?;
        Ok(turn_mark(text))
    }

    /// What somebody typed for a match before they said for which.
    ///
    /// # Errors
    ///
    /// When it is not kept any more.
    pub async fn typed(
        &self,
        id: MatchId,
        by: UserId,
        board: u32,
        mark: u32,
    ) -> Result<String, Error> {
        // A note may have several lines, which are kept as several turns would be.
        let kept = self
            .read(move |db| drafts::offers(db, id, by, board))
            .await?
            .join("\n");
        if turn_mark(&kept) == mark {
            Ok(kept)
        } else {
            Err(Refusal::NotKept.into())
        }
    }

    /// A turn that was offered to a player for a board, by its [`turn_mark`].
    ///
    /// # Errors
    ///
    /// When the player cannot move on that board any more, or other turns were offered since.
    pub async fn offered(
        &self,
        id: MatchId,
        by: UserId,
        board: u32,
        mark: u32,
    ) -> Result<String, Error> {
        let turns = self
            .read(move |db| drafts::offers(db, id, by, board))
            .await?;
        self.kernel
            .load(id)
            .await?
            .mover(by, Some(board), self.kernel.time.now())?;
        Ok(turns
            .into_iter()
            .find(|turn| turn_mark(turn) == mark)
            .ok_or(Refusal::OldOffer)?)
    }
}
