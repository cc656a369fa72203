//! The page of a person's time off.

use crate::db::people::habits;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::AwayAct;
use crate::discord::ui::reply::Reply;
use crate::features::away::messages;
use crate::people::{Moment, Zone};

/// Where a person lives.
pub async fn zone(app: &App, reply: &mut Reply<'_>) -> Result<Zone, CommandError> {
    let user = reply.asked.user();
    let habits = reply
        .while_doing(app.arbiter.read(move |db| habits::of_user(db, user)))
        .await?;
    Ok(habits.zone())
}

/// Sets where whoever asks lives, if that is given.
pub(crate) async fn set_zone(
    app: &App,
    reply: &mut Reply<'_>,
    zone: Option<Zone>,
) -> Result<(), CommandError> {
    let Some(zone) = zone else {
        return Ok(());
    };
    let user = reply.asked.user();
    reply
        .while_doing(app.arbiter.set_zone(user, zone))
        .await
        .map_err(CommandError::from)
        .map(drop)
}

/// Changes where a person lives and when they are away, as far as it is given, and shows the page.
pub async fn change(
    app: &App,
    reply: &mut Reply<'_>,
    zone: Option<Zone>,
    go: Option<(Moment, Option<Moment>)>,
) -> Result<(), CommandError> {
    set_zone(app, reply, zone).await?;
    if let Some((from, back)) = go {
        take(app, reply, from, back).await?;
    }
    show(app, reply).await
}

/// Does what a button of the page asks for, and shows the page anew.
pub async fn act(app: &App, reply: &mut Reply<'_>, act: AwayAct) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let done = match act {
        AwayAct::Go => {
            let now = app.arbiter.now();
            take(app, reply, now, None).await?;
            Ok(())
        }
        AwayAct::Return => reply.while_doing(app.arbiter.end_time_off(user)).await,
        AwayAct::ByItself | AwayAct::ByHand => {
            let change = app
                .arbiter
                .change_habits(user, move |habits| habits.slices = act == AwayAct::ByItself);
            reply.while_doing(change).await
        }
    };
    done?;
    show(app, reply).await
}

async fn take(
    app: &App,
    reply: &mut Reply<'_>,
    from: Moment,
    back: Option<Moment>,
) -> Result<(), CommandError> {
    let user = reply.asked.user();
    reply
        .while_doing(app.arbiter.take_off(user, from, back))
        .await?
        .map(drop)
        .map_err(|why| CommandError::says(why.to_string()))
}

async fn show(app: &App, reply: &mut Reply<'_>) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let view = reply.while_doing(app.arbiter.time_off(user)).await?;
    let page = messages::time_off(&view, user, app.arbiter.now());
    app.whisper_here(reply, page).await
}
