//! Explorations: boards on which a person plays both sides.

use crate::db::Listed;
use crate::features;
use crate::features::play::model::conditional::Conditional;
use crate::features::play::model::refusal::PlayRefusal;
use crate::features::play::model::session::{About, Standing};
use crate::features::play::model::view::{BoardKind, BoardView, Ground};
use crate::games::Game;
use crate::kernel::{Arbiter, Result};
use crate::matches::{Entry, Line, MatchId, Status, UserId};

impl Arbiter {
    /// Stores the turns of an exploration as a conditional line of its match.
    pub(crate) async fn plan_explored(&self, by: UserId, shown: BoardView) -> Result<Conditional> {
        let (Some(view), BoardKind::Exploration { may_plan: true, .. }) =
            (shown.ground.view, shown.kind)
        else {
            return Err(PlayRefusal::NotOnOffer.into());
        };
        let own = view.state.seat_of(by);
        // A line must end with a turn of its owner.
        let mut seats = shown.now.seats.iter();
        let last = seats.rposition(|seat| Some(*seat) == own);
        let length = last.map_or(0, |last| last + 1);
        let line = Line {
            board: view.state.board(),
            turns: shown.session.turns.into_iter().take(length).collect(),
        };
        self.add_line(view.state.id(), by, &line.text()).await
    }

    /// Returns the actions that an exploration offers besides the picks.
    pub(super) async fn explored(
        &self,
        by: UserId,
        about: &About,
        ground: &Ground,
        now: &Standing,
    ) -> Result<BoardKind> {
        let state = ground.view.as_ref().map(|view| &view.state);
        // The computer evaluates no running match of other people, and none between two people.
        let could_ask = match state.map(|state| (state, state.status())) {
            Some((state, Status::Playing)) => {
                state.seat_of(by).is_some() && state.people().count() < 2 && !state.has_team()
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

    /// Returns the person's running match against another person, or that of their team, that begins like this board.
    /// The computer's evaluation could help there. Only the turns before the exploration count, as explored turns can
    /// be made in any order.
    async fn helped(&self, by: UserId, game: &Game, before: &[Entry]) -> Result<Option<MatchId>> {
        let mut listed = self.kernel.store.games_of(by).await?;
        let between_people = |one: &Listed| {
            let mut players = one.players.into_iter().flatten();
            one.players.is_some() && players.all(|player| player.computer().is_none())
        };
        listed.retain(between_people);
        // A team asks no computer, also not in a match against one.
        let joined = self.read(move |db| features::joined(db, by)).await?;
        listed.extend(joined.into_iter().map(|joined| joined.listed));
        let of_game = listed.iter().filter(|one| one.game == game.card.key);
        for one in of_game {
            // An unreadable match cannot be played on.
            let Ok(state) = self.kernel.ledger.load(one.id).await else {
                continue;
            };
            // The shorter record decides.
            let mut both = state.record().iter().zip(before);
            let alike = both.all(|(one, other)| one.text == other.text);
            if *state.status() == Status::Playing && alike {
                return Ok(Some(one.id));
            }
        }
        Ok(None)
    }
}
