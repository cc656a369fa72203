//! A player's own mistakes in a finished match, for practice.

use crate::features::computers::service::players::Care;
use crate::features::play::model::refusal::PlayRefusal;
use crate::features::play::model::session::About;
use crate::features::play::model::view::BoardView;
use crate::features::study::model::analysis::{Chance, Grade};
use crate::features::study::model::mistakes::{Corrected, Correction, Mistake, Sum};
use crate::features::study::store::corrections;
use crate::games::read_turn;
use crate::kernel::{Arbiter, Result};
use crate::matches::{MatchId, Refusal, UserId};

impl Arbiter {
    /// Returns a player's first mistake in a match at this ply or later.
    /// `None` if no such mistake exists, or if the match is not analysed.
    pub async fn mistake(&self, id: MatchId, by: UserId, ply: u32) -> Result<Option<Mistake>> {
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
        let own: Vec<_> = points.filter(|point| point.seat == seat).collect();
        let all = own.iter().map(|point| point.from).collect();
        let mut own = own.into_iter().filter(|point| point.from >= ply);
        let Some(point) = own.next() else {
            return Ok(None);
        };
        let next = own.next().map(|next| next.from);
        Ok(Some(Mistake {
            view,
            point,
            next,
            all,
        }))
    }

    /// Returns the sum of a player's first answers to the mistakes of a match.
    pub async fn sum(&self, mistake: &Mistake, by: UserId) -> Result<Sum> {
        let id = mistake.view.state.id();
        let tries = self
            .read(move |db| corrections::answers(db, by, id))
            .await?;
        let own = |ply: &&u32| tries.contains_key(*ply);
        let tried = mistake.all.iter().filter(own);
        let found = tried.clone().filter(|ply| tries.get(*ply) == Some(&true));
        Ok(Sum {
            found: found.count(),
            tried: tried.count(),
            all: mistake.all.len(),
        })
    }

    /// Stores the first try at a mistake.
    pub(crate) async fn tried(&self, by: UserId, mistake: &Mistake, found: bool) -> Result {
        let (id, ply) = (mistake.view.state.id(), mistake.point.from);
        self.write(move |db| corrections::store_answer(db, by, id, ply, found))
            .await
    }

    /// Takes the picked turn as the answer in place of a mistake.
    pub(crate) async fn correct(&self, by: UserId, shown: BoardView) -> Result<Corrected> {
        let About::Mistake { id, ply } = shown.session.about else {
            return Err(PlayRefusal::NotOnOffer.into());
        };
        let mistake = self.mistake(id, by, ply).await?;
        let mistake = mistake
            .filter(|mistake| mistake.point.from == ply)
            .ok_or(PlayRefusal::NotOnOffer)?;
        let whole = shown.whole()?;
        let (turn, after) = (whole.text(), whole.after.clone());
        let leads_there = |other: &str| {
            read_turn(&*shown.ground.from, other)
                .is_ok_and(|other| other.after.text() == after.text())
        };
        let point = &mistake.point;
        let best = point.better.first().is_some_and(|best| leads_there(best));
        let correction = if best {
            Correction::Best
        } else if leads_there(&point.turn) {
            Correction::Same
        } else {
            let chance = match after.outcome() {
                Some(outcome) => Chance::of(outcome.verdict, point.seat),
                None => {
                    let mover = after.to_move();
                    // The seed is fixed, so the same answer gets the same evaluation.
                    let thought = self.opinion(by, after.clone(), Care::Usual, by.0).await?;
                    let chance = Chance {
                        value: thought.value,
                        proven: thought.proven,
                    };
                    let own = if mover == Some(point.seat) {
                        chance
                    } else {
                        chance.turned()
                    };
                    // No turn leads to more than what was proved before it.
                    match point.before.proven {
                        Some(most) => own.at_most(most),
                        None => own,
                    }
                }
            };
            match Grade::of(point.before.value - chance.value) {
                None => Correction::Good(chance),
                Some(_) => Correction::Bad(chance),
            }
        };
        let mut shown = shown.with_turn(turn.clone())?;
        let changed = self.changed(shown.session).await?;
        shown.session = changed.ok_or(PlayRefusal::PickedAlready)?;
        let found = matches!(correction, Correction::Best | Correction::Good(_));
        self.tried(by, &mistake, found).await?;
        let sum = self.sum(&mistake, by).await?;
        Ok(Corrected {
            shown,
            turn,
            correction,
            mistake,
            sum,
        })
    }
}
