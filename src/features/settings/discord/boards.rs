//! The page of a person's board settings.

use crate::db::people::preferences;
use crate::discord::ui::panel::{Page, Panel, Step};
use crate::discord::ui::{self, App, Reply, Result};
use crate::features::settings::messages;
use crate::features::settings::messages::boards::{AS_PICTURES, AS_TEXTS, BOARDS, theme_of};
use crate::matches::Preferences;

pub(crate) const PAGE: Page = Page::new(Panel::Settings, BOARDS, "Boards", |app, reply, act| {
    Box::pin(turn(app, reply, act))
})
.at(1);

async fn turn(app: &App, reply: &mut Reply<'_>, act: &str) -> Result<Step> {
    if !act.is_empty() {
        let value = reply.interaction.chosen_one();
        let change = value.and_then(|value| change(act, value));
        let change = change.ok_or_else(ui::unknown_component)?;
        let user = reply.interaction.user();
        let write = app
            .arbiter
            .write(move |db| preferences::change(db, user, change));
        reply.while_doing(write).await?;
    }
    let preferences = reply.preferences(&app.arbiter).await;
    let page = messages::boards(&preferences, app.default_theme());
    Ok(Step::after(act, page))
}

type Change = Box<dyn FnOnce(&mut Preferences) + Send>;

/// Returns the change for a value; `None` for a value that no menu offers.
fn change(what: &str, value: &str) -> Option<Change> {
    Some(match what {
        "theme" => {
            let theme = theme_of(value)?;
            Box::new(move |preferences| preferences.theme = theme)
        }
        "viewpoint" => {
            let viewpoint = value.parse().ok()?;
            Box::new(move |preferences| preferences.viewpoint = viewpoint)
        }
        "text-only" => {
            let text_only = [AS_PICTURES, AS_TEXTS]
                .iter()
                .position(|one| *one == value)?
                == 1;
            Box::new(move |preferences| preferences.text_only = text_only)
        }
        "confirm" => {
            let confirm = value.parse().ok()?;
            Box::new(move |preferences| preferences.confirm = confirm)
        }
        _ => return None,
    })
}
