//! Reminds people of turns that wait for them: once, several matches in one message, nothing that is done already.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;

use crate::db::people::habits;
use crate::features::reminders::model::{FAILED_CALLS, MOST_NUDGES, Reminded};
use crate::features::reminders::store::due::{self, DueReminder, SentReminder};
use crate::features::watching;
use crate::kernel::delivery::permits::Kind;
use crate::kernel::delivery::refusing_places::places_of_card;
use crate::kernel::delivery::tries::Tries;
use crate::kernel::{Error, Kernel, NotSent, Reminder, ReminderKind, View};
use crate::matches::{MatchId, Refusal, UserId};
use crate::people::Habits;

/// What is due so soon is sent with what is due now.
const TOGETHER: Duration = Duration::from_mins(10);

/// So far back a digest looks at matches that are followed: to the one before, which may have come a little late.
const LATELY: Duration = Duration::from_hours(25);

/// So many of them it names at most.
const MOST_FOLLOWED: u32 = 5;

/// A match that a person is to be reminded of.
struct Item {
    view: View,
    unanswered: bool,
}

/// The matches that wait for a person.
struct Waiting {
    items: Vec<Item>,
    /// Those that could not be looked at.
    failed: Vec<(MatchId, Error)>,
}

/// A reminder on its way: what all attempts to send it know.
struct Sending {
    user: UserId,
    kind: ReminderKind,
    /// The matches, and whether this is the last nudge in each.
    items: Vec<(MatchId, bool)>,
    digest: bool,
    private: bool,
    fell_back: bool,
    /// The matches in which this call has counted as failed.
    counted: Vec<MatchId>,
    tries: Tries,
}

/// Takes what is due to a person, notes that it is sent, and has it sent. Whoever dies between the two sends nothing.
pub(crate) async fn remind(kernel: Arc<Kernel>, user: UserId) -> Result<(), Error> {
    let kernel = &kernel;
    let now = kernel.time.now();
    let read = kernel.read(move |db| {
        let due = due::due_to(db, user, now.after(TOGETHER))?;
        Ok((habits::of_user(db, user)?, due))
    });
    let (habits, due) = read.await?;
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
        match turn_due(kernel, user, &habits, reminder, id).await {
            Ok((note, nudge)) => {
                if let Some(nudge) = nudge {
                    kind = kind.min(if nudge {
                        ReminderKind::Nudge
                    } else {
                        ReminderKind::LastCall
                    });
                    items.push((id, nudge && note.sent.nudges == MOST_NUDGES));
                }
                sent.push(note);
            }
            // The reminders of other matches go out, and the alarm of this one stays.
            Err(error) => {
                tracing::error!(match_id = %id, %error, "a reminder is tried again later");
            }
        }
    }
    let still = kernel
        .write(move |db| due::send_reminders(db, user, &sent))
        .await?;
    items.retain(|(id, _)| still.iter().any(|due| due.id == Some(*id)));
    let digest = still.iter().any(|due| due.id.is_none());
    if !items.is_empty() || digest {
        send_soon(
            kernel,
            Sending {
                user,
                kind,
                items,
                digest,
                private: habits.reminders.private && kernel.settings.private_messages,
                fell_back: false,
                counted: Vec::new(),
                tries: Tries::new(),
            },
        );
    }
    Ok(())
}

/// What is to be noted when a person is reminded of their turn in a match; and whether that is a nudge, or else a last call.
/// `None`: there is nothing to remind them of.
async fn turn_due(
    kernel: &Arc<Kernel>,
    user: UserId,
    habits: &Habits,
    due: DueReminder,
    id: MatchId,
) -> Result<(SentReminder, Option<bool>), Error> {
    let now = kernel.time.now().max(due.at);
    let nothing = SentReminder {
        due,
        sent: Reminded::default(),
        next: None,
    };
    let state = match kernel.settle(id, kernel.time.now()).await {
        Ok(state) if state.person_to_move() == Some(user) => state,
        Ok(_) => return Ok((nothing, None)),
        // It may be over; that is known once the clock is right.
        Err(error @ Error::Refused(Refusal::ClockUnsure(_))) => return Err(error),
        Err(error @ (Error::Refused(_) | Error::NoSuchMatch(_))) => {
            tracing::warn!(match_id = %id, %error, "reminder skipped");
            return Ok((nothing, None));
        }
        Err(error) => return Err(error),
    };
    let before = state.reminded(kernel.read(move |db| due::reminded(db, id, user)).await?);
    let asked = state.due_reminder(habits, before, now);
    let sent = asked.map_or(before, |asked| Reminded {
        nudges: before.nudges.saturating_add(u8::from(asked.nudge)),
        last: Some(now),
        ..before
    });
    let next = state.next_reminder(habits, sent, now);
    let note = SentReminder {
        due,
        sent,
        next: next.map(|next| next.at),
    };
    Ok((note, asked.map(|asked| asked.nudge)))
}

/// Sends a reminder in a task of its own. If the store fails, it is tried again as long as it cannot have been sent.
fn send_soon(kernel: &Arc<Kernel>, sending: Sending) {
    // The number is for the log.
    let first = sending.items.first().map_or(MatchId(0), |(id, _)| *id);
    let sending = Arc::new(Mutex::new(sending));
    kernel.work("reminding", first, move |kernel, _| {
        let sending = Arc::clone(&sending);
        async move { send(&kernel, &mut *sending.lock().await).await }
    });
}

async fn send(kernel: &Arc<Kernel>, sending: &mut Sending) -> Result<(), Error> {
    let user = sending.user;
    loop {
        if sending.tries.may_be_sent() {
            tracing::warn!(%user, "a reminder is not tried again: it may have been sent");
            return Ok(());
        }
        let not_sent = match send_once(kernel, sending).await? {
            Ok(()) => return Ok(()),
            Err(NotSent::Closed) if sending.private => {
                let closed = |habits: &mut Habits| habits.reminders.private = false;
                kernel
                    .write(move |db| habits::change(db, user, closed))
                    .await?;
                (sending.private, sending.fell_back) = (false, true);
                continue;
            }
            Err(not_sent) => not_sent,
        };
        match &not_sent {
            NotSent::Later(why) => tracing::warn!(%user, why, "a reminder is not sent yet"),
            NotSent::Never(why) => tracing::warn!(%user, why, "a reminder cannot be sent"),
            NotSent::Closed | NotSent::Limited(_) => {}
        }
        if !sending.tries.wait(&kernel.tasks, &not_sent).await {
            return Ok(());
        }
    }
}

/// Sends a reminder of what still waits; nothing, if nothing does any more.
async fn send_once(
    kernel: &Arc<Kernel>,
    sending: &mut Sending,
) -> Result<Result<(), NotSent>, Error> {
    // What was done meanwhile is not asked for; who has least time comes first.
    let (user, private, now) = (sending.user, sending.private, kernel.time.now());
    let followed = match sending.kind {
        ReminderKind::Digest => {
            kernel
                .read(move |db| {
                    watching::store::followed_since(db, user, now.before(LATELY), MOST_FOLLOWED)
                })
                .await?
        }
        ReminderKind::LastCall | ReminderKind::Nudge => Vec::new(),
    };
    // Without a match that waits there is no thread to write into.
    let enough = |waiting: &[Item]| !waiting.is_empty() || private && !followed.is_empty();
    let nothing = |failed: Vec<(MatchId, Error)>| match failed.into_iter().next() {
        Some((_, error)) => Err(error),
        None => Ok(Ok(())),
    };
    let Waiting { items, failed } = waiting(kernel, sending).await?;
    if !enough(&items) {
        return nothing(failed);
    }
    let soonest = items.first().and_then(|item| item.view.state.deadline());
    let soonest = soonest.unwrap_or(now);
    let _permit = kernel.permits.permit(Kind::Reminder, user.0, soonest).await;
    if kernel.tasks.is_stopping() {
        return Ok(Ok(()));
    }
    let Waiting { mut items, failed } = waiting(kernel, sending).await?;
    if !private {
        items = reachable(kernel, user, items, &mut sending.counted).await?;
    }
    if !enough(&items) {
        return nothing(failed);
    }
    let unanswered = items.iter().filter(|item| item.unanswered);
    let unanswered: Vec<View> = unanswered.map(|item| item.view.clone()).collect();
    let conversation = if private {
        kernel.read(move |db| due::conversation(db, user)).await?
    } else {
        None
    };
    let reminder = Reminder {
        user,
        kind: sending.kind,
        matches: items.into_iter().map(|item| item.view).collect(),
        followed,
        private,
        conversation,
        fell_back: sending.fell_back,
    };
    let sent = sending.tries.send(kernel.announcer.remind(&reminder)).await;
    let opened = match sent {
        Ok(opened) => opened,
        Err(not_sent) => return Ok(Err(not_sent)),
    };
    if let Some(channel) = opened.filter(|_| conversation.is_none())
        && let Err(error) = kernel
            .write(move |db| due::keep_conversation(db, user, channel))
            .await
    {
        // The next message opens it once more.
        tracing::warn!(%user, %error, "cannot note the channel of a conversation");
    }
    for view in unanswered {
        if let Err(why) = kernel.announcer.unanswered(&view).await {
            tracing::warn!(match_id = %view.state.id(), %why, "nobody is told of reminders without an answer");
        }
    }
    // The reminder of a match that could not be looked at is one of its own.
    sending
        .items
        .retain(|(id, _)| failed.iter().any(|(other, _)| other == id));
    if sending.items.is_empty() {
        return Ok(Ok(()));
    }
    (sending.digest, sending.tries) = (false, Tries::new());
    nothing(failed)
}

/// What is left of the matches that wait for a person where they can still be reached: not in servers that they have left.
/// There each match's call counts as failed, and after some of them the other player is told.
async fn reachable(
    kernel: &Kernel,
    user: UserId,
    waiting: Vec<Item>,
    counted: &mut Vec<MatchId>,
) -> Result<Vec<Item>, Error> {
    let guild_of = |item: &Item| item.view.state.proposal().place.guild;
    // Only the first match's server is written to; who is there is told there.
    let mut left = waiting;
    while let Some(guild) = left.first().and_then(guild_of) {
        if kernel.announcer.is_member(guild, user).await != Some(false) {
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
            let calls = kernel
                .write(move |db| due::call_failed(db, id, user, board))
                .await?;
            counted.push(id);
            if calls != FAILED_CALLS {
                continue;
            }
            if let Err(why) = kernel.announcer.gone(&view).await {
                tracing::warn!(match_id = %id, %why, "nobody is told that a player has left the server");
            }
        }
    }
    Ok(left)
}

/// The matches that wait for a person, of those that are due or, for a digest, of all; the nearest deadline first.
async fn waiting(kernel: &Arc<Kernel>, sending: &Sending) -> Result<Waiting, Error> {
    let mut waiting = Waiting {
        items: Vec::new(),
        failed: Vec::new(),
    };
    let user = sending.user;
    for one in kernel.store.waiting_for(user).await? {
        let item = sending.items.iter().find(|(id, _)| *id == one.id);
        if one.status == "frozen" || item.is_none() && !sending.digest {
            continue;
        }
        let view = match view(kernel, user, one.id).await {
            Ok(Some(view)) => view,
            Ok(None) | Err(Error::Refused(_)) => continue,
            Err(error) => {
                waiting.failed.push((one.id, error));
                continue;
            }
        };
        // A channel that is closed to the bot is asked for nothing that can be done without.
        if !sending.private && kernel.places.rests(&places_of_card(&view)) {
            continue;
        }
        waiting.items.push(Item {
            view,
            unanswered: item.is_some_and(|(_, unanswered)| *unanswered),
        });
    }
    waiting.items.sort_by_key(|item| item.view.state.deadline());
    Ok(waiting)
}

/// A match in which it is a person's turn.
async fn view(kernel: &Arc<Kernel>, user: UserId, id: MatchId) -> Result<Option<View>, Error> {
    let state = kernel.settle(id, kernel.time.now()).await?;
    if state.person_to_move() != Some(user) {
        return Ok(None);
    }
    kernel.ledger.view(state).await.map(Some)
}
