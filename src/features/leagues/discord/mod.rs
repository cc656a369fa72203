//! `/league`, and what its buttons, menus and forms do.

pub(crate) mod acts;
pub(crate) mod command;
pub(crate) mod managing;
pub(crate) mod pages;
pub(crate) mod press;
pub(crate) mod set_up;

use press::Press;

use crate::discord::ui::app::App;
use crate::discord::ui::press::{Handle, Handling};
use crate::discord::ui::reply::Reply;

impl Handle for Press {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        match *self {
            Press::Show(league) => Box::pin(pages::show(app, reply, league)),
            Press::Choose => Box::pin(pages::choose(app, reply)),
            Press::All => Box::pin(pages::all(app, reply)),
            Press::Join(league) => Box::pin(acts::join(app, reply, league)),
            Press::AskLeave(league) => Box::pin(acts::ask_leave(app, reply, league)),
            Press::Leave(league) => Box::pin(acts::leave(app, reply, league)),
            Press::Results {
                league,
                season,
                division,
            } => Box::pin(pages::results(app, reply, league, season, division)),
            Press::OfSeason(league) => Box::pin(pages::of_season(app, reply, league)),
            Press::OfDivision { league, season } => {
                Box::pin(pages::of_division(app, reply, league, season))
            }
            Press::Manage(league) => Box::pin(managing::show(app, reply, league)),
            Press::Start(league) => Box::pin(managing::start(app, reply, league)),
            Press::StartDay(league) => Box::pin(managing::start_day(app, reply, league)),
            Press::Person(league) => Box::pin(managing::chosen_person(app, reply, league)),
            Press::PersonOf { league, person } => {
                Box::pin(managing::person(app, reply, league, person))
            }
            Press::Forfeit { league, person } => {
                Box::pin(managing::forfeit(app, reply, league, person))
            }
            Press::Replace { league, person } => {
                Box::pin(managing::ask_replace(app, reply, league, person))
            }
            Press::ReplaceBy {
                league,
                person,
                newcomer,
            } => Box::pin(managing::replace(app, reply, league, [person, newcomer])),
            Press::Game { league, person } => {
                Box::pin(managing::ask_result(app, reply, league, person))
            }
            Press::Decide {
                league,
                game,
                score,
            } => Box::pin(managing::decide(app, reply, league, game, score)),
            Press::End(league) => Box::pin(managing::ask_end(app, reply, league)),
            Press::EndOf { league, season } => Box::pin(managing::end(app, reply, league, season)),
            Press::Act { league, act } => Box::pin(managing::act(app, reply, league, act)),
            Press::Undo(league) => Box::pin(managing::ask_undo(app, reply, league)),
            Press::UndoOf { league, act } => Box::pin(managing::undo(app, reply, league, act)),
            Press::New => Box::pin(set_up::begin(app, reply)),
            Press::Draft(draft) => Box::pin(set_up::set(app, reply, None, draft)),
            Press::Set { want, draft } => Box::pin(set_up::set(app, reply, Some(want), draft)),
            Press::Numbers(draft) => Box::pin(set_up::numbers(app, reply, draft)),
            Press::Create(draft) => Box::pin(set_up::create(app, reply, draft)),
        }
    }
}
