//! The panels in which people and servers choose.

use crate::board::Theme;
use crate::db::bounds;
use crate::db::people::preferences;
use crate::discord::ui;
use crate::discord::ui::Composed;
use crate::discord::ui::app::App;
use crate::discord::ui::asked::managed_server;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::Setting;
use crate::discord::ui::reply::Reply;
use crate::features::settings::messages::{
    self, AS_PICTURES, AS_TEXTS, LEFT_TO_OTHERS, LISTED, UNLISTED,
};
use crate::features::settings::model::{MOST_CHANNELS, ServerRules};
use crate::features::settings::store::server_rules;
use crate::features::watching;
use crate::matches::{
    ChannelId, Preferences, RoleId, ServerBounds, ServerPreferences, TimeControl,
};

/// Shows a person what they have chosen.
pub async fn show(app: &App, reply: &mut Reply<'_>) -> Result<(), CommandError> {
    let preferences = reply.preferences(&app.arbiter).await;
    let panel = messages::settings(&preferences, app.default_theme());
    app.whisper_in(reply, panel, preferences.theme()).await
}

/// What somebody who manages a server wants of it; `None` leaves what there is.
#[derive(Debug, Default)]
pub struct ServerChanges {
    /// Who starts matches; `Some(None)`: everybody.
    pub starters: Option<Option<RoleId>>,
    /// Who moderates matches besides those who manage threads.
    pub moderators: Option<Option<RoleId>>,
    /// A further channel in which matches begin.
    pub channel: Option<ChannelId>,
    /// Whether they begin in all channels again.
    pub anywhere: bool,
    /// A game that is not played.
    pub without: Option<String>,
    /// A game that is played again.
    pub with: Option<String>,
    /// The clock when none is asked for; `Some(None)`: that of the configuration.
    pub time: Option<Option<TimeControl>>,
    /// Whether matches have no threads.
    pub in_channel: Option<bool>,
    /// Whether computers may play each other.
    pub exhibitions: Option<bool>,
    /// How many matches go on at once; `Some(None)`: as many as there are.
    pub total: Option<Option<u32>>,
}

/// Changes what a server has chosen, and shows it.
pub async fn change_server(
    app: &App,
    reply: &mut Reply<'_>,
    changes: ServerChanges,
) -> Result<(), CommandError> {
    let guild = managed_server(reply.asked)?;
    let read = app
        .arbiter
        .read(move |db| server_rules::of_server(db, guild));
    let rules = reply.while_doing(read).await?;
    let known = |channel: &ChannelId| rules.channels.contains(channel);
    if !changes.anywhere
        && rules.channels.len() >= MOST_CHANNELS
        && changes.channel.is_some_and(|channel| !known(&channel))
    {
        return Err(CommandError::says(format!(
            "Matches begin in {MOST_CHANNELS} channels already, which is the most there can be. `anywhere: True` begins the list anew."
        )));
    }
    let write = app.arbiter.write(move |db| {
        if let Some(total) = changes.total {
            bounds::change(db, guild, |bounds| bounds.total = total)?;
        }
        server_rules::change(db, guild, |rules| apply(rules, changes))
    });
    reply.while_doing(write).await?;
    show_server(app, reply).await
}

fn apply(rules: &mut ServerRules, changes: ServerChanges) {
    if let Some(starters) = changes.starters {
        rules.starters = starters;
    }
    if let Some(moderators) = changes.moderators {
        rules.moderators = moderators;
    }
    if changes.anywhere {
        rules.channels.clear();
    }
    if let Some(channel) = changes.channel
        && !rules.channels.contains(&channel)
    {
        rules.channels.push(channel);
    }
    if let Some(game) = changes.without
        && !rules.games_off.contains(&game)
    {
        rules.games_off.push(game);
    }
    if let Some(game) = changes.with {
        rules.games_off.retain(|off| *off != game);
    }
    if let Some(time) = changes.time {
        rules.time = time;
    }
    if let Some(in_channel) = changes.in_channel {
        rules.in_channel = in_channel;
    }
    if let Some(exhibitions) = changes.exhibitions {
        rules.no_exhibitions = !exhibitions;
    }
}

/// Shows what a server has chosen to somebody who manages it.
pub async fn show_server(app: &App, reply: &mut Reply<'_>) -> Result<(), CommandError> {
    let guild = managed_server(reply.asked)?;
    let preferences = reply.preferences(&app.arbiter).await;
    let read = app.arbiter.read(move |db| {
        Ok((
            server_rules::of_server(db, guild)?,
            bounds::of_server(db, guild)?,
        ))
    });
    let (rules, bounds) = reply.while_doing(read).await?;
    let mut panel = messages::server_settings(&preferences.server, &bounds, app.default_theme());
    let rules = messages::server_rules(&rules, bounds.total, app.default_time);
    panel.content.push_str(&rules);
    let (_, played) = reply
        .while_doing(app.arbiter.store().played_in(guild, None, 0))
        .await?;
    panel
        .content
        .push_str(&watching::messages::threads_warning(played));
    let panel = if preferences.own.text_only {
        Composed {
            picture: None,
            ..panel
        }
    } else {
        panel
    };
    app.whisper_in(reply, panel, preferences.server.theme).await
}

/// Sets what was chosen from a menu, and shows the panel anew.
pub async fn set(app: &App, reply: &mut Reply<'_>, setting: Setting) -> Result<(), CommandError> {
    let unknown = || CommandError::from(ui::unknown_component());
    let [value] = reply.asked.chosen() else {
        return Err(unknown());
    };
    if setting == Setting::ServerTheme {
        let guild = managed_server(reply.asked)?;
        let preferences = ServerPreferences {
            theme: theme(value).ok_or_else(unknown)?,
            ..ServerPreferences::default()
        };
        let write = app
            .arbiter
            .write(move |db| preferences::set_of_server(db, guild, preferences));
        reply.while_doing(write).await?;
        return show_server(app, reply).await;
    }
    if matches!(setting, Setting::ServerOpen | Setting::ServerRunning) {
        let guild = managed_server(reply.asked)?;
        let most = bound(value).ok_or_else(unknown)?;
        let change = move |bounds: &mut ServerBounds| match setting {
            Setting::ServerOpen => bounds.open = most,
            _ => bounds.running = most,
        };
        let write = app
            .arbiter
            .write(move |db| bounds::change(db, guild, change));
        reply.while_doing(write).await?;
        return show_server(app, reply).await;
    }
    let change = change(setting, value).ok_or_else(unknown)?;
    let user = reply.asked.user();
    let write = app
        .arbiter
        .write(move |db| preferences::change(db, user, change));
    reply.while_doing(write).await?;
    show(app, reply).await
}

type Change = Box<dyn FnOnce(&mut Preferences) + Send>;

/// What choosing a value does; `None` for a value that no menu offers (any more).
fn change(setting: Setting, value: &str) -> Option<Change> {
    Some(match setting {
        Setting::Theme => {
            let theme = theme(value)?;
            Box::new(move |preferences| preferences.theme = theme)
        }
        Setting::Viewpoint => {
            let viewpoint = value.parse().ok()?;
            Box::new(move |preferences| preferences.viewpoint = viewpoint)
        }
        Setting::TextOnly => {
            let text_only = [AS_PICTURES, AS_TEXTS]
                .iter()
                .position(|known| *known == value)?
                == 1;
            Box::new(move |preferences| preferences.text_only = text_only)
        }
        Setting::Confirm => {
            let confirm = value.parse().ok()?;
            Box::new(move |preferences| preferences.confirm = confirm)
        }
        Setting::Unlisted => {
            let unlisted = [LISTED, UNLISTED]
                .iter()
                .position(|known| *known == value)?
                == 1;
            Box::new(move |preferences| preferences.unlisted = unlisted)
        }
        Setting::ServerTheme | Setting::ServerOpen | Setting::ServerRunning => return None,
    })
}

/// A bound of a server, or none where it has none of its own.
fn bound(value: &str) -> Option<Option<u32>> {
    if value == LEFT_TO_OTHERS {
        return Some(None);
    }
    let most = value.parse().ok().filter(|most| *most > 0);
    most.map(Some)
}

/// A theme, or none where it is left to others.
fn theme(value: &str) -> Option<Option<Theme>> {
    if value == LEFT_TO_OTHERS {
        Some(None)
    } else {
        value.parse().ok().map(Some)
    }
}
