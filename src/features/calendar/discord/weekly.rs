//! The page of a server's weekly summary.

use super::zone;
use crate::discord::ui::interaction::managed_server;
use crate::discord::ui::panel::{Page, Panel, Step};
use crate::discord::ui::{self, App, Reply, Result, permissions};
use crate::features::calendar::messages;
use crate::features::calendar::messages::weekly::WEEKLY;
use crate::features::calendar::store::places;
use crate::kernel::Error;

pub(crate) const PAGE: Page = Page::new(Panel::Server, WEEKLY, "Weekly Page", |app, reply, act| {
    Box::pin(turn(app, reply, act))
});

async fn turn(app: &App, reply: &mut Reply<'_>, act: &str) -> Result<Step> {
    let guild = managed_server(reply.interaction)?;
    match act {
        "" => {}
        "channel" => {
            let needed = permissions::FOR_A_WEEKLY_PAGE;
            let channel = reply.chosen_channel(needed)?;
            let zone = zone(app, reply).await?;
            let begun = app.arbiter.begin_weekly_page(guild, channel, zone);
            reply.while_doing(begun).await?;
        }
        "stop" => {
            let end = app
                .arbiter
                .write(move |db| places::end(db, places::WEEKLY, guild));
            reply.while_doing(end).await?;
        }
        _ => return Err(ui::unknown_component().into()),
    }
    let arbiter = &app.arbiter;
    let found = async move {
        let place = arbiter.read(move |db| places::place(db, places::WEEKLY, guild));
        Ok::<_, Error>((place.await?, arbiter.week(guild).await?))
    };
    let (place, week) = reply.while_doing(found).await?;
    let page = messages::weekly_page(place.as_ref(), &week);
    Ok(Step::after(act, page))
}
