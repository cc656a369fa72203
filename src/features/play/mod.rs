//! Playing a match: challenges, turns picked and typed, planned replies, draws, resigning, take-backs, rematches.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub mod press;
pub(crate) mod service;
pub(crate) mod session_press;
pub mod store;

pub use model::conditional::{Conditional, DroppedLine};
pub use model::in_match::ahead;
pub use model::lesson::FoundLesson;
pub use model::picks::Act;
pub use model::refusal::PlayRefusal;
pub use model::session::{About, Planned, Session, Sitting, Standing};
pub use model::view::{BoardKind, BoardView, Ground, Prepared};
pub use press::ChallengeOptions;
pub use service::rematch::Again;
pub use session_press::{PickAct, SessionId, SessionPress};

use super::Feature;
use crate::discord::ui::press::Presses;
use discord::{challenge_pages, match_commands, move_command, plan_command, play_command};
use press::Press;
use service::{due, frozen};

pub(crate) const FEATURE: Feature = Feature {
    commands: || {
        let first = vec![
            play_command::play(),
            move_command::make_turn(),
            match_commands::board_command(),
            challenge_pages::challenge_in_menu(),
            match_commands::takeback_command(),
            plan_command::plan_command(),
        ];
        first.into_iter().chain(match_commands::ends()).collect()
    },
    people: &store::people::PEOPLE,
    presses: &[Presses::of::<Press>(), Presses::of::<SessionPress>()],
    parts: |_, parts| {
        parts.react(due::Conditional::default());
        parts.post(frozen::KIND);
    },
    ..Feature::named("play")
};
