//! One's own mistakes in a match that is over, to be made better.

use super::view::BoardView;
use crate::features::computers::model::analysis::{Chance, Grade, TurningPoint};
use crate::games::read_turn;
use crate::kernel::{Arbiter, Error, View};
use crate::matches::{MatchId, Refusal, UserId};

/// A turn of somebody's own that lost much.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The match.
    pub view: View,
    /// What was played, and what would have been better.
    pub point: TurningPoint,
    /// How many turns had been made before the next one of theirs; `None`: there is no other.
    pub next: Option<u32>,
}

/// What somebody's answer in place of a mistake is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amends {
    /// It is the better turn.
    Best,
    /// It is about as good.
    Good(Chance),
    /// It is what was played.
    Same,
    /// It loses much, too.
    Bad(Chance),
}

/// An answer in place of a mistake.
pub struct Amended {
    /// The board with the answer on it.
    pub shown: BoardView,
    pub turn: String,
    /// What it is worth.
    pub amends: Amends,
    /// What it is in place of.
    pub mistake: Mistake,
}

impl Arbiter {
    /// The first mistake that somebody made in a match when this many turns had been made or later; `None`: there is none, or the
    /// match is not analysed.
    ///
    /// # Errors
    ///
    /// When there is no such match.
    pub async fn mistake(
        &self,
        id: MatchId,
        by: UserId,
        ply: u32,
    ) -> Result<Option<Mistake>, Error> {
        let view = self.view(id).await?;
        let Some(seat) = view.state.seat_of(by) else {
            return Ok(None);
        };
        if view.state.ending().is_none() {
            return Err(Refusal::NotOver(id).into());
        }
        let Some(analysis) = self.analysis_known(id, by).await? else {
            return Ok(None);
        };
        let points = analysis.points.into_iter();
        let mut own = points.filter(|point| point.seat == seat && point.from >= ply);
        let Some(point) = own.next() else {
            return Ok(None);
        };
        let next = own.next().map(|next| next.from);
        Ok(Some(Mistake { view, point, next }))
    }

    /// Takes the turn that was picked as the answer in place of a mistake.
    ///
    /// # Errors
    ///
    /// When the mistake is gone, the turn is not whole, or no computer answers.
    pub(super) async fn amend(
        &self,
        by: UserId,
        shown: BoardView,
        id: MatchId,
        ply: u32,
    ) -> Result<Amended, Error> {
        let mistake = self.mistake(id, by, ply).await?;
        let mistake = mistake
            .filter(|mistake| mistake.point.from == ply)
            .ok_or(Refusal::NotOnOffer)?;
        let whole = shown.whole()?;
        let (turn, after) = (whole.text(), whole.after.clone());
        let leads_there = |other: &str| {
            read_turn(&*shown.ground.from, other)
                .is_ok_and(|other| other.after.text() == after.text())
        };
        let point = &mistake.point;
        let best = point.better.first().is_some_and(|best| leads_there(best));
        let amends = if best {
            Amends::Best
        } else if leads_there(&point.turn) {
            Amends::Same
        } else {
            let chance = match after.outcome() {
                Some(outcome) => Chance::of(outcome.verdict, point.seat),
                None => {
                    let mover = after.to_move();
                    // The same answer gets the same opinion.
                    let thought = self.opinion(by, after.clone(), by.0).await?;
                    let chance = Chance {
                        value: thought.value,
                        proven: thought.proven,
                    };
                    if mover == Some(point.seat) {
                        chance
                    } else {
                        chance.turned()
                    }
                }
            };
            match Grade::of(point.before.value - chance.value) {
                None => Amends::Good(chance),
                Some(_) => Amends::Bad(chance),
            }
        };
        let mut shown = shown.with_turn(turn.clone())?;
        let changed = self.changed(shown.session).await?;
        shown.session = changed.ok_or(Refusal::PickedAlready)?;
        Ok(Amended {
            shown,
            turn,
            amends,
            mistake,
        })
    }
}
