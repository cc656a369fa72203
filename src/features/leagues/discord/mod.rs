//! `/league`, and what its buttons, menus and forms do.

pub(crate) mod acts;
pub(crate) mod command;
pub(crate) mod organisers;
pub(crate) mod pages;
pub(crate) mod set_up;

use crate::discord::ui::contests::acts::{Managed, newcomer};
use crate::discord::ui::contests::{entry, start};
use crate::discord::ui::{App, Handle, Handling, Reply};
use crate::features::leagues::model::{Command, League};
use crate::features::leagues::press::Press;
use crate::people::Moment;

impl Handle for Press {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        match *self {
            Press::Show(league) => Box::pin(pages::show(app, reply, league, "")),
            Press::Choose => Box::pin(async move {
                let league = reply.chosen()?;
                pages::show(app, reply, league, "").await
            }),
            Press::Games(league) => Box::pin(pages::games(app, reply, league)),
            Press::All => Box::pin(pages::all(app, reply)),
            Press::Join(league) => Box::pin(acts::join(app, reply, league)),
            Press::AskLeave(league) => Box::pin(acts::ask_leave(app, reply, league)),
            Press::Leave(league) => Box::pin(acts::leave(app, reply, league)),
            Press::Results {
                league,
                season,
                division,
            } => Box::pin(pages::results(app, reply, league, season, division)),
            Press::OfSeason(league) => Box::pin(async move {
                let season = reply.chosen()?;
                pages::results(app, reply, league, season, 0).await
            }),
            Press::OfDivision { league, season } => Box::pin(async move {
                let division = reply.chosen()?;
                pages::results(app, reply, league, season, division).await
            }),
            Press::Manage(league) => Box::pin(League::manage(app, reply, league, "")),
            Press::Entry { league, act } => {
                let press = move |act| Press::Entry { league, act }.into();
                let back = Press::Manage(league).into();
                let chosen = entry::choose::<League>(app, reply, league, act, press, back);
                Box::pin(chosen)
            }
            Press::PlayOffs(league) => Box::pin(organisers::play_offs(app, reply, league)),
            Press::SetPlayOffs { league, size } => {
                Box::pin(organisers::set_play_offs(app, reply, league, size))
            }
            Press::Start(league) => Box::pin(async move {
                let starts = Moment(reply.chosen()?);
                start::set::<League>(app, reply, league, Command::SetStart { starts }).await
            }),
            Press::StartDay(league) => {
                let form = (Press::StartDay(league), "Start of the season");
                let command = |starts| Command::SetStart { starts };
                Box::pin(start::ask::<League>(app, reply, league, form, command))
            }
            Press::Person(league) => Box::pin(async move {
                let person = reply.chosen_user()?;
                organisers::person(app, reply, league, person).await
            }),
            Press::PersonOf { league, person } => {
                Box::pin(organisers::person(app, reply, league, person))
            }
            Press::Forfeit { league, person } => {
                Box::pin(organisers::forfeit(league, person).take(app, reply))
            }
            Press::Replace { league, person } => Box::pin(async move {
                let people = [person, newcomer(app, reply).await?];
                organisers::replace(league, people).take(app, reply).await
            }),
            Press::ReplaceBy {
                league,
                person,
                newcomer,
            } => Box::pin(organisers::replace(league, [person, newcomer]).take(app, reply)),
            Press::Place { league, person } => Box::pin(async move {
                let division = reply.chosen()?;
                organisers::place(league, person, division)
                    .take(app, reply)
                    .await
            }),
            Press::PlaceIn {
                league,
                person,
                division,
            } => Box::pin(organisers::place(league, person, division).take(app, reply)),
            Press::Game { league, person } => Box::pin(async move {
                let game = reply.chosen()?;
                organisers::ask_result(app, reply, league, person, game).await
            }),
            Press::Decide {
                league,
                game,
                score,
            } => Box::pin(organisers::decide(league, game, score).take(app, reply)),
            Press::End(league) => Box::pin(async move {
                let season = reply.chosen()?;
                organisers::end(app, reply, league, season).await
            }),
            Press::EndOf { league, season } => {
                Box::pin(organisers::end(app, reply, league, season))
            }
            Press::Act { league, act } => {
                Box::pin(organisers::act_on_all(league, act).take(app, reply))
            }
            Press::Undo(league) => Box::pin(async move {
                let act = reply.chosen()?;
                organisers::undo(league, act).take(app, reply).await
            }),
            Press::UndoOf { league, act } => {
                Box::pin(organisers::undo(league, act).take(app, reply))
            }
            Press::New => Box::pin(set_up::begin(app, reply)),
            Press::Draft(draft) => Box::pin(set_up::set(app, reply, None, draft)),
            Press::Set { want, draft } => Box::pin(set_up::set(app, reply, Some(want), draft)),
            Press::Numbers(draft) => Box::pin(set_up::numbers(app, reply, draft)),
            Press::Create(draft) => Box::pin(set_up::create(app, reply, draft)),
        }
    }
}
