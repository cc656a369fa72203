//! `/tournament`, and what its buttons, menus and forms do.

pub(crate) mod acts;
pub(crate) mod command;
pub(crate) mod organisers;
pub(crate) mod pages;
pub(crate) mod server;
pub(crate) mod set_up;

use crate::discord::ui::contests::acts::{Managed, newcomer};
use crate::discord::ui::contests::{entry, start};
use crate::discord::ui::{App, Handle, Handling, Reply};
use crate::features::tournaments::model::{Command, Tournament};
use crate::features::tournaments::press::Press;
use crate::people::Moment;

impl Handle for Press {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        match *self {
            Press::Show(id) => Box::pin(pages::show(app, reply, id, "")),
            Press::Choose => Box::pin(async move {
                let id = reply.chosen()?;
                pages::show(app, reply, id, "").await
            }),
            Press::All => Box::pin(pages::all(app, reply)),
            Press::Join(id) => Box::pin(acts::join(app, reply, id)),
            Press::AskLeave(id) => Box::pin(acts::ask_leave(app, reply, id)),
            Press::Leave(id) => Box::pin(acts::leave(app, reply, id)),
            Press::Side {
                tournament,
                pairing,
                side,
            } => Box::pin(acts::choose(app, reply, tournament, pairing, side)),
            Press::Results { tournament, round } => {
                Box::pin(pages::results(app, reply, tournament, round))
            }
            Press::OfRound(id) => Box::pin(async move {
                let round = reply.chosen()?;
                pages::results(app, reply, id, round).await
            }),
            Press::Manage(id) => Box::pin(Tournament::manage(app, reply, id, "")),
            Press::Entry { tournament, act } => {
                let press = move |act| Press::Entry { tournament, act }.into();
                let back = Press::Manage(tournament).into();
                let chosen = entry::choose::<Tournament>(app, reply, tournament, act, press, back);
                Box::pin(chosen)
            }
            Press::Start(id) => Box::pin(async move {
                let starts = Moment(reply.chosen()?);
                start::set::<Tournament>(app, reply, id, Command::SetStart { starts }).await
            }),
            Press::StartDay(id) => {
                let form = (Press::StartDay(id), "Start of the tournament");
                let command = |starts| Command::SetStart { starts };
                Box::pin(start::ask::<Tournament>(app, reply, id, form, command))
            }
            Press::Pairing(id) => Box::pin(async move {
                let pairing = reply.chosen()?;
                organisers::ask_winner(app, reply, id, pairing).await
            }),
            Press::PairingOf {
                tournament,
                pairing,
            } => Box::pin(organisers::ask_winner(app, reply, tournament, pairing)),
            Press::Decide {
                tournament,
                pairing,
                winner,
            } => Box::pin(organisers::decide(tournament, pairing, winner).take(app, reply)),
            Press::Person(id) => Box::pin(async move {
                let person = reply.chosen_user()?;
                organisers::person(app, reply, id, person).await
            }),
            Press::Exclude { tournament, person } => {
                Box::pin(organisers::exclude(tournament, person).take(app, reply))
            }
            Press::Replace { tournament, person } => Box::pin(async move {
                let people = [person, newcomer(app, reply).await?];
                organisers::replace(tournament, people)
                    .take(app, reply)
                    .await
            }),
            Press::ReplaceBy {
                tournament,
                person,
                newcomer,
            } => Box::pin(organisers::replace(tournament, [person, newcomer]).take(app, reply)),
            Press::Act { tournament, act } => {
                Box::pin(organisers::act_on_all(tournament, act).take(app, reply))
            }
            Press::Undo(id) => Box::pin(async move {
                let act = reply.chosen()?;
                organisers::undo(id, act).take(app, reply).await
            }),
            Press::UndoOf { tournament, act } => {
                Box::pin(organisers::undo(tournament, act).take(app, reply))
            }
            Press::New => Box::pin(set_up::begin(app, reply)),
            Press::Draft(draft) => Box::pin(set_up::set(app, reply, None, draft)),
            Press::Set { want, draft } => Box::pin(set_up::set(app, reply, Some(want), draft)),
            Press::Numbers(draft) => Box::pin(set_up::numbers(app, reply, draft)),
            Press::Create(draft) => Box::pin(set_up::create(app, reply, draft)),
        }
    }
}
