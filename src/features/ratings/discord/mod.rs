pub(crate) mod commands;
pub(crate) mod pages;

use crate::features::ratings::press::Press;

use crate::discord::ui::{App, Handle, Handling, Reply};

impl Handle for Press {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        Box::pin(async move {
            let (game, everywhere, page) = match *self {
                Press::Leaders {
                    game,
                    everywhere,
                    page,
                } => (game, everywhere, page),
                Press::LeadersOf { everywhere } => (reply.chosen()?, everywhere, 0),
            };
            let page = pages::leaderboard(app, reply, Some(&game), everywhere != 0, page).await?;
            app.turn_into(reply, page).await.map(drop)
        })
    }
}
