//! Reminds people of turns that wait for them: once, several matches in one message, nothing that is done already.

use std::sync::{Arc, Weak};
use std::time::Duration;

use super::acts::Acts;
use super::announcer::{Announcer, NotSent, Reminder, ReminderKind, View};
use super::error::Error;
use super::permits::{Kind, Permits};
use super::resting_places::{RestingPlaces, places_of_card};
use super::tasks::Tasks;
use super::time::Time;
use super::tries::Tries;
use crate::matches::{FAILED_CALLS, MOST_NUDGES, MatchId, Moment, Reminded, UserId};
use crate::people::Habits;
use crate::store::{DueReminder, SentReminder, Store};

/// What is due so soon is sent with what is due now.
const TOGETHER: Duration = Duration::from_mins(10);

/// So far back a digest looks at matches that are followed: to the one before, which may have come a little late.
const LATELY: Duration = Duration::from_hours(25);

/// So many of them it names at most.
const MOST_FOLLOWED: u32 = 5;

pub(super) struct Reminding {
    pub(super) store: Store,
    pub(super) time: Arc<Time>,
    pub(super) tasks: Arc<Tasks>,
    pub(super) permits: Arc<Permits>,
    pub(super) places: Arc<RestingPlaces>,
    pub(super) announcer: Arc<dyn Announcer>,
    pub(super) acts: Weak<Acts>,
    /// Whether private messages may be sent at all.
    pub(super) private_messages: bool,
}

/// A match that a person is to be reminded of.
struct Item {
    view: View,
    unanswered: bool,
}

impl Reminding {
    /// Takes what is due to a person, notes that it is sent, and has it sent. Whoever dies between the two sends nothing.
    pub(super) async fn remind(self: &Arc<Self>, user: UserId) -> Result<(), Error> {
        let Some(acts) = self.acts.upgrade() else {
            return Ok(());
        };
        let now = self.time.now();
        let habits = self.store.habits(user).await?;
        let due = self.store.due_to(user, now.after(TOGETHER)).await?;
        let (mut sent, mut items) = (Vec::new(), Vec::new());
        let mut kind = ReminderKind::Digest;
        for reminder in due {
            let Some(id) = reminder.id else {
                sent.push(SentReminder {
                    due: reminder,
                    sent: Reminded::default(),
                    next: habits.next_digest(now.after(TOGETHER)),
                });
                continue;
            };
            let state = match acts.settle(id, now).await {
                Ok(state) => state,
                Err(error) => {
                    tracing::warn!(match_id = %id, %error, "nobody is reminded of a match");
                    sent.push(nothing(reminder));
                    continue;
                }
            };
            let before = state.reminded(self.store.reminded(id, user).await?);
            // When it was due says what it is.
            let asked = state.next_reminder(&habits, before, Moment(i64::MIN));
            let Some(asked) = asked.filter(|_| state.person_to_move() == Some(user)) else {
                sent.push(nothing(reminder));
                continue;
            };
            kind = kind.min(if asked.nudge {
                ReminderKind::Nudge
            } else {
                ReminderKind::LastCall
            });
            let after = Reminded {
                nudges: before.nudges.saturating_add(u8::from(asked.nudge)),
                last: Some(now.max(reminder.at)),
                ..before
            };
            let next = state.next_reminder(&habits, after, now.max(reminder.at));
            sent.push(SentReminder {
                due: reminder,
                sent: after,
                next: next.map(|next| next.at),
            });
            items.push((id, asked.nudge && after.nudges == MOST_NUDGES));
        }
        let still = self.store.send_reminders(user, sent).await?;
        items.retain(|(id, _)| still.iter().any(|due| due.id == Some(*id)));
        let digest = still.iter().any(|due| due.id.is_none());
        if items.is_empty() && !digest {
            return Ok(());
        }
        let part = Arc::clone(self);
        // The number is for the log.
        let first = items.first().map_or(MatchId(0), |(id, _)| *id);
        self.tasks.work("reminding", first, move |tries| {
            let (part, items, habits) = (Arc::clone(&part), items.clone(), habits.clone());
            async move {
                // What panicked may have been sent.
                if tries > 0 {
                    return Ok(());
                }
                part.send(user, kind, &habits, items, digest).await
            }
        });
        Ok(())
    }

    async fn send(
        &self,
        user: UserId,
        kind: ReminderKind,
        habits: &Habits,
        items: Vec<(MatchId, bool)>,
        digest: bool,
    ) -> Result<(), Error> {
        let mut private = habits.reminders.private && self.private_messages;
        let mut fell_back = false;
        let mut tries = Tries::new();
        // What is tried again is the same call.
        let mut counted = Vec::new();
        loop {
            let not_sent = match self
                .send_once(
                    user,
                    kind,
                    &items,
                    digest,
                    (private, fell_back),
                    &mut counted,
                )
                .await?
            {
                Ok(()) => return Ok(()),
                Err(NotSent::Closed) if private => {
                    self.store.private_closed(user).await?;
                    (private, fell_back) = (false, true);
                    continue;
                }
                Err(not_sent) => not_sent,
            };
            match &not_sent {
                NotSent::Later(why) => tracing::warn!(%user, why, "a reminder is not sent yet"),
                NotSent::Never(why) => tracing::warn!(%user, why, "a reminder cannot be sent"),
                NotSent::Closed | NotSent::Limited(_) => {}
            }
            if !tries.wait(&self.tasks, &not_sent).await {
                return Ok(());
            }
        }
    }

    /// Sends a reminder of what still waits; nothing, if nothing does any more.
    async fn send_once(
        &self,
        user: UserId,
        kind: ReminderKind,
        items: &[(MatchId, bool)],
        digest: bool,
        (private, fell_back): (bool, bool),
        counted: &mut Vec<MatchId>,
    ) -> Result<Result<(), NotSent>, Error> {
        // What was done meanwhile is not asked for; who has least time comes first.
        let now = self.time.now();
        let followed = match kind {
            ReminderKind::Digest => {
                self.store
                    .followed_since(user, now.before(LATELY), MOST_FOLLOWED)
                    .await?
            }
            ReminderKind::LastCall | ReminderKind::Nudge => Vec::new(),
        };
        // Without a match that waits there is no thread to write into.
        let enough = |waiting: &[Item]| !waiting.is_empty() || private && !followed.is_empty();
        let waiting = self.waiting(user, items, digest, private).await?;
        if !enough(&waiting) {
            return Ok(Ok(()));
        }
        let soonest = waiting.first().and_then(|item| item.view.state.deadline());
        let soonest = soonest.unwrap_or(now);
        let _permit = self.permits.permit(Kind::Reminder, soonest).await;
        if self.tasks.is_stopping() {
            return Ok(Ok(()));
        }
        let waiting = self.waiting(user, items, digest, private).await?;
        if !enough(&waiting) {
            return Ok(Ok(()));
        }
        let waiting = if private {
            waiting
        } else {
            self.reachable(user, waiting, counted).await?
        };
        if !enough(&waiting) {
            return Ok(Ok(()));
        }
        let unanswered = waiting.iter().filter(|item| item.unanswered);
        let unanswered: Vec<View> = unanswered.map(|item| item.view.clone()).collect();
        let conversation = if private {
            self.store.conversation(user).await?
        } else {
            None
        };
        let reminder = Reminder {
            user,
            kind,
            matches: waiting.into_iter().map(|item| item.view).collect(),
            followed,
            private,
            conversation,
            fell_back,
        };
        match self.announcer.remind(&reminder).await {
            Ok(opened) => {
                if let Some(channel) = opened.filter(|_| conversation.is_none()) {
                    self.store.keep_conversation(user, channel).await?;
                }
            }
            Err(not_sent) => return Ok(Err(not_sent)),
        }
        for view in unanswered {
            if let Err(why) = self.announcer.unanswered(&view).await {
                tracing::warn!(match_id = %view.state.id(), %why, "nobody is told of reminders without an answer");
            }
        }
        Ok(Ok(()))
    }

    /// What is left of the matches that wait for a person where they can still be reached: not in servers that they have left.
    /// There each match's call counts as failed, and after some of them the other player is told.
    async fn reachable(
        &self,
        user: UserId,
        waiting: Vec<Item>,
        counted: &mut Vec<MatchId>,
    ) -> Result<Vec<Item>, Error> {
        let guild_of = |item: &Item| item.view.state.proposal().place.guild;
        // Only the first match's server is written to; who is there is told there.
        let mut left = waiting;
        while let Some(guild) = left.first().and_then(guild_of) {
            if self.announcer.is_member(guild, user).await != Some(false) {
                break;
            }
            let (gone, others): (Vec<Item>, Vec<Item>) = left
                .into_iter()
                .partition(|item| guild_of(item) == Some(guild));
            left = others;
            for Item { view, .. } in gone {
                let (id, board) = (view.state.id(), view.state.board());
                if counted.contains(&id) {
                    continue;
                }
                counted.push(id);
                let calls = self.store.call_failed(id, user, board).await?;
                if calls != FAILED_CALLS {
                    continue;
                }
                if let Err(why) = self.announcer.gone(&view).await {
                    tracing::warn!(match_id = %id, %why, "nobody is told that a player has left the server");
                }
            }
        }
        Ok(left)
    }

    /// The matches that wait for a person, of these or, for a digest, of all; the nearest deadline first.
    async fn waiting(
        &self,
        user: UserId,
        items: &[(MatchId, bool)],
        digest: bool,
        private: bool,
    ) -> Result<Vec<Item>, Error> {
        let Some(acts) = self.acts.upgrade() else {
            return Ok(Vec::new());
        };
        let now = self.time.now();
        let mut waiting = Vec::new();
        for one in self.store.waiting_for(user).await? {
            let item = items.iter().find(|(id, _)| *id == one.id);
            if one.status == "frozen" || item.is_none() && !digest {
                continue;
            }
            let state = match acts.settle(one.id, now).await {
                Ok(state) if state.person_to_move() == Some(user) => state,
                Ok(_) | Err(Error::Refused(_)) => continue,
                Err(error) => return Err(error),
            };
            let view = acts.ledger.view(state).await?;
            // A channel that is closed to the bot is asked for nothing that can be done without.
            if !private && self.places.rests(&places_of_card(&view)) {
                continue;
            }
            waiting.push(Item {
                view,
                unanswered: item.is_some_and(|(_, unanswered)| *unanswered),
            });
        }
        waiting.sort_by_key(|item| item.view.state.deadline());
        Ok(waiting)
    }
}

/// A reminder of something that is not to be reminded of any more.
const fn nothing(due: DueReminder) -> SentReminder {
    SentReminder {
        due,
        sent: Reminded {
            board: 0,
            nudges: 0,
            last: None,
            muted: false,
        },
        next: None,
    }
}
