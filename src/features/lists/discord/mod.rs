//! Commands and presses.

pub(crate) mod answers;
pub(crate) mod commands;
pub(crate) mod pages;

use answers::ListedAct;
use pages::Wanted;

use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::reply::Reply;
use crate::features::lists::messages::result_of;
use crate::features::play::discord::looking;

/// Does what a button or a menu of a list asks for.
pub(crate) async fn press(
    app: &App,
    reply: &mut Reply<'_>,
    id: CustomId,
) -> Result<(), CommandError> {
    let page = match id {
        CustomId::Take(id) => return answers::answer(app, reply, id, ListedAct::Accept).await,
        CustomId::DeclineListed(id) => {
            return answers::answer(app, reply, id, ListedAct::Decline).await;
        }
        CustomId::WithdrawListed(id) => {
            return answers::answer(app, reply, id, ListedAct::Withdraw).await;
        }
        CustomId::OpenMatch => {
            let chosen = match reply.asked.chosen() {
                [chosen] => ui::read_match_number(chosen),
                _ => None,
            };
            return match chosen {
                Some(id) => looking::show_board(app, reply, id).await,
                None => Err(ui::unknown_component().into()),
            };
        }
        CustomId::Games { tab, game, page } => {
            pages::page(app, reply, &Wanted { tab, game, page }).await?
        }
        CustomId::Finished {
            person,
            game,
            score,
            at,
            id,
        } => {
            let filter = pages::filter(person, &game, score, (at, id));
            pages::finished(app, reply, filter).await?
        }
        CustomId::FinishedResult { person, game } => {
            let mut filter = pages::filter(person, &game, 0, (0, 0));
            filter.score = match reply.asked.chosen() {
                [chosen] => result_of(chosen),
                _ => None,
            };
            pages::finished(app, reply, filter).await?
        }
        _ => return Err(ui::unknown_component().into()),
    };
    app.turn_into(reply, page).await.map(drop)
}
