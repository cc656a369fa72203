//! The page of a person's blocked people, which only that person sees.

use crate::discord::ui::interaction::display_name;
use crate::discord::ui::panel::{Page, Panel, Step};
use crate::discord::ui::{self, App, CommandError, Reply, Result};
use crate::features::moderation::messages;
use crate::features::moderation::messages::blocks::{BLOCKED, ON_A_PAGE};
use crate::features::moderation::store::blocks;
use crate::matches::UserId;

pub(crate) const PAGE: Page = Page::new(
    Panel::Settings,
    BLOCKED,
    "Blocked People",
    |app, reply, act| Box::pin(turn(app, reply, act)),
)
.at(4);

async fn turn(app: &App, reply: &mut Reply<'_>, act: &str) -> Result<Step> {
    let user = reply.interaction.user();
    let number = |prefix| {
        act.strip_prefix(prefix)
            .and_then(|text: &str| text.parse().ok())
    };
    let (mut first, mut saved) = (0, false);
    if let Some(page) = number("to-") {
        first = page;
    } else if let Some(person) = number("unblock-") {
        let person = UserId(person);
        let write = app
            .arbiter
            .write(move |db| blocks::unblock(db, user, person));
        reply.while_doing(write).await?;
        saved = true;
    } else if act == "block" {
        let person = reply.interaction.chosen_person();
        let person = person.ok_or_else(ui::unknown_component)?;
        let id = UserId(person.id.get());
        if person.bot || id == user {
            return Err(CommandError::says(
                "You can only block other people, not bots or yourself.",
            ));
        }
        app.learn(None, id, display_name(person));
        reply.while_doing(app.arbiter.block(user, id)).await?;
        saved = true;
    } else if !act.is_empty() {
        return Err(ui::unknown_component().into());
    }
    let read = app.arbiter.read(move |db| blocks::blocked_by(db, user));
    let blocked = reply.while_doing(read).await?;
    let page = usize::try_from(first).unwrap_or(0);
    let shown = blocked.chunks(ON_A_PAGE).nth(page).unwrap_or_default();
    let guild = reply.interaction.guild();
    app.recall(guild, shown.iter().map(|(user, _)| *user).collect())
        .await;
    let name = |user| app.names.of(guild, user);
    let page = messages::blocks(&blocked, page, name);
    Ok(Step::of(saved, page))
}
