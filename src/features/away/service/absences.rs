//! What matches know of players who are away.

use std::sync::{Arc, Weak};

use super::time_off::current;
use crate::board::Seat;
use crate::db::Store;
use crate::kernel::acts::Acts;
use crate::kernel::reactor::{Change, Offers, Reactor};
use crate::kernel::tasks::Tasks;
use crate::kernel::{BoxFuture, Error};
use crate::matches::{Command, DaysOff, Match, MatchId, Status, UserId};
use crate::people::{Moment, TimeOff};

/// What the log calls it.
const TELLING: &str = "telling of days off";

/// Lets matches that begin know where their players live, and whether they are away.
pub(crate) struct Absences {
    pub(crate) store: Store,
    pub(crate) tasks: Arc<Tasks>,
    pub(crate) acts: Weak<Acts>,
}

impl Absences {
    /// Tells a match of its players what it does not know yet.
    async fn tell(&self, id: MatchId) -> Result<(), Error> {
        let Some(acts) = self.acts.upgrade() else {
            return Ok(());
        };
        let now = acts.time.now();
        for seat in Seat::BOTH {
            let state = match acts.ledger.load(id).await {
                Ok(state) => state,
                // It is frozen.
                Err(Error::Refused(_)) => return Ok(()),
                Err(error) => return Err(error),
            };
            let Some(user) = state
                .person(seat)
                .filter(|_| *state.status() == Status::Playing)
            else {
                continue;
            };
            for command in self.unknown(&state, seat, user, now).await? {
                match acts.act(id, &command, None).await {
                    Ok(update) => update.leave_to_arbiter(),
                    Err(Error::Refused(refusal)) => {
                        tracing::debug!(match_id = %id, %refusal, "a match does not take a player's days off");
                    }
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    /// What a match does not know of a player.
    async fn unknown(
        &self,
        state: &Match,
        seat: Seat,
        by: UserId,
        now: Moment,
    ) -> Result<Vec<Command>, Error> {
        let mut commands = Vec::new();
        let term = state.proposal().days_off;
        if term == DaysOff::WeekendsToo
            && let Some(zone) = self.store.habits(by).await?.zone
            && zone != *state.clocks().zone(seat)
        {
            commands.push(Command::SetZone { by, zone });
        }
        if term.allows()
            && state.clocks().time_off(seat, now).is_none()
            && !state.clocks().most_off(seat, now).is_zero()
            && let Some(off) = current(&self.store.time_off(by).await?, now)
        {
            let off = TimeOff {
                automatic: false,
                ..off
            };
            commands.push(Command::TakeOff { by, off });
        }
        Ok(commands)
    }
}

impl Reactor for Absences {
    fn react<'a>(self: Arc<Self>, change: &'a Change, _: &'a mut Offers) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let was = change.before.as_ref().map(|before| before.status());
            let begins = *change.after.status() == Status::Playing && was != Some(&Status::Playing);
            if begins && change.after.proposal().days_off.allows() {
                let (id, part) = (change.after.id(), Arc::clone(&self));
                self.tasks.work(TELLING, id, move |_| {
                    let part = Arc::clone(&part);
                    async move { part.tell(id).await }
                });
            }
        })
    }

    fn resume(self: Arc<Self>) -> BoxFuture<'static, Result<(), Error>> {
        Box::pin(async move {
            let Some(acts) = self.acts.upgrade() else {
                return Ok(());
            };
            for user in self.store.absent(acts.time.now()).await? {
                for id in self.store.playing(user).await? {
                    let part = Arc::clone(&self);
                    // A match that fails is told later, and stops no other.
                    let told = self.tasks.work_now(TELLING, id, move |_| {
                        let part = Arc::clone(&part);
                        async move { part.tell(id).await }
                    });
                    told.await;
                }
            }
            Ok(())
        })
    }
}
