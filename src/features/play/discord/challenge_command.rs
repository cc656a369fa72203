//! The *Challenge…* in a person's menu.

use serenity::all::User;

use crate::discord::ui::asked::display_name;
use crate::discord::ui::command::{Context, reply};
use crate::discord::ui::command_error::CommandError;
use crate::features::play;
use crate::matches::UserId;

/// What stands in the menu of a person: *Challenge…*.
#[poise::command(context_menu_command = "Challenge…")]
pub(crate) async fn challenge(context: Context<'_>, user: User) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let person = UserId(user.id.get());
    app.learn(None, person, display_name(&user));
    play::discord::choosing::challenge_person(app, &mut reply, person, user.bot).await
}
