//! The user command *Challenge…*.

use super::choosing;
use crate::discord::ui::app::App;
use crate::discord::ui::command::Command;
use crate::discord::ui::command_error::Result;
use crate::discord::ui::command_options::CommandOptions;
use crate::discord::ui::interaction::display_name;
use crate::discord::ui::reply::Reply;
use crate::matches::UserId;

pub(crate) fn challenge() -> Command {
    Command::in_menu("Challenge…", |app, reply, given| {
        Box::pin(challenge_person(app, reply, given))
    })
    .in_servers()
}

async fn challenge_person(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    let user = given.target()?;
    let person = UserId(user.id.get());
    app.learn(None, person, display_name(user));
    choosing::challenge_person(app, reply, person, user.bot).await
}
