//! The reason that an organiser gives for an act.

use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::modal::{REASON, reason_form};
use crate::discord::ui::reply::Reply;

/// Returns the organiser's reason from the form; `None` after opening the form.
pub(crate) async fn asked(
    app: &App,
    reply: &mut Reply<'_>,
    id: impl Into<CustomId>,
    title: &str,
    hint: &str,
) -> Result<Option<String>, CommandError> {
    app.organised(reply).await?;
    if reply.interaction.is_form() {
        return Ok(Some(reply.interaction.typed(REASON).to_owned()));
    }
    let id = id.into();
    let form = reason_form(id.clone(), title, hint);
    app.open_form(reply, &form, id).await?;
    Ok(None)
}
