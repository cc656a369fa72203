//! The rules of a ladder once more, written plainly: what each event must look like, given those before.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anteroom::features::ladders::model::{Departure, Event, Outcome, Rise, Rules, Side};
use anteroom::matches::{Moment, UserId};
use anteroom::people::TimeOff;

const DAY: Duration = Duration::from_hours(24);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    Open,
    Accepted,
    Running,
    /// The result on the ladder is settled, and the match still runs.
    Settled,
    Over,
}

pub(super) struct Plain {
    pub(super) rules: Rules,
    pub(super) order: Vec<UserId>,
    pub(super) games: BTreeMap<u32, (UserId, UserId, State)>,
    begun: BTreeMap<u32, u32>,
    ended: BTreeMap<u32, u32>,
    met: BTreeMap<(UserId, UserId), Moment>,
    old_places: BTreeMap<UserId, usize>,
    aborted: BTreeSet<UserId>,
    /// The people who left because moderators kept them out.
    kept_out: BTreeSet<UserId>,
    /// When a person's idle time began, at the earliest.
    idle_since: BTreeMap<UserId, Moment>,
    /// When a person was warned, and moved down last.
    warned: BTreeMap<UserId, [Moment; 2]>,
    /// The order before and after the last win.
    last: Option<(u32, Vec<UserId>, Vec<UserId>)>,
    is_closed: bool,
}

impl Plain {
    pub(super) fn new(rules: Rules) -> Self {
        Self {
            rules,
            order: Vec::new(),
            games: BTreeMap::new(),
            begun: BTreeMap::new(),
            ended: BTreeMap::new(),
            met: BTreeMap::new(),
            old_places: BTreeMap::new(),
            aborted: BTreeSet::new(),
            kept_out: BTreeSet::new(),
            idle_since: BTreeMap::new(),
            warned: BTreeMap::new(),
            last: None,
            is_closed: false,
        }
    }

    fn position(&self, user: UserId) -> Option<usize> {
        self.order.iter().position(|one| *one == user)
    }

    fn person(&self, game: u32, side: Side) -> UserId {
        let (by, to, _) = self.games[&game];
        if side == Side::Challenger { by } else { to }
    }

    fn forget_idle(&mut self, user: UserId, at: Moment) {
        self.idle_since.insert(user, at);
        self.warned.remove(&user);
    }

    /// Moves the challenger above the challenged, and asserts that the event says so.
    fn win(&mut self, game: u32, told: Option<Rise>) {
        let (by, to, _) = self.games[&game];
        let before = self.order.clone();
        let places = self.position(by).zip(self.position(to));
        let Some((from, goal)) = places.filter(|(from, goal)| from > goal && !self.is_closed)
        else {
            assert_eq!(told, None);
            return;
        };
        self.order.remove(from);
        self.order.insert(goal, by);
        let told = told.expect("a change of place");
        let expected = (by, from as u32 + 1, goal as u32 + 1);
        assert_eq!((told.user, told.from, told.to), expected);
        self.last = Some((game, before, self.order.clone()));
    }

    fn meet(&mut self, game: u32, at: Moment) {
        let (by, to, _) = self.games[&game];
        self.met.insert((by.min(to), by.max(to)), at);
    }

    fn default_loss(&mut self, game: u32, told: Option<Rise>, at: Moment) {
        self.meet(game, at);
        self.forget_idle(self.games[&game].0, at);
        self.win(game, told);
    }

    fn go(&mut self, game: u32, from: &[State], to: State) {
        let entry = self.games.get_mut(&game).expect("a game");
        assert!(from.contains(&entry.2), "{game}: {entry:?} to {to:?}");
        entry.2 = to;
    }

    fn out(&mut self, user: UserId) {
        let place = self.position(user).expect("a person on the ladder");
        self.order.remove(place);
        self.old_places.insert(user, place + 1);
        self.last = None;
        let theirs = self
            .games
            .values()
            .filter(|(by, to, _)| *by == user || *to == user);
        for (_, _, state) in theirs {
            assert!([State::Settled, State::Over].contains(state));
        }
    }

    /// Returns the real time since a person's last match without their time off: at least their idle time.
    fn at_most_idle(&self, user: UserId, at: Moment, time_off: &[(UserId, TimeOff)]) -> Duration {
        let mut now = self.idle_since[&user];
        let mut spans: Vec<_> = time_off
            .iter()
            .filter(|(whose, _)| *whose == user)
            .map(|(_, off)| (off.from, off.until))
            .collect();
        spans.sort_unstable();
        let mut idle = Duration::ZERO;
        for (from, until) in spans {
            idle += now.until(from.min(at));
            now = now.max(until.min(at));
        }
        idle + now.until(at)
    }

    pub(super) fn follow(&mut self, at: Moment, event: &Event, time_off: &[(UserId, TimeOff)]) {
        use State::{Accepted, Open, Over, Running, Settled};
        match event {
            Event::Created { .. } | Event::Request(_) => {}
            Event::Joined { user, place } => {
                assert!(!self.order.contains(user) && !self.old_places.contains_key(user));
                self.order.push(*user);
                assert_eq!(*place as usize, self.order.len());
                self.forget_idle(*user, at);
            }
            Event::Returned { user, old, place } => {
                assert!(!self.order.contains(user));
                assert_eq!(self.old_places.remove(user), Some(*old as usize));
                // Three quarters of the new place are the old one, if the ladder is long enough.
                let new = (1..=self.order.len())
                    .find(|new| new * 3 >= *old as usize * 4)
                    .unwrap_or(self.order.len() + 1);
                // A person whom moderators let in again has the old place.
                let let_in = (*old as usize).min(self.order.len() + 1);
                let kept_out = self.kept_out.remove(user);
                let place = *place as usize;
                assert!(place == new || kept_out && place == let_in);
                self.order.insert(place - 1, *user);
                self.last = None;
                self.forget_idle(*user, at);
            }
            Event::Left { user, place, why } => {
                assert_eq!(self.position(*user), Some(*place as usize - 1));
                if *why == Departure::Idle {
                    let [warned, _] = self.warned[user];
                    assert!(warned.until(at) >= DAY * 7);
                    assert!(self.at_most_idle(*user, at, time_off) >= DAY * 90);
                }
                if *why == Departure::Banned {
                    self.kept_out.insert(*user);
                }
                self.out(*user);
            }
            Event::Challenged { game, by, to } => {
                assert_eq!(*game as usize, self.games.len() + 1);
                let above = self.position(*by).unwrap() - self.position(*to).unwrap();
                let reach = (self.rules.reach as usize).max(self.order.len() / 5);
                assert!((1..=reach).contains(&above), "{above} of {reach}");
                if let Some(met) = self.met.get(&((*by).min(*to), (*by).max(*to))) {
                    assert!(met.until(at) >= DAY * 7, "met {met} and again {at}");
                }
                self.games.insert(*game, (*by, *to, Open));
                let open: Vec<_> = self
                    .games
                    .values()
                    .filter(|(_, _, state)| [Open, Accepted, Running].contains(state))
                    .collect();
                assert!(open.iter().filter(|game| game.0 == *by).count() <= 3);
                assert!(open.iter().filter(|game| game.1 == *to).count() <= 3);
                let same = |game: &&&(UserId, UserId, State)| {
                    [game.0, game.1] == [*by, *to] || [game.0, game.1] == [*to, *by]
                };
                assert_eq!(open.iter().filter(same).count(), 1);
            }
            Event::Accepted { game, first } => {
                self.go(*game, &[Open], Accepted);
                let (by, to, _) = self.games[game];
                assert!([by, to].contains(first));
            }
            Event::Declined { game, rise } | Event::Expired { game, rise } => {
                self.go(*game, &[Open], Over);
                self.default_loss(*game, *rise, at);
            }
            Event::Withdrawn { game } => self.go(*game, &[Open], Over),
            Event::Dropped { game, .. } => self.go(*game, &[Open, Accepted], Over),
            Event::GameBegan { game, .. } => {
                self.go(*game, &[Accepted], Running);
                *self.begun.entry(*game).or_default() += 1;
            }
            Event::GameEnded {
                game,
                result,
                counts,
                rise,
            } => {
                let settled = self.games[game].2 == Settled;
                self.go(*game, &[Running, Settled], Over);
                *self.ended.entry(*game).or_default() += 1;
                assert_eq!(*counts, !settled && !self.is_closed);
                if !counts {
                    assert_eq!(*rise, None);
                    return;
                }
                match *result {
                    Outcome::Aborted(side) if self.aborted.insert(self.person(*game, side)) => {
                        assert_eq!(*rise, None);
                    }
                    Outcome::Aborted(Side::Challenged) => self.default_loss(*game, *rise, at),
                    Outcome::Aborted(Side::Challenger) => {
                        assert_eq!(*rise, None);
                        self.meet(*game, at);
                    }
                    played => {
                        self.meet(*game, at);
                        let (by, to, _) = self.games[game];
                        self.forget_idle(by, at);
                        self.forget_idle(to, at);
                        if played == Outcome::Won(Side::Challenger) {
                            self.win(*game, *rise);
                        } else {
                            assert_eq!(*rise, None);
                        }
                    }
                }
            }
            Event::Forfeited { game, loser, rise } => {
                self.go(*game, &[Running], Settled);
                self.meet(*game, at);
                self.forget_idle(self.person(*game, loser.other()), at);
                if *loser == Side::Challenged {
                    self.win(*game, *rise);
                } else {
                    assert_eq!(*rise, None);
                }
            }
            Event::IdleWarned {
                user,
                down_at,
                out_at,
            } => {
                assert!(self.order.contains(user));
                assert_eq!(at.until(*down_at), DAY * 7);
                assert!(*out_at >= *down_at);
                let idle = self.at_most_idle(*user, at, time_off);
                let limit = self.rules.idle_limit();
                assert!(idle >= limit.saturating_sub(DAY * 7).max(limit / 2));
                let before = self.warned.insert(*user, [at, at]);
                assert_eq!(before, None, "{user} was warned before");
            }
            Event::MovedDown { user, from, to } => {
                let marks = self.warned.get_mut(user).expect("a warning");
                assert!(marks[1].until(at) >= DAY * 7, "a move down within a week");
                marks[1] = at;
                assert!(self.at_most_idle(*user, at, time_off) >= self.rules.idle_limit());
                let place = self.position(*user).unwrap();
                assert_eq!([*from as usize, *to as usize], [place + 1, place + 2]);
                self.order.swap(place, place + 1);
                self.last = None;
            }
            Event::TimeOffCounted { user, .. } => assert!(self.order.contains(user)),
            Event::Cancelled { game, .. } => {
                let next = if self.games[game].2 == Running {
                    Settled
                } else {
                    Over
                };
                self.go(*game, &[Open, Accepted, Running], next);
            }
            Event::Undone { game, fall, .. } => {
                let (last, before, after) = self.last.take().expect("a change of place");
                assert_eq!(last, *game);
                // People who joined since are still at the end.
                assert!(self.order.starts_with(&after));
                self.order.splice(..after.len(), before);
                assert_eq!(self.position(fall.user), Some(fall.to as usize - 1));
            }
            Event::Paused { .. } | Event::Resumed { .. } => {}
            Event::Closed { .. } => self.is_closed = true,
        }
    }

    /// Replaces a person's id.
    pub(super) fn rename(&mut self, old: UserId, new: UserId) {
        let other = |user: UserId| if user == old { new } else { user };
        for user in &mut self.order {
            *user = other(*user);
        }
        for (by, to, _) in self.games.values_mut() {
            (*by, *to) = (other(*by), other(*to));
        }
        self.met = std::mem::take(&mut self.met)
            .into_iter()
            .map(|((one, two), at)| {
                let (one, two) = (other(one), other(two));
                ((one.min(two), one.max(two)), at)
            })
            .collect();
        if let Some(place) = self.old_places.remove(&old) {
            self.old_places.insert(new, place);
        }
        self.aborted.remove(&old);
        self.last = None;
    }

    /// Asserts that each game came to one end, and each match that began was ended once.
    pub(super) fn all_is_over(&self) {
        for (id, (_, _, state)) in &self.games {
            assert_eq!(*state, State::Over, "{id}");
        }
        assert_eq!(self.begun, self.ended);
        assert!(self.begun.values().all(|times| *times == 1));
    }
}
