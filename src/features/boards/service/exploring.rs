//! Explorations: boards on which somebody plays both sides.

use super::view::{BoardKind, BoardView, Ground};
use crate::db::Listed;
use crate::features::boards::model::session::{About, Standing};
use crate::features::computers::service::hints::refused;
use crate::features::conditional::Conditional;
use crate::games::Game;
use crate::kernel::{Arbiter, Error};
use crate::matches::{Entry, Line, MatchId, NoAdvice, Refusal, Status, UserId};
use crate::search::Thought;

impl Arbiter {
    /// What a computer thinks of an exploration whose message shows this generation.
    ///
    /// # Errors
    ///
    /// As [`pick`](Self::pick), or when a computer may not be asked or does not answer.
    pub async fn opinion_of(
        &self,
        by: UserId,
        number: u64,
        generation: u32,
    ) -> Result<(BoardView, Thought), Error> {
        let shown = self.board(by, number, generation).await?;
        let BoardKind::Exploration { may_ask: true, .. } = shown.kind else {
            return Err(Refusal::NotOnOffer.into());
        };
        if shown.now.picked.is_none() {
            return Err(refused(NoAdvice::Nothing));
        }
        // The same board gets the same answer.
        let position = shown.now.position.clone();
        let thought = self.opinion(by, position, by.0).await?;
        Ok((shown, thought))
    }

    /// Lays the turns of an exploration down as a conditional line of its match.
    pub(crate) async fn plan_explored(
        &self,
        by: UserId,
        shown: BoardView,
    ) -> Result<Conditional, Error> {
        let (Some(view), BoardKind::Exploration { may_plan: true, .. }) =
            (shown.ground.view, shown.kind)
        else {
            return Err(Refusal::NotOnOffer.into());
        };
        let own = view.state.seat_of(by);
        // A line ends with a turn of one's own.
        let mut seats = shown.now.seats.iter();
        let last = seats.rposition(|seat| Some(*seat) == own);
        let length = last.map_or(0, |last| last + 1);
        let line = Line {
            board: view.state.board(),
            turns: shown.session.turns.into_iter().take(length).collect(),
        };
        self.add_line(view.state.id(), by, &line.text()).await
    }

    /// What is offered in an exploration.
    pub(super) async fn explored(
        &self,
        by: UserId,
        about: &About,
        ground: &Ground,
        now: &Standing,
    ) -> Result<BoardKind, Error> {
        let state = ground.view.as_ref().map(|view| &view.state);
        // Nobody else's match that goes on is told of, and none of one's own against a person.
        let could_ask = match state.map(|state| (state, state.status())) {
            Some((state, Status::Playing)) => {
                state.seat_of(by).is_some() && state.people().count() < 2
            }
            _ => true,
        };
        let (before, may_plan) = match (about, state) {
            (About::Match { ply, .. }, Some(state)) => {
                let length = usize::try_from(*ply).unwrap_or(usize::MAX);
                let seat = state.waiting_seat(by).ok();
                let plans = seat.is_some_and(|seat| now.seats.contains(&seat));
                let before = state.record().get(..length).unwrap_or_default();
                (before, plans && *ply >= state.ply())
            }
            _ => (&[][..], false),
        };
        let mut helps = None;
        if could_ask {
            helps = self.helped(by, ground.game, before).await?;
        }
        Ok(BoardKind::Exploration {
            may_ask: could_ask && helps.is_none(),
            helps,
            may_plan,
        })
    }

    /// The match that somebody plays against a person and that begins as a board does: whatever a computer says of that board
    /// may be of use there. Which turns are tried on the board does not matter, for they can be tried in any order.
    async fn helped(
        &self,
        by: UserId,
        game: &Game,
        before: &[Entry],
    ) -> Result<Option<MatchId>, Error> {
        let listed = self.kernel.store.games_of(by).await?;
        let between_people = |one: &Listed| {
            let players = one.players.into_iter().flatten();
            players.filter(|player| player.person().is_some()).count() == 2
        };
        let of_game = listed
            .iter()
            .filter(|one| one.game == game.card.key && between_people(one));
        for one in of_game {
            // One that cannot be read is not played on.
            let Ok(state) = self.kernel.ledger.load(one.id).await else {
                continue;
            };
            // One of the two may go further than the other.
            let mut both = state.record().iter().zip(before);
            let alike = both.all(|(one, other)| one.text == other.text);
            if *state.status() == Status::Playing && alike {
                return Ok(Some(one.id));
            }
        }
        Ok(None)
    }
}
