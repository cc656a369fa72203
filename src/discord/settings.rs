//! The panels in which people and servers choose.

use super::app::App;
use super::command_error::CommandError;
use super::custom_id::Setting;
use super::messages::{self, AS_PICTURES, AS_TEXTS, Composed, LEFT_TO_OTHERS};
use super::reply::{Asked, Reply};
use crate::board::Theme;
use crate::matches::{Confirm, GuildId, Preferences, ServerPreferences, Viewpoint};

/// Shows a person what they have chosen.
pub async fn show(app: &App, reply: &mut Reply<'_>) -> Result<(), CommandError> {
    let preferences = reply.preferences(&app.arbiter).await;
    let panel = messages::settings(&preferences, app.default_theme());
    app.whisper_in(reply, panel, preferences.theme()).await
}

/// Shows what a server has chosen to somebody who manages it.
pub async fn show_server(app: &App, reply: &mut Reply<'_>) -> Result<(), CommandError> {
    managed_server(reply.asked)?;
    let preferences = reply.preferences(&app.arbiter).await;
    let panel = messages::server_settings(&preferences.server, app.default_theme());
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
    let unknown = || CommandError::from(messages::unknown_component());
    let [value] = reply.asked.chosen() else {
        return Err(unknown());
    };
    if setting == Setting::ServerTheme {
        let guild = managed_server(reply.asked)?;
        let preferences = ServerPreferences {
            theme: theme(value).ok_or_else(unknown)?,
        };
        let set = reply
            .while_doing(app.arbiter.set_server_preferences(guild, preferences))
            .await;
        set.map_err(|error| CommandError::from_arbiter(&error))?;
        return show_server(app, reply).await;
    }
    let change = change(setting, value).ok_or_else(unknown)?;
    let user = reply.asked.user();
    let changed = reply
        .while_doing(app.arbiter.change_preferences(user, change))
        .await;
    changed.map_err(|error| CommandError::from_arbiter(&error))?;
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
            let viewpoint = Viewpoint::of_word(value)?;
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
            let confirm = Confirm::of_word(value)?;
            Box::new(move |preferences| preferences.confirm = confirm)
        }
        Setting::ServerTheme => return None,
    })
}

/// A theme, or none where it is left to others.
fn theme(value: &str) -> Option<Option<Theme>> {
    if value == LEFT_TO_OTHERS {
        Some(None)
    } else {
        value.parse().ok().map(Some)
    }
}

/// The server, if the person manages it. Discord hides the command from everybody else, but a server may have shown it
/// to more people, and a panel outlives a role.
fn managed_server(asked: Asked<'_>) -> Result<GuildId, CommandError> {
    let may = asked
        .member_permissions()
        .is_some_and(|held| held.manage_guild() || held.administrator());
    match asked.guild() {
        Some(guild) if may => Ok(guild),
        _ => {
            let sentence = "Only people with the permission **Manage Server** can change the server's settings. `/settings` has your own.";
            Err(CommandError::says(sentence))
        }
    }
}
