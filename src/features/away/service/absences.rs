//! Players' time off and zones in their matches.

use std::sync::Arc;

use async_trait::async_trait;

use super::time_off::{current, take_automatic_time_off};
use crate::board::Seat;
use crate::db::people::time_settings;
use crate::features::away::store;
use crate::kernel::reactor::{CallerPosts, Change, Reactor};
use crate::kernel::{Error, Kernel, Result};
use crate::matches::{Command, DaysOff, Match, MatchId, Status, UserId};
use crate::people::{Moment, TimeOff};

/// The name of the work in the log.
const TELLING: &str = "telling of days off";

/// Gives new matches the zones and time off of their players; takes automatic time off.
#[derive(Default)]
pub(crate) struct Absences;

#[async_trait]
impl Reactor for Absences {
    async fn react(&self, kernel: &Arc<Kernel>, change: &Change, _: &mut CallerPosts) {
        let was = change.before.as_ref().map(|before| before.status());
        let begins = *change.after.status() == Status::Playing && was != Some(&Status::Playing);
        if begins && change.after.proposal().days_off.allows() {
            let id = change.after.id();
            kernel.work(TELLING, id, move |kernel, _| async move {
                tell(&kernel, id).await
            });
        }
    }

    async fn start(&self, kernel: &Arc<Kernel>) -> Result {
        let now = kernel.time.now();
        for user in kernel.read(move |db| store::absent(db, now)).await? {
            for id in kernel.read(move |db| store::playing(db, user)).await? {
                // A match that fails is retried later and does not stop the others.
                let told = kernel.work_now(TELLING, id, move |kernel, _| async move {
                    tell(&kernel, id).await
                });
                told.await;
            }
        }
        Ok(())
    }

    async fn stop_clock(&self, kernel: &Arc<Kernel>, state: &Match) -> Result<bool> {
        take_automatic_time_off(kernel, state).await
    }
}

/// Gives a match the zones and time off of its players that it lacks.
async fn tell(kernel: &Arc<Kernel>, id: MatchId) -> Result {
    let now = kernel.time.now();
    for seat in Seat::BOTH {
        let state = match kernel.ledger.load(id).await {
            Ok(state) => state,
            // The match is frozen.
            Err(Error::Frozen(_)) => return Ok(()),
            Err(error) => return Err(error),
        };
        let Some(user) = state
            .person(seat)
            .filter(|_| *state.status() == Status::Playing)
        else {
            continue;
        };
        for command in unknown(kernel, &state, seat, user, now).await? {
            match kernel.act(id, &command, None).await {
                Ok(update) => update.leave_to_arbiter(),
                Err(error) if let Some(refusal) = error.refusal() => {
                    tracing::debug!(match_id = %id, refusal, "a match does not take a player's days off");
                }
                Err(error) => return Err(error),
            }
        }
    }
    Ok(())
}

/// Returns the commands for what a match lacks about a player.
async fn unknown(
    kernel: &Kernel,
    state: &Match,
    seat: Seat,
    by: UserId,
    now: Moment,
) -> Result<Vec<Command>> {
    let mut commands = Vec::new();
    let term = state.proposal().days_off;
    if term == DaysOff::WeekendsToo
        && let Some(zone) = kernel
            .read(move |db| time_settings::of_user(db, by))
            .await?
            .zone
        && zone != *state.clocks().zone(seat)
    {
        commands.push(Command::SetZone { by, zone });
    }
    if term.allows()
        && state.clocks().time_off(seat, now).is_none()
        && !state.clocks().most_off(seat, now).is_zero()
        && let Some(off) = current(&kernel.read(move |db| store::time_off(db, by)).await?, now)
    {
        let off = TimeOff {
            automatic: false,
            ..off
        };
        commands.push(Command::TakeOff { by, off });
    }
    Ok(commands)
}
