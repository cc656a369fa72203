//! The page on which people choose their reminders.

use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::ReminderSetting;
use crate::discord::ui::reply::Reply;
use crate::features::away;
use crate::features::reminders::messages;
use crate::matches::MatchId;
use crate::people::{Habits, LAST_CALLS, MOST_DIGESTS, QuietHours, Zone};

/// Shows the page.
pub async fn show(app: &App, reply: &mut Reply<'_>) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let view = reply.while_doing(app.arbiter.reminders(user)).await?;
    app.whisper_here(reply, messages::reminders(&view)).await
}

/// Sets where somebody lives and their quiet hours, as far as they are given, and shows the page. The inner `None` is no quiet
/// hours.
pub async fn change(
    app: &App,
    reply: &mut Reply<'_>,
    zone: Option<Zone>,
    quiet: Option<Option<QuietHours>>,
) -> Result<(), CommandError> {
    away::discord::page::set_zone(app, reply, zone).await?;
    if let Some(quiet) = quiet {
        set_habits(app, reply, move |habits| habits.reminders.quiet = quiet).await?;
    }
    show(app, reply).await
}

/// Sets what was chosen from a menu or pressed, and shows the page anew.
pub async fn set(
    app: &App,
    reply: &mut Reply<'_>,
    setting: ReminderSetting,
) -> Result<(), CommandError> {
    let change = change_of(setting, reply.asked.chosen())
        .ok_or_else(|| CommandError::from(ui::unknown_component()))?;
    set_habits(app, reply, change).await?;
    show(app, reply).await
}

/// Sends somebody no more reminders of the turn that is due: in one match, or in all.
pub async fn mute(
    app: &App,
    reply: &mut Reply<'_>,
    only: Option<(MatchId, u32)>,
) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let count = reply.while_doing(app.arbiter.mute(user, only)).await?;
    app.whisper(reply, messages::muted(count, only.map(|(id, _)| id)))
        .await
}

async fn set_habits(
    app: &App,
    reply: &mut Reply<'_>,
    change: impl FnOnce(&mut Habits) + Send + 'static,
) -> Result<(), CommandError> {
    let user = reply.asked.user();
    reply
        .while_doing(app.arbiter.change_habits(user, change))
        .await
        .map_err(CommandError::from)
}

type Change = Box<dyn FnOnce(&mut Habits) + Send>;

/// What a choice does; `None` for a value that no menu offers (any more).
fn change_of(setting: ReminderSetting, chosen: &[String]) -> Option<Change> {
    let hours = |allowed: &dyn Fn(u8) -> bool| {
        let hours = chosen.iter().map(|hour| hour.parse().ok());
        let mut hours = hours.collect::<Option<Vec<u8>>>()?;
        hours.sort_unstable();
        hours.dedup();
        hours.iter().all(|hour| allowed(*hour)).then_some(hours)
    };
    Some(match setting {
        ReminderSetting::Nudge => {
            let [word] = chosen else {
                return None;
            };
            let nudge = word.parse().ok()?;
            Box::new(move |habits| habits.reminders.nudge = nudge)
        }
        ReminderSetting::LastCalls => {
            let mut calls = hours(&|hour| LAST_CALLS.contains(&hour))?;
            calls.reverse();
            Box::new(move |habits| habits.reminders.last_calls = calls)
        }
        ReminderSetting::Digest => {
            let digest = hours(&|hour| hour < 24).filter(|hours| hours.len() <= MOST_DIGESTS)?;
            Box::new(move |habits| habits.reminders.digest = digest)
        }
        ReminderSetting::Private => Box::new(|habits| habits.reminders.private = true),
        ReminderSetting::Thread => Box::new(|habits| habits.reminders.private = false),
        ReminderSetting::NoQuiet => Box::new(|habits| habits.reminders.quiet = None),
    })
}
