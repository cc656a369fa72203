//! Time off of a person in all their matches at once.

use crate::features::away::model::{NoTimeOff, Stops, TimeOffView};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crate::db::people::time_settings;
use crate::db::{Listed, ListedStatus, StoreError};
use crate::features::HOOKS;
use crate::features::away::store::{self, PersonChange};
use crate::kernel::outcome::outcome;
use crate::kernel::reactor::Change;
use crate::kernel::{Arbiter, Error, Fault, Kernel, Result};
use crate::matches::{Command, DaysOff, Match, Refusal, Status, UserId};
use crate::people::{
    Moment, SLICE, TimeOff, YEAR, Zone, is_weekend_somewhere, latest_end, left_of_year,
};

/// The most attempts at a change that a concurrent change of a match invalidates.
const TRIES: usize = 8;

/// How long before the deadline automatic time off begins, so that some time is left after it.
const BEFORE_FLAG: Duration = Duration::from_mins(10);

impl Arbiter {
    /// Returns what a person's page of time off shows.
    pub async fn time_off(&self, user: UserId) -> Result<TimeOffView> {
        let (store, now) = (&self.kernel.store, self.now());
        let taken = store.read(move |db| store::time_off(db, user)).await?;
        let past: Vec<TimeOff> = taken.iter().map(|off| until_now(*off, now)).collect();
        let (off, left) = (current(&taken, now), left_of_year(&past, now));
        let asked = off.map_or(left, |off| off.rest(now));
        // In each match of the last year, a clock was stopped for at most the time off of its owner in that
        // year. Most matches therefore have enough left and are not loaded.
        let enough = !left.is_zero() && asked <= left;
        let year_ago = now.before(YEAR);
        let mut matches = Vec::new();
        for one in store.games_of(user).await? {
            if one.status != ListedStatus::Playing {
                continue;
            }
            let stops = if !one.days_off.allows() {
                Some(Stops::Never)
            } else if enough && one.made_at >= year_ago {
                Some(Stops::For(left))
            } else {
                None
            };
            matches.push((one, stops));
        }
        let unknown: Vec<_> = matches
            .iter()
            .filter(|(_, stops)| stops.is_none())
            .map(|(one, _)| one.id)
            .collect();
        for state in self.kernel.ledger.load_all(&unknown).await? {
            let (Status::Playing, Some(seat)) = (state.status(), state.seat_of(user)) else {
                continue;
            };
            let known = match state.clocks().most_off(seat, now) {
                _ if !state.proposal().days_off.allows() => Stops::Never,
                Duration::ZERO => Stops::NoMore,
                most => Stops::For(most),
            };
            if let Some((_, stops)) = matches.iter_mut().find(|(one, _)| one.id == state.id()) {
                *stops = Some(known);
            }
        }
        Ok(TimeOffView {
            time_settings: store
                .read(move |db| time_settings::of_user(db, user))
                .await?,
            off,
            left,
            latest: latest_end(&past, now),
            matches: matches
                .into_iter()
                .filter_map(|(one, stops)| Some((one, stops?)))
                .collect(),
        })
    }

    /// Takes time off from a moment on, in place of any current or planned time off.
    ///
    /// It lasts until `back`, or until no hours are left.
    pub async fn take_off(
        &self,
        user: UserId,
        from: Moment,
        back: Option<Moment>,
    ) -> Result<TimeOff> {
        let now = self.now();
        let from = from.max(now);
        if back.is_some_and(|back| back <= from) {
            return Err(NoTimeOff::BackBefore.into());
        }
        let taken = self.read(move |db| store::time_off(db, user)).await?;
        let past: Vec<TimeOff> = taken.iter().map(|off| until_now(*off, now)).collect();
        let latest = latest_end(&past, from);
        if latest <= from {
            return Err(NoTimeOff::Spent.into());
        }
        let off = TimeOff {
            from,
            until: back.map_or(latest, |back| back.min(latest)),
            back: back.filter(|back| *back <= latest),
            automatic: false,
        };
        let change = PersonChange::TimeOff {
            ends: Some(now),
            take: Some(off),
        };
        self.change_person(user, change).await?;
        Ok(off)
    }

    /// Ends current time off and cancels planned time off.
    pub async fn end_time_off(&self, user: UserId) -> Result {
        let change = PersonChange::TimeOff {
            ends: Some(self.now()),
            take: None,
        };
        self.change_person(user, change).await
    }

    /// Sets a person's time zone.
    pub async fn set_zone(&self, user: UserId, zone: Zone) -> Result {
        self.change_person(user, PersonChange::Zone(zone)).await?;
        // Quiet hours and digests depend on the zone.
        self.change_time_settings(user, |_| {}).await
    }

    /// Adds to each match why its clock is stopped: time off or a weekend.
    pub async fn note_pauses(&self, listed: &mut [Listed]) -> Result {
        note_pauses(&self.kernel, listed).await
    }

    /// Returns the matches in which a person is to move, the most urgent first.
    pub async fn waiting_for(&self, user: UserId) -> Result<Vec<Listed>> {
        waiting_for(&self.kernel, user).await
    }

    async fn change_person(&self, user: UserId, change: PersonChange) -> Result {
        let kernel = Arc::clone(&self.kernel);
        // A started change is completed even if the caller is dropped.
        let done = tokio::spawn(async move {
            let now = kernel.time.now();
            for id in kernel.read(move |db| store::playing(db, user)).await? {
                match kernel.bring_up_to_date(id, now).await {
                    Ok(_) => {}
                    Err(error) if error.refusal().is_some() => {}
                    // This match does not take the change, but the others do.
                    Err(error) => {
                        tracing::error!(match_id = %id, %error, "a match is not settled before a change for a player");
                    }
                }
            }
            change_person(&kernel, user, &change, now, None).await?;
            Ok(())
        });
        done.await.map_err(|_| Error::Fault(Fault::Stopped))?
    }
}

/// Returns the matches in which a person is to move, the most urgent first.
///
/// Everything that leads a person to their next match has this order.
pub(crate) async fn waiting_for(kernel: &Kernel, user: UserId) -> Result<Vec<Listed>> {
    let mut waiting = kernel.store.waiting_for(user).await?;
    waiting.retain(|one| one.status != ListedStatus::Frozen);
    note_pauses(kernel, &mut waiting).await?;
    waiting.sort_by_key(Listed::urgency);
    Ok(waiting)
}

async fn note_pauses(kernel: &Kernel, listed: &mut [Listed]) -> Result {
    let now = kernel.time.now();
    let absent = kernel.read(move |db| store::absent(db, now)).await?;
    let weekend = is_weekend_somewhere(now);
    let may_stand = |one: &Listed| {
        let mover = one.player_to_move().and_then(|player| player.person());
        one.status != ListedStatus::Frozen
            && mover.is_some_and(|mover| {
                absent.contains(&mover) || one.days_off == DaysOff::WeekendsToo && weekend
            })
    };
    let ids: Vec<_> = listed
        .iter()
        .filter(|one| may_stand(one))
        .map(|one| one.id)
        .collect();
    let states = kernel.ledger.load_all(&ids).await?;
    let pauses: HashMap<_, _> = states
        .iter()
        .map(|state| {
            let pause = state.to_move().and_then(|seat| state.pause(seat, now));
            (state.id(), pause)
        })
        .collect();
    for one in listed {
        one.pause = pauses.get(&one.id).cloned().flatten();
    }
    Ok(())
}

/// Returns the current time off, or the next planned one.
pub(crate) fn current(taken: &[TimeOff], now: Moment) -> Option<TimeOff> {
    let rest = taken.iter().filter(|off| off.until > now);
    rest.min_by_key(|off| off.from).copied()
}

/// Returns the used part of a time off.
fn until_now(off: TimeOff, now: Moment) -> TimeOff {
    TimeOff {
        until: off.until.min(now),
        ..off
    }
}

/// Applies a change to the store and to all matches of a person; `false` if it was not applied.
///
/// With `slice_for`, the change is automatic time off for that match, which announces it. It is not applied if
/// the match has changed or does not allow it.
async fn change_person(
    kernel: &Arc<Kernel>,
    user: UserId,
    change: &PersonChange,
    now: Moment,
    slice_for: Option<&Match>,
) -> Result<bool> {
    for _ in 0..TRIES {
        let mut changes = Vec::new();
        let since = kernel.ledger.since();
        let played = kernel.read(move |db| store::playing(db, user)).await?;
        let mut may_be_done = slice_for.is_none();
        for before in kernel.ledger.load_all(&played).await? {
            let told = slice_for.filter(|state| state.id() == before.id());
            let mut after = Match::clone(&before);
            let mut events = Vec::new();
            for command in commands(user, change, told.is_some()) {
                match outcome(&after, &command, now) {
                    Ok((next, decided)) => {
                        after = next;
                        events.extend(decided);
                    }
                    // A person who changes their mind for ever must not fill the database: the change is refused as a
                    // whole, so that all clocks do the same.
                    Err(error @ Error::Refused(Refusal::TooManyClockChanges { .. }))
                        if slice_for.is_none() =>
                    {
                        return Err(error);
                    }
                    // A match ignores a command that it does not allow.
                    Err(_) => {}
                }
            }
            if !events.is_empty() {
                may_be_done |= told.is_some_and(|state| state.seq() == before.seq());
                changes.push(Change {
                    before: Some(before),
                    after: Arc::new(after),
                    events,
                    alarm: Some(now),
                });
            }
        }
        if !may_be_done {
            return Ok(false);
        }
        let writes = changes
            .iter()
            .map(|change| (Match::clone(&change.after), change.events.clone()));
        let (asked, writes) = (change.clone(), writes.collect::<Vec<_>>());
        let written = kernel
            .write(move |db| store::change_person(db, &HOOKS, user, &asked, &writes))
            .await;
        match written {
            Ok(()) => {}
            Err(StoreError::Conflict { .. }) => {
                for change in &changes {
                    kernel.ledger.evict(change.after.id());
                }
                continue;
            }
            Err(error) => return Err(error.into()),
        }
        for change in &changes {
            kernel.ledger.put(Arc::clone(&change.after), since);
        }
        // The change is stored: a failure of one match must not stop the others.
        let mut followed = Ok(());
        for change in changes {
            match kernel.follow(change, None).await {
                Ok(update) => update.leave_to_arbiter(),
                Err(error) => followed = Err(error),
            }
        }
        return followed.map(|()| true);
    }
    Err(Fault::Store(StoreError::Busy).into())
}

/// Takes automatic time off for the player whose clock has run out, from just before the deadline.
///
/// Returns `false` if the player has not chosen that or has no time off left.
pub(crate) async fn take_automatic_time_off(kernel: &Arc<Kernel>, state: &Match) -> Result<bool> {
    let (Some(user), Some(seat)) = (state.person_to_move(), state.to_move()) else {
        return Ok(false);
    };
    let Some(flag) = state.deadline() else {
        return Ok(false);
    };
    let at = flag.before(BEFORE_FLAG).max(state.changed_at());
    if state.clocks().most_off(seat, at) < SLICE || at >= flag {
        return Ok(false);
    }
    let read = kernel.read(move |db| {
        let automatic = time_settings::of_user(db, user)?.automatic_time_off;
        Ok((automatic, store::time_off(db, user)?))
    });
    let (automatic, taken) = read.await?;
    if !automatic || latest_end(&taken, at) < at.after(SLICE) {
        return Ok(false);
    }
    let change = PersonChange::TimeOff {
        ends: None,
        take: Some(TimeOff {
            from: at,
            until: at.after(SLICE),
            back: None,
            automatic: true,
        }),
    };
    change_person(kernel, user, &change, at, Some(state)).await
}

/// Returns the commands by which a change applies to a match.
fn commands(by: UserId, change: &PersonChange, announced: bool) -> Vec<Command> {
    match change {
        PersonChange::TimeOff { ends, take } => {
            let end = ends.map(|_| Command::EndTimeOff { by });
            let take = take.map(|off| Command::TakeOff {
                by,
                off: TimeOff {
                    automatic: announced && off.automatic,
                    ..off
                },
            });
            end.into_iter().chain(take).collect()
        }
        PersonChange::Zone(zone) => vec![Command::SetZone {
            by,
            zone: zone.clone(),
        }],
    }
}
