//! The page of `/server` about leagues, ladders and tournaments.

use crate::db::journal;
use crate::discord::ui::interaction::managed_server;
use crate::discord::ui::panel::{Page, Panel, Step};
use crate::discord::ui::permissions::for_a_match;
use crate::discord::ui::{self, App, Reply, Result};
use crate::features::ladders::model::Ladder;
use crate::features::leagues::model::League;
use crate::features::settings::discord::rules;
use crate::features::tournaments::messages::server::{self, CONTESTS};
use crate::features::tournaments::model::Tournament;
use crate::kernel::contests::Contest;
use crate::matches::{JournalId, RoleId};

pub(crate) const PAGE: Page = Page::new(
    Panel::Server,
    CONTESTS,
    "Leagues and Tournaments",
    |app, reply, act| Box::pin(turn(app, reply, act)),
);

async fn turn(app: &App, reply: &mut Reply<'_>, act: &str) -> Result<Step> {
    let guild = managed_server(reply.interaction)?;
    let mut chosen = None;
    match act {
        "" => {}
        "role" => {
            // The id of the role *everyone* is that of the server.
            let mut roles = reply.interaction.chosen_ids().into_iter();
            let role = roles.find(|role| *role != guild.0).map(RoleId);
            let write = app
                .arbiter
                .write(move |db| journal::set_organiser_role(db, guild, role));
            reply.while_doing(write).await?;
        }
        "contest" => {
            chosen = Some(JournalId(reply.chosen()?));
        }
        moved => {
            let id = moved.strip_prefix("move-").and_then(|id| id.parse().ok());
            let id = JournalId(id.ok_or_else(ui::unknown_component)?);
            let rules = rules::here(app, reply).await?;
            let channel = reply.chosen_channel(for_a_match(rules.in_channel))?;
            let arbiter = &app.arbiter;
            let moved = async move {
                arbiter.move_contest::<Ladder>(guild, id, channel).await?;
                arbiter.move_contest::<League>(guild, id, channel).await?;
                arbiter.move_contest::<Tournament>(guild, id, channel).await
            };
            reply.while_doing(moved).await?;
            chosen = Some(id);
        }
    }
    let read = app.arbiter.read(move |db| {
        let mut all = Vec::new();
        for kind in [League::KIND, Ladder::KIND, Tournament::KIND] {
            all.extend(journal::in_guild(db, kind, guild)?);
        }
        Ok((journal::organiser_role(db, guild)?, all))
    });
    let (role, all) = reply.while_doing(read).await?;
    let chosen = all.iter().find(|one| Some(one.id) == chosen);
    let page = server::contests(role, &all, chosen);
    Ok(match act {
        "" | "contest" => Step::Shown(page),
        _ => Step::Saved(page),
    })
}
