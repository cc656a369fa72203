//! The page on which people choose their reminders.

use crate::discord::ui::panel::{Page, Panel, Step, act};
use crate::discord::ui::{self, App, CommandError, Reply, Result};
use crate::features::reminders::messages;
use crate::features::reminders::messages::REMINDERS;
use crate::matches::MatchId;
use crate::people::{LAST_CALLS, MOST_DIGESTS, QuietError, QuietHours, TimeSettings, Zone};

pub(crate) const PAGE: Page = Page::new(
    Panel::Settings,
    REMINDERS,
    "Reminders",
    |app, reply, act| Box::pin(turn(app, reply, act)),
)
.at(2);

async fn turn(app: &App, reply: &mut Reply<'_>, what: &str) -> Result<Step> {
    let user = reply.interaction.user();
    match what {
        "" => {}
        "times" if !reply.interaction.is_form() => {
            let view = reply.while_doing(app.arbiter.reminders(user)).await?;
            let form = messages::times_form(&view.time_settings);
            app.open_form(reply, &form, act(REMINDERS, what)).await?;
            return Ok(Step::Answered);
        }
        "times" => set_times(app, reply).await?,
        "mute" => {
            let muted = app.arbiter.mute(user, None);
            reply.while_doing(muted).await?;
        }
        _ => {
            let change =
                change_of(what, reply.interaction.chosen()).ok_or_else(ui::unknown_component)?;
            let set = app.arbiter.change_time_settings(user, change);
            reply.while_doing(set).await?;
        }
    }
    let view = reply.while_doing(app.arbiter.reminders(user)).await?;
    let page = messages::reminders(&view, app.pages.is_some());
    Ok(Step::after(what, page))
}

/// Sets the time zone and quiet hours from the submitted form.
async fn set_times(app: &App, reply: &mut Reply<'_>) -> Result {
    fn wrong(error: &dyn std::error::Error) -> CommandError {
        CommandError::says(ui::escaped(&error.to_string()))
    }
    let given =
        |field| Some(reply.interaction.typed(field).trim()).filter(|typed| !typed.is_empty());
    // All fields are read before anything changes.
    let zone = given("zone").map(Zone::of_typed).transpose();
    let zone = zone.map_err(|error| wrong(&error))?;
    let quiet = given("quiet").map(str::parse).transpose();
    let quiet: Option<QuietHours> = quiet.map_err(|error: QuietError| wrong(&error))?;
    let user = reply.interaction.user();
    if let Some(zone) = zone {
        reply.while_doing(app.arbiter.set_zone(user, zone)).await?;
    }
    let change = move |time_settings: &mut TimeSettings| time_settings.reminders.quiet = quiet;
    let set = app.arbiter.change_time_settings(user, change);
    Ok(reply.while_doing(set).await?)
}

/// Mutes the reminders of the current turn in one match, or in all matches.
pub async fn mute(app: &App, reply: &mut Reply<'_>, only: Option<(MatchId, u32)>) -> Result {
    let user = reply.interaction.user();
    let count = reply.while_doing(app.arbiter.mute(user, only)).await?;
    app.whisper(reply, messages::muted(count, only.map(|(id, _)| id)))
        .await
}

type Change = Box<dyn FnOnce(&mut TimeSettings) + Send>;

/// Returns the change for a choice; `None` for a value that no menu offers.
fn change_of(what: &str, chosen: &[String]) -> Option<Change> {
    let hours = |allowed: &dyn Fn(u8) -> bool| {
        let hours = chosen.iter().map(|hour| hour.parse().ok());
        let mut hours = hours.collect::<Option<Vec<u8>>>()?;
        hours.sort_unstable();
        hours.dedup();
        hours.iter().all(|hour| allowed(*hour)).then_some(hours)
    };
    Some(match what {
        "nudge" => {
            let [word] = chosen else {
                return None;
            };
            let nudge = word.parse().ok()?;
            Box::new(move |time_settings| time_settings.reminders.nudge = nudge)
        }
        "last-calls" => {
            let mut calls = hours(&|hour| LAST_CALLS.contains(&hour))?;
            calls.reverse();
            Box::new(move |time_settings| time_settings.reminders.last_calls = calls)
        }
        "digest" => {
            let digest = hours(&|hour| hour < 24).filter(|hours| hours.len() <= MOST_DIGESTS)?;
            Box::new(move |time_settings| time_settings.reminders.digest = digest)
        }
        "private" => Box::new(|time_settings| time_settings.reminders.private = true),
        "thread" => Box::new(|time_settings| time_settings.reminders.private = false),
        _ => return None,
    })
}
