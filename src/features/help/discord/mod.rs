pub(crate) mod commands;
pub(crate) mod pages;

use crate::features::help::press::Press;

use crate::discord::ui::custom_id::PageStep;
use crate::discord::ui::{App, Handle, Handling, Reply};
use crate::features::help::messages;

impl Handle for Press {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        match *self {
            Press::Rules { game, page } => {
                Box::pin(async move { pages::show_rules(app, reply, &game, page).await })
            }
            Press::RulesPage { game, page } => {
                Box::pin(async move { pages::turn_rules(app, reply, &game, page).await })
            }
            Press::RulesStep { game, page, to } => {
                let page = match to {
                    PageStep::First => 0,
                    PageStep::Back => page.saturating_sub(1),
                    PageStep::Next => page.saturating_add(1),
                    PageStep::Last => u32::MAX,
                };
                Box::pin(async move { pages::turn_rules(app, reply, &game, page).await })
            }
            Press::RulesPart { game } => Box::pin(async move {
                let page = reply.chosen()?;
                pages::turn_rules(app, reply, &game, page).await
            }),
            Press::Help { page } => {
                let help = messages::help(page, &app.operator, |name| app.command_mention(name));
                Box::pin(async move { app.turn_into(reply, help).await.map(drop) })
            }
        }
    }
}
