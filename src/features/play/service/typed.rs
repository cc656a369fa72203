//! Typed turns: previewed before they count, or stored until their match is known.

use crate::db::offers;
use crate::features::play::model::refusal::PlayRefusal;
use crate::features::play::model::session::About;
use crate::features::play::model::view::{BoardView, Prepared};
use crate::games::split_steps;
use crate::kernel::outcome::outcome;
use crate::kernel::{Arbiter, Fault, Result, View};
use crate::matches::{Command, MatchId, UserId, turn_mark};

impl Arbiter {
    /// Reads a turn as [`play`](Self::play) does and opens a session with it, without playing it. What a member of a team types is a
    /// vote.
    pub async fn preview(
        &self,
        by: UserId,
        id: MatchId,
        text: &str,
        seen: Option<u32>,
    ) -> Result<BoardView> {
        let view = self.view(id).await?;
        if view.state.may_vote(by) {
            let turn = view.state.voted_turn(by, text, seen)?;
            let board = view.state.board();
            let about = About::Vote { id, board };
            return self.open_after(by, about, split_steps(&turn)).await;
        }
        let prepared = self.prepare(view, by, text, seen)?;
        let board = prepared.view.state.board();
        let steps = split_steps(&prepared.turn);
        self.open_after(by, About::Turn { id, board }, steps).await
    }

    /// Returns the match before and after a turn.
    pub(crate) fn prepare(
        &self,
        view: View,
        by: UserId,
        text: &str,
        seen: Option<u32>,
    ) -> Result<Prepared> {
        let command = Command::Play {
            by,
            text: text.to_owned(),
            board: seen,
        };
        // The preview must not reveal the opponent's planned answer.
        let (after, _) = outcome(&view.state, &command, self.kernel.time.now())?;
        let made = after
            .record()
            .get(view.state.record().len())
            .and_then(|entry| entry.text.clone());
        let turn = made.ok_or(Fault::NoTurn(view.state.id()))?;
        Ok(Prepared { view, after, turn })
    }

    /// Stores a typed turn until its match is known, and returns its [`turn_mark`].
    /// Like an offered turn, it is valid only on the current board.
    pub async fn store_typed(
        &self,
        id: MatchId,
        by: UserId,
        board: u32,
        text: &str,
    ) -> Result<u32> {
        let turns = [text.to_owned()];
        self.write(move |db| offers::store_offers(db, id, by, board, &turns))
            .await?;
        Ok(turn_mark(text))
    }

    /// Returns a typed turn that was stored until its match was known.
    pub async fn typed(&self, id: MatchId, by: UserId, board: u32, mark: u32) -> Result<String> {
        let kept = self.text_of(id, by, board, mark).await?;
        Ok(kept.ok_or(PlayRefusal::NotKept)?)
    }

    /// Returns the stored turn of a player on a board that has this mark.
    async fn text_of(
        &self,
        id: MatchId,
        by: UserId,
        board: u32,
        mark: u32,
    ) -> Result<Option<String>> {
        let kept = self.read(move |db| offers::offers(db, id, by, board));
        let kept = kept.await?;
        Ok(kept.into_iter().find(|text| turn_mark(text) == mark))
    }

    /// Returns a turn that was offered to a player on a board, by its [`turn_mark`].
    pub async fn offered(&self, id: MatchId, by: UserId, board: u32, mark: u32) -> Result<String> {
        let turn = self.text_of(id, by, board, mark).await?;
        let state = self.kernel.load(id).await?;
        match state.may_vote(by) {
            true => drop(state.votes_on(by, board)?),
            false => drop(state.mover(by, Some(board), self.kernel.time.now())?),
        }
        Ok(turn.ok_or(PlayRefusal::OldOffer)?)
    }
}
