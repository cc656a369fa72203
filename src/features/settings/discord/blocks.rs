//! People whom others have blocked: for those who did it to see, and for nobody else.

use crate::discord::ui::Composed;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::reply::Reply;
use crate::features::settings::messages;
use crate::features::settings::store::blocks;
use crate::matches::UserId;

/// Blocks somebody.
pub async fn add(
    app: &App,
    reply: &mut Reply<'_>,
    person: UserId,
    is_bot: bool,
) -> Result<(), CommandError> {
    let user = reply.asked.user();
    if is_bot || person == user {
        return Err(CommandError::says(
            "You can block other people only, neither bots nor yourself.",
        ));
    }
    reply.while_doing(app.arbiter.block(user, person)).await?;
    app.whisper(reply, messages::blocked(person)).await
}

/// Blocks somebody no more.
pub async fn remove(app: &App, reply: &mut Reply<'_>, person: UserId) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let was = reply
        .while_doing(
            app.arbiter
                .write(move |db| blocks::unblock(db, user, person)),
        )
        .await?;
    app.whisper(reply, messages::unblocked(person, was)).await
}

/// Shows whom somebody has blocked.
pub async fn list(app: &App, reply: &mut Reply<'_>) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let blocked = reply
        .while_doing(app.arbiter.read(move |db| blocks::blocked_by(db, user)))
        .await?;
    let list: Composed = messages::blocks(&blocked);
    app.whisper(reply, list).await
}
