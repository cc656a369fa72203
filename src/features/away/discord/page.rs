//! The page of a person's time off.

use crate::db::people::time_settings;
use crate::discord::ui::panel::{self, Page, Panel, Step};
use crate::discord::ui::{self, App, Reply, Result};
use crate::features::away::messages::{self, AWAY};
use crate::people::{Moment, Zone};

/// Returns a person's time zone.
pub async fn zone(app: &App, reply: &mut Reply<'_>) -> Result<Zone> {
    let user = reply.interaction.user();
    let time_settings = reply
        .while_doing(app.arbiter.read(move |db| time_settings::of_user(db, user)))
        .await?;
    Ok(time_settings.zone())
}

/// Changes a person's zone and time off, as far as given, and shows the page.
pub async fn change(
    app: &App,
    reply: &mut Reply<'_>,
    zone: Option<Zone>,
    go: Option<(Moment, Option<Moment>)>,
) -> Result {
    if let Some(zone) = zone {
        let user = reply.interaction.user();
        reply.while_doing(app.arbiter.set_zone(user, zone)).await?;
    }
    if let Some((from, back)) = go {
        take(app, reply, from, back).await?;
    }
    panel::show(app, reply, &PAGE, "").await
}

pub(crate) const PAGE: Page = Page::new(Panel::Settings, AWAY, "Time Off", |app, reply, act| {
    Box::pin(turn(app, reply, act))
})
.at(3);

async fn turn(app: &App, reply: &mut Reply<'_>, act: &str) -> Result<Step> {
    let user = reply.interaction.user();
    match act {
        "" => {}
        "go" => take(app, reply, app.arbiter.now(), None).await?,
        "return" => reply.while_doing(app.arbiter.end_time_off(user)).await?,
        "by-itself" | "by-hand" => {
            let automatic = act == "by-itself";
            let change = app
                .arbiter
                .change_time_settings(user, move |time_settings| {
                    time_settings.automatic_time_off = automatic
                });
            reply.while_doing(change).await?;
        }
        _ => return Err(ui::unknown_component().into()),
    }
    let view = reply.while_doing(app.arbiter.time_off(user)).await?;
    let page = messages::time_off(&view, user, app.arbiter.now());
    Ok(Step::after(act, page))
}

async fn take(app: &App, reply: &mut Reply<'_>, from: Moment, back: Option<Moment>) -> Result {
    let user = reply.interaction.user();
    reply
        .while_doing(app.arbiter.take_off(user, from, back))
        .await?;
    Ok(())
}
