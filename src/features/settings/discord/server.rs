//! The pages of a server's rules and defaults.

use super::rules;
use crate::db::bounds;
use crate::db::people::preferences;
use crate::discord::ui::interaction::{Interaction, managed_server};
use crate::discord::ui::panel::{Page, Panel, Step, act};
use crate::discord::ui::{self, App, CommandError, Reply, Result};
use crate::features::settings::messages;
use crate::features::settings::messages::boards::theme_of;
use crate::features::settings::messages::server::{DEFAULTS, WHERE};
use crate::features::settings::model::ServerRules;
use crate::features::settings::store::server_rules;
use crate::games::CATALOGUE;
use crate::matches::{ChannelId, GuildId, RoleId, ServerBounds, ServerPreferences, TimeError};

/// The highest limit that a server can set.
const MOST: u32 = 10_000;

pub(crate) const WHERE_AND_WHO: Page =
    Page::new(Panel::Server, WHERE, "Where and Who", |app, reply, act| {
        Box::pin(where_and_who(app, reply, act))
    });

pub(crate) const DEFAULTS_PAGE: Page =
    Page::new(Panel::Server, DEFAULTS, "Defaults", |app, reply, act| {
        Box::pin(defaults(app, reply, act))
    });

async fn where_and_who(app: &App, reply: &mut Reply<'_>, what: &str) -> Result<Step> {
    let guild = managed_server(reply.interaction)?;
    let read = app.arbiter.read(move |db| {
        Ok((
            server_rules::of_server(db, guild)?,
            bounds::of_server(db, guild)?,
        ))
    });
    let (mut rules, mut bounds) = reply.while_doing(read).await?;
    let has_pages = app.pages.is_some();
    let page = |rules: &ServerRules, bounds: &ServerBounds| {
        messages::where_and_who(rules, bounds, has_pages)
    };
    if what.is_empty() {
        return Ok(Step::Shown(page(&rules, &bounds)));
    }
    if what == "limits" && !reply.interaction.is_form() {
        let form = messages::limits_form(&bounds);
        app.open_form(reply, &form, act(WHERE, what)).await?;
        return Ok(Step::Answered);
    }
    if what == "limits" {
        bounds = limits(reply.interaction)?;
        let write = app
            .arbiter
            .write(move |db| bounds::change(db, guild, |kept| *kept = bounds));
        reply.while_doing(write).await?;
    } else {
        let change = change(reply.interaction, guild, what).ok_or_else(ui::unknown_component)?;
        let write = app.arbiter.write(move |db| {
            server_rules::change(db, guild, change)?;
            server_rules::of_server(db, guild)
        });
        rules = reply.while_doing(write).await?;
    }
    Ok(Step::Saved(page(&rules, &bounds)))
}

type Change = Box<dyn FnOnce(&mut ServerRules) + Send>;

/// Returns the change for a menu or a button; `None` for an unknown one.
fn change(interaction: Interaction<'_>, guild: GuildId, what: &str) -> Option<Change> {
    Some(match what {
        "channels" => {
            let channels = interaction
                .chosen_ids()
                .into_iter()
                .map(ChannelId)
                .collect();
            Box::new(move |rules| rules.channels = channels)
        }
        "starters" => {
            // The id of the role *everyone* is that of the server.
            let mut roles = interaction.chosen_ids().into_iter();
            let role = roles.find(|role| *role != guild.0).map(RoleId);
            Box::new(move |rules| rules.starters = role)
        }
        "games" => {
            let chosen = interaction.chosen();
            let games = CATALOGUE.iter().map(|game| game.card.key);
            let off = games.filter(|key| chosen.iter().all(|one| one != key));
            let off = off.map(str::to_owned).collect();
            Box::new(move |rules| rules.games_off = off)
        }
        "in-channel" | "in-threads" => {
            let in_channel = what == "in-channel";
            Box::new(move |rules| rules.in_channel = in_channel)
        }
        "practice-in-private" | "practice-in-threads" => {
            let private = what == "practice-in-private";
            Box::new(move |rules| rules.practice_in_private = private)
        }
        "pages-off" | "pages-on" => {
            let off = what == "pages-off";
            Box::new(move |rules| rules.pages_off = off)
        }
        _ => return None,
    })
}

/// Reads the limits from the submitted form.
fn limits(interaction: Interaction<'_>) -> Result<ServerBounds> {
    let read = |field: &str| {
        let typed = interaction.typed(field).trim();
        if typed.is_empty() {
            return Ok(None);
        }
        let number = typed.parse().ok().filter(|most| (1..=MOST).contains(most));
        number.map(Some).ok_or_else(|| {
            let typed = ui::escaped(&ui::cut(typed, 40));
            CommandError::says(format!(
                "**{typed}** is not a valid limit. Type a whole number from 1 to {MOST}, or leave the field empty."
            ))
        })
    };
    Ok(ServerBounds {
        open: read("open")?,
        running: read("running")?,
        total: read("total")?,
    })
}

async fn defaults(app: &App, reply: &mut Reply<'_>, what: &str) -> Result<Step> {
    let guild = managed_server(reply.interaction)?;
    match what {
        "" => {}
        "theme" => {
            let theme = reply.interaction.chosen_one().and_then(theme_of);
            let preferences = ServerPreferences {
                theme: theme.ok_or_else(ui::unknown_component)?,
                ..ServerPreferences::default()
            };
            let write = app
                .arbiter
                .write(move |db| preferences::set_of_server(db, guild, preferences));
            reply.while_doing(write).await?;
        }
        "clock" if reply.interaction.is_form() => {
            let typed = reply.interaction.typed("clock").trim();
            let time = (!typed.is_empty()).then(|| typed.parse()).transpose();
            let time = time.map_err(CommandError::quotes::<TimeError>)?;
            let write = app
                .arbiter
                .write(move |db| server_rules::change(db, guild, |rules| rules.time = time));
            reply.while_doing(write).await?;
        }
        "clock" => {}
        _ => return Err(ui::unknown_component().into()),
    }
    let time = rules::here(app, reply).await?.time;
    if what == "clock" && !reply.interaction.is_form() {
        let form = messages::clock_form(time, app.default_time);
        app.open_form(reply, &form, act(DEFAULTS, what)).await?;
        return Ok(Step::Answered);
    }
    let server = reply.preferences(&app.arbiter).await.server;
    let page = messages::defaults(&server, time, app.default_theme(), app.default_time);
    Ok(Step::after(what, page))
}
