//! `/ladder`, and what its buttons, menus and forms do.

pub(crate) mod acts;
pub(crate) mod command;
pub(crate) mod organisers;
pub(crate) mod pages;
pub(crate) mod set_up;

use crate::discord::ui::contests::acts::Managed;
use crate::discord::ui::contests::entry;
use crate::discord::ui::{App, Handle, Handling, Reply};
use crate::features::ladders::messages::page;
use crate::features::ladders::model::Ladder;
use crate::features::ladders::press::Press;

impl Handle for Press {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        match *self {
            Press::Show { ladder, page } => {
                Box::pin(pages::show(app, reply, ladder, Some(page), ""))
            }
            Press::Mine(ladder) => Box::pin(pages::show(app, reply, ladder, None, "")),
            Press::Choose => Box::pin(async move {
                let ladder = reply.chosen()?;
                pages::show(app, reply, ladder, None, "").await
            }),
            Press::Join(ladder) => Box::pin(acts::join(app, reply, ladder)),
            Press::AskLeave(ladder) => Box::pin(acts::ask_leave(app, reply, ladder)),
            Press::Leave(ladder) => Box::pin(acts::leave(app, reply, ladder)),
            Press::AskChallenge(ladder) => Box::pin(acts::about_candidates(
                app,
                reply,
                ladder,
                page::ask_challenge,
            )),
            Press::Challenge(ladder) => Box::pin(acts::challenge(app, reply, ladder)),
            Press::WhyNot(ladder) => {
                Box::pin(acts::about_candidates(app, reply, ladder, page::why_not))
            }
            Press::Accept { ladder, game } => Box::pin(acts::accept(app, reply, ladder, game)),
            Press::AskDecline { ladder, game } => {
                Box::pin(acts::ask_decline(app, reply, ladder, game))
            }
            Press::Decline { ladder, game } => Box::pin(acts::decline(app, reply, ladder, game)),
            Press::Withdraw { ladder, game } => Box::pin(acts::withdraw(app, reply, ladder, game)),
            Press::Manage(ladder) => Box::pin(Ladder::manage(app, reply, ladder, "")),
            Press::Entry { ladder, act } => {
                let press = move |act| Press::Entry { ladder, act }.into();
                let back = Press::Manage(ladder).into();
                let chosen = entry::choose::<Ladder>(app, reply, ladder, act, press, back);
                Box::pin(chosen)
            }
            Press::Act { ladder, act } => Box::pin(organisers::act(ladder, act).take(app, reply)),
            Press::Remove(ladder) => Box::pin(async move {
                let person = reply.chosen_user()?;
                organisers::remove(ladder, person).take(app, reply).await
            }),
            Press::RemoveFor { ladder, person } => {
                Box::pin(organisers::remove(ladder, person).take(app, reply))
            }
            Press::Cancel(ladder) => Box::pin(async move {
                let game = reply.chosen()?;
                organisers::cancel(ladder, game).take(app, reply).await
            }),
            Press::CancelFor { ladder, game } => {
                Box::pin(organisers::cancel(ladder, game).take(app, reply))
            }
            Press::New => Box::pin(set_up::begin(app, reply)),
            Press::Draft(draft) => Box::pin(set_up::set(app, reply, None, draft)),
            Press::Set { want, draft } => Box::pin(set_up::set(app, reply, Some(want), draft)),
            Press::Numbers(draft) => Box::pin(set_up::numbers(app, reply, draft)),
            Press::Create(draft) => Box::pin(set_up::create(app, reply, draft)),
        }
    }
}
