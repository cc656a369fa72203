//! Commands and presses.

pub(crate) mod answers;
pub(crate) mod commands;
pub(crate) mod pages;

use crate::features::lists::press::Press;
use answers::ListedAct;
use pages::Wanted;

use crate::discord::ui::{self, App, Handle, Handling, Reply};
use crate::features::lists::messages::result_of;
use crate::features::play::discord::actions;

impl Handle for Press {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        Box::pin(async move {
            let chosen = reply.interaction.chosen_one();
            let page = match *self {
                Press::Take(id) => {
                    return answers::answer(app, reply, id, ListedAct::Accept).await;
                }
                Press::DeclineListed(id) => {
                    return answers::answer(app, reply, id, ListedAct::Decline).await;
                }
                Press::WithdrawListed(id) => {
                    return answers::answer(app, reply, id, ListedAct::Withdraw).await;
                }
                Press::OpenMatch => {
                    let chosen = chosen.and_then(ui::read_match_number);
                    let id = chosen.ok_or_else(ui::unknown_component)?;
                    return actions::show_board(app, reply, id).await;
                }
                Press::Games { tab, game, page } => {
                    pages::page(app, reply, &Wanted { tab, game, page }).await?
                }
                Press::Finished {
                    person,
                    game,
                    score,
                    at,
                    after,
                } => {
                    let after = after.0.map(|id| (at, id));
                    let filter = pages::filter(person, &game, score, after);
                    pages::finished(app, reply, filter).await?
                }
                Press::FinishedResult { person, game } => {
                    let mut filter = pages::filter(person, &game, 0, None);
                    filter.score = chosen.and_then(result_of);
                    pages::finished(app, reply, filter).await?
                }
            };
            app.turn_into(reply, page).await.map(drop)
        })
    }
}
