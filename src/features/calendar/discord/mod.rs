pub(crate) mod daily;
pub(crate) mod weekly;

use crate::db::people::time_settings;
use crate::discord::ui::{App, Reply, Result};
use crate::people::Zone;

/// Returns the time zone of the person, for the hour of the post.
pub(crate) async fn zone(app: &App, reply: &mut Reply<'_>) -> Result<Zone> {
    let user = reply.interaction.user();
    let read = app.arbiter.read(move |db| time_settings::of_user(db, user));
    Ok(reply.while_doing(read).await?.zone())
}
